"""What people at one table notice of each other: who is there, and never from a move's time what one holds."""

import random
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import OpenPage
from browser.player import forced_moves_made, open_table

CHOICES = "[data-testid=board] [data-choice]"
_MOST_MOVES = 400


def company_at(host: Page, guest: Page, game: str, **plan: Any) -> str:
    """A game under way between two people."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = open_table(host, game, 2, seats=seats, first=0, **plan | {"start": False})
    assert guest.request.post("/api/me", data={"name": "Camille"}).ok
    assert guest.request.post(f"/api/tables/{table}/seats", data={"seat": 1}).ok
    assert host.request.post(f"/api/tables/{table}/start").ok
    return table


def snapshot(page: Page, table: str, seat: int) -> dict[str, Any]:
    answer = page.request.get(f"/api/tables/{table}/events", params={"after": 10_000, "seat": seat})
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()["snapshot"]
    return found


def played_until_forced(table: str, *people: Page) -> int:
    """Random moves until the first of these people has only one move left; the index of that moment."""
    chance = random.Random(1)
    for _ in range(_MOST_MOVES):
        turn = people[0].request.get(f"/api/tables/{table}").json()["turn"]
        if turn >= len(people):
            people[0].wait_for_timeout(20)  # a bot is to play
            continue
        seen = snapshot(people[turn], table, turn)
        legal = [legal["move"] for legal in seen["position"]["legal"]]
        if turn == 0 and len(legal) == 1:
            return int(seen["index"])
        body = {"seat": turn, "after": seen["index"], "moves": [chance.choice(legal)]}
        assert people[turn].request.post(f"/api/tables/{table}/moves", data=body).ok
    raise AssertionError("nobody was ever forced")


def wait_for_move(page: Page, table: str, index: int) -> None:
    """Wait until this page's person has moved by itself."""
    for _ in range(_MOST_MOVES):
        if int(snapshot(page, table, 0)["index"]) > index:
            return
        page.wait_for_timeout(25)
    raise AssertionError("the page did not make the only move that there is")


def test_everybody_sees_who_comes_and_goes(open_page: OpenPage, server: ServerProcess) -> None:
    host, guest, fan = open_page(server), open_page(server), open_page(server)
    table = company_at(host, guest, "symphonimo")
    host.goto(f"/table/{table}")
    seat, watching = host.get_by_test_id("seat-1").first, host.get_by_test_id("watching").first
    expect(seat).to_contain_text("away")
    guest.goto(f"/table/{table}")
    expect(seat).to_contain_text("present")
    expect(watching).to_have_count(0)
    fan.goto(f"/table/{table}")
    expect(watching).to_have_text("Spectators: 1")
    fan.goto("/")
    expect(watching).to_have_count(0)
    guest.goto("/")
    expect(seat).to_contain_text("away")
    guest.goto(f"/table/{table}")
    expect(seat).to_contain_text("present")
    host.reload()
    expect(seat).to_contain_text("present")


def test_people_who_wait_for_the_start_see_who_is_there(open_page: OpenPage, server: ServerProcess) -> None:
    host, guest = open_page(server), open_page(server)
    table = open_table(host, "symphonimo", 2, seats=[{"kind": "me"}, {"kind": "open"}], start=False)
    assert guest.request.post("/api/me", data={"name": "Camille"}).ok
    assert guest.request.post(f"/api/tables/{table}/seats", data={"seat": 1}).ok
    host.goto(f"/table/{table}")
    seat = host.get_by_test_id("seat-1")
    expect(seat).to_contain_text("away")
    guest.goto(f"/table/{table}")
    expect(seat).to_contain_text("present")
    guest.close()
    expect(seat).to_contain_text("away")


def test_a_forced_move_with_a_hidden_hand_waits_for_its_player_where_others_play(
    open_page: OpenPage, server: ServerProcess
) -> None:
    """RP: that a move comes at once would tell that nothing in the hand can be played."""
    page, guest = open_page(server), open_page(server)
    forced_moves_made(page)
    table = company_at(page, guest, "rythm_n_play")
    index = played_until_forced(table, page, guest)
    page.goto(f"/table/{table}")
    page.wait_for_selector(CHOICES)
    page.wait_for_timeout(1500)
    assert snapshot(page, table, 0)["index"] == index


def test_a_forced_move_with_a_hidden_hand_is_made_alone_with_bots(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server)
    forced_moves_made(page)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = open_table(page, "rythm_n_play", 2, seats=seats, first=0)
    index = played_until_forced(table, page)
    page.goto(f"/table/{table}")
    wait_for_move(page, table, index)


@pytest.mark.slow
def test_a_forced_move_with_a_hidden_hand_waits_for_its_player_where_somebody_watches(
    open_page: OpenPage, server: ServerProcess
) -> None:
    page, fan = open_page(server), open_page(server)
    forced_moves_made(page)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = open_table(page, "rythm_n_play", 2, seats=seats, first=0)
    index = played_until_forced(table, page)
    fan.goto(f"/table/{table}")
    fan.wait_for_selector("[data-testid=board]")
    page.goto(f"/table/{table}")
    page.wait_for_selector(CHOICES)
    page.wait_for_timeout(1500)
    assert snapshot(page, table, 0)["index"] == index


@pytest.mark.slow
def test_a_forced_move_that_everybody_sees_coming_is_made_where_others_play(
    open_page: OpenPage, server: ServerProcess
) -> None:
    """SY-4: with no card under any conductor there is only drawing."""
    page, guest = open_page(server), open_page(server)
    forced_moves_made(page)
    table = company_at(page, guest, "symphonimo")
    index = played_until_forced(table, page, guest)
    page.goto(f"/table/{table}")
    wait_for_move(page, table, index)


@pytest.mark.parametrize(
    ("by_server", "locale", "said"),
    [
        (False, "en-GB", "The host has closed the table."),
        (True, "fr-FR", "L'hôte de ce serveur a fermé la table."),
    ],
)
def test_the_lobby_says_who_closed_the_table(
    open_page: OpenPage, server: ServerProcess, by_server: bool, locale: str, said: str
) -> None:
    host, guest = open_page(server), open_page(server, locale=locale)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = open_table(host, "symphonimo", 2, seats=seats, start=False)
    guest.goto(f"/table/{table}")
    guest.get_by_test_id("lobby").wait_for()
    if by_server:
        command = [sys.executable, "-m", "quatuor", "tables", "close", table, "--db", str(server.db)]
        subprocess.run(command, check=True, capture_output=True)
    else:
        assert host.request.post(f"/api/tables/{table}/close").ok
    expect(guest.get_by_test_id("lobby").get_by_role("status")).to_have_text(said)
