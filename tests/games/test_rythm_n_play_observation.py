"""What an observation of Rythm'n'Play says, entry by entry, and what it does not depend on."""

from typing import Any

import numpy as np
import pytest

from quatuor import Playthrough
from quatuor.games.rythm_n_play import GAME
from quatuor.games.rythm_n_play.notation import CARDS, PLAY, RYTHM
from setups import Setup, setups_of

A, B, C = range(3)
DEAL = {
    "play": [["do", "re", "si", "sharp"], ["sol", "sol", "la", "flat"], ["do", "re", "mi", "fa"]],
    "rythm": [["whole"], ["half"], ["quarter"]],
}


def told(players: int = 3, **options: Any) -> Playthrough:
    """A game typed in, before the choice of the key, which is C's, or B's of two; A plays first."""
    deal = {kind: hands[:players] for kind, hands in DEAL.items()}
    return Playthrough(GAME, players, first=A, deal=deal, options=options)


def played(play: Playthrough, *texts: str) -> Playthrough:
    """Play moves; what is drawn follows after a colon."""
    for text in texts:
        move, _, drawn = text.partition(": ")
        play.play(move, drawn.split() if drawn else None)
    return play


def numbers(state: Any, seat: int) -> Any:
    out = np.full(GAME.observation.size, 99, np.int8)
    GAME.observe(state, seat, out)
    return out


def observed(play: Playthrough, seat: int, name: str) -> Any:
    return GAME.observation.part(numbers(play.state, seat), name).tolist()


def counted(play: Playthrough, seat: int, name: str, kinds: Any = CARDS) -> dict[str, int]:
    """The numbers of a part by kind, where there are any, without their thermometers."""
    rows = np.array(observed(play, seat, name)).reshape(len(kinds), -1)
    return {kind: int(row[-1]) for kind, row in zip(kinds, rows, strict=True) if row[-1]}


def test_seats_come_from_the_observer_on() -> None:
    play = told()
    for seat, turned in ((A, 2), (B, 1), (C, 0)):
        assert observed(play, seat, "present") == [1, 1, 1, 0, 0, 0]
        assert observed(play, seat, "turn") == [int(k == turned) for k in range(6)]
        assert observed(play, seat, "first") == [int(k == (turned + 1) % 3) for k in range(6)]
        assert observed(play, seat, "last") == [0] * 6
    assert observed(play, A, "phase") == [1, 0, 0]
    assert observed(play, A, "key") == [0, 0]
    assert counted(play, A, "fitting", PLAY) == {}
    played(play, "key flat", "compose si")
    assert observed(play, C, "last") == [0, 1, 0, 0, 0, 0]
    assert observed(play, C, "phase") == [0, 1, 0]
    assert observed(play, C, "key") == [0, 1]


def test_the_own_hand_is_seen_and_the_others_are_counted() -> None:
    play = told()
    assert counted(play, B, "hand") == {"sol": 2, "la": 1, "flat": 1, "half": 1}
    assert observed(play, B, "hand")[CARDS.index("sol")] == [1, 1, 0, 2]
    assert counted(play, -1, "hand") == {}
    assert observed(play, A, "play held")[1] == [1, 1, 1, 1, 0, 0, 0, 4]
    assert observed(play, A, "rythm held")[1] == [1, 0, 0, 0, 0, 0, 0, 1]
    assert observed(play, A, "hand size")[1] == [1, 1, 0, 0, 0, 0, 0, 5]
    assert observed(play, A, "play held")[3] == [0] * 8
    copies = dict.fromkeys(PLAY, 6) | {"whole": 2, "half": 4, "quarter": 8, "eighth": 16}
    assert counted(play, -1, "unseen") == copies
    assert counted(play, B, "unseen") == copies | {"sol": 4, "la": 5, "flat": 5, "half": 3}
    assert observed(play, B, "unseen")[CARDS.index("sol")] == [1, 1, 1, 1, 0, 0, 0, 4]
    assert observed(play, A, "play pile") == [1] * 15 + [42]
    assert observed(play, A, "rythm pile") == [1] * 7 + [27]


def test_the_staff_its_order_and_what_may_follow() -> None:
    play = played(told(), "key sharp")
    assert counted(play, A, "fitting", PLAY) == dict.fromkeys(PLAY[:7], 1)
    # A has not seen 5 do, 5 re, 6 of mi to la, 5 si, 5 sharps, 6 flats: after do, all but the do may follow.
    assert counted(play, A, "followers", PLAY)["do"] == 34 + 11
    assert counted(play, A, "followers", PLAY)["si"] == 11
    played(play, "compose re", "compose sol")
    assert counted(play, C, "staff", PLAY) == {"re": 1, "sol": 1}
    assert observed(play, C, "order")[:3] == [2, 5, 0]
    assert observed(play, C, "length") == [1, 1, 0, 0, 0, 0, 0, 2]
    assert observed(play, C, "note") == [0, 0, 0, 0, 1, 0, 0]
    assert observed(play, C, "last") == [0, 0, 1, 0, 0, 0]
    assert counted(play, C, "fitting", PLAY) == dict.fromkeys(("la", "si", "sharp", "flat"), 1)
    # C holds one each of do, re, mi and fa: all but those and the staff is unseen.
    assert counted(play, C, "unseen")["re"] == 4
    followers = counted(play, C, "followers", PLAY)
    assert followers == {"la": 6 + 12, "si": 12, "sharp": 12, "flat": 5 + 4 + 5 + 5}


def test_a_closed_staff_and_points() -> None:
    play = played(told(2), "key sharp", "compose si", "draw: eighth", "compose sharp", "draw: eighth")
    assert observed(play, A, "key") == [1, 0]
    assert counted(play, A, "fitting", PLAY) == counted(play, A, "followers", PLAY) == {}
    played(play, "collect")
    assert observed(play, A, "won") == [2, 0, 0, 0, 0, 0]
    assert observed(play, B, "points") == [0, 2, 0, 0, 0, 0]
    assert observed(play, B, "lead")[1] == [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 2]
    assert observed(play, A, "lead")[1] == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, -2]
    assert observed(play, A, "lead")[0] == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert observed(play, A, "lead")[2] == [0] * 11
    assert counted(play, A, "collected", PLAY) == {"si": 1, "sharp": 1}
    assert observed(play, A, "order") == [0] * 54
    assert observed(play, B, "last") == [0] * 6


def test_rythm_cards_and_the_surplus() -> None:
    play = played(told(2), "key sharp")
    assert observed(play, A, "half-beats") == [8]
    assert observed(play, A, "beats") == [0, 0, 0, 1]
    assert observed(play, B, "beats") == [0, 1, 0, 0]
    assert observed(play, -1, "half-beats") == [0]
    played(play, "exchange whole: mi mi fa fa")
    assert observed(play, A, "phase") == [0, 0, 1]
    assert observed(play, B, "hand size")[1] == [1, 1, 1, 1, 1, 0, 0, 8]
    assert counted(play, B, "discarded", RYTHM) == {"whole": 1}
    assert counted(play, B, "unseen")["whole"] == 1
    played(play, "discard do")
    assert observed(play, B, "face up")[1] == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert counted(play, B, "unseen")["do"] == 5
    assert observed(play, A, "points")[0] == -3


def test_memory_of_the_reshuffle_is_the_observers_own() -> None:
    play = told(2)
    state = play.state
    state.sure[A] = [0, 1, 0, 0]
    state.sure[B] = [1, 0, 0, 0]
    state.sure[-1] = [1, 1, 0, 3]
    assert counted(play, A, "sure", RYTHM) == {"half": 1}
    assert counted(play, B, "sure", RYTHM) == {"whole": 1}
    assert counted(play, -1, "sure", RYTHM) == {"whole": 1, "half": 1, "eighth": 3}


def test_the_option_and_the_wait_for_the_last_staff() -> None:
    play = told(2, last_staff=True)
    assert observed(play, A, "last staff") == [1]
    assert observed(told(2), A, "last staff") == [0]
    assert observed(play, A, "waited") == [0]
    play.state.quiet = 1
    assert observed(play, A, "waited") == [2]


def test_all_hands_are_seen_at_the_end() -> None:
    end = Setup(GAME, 3, {}).play(seed=2)
    hands = [seat["hand"] for seat in end.view(B)["seats"]]
    shown = np.array(observed(end, B, "shown"))
    assert [list(np.repeat(CARDS, row)) for row in shown[:2]] == [hands[C], hands[A]]
    assert not shown[2:].any()
    assert observed(end, B, "turn") == [0] * 6
    seen = end.view(-1)["memory"]["unseen"]
    assert counted(end, -1, "unseen") == {card: n for card, n in seen.items() if n}
    assert not np.any(observed(told(3), B, "shown"))


@pytest.mark.parametrize("setup", list(setups_of(GAME)), ids=str)
def test_what_is_unseen_is_what_the_view_says(setup: Setup) -> None:
    for state in setup.positions(seed=3, count=30):
        for seat in range(-1, setup.players):
            seen = numbers(state, seat)
            unseen = GAME.observation.part(seen, "unseen")[:, -1].tolist()
            assert unseen == list(GAME.view(state, seat)["memory"]["unseen"].values())
