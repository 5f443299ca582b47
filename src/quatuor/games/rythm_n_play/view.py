"""What a seat of Rythm'n'Play sees and remembers, as plain data."""

from typing import Any

import numpy as np

from quatuor.core.results import result_of
from quatuor.games.rythm_n_play.notation import card_text, counted, listed
from quatuor.games.rythm_n_play.rules import scores, winners
from quatuor.games.rythm_n_play.state import HAND_LIMIT, KEY, N_KINDS, PUBLIC, SURPLUS, WHOLE


def view(state: Any, seat: int) -> dict[str, Any]:
    return {
        "game": "rythm_n_play",
        "players": int(state.players),
        "seat": seat,
        "first": int(state.first),
        "turn": int(state.turn),
        "phase": phase(state),
        "prompt": {"count": str(surplus(state))},
        "last_staff": bool(state.last_staff),
        "key": card_text(state.key) if state.key >= 0 else None,
        "staff": [card_text(card) for card in state.staff[: state.length]],
        "last": int(state.last) if state.last >= 0 else None,
        "play_pile": int(state.play_left),
        "rythm_pile": int(state.rythm_left),
        "rythm_discard": counted(state.discarded, WHOLE),
        "seats": [_seat(state, k, seat) for k in range(state.players)],
        "memory": {
            "unseen": unseen(state, seat),
            "collected": counted(state.collected),
            "surely_held_by_others": counted(state.sure[seat if seat >= 0 else PUBLIC], WHOLE),
        },
        "turns_waited": max(int(state.quiet), 0),
        "result": result_of(state, scores, winners),
    }


def phase(state: Any) -> str:
    """What is decided now: `own` is a turn of who played the staff's last card, `last` one without a PLAY pile."""
    if state.turn < 0:
        return "over"
    if state.phase == KEY:
        return "key"
    if state.phase == SURPLUS:
        return "surplus"
    if state.last == state.turn:
        return "own"
    return "turn" if state.play_left > 0 else "last"


def surplus(state: Any) -> int:
    """RP-9: how many cards the seat to play has too many."""
    if state.turn < 0:
        return 0
    return max(int(state.n_play[state.turn]) + int(state.n_rythm[state.turn]) - HAND_LIMIT, 0)


def sees_hand(state: Any, seat: int, owner: int) -> bool:
    """Whether a seat sees an owner's cards: its own, and all once they are counted."""
    return seat == owner or state.turn < 0


def unseen(state: Any, seat: int) -> dict[str, int]:
    """How many cards of each kind lie in the piles and in hands that this seat does not see."""
    counts = np.zeros(N_KINDS, np.int64)
    for pile, left in ((state.play_pile, state.play_left), (state.rythm_pile, state.rythm_left)):
        for card in pile[:left]:
            counts[card] += 1
    for owner in range(state.players):
        if not sees_hand(state, seat, owner):
            counts += state.hand[owner]
    return {card_text(kind): int(counts[kind]) for kind in range(N_KINDS)}


def _seat(state: Any, owner: int, seat: int) -> dict[str, Any]:
    return {
        "play": int(state.n_play[owner]),
        "rythm": int(state.n_rythm[owner]),
        "hand": listed(state.hand[owner]) if sees_hand(state, seat, owner) else None,
        "collected": int(state.won[owner]),
        "face_up": listed(state.face_up[owner]),
    }
