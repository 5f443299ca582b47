"""A server inside this process: its own loop in a thread, asked by plain calls; sockets too."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx

from quatuor.server.app import create_app
from quatuor.server.http.asgi import LINE
from quatuor.server.http.messages import Presence, Problem, Update
from quatuor.server.http.word_messages import Spoken
from quatuor.server.services import Services
from quatuor.server.settings import Settings
from server.changes import changed

T = TypeVar("T")
HOME = "http://127.0.0.1:8414"
_PATIENCE = 30.0


def run_alone(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine comes to, in a thread of its own: in this one a browser's loop may run already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Inside:
    """A running server; `ask` and `socket` are called from any thread."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        # No cookie is kept: each person brings their own token.
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HOME, verify=False)
        self._life = self.app.router.lifespan_context(self.app)
        self.run(self._life.__aenter__())

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What a coroutine gives, run in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(_PATIENCE)

    def call(self, function: Callable[[], Any]) -> None:
        """Call a function in the server's own loop."""

        async def calling() -> None:
            function()

        self.run(calling())

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.run(self._client.request(method, path, **more))
        self._client.cookies.clear()
        return answer

    def socket(self, path: str, headers: dict[str, str]) -> "Socket":
        return Socket(self, path, headers)

    def close(self) -> None:
        self.run(self._client.aclose())
        self.run(self._life.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Closed(Exception):  # noqa: N818 - what the server did, not what went wrong
    """The server closed the socket: with which code, and why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


class Socket:
    """A socket at a table, as a browser has one."""

    def __init__(self, server: Inside, path: str, headers: dict[str, str]) -> None:
        self._server = server
        self.bytes_received = 0
        self._last: dict[str, Any] | None = None  # the snapshot as it was last sent
        self.presences: list[dict[str, Any]] = []  # that came while something else was waited for
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._on_text: Callable[[str], bool] = lambda _: False
        url = httpx.URL(HOME + path)
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "path": url.path,
            "raw_path": url.raw_path,
            "query_string": url.query,
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1:8414"), *((k.encode(), v.encode()) for k, v in headers.items())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8414),
            "subprotocols": [],
            "extensions": {LINE: self},
        }
        self._outgoing.put_nowait({"type": "websocket.connect"})
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._task = asyncio.run_coroutine_threadsafe(self._talk(scope), server._loop)
        assert self._next()["type"] == "websocket.accept"

    async def _talk(self, scope: dict[str, Any]) -> None:
        await self._server.app(scope, self._outgoing.get, self._take)  # type: ignore[arg-type]

    async def _take(self, message: Any) -> None:
        await self._flowing.wait()
        self._incoming.put_nowait(message)

    # A Line, as the server sees it.

    @property
    def is_writable(self) -> bool:
        return self._flowing.is_set()

    def write(self, text: bytes) -> None:
        self.bytes_received += len(text)
        self._incoming.put_nowait({"type": "websocket.send", "text": text})

    def when_writable(self, call: Callable[[], None]) -> None:
        self._on_writable = call

    def when_text(self, take: Callable[[str], bool]) -> None:
        self._on_text = take

    def _next(self, patience: float = _PATIENCE) -> dict[str, Any]:
        return self._server.run(asyncio.wait_for(self._incoming.get(), patience))

    def receive(self, patience: float = _PATIENCE) -> dict[str, Any]:
        """The next Update or Problem; Closed if the server closed instead. A Presence before it is kept."""
        while "online" in (told := self.receive_any(patience)):
            self.presences.append(told)
        return told

    def receive_word(self, patience: float = _PATIENCE) -> dict[str, Any]:
        """The next Spoken; what comes before it is left out."""
        while "word" not in (told := self.receive_any(patience)):
            pass
        return told

    def receive_presence(self, patience: float = _PATIENCE) -> dict[str, Any]:
        """The next message, which must be a Presence."""
        told = self.receive_any(patience)
        assert "online" in told, told
        return told

    def receive_any(self, patience: float = _PATIENCE) -> dict[str, Any]:
        """The next Update, Changes, Problem, Presence or Spoken; Closed if the server closed instead."""
        message = self._next(patience)
        if message["type"] == "websocket.close":
            raise Closed(message["code"], message.get("reason", ""))
        told: dict[str, Any] = json.loads(message["text"])
        if "changes" in told:
            assert self._last is not None, "changes of what nobody was told"
            self._last = changed(self._last, told["changes"])
            Update.model_validate({"items": told["items"], "snapshot": self._last, "answers": told["answers"]})
            return told
        kind = Problem if "error" in told else Presence if "online" in told else Spoken if "word" in told else Update
        kind.model_validate(told)
        self._last = told.get("snapshot", self._last)
        return told

    def answer(self, request: int) -> dict[str, Any]:
        """The Update or Problem that answers a request of ours; the Updates before it are joined to an Update."""
        items: list[Any] = []
        while True:
            told = self.receive()
            items += told.get("items", [])
            if request in told["answers"]:
                return told if "error" in told else told | {"items": items}

    def receive_until(self, index: int) -> dict[str, Any]:
        """The Updates up to an entry, as one: all their items, and the last snapshot."""
        items = []
        while True:
            update = self.receive()
            items += update["items"]
            if update["snapshot"]["index"] >= index:
                return {"items": items, "snapshot": update["snapshot"]}

    def say(self, text: str) -> None:
        self._server.call(lambda: self._offer(text))

    def _offer(self, text: str) -> None:
        if not (self._outgoing.empty() and self._on_text(text)):
            self._outgoing.put_nowait({"type": "websocket.receive", "text": text})

    def hold(self) -> None:
        """Take nothing in for now, as a slow line does."""
        self._server.call(self._flowing.clear)

    def let_go(self) -> None:
        self._server.call(self._flowing.set)
        self._server.call(self._on_writable)

    @property
    def waiting(self) -> int:
        """How many messages have come that nobody has read."""
        return self._incoming.qsize()

    def close(self) -> None:
        self._server.run(self._outgoing.put({"type": "websocket.disconnect", "code": 1001}))
        self._task.result(_PATIENCE)

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
