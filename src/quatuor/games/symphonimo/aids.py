"""What a screen of Symphonimo shows beside the cards: badges, points, what a further card would do, unseen cards."""

from functools import cache
from typing import Any

import numpy as np

from quatuor.core.state import readable
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import CARDS

_WORTH = {1: 1, 4: 5}
_BADGES = {1: "soloist", 4: "quartet"}


def aids(state: Any, seat: int) -> dict[str, Any]:
    """Per family of each orchestra: its badge, its points, and what one more card would change (SY-11)."""
    aids_of_all: dict[str, Any] = readable(state).once(_aids)
    return aids_of_all


def _aids(s: Any) -> dict[str, Any]:
    orchestras = [[_family(count) for count in counts] for counts in s.owned[: s.players].tolist()]
    unseen = np.bincount(s.pile[: s.left + s.unused], minlength=S.N_FAMILIES).tolist()
    return {
        "families": [dict(zip(CARDS, families, strict=True)) for families in orchestras],
        "scores": [sum(family["points"] for family in families) for families in orchestras],
        "unseen": dict(zip(CARDS[: s.players + 5], unseen, strict=False)),
    }


@cache
def _family(count: int) -> dict[str, Any]:
    worth = _WORTH.get(count, 0)
    return {
        "badge": _BADGES.get(count, "silent" if count else "absent"),
        "points": worth,
        "next": _WORTH.get(count + 1, 0) - worth,
    }
