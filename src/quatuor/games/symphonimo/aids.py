"""What a screen of Symphonimo shows beside the cards: badges, points, what a further card would do, unseen cards."""

from typing import Any

from quatuor.core.state import readable
from quatuor.games.symphonimo.notation import card_text
from quatuor.games.symphonimo.rules import points
from quatuor.games.symphonimo.state import N_FAMILIES

_WORTH = {1: 1, 4: 5}
_BADGES = {1: "soloist", 4: "quartet"}


def aids(state: Any, seat: int) -> dict[str, Any]:
    """Per family of each orchestra: its badge, its points, and what one more card would change (SY-11)."""
    s = readable(state)
    seats = range(s.players)
    owned = s.owned.tolist()
    unseen = {card_text(family): 0 for family in range(N_FAMILIES) if family <= s.players + 4}
    for card in s.pile[: s.left + s.unused].tolist():
        unseen[card_text(card)] += 1
    return {
        "families": [{card_text(family): _family(owned[k][family]) for family in range(N_FAMILIES)} for k in seats],
        "scores": [int(points(state, k)) for k in seats],
        "unseen": unseen,
    }


def _family(count: int) -> dict[str, Any]:
    worth = _WORTH.get(count, 0)
    return {
        "badge": _BADGES.get(count, "silent" if count else "absent"),
        "points": worth,
        "next": _WORTH.get(count + 1, 0) - worth,
    }
