"""Clients that disconnect at any moment, cleanly or not: this is normal, and not logged as an error."""

import gc
import json
import logging
from collections.abc import Callable, Iterator
from typing import NamedTuple

import httpx
import pytest

from server.tcp_server import HOST, KEY, UPGRADE, Line, TcpServer, frame, new_table
from server.waits import wait_until

TIMES = 4
JSON = "Content-Type: application/json\r\n"
LONG = {"name": "A" * 3000}


class Place(NamedTuple):
    """A server, and a table with a game in progress."""

    server: TcpServer
    table: str
    turn: int
    index: int

    @property
    def who(self) -> str:
        return f"{HOST}Authorization: Bearer {self.server.token}\r\n"

    @property
    def move(self) -> str:
        return json.dumps({"seat": self.turn, "after": self.index, "moves": ["draw"], "request": 1})

    def post(self, path: str, body: str, more: str = "") -> str:
        return f"POST /api{path} HTTP/1.1\r\n{self.who}{JSON}{more}Content-Length: {len(body)}\r\n\r\n{body}"

    def get(self, path: str) -> str:
        return f"GET /api{path} HTTP/1.1\r\n{self.who}\r\n"

    def handshake(self, query: str = "seat=0&after=-1") -> str:
        return f"GET /api/tables/{self.table}/live?{query} HTTP/1.1\r\n{self.who}{UPGRADE}{KEY}\r\n"

    def line(self) -> Line:
        return Line(self.server)

    def socket(self) -> Line:
        line = self.line().send(self.handshake())
        line.read(b"\r\n\r\n")
        return line


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    server = TcpServer(tmp_path_factory.mktemp("disconnects"))
    table = new_table(server)
    headers = {"authorization": f"Bearer {server.token}"}
    seen = httpx.get(f"{server.url}/api/tables/{table}/events", headers=headers).json()["snapshot"]
    yield Place(server, table, seen["table"]["turn"], seen["index"])
    server.stop()


Moment = Callable[[Place], Line]


def answered(line: Line) -> Line:
    line.read(b"\r\n\r\n")
    return line


MOMENTS: dict[str, Moment] = {
    "connected": lambda at: at.line(),
    "in the request line": lambda at: at.line().send("GET /api"),
    "in the headers": lambda at: at.line().send(f"GET /api/me HTTP/1.1\r\n{HOST}X-Some"),
    "before a body": lambda at: at.line().send(at.post("/me", "x" * 100)[:-100]),
    "in a body": lambda at: at.line().send(at.post("/me", json.dumps(LONG))[:-1000]),
    "in a body, seen": lambda at: answered(at.line().send(at.post("/me", "x" * 100, "Expect: 100-continue\r\n")[:-50])),
    "in a move": lambda at: at.line().send(at.post(f"/tables/{at.table}/moves", at.move)[:-20]),
    "in a record": lambda at: at.line().send(at.post("/records", "x" * 100_000)[:-1000]),
    "in a new table": lambda at: at.line().send(at.post("/tables", "x" * 100_000)[:-1000]),
    "in a chunked body": lambda at: at.line().send(
        f"POST /api/me HTTP/1.1\r\n{at.who}{JSON}Transfer-Encoding: chunked\r\n\r\nff\r\n", "x" * 50
    ),
    "between two chunks": lambda at: at.line().send(
        f"POST /api/records HTTP/1.1\r\n{at.who}{JSON}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n"
    ),
    "in a body that is too long": lambda at: at.line().send(at.post("/me", "x" * 90_000)[:-1000]),
    "before the answer": lambda at: at.line().send(at.get("/me")),
    "before a written answer": lambda at: at.line().send(at.get("/health")),
    "before the answer to a move": lambda at: at.line().send(at.post(f"/tables/{at.table}/moves", at.move)),
    "before the answer to a record": lambda at: at.line().send(at.post("/records", "{}")),
    "before a new identity": lambda at: at.line().send(at.post("/players", '{"name": "Ada"}')),
    "in a long answer": lambda at: at.line().send(at.get("/openapi.json") * 12),
    "in a long answer, seen": lambda at: answered(at.line().send(at.get("/openapi.json") * 12)),
    "after the answer": lambda at: answered(at.line().send(at.get("/me"))),
    "in the next request": lambda at: answered(at.line().send(at.get("/me"))).send("GET /"),
    "in a handshake": lambda at: at.line().send(at.handshake()[:-10]),
    "before the answer to a handshake": lambda at: at.line().send(at.handshake()),
    "before a refused handshake": lambda at: at.line().send(at.handshake("seat=5")),
    "before an unknown table": lambda at: at.line().send(at.handshake().replace(at.table, "ABCDEFGH")),
    "after a refused handshake": lambda at: answered(at.line().send(at.handshake("seat=5"))),
    "after a handshake": lambda at: at.socket(),
    "in a frame": lambda at: at.socket().send(frame(1, b"{}" * 10)[:-3]),
    "in a message": lambda at: at.socket().send(frame(1, b"{", fin=False)),
    "after a message": lambda at: at.socket().send(frame(1, b"{}")),
    "after a move on a socket": lambda at: at.socket().send(frame(1, at.move.encode())),
    "after many messages": lambda at: at.socket().send(frame(1, b"{}") * 40),
    "after too many messages": lambda at: at.socket().send(frame(1, b"{}") * 400),
    "after a ping": lambda at: at.socket().send(frame(9, b"?")),
    "after a farewell": lambda at: at.socket().send(frame(8, b"\x03\xe9")),
    "after a farewell and more": lambda at: at.socket().send(frame(8, b"\x03\xe9") + frame(1, b"{}")),
    "after moves and a farewell": lambda at: at.socket().send(frame(1, b"{}") * 5 + frame(8, b"\x03\xe9")),
    "after no text": lambda at: at.socket().send(frame(1, b"\xff")),
    "after no frame": lambda at: at.socket().send(frame(1, b"{}") * 3 + frame(5, b"?")),
    "after a frame that is too long": lambda at: at.socket().send(b"\x81\xff" + (10**6).to_bytes(8, "big") + bytes(4)),
}


@pytest.mark.parametrize("leave", [Line.hang_up, Line.reset, Line.go_quietly])
def test_a_client_may_disconnect_at_any_moment(
    place: Place, leave: Callable[[Line], None], caplog: pytest.LogCaptureFixture
) -> None:
    troubles: dict[str, list[str]] = {}
    for name, moment in MOMENTS.items():
        with caplog.at_level(logging.INFO):
            for line in [moment(place) for _ in range(TIMES)]:
                leave(line)
            wait_until(lambda: not place.server.state.by_home and not place.server.state.tasks)
        troubles[name] = warnings(caplog)
    with caplog.at_level(logging.INFO):
        gc.collect()  # a task that failed unseen says so when it is forgotten
    troubles["forgotten"] = warnings(caplog)
    assert not {name: trouble for name, trouble in troubles.items() if trouble}
    assert place.server.works()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The warnings and errors since the last call."""
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    caplog.clear()
    return [f"{one.name}: {one.getMessage()} {getattr(one, 'fields', '')} {one.exc_text or ''}" for one in records]
