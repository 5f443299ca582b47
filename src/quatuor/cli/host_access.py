"""The host's way to a store: through the server that uses it, or, if none does, in this process."""

import asyncio
import json
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from quatuor.cli import server_process
from quatuor.core.errors import QuatuorError
from quatuor.core.texts import Language, Sentence
from quatuor.server.http.routes.host import PREFIX, TOKEN_HEADER, do
from quatuor.server.services import Services
from quatuor.server.settings import Settings, default_db
from quatuor.server.store.backup import check_exists
from quatuor.server.store.file_lock import StoreInUseError, real_path
from quatuor.server.store.integrity import check_ours
from quatuor.server.texts import TEXTS
from quatuor.server.warmup import WARMING

_PATIENCE_SECONDS = 60


def store_of(db: Path | None) -> Path:
    """The store that a host means; refused where there is none."""
    found = real_path(db or default_db())
    check_exists(found)
    check_ours(found)
    return found


def command(db: Path, language: Language, name: str, **wanted: Any) -> Any:
    """Have one of the host's commands done, and give what it answers."""
    try:
        with server_process.claimed(db):
            server_process.prepare_store(db, lambda *_, **__: None)
            return asyncio.run(_done_here(db, name, wanted))
    except StoreInUseError as server:
        return _asked(db, server, language, name, wanted)


async def _done_here(db: Path, name: str, wanted: dict[str, Any]) -> Any:
    services = Services(Settings(db=db, warm_search=False))
    await services.open()
    try:
        return await do(services.host_commands, name, wanted)
    finally:
        await services.close()
        # What is being compiled cannot be stopped, and a process that ends meanwhile could crash.
        for thread in threading.enumerate():
            if thread.name == WARMING:
                thread.join()


def _asked(db: Path, server: StoreInUseError, language: Language, name: str, wanted: dict[str, Any]) -> Any:
    if not server.token:
        raise QuatuorError(*TEXTS.sentence("host.busy", file=str(db)))
    request = urllib.request.Request(
        f"{server.local_url}{PREFIX}{name}?lang={language}",
        json.dumps(wanted).encode(),
        {"content-type": "application/json", TOKEN_HEADER: server.token},
    )
    # The server is on this machine: no proxy of the environment leads there.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=_PATIENCE_SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            told = str(json.load(error)["message"])
        raise QuatuorError(*Sentence(told, told)) from None
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise QuatuorError(*TEXTS.sentence("host.silent", file=str(db), reason=reason)) from None
