"""Before a choice: what it does to the score is on the board, and the list of choices hides nothing of it."""

from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import DESKTOP, OpenPage
from browser.player import open_table
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
