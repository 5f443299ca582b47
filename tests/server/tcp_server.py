"""A server of this process that listens on a real port, and clients that are ruder than any library."""

import socket
import struct
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from quatuor.server import run
from quatuor.server.http.connection_limits import HttpConnection, SocketConnection, State
from quatuor.server.settings import Settings

PATIENCE = 20.0
HOST = "Host: 127.0.0.1\r\n"
UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


async def _no_tuning(_: object) -> None:
    """The garbage collector and the threads of the tests stay as they are."""


class TcpServer:
    """A whole server in a thread of its own."""

    def __init__(
        self,
        folder: Path,
        http: type[HttpConnection] = HttpConnection,
        ws: type[SocketConnection] = SocketConnection,
        **settings: Any,
    ) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        ready = threading.Event()
        chosen = Settings(**{"db": folder / "quatuor.db", "warm_search": False, "limits": False} | settings)
        self._server = run.server(chosen, ready.set)
        self._server.config.http, self._server.config.ws = http, ws
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],), daemon=True)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(run, "_tune", _no_tuning)
            self._thread.start()
            assert ready.wait(PATIENCE)
        self.token = httpx.post(f"{self.url}/api/players", json={"name": "Ada"}).json()["token"]

    @property
    def state(self) -> State:
        state = self._server.server_state
        assert isinstance(state, State)
        return state

    def works(self) -> bool:
        return httpx.get(f"{self.url}/api/me").status_code == 200

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listener.close()


class Line:
    """A bare TCP connection."""

    def __init__(self, server: TcpServer) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), PATIENCE)

    def send(self, *words: str | bytes) -> "Line":
        try:
            for word in words:
                self.socket.sendall(word.encode() if isinstance(word, str) else word)
        except OSError:
            self.socket.close()
            raise
        return self

    def rest(self) -> bytes:
        """All that comes until the server ends the connection; a test fails here if it never does."""
        found = b""
        try:
            while piece := self.socket.recv(65536):
                found += piece
        except ConnectionResetError:
            pass
        self.socket.close()
        return found

    def read(self, end: bytes) -> bytes:
        """What comes, up to and with these bytes."""
        found = b""
        while end not in found:
            piece = self.socket.recv(65536)
            assert piece, f"the connection ended after {found!r}"
            found += piece
        return found

    def hang_up(self) -> None:
        self.socket.close()

    def go_quietly(self) -> None:
        """Say that nothing more comes, and read what is left."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)
        self.rest()

    def reset(self) -> None:
        """End the connection as a program does that is killed."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def new_table(server: TcpServer) -> str:
    """A table at which Ada plays with herself."""
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
    plan = {"game": "symphonimo", "players": 2, "seats": seats, "start": True}
    headers = {"authorization": f"Bearer {server.token}"}
    return str(httpx.post(f"{server.url}/api/tables", json=plan, headers=headers).raise_for_status().json()["id"])


def frame(opcode: int, data: bytes, fin: bool = True) -> bytes:
    """A masked frame with an empty mask."""
    assert len(data) < 126
    return struct.pack("!BBI", (0x80 if fin else 0) | opcode, 0x80 | len(data), 0) + data
