"""Whose choices are secret: where the time that a move takes could tell what the others must not know."""

from collections.abc import Callable, Mapping
from typing import Any

from quatuor.core.game import Game

# When whoever is to play sees no more than a spectator does.
_PUBLIC_WHEN: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "symphonimo": lambda options: True,
    "air_sorciere": lambda options: options.get("open_hands") is True,
    "symbiose": lambda options: True,  # a secret first flip is chosen from the same slots by everybody
}


def choices_are_private(game: Game, options: Mapping[str, Any]) -> bool:
    """Whether what a seat may do depends on something that the others do not see.

    If it does, the time of a move must not depend on how many moves there were. A new game counts as private until
    `_PUBLIC_WHEN` names it, and the tests allow that only if its seat to play sees nothing that a spectator does not.
    """
    public_when = _PUBLIC_WHEN.get(game.name)
    return game.hands_are_hidden or public_when is None or not public_when(options)
