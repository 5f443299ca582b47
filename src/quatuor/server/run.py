"""Running the server: one process, sockets without compression, an orderly shutdown."""

import asyncio
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from quatuor.server.app import create_app
from quatuor.server.garbage import collect_when_quiet, exempt_what_is_loaded
from quatuor.server.http.connection_limits import HttpConnection, SocketConnection, State
from quatuor.server.services import Services
from quatuor.server.settings import Settings

_GRACE_SECONDS = 5
# How long the writing thread may wait for Python's lock while the server computes: with Python's default of 5 ms, every
# commit would wait for many moves.
_SWITCH_SECONDS = 0.0005
# A client only sends moves on a socket, sixteen at most in a message.
_LONGEST_MESSAGE = 8 * 1024


class Server(uvicorn.Server):
    """Calls back when it is ready, and shuts down in order however often it is told to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.server_state = State()
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()
        self._tuning = asyncio.create_task(_tune(self.config.app.state.services))  # type: ignore[union-attr]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._tuning.cancel()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True


async def _tune(services: Services) -> None:
    sys.setswitchinterval(_SWITCH_SECONDS)
    await services.warmup.rules_compiled()
    exempt_what_is_loaded()
    await collect_when_quiet(lambda: services.tables.changed)


def server(settings: Settings, ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """A server that is ready to run."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        http=HttpConnection,
        ws=SocketConnection,
        # Compression would cost two thirds of the throughput, and 100 KB a connection.
        ws_per_message_deflate=False,
        ws_max_size=_LONGEST_MESSAGE,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return Server(config, ready)
