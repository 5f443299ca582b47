"""How a game is learnt: what its `learning.toml` says, checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from quatuor.core.errors import QuatuorError
from quatuor.core.game import Game
from quatuor.core.texts import plain
from quatuor.learning.texts import TEXTS
from quatuor.networks import Pairs, Rows, Shape

FILE = "learning.toml"
GREEDY = "greedy"


@dataclass(frozen=True)
class TableKind:
    """A number of players and options that are played; the more weight, the more of the tables are of this kind."""

    players: int
    options: dict[str, Any] = field(default_factory=dict)
    weight: int = 1

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return " ".join([str(self.players), *(f"{name}={plain(value)}" for name, value in self.options.items())])


@dataclass(frozen=True)
class Settings:
    """The numbers of a training; `docs/learning.md` says what they were worth."""

    tables: tuple[TableKind, ...]
    # The network: see `quatuor.networks.shape`. `rows` is the name of a part of the observation.
    width: int = 512
    blocks: int = 2
    rows: str = ""
    row_width: int = 32
    pairs: Pairs | None = None
    # Games at once, and the decisions of each between two updates.
    games: int = 32768
    window: int = 32
    # How the decisions of a window are learnt from: so often, in so many batches.
    epochs: int = 2
    batches: int = 16
    clip: float = 0.2
    trace: float = 0.96  # λ of the advantages
    value_weight: float = 1.0
    margin_weight: float = 0.1  # of the margin beside the win, in what is learnt to be won
    margin_scale: float = 10.0  # the margin, in points, that counts as 1
    longest_gradient: float = 1.0
    average: float = 0.999  # of the weights that play: how much of it stays after each batch
    warm_up: int = 10  # windows until the rate is what it should be, where a training begins or goes on
    # What falls from the first number to the second until `decisions` have been made.
    decisions: float = 1.0e9
    rate: tuple[float, float] = (1.0e-3, 5.0e-5)
    entropy: tuple[float, float] = (0.02, 0.002)
    # How much it also learns to decide as the last two kinds of company below do.
    imitation: tuple[float, float] = (0.0, 0.0)
    # The shares of the tables at which some seats are taken by earlier selves, by the networks of `company` (files, or
    # `policy` for the one that comes with the game), and by players who look a move ahead.
    with_earlier: float = 0.15
    with_company: float = 0.0
    with_greedy: float = 0.25
    company: tuple[str, ...] = ()
    greedy_samples: int = 2
    lone: bool = False  # where it has company, it has but one seat
    # A bot is imitated by so many passes over its decisions, so many of them at a time.
    passes: int = 10
    imitated: int = 4096
    # After how many decisions the present self becomes an earlier one, and how many of those there are.
    remember_every: float = 2.0e7
    remembered: int = 8

    def against(self, opponent: str, players: int) -> "Settings":
        """The same for one seat among players of one kind who never change: `greedy`, `policy` or a network's file."""
        greedy = opponent == GREEDY
        return replace(
            self,
            tables=(TableKind(players),),
            with_earlier=0.0,
            with_company=float(not greedy),
            with_greedy=float(greedy),
            company=() if greedy else (opponent,),
            lone=True,
        )

    def shape(self, game: Game) -> Shape:
        """The shape of the network that is trained."""
        rows = None
        if self.rows:
            part = next((part for part in game.observation.parts if part.name == self.rows), None)
            if part is None:
                known = ", ".join(part.name for part in game.observation.parts)
                raise QuatuorError(*TEXTS.sentence("settings.rows", rows=self.rows, game=game.title, known=known))
            count = part.axes[0][0]
            rows = Rows(game.observation.start(self.rows), count, part.size // count, self.row_width)
        shape = Shape(self.width, self.blocks, rows, self.pairs)
        if not shape.fits(game):
            raise QuatuorError(*TEXTS.sentence("settings.shape", game=game.title))
        return shape


def settings_of(game: Game, path: Path | None = None) -> Settings:
    """The settings of a game: of its own file, or of another one; QuatuorError, which says what is wrong with it."""
    file = path or files(game.package).joinpath(FILE)
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise QuatuorError(*TEXTS.sentence("settings.unreadable", file=file, reason=reason)) from None
    try:
        return _settings(game, read)
    except _WrongError as wrong:
        raise QuatuorError(
            *TEXTS.sentence("settings.value", file=file, name=wrong.args[0], value=wrong.args[1])
        ) from None
    except _UnknownError as unknown:
        known = ", ".join(sorted(unknown.args[1]))
        raise QuatuorError(*TEXTS.sentence("settings.unknown", file=file, name=unknown.args[0], known=known)) from None


class _WrongError(Exception):
    """A setting, and the value that it cannot have."""


class _UnknownError(Exception):
    """What is no setting, and those that there are."""


def _settings(game: Game, read: dict[str, Any]) -> Settings:
    tables = read.pop("tables", None)
    if not isinstance(tables, list) or not tables:
        raise _WrongError("tables", plain(tables))
    kinds = tuple(_record(TableKind, kind, "tables") for kind in tables)
    for kind in kinds:
        game.read_options(game.read_players(kind.players), kind.options)
    pairs = read.pop("pairs", None)
    chosen = {"pairs": _record(Pairs, pairs, "pairs")} if pairs is not None else {}
    settings: Settings = _record(Settings, read | {"tables": kinds} | chosen, "")
    if settings.with_company and not settings.company:
        raise _WrongError("company", "[]")
    shares = settings.with_earlier + settings.with_company + settings.with_greedy
    if shares > 1 + 1e-9:
        raise _WrongError("with_earlier + with_company + with_greedy", f"{shares:g}")
    return settings


def _record(kind: Any, given: Any, name: str) -> Any:
    """A dataclass of what was given for its fields, each like the field's default or of its type."""
    if not isinstance(given, Mapping):
        raise _WrongError(name, plain(given))
    known = {item.name: item for item in fields(kind)}
    for key, value in given.items():
        if key not in known:
            raise _UnknownError(key, known)
        if not _CHECKS[str(known[key].type)](value):
            raise _WrongError(key, plain(value))
    missing = [key for key in ("players", "first", "keys", "queries") if key in known and key not in given]
    if missing:
        raise _WrongError(name, plain(given))
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()})


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_two(check: Any) -> Any:
    return lambda value: isinstance(value, list | tuple) and len(value) == 2 and all(map(check, value))


_CHECKS = {
    str(kind): check
    for kind, check in (
        (int, _is_whole),
        (float, _is_number),
        (str, _is_text),
        (bool, lambda value: isinstance(value, bool)),
        (tuple[str, ...], lambda value: isinstance(value, list | tuple) and all(map(_is_text, value))),
        (tuple[int, int], _is_two(_is_whole)),
        (tuple[float, float], _is_two(_is_number)),
        (dict[str, Any], lambda value: isinstance(value, dict)),
        (tuple[TableKind, ...], lambda value: True),
        (Pairs | None, lambda value: True),
    )
}
