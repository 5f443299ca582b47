"""What a screen of Rythm'n'Play shows beside the cards: what fits the staff, what choices would score, unseen."""

from typing import Any, TypedDict

from quatuor.core.state import copy_of, readable
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.explain import Obstacle, obstacle
from quatuor.games.rythm_n_play.notation import PLAY, RYTHM, PlayCard, RythmCard, exchange_cards
from quatuor.games.rythm_n_play.rules import apply, composable, exchange_row, half_beats, may_draw
from quatuor.games.rythm_n_play.view import AllCounts, sees_hand, surplus, unseen


class Exchange(TypedDict):
    """RYTHM cards that may be exchanged, and the PLAY cards drawn; `surplus` are then over the hand limit.

    `score` is what the player has once the surplus is discarded.
    """

    cards: list[RythmCard]
    beats: int
    draws: int
    surplus: int
    score: float


class Composed(TypedDict):
    """What a PLAY card would make of the staff.

    `points` are those of whoever collects it then; `own` are the player's cards that could be composed next; `closed`:
    no card at all could.
    """

    points: int
    own: list[PlayCard]
    closed: bool


class Drawn(TypedDict):
    """The least and the most that the player can have after a draw, once the surplus is discarded."""

    least: float
    most: float


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
    exchange is of at most `most_beats`. For the seat to play: why PLAY cards of its hand do not fit (`obstacles`), what
    each of the others would make of the staff (`composed`), its `exchanges`, and its score after each other choice:
    `drawn`, `collected`, `discarded` (a card of the surplus), None where it has no such choice.
    """

    fitting: list[PlayCard]
    closed: bool
    playable: list[PlayCard]
    obstacles: dict[PlayCard, Obstacle]
    composed: dict[PlayCard, Composed]
    exchanges: list[Exchange]
    drawn: Drawn | None
    collected: float | None
    discarded: float | None
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
    """What may follow the staff and what of it is in hand, points, unseen counts, and what each choice would score."""
    s = readable(state)
    playing = s.turn >= 0 and s.phase != S.KEY
    kinds = s.once(_kinds) if playing else 0
    fitting = [kind for kind in range(S.N_PLAY_KINDS) if kinds >> kind & 1]
    held = s.hand[seat].tolist() if seat >= 0 else [0] * S.N_KINDS
    points = [_known(s, parts, owner, seat) for owner, parts in enumerate(s.once(_points))]
    scores = [parts["collected"] + parts["face_up"] + (parts["rythm"] or 0) for parts in points]
    choosing = playing and seat == s.turn  # between the choices of a turn, or of what to discard
    on_turn = choosing and s.phase == S.TURN
    counts = unseen(s, seat)
    return {
        "fitting": [PLAY[kind] for kind in fitting],
        "closed": bool(playing and not fitting),
        "playable": [PLAY[kind] for kind in fitting if held[kind]],
        "obstacles": _obstacles(s, held, kinds) if on_turn else {},
        "composed": {PLAY[kind]: _composed(s, held, kind) for kind in fitting if held[kind]} if on_turn else {},
        "exchanges": _exchanges(s, seat, scores[seat]) if on_turn and s.last != seat else [],
        "drawn": _drawn(s, seat, scores[seat], counts) if on_turn and s.last != seat else None,
        "collected": scores[seat] + s.length if on_turn and s.last == seat else None,
        "discarded": scores[seat] + _FACE_UP if choosing and s.phase == S.SURPLUS else None,
        "points": points,
        "scores": scores,
        "unseen": counts,
        "hand_limit": S.HAND_LIMIT,
        "surplus": surplus(s),
        "draw_surplus": surplus(s, 1),
        "worth": _WORTH,
        "beats": _BEATS,
        "most_beats": _MOST_BEATS,
    }


def _kinds(s: Any) -> int:
    """The PLAY kinds that may end the staff now, one bit each."""
    return int(composable(s.record))


def _obstacles(s: Any, held: list[int], kinds: int) -> dict[PlayCard, Obstacle]:
    """RP-3, RP-4: why each PLAY card in hand that does not fit the staff does not."""
    found = {PLAY[kind]: obstacle(s, kind, kinds) for kind in range(S.N_PLAY_KINDS) if held[kind]}
    return {card: why for card, why in found.items() if why}


def _composed(s: Any, held: list[int], kind: int) -> Composed:
    """RP-3 to RP-5: the staff once this card lies there."""
    after = copy_of(s.record)
    apply(after, S.COMPOSE + kind)
    kinds = int(composable(after))
    own = [PLAY[other] for other in range(S.N_PLAY_KINDS) if kinds >> other & 1 and held[other] > (other == kind)]
    return {"points": s.length + 1, "own": own, "closed": kinds == 0}


def _exchanges(s: Any, seat: int, score: float) -> list[Exchange]:
    """RP-6: what the seat may exchange now, the PLAY cards it would draw, and its score then."""
    if s.play_left == 0:
        return []
    row = exchange_row(s.record, seat)
    possible = [int(exchange) for exchange in S.EXCHANGES_OF_ROW[row, : S.N_EXCHANGES_OF_ROW[row]]]
    held = int(s.n_play[seat]) + int(s.n_rythm[seat])
    return [_exchange(exchange, held, s.play_left, score) for exchange in possible]


def _exchange(exchange: int, held: int, play_left: int, score: float) -> Exchange:
    """An exchange from a hand of `held` cards, with so many PLAY cards left to draw."""
    cards, beats = list(exchange_cards(exchange)), int(S.BEATS[exchange])
    draws = min(beats, play_left)
    over = max(held - len(cards) + draws - S.HAND_LIMIT, 0)
    return {"cards": cards, "beats": beats, "draws": draws, "surplus": over, "score": score + beats + _FACE_UP * over}


def _drawn(s: Any, seat: int, score: float, counts: Any) -> Drawn | None:
    """RP-7: from the shortest to the longest card that may come: not one that is surely in another hand."""
    if not may_draw(s.record, seat):
        return None
    unheld = [counts[card] - sure for card, sure in zip(RYTHM, s.sure[seat].tolist(), strict=True)]
    left = unheld if s.rythm_left else s.discarded.tolist()
    possible = [_BEATS[card] for card, count in zip(RYTHM, left, strict=True) if count]
    score += _FACE_UP * surplus(s, 1)
    return {"least": score - max(possible), "most": score - min(possible)}


def _points(s: Any) -> list[Points]:
    """RP-12: where the points of each seat come from."""
    return [
        {
            "collected": won,
            "face_up": _FACE_UP * sum(face_up),
            "rythm": -half_beats(s.record, owner) / 2,
        }
        for owner, (won, face_up) in enumerate(zip(s.won[: s.players].tolist(), s.face_up.tolist(), strict=False))
    ]


def _known(s: Any, points: Points, owner: int, seat: int) -> Points:
    """An owner's points as far as this seat knows them; None for RYTHM cards that it does not see."""
    return points if sees_hand(s, seat, owner) or s.n_rythm[owner] == 0 else {**points, "rythm": None}
