"""A person's seat: who may come to the others, a bot that keeps it meanwhile, a link that moves it."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import OpenPage
from browser.player import open_table

CHOICES = "[data-testid=board] [data-choice]"
SPOKEN = {"en-GB": "This link no longer works", "fr-FR": "Ce lien ne marche plus"}


def test_a_bot_that_stands_in_leaves_one_thing_to_do(page: Page) -> None:
    page.goto(f"/table/{open_table(page, 'symphonimo', 2, first=0, pace_ms=5000)}")
    page.wait_for_selector(CHOICES)
    board, asked = page.get_by_test_id("board"), page.get_by_test_id("prompt").inner_text()
    place = board.bounding_box()
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    back = page.get_by_test_id("take-back")
    back.wait_for()
    expect(page.get_by_test_id("prompt")).to_have_text("A bot is playing for you.")
    expect(page.locator("h1")).not_to_contain_text("your turn")
    expect(page.locator(CHOICES)).to_have_count(0)
    expect(page.get_by_test_id("undo")).to_have_count(0)
    assert board.bounding_box() == place, "the board has moved"
    back.click()
    expect(page.get_by_test_id("prompt")).to_have_text(asked)
    expect(page.locator(CHOICES)).not_to_have_count(0)


def test_an_invitation_says_who_can_open_it(page: Page) -> None:
    """The server of the tests listens to its own computer alone."""
    table = open_table(page, "symphonimo", 2, seats=[{"kind": "me"}, {"kind": "open"}], start=False)
    page.goto(f"/table/{table}")
    invitation = page.request.get(f"/api/tables/{table}/invitation").json()
    expect(page.get_by_test_id("only-here")).to_contain_text("quatuor serve --lan")
    expect(page.get_by_test_id("invite-link")).to_have_value(invitation["url"])


def test_sitting_down_keeps_the_name_that_was_typed(open_page: OpenPage, server: ServerProcess) -> None:
    host, guest = open_page(server), open_page(server)
    table = open_table(host, "symphonimo", 2, seats=[{"kind": "me"}, {"kind": "open"}], start=False)
    guest.goto(f"/table/{table}")
    guest.get_by_test_id("name").fill("Camille")
    guest.get_by_test_id("sit").click()
    expect(guest.get_by_test_id("seat-1")).to_contain_text("Camille")
    assert guest.request.get("/api/me").json()["name"] == "Camille"


def test_a_return_link_moves_the_seat_to_another_device(open_page: OpenPage, server: ServerProcess) -> None:
    first, second = open_page(server), open_page(server)
    table = open_table(first, "symphonimo", 2)
    link = first.request.post(f"/api/tables/{table}/seats/0/return-link").json()["url"]
    second.goto(link)
    second.wait_for_url(re.compile(f"/table/{table}"))
    expect(second.get_by_test_id("seat-0")).to_contain_text(re.compile("you", re.IGNORECASE))
    assert first.request.get(f"/api/tables/{table}").json()["yours"] == []


@pytest.mark.parametrize("locale", SPOKEN)
def test_a_used_return_link_says_that_it_is_used(open_page: OpenPage, server: ServerProcess, locale: str) -> None:
    page = open_page(server, locale=locale)
    page.watch.expected.append("404")  # type: ignore[attr-defined]
    page.goto("/return/used")
    expect(page.get_by_role("heading", level=1)).to_have_text(SPOKEN[locale])
