"""Pages in a real Chromium for all tests: one Chromium per worker, one fresh and watched page per person."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from browser.harness import FLAGS, ServerProcess, Watch, find_chromium

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
OpenPage = Callable[..., Page]
# How long a page may take for what it is to show; machines are shared and noisy.
PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
    yield chromium
    chromium.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens pages, each a person of its own: `open_page(server, "/", locale="fr-FR", viewport=PHONE, …)`.

    Without a path the page is still blank. Motion is reduced unless asked for. At the end of the test no page may have
    complained; what a test expects, it adds to `page.watch.expected`.
    """
    contexts, watches = [], []

    def open_one(at: ServerProcess, path: str | None = None, **options: Any) -> Page:
        chosen = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce", "color_scheme": "light"} | options
        context = browser.new_context(base_url=at.url, **chosen)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.server = at  # type: ignore[attr-defined]
        page.watch = Watch(page)  # type: ignore[attr-defined]
        watches.append(page.watch)  # type: ignore[attr-defined]
        if path is not None:
            page.goto(path)
        return page

    yield open_one
    complaints = [complaint for watch in watches for complaint in watch.complaints]
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)
