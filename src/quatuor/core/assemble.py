"""A game made of its folder: which file gives which function is written here, once for all games."""

from importlib import import_module
from typing import Any

from quatuor.core.game import Game

# What each file of a game's folder gives to its record.
_FUNCTIONS = {
    "rules": ("setup", "legal", "apply", "stack", "scores", "winners"),
    "hidden": ("redeal",),
    "observation": ("observe",),
    "evaluate": ("evaluate",),
    "options": ("encode",),
    "notation": ("text", "parse", "card_text", "card_parse"),
    "deal": ("deal", "impose", "locate"),
    "view": ("view",),
    "tell": ("tell",),
    "aids": ("aids",),
    "explain": ("explain",),
    "screen": ("draw",),
}


def assemble(package: str, *, version: int, min_players: int, **more: Any) -> Game:
    """The game in this package; `more` is what only some games have."""
    files = {name: import_module(f"{package}.{name}") for name in (*_FUNCTIONS, "state", "texts")}
    functions = {name: getattr(files[file], name) for file, names in _FUNCTIONS.items() for name in names}
    texts = files["texts"].TEXTS
    return Game(
        name=package.rpartition(".")[2],
        title=texts.say("en", "title"),
        version=version,
        min_players=min_players,
        max_players=files["state"].MAX_PLAYERS,
        options=files["options"].OPTIONS,
        presets=getattr(files["options"], "PRESETS", ()),
        texts=texts,
        package=package,
        STATE=files["state"].STATE,
        n_actions=files["state"].N_ACTIONS,
        max_legal=files["state"].MAX_LEGAL,
        observation=files["observation"].LAYOUT,
        View=getattr(files["view"], "View", dict[str, Any]),
        Aids=getattr(files["aids"], "Aids", dict[str, Any]),
        examples=files["notation"].NOTATION.examples,
        **functions,
        **more,
    )
