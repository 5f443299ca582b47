"""Fixtures of the browser tests: one server per worker, and pages of several kinds."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from browser.finished import Finished, analysed, compile_search, play_out
from browser.harness import ServerProcess, serving
from browser.pages import PHONE, OpenPage


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


@pytest.fixture
def page(open_page: OpenPage, server: ServerProcess) -> Page:
    """A desktop, in English; still blank, as the other pages here."""
    return open_page(server)


@pytest.fixture
def phone(open_page: OpenPage, server: ServerProcess) -> Page:
    """A phone held upright, touched."""
    return open_page(server, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)


@pytest.fixture
def lively_page(open_page: OpenPage, server: ServerProcess) -> Page:
    """A desktop where things move."""
    return open_page(server, reduced_motion="no-preference")
