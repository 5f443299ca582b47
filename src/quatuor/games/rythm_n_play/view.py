"""What a seat of Rythm'n'Play sees and remembers, as plain data."""

from typing import Any, Literal, TypedDict, cast

import numpy as np

from quatuor.core.results import Result, result_of
from quatuor.core.shared_parts import with_shared
from quatuor.core.state import readable
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import CARDS, Card, PlayCard, counted, listed
from quatuor.games.rythm_n_play.rules import scores, winners

Phase = Literal["key", "turn", "own", "last", "surplus", "over"]


class Prompt(TypedDict):
    """The words that the sentence for this phase needs; `case` is what the player to move lacks or has too many of."""

    count: str
    case: Literal["", "no_cards", "no_play", "no_rythm", "full"]


class PlayCounts(TypedDict, total=False):
    """How many PLAY cards of each kind, where there are any."""

    do: int
    re: int
    mi: int
    fa: int
    sol: int
    la: int
    si: int
    sharp: int
    flat: int


class RythmCounts(TypedDict, total=False):
    """How many RYTHM cards of each kind, where there are any."""

    whole: int
    half: int
    quarter: int
    eighth: int


class AllCounts(TypedDict):
    """How many cards of each kind."""

    do: int
    re: int
    mi: int
    fa: int
    sol: int
    la: int
    si: int
    sharp: int
    flat: int
    whole: int
    half: int
    quarter: int
    eighth: int


class SeatView(TypedDict):
    """What lies before a player and in their hand; `hand` is None where this seat does not see it."""

    play: int
    rythm: int
    hand: list[Card] | None
    collected: int
    face_up: list[PlayCard]


class Memory(TypedDict):
    """What a player who counts cards knows."""

    unseen: AllCounts
    collected: PlayCounts
    surely_held_by_others: RythmCounts


class View(TypedDict):
    """What a seat of Rythm'n'Play sees and remembers; `last` is who played the staff's last card."""

    game: Literal["rythm_n_play"]
    players: int
    seat: int
    first: int
    turn: int
    phase: Phase
    prompt: Prompt
    last_staff: bool
    key: Literal["sharp", "flat"] | None
    staff: list[PlayCard]
    last: int | None
    play_pile: int
    rythm_pile: int
    rythm_discard: RythmCounts
    seats: list[SeatView]
    memory: Memory
    turns_waited: int
    result: Result | None


def view(state: Any, seat: int) -> View:
    s = readable(state)
    own = {
        "seat": seat,
        "seats": [_seat(s, k, seat) for k in range(s.players)],
        "memory": {
            "unseen": unseen(s, seat),
            "collected": counted(s.collected.tolist()),
            "surely_held_by_others": counted(s.sure[seat if seat >= 0 else S.PUBLIC].tolist(), S.WHOLE),
        },
    }
    seen: View = with_shared(s.once(_public_view), own)
    return seen


def _public_view(s: Any) -> dict[str, Any]:
    """What everybody sees."""
    return {
        "game": "rythm_n_play",
        "players": s.players,
        "first": s.first,
        "turn": s.turn,
        "phase": phase(s),
        "prompt": {"count": str(surplus(s)), "case": _case(s)},
        "last_staff": bool(s.last_staff),
        "key": CARDS[s.key] if s.key >= 0 else None,
        "staff": [CARDS[card] for card in s.staff[: s.length].tolist()],
        "last": s.last if s.last >= 0 else None,
        "play_pile": s.play_left,
        "rythm_pile": s.rythm_left,
        "rythm_discard": counted(s.discarded.tolist(), S.WHOLE),
        "turns_waited": max(s.quiet, 0),
        "result": result_of(s.record, scores, winners, lambda state, seat: -int(state.n_rythm[seat])),
    }


def phase(s: Any) -> Phase:
    """What is decided now: `own`: the staff's last card is the player's own; `last`: the PLAY pile is empty."""
    if s.turn < 0:
        return "over"
    if s.phase == S.KEY:
        return "key"
    if s.phase == S.SURPLUS:
        return "surplus"
    if s.last == s.turn:
        return "own"
    return "turn" if s.play_left > 0 else "last"


def surplus(s: Any, drawn: int = 0) -> int:
    """RP-9: by how many cards the hand of the seat to play is over the limit, or would be with so many more."""
    if s.turn < 0:
        return 0
    return max(int(s.n_play[s.turn]) + int(s.n_rythm[s.turn]) + drawn - S.HAND_LIMIT, 0)


def _case(s: Any) -> Literal["", "no_cards", "no_play", "no_rythm", "full"]:
    """What tells apart why the player to move can do so little; once the PLAY pile is empty, only PLAY cards matter."""
    if s.turn < 0:
        return ""
    play, rythm = int(s.n_play[s.turn]), int(s.n_rythm[s.turn])
    if rythm >= S.HAND_LIMIT:
        return "full"
    if play == 0:
        return "no_play" if rythm or s.play_left == 0 else "no_cards"
    return "" if rythm else "no_rythm"


def sees_hand(s: Any, seat: int, owner: int) -> bool:
    """Whether a seat sees an owner's cards: its own, and all once they are counted."""
    return seat == owner or s.turn < 0


def unseen(s: Any, seat: int) -> AllCounts:
    """How many cards of each kind lie in the piles and in hands that this seat does not see."""
    counts = s.once(_in_piles).copy()
    for owner in range(s.players):
        if not sees_hand(s, seat, owner):
            counts += s.hand[owner]
    return cast(AllCounts, dict(zip(CARDS, counts.tolist(), strict=True)))


def _in_piles(s: Any) -> Any:
    """How many cards of each kind lie in the piles."""
    piles = np.concatenate((s.play_pile[: s.play_left], s.rythm_pile[: s.rythm_left]))
    return np.bincount(piles, minlength=S.N_KINDS)


def _seat(s: Any, owner: int, seat: int) -> SeatView:
    return {
        "play": int(s.n_play[owner]),
        "rythm": int(s.n_rythm[owner]),
        "hand": listed(s.hand[owner].tolist()) if sees_hand(s, seat, owner) else None,
        "collected": int(s.won[owner]),
        "face_up": listed(s.face_up[owner].tolist()),
    }
