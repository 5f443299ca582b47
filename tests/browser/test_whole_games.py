"""Games in a real browser, played to the end screen, some from the deal: by mouse, by keyboard alone, by touch."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import (
    Gesture,
    click,
    forced_moves_made,
    is_over,
    open_table,
    play_ahead,
    play_to_the_end,
    press,
    take_one,
    tap,
)
from quatuor.games import GAMES
from setups import SHORT, Setup

TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WAYS: dict[str, tuple[Gesture, dict[str, Any]]] = {
    "mouse": (click, {}),
    "keyboard": (press, {}),
    "phone": (tap, TOUCHED),
}
# What a way of playing is tried with; the slow tests try each with every game, and play all of them whole.
EVERY_SECOND = list(GAMES)[::2]
SPOKEN = {"en-GB": "win", "fr-FR": "gagn|victoire"}


def play_a_game(
    open_page: OpenPage,
    server: ServerProcess,
    game: str,
    way: str,
    players: int = 2,
    locale: str = "en-GB",
    half: bool = False,
) -> Page:
    """Play to the end in some way; where half a game is enough, the first half is made of moves by the API."""
    gesture, screen = WAYS[way]
    page = open_page(server, locale=locale, **screen)
    forced_moves_made(page)
    bot = "random" if game in SHORT else "amateur"
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for _ in range(players - 1))]
    table = open_table(page, game, players, SHORT.get(game), seats=seats)
    if half:
        moves = Setup(GAMES[game], players, SHORT.get(game, {})).play(1).moves
        play_ahead(page, table, 0, random.Random(2), len(moves) // players // 2)
    page.goto(f"/table/{table}")
    play_to_the_end(page, gesture)
    expect(page.get_by_test_id("end")).to_contain_text(re.compile(SPOKEN[locale]))
    return page


def test_two_clicks_from_home_to_a_move(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("play-symphonimo").click()
    page.wait_for_selector("[data-testid=board] [data-choice]")
    assert take_one(page, click, random.Random(1))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_mouse(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    page = play_a_game(open_page, server, game, "mouse", half=game != EVERY_SECOND[-1])
    expect(page.get_by_test_id("rank-0")).to_be_visible()
    page.get_by_test_id("rematch").click()
    page.wait_for_selector("[data-testid=board]")
    assert not is_over(page)


@pytest.mark.parametrize("game", EVERY_SECOND)
def test_a_game_by_keyboard_alone(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    play_a_game(open_page, server, game, "keyboard", half=True)


@pytest.mark.parametrize("game", EVERY_SECOND)
def test_a_game_on_a_phone(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    page = play_a_game(open_page, server, game, "phone", locale="fr-FR", half=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"


@pytest.mark.slow
@pytest.mark.parametrize("locale", SPOKEN)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_in_every_way(open_page: OpenPage, server: ServerProcess, game: str, way: str, locale: str) -> None:
    play_a_game(open_page, server, game, way, players=4, locale=locale)


_SLOWER = [pytest.param(game, marks=pytest.mark.slow) for game in EVERY_SECOND[:-1]]


@pytest.mark.parametrize("game", [*_SLOWER, EVERY_SECOND[-1]])
def test_two_browsers_one_drops_and_returns(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    """One of the two loses its connection in mid-game."""
    host, guest = open_page(server), open_page(server)
    for page in (host, guest):
        forced_moves_made(page)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = open_table(host, game, seats=seats, start=False)
    guest.goto(f"/join/{table}")
    guest.get_by_test_id("name").fill("Camille")
    guest.get_by_test_id("sit").click()
    host.goto(f"/table/{table}")
    expect(host.get_by_test_id("seat-1")).to_contain_text("Camille")  # else a bot would sit there
    host.get_by_test_id("start").click()
    chance = random.Random(3)
    for page in (host, guest):
        page.wait_for_selector("[data-testid=board]")
    # Six gestures each or so, then the guest is cut off while the host may go on.
    _take_turns(host, guest, chance, 12)
    guest.watch.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED", "Failed to load"]  # type: ignore[attr-defined]
    guest.context.set_offline(True)
    guest.get_by_test_id("offline").wait_for()
    for _ in range(4):
        take_one(host, click, chance)
        host.wait_for_timeout(50)
    guest.context.set_offline(False)
    guest.get_by_test_id("offline").wait_for(state="hidden")
    _take_turns(host, guest, chance, 2000)
    # Each has read, line by line, what the server tells that seat; and both were told of the same events.
    stories = [_story(page, table, seat) for seat, page in enumerate((host, guest))]
    for page, story in zip((host, guest), stories, strict=True):
        page.get_by_test_id("end").wait_for()
        assert _log(page) == [sentence for item in story for sentence in item["log"]]
    assert len(stories[0]) > 10
    assert [_neutral(item) for item in stories[0]] == [_neutral(item) for item in stories[1]]


def _take_turns(host: Page, guest: Page, chance: random.Random, most: int) -> None:
    for _ in range(most):
        if is_over(host) and is_over(guest):
            return
        for page in (host, guest):
            if not take_one(page, click, chance):
                page.wait_for_timeout(15)


def _log(page: Page) -> list[str]:
    return page.locator("[data-testid=log] li span").all_inner_texts()


def _story(page: Page, table: str, seat: int) -> list[dict[str, Any]]:
    answer = page.request.get(f"/api/tables/{table}/events", params={"seat": seat, "after": 0, "lang": "en"})
    story: list[dict[str, Any]] = answer.json()["items"]
    return story


def _neutral(item: dict[str, Any]) -> object:
    """What happened, without the sentences that say "you" to one of the two, and the places that one may not know."""
    events = [(event["verb"], event["seat"]) for event in item.get("events", ())]
    return item["index"], item["kind"], item.get("seat"), events
