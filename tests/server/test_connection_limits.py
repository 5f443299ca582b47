"""Connections: endless heads and bodies, clients that never read, and too many connections from one address."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from websockets.sync.client import connect

from quatuor.server.http.connection_limits import HttpConnection, SocketConnection
from quatuor.server.http.messages import Problem
from server.tcp_server import HOST, KEY, UPGRADE, Line, TcpServer, frame, new_table
from server.waits import wait_until

pytestmark = pytest.mark.sqlite

Serve = Callable[..., TcpServer]
ME = f"GET /api/me HTTP/1.1\r\n{HOST}"
NAME = f"POST /api/me HTTP/1.1\r\n{HOST}Content-Type: application/json\r\n"


class HastyHttp(HttpConnection):
    """A connection with short time limits."""

    head_seconds = body_seconds = rest_seconds = 0.3
    write_seconds = 0.5

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.timeout_keep_alive = 1


class HastySocket(SocketConnection):
    write_seconds = 0.5


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Starts listening servers, with usual or with short time limits."""
    servers = []

    def start(**more: Any) -> TcpServer:
        servers.append(TcpServer(tmp_path_factory.mktemp("listening"), **more))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def server(serve: Serve) -> TcpServer:
    return serve()


@pytest.fixture(scope="module")
def hasty(serve: Serve) -> TcpServer:
    return serve(http=HastyHttp, ws=HastySocket)


def refusal(answer: bytes, status: int, error: str) -> Problem:
    """The Problem in an answer that ended the connection."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer[:200]
    assert b"connection: close" in head
    problem = Problem.model_validate(json.loads(body))
    assert problem.error == error and problem.message.endswith(".")
    return problem


# Size.


@pytest.mark.parametrize(
    "head",
    [
        ME + "X: " + "a" * 40_000,
        ME + "X: " + "a" * 40_000 + "\r\n\r\n",
        ME + "X: 1\r\n" * 200,
        ME + "X: 1\r\n" * 101 + "\r\n",
        ME + "a" * 40_000,
        "GET /" + "a" * 40_000,
        "GET /" + "a" * 40_000 + f" HTTP/1.1\r\n{HOST}\r\n",
        "\r\n" * 20_000,
        NAME + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "X: 1\r\n" * 20_000,
        NAME + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + "a" * 80_000,
        ME + UPGRADE + KEY + "X: " + "a" * 9000 + "\r\n\r\n",
    ],
)
def test_a_head_that_is_too_long_is_refused(server: TcpServer, head: str) -> None:
    refusal(Line(server).send(head).rest(), 431, "too_large")
    assert server.works()


def test_an_endless_head_is_refused_long_before_it_fills_the_memory(server: TcpServer) -> None:
    line = Line(server).send(ME + "X: ")
    with pytest.raises(OSError):
        for _ in range(200):
            line.send(b"a" * 64 * 1024)


def test_a_refusal_is_in_the_language_of_the_client(server: TcpServer) -> None:
    answer = Line(server).send(ME + "Accept-Language: fr\r\nX: " + "a" * 40_000 + "\r\n\r\n").rest()
    assert "trop longs" in refusal(answer, 431, "too_large").message


def test_a_late_body_is_refused_in_the_language_of_the_client(hasty: TcpServer) -> None:
    answer = Line(hasty).send(NAME + "Accept-Language: fr\r\nContent-Length: 9\r\n\r\n").rest()
    assert "trop de temps" in refusal(answer, 408, "bad_request").message


def test_heads_as_long_as_browsers_make_them_are_read(server: TcpServer) -> None:
    cookies = "; ".join(f"c{n}={'x' * 1000}" for n in range(20))
    assert httpx.get(f"{server.url}/api/me", headers={"cookie": cookies}).status_code == 200
    many = {f"x-{n}": "1" for n in range(80)}
    assert httpx.get(f"{server.url}/api/me", headers=many).status_code == 200


@pytest.mark.parametrize(
    "words", ["hello\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET /\xff HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02"]
)
def test_a_request_that_is_not_http_gets_a_sentence(server: TcpServer, words: str) -> None:
    refusal(Line(server).send(words.encode("latin-1")).rest(), 400, "bad_request")


@pytest.mark.parametrize(
    "handshake",
    [
        f"POST /api/tables/ABCDEFGH/live HTTP/1.1\r\n{HOST}{UPGRADE}{KEY}Content-Length: 5\r\n\r\nhello",
        f"GET /api/tables/ABCDEFGH/live HTTP/1.1\r\n{HOST}{UPGRADE}{KEY}Content-Length: 5\r\n\r\nhello",
        f"GET /api/tables/ABCDEFGH/live HTTP/1.1\r\n{HOST}{UPGRADE}{KEY}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        f"GET /api/tables/ABCDEFGH/live HTTP/1.1\r\n{HOST}{UPGRADE}\r\n",
        f"GET /api/tables/\xff/live HTTP/1.1\r\n{HOST}{UPGRADE}{KEY}\r\n",
    ],
)
def test_an_unreadable_handshake_leaves_no_connection_open(server: TcpServer, handshake: str) -> None:
    Line(server).send(handshake.encode("latin-1")).rest()
    wait_until(lambda: not server.state.by_home)
    assert server.works()


def test_trailers_are_not_headers(server: TcpServer) -> None:
    """A token in a trailer would arrive after the limits and the guard have read the headers."""
    chunks = f"0\r\nAuthorization: Bearer {server.token}\r\n\r\n"
    body = '{"name": "Eve"}'
    line = Line(server).send(NAME, "Transfer-Encoding: chunked\r\n\r\n", f"{len(body):x}\r\n{body}\r\n", chunks)
    assert b"set-cookie: quatuor=" in line.read(b"\r\n\r\n")  # somebody new, not the owner of the token
    line.hang_up()


def test_few_requests_wait_on_one_connection(server: TcpServer) -> None:
    ask = f"GET /api/health HTTP/1.1\r\n{HOST}\r\n"
    assert Line(server).send(ask * 10 + f"GET /api/me HTTP/1.0\r\n{HOST}\r\n").rest().count(b"200 OK") == 11
    assert Line(server).send(ask * 1000).rest().count(b"200 OK") < 20
    assert server.works()


# Time.


def test_a_silent_connection_is_closed(hasty: TcpServer) -> None:
    assert Line(hasty).rest() == b""


@pytest.mark.parametrize("begin", ["G", ME, "\r\n", "GET /api/me HTTP/1.1\r\nX"])
def test_a_head_that_takes_too_long_is_refused(hasty: TcpServer, begin: str) -> None:
    refusal(Line(hasty).send(begin).rest(), 408, "bad_request")


def test_a_head_that_comes_byte_by_byte_is_refused(hasty: TcpServer) -> None:
    line = Line(hasty).send(ME)
    with pytest.raises(OSError):
        for _ in range(200):
            line.send("X")
            time.sleep(0.05)


def test_the_next_head_on_a_connection_has_no_more_time(hasty: TcpServer) -> None:
    line = Line(hasty).send(ME + "\r\n")
    line.read(b"}")
    refusal(line.send("GET /api").rest(), 408, "bad_request")


@pytest.mark.parametrize(
    "begin",
    [
        NAME + 'Content-Length: 100\r\n\r\n{"name"',
        NAME + "Transfer-Encoding: chunked\r\n\r\n",
        NAME + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
        f"GET /api/me HTTP/1.1\r\n{HOST}Content-Length: 100\r\n\r\nx",
    ],
)
def test_a_body_that_takes_too_long_is_refused(hasty: TcpServer, begin: str) -> None:
    answer = Line(hasty).send(begin).rest()
    if begin.startswith("GET"):  # answered without its body
        assert answer.startswith(b"HTTP/1.1 200 ")
    else:
        refusal(answer, 408, "bad_request")
    wait_until(lambda: not hasty.state.by_home)


def test_a_connection_that_was_answered_before_its_body_came_can_go_on(server: TcpServer) -> None:
    line = Line(server).send(f"GET /api/me HTTP/1.1\r\n{HOST}Content-Length: 5\r\n\r\nab")
    line.read(b"}")
    line.send("cde", ME + "\r\n").read(b"}")
    line.hang_up()


def test_an_idle_connection_is_closed_after_a_late_body_too(serve: Serve) -> None:
    class IdleHttp(HastyHttp):
        rest_seconds = 20.0

    line = Line(serve(http=IdleHttp)).send(f"GET /api/me HTTP/1.1\r\n{HOST}Content-Length: 5\r\n\r\nab")
    line.read(b"}")
    assert line.send("cde").rest() == b""


# Clients that do not read.


def test_a_client_that_does_not_read_is_disconnected(hasty: TcpServer) -> None:
    line = Line(hasty)
    ask = f"GET /api/openapi.json HTTP/1.1\r\n{HOST}\r\n" * 12
    for _ in range(20):
        try:
            line.send(ask)
        except OSError:
            break
        time.sleep(0.05)
    wait_until(lambda: not hasty.state.by_home)
    line.hang_up()


class Hours:
    """A loop whose time is set by hand."""

    now = 1000.0

    def time(self) -> float:
        return self.now

    def call_later(self, *_: Any) -> None:
        return None


class Pipe:
    """A transport with so many unread bytes."""

    waiting = 0
    aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted = True


@pytest.fixture(params=[HttpConnection, SocketConnection])
def watched(request: pytest.FixtureRequest) -> Any:
    """A connection that is checked by hand."""
    connection = request.param.__new__(request.param)
    connection.loop, connection.transport = Hours(), Pipe()
    connection.flow = FlowControl(connection.transport)
    connection.writable = asyncio.Event()
    return connection


def check(connection: Any, *waiting: int, resumed: bool = False) -> bool:
    """Check every fifteen seconds while so many bytes are unread; whether the connection was aborted."""
    for size in waiting:
        connection.loop.now += 15
        if resumed:
            connection.resume_writing()
        connection.transport.waiting = size
        connection._check()
    return bool(connection.transport.aborted)


def test_a_slow_client_that_reads_something_is_not_disconnected(watched: Any) -> None:
    """Even if as much is unread again at every check, from the first one on."""
    watched.flow.pause_writing()
    assert not check(watched, *range(70_000, 80_000, 500), resumed=True)
    assert not check(watched, *range(80_000, 60_000, -500))
    assert not check(watched, 0, 500, 0, 500, 0, 500, 500)


def test_a_client_that_stops_reading_is_disconnected_in_time(watched: Any) -> None:
    assert not check(watched, 0, 0, 500, 500)
    assert check(watched, 500)


def test_a_client_that_never_reads_has_its_time_too(watched: Any) -> None:
    assert not check(watched, 500, 600)
    assert check(watched, 700)


def raw_socket(server: TcpServer, path: str) -> Line:
    """A socket after its handshake, without a library that would follow the protocol."""
    head = f"GET {path} HTTP/1.1\r\n{HOST}{UPGRADE}{KEY}Authorization: Bearer {server.token}\r\n\r\n"
    line = Line(server).send(head)
    assert line.read(b"\r\n\r\n").startswith(b"HTTP/1.1 101")
    return line


def test_a_message_on_a_socket_waits_until_the_one_before_was_read(server: TcpServer) -> None:
    """So the server notices that a client reads one message after another, however much is waiting."""
    line = raw_socket(server, f"/api/tables/{new_table(server)}/live?seat=0")
    (socket,) = (one for one in server.state.connections if isinstance(one, SocketConnection))
    assert socket.transport.get_write_buffer_limits() == (0, 0)
    line.hang_up()
    wait_until(lambda: not server.state.by_home)


def test_answers_to_endless_pings_do_not_pile_up(hasty: TcpServer) -> None:
    line = raw_socket(hasty, f"/api/tables/{new_table(hasty)}/live?seat=0")
    pings = frame(9, b"x" * 125) * 2000
    with pytest.raises(OSError):
        for _ in range(400):
            line.send(pings)
            time.sleep(0.005)
    wait_until(lambda: not hasty.state.by_home)


@pytest.mark.parametrize(
    "frames",
    [
        frame(1, b"{}") * 5000,
        frame(1, b"{", fin=False) + frame(0, b"", fin=False) * 5000,
        frame(1, b"\xff\xfe"),
        frame(3, b"no such kind"),
    ],
)
def test_messages_that_no_page_sends_end_the_socket(server: TcpServer, frames: bytes) -> None:
    line = raw_socket(server, f"/api/tables/{new_table(server)}/live?seat=0")
    line.send(frames)
    line.rest()
    wait_until(lambda: not server.state.by_home)
    assert server.works()


def test_a_normal_socket_plays_on_meanwhile(server: TcpServer) -> None:
    name = new_table(server)
    url = f"ws://127.0.0.1:{server.port}/api/tables/{name}/live?seat=0&after=-1"
    with connect(url, additional_headers={"authorization": f"Bearer {server.token}"}, compression=None) as socket:
        told = json.loads(socket.recv())
        turn = told["snapshot"]["table"]["turn"]
        socket.send(json.dumps({"seat": turn, "after": told["snapshot"]["index"], "moves": ["draw"], "request": 1}))
        while 1 not in (answer := json.loads(socket.recv()))["answers"]:
            pass
        assert "error" not in answer


# How many.


def test_the_connections_of_one_address_are_limited(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HttpConnection, "most_per_home", 5)
    server = serve(proxies="192.0.2.1")
    wait_until(lambda: not server.state.by_home)
    lines = [Line(server).send("GET /") for _ in range(5)]
    wait_until(lambda: server.state.by_home["127.0.0.1"] == 5)
    assert refusal(Line(server).rest(), 429, "too_many").message.startswith("Too many connections")
    lines.pop().hang_up()
    wait_until(lambda: server.state.by_home["127.0.0.1"] == 4)
    assert server.works()
    for line in lines:
        line.hang_up()
    wait_until(lambda: not server.state.by_home)


def test_sockets_count_as_connections_once(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HttpConnection, "most_per_home", 3)
    server = serve(proxies="192.0.2.1")
    path = f"/api/tables/{new_table(server)}/live?seat=0"
    wait_until(lambda: not server.state.by_home)
    sockets = [raw_socket(server, path) for _ in range(3)]
    assert server.state.by_home == {"127.0.0.1": 3}
    refusal(Line(server).rest(), 429, "too_many")
    sockets.pop().hang_up()
    wait_until(lambda: server.state.by_home["127.0.0.1"] == 2)
    assert server.works()
    for socket in sockets:
        socket.reset()
    wait_until(lambda: not server.state.by_home)


def test_a_proxy_has_as_many_connections_as_it_needs(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HttpConnection, "most_per_home", 2)
    server = serve(proxies="127.0.0.1")
    lines = [Line(server) for _ in range(6)]
    assert all(b"200 OK" in line.send(ME + "\r\n").read(b"\r\n\r\n") for line in lines)
    for line in lines:
        line.hang_up()
