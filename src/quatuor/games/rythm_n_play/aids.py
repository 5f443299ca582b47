"""What a screen of Rythm'n'Play shows beside the cards: what fits the staff, exchanges, points, unseen cards."""

from typing import Any, TypedDict

from quatuor.core.state import readable
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import PLAY, RYTHM, PlayCard, RythmCard, exchange_cards
from quatuor.games.rythm_n_play.rules import composable, exchange_row, half_beats
from quatuor.games.rythm_n_play.view import AllCounts, sees_hand, surplus, unseen


class Exchange(TypedDict):
    """RYTHM cards that may be exchanged, and the PLAY cards drawn; `surplus` are then over the hand limit."""

    cards: list[RythmCard]
    beats: int
    draws: int
    surplus: int


class Points(TypedDict):
    """Where a seat's points come from; None for RYTHM cards that this seat does not see."""

    collected: int
    face_up: int
    rythm: float | None


class Worth(TypedDict):
    """The points of a PLAY card discarded face up, and of each RYTHM card left in hand (RP-12)."""

    face_up: int
    whole: float
    half: float
    quarter: float
    eighth: float


class Beats(TypedDict):
    """The beats of each RYTHM card."""

    whole: float
    half: float
    quarter: float
    eighth: float


class Aids(TypedDict):
    """What a screen of Rythm'n'Play shows beside the cards.

    `surplus` is how many cards the player to move must discard, `draw_surplus` how many it would be after a draw; an
    exchange is of at most `most_beats`.
    """

    fitting: list[PlayCard]
    closed: bool
    playable: list[PlayCard]
    exchanges: list[Exchange]
    points: list[Points]
    scores: list[int | float]
    unseen: AllCounts
    hand_limit: int
    surplus: int
    draw_surplus: int
    worth: Worth
    beats: Beats
    most_beats: int


_FACE_UP = -3
_WORTH: Any = {"face_up": _FACE_UP} | dict(zip(RYTHM, (S.HALF_BEATS / -2).tolist(), strict=True))
_BEATS: Any = dict(zip(RYTHM, (S.HALF_BEATS / 2).tolist(), strict=True))
_MOST_BEATS = int(S.BEATS.max())


def aids(state: Any, seat: int) -> Aids:
    """What may follow the staff and what of it is in hand, the exchanges possible now, points, unseen counts."""
    s = readable(state)
    playing = s.turn >= 0 and s.phase != S.KEY
    kinds = int(composable(state)) if playing else 0
    fitting = [kind for kind in range(S.N_PLAY_KINDS) if kinds >> kind & 1]
    points = [_points(s, owner, seat) for owner in range(s.players)]
    return {
        "fitting": [PLAY[kind] for kind in fitting],
        "closed": bool(playing and not fitting),
        "playable": [PLAY[kind] for kind in fitting if seat >= 0 and s.hand[seat, kind] > 0],
        "exchanges": _exchanges(s, seat),
        "points": points,
        "scores": [parts["collected"] + parts["face_up"] + (parts["rythm"] or 0) for parts in points],
        "unseen": unseen(s, seat),
        "hand_limit": S.HAND_LIMIT,
        "surplus": surplus(s),
        "draw_surplus": surplus(s, 1),
        "worth": _WORTH,
        "beats": _BEATS,
        "most_beats": _MOST_BEATS,
    }


def _exchanges(s: Any, seat: int) -> list[Exchange]:
    """RP-6: what the seat may exchange now, and the PLAY cards it would draw."""
    if seat < 0 or seat != s.turn or s.phase != S.TURN or s.last == seat or s.play_left == 0:
        return []
    row = exchange_row(s.record, seat)
    possible = [int(exchange) for exchange in S.EXCHANGES_OF_ROW[row, : S.N_EXCHANGES_OF_ROW[row]]]
    held = int(s.n_play[seat]) + int(s.n_rythm[seat])
    return [_exchange(exchange, held, s.play_left) for exchange in possible]


def _exchange(exchange: int, held: int, play_left: int) -> Exchange:
    """An exchange from a hand of `held` cards, with so many PLAY cards left to draw."""
    cards, beats = list(exchange_cards(exchange)), int(S.BEATS[exchange])
    draws = min(beats, play_left)
    surplus = max(held - len(cards) + draws - S.HAND_LIMIT, 0)
    return {"cards": cards, "beats": beats, "draws": draws, "surplus": surplus}


def _points(s: Any, owner: int, seat: int) -> Points:
    """RP-12: points as far as this seat knows them; None for RYTHM cards that it does not see."""
    known = sees_hand(s, seat, owner) or s.n_rythm[owner] == 0
    return {
        "collected": int(s.won[owner]),
        "face_up": _FACE_UP * int(s.face_up[owner].sum()),
        "rythm": -half_beats(s.record, owner) / 2 if known else None,
    }
