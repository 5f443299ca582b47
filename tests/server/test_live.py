"""Sockets: the same Updates as the events, as they happen; who is there; and who may not be."""

import time
from collections.abc import Callable

import pytest

from server.asking import Somebody
from server.inside import Closed


@pytest.fixture
def table(ana: Somebody, leo: Somebody) -> str:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    return table


def test_a_socket_begins_with_what_was_missed(ana: Somebody, leo: Somebody, table: str) -> None:
    ana.play(table, 0, "draw", "place 1")
    for after in (-1, 2, 4, 5, 99):
        with leo.socket(table, after, 1) as socket:
            first = socket.receive()
            events = leo.events(table, after, 1)
            assert first["items"] == events["items"]
            assert first["snapshot"]["position"] == events["snapshot"]["position"]


def test_a_socket_carries_what_events_answers(ana: Somebody, leo: Somebody, table: str) -> None:
    with leo.socket(table, -1, 1) as his, ana.socket(table, -1, -1) as watching:
        his.receive_until(3)
        watching.receive_until(3)
        ana.play(table, 0, "draw", "place 1")
        leo.play(table, 1, "draw", "place 2")
        end = leo.info_index(table)
        for socket, person, seat in ((his, leo, 1), (watching, ana, -1)):
            seen = socket.receive_until(end)
            events = person.events(table, 3, seat)
            assert seen["items"][-4:] == events["items"][-4:]
            assert seen["snapshot"]["position"] == events["snapshot"]["position"]
            assert seen["snapshot"]["position"]["seat"] == seat


def test_everybody_sees_who_is_there(ana: Somebody, leo: Somebody, somebody: Callable[..., Somebody]) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    leo.sit(table)
    with ana.socket(table, -1, 0) as hers:
        seats = hers.receive()["snapshot"]["table"]["seats"]
        assert [seat["online"] for seat in seats] == [True, False]
        his = leo.socket(table, -1, 1)
        news = hers.receive()
        assert news["items"] == [] and news["snapshot"]["table"]["seats"][1]["online"]
        with somebody("Max").socket(table, -1, -1):
            assert hers.receive()["snapshot"]["table"]["watching"] == 1
        assert hers.receive()["snapshot"]["table"]["watching"] == 0
        with leo.socket(table, -1, 1):  # a second page of the same person is no news
            time.sleep(0.05)
            assert hers.waiting == 0
        his.close()
        assert not hers.receive()["snapshot"]["table"]["seats"][1]["online"]


def test_who_may_not_look_is_told_why(ana: Somebody, leo: Somebody, table: str) -> None:
    closed = ana.open("symphonimo", "me", "bot", start=True, spectators=False)
    for where, seat, code in ((table, 0, 4403), (table, 7, 4404), (closed, -1, 4403), ("AAAAAAAA", -1, 4404)):
        with leo.socket(where, -1, seat) as socket, pytest.raises(Closed) as refused:
            socket.receive()
        assert refused.value.code == code and refused.value.reason.endswith(".")
    leo.headers = {"authorization": "Bearer forged"}
    with leo.socket(table) as socket, pytest.raises(Closed) as refused:
        socket.receive()
    assert refused.value.code == 4403


def test_what_a_client_says_on_a_socket_is_ignored(ana: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as socket:
        socket.receive()
        for text in ("", "{}", '{"move": "draw"}', "x" * 1000):
            socket.say(text)
        ana.play(table, 0, "draw")
        assert socket.receive()["items"][0]["move"] == "draw"


def test_a_slow_client_gets_fewer_and_longer_messages(ana: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as socket:
        socket.receive()
        socket.hold()
        ana.play(table, 0, "draw")
        ana.play(table, 0, "place 1")
        socket.let_go()
        seen = socket.receive_until(ana.info_index(table))
        assert [item["move"] for item in seen["items"]] == ["draw", "place 1"]
