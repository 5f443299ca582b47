"""What a screen of Rythm'n'Play shows beside the cards: what fits the staff, exchanges, points, unseen cards."""

from typing import Any

from quatuor.games.rythm_n_play.notation import card_text, exchange_cards
from quatuor.games.rythm_n_play.rules import composable, exchange_row, half_beats
from quatuor.games.rythm_n_play.state import (
    BEATS,
    EXCHANGES_OF_ROW,
    KEY,
    N_EXCHANGES_OF_ROW,
    N_PLAY_KINDS,
    TURN,
)
from quatuor.games.rythm_n_play.view import sees_hand, unseen


def aids(state: Any, seat: int) -> dict[str, Any]:
    """What may follow the staff and what of it is in hand, the exchanges possible now, points, unseen counts."""
    playing = state.turn >= 0 and state.phase != KEY
    fitting = [kind for kind in range(N_PLAY_KINDS) if composable(state) >> kind & 1] if playing else []
    points = [_points(state, owner, seat) for owner in range(state.players)]
    return {
        "fitting": [card_text(kind) for kind in fitting],
        "closed": bool(playing and not fitting),
        "playable": [card_text(kind) for kind in fitting if seat >= 0 and state.hand[seat, kind] > 0],
        "exchanges": _exchanges(state, seat),
        "points": points,
        "scores": [sum(value or 0 for value in parts.values()) for parts in points],
        "unseen": unseen(state, seat),
    }


def _exchanges(state: Any, seat: int) -> list[dict[str, Any]]:
    """RP-6: what the seat may exchange now, and the PLAY cards it would draw."""
    if seat < 0 or seat != state.turn or state.phase != TURN or state.last == seat or state.play_left == 0:
        return []
    row = exchange_row(state, seat)
    possible = [int(exchange) for exchange in EXCHANGES_OF_ROW[row, : N_EXCHANGES_OF_ROW[row]]]
    return [
        {
            "cards": list(exchange_cards(exchange)),
            "beats": int(BEATS[exchange]),
            "draws": min(int(BEATS[exchange]), int(state.play_left)),
        }
        for exchange in possible
    ]


def _points(state: Any, owner: int, seat: int) -> dict[str, Any]:
    """RP-12: points as far as this seat sees them; None for the RYTHM cards of a hand that it does not see."""
    return {
        "collected": int(state.won[owner]),
        "face_up": -3 * int(state.face_up[owner].sum()),
        "rythm": -half_beats(state, owner) / 2 if sees_hand(state, seat, owner) else None,
    }
