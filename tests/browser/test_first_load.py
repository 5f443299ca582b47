"""What a first visit costs: bytes of script and style, and whether things jump about."""

from playwright.sync_api import Page, Response

from browser.conftest import OpenPage
from browser.driving import ServerProcess
from browser.hands import open_table

MOST_BYTES = 200_000
MOST_SHIFT = 0.05
_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
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
    for game in ("symphonimo", "air_sorciere", "symbiose", "rythm_n_play"):
        page = open_page(server, path=None)
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


def test_scripts_and_styles_come_compressed(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    kinds = page.evaluate(
        """async () => {
            const used = [...document.querySelectorAll('script[src], link[rel=stylesheet]')];
            const urls = used.map((one) => one.src || one.href);
            const answers = await Promise.all(urls.map((url) => fetch(url)));
            return answers.map((answer) => answer.headers.get('content-encoding'));
        }"""
    )
    assert kinds and all(kind in ("br", "gzip") for kind in kinds)
