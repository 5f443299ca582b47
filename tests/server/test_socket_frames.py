"""Frames of one text, read and written as the WebSocket library does; everything else is left to it."""

import json
import os

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from quatuor.server.http.socket_frames import ends_with_a_message, text_frame, whole_text
from server.tcp_server import TcpServer, new_table

pytestmark = pytest.mark.sqlite

MOST = 8192
SIZES = [0, 1, 5, 124, 125, 126, 127, 128, 4096, MOST]


def sent(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [*SIZES, 65_535, 65_536])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_only_a_whole_text_is_read(size: int) -> None:
    text = ("é" * size).encode()[:size].decode(errors="ignore")
    data = sent(Opcode.TEXT, text.encode())
    assert whole_text(data, MOST) == text
    assert whole_text(data[:-1], MOST) is None and whole_text(data + b"\x81", MOST) is None
    assert whole_text(data + data, MOST) is None
    assert whole_text(data, len(text.encode()) - 1) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81\x80",
        Frame(Opcode.TEXT, b"unmasked").serialize(mask=False),
        sent(Opcode.TEXT, b"\xff"),
        sent(Opcode.TEXT, b"a part", fin=False),
        sent(Opcode.CONT, b"the rest"),
        sent(Opcode.BINARY, b"bytes"),
        sent(Opcode.PING, b"ping"),
        b"\x81\xff" + bytes(127 + 4),  # says that its length follows in eight bytes
    ],
    ids=range(9),  # masks are random
)
def test_nothing_else_is_taken_for_a_whole_text(data: bytes) -> None:
    assert whole_text(data, MOST) is None


def test_it_is_known_whether_a_message_goes_on() -> None:
    whole = [sent(Opcode.TEXT, os.urandom(size)) for size in (0, 3, 125, 126, 70_000)] + [sent(Opcode.PONG, b"1234")]
    for data in whole:
        assert not any(ends_with_a_message(data[:size]) for size in (1, 3, len(data) // 2, len(data) - 1))
    for data in (*whole, whole[1] + whole[5], whole[3] + whole[3]):
        assert ends_with_a_message(data)
        assert not ends_with_a_message(data + sent(Opcode.TEXT, b"a part", fin=False))
        assert not ends_with_a_message(data + b"\x81")


def test_a_message_is_read_however_it_comes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """In one piece, byte by byte, in frames, two at once; the socket then goes on as before."""
    server = TcpServer(tmp_path_factory.mktemp("frames"))
    try:
        url = f"ws://127.0.0.1:{server.port}/api/tables/{new_table(server)}/live?seat=0"
        question = json.dumps({"seat": 0, "after": 99, "moves": ["é" * 60], "request": 7}).encode()
        whole = sent(Opcode.TEXT, question)
        parts = [sent(Opcode.TEXT, question[:9], fin=False), sent(Opcode.CONT, question[9:])]
        with connect(url, additional_headers={"Authorization": f"Bearer {server.token}"}) as socket:
            for pieces in ([whole], [whole + whole], [sent(Opcode.PING, b"1") + whole], parts, [*map(_byte, whole)]):
                for piece in (*pieces, whole):
                    socket.socket.sendall(piece)
                for _ in range(1 + b"".join(pieces).count(whole) + (pieces is parts)):
                    while "answers" not in (told := json.loads(socket.recv(30))) or told["answers"] != [7]:
                        pass
                    assert told["error"] == "stale"
            socket.socket.sendall(sent(Opcode.TEXT, b"\xff"))
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
    finally:
        server.stop()


def _byte(number: int) -> bytes:
    return bytes((number,))
