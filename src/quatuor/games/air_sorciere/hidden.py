"""What a seat of Air Sorcière does not know. All seats know the same."""

from typing import Any

from quatuor.core.chance import forget_chance
from quatuor.core.compiled import compiled


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """Only the future is hidden: every card in a hand was seen before it came there."""
    forget_chance(s, seed)
