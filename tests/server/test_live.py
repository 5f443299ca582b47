"""Sockets: the same Updates as the events, as they happen; who is there; and who may not be."""

import json
import time

import pytest

from quatuor.server.live import live_table
from server.conftest import NewPerson
from server.inside import Closed
from server.people import Somebody


@pytest.fixture
def gathering(monkeypatch: pytest.MonkeyPatch) -> float:
    """For how many seconds those who come and go are gathered: fewer than otherwise, to wait less."""
    monkeypatch.setattr(live_table, "PRESENCE_SECONDS", 0.25)
    return live_table.PRESENCE_SECONDS


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


def test_everybody_sees_who_is_there(ana: Somebody, leo: Somebody, somebody: NewPerson, gathering: float) -> None:
    table = ana.open("symphonimo", "me", "open", "bot", first=0)
    leo.sit(table)
    with ana.socket(table, -1, 0) as hers:
        assert hers.receive()["snapshot"]["table"]["presence"] == {"online": [True, False, True], "watching": 0}
        his = leo.socket(table, -1, 1)
        assert hers.receive_presence() == {"online": [True, True, True], "watching": 0}
        max_ = somebody("Max")
        with max_.socket(table, -1, -1):
            assert hers.receive_presence()["watching"] == 1
            with max_.socket(table, -1, -1), leo.socket(table, -1, 1):  # second pages of the same people are no news
                time.sleep(2 * gathering)
                assert hers.waiting == 0
            assert ana.info(table)["presence"]["watching"] == 1
        assert hers.receive_presence()["watching"] == 0
        his.close()
        assert hers.receive_presence() == {"online": [True, False, True], "watching": 0}
        assert ana.info(table)["presence"] == {"online": [True, False, True], "watching": 0}


def test_an_open_seat_is_not_held_by_a_visitor_without_a_name(ana: Somebody, somebody: NewPerson) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    nobody = somebody()
    nobody.headers = {}
    with nobody.socket(table), nobody.socket(table) as socket:
        assert socket.receive()["snapshot"]["table"]["presence"] == {"online": [False, False], "watching": 2}


def test_whoever_takes_a_seat_no_longer_watches(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("symphonimo", "me", "open", first=0)
    with leo.socket(table) as his:
        assert his.receive()["snapshot"]["table"]["presence"] == {"online": [False, False], "watching": 1}
        leo.sit(table)
        assert his.receive()["snapshot"]["table"]["presence"] == {"online": [False, True], "watching": 0}


def test_the_bytes_of_a_crowd_that_arrives_grow_with_it_not_with_its_square(
    ana: Somebody, leo: Somebody, table: str, somebody: NewPerson
) -> None:
    """Each gets one Update on arrival; those who are there already get one Presence for all who came meanwhile."""
    small, large = (sum(bytes_of_a_crowd(ana, table, somebody, size)) for size in (20, 40))
    assert large < 2.2 * small


def bytes_of_a_crowd(ana: Somebody, table: str, somebody: NewPerson, size: int) -> list[int]:
    """How much each of so many spectators is sent while all of them come."""
    sockets = [somebody(f"Fan {n}").socket(table, -1, -1) for n in range(size)]
    for socket in sockets:
        known = socket.receive()["snapshot"]["table"]["presence"]
        while known["watching"] < size:
            known = socket.receive_presence()
        assert known == ana.info(table)["presence"] == {"online": [False, False], "watching": size}
    for socket in sockets:
        socket.close()
    return [socket.bytes_received for socket in sockets]


def test_all_who_watch_without_a_seat_share_what_is_made_of_the_table(
    ana: Somebody, leo: Somebody, table: str, somebody: NewPerson
) -> None:
    kept = ana.server.services.tables.live_tables[table]._cache_through_moves
    with ana.socket(table) as hers, leo.socket(table) as his:
        hers.receive()
        his.receive()
        made = dict(kept)
        for n in range(8):
            with somebody(f"Fan {n}").socket(table) as socket:
                socket.receive()
        assert len(kept) == len(made) + 1
        assert all(kept[key] is known for key, known in made.items()), "made again by who comes and goes"


def test_whoever_leaves_and_returns_at_once_is_no_news(ana: Somebody, leo: Somebody, table: str) -> None:
    with ana.socket(table) as hers:
        his = leo.socket(table)
        assert hers.receive()["snapshot"]["table"]["presence"] and hers.receive_presence()["online"] == [True, True]
        his.close()
        with leo.socket(table):
            time.sleep(1.5 * live_table.PRESENCE_SECONDS)
            assert hers.waiting == 0


def test_a_client_that_connects_in_a_loop_is_told_once_a_while(
    ana: Somebody, table: str, somebody: NewPerson, gathering: float
) -> None:
    flapping = somebody("Flap")
    with ana.socket(table) as hers:
        hers.receive()
        begun, loops = time.monotonic(), 0
        while time.monotonic() < begun + 6 * gathering or loops < 30:
            flapping.socket(table).close()
            loops += 1
        time.sleep(2 * gathering)
        assert hers.waiting <= (time.monotonic() - begun) / gathering
        told = [hers.receive_presence() for _ in range(hers.waiting)]
        assert not told or told[-1]["watching"] == 0


def test_a_move_tells_who_came_meanwhile_and_nobody_is_told_again(ana: Somebody, leo: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as hers:
        hers.receive()
        with leo.socket(table, -1, 1):
            ana.play(table, 0, "draw")
            news = hers.receive_any()
            assert news["snapshot"]["table"]["presence"]["online"] == [True, True]
            time.sleep(1.5 * live_table.PRESENCE_SECONDS)
            assert hers.waiting == 0


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


def moves(request: int, seat: int, after: int, *moves: str) -> str:
    return json.dumps({"request": request, "seat": seat, "after": after, "moves": moves})


def test_moves_may_come_on_the_socket(ana: Somebody, leo: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as hers, leo.socket(table, -1, 1) as his:
        start = his.receive_until(3)["snapshot"]["index"]
        hers.receive_until(3)
        for request, move in ((7, "draw"), (8, "place 1")):
            hers.say(moves(request, 0, start + request - 7, move))
            made = hers.answer(request)
            assert [item["move"] for item in made["items"]] == [move]
            assert made["snapshot"]["position"] == ana.snapshot(table, 0)["position"]
        seen = his.receive_until(start + 2)
        assert [item["move"] for item in seen["items"]] == ["draw", "place 1"]


def test_a_repeat_on_the_socket_or_posted_is_answered_as_the_first_time(ana: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as socket:
        start = socket.receive_until(3)["snapshot"]["index"]
        socket.say(moves(1, 0, start, "draw"))
        assert [item["move"] for item in socket.answer(1)["items"]] == ["draw"]
        socket.say(moves(2, 0, start, "draw"))
        again = socket.answer(2)
        assert again["snapshot"]["index"] == start + 1 and again["items"] == []
        assert ana.play(table, 0, "draw", after=start)["snapshot"]["index"] == start + 1


def test_no_answer_is_lost_where_two_come_in_one_message(ana: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as socket:
        start = socket.receive_until(3)["snapshot"]["index"]
        socket.hold()
        socket.say(moves(1, 0, start, "draw"))
        socket.say(moves(2, 0, start + 1, "place 1"))
        socket.let_go()
        answered: list[int] = []
        while answered != [1, 2]:
            answered += socket.receive()["answers"]


def test_a_refusal_on_the_socket_goes_to_who_asked(ana: Somebody, leo: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as hers, leo.socket(table, -1, 1) as his:
        start = his.receive_until(3)["snapshot"]["index"]
        hers.receive_until(3)
        for request, seat, after, move, error in (
            (1, 1, start, "draw", "illegal"),  # C-1: not his turn
            (2, 0, start, "draw", "forbidden"),  # not his seat
            (3, 1, start - 1, "draw", "stale"),
        ):
            his.say(moves(request, seat, after, move))
            refused = his.answer(request)
            assert refused["error"] == error and refused["message"].endswith(".")
        time.sleep(0.05)
        while hers.waiting:
            assert hers.receive()["items"] == []  # that he came, and no more
        hers.say(moves(4, 0, start, "place 1"))
        assert (
            hers.answer(4)["article"]
            == ana.refused(
                422, "illegal", "POST", f"/tables/{table}/moves", {"seat": 0, "after": start, "moves": ["place 1"]}
            )["article"]
        )


def test_what_cannot_be_read_on_a_socket_gets_a_sentence(ana: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as socket:
        start = socket.receive()["snapshot"]["index"]
        for text in ("", "{}", "[]", '{"move": "draw"}', "x" * 1000, moves(-1, 0, start, "draw"), moves(1, 0, start)):
            socket.say(text)
            refused = socket.receive()
            assert refused["error"] == "bad_request" and refused["message"].endswith("."), text
        socket.say(moves(1, 0, start, "draw"))
        assert socket.answer(1)["items"][0]["move"] == "draw"


def test_a_slow_client_gets_fewer_and_longer_messages(ana: Somebody, table: str) -> None:
    with ana.socket(table, -1, 0) as socket:
        socket.receive()
        socket.hold()
        ana.play(table, 0, "draw")
        ana.play(table, 0, "place 1")
        socket.let_go()
        seen = socket.receive_until(ana.info_index(table))
        assert [item["move"] for item in seen["items"]] == ["draw", "place 1"]
