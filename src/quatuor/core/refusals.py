"""The refusals that all games share: what cannot be read, whose turn it is, and that the game is over."""

from collections.abc import Callable
from typing import Any

from quatuor.core.errors import InvalidMoveError, Refusal, Sentence
from quatuor.core.texts import COMMON, shortened

# The article under which a text is refused that is no move of the game at all.
UNREADABLE = "C-8"


def shared_refusal(state: Any, text: str, seat: int, parse: Callable[[str], int], over: str) -> Refusal | None:
    """Why a text is no move of this seat now, whatever the game; `over` is the article that ends the game."""
    try:
        parse(text)
    except InvalidMoveError as error:
        return Refusal(UNREADABLE, error.sentence)
    if state.turn < 0:
        return Refusal(over, COMMON.sentence("refuse.over"))
    if seat < 0:
        return Refusal("C-1", COMMON.sentence("refuse.spectator"))
    if seat != state.turn:
        player = COMMON.sentence("player.numbered", n=int(state.turn) + 1)
        return Refusal("C-1", COMMON.sentence("refuse.turn", player=player))
    return None


def unreadable(text: str, examples: tuple[str, ...]) -> InvalidMoveError:
    """The error for a text that is no move of the game."""
    quoted = Sentence(
        ", ".join(f"“{example}”" for example in examples), ", ".join(f"«\u00a0{example}\u00a0»" for example in examples)
    )
    return InvalidMoveError(*COMMON.sentence("refuse.unreadable", move=shortened(text, 40), examples=quoted))
