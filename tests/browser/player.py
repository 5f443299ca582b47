"""A person at a table in the browser, who takes one of the things that the board offers until the game is over."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import ElementHandle, Page
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

# What may be done now is marked on every board; a choice that needs two gestures offers the second after the first.
# With a plain board it is the list of moves in the foot.
OFFERED = "[data-testid=board] [data-choice]:not([aria-pressed=true]), .plain > [data-testid=action]"
CURTAIN = "[data-testid=curtain-ready]"
END = "[data-testid=end]"
_MOST_GESTURES = 4000
_MOST_TABS = 150
_PATIENCE_MS = 1000

# Looked for in the page: to ask about each element from here takes longer than the game.
_VISIBLE = """(wanted) => [...document.querySelectorAll(wanted)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(one).visibility === 'visible';
})"""
_COUNT = f"(wanted) => ({_VISIBLE})(wanted).length"
_NTH = f"([wanted, number]) => ({_VISIBLE})(wanted)[number]"
_WHERE = """(target) => !target.isConnected || !target.hasAttribute('data-choice') ? 'gone'
    : target === document.activeElement ? 'here' : 'elsewhere'"""

Gesture = Callable[[Page, ElementHandle], None]


def click(page: Page, target: ElementHandle) -> None:
    target.click(timeout=3000)


def tap(page: Page, target: ElementHandle) -> None:
    target.tap(timeout=3000)


def press(page: Page, target: ElementHandle) -> None:
    """By keyboard alone: Tab until the target has the focus, then Enter."""
    for _ in range(_MOST_TABS):
        where = page.evaluate(_WHERE, target)
        if where != "elsewhere":
            if where == "here":
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


def play_ahead(page: Page, table: str, seat: int, chance: random.Random, moves: int) -> None:
    """So many random moves of a seat of this page's person by the API, which is quicker, or all that are left."""
    while moves:
        answer = page.request.get(f"/api/tables/{table}/events", params={"seat": seat, "after": 10_000})
        seen = answer.json()["snapshot"]
        if seen["outcome"]:
            return
        if seen["table"]["turn"] != seat:
            page.wait_for_timeout(20)
            continue
        move = chance.choice(seen["position"]["legal"])["move"]
        body = {"seat": seat, "after": seen["index"], "moves": [move]}
        moves -= page.request.post(f"/api/tables/{table}/moves", data=body).ok


def is_over(page: Page) -> bool:
    return page.query_selector(END) is not None


def take_one(page: Page, gesture: Gesture, chance: random.Random) -> bool:
    """One gesture on something that is offered; False where nothing is, or it went while it was reached for."""
    offered = page.evaluate(_COUNT, OFFERED)
    target = offered and page.evaluate_handle(_NTH, [OFFERED, chance.randrange(offered)]).as_element()
    if not target:
        return False
    try:
        gesture(page, target)
    except PlaywrightError:
        return False
    return True


def wait_for_offer(page: Page) -> None:
    """Wait until there is something to do, or nothing more; a page that waits for another one is left after a while."""
    with suppress(PlaywrightTimeout):
        page.wait_for_function(_COUNT, arg=f"{OFFERED}, {CURTAIN}, {END}", timeout=_PATIENCE_MS)


def play_to_the_end(page: Page, gesture: Gesture = click, seed: int = 1) -> None:
    """Play until the end screen shows."""
    chance = random.Random(seed)
    for _ in range(_MOST_GESTURES):
        if is_over(page):
            return
        if ready := page.query_selector(CURTAIN):
            gesture(page, ready)
            page.wait_for_selector(CURTAIN, state="detached")
        elif not take_one(page, gesture, chance):
            wait_for_offer(page)
    raise AssertionError(f"the game did not end; the table says: {page.get_by_test_id('prompt').inner_text()}")


def forced_moves_made(page: Page) -> None:
    """Tick the setting by which the only possible move is made without asking, as a person may."""
    page.goto("/")
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id("settings-forced").check()
    page.keyboard.press("Escape")
