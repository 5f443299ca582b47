"""A person's devices in the browser: listed, brought along by a link, signed out from another one."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import assert_nothing_serious
from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import open_table

CHOICES = "[data-testid=board] [data-choice]"


def become(page: Page, name: str) -> None:
    assert page.request.post("/api/me", data={"name": name}).ok


def link_of(page: Page) -> str:
    """A new device link, made with this page's own buttons, which stay as they are."""
    page.goto("/devices")
    page.get_by_test_id("add-device").click()
    field = page.get_by_test_id("device-link")
    field.wait_for()
    return field.input_value()


def test_a_device_is_added_by_a_link_plays_and_is_signed_out(open_page: OpenPage, server: ServerProcess) -> None:
    first, second = open_page(server), open_page(server, viewport=PHONE, has_touch=True, is_mobile=True)
    become(first, "Ada")
    table = open_table(first, "symphonimo", 2, first=0)
    first.goto("/")
    first.get_by_test_id("settings-open").click()
    first.get_by_test_id("settings-devices").click()
    rows = first.get_by_test_id("devices").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("This device")

    link = link_of(first)
    second.goto(link)
    expect(second.get_by_role("heading", level=1)).to_have_text("Continue as Ada?")
    expect(second.get_by_test_id("join-warning")).to_have_count(0)
    second.get_by_test_id("join-agree").click()
    second.wait_for_url(re.compile("/games$"))
    second.get_by_test_id(f"row-{table}").click()
    second.wait_for_selector(CHOICES)

    expect(first.get_by_test_id("add-device-sheet")).to_have_count(0)  # it has done its work
    expect(rows).to_have_count(2)
    first.get_by_role("button", name=re.compile("Sign out Chrome")).last.click()
    first.get_by_test_id("confirm-yes").click()
    expect(rows).to_have_count(1)

    expect(second.get_by_text("This device has been signed out.")).to_be_visible()
    expect(second.locator(CHOICES)).to_have_count(0)
    assert second.request.get("/api/me").json()["name"] is None
    assert first.request.get(f"/api/tables/{table}").json()["yours"] == [0]
    second.watch.expected.append("404")  # type: ignore[attr-defined]
    second.goto("about:blank")
    second.goto(link)
    expect(second.get_by_role("heading", level=1)).to_have_text("This link no longer works")


def test_who_has_games_is_asked_before_they_are_given_up(open_page: OpenPage, server: ServerProcess) -> None:
    first, second = open_page(server), open_page(server)
    become(first, "Ada")
    become(second, "Bob")
    open_table(second, "symphonimo", 2)
    second.goto(link_of(first))
    expect(second.get_by_test_id("join-warning")).to_contain_text("This browser is Bob now, with one game.")
    second.get_by_role("link", name="Stay Bob").click()
    second.wait_for_url(re.compile("/$"))
    assert second.request.get("/api/me").json()["name"] == "Bob"


def test_signing_out_the_last_device_says_what_is_lost_and_forgets_who_was_here(page: Page) -> None:
    become(page, "Ada")
    page.goto("/devices")
    page.get_by_role("button", name=re.compile("^Sign out")).click()
    expect(page.get_by_test_id("confirm")).to_contain_text("lost for good")
    page.get_by_test_id("confirm-yes").click()
    page.wait_for_url(re.compile("/$"))
    expect(page.get_by_text("This device has been signed out.")).to_be_visible()
    assert page.request.get("/api/me").json()["name"] is None
    assert not page.context.cookies()


@pytest.mark.parametrize("reach", ["list", "add", "ask", "join", "nobody"])
def test_axe_finds_nothing_serious_about_devices(open_page: OpenPage, server: ServerProcess, reach: str) -> None:
    page = open_page(server)
    if reach != "nobody":
        become(page, "Ada")
    page.goto("/devices")
    if reach == "add":
        link_of(page)
    elif reach == "ask":
        page.get_by_role("button", name=re.compile("^Sign out")).click()
        page.get_by_test_id("confirm").wait_for()
    elif reach == "join":
        link, page = link_of(page), open_page(server)
        become(page, "Bob")
        open_table(page, "symphonimo", 2)
        page.goto(link)
        page.get_by_test_id("join-warning").wait_for()
    else:
        page.get_by_role("heading", level=1).wait_for()
    assert_nothing_serious(page)
