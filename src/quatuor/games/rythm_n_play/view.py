"""What a seat of Rythm'n'Play sees and remembers, as plain data."""

from typing import Any

import numpy as np

from quatuor.core.results import result_of
from quatuor.core.state import readable
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import CARDS, card_text, counted, listed
from quatuor.games.rythm_n_play.rules import scores, winners


def view(state: Any, seat: int) -> dict[str, Any]:
    s = readable(state)
    return {
        "game": "rythm_n_play",
        "players": s.players,
        "seat": seat,
        "first": s.first,
        "turn": s.turn,
        "phase": phase(s),
        "prompt": {"count": str(surplus(s))},
        "last_staff": bool(s.last_staff),
        "key": card_text(s.key) if s.key >= 0 else None,
        "staff": [card_text(card) for card in s.staff[: s.length].tolist()],
        "last": s.last if s.last >= 0 else None,
        "play_pile": s.play_left,
        "rythm_pile": s.rythm_left,
        "rythm_discard": counted(s.discarded.tolist(), S.WHOLE),
        "seats": [_seat(s, k, seat) for k in range(s.players)],
        "memory": {
            "unseen": unseen(s, seat),
            "collected": counted(s.collected.tolist()),
            "surely_held_by_others": counted(s.sure[seat if seat >= 0 else S.PUBLIC].tolist(), S.WHOLE),
        },
        "turns_waited": max(s.quiet, 0),
        "result": result_of(state, scores, winners),
    }


def phase(s: Any) -> str:
    """What is decided now: `own` is a turn of who played the staff's last card, `last` one without a PLAY pile."""
    if s.turn < 0:
        return "over"
    if s.phase == S.KEY:
        return "key"
    if s.phase == S.SURPLUS:
        return "surplus"
    if s.last == s.turn:
        return "own"
    return "turn" if s.play_left > 0 else "last"


def surplus(s: Any) -> int:
    """RP-9: how many cards the seat to play has too many."""
    if s.turn < 0:
        return 0
    return max(int(s.n_play[s.turn]) + int(s.n_rythm[s.turn]) - S.HAND_LIMIT, 0)


def sees_hand(s: Any, seat: int, owner: int) -> bool:
    """Whether a seat sees an owner's cards: its own, and all once they are counted."""
    return seat == owner or s.turn < 0


def unseen(s: Any, seat: int) -> dict[str, int]:
    """How many cards of each kind lie in the piles and in hands that this seat does not see."""
    counts = np.zeros(S.N_KINDS, np.int64)
    for pile, left in ((s.play_pile, s.play_left), (s.rythm_pile, s.rythm_left)):
        counts += np.bincount(pile[:left], minlength=S.N_KINDS)
    for owner in range(s.players):
        if not sees_hand(s, seat, owner):
            counts += s.hand[owner]
    return dict(zip(CARDS, counts.tolist(), strict=True))


def _seat(s: Any, owner: int, seat: int) -> dict[str, Any]:
    return {
        "play": int(s.n_play[owner]),
        "rythm": int(s.n_rythm[owner]),
        "hand": listed(s.hand[owner].tolist()) if sees_hand(s, seat, owner) else None,
        "collected": int(s.won[owner]),
        "face_up": listed(s.face_up[owner].tolist()),
    }
