"""What is expected of the seat to play, in one sentence: it names only what can be done now, and why not the rest."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from quatuor.core.game import Game
from quatuor.core.texts import Language


def prompt(game: Game, view: Mapping[str, Any], actions: Sequence[int], language: Language) -> str:
    """The sentence for what the seat to play sees, and for its legal actions."""
    return _said(game, view["phase"], tuple(actions), tuple(view["prompt"].items()), language)


@lru_cache(10_000)
def _said(
    game: Game, phase: str, actions: tuple[int, ...], words: tuple[tuple[str, str], ...], language: Language
) -> str:
    # A word may be a text of the catalogue itself, such as a card's name: it is said in the language.
    named = {name: game.texts.say(language, word) if word in game.texts else word for name, word in words}
    said = game.texts.say(language, _key(game, phase, actions, dict(words).get("case", "")), **named)
    return said[:1].upper() + said[1:]


def _key(game: Game, phase: str, actions: tuple[int, ...], case: str) -> str:
    """The text for a phase and the actions that are legal in it.

    A phase has one sentence, `prompt.turn`, and others for when less is possible: `prompt.turn.draw+take` is said when
    these two verbs are legal and no other; the game's `case` tells apart reasons that the verbs do not.
    """
    verbs = "+".join(sorted({game.text(action).partition(" ")[0] for action in actions}))
    keys = f"prompt.{phase}.{verbs}.{case}", f"prompt.{phase}.{verbs}"
    return next((key for key in keys if key in game.texts), f"prompt.{phase}")
