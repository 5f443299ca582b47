"""How long a browser takes until a page of the server can be used, on loopback, with nothing in its cache.

python bench/first_page.py [--times 5]

From the first request until the button that deals is there (home), and until something on the board may be done (each
game's table); and how many bytes that took. Beside it, as the reference of the same run, a bare picture of the server.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

import click
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.harness import FLAGS, find_chromium, serving
from browser.player import open_table
from quatuor import GAMES

# Seconds from the start of the navigation until something that matches can be seen.
WHEN_SEEN = """(selector) => new Promise((done) => {
  const look = () => {
    const found = document.querySelector(selector);
    if (found && found.getClientRects().length) done(performance.now() / 1000);
    else requestAnimationFrame(look);
  };
  look();
})"""
BYTES = "() => performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, 0)"


@click.command()
@click.option("--times", default=5, show_default=True, help="How often each page is opened, each time anew.")
def main(times: int) -> None:
    """Open every page some times and print the medians."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        bare = median(opened(chromium, server.url, "/icon.svg", "svg")[0] for _ in range(times))
        print(f"{'a bare picture':<16} {bare:5.2f} s")
        button = f"[data-testid=play-{next(iter(GAMES))}]"
        report("home", [opened(chromium, server.url, "/", button) for _ in range(times)])
        for game in GAMES:
            selector = "[data-testid=board] [data-choice]"
            report(game, [opened(chromium, server.url, None, selector, game) for _ in range(times)])
        chromium.close()


def opened(chromium: Browser, url: str, path: str | None, selector: str, game: str = "") -> tuple[float, int]:
    """Seconds until a page can be used, and the bytes that came for it; without a path, the page of a new table."""
    context = chromium.new_context(base_url=url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page: Page = context.new_page()
    page.goto(path or f"/table/{open_table(page, game, 2, first=0)}", wait_until="commit")
    seconds = float(page.evaluate(WHEN_SEEN, selector))
    page.wait_for_load_state("networkidle")
    transferred = int(page.evaluate(BYTES))
    context.close()
    return seconds, transferred


def report(name: str, found: list[tuple[float, int]]) -> None:
    seconds, transferred = (median(one[k] for one in found) for k in (0, 1))
    worst = max(one[0] for one in found)
    print(f"{name:<16} {seconds:5.2f} s  (slowest {worst:.2f} s)  {transferred / 1000:6.0f} KB with pictures and fonts")


if __name__ == "__main__":
    main()
