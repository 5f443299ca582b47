"""Which moves of Symphonimo are equally good."""

from collections.abc import Hashable
from typing import Any

from quatuor.games.symphonimo import state as S


def likeness(s: Any, action: int) -> Hashable:
    """Two conductors with the same face and the same cards under them differ only by their places."""
    if not S.PLACE_UNDER <= action < S.TAKE_IT_NOW:
        return action
    verb, c = (S.PLACE_UNDER, action - S.PLACE_UNDER) if action < S.TAKE else (S.TAKE, action - S.TAKE)
    return verb, int(s.face[c]), tuple(sorted(s.column[c, : s.height[c]].tolist()))
