"""Rythm'n'Play around its rules: material, option, told deals, who sees what and remembers what, the screen."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from quatuor import OptionError, Playthrough, RecordError
from quatuor.core.chance import CHOICES, CHOOSER, below, seeded
from quatuor.core.state import copy_of
from quatuor.games.rythm_n_play import GAME
from quatuor.games.rythm_n_play.notation import CARDS, PLAY, RYTHM
from quatuor.games.rythm_n_play.state import COMPOSE, DRAW, N_KINDS, NOTHING, PUBLIC, WHOLE

A, B, C = range(3)
DEAL = {
    "play": [["do", "re", "mi", "fa"], ["sol", "la", "si", "sharp"], ["do", "re", "mi", "fa"]],
    "rythm": [["whole"], ["half"], ["quarter"]],
}


def told(players: int) -> Playthrough:
    """A game typed in, after the choice of the key; A plays first."""
    deal = {kind: hands[:players] for kind, hands in DEAL.items()}
    play = Playthrough(GAME, players, first=A, deal=deal)
    play.play("key sharp")
    return play


def redealt(state: Any, seat: int, seed: int) -> Any:
    other = copy_of(state)
    GAME.redeal(other, seat, np.uint64(seed))
    return other


def hand(state: Any, seat: int) -> Counter[str]:
    """The RYTHM cards of a hand."""
    return Counter({card: int(n) for card, n in zip(RYTHM, state.hand[seat, WHOLE:], strict=True) if n})


def reshuffled(players: int) -> Playthrough:
    """A game just before the draw that reshuffles the RYTHM discard: only what is listed below is in hands.

    A holds an eighth, B a half, C a quarter; the pile is empty, everything else lies in the discard.
    """
    play = told(players)
    state = play.state
    state.hand[:, WHOLE:] = 0
    for seat, card in zip(range(players), ("eighth", "half", "quarter"), strict=False):
        state.hand[seat, CARDS.index(card)] = 1
    state.rythm_pile[:] = -1
    state.rythm_left = 0
    state.discarded[:] = np.array([2, 4, 8, 16]) - state.hand[:, WHOLE:].sum(axis=0)
    state.n_discarded = state.discarded.sum()
    return play


def test_rp1_54_play_and_30_rythm_cards() -> None:
    cards = Counter(card for place in GAME.locate(Playthrough(GAME, 2, seed=1).state).values() for card in place)
    assert cards == dict.fromkeys(PLAY, 6) | {"whole": 2, "half": 4, "quarter": 8, "eighth": 16}


@pytest.mark.parametrize("value", [0, 1, "yes", None, [True]])
def test_rp10_and_c7_a_bad_last_staff_is_refused_by_name(value: Any) -> None:
    with pytest.raises(OptionError, match="last_staff takes true or false"):
        Playthrough(GAME, 2, options={"last_staff": value})


def test_rp6_whose_turn_it_is_and_the_end_come_before_the_beats_of_an_exchange() -> None:
    play = told(2)

    def articles(move: str) -> list[str]:
        return [play.explain(move, seat).article for seat in (A, B, -1)]

    assert articles("exchange quarter eighth") == ["RP-6", "C-1", "C-1"]
    for unreadable in ("exchange", "exchange fa", "exchange eighth quarter", "exchange  quarter", "exchange half "):
        assert articles(unreadable) == ["C-8"] * 3
    play = Playthrough(GAME, 2, seed=2)
    while not play.over:
        play.play(play.legal_moves[0])
    assert articles("exchange quarter eighth") == ["RP-10"] * 3
    assert articles("exchange eighth quarter") == ["C-8"] * 3


def test_rp7_other_players_see_the_backs_of_drawn_cards() -> None:
    play = told(3)
    play.play("exchange whole", ["si", "la", "sol", "flat"])
    exchange, gain = play.tell(seat=A)[:2]
    assert exchange.cards == ("whole",)
    assert gain.cards == ("si", "la", "sol", "flat")
    for seat in (B, C, -1):
        exchange, gain = play.tell(seat=seat)[:2]
        assert exchange.cards == ("whole",)
        assert gain.cards == (None,) * 4
    play.play("discard do")
    assert play.tell(seat=C)[0].cards == ("do",)
    play.play("draw", ["eighth"])
    assert play.tell(seat=B)[0].cards == ("eighth",)
    assert play.tell(seat=A)[0].cards == (None,)


def test_c5_a_view_has_the_own_hand_only_and_all_hands_at_the_end() -> None:
    play = told(3)
    hands = [seat["hand"] for seat in play.view(B)["seats"]]
    assert hands == [None, ["sol", "la", "si", "sharp", "half"], None]
    assert [seat["hand"] for seat in play.view()["seats"]] == [None] * 3
    assert play.view(B)["memory"]["unseen"]["half"] == 3
    assert play.view()["memory"]["unseen"]["half"] == 4
    play = Playthrough(GAME, 3, seed=2)
    while not play.over:
        play.play(play.legal_moves[0])
    assert None not in [seat["hand"] for seat in play.view()["seats"]]
    assert redealt(play.state, A, 5).hand.tobytes() == play.state.hand.tobytes()


def test_c5_a_redealt_state_depends_on_what_the_seat_knows_alone() -> None:
    chooser = np.zeros(1, CHOOSER)[0]
    for players in (2, 3, 6):
        play = Playthrough(GAME, players, seed=players)
        chooser.rng = seeded(np.uint64(players), CHOICES)
        while not play.over:
            actions = play.legal_actions
            play.play_action(actions[below(chooser, len(actions))])
            for seat in range(-1, players):
                once = redealt(play.state, seat, 1)
                assert redealt(once, seat, 2).tobytes() == redealt(play.state, seat, 2).tobytes()
                assert GAME.view(once, seat) == play.view(seat)
                for k in range(players):
                    others = once.hand[:players, WHOLE:].sum(axis=0) - once.hand[k, WHOLE:]
                    assert (once.sure[k] <= others).all(), "nobody is sure of what is not so"


def test_c5_a_reshuffle_tells_what_the_others_hold() -> None:
    play = reshuffled(2)
    play.play("draw", ["whole"])  # A
    assert play.view(A)["memory"]["surely_held_by_others"] == {"half": 1}
    assert play.view(B)["memory"]["surely_held_by_others"] == {"eighth": 1}
    assert play.view()["memory"]["surely_held_by_others"] == {"half": 1, "eighth": 1}
    for seed in range(20):
        assert hand(redealt(play.state, A, seed), B) == {"half": 1}
        other = hand(redealt(play.state, B, seed), A)
        assert other["eighth"] and other.total() == 2


def test_c5_cards_seen_going_are_sure_no_more() -> None:
    play = reshuffled(2)
    play.play("draw", ["whole"])  # A
    play.play("draw", ["quarter"])  # B
    play.play("draw", ["quarter"])  # A
    play.play("exchange half", ["si", "la"])  # B keeps a quarter that A has not seen
    assert play.view(A)["memory"]["surely_held_by_others"] == {}
    drawn = Counter(next(iter(hand(redealt(play.state, A, seed), B))) for seed in range(3000))
    # A has the eighth, a whole and a quarter, the half lies in the discard: 26 cards are unseen.
    unseen = {card: count for card, count in play.view(A)["memory"]["unseen"].items() if card in RYTHM}
    assert sum(unseen.values()) == 26
    for card, count in unseen.items():
        assert abs(drawn[card] / 3000 - count / 26) < 0.05


def test_c5_with_three_players_which_of_the_others_holds_a_sure_card_is_open() -> None:
    play = reshuffled(3)
    play.play("draw", ["whole"])  # A
    play.play("draw", ["quarter"])  # B has two cards now, C one
    assert play.state.sure[PUBLIC].tolist() == [0, 1, 1, 1]
    assert play.view(A)["memory"]["surely_held_by_others"] == {"half": 1, "quarter": 1}
    by_c: Counter[str] = Counter()
    for seed in range(3000):
        state = redealt(play.state, A, seed)
        both = hand(state, B) + hand(state, C)
        assert both["half"] and both["quarter"] and both.total() == 3
        by_c.update(hand(state, C))
    # C has one of the three places: a sure card in two cases of three, else one of the 26 others A has not seen.
    unseen = {"whole": 1, "half": 3, "quarter": 7, "eighth": 15}
    for card, count in unseen.items():
        expected = (card in ("half", "quarter")) / 3 + count / 26 / 3
        assert abs(by_c[card] / 3000 - expected) < 0.04


def assert_whole(state: Any) -> None:
    """No card is lost, made or changed, and nobody is sure of what is not so."""
    players = int(state.players)
    play_pile, rythm_pile = state.play_pile[: state.play_left], state.rythm_pile[: state.rythm_left]
    assert ((play_pile >= 0) & (play_pile < WHOLE)).all() and (rythm_pile >= WHOLE).all()
    assert (state.play_pile[state.play_left :] == NOTHING).all()
    assert (state.rythm_pile[state.rythm_left :] == NOTHING).all()
    assert (state.hand >= 0).all()
    assert (state.hand[:, :WHOLE].sum(axis=1) == state.n_play).all()
    assert (state.hand[:, WHOLE:].sum(axis=1) == state.n_rythm).all()
    kinds = np.bincount([*play_pile, *rythm_pile, *state.staff[: state.length]], minlength=N_KINDS)
    kinds += state.hand.sum(axis=0)
    kinds[:WHOLE] += state.face_up.sum(axis=0) + state.collected
    kinds[WHOLE:] += state.discarded
    assert kinds.tolist() == [6] * WHOLE + [2, 4, 8, 16]
    held = state.hand[:, WHOLE:].sum(axis=0)
    assert (state.sure[PUBLIC] <= held).all()
    assert (state.sure[:players] <= held - state.hand[:players, WHOLE:]).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c5_a_state_stays_whole_however_often_it_is_redealt_for_whomever(players: int) -> None:
    chooser = np.zeros(1, CHOOSER)[0]
    chooser.rng = seeded(np.uint64(players), CHOICES)
    actions = np.zeros(GAME.max_legal + 1, np.int16)
    chains = 0

    def move(state: Any) -> None:
        """A random move; often a draw or an exchange, so that the RYTHM discard is soon reshuffled."""
        legal = actions[: GAME.legal(state, actions)]
        rythm = legal[(legal < COMPOSE) | (legal == DRAW)]
        some = rythm if len(rythm) and below(chooser, 10) < 7 else legal
        GAME.apply(state, some[below(chooser, len(some))])

    for seed in range(20):
        game = copy_of(Playthrough(GAME, players, seed=seed).state)
        while game.turn >= 0:
            move(game)
            if not game.reshuffled or below(chooser, 2):
                continue
            chains += 1
            state = copy_of(game)
            for _ in range(4):
                seat = below(chooser, players + 1) - 1
                before = GAME.view(state, seat)
                GAME.redeal(state, seat, np.uint64(below(chooser, 1 << 30)))
                assert GAME.view(state, seat) == before
                assert_whole(state)
                for _ in range(below(chooser, 4)):
                    if state.turn >= 0:
                        move(state)
                        assert_whole(state)
    assert chains > 200


def test_rp2_the_deal_of_a_record_is_followed_or_refused() -> None:
    deal = {"play": [["do", "sharp", "la", "fa"], ["si", "si", "si", "si"]], "rythm": [["eighth"], ["whole"]]}
    told = Playthrough(GAME, 2, first=A, deal=deal)
    assert told.view(B)["seats"][B]["hand"] == ["si", "si", "si", "si", "whole"]
    assert Counter(card for cards in GAME.locate(told.state).values() for card in cards)["si"] == 6
    dealt = Playthrough(GAME, 2, seed=3)
    again = Playthrough(GAME, 2, seed=3, deal=dealt.record()["deal"])
    assert again.state.tobytes() == dealt.state.tobytes()
    bad: list[Any] = [
        {},
        [],
        deal | {"key": "sharp"},
        deal | {"play": [["do"] * 4]},
        deal | {"play": [["do"] * 4, ["do"] * 4]},
        deal | {"play": [["do", "re", "mi", 7], ["si"] * 4]},
        deal | {"rythm": [["whole"], ["do"]]},
        deal | {"rythm": ["whole", "half"]},
    ]
    for wrong in bad:
        with pytest.raises(RecordError, match="four PLAY cards and one RYTHM card"):
            Playthrough(GAME, 2, deal=wrong)


@pytest.mark.parametrize("players", [2, 6])
def test_no_game_is_endless(players: int) -> None:
    """An exchange uses up PLAY cards, a hand is full of RYTHM at seven, and not all seats can pass in a row."""
    for option in (0, 1):
        config = np.array([players, -1, option], np.int16)
        state, chooser = np.zeros(1, GAME.STATE), np.zeros(1, CHOOSER)
        actions = np.zeros(GAME.max_legal + 1, np.int16)
        longest = max(
            GAME.loops.play_one(state[0], config, np.uint64(seed), chooser[0], actions) for seed in range(500)
        )
        assert longest < 300


def test_the_screen_shows_the_key_and_fits_80_columns() -> None:
    play = told(3)
    assert "not chosen" not in play.show(A)
    play.play("compose fa")
    play.play("compose si")
    for language, words in (("en", ("Your hand", "Direction ♯ ↗ up")), ("fr", ("Votre main", "Sens ♯ ↗ on monte"))):
        text = play.show(C, language, 80)
        assert all(word in text for word in words)
        assert max(map(len, text.splitlines())) <= 80


def test_a_search_tells_apart_what_its_seat_drew_and_not_what_another_drew() -> None:
    play = Playthrough(GAME, 2, seed=1, first=A)
    while "draw" not in play.legal_moves:
        play.play(play.legal_moves[0])
    drawer = play.turn
    play.play("draw")
    key = np.uint64(1)
    assert play.moves[-1].reveals
    assert int(GAME.notice(play.state, drawer, drawer, key)) != 1
    assert int(GAME.notice(play.state, drawer, 1 - drawer, key)) == 1
