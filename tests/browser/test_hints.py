"""A hint at the table: who may ask, what it says, that it comes quickly, plays what is chosen, and moves nothing."""

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import assert_nothing_serious
from browser.finished import compile_search
from browser.harness import ServerProcess
from browser.pages import DESKTOP, PHONE, OpenPage
from browser.player import click, forced_moves_made, open_table, take_one
from browser.test_first_load import _SHIFTS, MOST_SHIFT
from quatuor.games import GAMES

CHOICES = "[data-testid=board] [data-choice]"
# On a quiet machine half a second is searched; the machines of tests are seldom quiet.
SOON_MS = 10_000
# So long after rows have changed places a click only looks.
SETTLED_MS = 700
# Moves that only end something.
ABOUT_NOTHING = ("stop", "end", "pass")
SMALL = {"width": 375, "height": 667}
TOUCHED = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def at_a_choice(page: Page, game: str = "symphonimo", **plan: Any) -> str:
    """The page is at a table with hints, where its person has several moves to choose from."""
    if game == "symphonimo":  # two conductors that differ: those that do not are one line of a hint
        plan = {"options": {"maestro": ["max_two", "classic"]}} | plan
    table = open_table(page, game, 2, first=0, **({"hints": True, "pace_ms": 5000} | plan))
    page.goto(f"/table/{table}")
    page.wait_for_selector(CHOICES)
    chance = random.Random(3)
    while len(_legal(page, table)) < 2:
        take_one(page, click, chance)
        page.wait_for_timeout(30)
    settled(page)
    return table


def settled(page: Page) -> None:
    """Wait until nothing is on its way to the server, and all that came from it is shown."""
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


def _snapshot(page: Page, table: str) -> dict[str, Any]:
    answer = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": 0, "lang": "en"})
    found: dict[str, Any] = answer.json()["snapshot"]
    return found


def _legal(page: Page, table: str) -> list[str]:
    return [legal["move"] for legal in _snapshot(page, table)["position"]["legal"]]


def test_a_hint_ranks_the_moves_and_plays_the_one_chosen(open_page: OpenPage, thinker: ServerProcess) -> None:
    page = open_page(thinker)
    table = at_a_choice(page)
    before = _snapshot(page, table)
    began = time.monotonic()
    page.get_by_test_id("hint-ask").click()
    rows = page.get_by_test_id("rated-move")
    rows.first.wait_for(timeout=SOON_MS)
    assert time.monotonic() - began < SOON_MS / 1000
    assert sorted(row.get_attribute("data-move") or "" for row in rows.all()) == sorted(_legal(page, table))
    for row in rows.all():
        expect(row).to_contain_text(re.compile(r"\d+%"))
    expect(page.get_by_test_id("hint").get_by_role("status")).to_contain_text("to win")
    chosen = rows.nth(1).get_attribute("data-move")
    # While it is thought over, the rows may still change places, until one is pointed at.
    row = page.locator(f"[data-testid=rated-move][data-move='{chosen}']")
    row.hover()
    page.wait_for_timeout(SETTLED_MS)
    row.click()
    expect(page.get_by_test_id("hint")).to_have_count(0)
    settled(page)
    after = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": before["index"]}).json()
    assert after["items"][0]["move"] == chosen


def test_a_hint_by_keyboard_opens_closes_and_is_gone_with_the_turn(open_page: OpenPage, thinker: ServerProcess) -> None:
    page = open_page(thinker)
    at_a_choice(page)
    page.get_by_test_id("undo").focus()
    page.keyboard.press("?")
    page.get_by_test_id("rated").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("hint")).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_test_id("rated").wait_for()
    for _ in range(2):  # past the way out, to the best move
        page.keyboard.press("Tab")
    expect(page.get_by_test_id("rated-move").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint")).to_have_count(0)
    expect(page.get_by_test_id("hint-ask")).to_have_count(0)


def test_a_move_that_is_looked_at_is_shown_on_the_board(open_page: OpenPage, thinker: ServerProcess) -> None:
    page = open_page(thinker)
    at_a_choice(page)
    page.get_by_test_id("hint-ask").click()
    row = page.get_by_test_id("rated-move").nth(1)
    _lit(page, 0)  # the best one, at once
    row.hover()
    _lit(page, 1)
    page.get_by_test_id("undo").hover(force=True)
    _lit(page, 0)
    page.get_by_test_id("hint-close").click()
    expect(page.locator("[data-lit]")).to_have_count(0)


def _lit(page: Page, row: int) -> None:
    """Wait until the board shows the conductor of a row; the rows may still change places."""
    page.wait_for_function(
        """(row) => {
            const move = document.querySelectorAll('[data-testid=rated-move]')[row]?.dataset.move;
            const lit = [...document.querySelectorAll('[data-lit][data-place^=conductor]')];
            return lit.length === 1 && lit[0].dataset.place === `conductor:${move?.split(' ')[1]}`;
        }""",
        arg=row,
    )


def test_a_finger_looks_first_and_plays_by_its_second_tap(open_page: OpenPage, thinker: ServerProcess) -> None:
    page = open_page(thinker, viewport=SMALL, **TOUCHED)
    table = at_a_choice(page)
    index = _snapshot(page, table)["index"]
    page.get_by_test_id("hint-ask").tap()
    row = page.get_by_test_id("rated-move").first
    row.tap()
    expect(row).to_contain_text("Play")
    lit = page.locator("[data-testid=board] [data-lit]")
    expect(lit).not_to_have_count(0)
    floor = page.locator("footer").bounding_box()
    place = lit.first.bounding_box()
    assert floor and place and place["y"] + place["height"] <= floor["y"], "the hint hides what it is about"
    assert _snapshot(page, table)["index"] == index
    row.tap()
    expect(page.get_by_test_id("hint")).to_have_count(0)
    settled(page)
    assert _snapshot(page, table)["index"] > index


def test_a_hint_that_takes_long_says_why(page: Page) -> None:
    held: list[Route] = []
    page.route("**/hint?*", lambda route: held.append(route))
    at_a_choice(page)
    page.get_by_test_id("hint-ask").click()
    status = page.get_by_test_id("hint").get_by_role("status")
    expect(status).to_have_text("Thinking it over…")
    expect(status).to_contain_text("Getting ready")
    held[0].fulfill(
        body=json.dumps({"seat": 0, "sentence": "At last.", "moves": [_rated("place 1", 0.5)], "more": False})
    )
    expect(status).to_have_text("At last.")


def _two_looks(page: Page) -> tuple[list[str], Callable[[], None]]:
    """A hint that ranks two moves, and what lets it rank them the other way round."""
    table = at_a_choice(page)
    first, second = _legal(page, table)[:2]
    held: list[Route] = []

    def answer(route: Route) -> None:
        if route.request.post_data_json["look"]:
            held.append(route)
        else:
            _rank(route, first, second)

    def turn_round() -> None:
        with page.expect_response("**/hint?*"):
            _rank(held[0], second, first, more=False)

    page.route("**/hint?*", answer)
    with page.expect_request(lambda request: "/hint?" in request.url and '"look":1' in (request.post_data or "")):
        page.get_by_test_id("hint-ask").click()
    page.get_by_test_id("rated-move").nth(1).wait_for()
    return [first, second], turn_round


def _rank(route: Route, *moves: str, more: bool = True) -> None:
    rated = [_rated(move, 0.6 - 0.2 * place) for place, move in enumerate(moves)]
    route.fulfill(body=json.dumps({"seat": 0, "sentence": f"{moves[0]} first.", "moves": rated, "more": more}))


def _shown(page: Page) -> list[str | None]:
    return [row.get_attribute("data-move") for row in page.get_by_test_id("rated-move").all()]


def test_rows_stay_where_they_are_while_one_is_pointed_at(page: Page) -> None:
    moves, turn_round = _two_looks(page)
    page.get_by_test_id("rated-move").first.hover()
    turn_round()
    expect(page.get_by_test_id("hint").get_by_role("status")).to_have_text(f"{moves[1]} first.")
    expect(page.get_by_test_id("rated-move").first).to_contain_text("40%")
    assert _shown(page) == moves, "what is found out is shown, and nothing moves"
    page.mouse.move(1, 1)
    page.wait_for_function(
        "move => document.querySelector('[data-testid=rated-move]').dataset.move === move", arg=moves[1]
    )


def test_a_click_that_was_meant_for_the_row_before_only_looks(page: Page) -> None:
    moves, turn_round = _two_looks(page)
    place = page.get_by_test_id("rated-move").first.bounding_box()
    assert place is not None
    turn_round()
    page.wait_for_function(
        "move => document.querySelector('[data-testid=rated-move]').dataset.move === move", arg=moves[1]
    )
    page.mouse.click(place["x"] + 20, place["y"] + 10)
    expect(page.get_by_test_id("rated-move").first).to_contain_text("Play")
    assert _shown(page) == moves[::-1]
    page.wait_for_timeout(SETTLED_MS)
    page.mouse.click(place["x"] + 20, place["y"] + 10)
    expect(page.get_by_test_id("hint")).to_have_count(0)


def test_where_hints_are_not_allowed_there_is_nothing_to_press(page: Page) -> None:
    at_a_choice(page, hints=False)
    expect(page.get_by_test_id("undo")).to_be_visible()
    expect(page.get_by_test_id("hint-ask")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_test_id("hint")).to_have_count(0)


def test_hints_are_on_against_bots_and_agreed_on_with_guests(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("play-symphonimo").click()
    page.wait_for_url(re.compile("/table/"))
    assert page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["hints"]

    page.goto("/new/symphonimo")
    page.get_by_test_id("advanced").locator("summary").click()
    hints = page.get_by_test_id("hints")
    expect(hints).not_to_be_checked()  # seats are free for guests
    page.get_by_test_id("seat-kind-1").select_option("bot")
    page.get_by_test_id("seat-kind-2").select_option("local")
    expect(hints).to_be_checked()
    page.get_by_test_id("seat-kind-2").select_option("open")
    expect(hints).not_to_be_checked()
    hints.check()
    page.get_by_test_id("seat-kind-2").select_option("bot")
    page.get_by_test_id("seat-kind-2").select_option("open")
    expect(hints).to_be_checked()  # the person's own choice stays
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("name").fill("Ana")
    page.get_by_test_id("introduce").click()
    expect(page.get_by_test_id("lobby-hints")).to_contain_text("Allowed")


def test_small_steps_that_are_not_sent_go_with_the_question(open_page: OpenPage, thinker: ServerProcess) -> None:
    """SY-16: who places under this conductor may take it at once, and is asked before anything is sent."""
    page = open_page(thinker)
    table = at_a_choice(page, options={"maestro": ["take_now", "classic"]})
    page.locator(CHOICES).filter(has_text="Place").first.click()
    page.get_by_test_id("undo").and_(page.locator(":enabled")).wait_for()
    before = _snapshot(page, table)["index"]
    with page.expect_request("**/hint?*") as asked:
        page.get_by_test_id("hint-ask").click()
    assert asked.value.post_data_json == {"seat": 0, "after": before, "moves": ["place 1"], "look": 0}
    page.get_by_test_id("rated-move").first.click()
    settled(page)
    made = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": before}).json()["items"]
    assert [item["move"] for item in made][:1] == ["place 1"] and len(made) >= 2


def test_of_many_moves_the_best_few_come_first(page: Page) -> None:
    def answer(route: Route) -> None:
        moves = [_rated(f"move {n}", 0.5 - n / 200) for n in range(40)]
        route.fulfill(body=json.dumps({"seat": 0, "sentence": "Any of them.", "moves": moves, "more": False}))

    page.route("**/hint?*", answer)
    at_a_choice(page)
    page.get_by_test_id("hint-ask").click()
    rows = page.get_by_test_id("rated-move")
    rows.first.wait_for()
    assert rows.count() < 10
    page.get_by_test_id("rated-all").click()
    expect(rows).to_have_count(40)


def _rated(move: str, win: float) -> dict[str, Any]:
    errors = {"win_error": 0.02, "margin": 0.0, "margin_error": None}
    return {
        "move": move,
        "label": move.capitalize(),
        "win": win,
        "words": "as good",
        "reason": None,
        "alike": [],
        **errors,
    }


def test_a_hint_that_does_not_come_says_so(open_page: OpenPage, thinker: ServerProcess) -> None:
    page = open_page(thinker)
    at_a_choice(page)
    page.watch.expected.append("ERR_FAILED")  # type: ignore[attr-defined]
    page.route("**/hint?*", lambda route: route.abort())
    page.get_by_test_id("hint-ask").click()
    hint = page.get_by_test_id("hint")
    expect(hint.get_by_role("status")).to_contain_text("cannot be reached")
    page.unroute("**/hint?*")
    hint.get_by_role("button", name="Try again").click()
    page.get_by_test_id("rated").wait_for()


@pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(DESKTOP, id="desktop"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
        pytest.param({"width": 320, "height": 640}, id="small"),
    ],
)
def test_a_hint_moves_nothing_and_sticks_out_nowhere(
    open_page: OpenPage, thinker: ServerProcess, viewport: dict[str, int]
) -> None:
    narrow = viewport["width"] < 500
    page = open_page(thinker, locale="fr-FR", viewport=viewport, **(TOUCHED if narrow else {}))
    page.add_init_script(f"({_SHIFTS})()")
    at_a_choice(page)
    board = page.get_by_test_id("board")
    # Where there is little room the page may be scrolled to what the hint is about.
    place = "(board) => board.getBoundingClientRect().top + window.scrollY"
    before = board.evaluate(place)
    page.get_by_test_id("hint-ask").click()
    page.get_by_test_id("rated").wait_for()
    assert board.evaluate(place) == before, "the board has moved"
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    # All of the board can still be scrolled into sight above the hint.
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    foot = page.locator("footer").bounding_box()
    end = page.evaluate("document.querySelector('[data-testid=board]').getBoundingClientRect().bottom")
    assert foot and (not narrow or end <= foot["y"] + 1)
    page.get_by_test_id("hint-close").click()
    assert page.evaluate("window.shifted") < MOST_SHIFT


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(open_page: OpenPage, thinker: ServerProcess, viewport: dict[str, int]) -> None:
    page = open_page(thinker, viewport=viewport)
    at_a_choice(page)
    page.get_by_test_id("hint-ask").click()
    page.get_by_test_id("rated").wait_for()
    assert_nothing_serious(page)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_hints(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    compile_search(server, game)
    page = open_page(server, locale="fr-FR", viewport=PHONE, **TOUCHED)
    forced_moves_made(page)
    table = at_a_choice(page, game, pace_ms=0)
    for _ in range(5):
        page.get_by_test_id("hint-ask").click()
        page.get_by_test_id("rated").wait_for(timeout=SOON_MS)
        index = _snapshot(page, table)["index"]
        _everything_is_shown(page)
        page.get_by_test_id("rated-move").first.click()
        settled(page)
        assert _snapshot(page, table)["index"] > index
        page.wait_for_selector(CHOICES)


def _everything_is_shown(page: Page) -> None:
    """Each move that is about something on the table is shown there while it is looked at."""
    for row in page.get_by_test_id("rated-move").all():
        row.hover()
        if row.get_attribute("data-move") not in ABOUT_NOTHING:
            expect(page.locator("[data-testid=board] [data-lit]")).not_to_have_count(0)
