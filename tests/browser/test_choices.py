"""Before a choice: what it does to the score is on the board, and the list of choices hides nothing of it."""

import random
import re

from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import DESKTOP, OpenPage
from browser.player import open_table, play_ahead
from quatuor.games import GAMES

SIDEWAYS = {"width": 844, "height": 390}
BOARD = "[data-testid=board]"


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).bounding_box()
    assert found, selector
    return dict(found)


def open_with_list(page: Page, game: str, players: int) -> None:
    """A table with the list of choices open; opened at one table, it is open at the next."""
    page.set_viewport_size(DESKTOP)
    page.goto(f"/table/{open_table(page, game, players, first=0)}")
    page.locator(f"{BOARD} [data-choice]").first.wait_for()
    if not page.locator("#moves").is_visible():
        page.get_by_test_id("actions-toggle").click()
    expect(page.get_by_test_id("action").first).to_be_visible()


def test_the_open_list_of_choices_covers_no_board(page: Page) -> None:
    for name, game in GAMES.items():
        open_with_list(page, name, game.max_players)
        board = box(page, BOARD)
        assert box(page, "#moves")["x"] >= board["x"] + board["width"]
        page.set_viewport_size(SIDEWAYS)
        expect(page.locator("footer #moves")).to_be_visible()
        assert box(page, "#moves")["height"] < 4 * 16


def test_an_orchestra_of_six_is_in_sight_beside_the_open_list(page: Page) -> None:
    open_with_list(page, "symphonimo", 6)
    stacks = box(page, ".orchestra .stacks")
    assert stacks["y"] + stacks["height"] <= box(page, "footer")["y"]


def test_a_conductor_shows_what_taking_it_makes_of_the_score(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server, locale="fr-FR")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoé"}]
    table = open_table(page, "symphonimo", 2, seats=seats, first=0)
    for seat, move in enumerate(("draw", "place 1", "draw", "place 1")):
        at = page.request.get(f"/api/tables/{table}/events", params={"seat": -1, "after": 10_000}).json()["snapshot"]
        body = {"seat": seat // 2, "after": at["index"], "moves": [move]}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok
    seen = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": 0}).json()["snapshot"]
    score = seen["position"]["aids"]["after"]["take 1"]["low"]
    page.goto(f"/table/{table}")
    button = page.locator("[data-place='conductor:1'] .act")
    expect(button).to_contain_text(f"0 → {score}")
    assert f"(de 0 à {score} point" in (button.get_attribute("aria-label") or "")


def figures(text: str) -> list[float]:
    """The numbers of a text, with their signs."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-"))]


def test_a_river_card_in_hand_shows_the_score_on_every_slot_and_that_is_what_it_comes_to(page: Page) -> None:
    """SB-6; no other pond changes what an own half pays (SB-9)."""
    table = open_table(page, "symbiose", 2, {"mode": "normal"}, first=0)
    play_ahead(page, table, 0, random.Random(1), 1)
    page.goto(f"/table/{table}")
    page.locator(f"{BOARD} [data-place='river:1'][data-choice]").click()
    slots = page.locator(f"{BOARD} [data-place^='pond:1:']")
    expect(slots.filter(has_text="→")).to_have_count(8)
    slot = slots.nth(5)
    now, then = figures(slot.locator(".outcome").inner_text())
    expect(slot).to_have_accessible_name(re.compile(f"your score would go from {now:g} to {then:g}$"))
    slot.hover()
    expect(page.locator(".caption")).to_contain_text(f"{now:g} → {then:g}")
    slot.click()
    page.mouse.move(0, 0)
    slot.blur()
    expect(page.locator(f"{BOARD} .owner")).to_contain_text(re.compile(rf"\b{then:g} points?\b"))


def test_the_rythm_pile_shows_what_a_draw_can_come_to(page: Page) -> None:
    """RP-7, RP-12."""
    page.goto(f"/table/{open_table(page, 'rythm_n_play', 2, first=0)}")
    pile = page.locator(f"{BOARD} button[data-place=rythm_pile][data-choice]")
    _, least, most = figures(page.locator(f"{BOARD} .drawable .change").inner_text())
    expect(pile).to_have_accessible_name(re.compile("Your score would go from .* to between"))
    pile.click()
    expect(page.locator(f"{BOARD} [data-place='hand:1'] [aria-label=RYTHM] [data-card]")).to_have_count(2)
    [score] = figures(page.locator(f"{BOARD} [data-place='hand:1'] header > b").inner_text())
    assert least <= score <= most
