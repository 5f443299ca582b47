"""The file of an unfinished game: never over another file, never half written, never lost."""

import contextlib
import signal
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs

from quatuor.cli.texts import TEXTS
from quatuor.core.errors import QuatuorError, RecordError
from quatuor.play import record_format
from quatuor.play.files import read_file
from quatuor.play.playthrough import Playthrough
from quatuor.play.replay import verify


class SaveFile:
    """The file in which one game is saved; a file that this game did not come from or go to is never replaced."""

    def __init__(self, play: Playthrough, path: Path | None = None, *, resumed: Path | None = None) -> None:
        """With a `path` the game is saved there now and after every move (`always`)."""
        self._play = play
        self._home = path or resumed
        self._own = {resumed} if resumed else set()
        self._saved = list(play.moves) if resumed else None
        self.path = resumed
        self.always = path is not None
        if path:
            self.save(path)

    @property
    def up_to_date(self) -> bool:
        """Whether the file last written, `path`, holds the game as it is now."""
        return self._saved == self._play.moves

    def save(self, path: Path | None = None) -> Path:
        """Write the game to a file, by default its own or a new one in this folder; RecordError if it cannot be."""
        path = path or self._home or free_name(self._play, Path())
        if path.exists() and path not in self._own:
            raise RecordError(*TEXTS.sentence("save.exists", file=str(path)))
        _write(self._play, path)
        self._own.add(path)
        self._home = self._home or path
        self._saved = list(self._play.moves)
        self.path = path
        return path

    def rescue(self) -> Path | None:
        """Write the game wherever that is possible; None if there is nothing to lose."""
        if not self._play.moves or self.up_to_date:
            return self.path
        with contextlib.suppress(RecordError, OSError):
            return self.save()
        for folder in (Path(platformdirs.user_data_dir("quatuor", appauthor=False)), Path(tempfile.gettempdir())):
            with contextlib.suppress(RecordError, OSError):
                folder.mkdir(parents=True, exist_ok=True)
                return self.save(free_name(self._play, folder))
        raise RecordError(*TEXTS.sentence("save.nowhere"))


def free_name(play: Playthrough, folder: Path) -> Path:
    """A file name that is not taken in a folder."""
    name = f"{play.game.name}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path, number = folder / f"{name}.quatuor.json", 2
    while path.exists():
        path, number = folder / f"{name}-{number}.quatuor.json", number + 1
    return path


def _write(play: Playthrough, path: Path) -> None:
    """Write a file beside it first: whatever stops the program, the file holds a whole game."""
    beside = path.with_name(path.name + ".part")
    try:
        play.save(beside)
    except RecordError as error:
        raise RecordError(*(sentence.replace(str(beside), str(path)) for sentence in error.sentence)) from None
    try:
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise RecordError(*TEXTS.sentence("save.failed", file=str(path), reason=error.strerror)) from None


def load_unfinished(path: Path) -> Playthrough:
    """The game in a file, ready to be continued from its seed."""
    records = list(read_file(path))
    try:
        return _resumed(records)
    except QuatuorError as error:
        raise record_format.located(RecordError(*error.sentence), "where.file", file=str(path)) from None


def _resumed(records: list[dict[str, Any]]) -> Playthrough:
    if len(records) != 1:
        raise RecordError(*TEXTS.sentence("resume.several", n=len(records)))
    checked = verify(records[0])
    if checked.play.over:
        raise RecordError(*TEXTS.sentence("resume.over"))
    if not (checked.seed_reproduces or checked.proof_holds):
        raise RecordError(*TEXTS.sentence("resume.no_seed", reason=checked.about_chance))
    past = checked.play
    play = Playthrough(
        past.game, past.players, seed=past.seed, first=past.first, options=past.options, proof=past.proof
    )
    for move in past.moves:
        play.play_action(move.action)
    return play


@contextlib.contextmanager
def interrupted_by_closing() -> Iterator[None]:
    """Let a closed window or SIGTERM stop the game as Ctrl-C does, so that it is saved."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = {}
    for name in ("SIGHUP", "SIGTERM"):
        # Some systems lack one of them, and only the main thread may handle signals.
        with contextlib.suppress(AttributeError, ValueError):
            number = getattr(signal, name)
            before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
