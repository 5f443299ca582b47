"""What a seat of Symphonimo does not know. All seats know the same."""

from typing import Any

from quatuor.core.chance import forget_chance
from quatuor.core.compiled import compiled


@compiled
def redeal(s: Any, seat: Any, seed: Any) -> Any:
    """Only the future is hidden: which of the unseen cards come, and in which order."""
    forget_chance(s, seed)
