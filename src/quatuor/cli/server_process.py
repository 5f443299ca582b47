"""The server as a process: its store, its port, its run, the browser that opens it."""

import contextlib
import dataclasses
import errno
import os
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy.exc import DBAPIError

from quatuor.cli.texts import TEXTS
from quatuor.core.errors import OptionError, QuatuorError
from quatuor.server.logs import LOG
from quatuor.server.run import server
from quatuor.server.settings import Settings
from quatuor.server.store.file_lock import Claim
from quatuor.server.store.integrity import StoreDamagedError, check_ours, check_store
from quatuor.server.store.salvage import accept_loss
from quatuor.server.store.stores import store_of
from quatuor.server.store.write_ahead_log import wal_of
from quatuor.server.workers import Workers, WorkersFailedError

# How many ports from the usual one on are tried before any free one.
_NEIGHBOURS = 20
# A server that listens on all addresses is reached on this machine here.
_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}


@contextlib.contextmanager
def claimed(db: Path | str) -> Iterator[Claim | None]:
    """Hold the store while a server runs; StoreInUseError if another server holds it. A database takes several."""
    if isinstance(db, str):
        yield None
        return
    claim = Claim(db)
    with _store_errors(db):
        db.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            os.close(os.open(db, os.O_RDWR))
        if not wal_of(db).exists():
            # Leave nothing beside a file that is not ours, not even a lock.
            check_ours(db)
        claim.take()
    try:
        yield claim
    finally:
        claim.give_back()


def prepare_store(db: Path | str, say: Callable[..., None], *, loss_accepted: bool = False) -> None:
    """Check and migrate the store; refuse at once one that is damaged or cannot be read and written."""
    if isinstance(db, str):
        with contextlib.closing(store_of(db)) as store:
            store.prepare()
        return
    with _store_errors(db):
        try:
            check_store(db, lambda: say("serve.checking", file=str(db)))
        except StoreDamagedError:
            if not loss_accepted:
                raise
            check_ours(db)
            say("serve.salvaged", file=str(db), kept=str(accept_loss(db)))
            check_store(db)
        with contextlib.closing(store_of(db)) as store:
            store.prepare()


@contextlib.contextmanager
def _store_errors(db: Path) -> Iterator[None]:
    """Turn an error of the file or the database into one sentence."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except (sqlite3.Error, DBAPIError) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error)
    else:
        return
    raise OptionError(*TEXTS.sentence("serve.db.unwritable", file=str(db), reason=reason))


def listen(host: str, port: int | None, usual: int) -> socket.socket:
    """A listening socket at this port; without one, at the usual port or the next free one."""
    if port is not None:
        return _bound(host, port)
    for near in (*range(usual, usual + _NEIGHBOURS), 0):
        try:
            return _bound(host, near)
        except _PortTakenError as taken:
            last = taken
    raise last


class _PortTakenError(OptionError):
    """Another program uses this port."""


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise OptionError(*TEXTS.sentence("serve.host.refused", value=host)) from None
    listener = socket.socket(family, kind)
    # Lets a restarted server have its port at once; on Windows it would let two servers share the port.
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise _PortTakenError(*TEXTS.sentence("serve.port.taken", port=port, host=host)) from None
        if error.errno == errno.EACCES:
            raise OptionError(*TEXTS.sentence("serve.port.forbidden", port=port)) from None
        raise OptionError(*TEXTS.sentence("serve.host.refused", value=host)) from None
    return listener


def local_url(host: str, listener: socket.socket) -> str:
    """The address for a browser on this machine."""
    host = _LOOPBACK.get(host, host)
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def completed(settings: Settings, listener: socket.socket) -> Settings:
    """The settings with the port that was found and the host names under which browsers may ask."""
    name = socket.gethostname()
    public = urlsplit(settings.public_url or "").hostname
    hosts = {"localhost", settings.host, name, f"{name}.local", *([public] if public else [])}
    return dataclasses.replace(settings, port=listener.getsockname()[1], hosts=tuple(sorted(hosts)))


def run(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or a signal; `ready` is called once requests are answered."""
    try:
        if settings.workers > 1:
            Workers(settings, listener, LOG.level, ready).run()
        else:
            server(settings, ready).run(sockets=[listener])
    except (SystemExit, WorkersFailedError):
        # The log says why.
        raise QuatuorError(*TEXTS.sentence("serve.failed")) from None


def open_browser(url: str) -> None:
    """Open the browser, unless there is no screen: then the printed address must do."""
    unix_without_screen = sys.platform not in ("win32", "darwin") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER")
    )
    if not unix_without_screen:
        webbrowser.open(url)
