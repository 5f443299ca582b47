"""One server per store: who holds it, and at what address."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

from quatuor.core.errors import QuatuorError
from quatuor.server.texts import TEXTS


class StoreInUseError(QuatuorError):
    """Another server has this store; `url` is its address, empty while it is still starting.

    `local_url` is its address on this machine, `token` what the host's commands there carry.
    """

    def __init__(self, db: Path, url: str, local_url: str = "", token: str = "") -> None:
        super().__init__(*TEXTS.sentence("store.in_use", file=str(db), url=url))
        self.url = url
        self.local_url = local_url
        self.token = token


def real_path(db: Path) -> Path:
    """Where a store really is, however many links lead there; links that lead nowhere fail when they are opened."""
    return Path(os.path.realpath(db))


class Claim:
    """The right to serve a store: a lock on the file beside it, which the system gives back however a process ends."""

    def __init__(self, db: Path) -> None:
        # A store has one claim, through whichever link somebody came to it.
        self._db = db = real_path(db)
        self._path = db.with_name(db.name + ".lock")
        self._file = -1

    def take(self) -> None:
        """Take it, unless another process has it: StoreInUseError."""
        while self._file < 0:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(descriptor)
            except (BlockingIOError, PermissionError):
                os.close(descriptor)
                raise StoreInUseError(self._db, *self._holder()) from None
            if self._is_there(descriptor):
                self._file = descriptor
            else:
                os.close(descriptor)
        self.tell("")

    def _is_there(self, descriptor: int) -> bool:
        """Whether a file still lies where others look for it: whoever had it may have removed it just now."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def tell(self, url: str, local_url: str = "", token: str = "") -> None:
        """Leave the address of this server for those who come later: the file is its owner's alone."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps({"url": url, "local_url": local_url, "token": token}).encode())

    def _holder(self) -> tuple[str, str, str]:
        try:
            told = json.loads(self._path.read_bytes())
            return str(told["url"]), str(told.get("local_url", "")), str(told.get("token", ""))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return "", "", ""

    def give_back(self, remove: bool = False) -> None:
        """Let others have it; with `remove` the file goes too, where the system allows that of one that is open."""
        if self._file >= 0:
            self.tell("")
            if remove:
                # Before the lock is given back: afterwards it may be another's.
                with suppress(PermissionError):
                    self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked: lock a place far behind the address.
    _FAR = 1 << 20

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # Not `flock`: a lock of that kind would live on in a child that outlives a killed server.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
