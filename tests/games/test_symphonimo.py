"""Symphonimo, article by article."""

from typing import Any

import numpy as np
import pytest

from quatuor import GAMES, IllegalMoveError, OptionError, Playthrough
from quatuor.games.symphonimo.rules import points, quartets
from quatuor.games.symphonimo.state import LOWEST

GAME = GAMES["symphonimo"]
A, B, C, D = range(4)


def game(players: int, first: int = A, **options: Any) -> Playthrough:
    return Playthrough("symphonimo", players, seed=1, first=first, options=options)


def with_faces(*faces: str, **options: Any) -> Playthrough:
    return game(len(faces), maestro=list(faces), **options)


def draw(play: Playthrough, family: int, conductor: int) -> None:
    """Draw this family and place it under this conductor."""
    play.play("draw", [str(family)])
    play.play(f"place {conductor}")


def own(play: Playthrough, seat: int, **families: int) -> None:
    """Put cards of the pile into a collection: f7=4 is four sevens."""
    state = play.state
    for name, count in families.items():
        family = int(name[1:]) - LOWEST
        for _ in range(count):
            left = int(state.left + state.unused)
            place = state.pile[:left].tolist().index(family)
            state.pile[place] = state.pile[left - 1]
            state.pile[left - 1] = -1
            state.left -= 1
            state.owned[seat, family] += 1


def leave_in_pile(play: Playthrough, *families: int) -> None:
    """Empty the pile but for these cards; the others are discarded."""
    state = play.state
    for card in state.pile[: state.left]:
        state.discarded[card] += 1
    state.pile[:] = -1
    for place, family in enumerate(families):
        state.pile[place] = family - LOWEST
        state.discarded[family - LOWEST] -= 1
    state.left = len(families)


def refused(play: Playthrough, move: str) -> str:
    """The article that forbids a move."""
    with pytest.raises(IllegalMoveError) as error:
        play.play(move)
    return error.value.refusal.article


def collection(play: Playthrough, seat: int) -> dict[str, int]:
    return play.view()["orchestras"][seat]["cards"]


@pytest.mark.parametrize(("players", "cards"), [(2, 42), (3, 52), (4, 63), (5, 75), (6, 88)])
def test_sy1_families_in_play_and_sy20_five_cards_leave_with_fausse_note(players: int, cards: int) -> None:
    assert game(players).view()["pile"] == cards
    assert game(players, fausse_note=True).view()["pile"] == cards - 5
    unseen = GAME.locate(game(players).state)["unseen"]
    assert {family: unseen.count(family) for family in unseen} == {str(v): v for v in range(3, players + 8)}


def test_sy2_as_many_classic_conductors_as_players() -> None:
    assert game(5).record()["deal"] == {"conductors": ["classic"] * 5}


def test_sy3_the_size_of_the_pile_is_public_and_its_order_is_not() -> None:
    play = game(3)
    draw(play, 7, 1)
    assert play.view()["pile"] == 51
    assert "unseen" not in play.view()


def test_sy4_draw_then_place_or_take_a_conductor_with_cards() -> None:
    play = game(3)
    assert play.legal_moves == ["draw"]
    assert refused(play, "place 1") == "SY-4"
    assert refused(play, "take 1") == "SY-4"
    play.play("draw", ["7"])
    assert play.legal_moves == ["place 1", "place 2", "place 3"]
    assert refused(play, "take 1") == "SY-4"
    play.play("place 2")
    assert play.turn == B
    assert play.legal_moves == ["draw", "take 2"]
    assert refused(play, "place 1") == "SY-4"


def test_sy5_full_columns_must_be_taken_and_empty_ones_cannot() -> None:
    play = game(3)
    for conductor in (1, 2, 3):
        for _ in range(4):
            draw(play, 10 if conductor == 1 else 9 if conductor == 2 else 8, conductor)
    assert play.legal_moves == ["take 1", "take 2", "take 3"]
    assert refused(play, "draw") == "SY-5"


def test_sy5_free_conductors_with_4_0_2_cards() -> None:
    play = game(3)
    for family, conductor in ((10, 1), (10, 1), (9, 1), (9, 1), (8, 3), (8, 3)):
        draw(play, family, conductor)
    assert play.legal_moves == ["draw", "take 1", "take 3"]
    play.play("draw")
    assert play.legal_moves == ["place 2", "place 3"]
    assert refused(play, "place 1") == "SY-5"


def test_sy6_who_takes_is_out_and_the_last_in_plays_on_alone() -> None:
    play = game(3)
    draw(play, 10, 1)
    draw(play, 10, 2)
    draw(play, 10, 3)
    play.play("take 1")
    assert play.turn == B
    draw(play, 9, 2)
    play.play("take 3")  # C
    assert play.turn == B
    draw(play, 9, 2)
    assert play.turn == B
    draw(play, 9, 2)
    assert play.legal_moves == ["take 2"]


def test_sy7_the_last_taker_starts_the_next_round() -> None:
    play = game(3)
    draw(play, 10, 1)
    draw(play, 10, 2)
    draw(play, 10, 3)
    play.play("take 1")  # A
    draw(play, 9, 2)  # B
    play.play("take 3")  # C
    draw(play, 9, 2)  # B again
    play.play("take 2")
    assert play.turn == B
    assert play.legal_moves == ["draw"]
    assert all(conductor["taker"] is None for conductor in play.view()["conductors"])


def test_sy7_an_immediate_take_counts_as_the_last() -> None:
    play = with_faces("take_now", "classic")
    draw(play, 9, 2)
    play.play("take 2")  # B is out
    play.play("draw", ["8"])
    play.play("place 1")
    play.play("take now")
    assert play.turn == A
    assert play.legal_moves == ["draw"]


def test_sy8_one_last_turn_each_the_drawer_last() -> None:
    play = game(4, first=D)
    draw(play, 11, 1)
    draw(play, 11, 2)  # A
    draw(play, 11, 3)  # B
    draw(play, 11, 4)  # C
    play.play("take 1")  # D is out
    draw(play, 10, 2)  # A
    leave_in_pile(play, 9)
    assert play.turn == B
    draw(play, 9, 3)
    order = []
    while not play.over:
        order.append(play.turn)
        assert "stop" in play.legal_moves
        assert "draw" not in play.legal_moves
        assert refused(play, "draw") == "SY-8"
        play.play("stop")
    assert order == [C, A, B]


def test_sy8_stopping_is_for_the_end_and_cards_left_score_for_nobody() -> None:
    play = game(2)
    assert refused(play, "stop") == "SY-8"
    leave_in_pile(play, 9)
    draw(play, 9, 1)
    play.play("stop")
    play.play("stop")
    assert play.over
    assert play.scores == [0, 0]


def test_sy9_draw_one_empties_the_pile() -> None:
    play = with_faces("draw_one", "classic", "classic")
    draw(play, 9, 1)
    draw(play, 9, 2)
    draw(play, 9, 3)
    leave_in_pile(play, 8)
    move = play.play("take 1", ["8"])
    assert move.reveals == ("8",)
    assert play.turn == B
    assert play.legal_moves == ["stop", "take 2", "take 3"]
    play.play("take 2")
    assert play.turn == C
    play.play("stop")
    assert play.over
    assert play.scores == [2, 1, 0]


def test_sy10_a_round_with_one_card_is_an_ordinary_round() -> None:
    play = game(2)
    draw(play, 9, 1)
    draw(play, 8, 2)
    leave_in_pile(play, 7)
    play.play("take 1")
    play.play("take 2")
    assert not play.over
    assert play.turn == B
    draw(play, 7, 1)
    play.play("take 1")  # A
    play.play("stop")  # B, who drew the last card
    assert play.over
    assert play.explain("draw").article == "SY-10"


def test_sy11_only_soloists_and_quartets_score() -> None:
    play = game(6)
    own(play, A, f3=3, f4=2, f5=4, f6=1, f7=4, f8=8)
    assert points(play.state, A) == 11
    assert quartets(play.state, A) == 2
    own(play, B, f9=5, f10=8)
    assert points(play.state, B) == 0


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ({"f5": 4, "f6": 1, "f7": 4}, {"f8": 4, "f3": 1, "f4": 1, "f9": 1, "f10": 1, "f11": 1, "f12": 1}, [A]),
        ({"f5": 4, "f6": 1}, {"f8": 4, "f3": 1}, [A, B]),
    ],
)
def test_sy11_then_most_quartets_then_a_joint_win(first: Any, second: Any, winners: list[int]) -> None:
    play = game(6)
    own(play, A, **first)
    own(play, B, **second)
    assert points(play.state, A) == points(play.state, B)
    won = int(GAME.winners(play.state))
    assert [seat for seat in range(6) if won >> seat & 1] == winners


def test_sy12_maestro_none_random_random_k_and_a_list() -> None:
    seen = set()
    for seed in range(60):
        faces = Playthrough("symphonimo", 4, seed=seed, options={"maestro": "random"}).record()["deal"]["conductors"]
        assert "classic" not in faces and len(set(faces)) == 4
        seen.update(faces)
        faces = Playthrough("symphonimo", 4, seed=seed, options={"maestro": "random:2"}).record()["deal"]["conductors"]
        assert faces.count("classic") == 2 and len(set(faces)) == 3
    assert len(seen) == 6
    listed = ["max_two", "classic", "classic"]
    record = with_faces(*listed).record()
    assert record["deal"]["conductors"] == record["options"]["maestro"] == listed
    assert game(3, maestro="random:1").record()["options"]["maestro"] == "random:1"


@pytest.mark.parametrize(
    "value", ["all", "random:0", "random:4", "random:01", ["max_two"], ["max_two"] * 3, ["king"] * 3, 3, None, True]
)
def test_sy12_and_c7_a_bad_maestro_is_refused_by_name(value: Any) -> None:
    with pytest.raises(OptionError, match=r"option maestro takes none, random, random:k with k from 1 to 3"):
        game(3, maestro=value)


def test_sy12_every_power_is_as_likely_on_every_conductor() -> None:
    counts: dict[tuple[int, str], int] = {}
    for seed in range(1200):
        deal = Playthrough("symphonimo", 2, seed=seed, options={"maestro": "random:1"}).record()["deal"]
        for place, face in enumerate(deal["conductors"]):
            counts[place, face] = counts.get((place, face), 0) + 1
    for place in (0, 1):
        assert abs(counts[place, "classic"] - 600) < 100
        assert all(abs(counts[place, face] - 100) < 45 for _, face in counts if face != "classic")


def test_sy13_max_two_has_room_for_two() -> None:
    play = with_faces("max_two", "classic")
    draw(play, 9, 1)
    draw(play, 9, 1)
    play.play("draw")
    assert play.legal_moves == ["place 2"]
    assert refused(play, "place 1") == "SY-13"


def test_sy14_pass_left_gives_the_only_card_and_spoils_a_quartet() -> None:
    play = with_faces("pass_left", "classic")
    own(play, B, f7=4)
    assert points(play.state, B) == 5
    draw(play, 7, 1)
    draw(play, 9, 2)
    play.play("take 1")
    assert play.turn == A
    assert play.legal_moves == ["pass 7"]
    assert refused(play, "pass 9") == "SY-14"
    play.play("pass 7")
    assert collection(play, B) == {"7": 5}
    assert collection(play, A) == {}
    assert points(play.state, B) == 0
    assert refused(play, "pass 7") == "SY-14"


def test_sy14_the_neighbour_gets_it_even_when_out() -> None:
    play = with_faces("pass_left", "classic", "classic")
    draw(play, 10, 1)  # A
    draw(play, 9, 2)  # B
    draw(play, 8, 1)  # C
    draw(play, 7, 3)  # A
    play.play("take 2")  # B is out
    draw(play, 7, 3)  # C
    assert GAME.aids(play.state, A)["passes_to"] is None
    play.play("take 1")  # A
    assert GAME.aids(play.state, A)["passes_to"] == B
    play.play("pass 10")
    assert collection(play, B) == {"9": 1, "10": 1}
    assert collection(play, A) == {"8": 1}


def test_sy15_discard_one_even_the_only_card() -> None:
    play = with_faces("discard_one", "classic")
    draw(play, 7, 1)
    draw(play, 9, 2)
    play.play("take 1")
    assert play.legal_moves == ["discard 7"]
    assert refused(play, "keep") == "SY-15"
    play.play("discard 7")
    assert collection(play, A) == {}
    assert play.view()["discarded"] == {"7": 1}


def test_sy16_discard_own_offers_only_what_was_owned_before() -> None:
    play = with_faces("discard_own", "classic")
    own(play, A, f5=1)
    draw(play, 5, 1)
    draw(play, 7, 1)
    play.play("take 1")
    assert play.legal_moves == ["drop 5", "keep"]
    assert refused(play, "drop 7") == "SY-16"
    play.play("drop 5")
    assert collection(play, A) == {"5": 1, "7": 1}
    play.undo()
    play.play("keep")
    assert collection(play, A) == {"5": 2, "7": 1}


def test_sy16_nothing_owned_no_choice() -> None:
    play = with_faces("discard_own", "classic")
    draw(play, 5, 1)
    draw(play, 7, 1)
    play.play("take 1")
    assert play.turn == B
    assert collection(play, A) == {"5": 1, "7": 1}


def test_sy17_draw_one_adds_the_top_card_unless_the_pile_is_empty() -> None:
    play = with_faces("draw_one", "classic")
    draw(play, 9, 1)
    draw(play, 9, 2)
    assert play.play("take 1", ["6"]).reveals == ("6",)
    assert collection(play, A) == {"6": 1, "9": 1}
    play = with_faces("draw_one", "classic")
    leave_in_pile(play, 9)
    draw(play, 9, 1)
    assert play.play("take 1").reveals == ()
    assert collection(play, B) == {"9": 1}


def test_sy18_take_now_even_with_the_last_card_of_the_pile() -> None:
    play = with_faces("take_now", "classic")
    leave_in_pile(play, 9)
    draw(play, 9, 1)
    assert play.turn == A
    assert play.legal_moves == ["leave", "take now"]
    assert refused(play, "take 1") == "SY-18"
    play.play("take now")
    assert collection(play, A) == {"9": 1}
    assert play.turn == B
    assert play.legal_moves == ["stop"]
    play.play("stop")
    assert play.over


def test_sy18_left_it_is_taken_like_any_other() -> None:
    play = with_faces("take_now", "classic")
    draw(play, 9, 1)
    play.play("leave")
    assert play.turn == B
    assert play.legal_moves == ["draw", "take 1"]
    assert refused(play, "take now") == "SY-18"
    play.play("take 1")
    assert collection(play, B) == {"9": 1}


def test_sy19_the_power_comes_before_the_cards_join_and_discards_are_public() -> None:
    play = with_faces("discard_one", "classic")
    draw(play, 7, 1)
    draw(play, 9, 1)
    play.play("take 1")
    view = play.view()
    assert view["orchestras"][A] == {"in": False, "cards": {}}
    assert view["conductors"][0]["cards"] == ["7", "9"]
    play.play("discard 9")
    assert collection(play, A) == {"7": 1}
    assert play.view()["discarded"] == {"9": 1}


def test_sy20_the_fausse_note_cards_are_never_drawn_and_combine_with_maestro() -> None:
    play = game(2, fausse_note=True, maestro="random")
    while not play.over:
        play.play(play.legal_moves[0])
    assert play.view()["pile"] == 0
    assert len(GAME.locate(play.state)["unseen"]) == 5


def test_the_first_player_is_as_likely_to_be_anyone() -> None:
    firsts = [Playthrough("symphonimo", 3, seed=seed).first for seed in range(900)]
    assert all(abs(firsts.count(seat) - 300) < 75 for seat in range(3))


def test_aids_say_what_the_next_card_of_a_family_would_do() -> None:
    play = game(3)
    own(play, A, f7=3, f8=1)
    families = GAME.aids(play.state, A)["families"][A]
    assert families["7"] == {"badge": "silent", "points": 0, "next": 5}
    assert families["8"] == {"badge": "soloist", "points": 1, "next": -1}
    assert families["9"] == {"badge": "absent", "points": 0, "next": 1}
    assert GAME.aids(play.state, A)["unseen"]["7"] == 4


def test_the_observation_turns_with_the_seat() -> None:
    play = game(3)
    own(play, B, f7=2)
    seen = np.zeros((2, GAME.observation.size), np.int8)
    GAME.observe(play.state, A, seen[0])
    GAME.observe(play.state, B, seen[1])
    collection = GAME.observation.part(seen, "collection")
    assert collection[0, 1, 7 - LOWEST, 5] == collection[1, 0, 7 - LOWEST, 5] == 2


def test_sy12_the_conductors_do_not_change_the_cards_of_a_seed() -> None:
    def first_card(maestro: Any) -> tuple[str, ...]:
        return Playthrough("symphonimo", 2, seed=7, options={"maestro": maestro}).play("draw").reveals

    assert first_card("none") == first_card("random") == first_card(["max_two", "classic"])
