"""Somebody who takes a lesson in the browser: they read every bubble, and press what it points at."""

from collections.abc import Iterator
from contextlib import suppress

from playwright.sync_api import ElementHandle, Page
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser.player import Gesture

END = "[data-testid=lesson-end]"
_NEXT = "[data-testid=lesson-next]"
_SKIP = "[data-testid=skip]"
_MOST_GESTURES = 120
# What is drawn anew while it is pressed is looked for again.
_TRIES = 3
_MOST_TABS = 80
_PATIENCE_MS = 3000

# Something to read or to do, the end, or bots that can be hurried.
_READY = f"""() => {{
    const wants = document.querySelector('[data-testid=lesson]:not(.hidden)')?.dataset.wants;
    const shown = !document.body.hasAttribute('data-busy') && ['next', 'move'].includes(wants);
    return (document.querySelector('{END}') && 'end') || (shown && wants) ||
        (document.querySelector('{_SKIP}') && 'bots') || null;
}}"""
# What can be pressed of what is pointed at, and is not yet: the thing itself, what it lies on, or the first in it.
_POINTED = """() => [...document.querySelectorAll('[data-lit]')].map((lit) => lit.closest('[data-choice], button')
    ?? lit.querySelector('[data-choice]:not([data-point])')).filter((one) => one && one.ariaPressed !== 'true')"""
# Whoever presses in the middle of it presses the thing itself: it is in sight, and nothing lies on it.
_UNCOVERED = """(target) => {
    if (!target.isConnected) return true;
    const { left, top, width, height } = target.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && (target.contains(met) || met.contains(target) && met.matches('[data-choice], button'));
}"""
_STATE = """() => document.querySelector('[data-testid=lesson]')?.dataset.index +
    document.querySelectorAll('[data-testid=board] [aria-pressed=true]').length"""
_GOES_ON = "(old) => document.querySelector('[data-testid=lesson-text]')?.innerText !== old"
_CHANGED = f"(old) => ({_STATE})() !== old"


def by_keyboard(page: Page, target: ElementHandle) -> None:
    """Tab until the target has the focus, unless it was led there, then Enter."""
    for _ in range(_MOST_TABS):
        if target.evaluate("(target) => target === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach what is pointed at: {target.inner_text()}")


def begin(page: Page, game: str) -> str:
    """The lesson of a game, from the home page; the id of its table."""
    page.goto("/")
    page.get_by_test_id(f"learn-{game}").click()
    page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2]


def bubbles(page: Page, gesture: Gesture) -> Iterator[str]:
    """Go through a lesson; stops at every bubble, before what it asks for is done."""
    read = ""
    for _ in range(_MOST_GESTURES):
        ready = page.wait_for_function(_READY).json_value()
        if ready == "end":
            return
        if ready == "bots":
            with suppress(PlaywrightError):  # they may have just moved by themselves
                page.locator(_SKIP).click(timeout=1000)
            continue
        text = page.get_by_test_id("lesson-text").inner_text()
        if text != read:
            read = text
            yield text
        if ready == "next":
            go_on(page, text, gesture)
        else:
            press_what_is_pointed_at(page, gesture)
    raise AssertionError(f"the lesson does not go on from: {read}")


def go_on(page: Page, text: str, gesture: Gesture) -> None:
    """Press Next until there is another bubble: right after the last press it counts as a double click, and not."""
    for _ in range(_TRIES):
        with suppress(PlaywrightError):  # it may be about to find its place
            press(page, page.wait_for_selector(_NEXT), gesture)
        with suppress(PlaywrightTimeout):
            page.wait_for_function(_GOES_ON, arg=text, timeout=_PATIENCE_MS)
            return
    raise AssertionError(f"Next does not lead on from: {text}")


def press_what_is_pointed_at(page: Page, gesture: Gesture) -> None:
    """One thing after the other, until one of them was the move."""
    before = page.evaluate("document.querySelector('[data-testid=lesson]')?.dataset.index")
    count = page.evaluate(f"() => ({_POINTED})().length")
    assert count, f"nothing to press is pointed at: {page.get_by_test_id('lesson-text').inner_text()}"
    for number in range(count):
        state = page.evaluate(_STATE)
        for _ in range(_TRIES):
            target = page.evaluate_handle(f"(number) => ({_POINTED})()[number]", number).as_element()
            if target is None:
                return
            assert_uncovered(page, target)
            with suppress(PlaywrightError):  # the board may have just been drawn anew
                press(page, target, gesture)
                break
        with suppress(PlaywrightTimeout):
            page.wait_for_function(_CHANGED, arg=state, timeout=_PATIENCE_MS)
        if page.evaluate("document.querySelector('[data-testid=lesson]')?.dataset.index") != before:
            return


def assert_uncovered(page: Page, target: ElementHandle) -> None:
    """What is to be pressed is in sight, once the page has scrolled; a browser that presses it would see to that."""
    try:
        page.wait_for_function(_UNCOVERED, arg=target, timeout=_PATIENCE_MS)
    except PlaywrightTimeout as error:
        asked = page.get_by_test_id("lesson-text").inner_text()
        raise AssertionError(f"covered: {target.inner_text()!r}, asked for by: {asked}") from error


def press(page: Page, target: ElementHandle | None, gesture: Gesture) -> None:
    assert target is not None
    gesture(page, target)


def reach(page: Page, game: str, move: str, scene: int = 0) -> str:
    """A lesson by the API, which is quicker, as far as it asks for this move, from a scene on; its table's id."""
    table: str = page.request.post("/api/lessons", data={"game": game}).json()["id"]
    for _ in range(_MOST_GESTURES):
        seen = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": 10_000}).json()["snapshot"]
        if seen["lesson"]["wants"] == "bots":
            page.request.post(f"/api/tables/{table}/skip")
        elif seen["lesson"]["wants"] == "scene":
            body = {"scene": seen["lesson"]["scene"] + 1, "after": seen["index"]}
            page.request.post(f"/api/tables/{table}/scene", data=body)
        elif seen["lesson"]["scene"] >= scene and seen["lesson"]["moves"][0] == move:
            return table
        else:
            body = {"seat": 0, "after": seen["index"], "moves": seen["lesson"]["moves"][:1]}
            page.request.post(f"/api/tables/{table}/moves", data=body)
    raise AssertionError(f"the lesson never asks for {move}")
