"""What a screen of Rythm'n'Play shows beside the cards: what fits the staff, exchanges, points, unseen cards."""

from typing import Any

from quatuor.core.state import readable
from quatuor.games.rythm_n_play import state as S
from quatuor.games.rythm_n_play.notation import card_text, exchange_cards
from quatuor.games.rythm_n_play.rules import composable, exchange_row, half_beats
from quatuor.games.rythm_n_play.view import sees_hand, unseen


def aids(state: Any, seat: int) -> dict[str, Any]:
    """What may follow the staff and what of it is in hand, the exchanges possible now, points, unseen counts."""
    s = readable(state)
    playing = s.turn >= 0 and s.phase != S.KEY
    kinds = int(composable(state)) if playing else 0
    fitting = [kind for kind in range(S.N_PLAY_KINDS) if kinds >> kind & 1]
    points = [_points(s, owner, seat) for owner in range(s.players)]
    return {
        "fitting": [card_text(kind) for kind in fitting],
        "closed": bool(playing and not fitting),
        "playable": [card_text(kind) for kind in fitting if seat >= 0 and s.hand[seat, kind] > 0],
        "exchanges": _exchanges(s, seat),
        "points": points,
        "scores": [sum(value or 0 for value in parts.values()) for parts in points],
        "unseen": unseen(s, seat),
    }


def _exchanges(s: Any, seat: int) -> list[dict[str, Any]]:
    """RP-6: what the seat may exchange now, and the PLAY cards it would draw."""
    if seat < 0 or seat != s.turn or s.phase != S.TURN or s.last == seat or s.play_left == 0:
        return []
    row = exchange_row(s.record, seat)
    possible = [int(exchange) for exchange in S.EXCHANGES_OF_ROW[row, : S.N_EXCHANGES_OF_ROW[row]]]
    return [
        {
            "cards": list(exchange_cards(exchange)),
            "beats": int(S.BEATS[exchange]),
            "draws": min(int(S.BEATS[exchange]), s.play_left),
        }
        for exchange in possible
    ]


def _points(s: Any, owner: int, seat: int) -> dict[str, Any]:
    """RP-12: points as far as this seat sees them; None for the RYTHM cards of a hand that it does not see."""
    return {
        "collected": int(s.won[owner]),
        "face_up": -3 * int(s.face_up[owner].sum()),
        "rythm": -half_beats(s.record, owner) / 2 if sees_hand(s, seat, owner) else None,
    }
