"""C-3 in the browser: it adds its number without a click, and checks afterwards what it can check itself."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import assert_nothing_serious
from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import open_table, play_ahead


def table_of(page: Page) -> str:
    page.wait_for_url(re.compile("/table/"))
    return page.url.rsplit("/", 1)[1]


def hurry(route: Route) -> None:
    """Bots that this page opens a table for do not wait before they move."""
    route.continue_(post_data={**route.request.post_data_json, "pace_ms": 0})


def proof_of(page: Page, table: str) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = page.request.get(f"/api/tables/{table}").json()["proof"]
    return found


def test_c3_a_browser_has_a_part_in_the_cards_and_checks_them_afterwards(
    open_page: OpenPage, server: ServerProcess
) -> None:
    page = open_page(server, "/")
    page.route("**/api/tables?*", hurry)
    page.get_by_test_id("play-symbiose").click()
    table = table_of(page)
    assert [added["seat"] for added in proof_of(page, table)["contributions"]] == [0]
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="How do I know that the cards are fair?").click()
    sheet = page.get_by_test_id("fair-deal")
    expect(sheet).to_contain_text("The secret is told when the game is over")
    expect(sheet.get_by_test_id("fair-own").get_by_role("listitem")).to_have_count(2)
    page.keyboard.press("Escape")

    play_ahead(page, table, 0, random.Random(3), 1000)
    page.get_by_test_id("end-more").click()
    page.get_by_test_id("end-check").click()
    expect(sheet.get_by_test_id("fair-own").get_by_role("listitem")).to_have_count(3)
    expect(sheet.get_by_test_id("fair-server")).to_contain_text("the proof holds", ignore_case=True)
    assert "No:" not in sheet.inner_text()
    assert_nothing_serious(page)
    page.keyboard.press("Escape")

    page.get_by_test_id("rematch").click()
    page.wait_for_function("table => !location.pathname.endsWith(table)", arg=table)
    assert len(proof_of(page, table_of(page))["contributions"]) == 1


def test_c3_a_browser_says_that_its_number_is_missing_or_the_hash_another(
    open_page: OpenPage, server: ServerProcess
) -> None:
    page = open_page(server, "/", locale="fr-FR", viewport=PHONE, color_scheme="dark")
    table = open_table(page, "symbiose")
    play_ahead(page, table, 0, random.Random(4), 1000)
    kept = {table: {"commitment": "00" * 32, "number": "11" * 32}}
    page.evaluate("kept => localStorage.setItem('quatuor.deals', JSON.stringify(kept))", kept)
    page.goto(f"/replay/{table}")
    page.get_by_test_id("replay-check").click()
    own = page.get_by_test_id("fair-own")
    expect(own.get_by_text("Non")).to_have_count(2)
    expect(own).to_contain_text("le nombre ajouté par votre navigateur manque")
    expect(page.get_by_test_id("fair-server")).to_contain_text("La preuve tient")


def test_c3_two_people_who_sit_down_both_have_a_part(open_page: OpenPage, server: ServerProcess) -> None:
    ana, leo = open_page(server, "/"), open_page(server, viewport=PHONE)
    for page, name in ((ana, "Ana"), (leo, "Léo")):
        assert page.request.post("/api/me", data={"name": name, "face": "koala"}).ok
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "symphonimo", "players": 2, "seats": seats, "pace_ms": 0}
    table = ana.request.post("/api/tables", data=body).json()["id"]
    for page in (ana, leo):
        page.goto(f"/table/{table}")
    leo.get_by_test_id("sit").click()
    expect(ana.get_by_test_id("lobby-numbers")).to_contain_text("Shuffled by everybody: nobody can cheat.")
    ana.get_by_test_id("start").click()
    expect(leo.get_by_test_id("menu")).to_be_visible()
    assert len(proof_of(leo, table)["contributions"]) == 2


@pytest.mark.parametrize(
    ("locale", "none", "unknown"),
    [
        ("en-GB", "Your browser added no number to this deal", "this browser does not know it"),
        ("fr-FR", "Votre navigateur n'a ajouté aucun nombre", "ce navigateur ne le connaît pas"),
    ],
)
def test_c3_a_player_reads_that_their_browser_added_no_number(
    open_page: OpenPage, server: ServerProcess, locale: str, none: str, unknown: str
) -> None:
    """Opened by a program, the table has no number of the page; with another browser's it has one that is not known."""
    page = open_page(server, "/", locale=locale)
    without = page.get_by_test_id("fair-without")

    def check(table: str) -> None:
        play_ahead(page, table, 0, random.Random(6), 1000)
        page.goto(f"/replay/{table}")
        page.get_by_test_id("replay-check").click()
        expect(page.get_by_test_id("fair-server")).to_be_visible()

    check(open_table(page, "symphonimo"))
    expect(without).to_contain_text(none)
    table = open_table(page, "symphonimo", start=False)
    assert page.request.post(f"/api/tables/{table}/contribution", data={"number": "ab" * 32}).ok
    assert page.request.post(f"/api/tables/{table}/start").ok
    check(table)
    expect(without).to_contain_text(unknown)


def test_c3_a_spectator_is_told_nothing_of_a_number(open_page: OpenPage, server: ServerProcess) -> None:
    player, spectator = open_page(server, "/"), open_page(server, "/")
    table = open_table(player, "symphonimo")
    play_ahead(player, table, 0, random.Random(7), 1000)
    spectator.goto(f"/replay/{table}")
    spectator.get_by_test_id("replay-check").click()
    expect(spectator.get_by_test_id("fair-server")).to_be_visible()
    expect(spectator.get_by_test_id("fair-without")).to_have_count(0)
