"""What is expected of the seat to play, in one sentence: it names only what can be done now, and why not the rest."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from quatuor.core.game import Game
from quatuor.core.texts import Language


def prompt(game: Game, state: Any, view: Mapping[str, Any], language: Language) -> str:
    """The sentence for a state and what the seat to play sees of it.

    A phase has one sentence, `prompt.turn`, and others for when less is possible: `prompt.turn.draw+take` is said when
    these two verbs are legal and no other; the game's `case` tells apart reasons that the verbs do not.
    """
    words = view["prompt"]
    key = f"prompt.{view['phase']}"
    if view["phase"] in _phases_with_more(game):
        verbs = {game.text(action).partition(" ")[0] for action in game.legal_actions(state)}
        narrower = f"{key}.{'+'.join(sorted(verbs))}"
        known = (text for text in (f"{narrower}.{words.get('case')}", narrower) if text in game.texts)
        key = next(known, key)
    return game.texts.say(language, key, **words)


@cache
def _phases_with_more(game: Game) -> frozenset[str]:
    """The phases that have more than one sentence."""
    keys = (key.split(".") for key in game.texts.entries["en"] if key.startswith("prompt."))
    return frozenset(key[1] for key in keys if len(key) > 2)
