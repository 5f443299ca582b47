"""A person at a table in the browser, who takes one of the things that the board offers until the game is over."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import ElementHandle, Page
from playwright.sync_api import Error as PlaywrightError

# What may be done now is marked on every board; a choice that needs two gestures offers the second after the first.
# With a plain board it is the list of moves in the foot.
OFFERED = "[data-testid=board] [data-choice]:not([aria-pressed=true]), .plain > [data-testid=action]"
_MOST_GESTURES = 4000
_MOST_TABS = 150
Gesture = Callable[[Page, ElementHandle], None]


def click(page: Page, target: ElementHandle) -> None:
    target.click(timeout=3000)


def tap(page: Page, target: ElementHandle) -> None:
    target.tap(timeout=3000)


def press(page: Page, target: ElementHandle) -> None:
    """By keyboard alone: Tab until the target has the focus, then Enter."""
    for _ in range(_MOST_TABS):
        if not page.evaluate("(target) => target.isConnected && target.hasAttribute('data-choice')", target):
            return
        if page.evaluate("(target) => target === document.activeElement", target):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    label = target.get_attribute("aria-label") or target.inner_text()
    raise AssertionError(f"Tab does not reach what the board offers: {label}")


def open_table(page: Page, game: str, players: int = 2, options: Mapping[str, Any] | None = None, **plan: Any) -> str:
    """A table opened by this page's person through the API, against bots unless other seats are planned."""
    seats = plan.pop("seats", [{"kind": "me"}, *({"kind": "bot"} for _ in range(players - 1))])
    body = {"game": game, "players": players, "seats": seats, "options": options or {}, "pace_ms": 0, "start": True}
    answer = page.request.post("/api/tables", data=body | plan)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table


def is_over(page: Page) -> bool:
    return page.query_selector("[data-testid=end]") is not None


def take_one(page: Page, gesture: Gesture, chance: random.Random) -> bool:
    """One gesture on something that is offered; False where nothing is, or it went while it was reached for."""
    offered = [target for target in page.query_selector_all(OFFERED) if target.is_visible()]
    if not offered:
        return False
    try:
        gesture(page, chance.choice(offered))
    except PlaywrightError:
        return False
    return True


def play_to_the_end(page: Page, gesture: Gesture = click, seed: int = 1) -> None:
    """Play until the end screen shows."""
    chance = random.Random(seed)
    for _ in range(_MOST_GESTURES):
        if is_over(page):
            return
        if ready := page.query_selector("[data-testid=curtain-ready]"):
            gesture(page, ready)
            page.wait_for_selector("[data-testid=curtain-ready]", state="detached")
        elif not take_one(page, gesture, chance):
            page.wait_for_timeout(20)
    raise AssertionError(f"the game did not end; the table says: {page.get_by_test_id('prompt').inner_text()}")


def forced_moves_made(page: Page) -> None:
    """Tick the setting by which the only possible move is made without asking, as a person may."""
    page.goto("/")
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id("settings-forced").check()
    page.keyboard.press("Escape")
