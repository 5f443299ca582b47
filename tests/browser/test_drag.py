"""Cards dragged by mouse and by finger: let go where they may lie they make the move, elsewhere they go back."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page

from browser.player import click, open_table, take_one, wait_for_offer
from quatuor.games import GAMES

WEB_GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
BOARD = "[data-testid=board]"
NOWHERE = "[data-testid=prompt]"
DRAGGED = "[data-dragged]"
REST_MS = 300  # a finger that moves sooner scrolls the page
STEPS = 8
MOST_GESTURES = 400
# A card that is pointed at may lift a little.
IS_AT = """([card, x, y]) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return Math.abs(left + width / 2 - x) < 12 && Math.abs(top + height / 2 - y) < 12;
}"""


class Drag(NamedTuple):
    """A card that may be dragged now, where to, and the move that this makes."""

    card: str
    target: str
    move: str


Pull = Callable[[Page, Locator, Locator], None]


def by_mouse(page: Page, card: Locator, target: Locator) -> None:
    (x, y), end = middle(card), middle(target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*end, steps=STEPS)
    page.wait_for_selector(DRAGGED)
    page.mouse.up()


def by_finger(page: Page, card: Locator, target: Locator) -> None:
    """A real touch: the browser makes pointer events of it, or scrolls."""
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(card), middle(target)

    def put(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    put("touchStart", (x, y))
    # By the page's own timers, which ring in their order however slow the machine is.
    page.evaluate("(rest) => new Promise((done) => setTimeout(done, rest))", REST_MS)
    for step in range(1, STEPS + 1):
        put("touchMove", (x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS))
    page.wait_for_selector(DRAGGED)
    put("touchEnd")
    touch.detach()


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_in_symphonimo(move: str) -> Drag | None:
    """SY-4: the drawn card goes under a conductor."""
    what, _, number = move.partition(" ")
    target = f"[data-place='conductor:{number}']"
    return Drag("[data-place=held] [data-card]", target, move) if what == "place" else None


def drag_in_air_sorciere(move: str) -> Drag | None:
    """AS-8: the drawn card joins the player's sky, or the common one."""
    target = {"keep": "[data-place='area:1']", "share": "[data-place=common]"}.get(move)
    return Drag("[data-place=held] [data-card]", target, move) if target else None


def drag_in_symbiose(move: str) -> Drag | None:
    """SB-6: a card of the river changes places with one of the player's pond."""
    what, *numbers = move.split()
    if what != "swap":
        return None
    river, pond = numbers
    return Drag(f"[data-place='river:{river}']", f"[data-place='pond:1:{pond}']", move)


def drag_in_rythm_n_play(move: str) -> Drag | None:
    """RP-3: a card of the hand is composed on the staff."""
    what, _, card = move.partition(" ")
    held = f"[data-place='hand:1'] [data-card='{card}']"
    return Drag(held, "[data-place=staff]", move) if what == "compose" else None


DRAGS: dict[str, Callable[[str], Drag | None]] = {
    game: globals()[f"drag_in_{game}"] for game in GAMES if f"drag_in_{game}" in globals()
}


def test_every_board_says_here_which_cards_are_dragged() -> None:
    """A game without a board of its own has the plain one, on which nothing is dragged."""
    boards = {path.parent.name for path in WEB_GAMES.glob("*/Board.svelte")}
    assert boards and boards & set(GAMES) == set(DRAGS)


def legal_moves(page: Page) -> list[str]:
    """As the list of moves at the foot of the table has them."""
    moves: list[str] = page.eval_on_selector_all("[data-move]", "(all) => all.map((one) => one.dataset.move)")
    return moves


def until_something_can_be_dragged(page: Page, game: str) -> Drag:
    page.wait_for_selector(f"{BOARD} [data-choice]")
    chance = random.Random(6)
    for _ in range(MOST_GESTURES):
        found = [drag for drag in map(DRAGS[game], legal_moves(page)) if drag]
        if found and not page.locator("body[data-busy]").count():
            return found[0]
        if not take_one(page, click, chance):
            wait_for_offer(page)
    raise AssertionError("nothing could be dragged")


def own_moves(page: Page, table: str) -> list[str]:
    """What the first seat has done so far."""
    items = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": 0}).json()["items"]
    return [item["move"] for item in items if item["kind"] == "move" and item["seat"] == 0]


def drags_a_card_away_and_home(page: Page, game: str, pull: Pull) -> None:
    table = open_table(page, game, 2, first=0)
    page.goto(f"/table/{table}")
    card, target, move = until_something_can_be_dragged(page, game)
    held, place = page.locator(card).first, page.locator(target).first
    offered, made = legal_moves(page), own_moves(page, table)
    place.scroll_into_view_if_needed()
    held.scroll_into_view_if_needed()
    home = middle(held)

    pull(page, held, page.locator(NOWHERE))
    page.wait_for_function(IS_AT, arg=[held.element_handle(), *home])
    page.wait_for_selector("body:not([data-busy])")
    assert own_moves(page, table) == made, "let go beside every place, a card must go back"
    assert legal_moves(page) == offered

    pull(page, held, place)
    page.wait_for_selector(DRAGGED, state="detached")
    page.wait_for_selector("body:not([data-busy])")
    assert own_moves(page, table)[: len(made) + 1] == [*made, move]


@pytest.mark.parametrize("game", DRAGS)
def test_a_card_is_dragged_by_mouse(page: Page, game: str) -> None:
    drags_a_card_away_and_home(page, game, by_mouse)


@pytest.mark.parametrize("game", DRAGS)
def test_a_card_is_dragged_by_finger(phone: Page, game: str) -> None:
    drags_a_card_away_and_home(phone, game, by_finger)
    assert phone.evaluate("window.scrollX") == 0
