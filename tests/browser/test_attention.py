"""How a table calls for a person: a message of the browser while they look elsewhere, and what is heard."""

import random
from typing import Any

from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import OpenPage
from browser.player import click, open_table, take_one

CHOICES = "[data-testid=board] [data-choice]"
NOTES = """window.notes = [];
window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, { body }) { window.notes.push({ title, body }); }
    close() {}
};"""
SOURCES = """window.sources = 0;
for (const make of ['createOscillator', 'createBufferSource']) {
    const made = AudioContext.prototype[make];
    AudioContext.prototype[make] = function () { window.sources++; return made.call(this); };
}"""


def test_a_message_calls_who_looks_elsewhere(open_page: OpenPage, server: ServerProcess) -> None:
    host, guest = open_page(server), open_page(server)
    host.add_init_script(NOTES)
    host.goto("/")
    host.get_by_test_id("settings-open").click()
    host.get_by_test_id("settings-notify").check()
    host.keyboard.press("Escape")
    table = open_table(host, "symphonimo", seats=[{"kind": "me"}, {"kind": "open"}], start=False, first=1)
    assert guest.request.post(f"/api/tables/{table}/seats", data={"seat": 1}).ok
    assert host.request.post(f"/api/tables/{table}/start").ok
    host.goto(f"/table/{table}")
    host.wait_for_selector("[data-testid=board]")

    # Who looks at the table is not called.
    _play_a_turn(guest, table, 1)
    host.wait_for_selector(CHOICES)
    assert host.evaluate("window.notes") == []

    _play_a_turn(host, table, 0)
    expect(host.locator(CHOICES)).to_have_count(0)
    host.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    _play_a_turn(guest, table, 1)
    host.wait_for_function("() => window.notes.length")
    [note] = host.evaluate("window.notes")
    assert "Symphonimo" in note["title"]
    assert note["body"] == _snapshot(host, table, 0)["position"]["prompt"]


def _play_a_turn(page: Page, table: str, seat: int) -> None:
    """Make the first legal move, by the API, until it is another's turn."""
    while (now := _snapshot(page, table, seat))["table"]["turn"] == seat:
        move = now["position"]["legal"][0]["move"]
        body = {"seat": seat, "after": now["index"], "moves": [move]}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok


def _snapshot(page: Page, table: str, seat: int) -> dict[str, Any]:
    answer = page.request.get(f"/api/tables/{table}/events", params={"seat": seat, "after": 0, "lang": "en"})
    snapshot: dict[str, Any] = answer.json()["snapshot"]
    return snapshot


def test_a_move_is_heard_unless_sounds_are_off(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server)
    page.add_init_script(SOURCES)
    page.goto(f"/table/{open_table(page, 'symphonimo', 2, first=0, pace_ms=5000)}")
    page.wait_for_selector(CHOICES)
    page.mouse.click(2, 2)  # no sound before a first gesture
    chance = random.Random(1)
    assert take_one(page, click, chance)
    page.wait_for_function("() => window.sources > 0")

    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("settings-sounds").uncheck()
    page.keyboard.press("Escape")
    heard = page.evaluate("window.sources")
    told = page.locator("[data-testid=log] li").count()
    assert take_one(page, click, chance)
    page.wait_for_function("(told) => document.querySelectorAll('[data-testid=log] li').length > told", arg=told)
    assert page.evaluate("window.sources") == heard
