"""What a first visit costs in bytes of script and style; and nothing jumps about, then or later."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from browser.harness import ServerProcess
from browser.pages import DESKTOP, PHONE, OpenPage
from browser.player import click, is_over, open_table, take_one, tap
from quatuor.games import GAMES

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
    "desktop": {"viewport": DESKTOP},
}
MOVES = 4
# A browser takes what moves within half a second of a touch for its answer: the bots play later than that.
PACE_MS = 600
MOST_BYTES = 200_000
MOST_SHIFT = 0.05
# On a busy machine the answer to one's own move comes later than that: it counts from when the move was answered.
_SHIFTS = """() => {
  window.shifted = 0;
  let answered = -Infinity;
  new MutationObserver((changes) => {
    if (changes.some(({ oldValue }) => oldValue === 'sending')) answered = performance.now();
  }).observe(document, { attributeFilter: ['data-busy'], attributeOldValue: true, subtree: true });
  const owned = (entry) => entry.hadRecentInput || document.body.dataset.busy === 'sending'
    || (entry.startTime >= answered - 100 && entry.startTime < answered + 500);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!owned(entry)) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}"""


def weigh(page: Page) -> list[int]:
    """Collects the compressed size of every script and style that the page fetches."""
    sizes: list[int] = []

    def note(response: Response) -> None:
        if response.request.resource_type in ("script", "stylesheet"):
            sizes.append(response.request.sizes()["responseBodySize"])

    page.on("response", note)
    return sizes


def test_home_and_a_table_stay_light_and_still(open_page: OpenPage, server: ServerProcess) -> None:
    for game in GAMES:
        page = open_page(server)
        page.add_init_script(f"({_SHIFTS})()")
        sizes = weigh(page)
        page.goto("/", wait_until="networkidle")
        assert page.evaluate("window.shifted") < MOST_SHIFT
        page.goto(f"/table/{open_table(page, game, 3)}", wait_until="networkidle")
        page.wait_for_selector("[data-testid=board]")
        page.wait_for_timeout(300)
        assert page.evaluate("window.shifted") < MOST_SHIFT
        # Both pages together, each file counted where it was fetched first.
        assert 0 < sum(sizes) < MOST_BYTES, f"{game}: {sum(sizes)} bytes"


@pytest.mark.parametrize("screen", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_a_table_stays_still_while_it_is_played(open_page: OpenPage, server: ServerProcess, screen: str) -> None:
    """What others do moves cards, not the table under them. The four games are played at once: bots take their time."""
    pages = {game: open_page(server, **SCREENS[screen]) for game in GAMES}
    for game, page in pages.items():
        page.add_init_script(f"({_SHIFTS})()")
        page.goto(f"/table/{open_table(page, game, 3, pace_ms=PACE_MS)}")
        page.wait_for_selector("[data-testid=board]")
    chance, moves = random.Random(7), dict.fromkeys(GAMES, 0)
    while playing := [game for game in GAMES if moves[game] < MOVES and not is_over(pages[game])]:
        for game in playing:
            moves[game] += take_one(pages[game], tap if screen == "phone" else click, chance)
        pages[playing[0]].wait_for_timeout(PACE_MS / 2)
    next(iter(pages.values())).wait_for_timeout(3 * PACE_MS)
    for game, page in pages.items():
        assert page.evaluate("window.shifted") < MOST_SHIFT, game


def test_scripts_and_styles_come_compressed(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    kinds = page.evaluate(
        """async () => {
            const used = [...document.querySelectorAll('script[src], link[rel=stylesheet]')];
            const urls = used.map((one) => one.src || one.href);
            const answers = await Promise.all(urls.map((url) => fetch(url)));
            const sizes = await Promise.all(answers.map((answer) => answer.text()));
            // A few lines do not become smaller.
            return answers.filter((_, n) => sizes[n].length > 250).map((one) => one.headers.get('content-encoding'));
        }"""
    )
    assert len(kinds) > 2 and all(kind in ("br", "gzip") for kind in kinds)
