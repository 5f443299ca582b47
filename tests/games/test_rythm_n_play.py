"""Rythm'n'Play, article by article."""

from collections import Counter

import numpy as np
import pytest

from games.rythm_n_play_positions import (
    A,
    B,
    C,
    add_rythm,
    compose,
    empty_rythm_pile,
    face_up,
    game,
    hold,
    hold_no_rythm,
    hold_play,
    leave_in_play_pile,
    refused,
    verbs,
)
from quatuor import IllegalMoveError, InvalidMoveError, Playthrough
from quatuor.core.texts import Language
from quatuor.games.rythm_n_play import GAME
from quatuor.games.rythm_n_play.notation import PLAY, RYTHM
from quatuor.games.rythm_n_play.state import EXCHANGES


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rp2_four_play_and_one_rythm_each_and_the_key_is_the_right_neighbours_choice(players: int) -> None:
    play = Playthrough(GAME, players, seed=4, first=A)
    view = play.view()
    assert [(seat["play"], seat["rythm"]) for seat in view["seats"]] == [(4, 1)] * players
    assert (view["play_pile"], view["rythm_pile"]) == (54 - 4 * players, 30 - players)
    assert view["staff"] == [] and view["key"] is None
    assert play.turn == players - 1
    assert play.legal_moves == ["key flat", "key sharp"]
    assert refused(play, "draw") == "RP-2"
    play.play("key flat")
    assert play.turn == A
    assert play.view()["key"] == "flat"
    assert refused(play, "key sharp") == "RP-2"


def test_rp3_a_rising_staff_need_not_be_consecutive() -> None:
    play = game(2)
    compose(play, "do", "re", "fa", "la", "si")
    assert play.view()["staff"] == ["do", "re", "fa", "la", "si"]


def test_rp3_any_note_on_an_empty_staff() -> None:
    for key in ("sharp", "flat"):
        play = game(2, key)
        hold(play, A, "do", "re", "mi", "fa", "sol", "la", "si")
        assert {f"compose {note}" for note in PLAY[:7]} <= set(play.legal_moves)


def test_rp3_a_note_must_be_strictly_higher_or_lower_as_the_key_says() -> None:
    play = game(2)
    compose(play, "fa")
    hold(play, B, "mi", "fa", "sol", "si")
    assert [move for move in play.legal_moves if "compose" in move] == ["compose si", "compose sol"]
    assert refused(play, "compose fa") == "RP-3"
    assert refused(play, "compose mi") == "RP-3"
    assert refused(play, "compose la") == "RP-3"  # not in hand
    play = game(2, "flat")
    compose(play, "fa")
    hold(play, B, "do", "mi", "fa", "sol")
    assert [move for move in play.legal_moves if "compose" in move] == ["compose do", "compose mi"]


@pytest.mark.parametrize(
    ("staff", "card", "article"),
    [
        (["fa", "sharp"], "fa", "RP-3"),
        (["fa", "sharp"], "sol", None),
        (["fa", "flat"], "mi", None),
        (["fa", "flat"], "fa", "RP-3"),
        (["fa", "sharp"], "mi", "RP-3"),
        (["fa", "sharp"], "flat", "RP-4"),
        (["fa", "sharp"], "sharp", "RP-4"),
        ([], "sharp", "RP-4"),
        ([], "flat", "RP-4"),
        (["si", "flat"], "la", None),
    ],
)
def test_rp4_an_alteration_follows_a_note_and_is_looked_through(
    staff: list[str], card: str, article: str | None
) -> None:
    play = game(3)
    compose(play, *staff)
    hold(play, play.turn, card)
    assert (f"compose {card}" in play.legal_moves) == (article is None)
    if article:
        assert refused(play, f"compose {card}") == article


@pytest.mark.parametrize("key", ["sharp", "flat"])
def test_rp4_an_alteration_sets_the_key_to_its_side(key: str) -> None:
    for side in ("sharp", "flat"):
        play = game(2, key)
        compose(play, "fa", side)
        assert play.view()["key"] == side
        assert ("turn_key" in [event.verb for event in play.tell()]) == (side != key)


@pytest.mark.parametrize("staff", [("si", "sharp"), ("do", "flat")])
def test_rp4_a_closed_staff_goes_to_who_closed_it(staff: tuple[str, str]) -> None:
    play = game(3)
    compose(play, *staff)
    assert play.tell()[-1].verb == "closed"
    for seat in (C, A):
        hold(play, seat, *PLAY[:6])
        assert play.turn == seat
        assert verbs(play) == ["draw"]
        assert refused(play, "compose do") == "RP-4"
        assert refused(play, "collect") == "RP-5"
        play.play("draw")
    assert play.turn == B
    assert play.legal_moves == ["collect"]


def test_rp5_who_played_the_last_card_composes_or_collects() -> None:
    play = game(3)
    compose(play, "do")
    play.play("draw")  # B
    hold(play, C, "re", "half")
    play.play("exchange half")
    hold(play, A, "do", "mi", "sharp", "quarter")
    assert play.turn == A
    assert play.legal_moves == ["collect", "compose mi", "compose sharp"]
    assert refused(play, "draw") == refused(play, "exchange quarter") == refused(play, "pass") == "RP-5"
    play.play("collect")
    view = play.view()
    assert view["staff"] == [] and view["last"] is None
    assert view["seats"][A]["collected"] == 1
    assert view["memory"]["collected"] == {"do": 1}
    assert play.turn == B


def test_rp5_not_after_another_has_composed() -> None:
    play = game(3)
    compose(play, "do")
    play.play("draw")  # B
    compose(play, "re")  # C
    assert play.turn == A
    assert refused(play, "collect") == "RP-5"


def test_rp5_going_on_with_ones_own_staff() -> None:
    play = game(2)
    compose(play, "do")
    play.play("draw")
    compose(play, "re")  # A again
    assert play.view()["staff"] == ["do", "re"]
    play.play("draw")
    play.play("collect")
    assert play.view()["seats"][A]["collected"] == 2
    assert refused(play, "collect") == "RP-5"  # no staff


def test_rp5_the_key_stays_when_the_staff_is_collected() -> None:
    play = game(2, "sharp")
    compose(play, "fa", "flat")
    play.play("draw")
    play.play("collect")
    assert play.view()["key"] == "flat"
    compose(play, "fa")
    hold(play, B, "mi", "sol")
    assert [move for move in play.legal_moves if "compose" in move] == ["compose mi"]


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [(["whole"], 4), (["half", "quarter"], 3), (["eighth", "eighth"], 1), (["quarter", "eighth", "eighth"], 2)],
)
def test_rp6_one_play_card_a_beat(cards: list[str], drawn: int) -> None:
    play = game(2)
    hold(play, A, *cards)
    move = play.play(" ".join(["exchange", *cards]))
    assert len(move.reveals) == drawn
    assert play.view()["seats"][A] == play.view()["seats"][A] | {"play": drawn, "rythm": 0}
    assert play.view()["rythm_discard"] == Counter(cards)


@pytest.mark.parametrize(
    "cards", ["quarter eighth", "whole quarter", "eighth", "half half eighth eighth", "whole whole"]
)
def test_rp6_broken_beats_and_more_than_four_are_refused(cards: str) -> None:
    play = game(2)
    hold(play, A, "whole", "whole", "half", "half", "quarter", "eighth", "eighth")
    refusal = play.explain(f"exchange {cards}")
    assert refusal.article == "RP-6"
    assert "beats" in refusal.reason.en and "temps" in refusal.reason.fr
    with pytest.raises(IllegalMoveError, match="RP-6"):
        play.play(f"exchange {cards}")


def test_rp6_cards_are_named_from_the_longest_and_must_be_held() -> None:
    play = game(2)
    hold(play, A, "half", "quarter")
    with pytest.raises(InvalidMoveError, match="longest"):
        play.play("exchange quarter half")
    assert refused(play, "exchange quarter quarter") == "RP-6"
    assert play.explain("exchange half tone").article == "C-8"
    assert [move for move in play.legal_moves if "exchange" in move] == [
        "exchange half",
        "exchange half quarter",
        "exchange quarter",
    ]


def test_rp6_every_set_of_cards_that_makes_one_to_four_beats_is_one_move() -> None:
    play = game(2)
    hold(play, A, "half", "quarter", "quarter", "eighth", "eighth", "eighth", "eighth")
    assert len([move for move in play.legal_moves if "exchange" in move]) == 14
    beats = EXCHANGES @ np.array([4, 2, 1, 0.5])
    assert sorted(set(beats)) == [1, 2, 3, 4]
    assert len({tuple(counts) for counts in EXCHANGES}) == len(EXCHANGES) == 21


def test_rp6_fewer_cards_left_are_drawn() -> None:
    play = game(2)
    compose(play, "do")
    leave_in_play_pile(play, "la")
    add_rythm(play, B, "half", "half")
    assert play.play("exchange half").reveals == ("la",)
    play.play("collect")
    assert play.over


def test_rp7_draw_one_rythm_card_and_reshuffle_the_discard_into_an_empty_pile() -> None:
    play = game(2)
    hold(play, A, "do", "half")
    play.play("exchange half", ["re", "mi"])
    empty_rythm_pile(play, keep_discard=True)
    assert play.view()["rythm_discard"] == {"half": 1}
    hold_no_rythm(play, B, "fa")
    move = play.play("draw")
    assert move.reveals == ("half",)
    assert [event.verb for event in play.tell()] == ["reshuffle", "draw"]
    assert play.view()["rythm_discard"] == {} and play.view()["rythm_pile"] == 0
    assert play.turn == A
    assert refused(play, "draw") == "RP-7"


def test_rp8_pass_only_when_nothing_else_is_legal() -> None:
    play = game(2)
    assert refused(play, "pass") == "RP-8"
    hold_no_rythm(play, A, "sharp")
    empty_rythm_pile(play, keep_discard=False)
    assert play.legal_moves == ["pass"]
    play.play("pass")
    assert play.turn == B


def test_rp9_a_surplus_of_play_cards_goes_face_up_one_a_move() -> None:
    play = game(2)
    hold(play, A, "do", "re", "mi", "fa", "whole", "eighth")
    play.play("exchange whole", ["si", "si", "sharp", "flat"])
    assert play.turn == A
    assert play.view()["phase"] == "surplus" and play.view()["prompt"]["count"] == "2"
    assert play.legal_moves == [f"discard {card}" for card in ("do", "fa", "flat", "mi", "re", "sharp", "si")]
    assert refused(play, "draw") == refused(play, "discard la") == "RP-9"
    play.play("discard do")
    assert play.turn == A
    play.play("discard re")
    assert play.turn == B
    assert face_up(play, A) == ["do", "re"]
    assert play.scores[A] == -6.5
    assert refused(play, "discard do") == "RP-9"


def test_rp9_drawing_above_seven_costs_a_play_card_and_seven_rythm_cards_draw_no_more() -> None:
    play = game(2)
    hold(play, A, "do", "re", "mi", "quarter", "quarter", "eighth", "eighth")
    play.play("draw")
    assert play.legal_moves == ["discard do", "discard mi", "discard re"]
    play.play("discard mi")
    hold(play, B, "quarter", "quarter", "quarter", "quarter", "eighth", "eighth", "eighth")
    assert refused(play, "draw") == "RP-9"
    assert verbs(play) == ["exchange"]


def test_rp9_a_full_hand_may_exchange() -> None:
    play = game(2)
    hold(play, A, "do", "re", "mi", "fa", "sol", "la", "whole")
    play.play("exchange whole")
    for _ in range(3):
        play.play(play.legal_moves[0])
    assert play.turn == B
    assert play.view()["seats"][A]["play"] == 7
    assert len(face_up(play, A)) == 3


def test_rp10_over_at_once_when_the_last_card_is_drawn_on_an_empty_staff() -> None:
    play = game(3)
    leave_in_play_pile(play, "la")
    add_rythm(play, A, "half")
    play.play("exchange half")
    assert play.over
    assert play.legal_moves == []
    assert play.explain("draw").article == "RP-10"
    assert [event.verb for event in play.tell()][:3] == ["exchange", "gain", "pile_empty"]
    assert play.tell()[-1].verb == "over"


def test_rp10_not_before_the_surplus_is_discarded() -> None:
    play = game(3)
    hold(play, A, "do", "re", "mi", "fa", "sol", "half", "quarter")
    leave_in_play_pile(play, "la", "si")
    play.play("exchange half")
    assert not play.over
    play.play("discard do")
    assert play.over
    assert play.scores[A] == -4


def test_rp10_drawn_on_a_staff_the_game_ends_when_it_is_collected() -> None:
    for option in (False, True):
        play = game(3, last_staff=option)
        compose(play, "do")
        leave_in_play_pile(play, "la")
        add_rythm(play, B, "quarter")
        play.play("exchange quarter")
        assert not play.over
        play.play("draw")  # C
        play.play("collect")
        assert play.over


def waiting(players: int) -> Playthrough:
    """A has drawn the last PLAY card on an empty staff, with the option that one more may be played."""
    play = game(players, last_staff=True)
    for seat in range(players):
        hold(play, seat, "do", "re", "quarter")
    leave_in_play_pile(play, "la")
    play.play("exchange quarter")
    assert not play.over
    assert [event.verb for event in play.tell()][-1] == "last_staff"
    return play


def test_rp10_last_staff_ends_after_n_turns_with_an_empty_staff() -> None:
    play = waiting(3)
    assert refused(play, "exchange quarter") == "RP-6"
    for _ in range(2):
        play.play("draw")
        assert not play.over
    assert play.turn == A
    play.play("draw")
    assert play.over


def test_rp10_last_staff_ends_when_that_staff_is_collected() -> None:
    play = waiting(3)
    play.play("draw")  # B
    play.play("draw")  # C
    play.play("compose do")  # A, in the last turn there is
    for _ in range(2):
        assert refused(play, "exchange quarter") == "RP-11"
        play.play("draw")
    play.play("collect")
    assert play.over
    assert play.view()["seats"][A]["collected"] == 1


def test_rp10_last_staff_waits_for_turns_to_end_not_for_moves() -> None:
    play = waiting(2)
    hold_play(play, B, "do", "re", "mi", "fa", "sol", "la")
    play.play("draw")
    play.play("discard do")
    assert not play.over and play.turn == A
    play.play("draw")
    assert play.over


def test_rp11_without_a_pile_play_goes_on_until_the_staff_is_collected() -> None:
    play = game(2)
    compose(play, "do")
    leave_in_play_pile(play)
    add_rythm(play, B, "quarter")
    assert play.view()["phase"] == "last"
    assert refused(play, "exchange quarter") == "RP-11"
    play.play("draw")
    assert not play.over
    play.play("collect")
    assert play.over


def result(*seats: tuple[int, int, list[str]]) -> tuple[list[float], list[int]]:
    """Scores and winners for cards face down, cards face up and RYTHM cards in hand by seat."""
    play = game(len(seats))
    state = play.state
    for seat, (down, up, rythm) in enumerate(seats):
        state.won[seat] = down
        state.face_up[seat, 0] = up
        hold(play, seat, "do", *rythm)
    won = int(GAME.winners(state))
    return play.scores, [seat for seat in range(len(seats)) if won >> seat & 1]


def test_rp12_down_1_up_minus_3_rythm_minus_its_beats() -> None:
    assert result((8, 1, ["eighth"]), (0, 2, ["whole", "half"])) == ([4.5, -12], [A])


def test_rp12_then_the_fewest_rythm_cards_then_a_joint_win() -> None:
    assert result((5, 0, ["eighth"]), (8, 1, ["eighth"])) == ([4.5, 4.5], [A, B])
    assert result((6, 0, ["quarter", "eighth"]), (5, 0, ["eighth"])) == ([4.5, 4.5], [B])
    assert result((1, 0, ["whole"]), (0, 1, []), (0, 0, ["half", "quarter"])) == ([-3, -3, -3], [B])


def test_rp6_the_aids_say_the_beats_of_the_cards_and_of_the_largest_exchange() -> None:
    aids = GAME.aids(game(2).state, A)
    assert aids["beats"] == {"whole": 4, "half": 2, "quarter": 1, "eighth": 0.5}
    assert aids["most_beats"] == 4


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_shows_its_beats(language: Language) -> None:
    printed = [GAME.texts.say(language, f"printed.{card}") for card in RYTHM]
    beats = GAME.aids(game(2).state, A)["beats"]
    assert [float(number.replace("½", "0.5")) for number in printed] == [beats[card] for card in RYTHM]


def test_rp9_the_aids_say_what_must_be_discarded_now_and_after_a_draw() -> None:
    play = game(2)
    hold(play, A, "do", "re", "mi", "fa", "sol", "eighth")
    aids = GAME.aids(play.state, A)
    assert (aids["surplus"], aids["draw_surplus"]) == (0, 0)
    hold(play, A, "do", "re", "mi", "fa", "sol", "eighth", "eighth")
    aids = GAME.aids(play.state, A)
    assert (aids["surplus"], aids["draw_surplus"]) == (0, 1)
    play.play("draw")
    assert play.view()["phase"] == "surplus"
    assert GAME.aids(play.state, A)["surplus"] == 1


def test_rp12_points_are_known_of_who_holds_no_rythm() -> None:
    play = game(2)
    assert GAME.aids(play.state, A)["points"][B]["rythm"] is None
    hold_no_rythm(play, B, "do")
    assert GAME.aids(play.state, A)["points"][B]["rythm"] == 0
