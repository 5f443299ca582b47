"""Names: which are allowed, and how equal ones at a table are told apart."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.table.names import LONGEST_NAME, bot_names, clean_name, name_for_seat
from server.inside import Inside
from server.people import Somebody, play_to_the_end

NewPerson = Callable[..., Somebody]

# Fillers, blanks, soft and zero-width signs, selectors, tags, a note without a head, joiners.
UNSEEN = (
    "\u3164\u115f\u1160\uffa0\u2800\u00ad\u034f\u061c\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2064"
    "\ufe0f\ufe00\ufeff\ufffc\U0001d159\U0001d173\U000e0001\U000e0041\U000e0100\U00013441\U00016fe4"
)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_an_invisible_name_is_refused(unseen: str) -> None:
    for name in (unseen, unseen * 3, f" {unseen} ", f"{unseen}\u0301"):
        with pytest.raises(Refused):
            clean_name(name)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_invisible_padding_does_not_make_another_name(unseen: str) -> None:
    for name in (f"Ada{unseen}", f"{unseen}Ada", f"Ada {unseen}", unseen + "Ada" + unseen * 2):
        assert clean_name(name) == "Ada"
    assert clean_name(f"Ad{unseen}a").replace(" ", "") == "Ada"


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "Łukasz",
        "محمد",
        "می‌خواهم",
        "שרה",
        "श्री",
        "क्‍ष",
        "김민수",
        "葛󠄀城",
        "ไพลิน",
        "👩‍👧 Nina",
        "🧑🏽‍🤝‍🧑🏻",
        "❤️‍🔥",
        "🏳️‍🌈",
        "1️⃣",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
        "🇫🇷",
        "དཔལ་བསྒྲུབས",
        "Nguyễn Thị Ánh Tuyết",
        "שָׁלוֹם",
        "Maximiliane Charlotte Ü.",
    ],
)
def test_parts_of_scripts_and_emoji_are_kept(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("refused", ["a\ufffeb", "a\u2066b", "a\ue000b", "a" + "\u0335" * 10])
def test_a_name_that_is_not_text_is_refused(refused: str) -> None:
    with pytest.raises(Refused):
        clean_name(refused)


@pytest.mark.parametrize(
    "name",
    [
        "ก" + "้" * 23,
        "ب" + "\u0651" * 23,
        "ب" + "\u0651\u200d" * 8 + "ب",
        "a" + "\u2de0" * 22,
        "ཀ" + "\u0f7e" * 22,
        "א" + "\u05b8" * 4,
        "\ufdfd" * 5,
        "\U0001242b" * 24,
        "\u2e3b" * 12,
        "漢" * 17,
        "👩" * 17,
    ],
    ids=ascii,
)
def test_a_name_that_would_break_its_line_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        clean_name(name[:LONGEST_NAME])


@pytest.mark.parametrize("name", ["You", "vous", "VOUS", "Y0u", "\u0443ou"])
def test_nobody_is_called_as_everybody_calls_themselves(name: str) -> None:
    with pytest.raises(Refused, match="on their own screen"):
        clean_name(name)
    assert clean_name("Young") == "Young"


@pytest.mark.parametrize("other", ["CIara", "C1ara", "c|ara", "C\u0406ara"])
def test_letters_that_look_alike_do_not_make_another_name(other: str) -> None:
    assert name_for_seat(other, ["Clara"]) == f"{other} 2" and name_for_seat("Clara", [other]) == "Clara 2"


def test_names_that_only_share_some_letters_stay_as_they_are() -> None:
    for wanted, taken in (("Lan", "Ian"), ("Ali", "All"), ("Mila", "Milla")):
        assert name_for_seat(wanted, [taken]) == wanted


@pytest.mark.parametrize(
    "other", ["Ada", "ADA", "ada", "A da", "Ａｄａ", "Ad\u200ba", "Ada\u3164", "\u2800Ada", "\u0410da", "Ad\u0430"]
)
def test_the_second_person_of_a_name_gets_a_number(other: str) -> None:
    assert name_for_seat("Ada", [other]) == "Ada 2"
    assert name_for_seat("Ada", [other, "ada2", "Ada 3"]) == "Ada 4"
    assert name_for_seat("Adam", [other]) == "Adam"


def test_a_name_with_a_number_is_not_too_long_and_splits_no_character() -> None:
    long = "x" * LONGEST_NAME
    second = name_for_seat(long, [long])
    assert second == "x" * (LONGEST_NAME - 2) + " 2"
    assert len(name_for_seat(long, [long, second])) == LONGEST_NAME
    family = "x" * (LONGEST_NAME - 4) + "👩‍👧"
    assert not name_for_seat(family, [family]).removesuffix(" 2").endswith("\u200d")


def test_bots_get_no_name_that_looks_like_another() -> None:
    taken = ["clara", "DJANGO", "Nina\u3164", "fauré"]
    assert not {"Clara", "Django", "Nina", "Fauré"} & set(bot_names(taken))


def seat_names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def test_people_who_sit_down_are_told_apart(somebody: NewPerson) -> None:
    host, second, third = somebody("Ada"), somebody("ada"), somebody("A da")
    table = host.open("symphonimo", "me", "open", "open", "open")
    second.sit(table)
    assert seat_names(third.sit(table)) == ["Ada", "ada 2", "A da 3", ""]
    assert second.good("GET", "/me")["name"] == "ada", "only here is there another"
    second.table_answer("DELETE", table, "/seats/1")
    assert seat_names(somebody("Ada").sit(table))[1] == "Ada 2"
    assert seat_names(somebody("Léo").sit(table))[3] == "Léo"


def test_a_person_and_a_bot_are_told_apart(somebody: NewPerson) -> None:
    host, clara = somebody("Ana"), somebody("Clara")
    seats = [{"kind": "me"}, {"kind": "bot", "name": "clara"}, {"kind": "open"}]
    table = host.good("POST", "/tables", {"game": "symphonimo", "players": 3, "seats": seats})["id"]
    assert seat_names(clara.sit(table)) == ["Ana", "clara", "Clara 2"]


def test_names_chosen_for_a_new_table_are_told_apart_and_people_keep_theirs(ana: Somebody) -> None:
    seats = [
        {"kind": "bot", "name": "Ana"},
        {"kind": "local", "name": "ANA"},
        {"kind": "me"},
        {"kind": "local", "name": "Zoé"},
        {"kind": "bot", "name": "zoé"},
    ]
    table = ana.good("POST", "/tables", {"game": "symphonimo", "players": 5, "seats": seats, "start": True})
    assert seat_names(table) == ["Ana 3", "ANA 2", "Ana", "Zoé", "zoé 2"]


@pytest.mark.sqlite
def test_an_old_table_with_two_equal_names_goes_on_and_its_rematch_tells_them_apart(tmp_path: Path) -> None:
    def settings() -> Settings:
        return Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False)

    server = Inside(settings())
    ada = Somebody(server, "Ada")
    tables = [ada.open("symbiose", "me", "local", start=True) for _ in range(2)]
    server.close()
    with closing(sqlite3.connect(tmp_path / "quatuor.db")) as store:
        store.execute("UPDATE entries SET body = json_set(body, '$.name', 'Ada') WHERE kind = 'seated'")
        store.commit()
    ada.server = server = Inside(settings())
    assert seat_names(ada.info(tables[0])) == ["Ada", "Ada"]
    play_to_the_end({0: ada, 1: ada}, tables[0], random.Random(1))
    assert seat_names(ada.table_answer("POST", tables[0], "/rematch")) == ["Ada", "Ada 2"]
    token = ada.good("POST", f"/tables/{tables[1]}/seats/1/return-link")["url"].rsplit("/", 1)[1]
    ada.good("POST", "/return", {"token": token})
    assert seat_names(ada.info(tables[1])) == ["Ada", "Ada 2"]
    server.close()


@pytest.mark.sqlite
def test_an_old_invisible_name_is_not_shown_at_a_new_table(tmp_path: Path) -> None:
    settings = Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False)
    server = Inside(settings)
    ghost = Somebody(server, "Ghost")
    table = ghost.open("symphonimo", "me", "bot")
    server.close()
    with closing(sqlite3.connect(tmp_path / "quatuor.db")) as store:
        store.execute("UPDATE people SET name = '\u3164'")
        store.execute("UPDATE entries SET body = json_set(body, '$.name', '\u3164') WHERE body LIKE '%Ghost%'")
        store.commit()
    ghost.server = server = Inside(settings)
    assert seat_names(ghost.info(ghost.open("symphonimo", "me", "bot")))[0] == "Guest"
    token = ghost.good("POST", f"/tables/{table}/seats/0/return-link")["url"].rsplit("/", 1)[1]
    answer = server.ask("POST", "/api/return", json={"token": token})
    assert answer.is_success, "the old seat can still be taken to another device"
    server.close()
