"""A finished game thought over: its curve, its sum, its turning points, and what Virtuoso would have played."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import assert_nothing_serious
from browser.finished import Finished, analysed, compile_search, play_out
from browser.harness import ServerProcess
from browser.pages import DESKTOP, PHONE, OpenPage
from browser.test_first_load import _SHIFTS, MOST_SHIFT
from quatuor.games import GAMES
from setups import SHORT

TOUCHED = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# Searches, which take longer where others work too.
ADVICE_MS = ANALYSIS_MS = 60_000
RECORDS = Path(__file__).parents[1] / "data" / "records"


def study(page: Page, game: Finished, move: int = 0, seat: int = 0) -> None:
    page.goto(f"/replay/{game.table}?eyes={seat}&analysis={seat}#{move}")
    page.get_by_test_id("curve").wait_for(timeout=ANALYSIS_MS)


def points_of(page: Page) -> int:
    return len((page.get_by_test_id("curve-line").get_attribute("points") or "").split())


def test_the_end_of_a_game_leads_to_its_analysis(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished
) -> None:
    page = open_page(thinker)
    finished.become(page, thinker)
    page.goto(f"/table/{finished.table}")
    page.get_by_test_id("end-analyse").click()
    page.wait_for_url(re.compile(rf"/replay/{finished.table}\?eyes=0&analysis=0"))
    page.get_by_test_id("curve").wait_for()
    assert points_of(page) == finished.frames
    answer = page.request.get(f"/api/records/{finished.table}/analysis", params={"seat": 0, "lang": "en"})
    told = answer.json()["analysis"]  # as this person is told
    assert told["sentence"].startswith("You started with ")
    expect(page.get_by_test_id("analysis")).to_contain_text(told["sentence"])
    expect(page.get_by_test_id("mistake")).to_have_count(len(told["mistakes"]))
    assert page.locator("[data-testid^=mark-]").count() >= len(told["mistakes"])


def test_the_sum_that_is_shown_adds_up(open_page: OpenPage, thinker: ServerProcess, finished: Finished) -> None:
    page = open_page(thinker)
    study(page, finished)
    figures = page.locator("[data-testid=balance] dd:not([aria-hidden])").all_inner_texts()
    start, luck, others, loss, result = (int(figure.replace("−", "-").split("±")[0].strip("% ")) for figure in figures)
    assert start + luck + others + loss == result
    assert loss <= 0 and result in (0, 50, 100)
    opponent = page.get_by_test_id("analysis-seat").locator("option").nth(1).inner_text()
    expect(page.get_by_test_id("balance")).to_contain_text(opponent)


def test_a_mistake_leads_to_its_frame_and_the_address_is_shared(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished
) -> None:
    page = open_page(thinker)
    study(page, finished)
    mistake = page.get_by_test_id("mistake").last
    number = mistake.get_attribute("data-number")
    mistake.click()
    frame = page.get_by_test_id("frame")
    expect(frame).to_have_text(f"{number} / {finished.frames - 1}")
    expect(mistake).to_have_attribute("aria-current", "true")
    other = open_page(thinker, path=page.url.removeprefix(thinker.url))
    other.get_by_test_id("curve").wait_for()
    expect(other.get_by_test_id("frame")).to_have_text(frame.inner_text())
    expect(other.get_by_test_id("analysis-seat")).to_have_value("0")


def test_the_curve_is_a_rail_for_mouse_and_keyboard(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished
) -> None:
    page = open_page(thinker)
    study(page, finished)
    curve, frame, last = page.get_by_test_id("curve"), page.get_by_test_id("frame"), finished.frames - 1
    box = curve.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 4)
    page.mouse.down()
    expect(frame).not_to_have_text(f"0 / {last}")
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 4, steps=5)
    page.mouse.up()
    expect(frame).to_have_text(f"{last} / {last}")
    curve.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(frame).to_have_text(f"{last - 2} / {last}")
    expect(curve).to_have_attribute("aria-valuenow", str(last - 2))
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r"\d+%$"))


def test_what_virtuoso_would_have_played(open_page: OpenPage, thinker: ServerProcess, finished: Finished) -> None:
    """Without the analysis too; and at the end of the game nobody has anything to choose."""
    page = open_page(thinker)
    page.goto(f"/replay/{finished.table}#1")
    page.get_by_test_id("advise").click()
    advice = page.get_by_test_id("advice")
    advice.get_by_test_id("rated").wait_for(timeout=ADVICE_MS)
    expect(advice.get_by_text("Virtuoso", exact=True)).to_be_visible()
    expect(advice.get_by_text("played", exact=True)).to_be_visible()
    page.get_by_test_id("next").click()
    expect(advice).to_have_count(0)
    page.get_by_test_id("last").click()
    expect(page.get_by_test_id("advise")).to_be_disabled()


def test_advice_on_a_choice_from_the_list_comes_into_sight(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished
) -> None:
    """However far the list is scrolled; and the head says whose choice it is."""
    page = open_page(thinker)
    study(page, finished)
    mistake = page.get_by_test_id("mistake").last
    number = int(mistake.get_attribute("data-number") or "")
    mistake.click()
    expect(page.get_by_test_id("told")).to_have_text(re.compile(rf"^Move {number + 1}: .+ to play\.$"))
    page.get_by_test_id("advise").click()
    page.get_by_test_id("rated").wait_for(timeout=ADVICE_MS)
    expect(page.get_by_test_id("advice")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("rated-move").first).to_be_in_viewport(ratio=1)
    page.get_by_test_id("rated-move").first.hover()
    expect(page.locator("[data-testid=board] [data-lit]")).not_to_have_count(0)
    page.get_by_test_id("advice-close").click()
    expect(page.locator("[data-lit]")).to_have_count(0)


def test_a_game_without_an_end_is_not_analysed(open_page: OpenPage, server: ServerProcess) -> None:
    """One a line is as good as a file of its own; and advice needs a move that was made."""
    written = json.loads((RECORDS / "symphonimo-two-greedy.quatuor.json").read_text())
    unfinished = written | {"moves": written["moves"][:5], "result": None}
    lines = "\n".join([json.dumps(unfinished), json.dumps(written)])
    page = open_page(server, path="/games")
    file = {"name": "evening.jsonl", "mimeType": "application/jsonl", "buffer": lines.encode()}
    page.get_by_test_id("upload").set_input_files(file)  # type: ignore[arg-type]
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_text("This file holds 2 games")).to_be_visible()
    expect(page.get_by_test_id("advise")).to_be_enabled()
    expect(page.get_by_test_id("analyse")).to_have_count(0)
    page.get_by_test_id("last").click()
    expect(page.get_by_test_id("advise")).to_be_disabled()


@pytest.mark.parametrize(
    "viewport", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.slow)]
)
def test_an_analysis_shows_how_far_it_is_and_can_be_tried_again(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished, viewport: dict[str, int]
) -> None:
    page = open_page(thinker, viewport=viewport)
    page.watch.expected.append("ERR_FAILED")  # type: ignore[attr-defined]
    answers: list[dict[str, Any] | None] = [
        {"status": "waiting", "ahead": 1, "done": 0, "total": 0, "analysis": None},
        {"status": "running", "ahead": 0, "done": 30, "total": 120, "analysis": None},
    ]

    def answer(route: Route) -> None:
        now = answers.pop(0) if len(answers) > 1 else answers[0]
        if now is None:
            route.abort()
        else:
            route.fulfill(body=json.dumps(now))

    page.route("**/analysis?*", answer)
    page.goto(f"/replay/{finished.table}?eyes=0&analysis=0")
    work = page.get_by_test_id("analysis-work")
    expect(work.get_by_role("progressbar")).to_have_js_property("position", 0.25)
    answers[:] = [None]
    trouble = page.get_by_test_id("trouble-note")
    expect(trouble).to_contain_text("cannot be reached")
    page.unroute("**/analysis?*")
    trouble.get_by_role("button").click()
    page.get_by_test_id("curve").wait_for()
    page.get_by_test_id("analysis-close").click()
    expect(page.get_by_test_id("analysis")).to_have_count(0)
    assert "analysis" not in page.url


@pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
        pytest.param({"width": 320, "height": 640}, id="small"),
    ],
)
def test_on_a_phone_the_curve_is_under_the_thumb(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished, viewport: dict[str, int]
) -> None:
    page = open_page(thinker, locale="fr-FR", viewport=viewport, **TOUCHED)
    study(page, finished, move=5)
    foot = page.locator("footer")
    expect(foot.get_by_test_id("curve")).to_be_visible()
    page.get_by_test_id("details").click()
    mistake = page.get_by_test_id("mistake").first
    number = mistake.get_attribute("data-number")
    mistake.click()
    expect(page.get_by_test_id("frame")).to_contain_text(f"{number} /")
    expect(page.get_by_test_id("board")).to_be_in_viewport()
    page.get_by_test_id("advise").click()
    foot.get_by_test_id("rated").wait_for(timeout=ADVICE_MS)
    expect(foot.get_by_test_id("curve")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    crowded = page.evaluate(
        """() => [...document.querySelectorAll('footer button')]
            .filter((button) => button.scrollWidth > Math.ceil(button.clientWidth)).map((one) => one.innerText)"""
    )
    assert not crowded, crowded


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_jumps_while_an_analysis_comes(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished, viewport: dict[str, int]
) -> None:
    page = open_page(thinker, viewport=viewport)
    page.add_init_script(f"({_SHIFTS})()")
    page.goto(f"/replay/{finished.table}#4")
    page.get_by_test_id("board").wait_for()
    page.get_by_test_id("analyse").click()
    page.get_by_test_id("curve").wait_for(timeout=ANALYSIS_MS)
    page.wait_for_timeout(700)
    page.get_by_test_id("advise").click()
    page.get_by_test_id("rated").wait_for(timeout=ADVICE_MS)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") < MOST_SHIFT


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(
    open_page: OpenPage, thinker: ServerProcess, finished: Finished, viewport: dict[str, int]
) -> None:
    page = open_page(thinker, viewport=viewport)
    study(page, finished, move=5)
    assert_nothing_serious(page)
    page.get_by_test_id("advise").click()
    page.get_by_test_id("rated").wait_for(timeout=ADVICE_MS)
    assert_nothing_serious(page)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_analysed(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    compile_search(server, game)
    played = play_out(server, game, SHORT.get(game))
    told = analysed(server, played.table)
    for screen in ({}, {"viewport": PHONE, **TOUCHED}):
        page = open_page(server, locale="fr-FR", **screen)
        study(page, played)
        assert points_of(page) == played.frames == len(told["curve"])
        page.get_by_test_id("advise").click()
        page.get_by_test_id("rated").wait_for(timeout=ADVICE_MS)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
