"""Quick words: said by those seated, heard by everybody at the table once, and kept nowhere."""

import pytest

from quatuor.server.live.words import LIMIT, WORDS
from server.people import Json, Somebody


def say(person: Somebody, table: str, seat: int, word: str) -> Json:
    found: Json = person.good("POST", f"/tables/{table}/words", {"seat": seat, "word": word})
    return found


@pytest.fixture
def table(ana: Somebody, leo: Somebody) -> str:
    table = ana.open("symphonimo", "me", "open", "open")
    leo.sit(table, 1)
    return table


def test_everybody_at_the_table_hears_what_a_seat_says(ana: Somebody, leo: Somebody, table: str) -> None:
    fan = Somebody(ana.server, "Fan")
    with ana.socket(table) as first, leo.socket(table) as second, fan.socket(table) as third:
        for socket in (first, second, third):
            socket.receive()  # words are heard by those who are there
        for word in ("hello", "good_luck"):
            assert say(leo, table, 1, word) == {"seat": 1, "word": word}
        for socket in (first, second, third):
            assert [socket.receive_word(), socket.receive_word()] == [
                {"seat": 1, "word": "hello"},
                {"seat": 1, "word": "good_luck"},
            ]


def test_words_are_no_part_of_what_happened(ana: Somebody, table: str) -> None:
    before = ana.events(table)
    say(ana, table, 0, "wow")
    assert ana.events(table) == before
    with ana.socket(table, after=before["snapshot"]["index"]) as late:
        assert late.receive()["items"] == []


def test_words_and_moves_do_not_hold_each_other_up(ana: Somebody, leo: Somebody, table: str) -> None:
    ana.start(table)
    with leo.socket(table) as socket:
        socket.receive()
        say(leo, table, 1, "thinking")
        ana.good("POST", f"/tables/{table}/seats/0/stand-in")
        say(leo, table, 1, "no_hurry")
        assert [socket.receive_word()["word"] for _ in range(2)] == ["thinking", "no_hurry"]
        assert leo.snapshot(table)["table"]["seats"][0]["stand_in"]


def test_only_those_seated_speak_and_only_for_themselves(ana: Somebody, leo: Somebody, table: str) -> None:
    path, fan = f"/tables/{table}/words", Somebody(ana.server, "Fan")
    fan.refused(403, "forbidden", "POST", path, {"seat": 0, "word": "hello"})
    leo.refused(403, "forbidden", "POST", path, {"seat": 0, "word": "hello"})
    leo.refused(403, "forbidden", "POST", path, {"seat": 2, "word": "hello"})
    ana.refused(422, "bad_request", "POST", path, {"seat": -1, "word": "hello"})
    ana.refused(404, "unknown", "POST", path, {"seat": 5, "word": "hello"})
    ana.refused(404, "unknown", "POST", "/tables/AAAAAAAA/words", {"seat": 0, "word": "hello"})
    ana.good("POST", f"/tables/{table}/close")
    ana.refused(409, "conflict", "POST", path, {"seat": 0, "word": "hello"})


@pytest.mark.parametrize("word", ["", "HELLO", "I have the 7", None, 3, ["hello"]])
def test_nothing_else_can_be_said(ana: Somebody, table: str, word: object) -> None:
    ana.refused(422, "bad_request", "POST", f"/tables/{table}/words", {"seat": 0, "word": word})


def test_who_says_too_much_waits_and_others_do_not(ana: Somebody, leo: Somebody, table: str) -> None:
    for word in WORDS[: LIMIT.amount]:
        say(ana, table, 0, word)
    problem = ana.refused(429, "too_many", "POST", f"/tables/{table}/words", {"seat": 0, "word": "haha"})
    assert 1 <= problem["retry_after"] <= LIMIT.seconds
    say(leo, table, 1, "haha")


def test_a_slow_viewer_misses_the_oldest_words_only(ana: Somebody, leo: Somebody) -> None:
    fans = [Somebody(ana.server, f"Fan {k}") for k in range(2)]
    table = ana.open("symphonimo", "me", "open", "open", "open", start=False)
    for seat, person in enumerate((leo, *fans), 1):
        person.sit(table, seat)
    with ana.socket(table) as slow:
        slow.receive()
        slow.hold()
        for seat, person in enumerate((leo, *fans), 1):
            for word in WORDS[:3]:
                say(person, table, seat, word)
        slow.let_go()
        heard, last = [slow.receive_word()], {"seat": 3, "word": WORDS[2]}
        while heard[-1] != last:
            heard.append(slow.receive_word())
        assert len(heard) < 9


def test_a_person_is_told_from_others_at_every_table_under_every_name_and_only_to_those_at_theirs(
    ana: Somebody, leo: Somebody, table: str
) -> None:
    """So that somebody can be muted for good, and nobody else with them."""
    namesake = Somebody(ana.server, "Léo")
    namesake.sit(table, 2)
    mine, his, others = (seat["who"] for seat in ana.info(table)["seats"])
    assert mine is None and his and others and his != others
    leo.good("POST", "/me", {"name": "Lionel"})
    again = leo.open("symbiose", "me", "open", "bot")
    ana.sit(again, 1)
    assert [seat["who"] for seat in ana.info(again)["seats"]] == [his, None, None]
    # Nobody can put together what two of them know.
    assert {seat["who"] for seat in namesake.info(table)["seats"]}.isdisjoint({his, others})
    assert [seat["who"] for seat in Somebody(ana.server, "Fan").info(table)["seats"]] == [None] * 3
