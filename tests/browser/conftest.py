"""Fixtures of the browser tests: one server and one Chromium a worker, one fresh and watched page a test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from browser.finished import Finished, analysed, compile_search, play_out
from browser.harness import FLAGS, ServerProcess, Watch, find_chromium, serving

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the built client, for all tests of this worker."""
    with serving(tmp_path_factory.mktemp("server")) as process:
        yield process


@pytest.fixture(scope="session")
def thinker(server: ServerProcess) -> ServerProcess:
    """The server, once it has thought about Symphonimo: what it thinks with is compiled."""
    compile_search(server, "symphonimo")
    return server


@pytest.fixture(scope="session")
def finished(thinker: ServerProcess) -> Finished:
    """A finished game of Symphonimo, analysed for its first seat, who made a mistake in it."""
    while True:
        game = play_out(thinker, "symphonimo")
        if analysed(thinker, game.table)["mistakes"]:
            return game


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
    """Opens pages, each a person of its own: `open_page(server, locale="fr-FR", viewport=PHONE, …)`.

    Motion is reduced unless asked for. At the end of the test no page may have complained; what a test expects, it
    adds to `page.watch.expected`.
    """
    contexts, watches = [], []

    def open_one(at: ServerProcess, path: str | None = "/", **options: Any) -> Page:
        chosen = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce", "color_scheme": "light"} | options
        context = browser.new_context(base_url=at.url, **chosen)
        context.set_default_timeout(15_000)
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


@pytest.fixture
def page(open_page: OpenPage, server: ServerProcess) -> Page:
    """A desktop, in English."""
    return open_page(server)


@pytest.fixture
def phone(open_page: OpenPage, server: ServerProcess) -> Page:
    """A phone held upright, touched."""
    return open_page(server, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)


@pytest.fixture
def lively_page(open_page: OpenPage, server: ServerProcess) -> Page:
    """A desktop where things move."""
    return open_page(server, reduced_motion="no-preference")
