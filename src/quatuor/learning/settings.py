"""How a game is learnt: all that its `learning.toml` says, checked."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.learning.texts import TEXTS


@dataclass(frozen=True)
class TableKind:
    """A number of players and options that are trained; `weight` of them in all that are."""

    players: int
    options: dict[str, Any] = field(default_factory=dict)
    weight: int = 1


@dataclass(frozen=True)
class Pairs:
    """Actions, from the action `first` on, that are pairs: one of some rows of the observation with one of others."""

    first: int
    keys: tuple[int, int]
    queries: tuple[int, int]


@dataclass(frozen=True)
class Settings:
    """The numbers of a training; `docs/learning.md` says what they were worth."""

    tables: tuple[TableKind, ...]
    # The network.
    width: int = 512
    blocks: int = 2
    rows: str = ""  # a part of the observation whose rows are alike
    row_width: int = 32
    pairs: Pairs | None = None
    # Games at once, and the decisions of each between two updates.
    games: int = 32768
    window: int = 32
    # How all decisions of a window are learnt from.
    epochs: int = 2
    batches: int = 16
    clip: float = 0.2
    trace: float = 0.96  # λ of the advantages
    value_weight: float = 1.0
    margin_weight: float = 0.1  # of the margin beside the win, in the reward
    margin_scale: float = 10.0  # the margin, in points, that counts as 1
    longest_gradient: float = 1.0
    average: float = 0.999  # of the weights that play, after each batch
    # What falls from the first number to the second until `decisions` have been made.
    decisions: float = 1.0e9
    rate: tuple[float, float] = (1.0e-3, 5.0e-5)
    entropy: tuple[float, float] = (0.02, 0.002)
    # The share of the tables at which some seats belong to earlier selves, or to players who look one move ahead.
    with_earlier: float = 0.15
    with_greedy: float = 0.25
    greedy_samples: int = 2
    # How many decisions pass until the present self becomes an earlier one, and how many of those are remembered.
    remember_every: float = 2.0e7
    remembered: int = 8


def settings_of(game: Game, path: Path | None = None) -> Settings:
    """The settings of a game, from its own file or from another one."""
    file = path or Path(__import__(game.package, fromlist=["_"]).__file__ or "").with_name("learning.toml")
    try:
        read = tomllib.loads(file.read_text())
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise QuatuorError(*TEXTS.sentence("settings.unreadable", file=str(file), reason=str(error))) from None
    return _checked(game, file, read)


def _checked(game: Game, file: Path, read: dict[str, Any]) -> Settings:
    known = {item.name: item for item in fields(Settings)}
    for name, value in read.items():
        if name not in known:
            raise QuatuorError(
                *TEXTS.sentence("settings.unknown", file=str(file), name=name, known=", ".join(sorted(known)))
            )
        default = known[name].default
        if name not in ("tables", "rows", "pairs") and not _like(value, default):
            raise QuatuorError(*TEXTS.sentence("settings.value", file=str(file), name=name, value=repr(value)))
    if not read.get("tables"):
        raise QuatuorError(*TEXTS.sentence("settings.tables", file=str(file)))
    tables = tuple(TableKind(**kind) for kind in read.pop("tables"))
    pairs = read.pop("pairs", None)
    for kind in tables:
        game.read_options(game.read_players(kind.players), kind.options)
    given = {name: tuple(v) if isinstance(v, list) else v for name, v in read.items()}
    return Settings(tables, pairs=Pairs(**{k: tuple(v) if isinstance(v, list) else v for k, v in pairs.items()}) if pairs else None, **given)


def _like(value: Any, default: Any) -> bool:
    """Whether a value can stand where this default does."""
    if isinstance(default, tuple):
        return isinstance(value, list) and len(value) == 2 and all(_like(v, d) for v, d in zip(value, default))
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        return False
    return isinstance(default, float) or (isinstance(value, int) and value > 0)
