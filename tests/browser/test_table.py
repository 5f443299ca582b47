"""What a table does besides the game: reasons, taking back, curtains, languages, replays."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import click, forced_moves_made, open_table, play_to_the_end, take_one, wait_for_offer

BOARD = "[data-testid=board]"
# Until the page is loaded again, every answer comes half a second late.
_SLOW_NETWORK = """() => {
    const fetched = window.fetch;
    window.fetch = (...request) => new Promise((done) => setTimeout(done, 500)).then(() => fetched(...request));
}"""


def test_a_refused_try_says_why_with_the_article(page: Page) -> None:
    """SY-5: an empty conductor cannot be taken."""
    page.goto(f"/table/{open_table(page, 'symphonimo', first=0)}")
    page.wait_for_selector(f"{BOARD} [data-choice]")
    refused = page.locator(f"{BOARD} li button[aria-disabled=true]").first
    refused.click(force=True)
    rule = page.get_by_test_id("refusal").get_by_role("link", name="rule")
    expect(rule).to_have_attribute("href", re.compile(r"/rules/symphonimo#SY-\d+"))


def test_undo_takes_the_own_move_back_while_nothing_was_shown(page: Page) -> None:
    """SY-4: a drawn card stays drawn; where it was placed can be thought over until somebody else has moved."""
    page.goto(f"/table/{open_table(page, 'symphonimo', 2, first=0, pace_ms=5000)}")
    chance, undo = random.Random(1), page.get_by_test_id("undo")
    page.wait_for_selector(f"{BOARD} [data-choice]")
    assert take_one(page, click, chance)
    placing = page.locator(f"{BOARD} [data-choice]").filter(has_text="Place")
    placing.first.wait_for()
    expect(undo).to_be_disabled()
    assert take_one(page, click, chance)
    undo.click()
    placing.first.wait_for()
    expect(page.get_by_test_id("log")).to_contain_text("back")


def test_people_at_one_screen_see_only_their_own_hands(page: Page) -> None:
    """RP-2: hands are hidden; a curtain falls between two people at one screen."""
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoé"}]
    page.goto(f"/table/{open_table(page, 'rythm_n_play', 2, seats=seats)}")
    ready = page.get_by_test_id("curtain-ready")
    ready.or_(page.locator(f"{BOARD} [data-choice]").first).first.wait_for()
    chance, falls = random.Random(2), 0
    for _ in range(300):
        if ready.is_visible():
            expect(page.locator(f"{BOARD} [data-card]")).to_have_count(0)
            ready.click()
            # It rises when the next one's hand has come: until then the button is still there.
            ready.wait_for(state="detached")
            falls += 1
        elif not take_one(page, click, chance):
            wait_for_offer(page)
        if falls >= 3:
            break
    assert falls >= 3, "no curtain fell between the turns of two people"


def test_the_curtain_has_a_way_out(page: Page) -> None:
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoé"}]
    page.goto(f"/table/{open_table(page, 'rythm_n_play', 2, seats=seats)}")
    page.get_by_test_id("curtain-leave").click()
    expect(page.get_by_test_id("play-symphonimo")).to_be_visible()


def test_every_word_follows_the_language(page: Page) -> None:
    """At the table at once, and on every page afterwards: no sentence stays as it was."""
    table = open_table(page, "symphonimo", 2, first=0)
    # Every page with what it shows once it has been answered.
    pages = {
        "/": "[data-testid=play-symphonimo]",
        "/games": f"[data-testid=row-{table}]",
        "/new/symphonimo": "[data-testid=open-table]",
        "/rules/symphonimo": "main section",
        f"/table/{table}": f"{BOARD} [data-choice]",
    }
    english = {path: _sentences(page, path, shown) for path, shown in pages.items()}
    assert take_one(page, click, random.Random(1))  # draws: a card is to be placed, and the log tells it

    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("settings-lang-fr").click()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    told = page.request.get(f"/api/tables/{table}/events", params={"seat": 0, "after": 0, "lang": "fr"}).json()
    expect(page.get_by_test_id("prompt")).to_have_text(told["snapshot"]["position"]["prompt"])
    expect(page.locator("[data-testid=log] li").last).to_have_text(" ".join(told["items"][-1]["log"]))
    expect(page.get_by_test_id("undo")).to_have_text("Annuler")
    page.get_by_test_id("actions-toggle").click()
    offered = [legal["label"] for legal in told["snapshot"]["position"]["legal"]]
    assert [words.split("\n")[-1] for words in page.get_by_test_id("action").all_inner_texts()] == offered

    for path, shown in pages.items():
        french = _sentences(page, path, shown)
        assert french and not french & english[path], path


def _sentences(page: Page, path: str, shown: str) -> set[str]:
    """What a page says in four words or more; fewer may be a name."""
    page.goto(path, wait_until="networkidle")
    page.wait_for_selector(shown)
    lines: list[str] = page.locator("body").inner_text().splitlines()
    return {line for line in lines if len(line.split()) >= 4}


def test_bots_play_at_the_level_that_was_chosen(page: Page) -> None:
    """Chosen on the home page for a game at once, and for each seat of a table that is planned."""
    page.goto("/")
    expect(page.get_by_test_id("level").locator("option")).to_have_text(
        ["Beginner", "Amateur", "Expert", "Virtuoso", "Prodigy"]
    )
    page.get_by_test_id("level").select_option("prodigy")
    page.get_by_test_id("play-symbiose").click()
    page.wait_for_selector(BOARD)
    for seat in (1, 2):
        expect(page.get_by_test_id(f"seat-{seat}").first).to_contain_text("Prodigy")
    page.goto("/new/symphonimo")
    page.get_by_test_id("seat-kind-1").select_option("bot")
    page.get_by_test_id("seat-kind-2").select_option("bot")
    expect(page.get_by_test_id("seat-level-1")).to_have_value("prodigy")
    page.get_by_test_id("seat-level-2").select_option("beginner")
    page.get_by_test_id("open-table").click()
    page.wait_for_selector(BOARD)
    expect(page.get_by_test_id("seat-1").first).to_contain_text("Prodigy")
    expect(page.get_by_test_id("seat-2").first).to_contain_text("Beginner")


def test_names_are_shown_as_they_are_typed(open_page: OpenPage, server: ServerProcess) -> None:
    """Markup in a name is text, nothing else."""
    page = open_page(server)
    name = "<b>Zoé</b>\"'&"
    assert page.request.post("/api/me", data={"name": name}).ok
    page.goto(f"/table/{open_table(page, 'symphonimo', 2)}")
    expect(page.get_by_test_id("seat-0")).to_contain_text(name)
    expect(page.locator("b", has_text="Zoé")).to_have_count(0)


def test_a_replay_steps_scrubs_links_and_comes_back_from_a_file(
    open_page: OpenPage, server: ServerProcess, tmp_path: Path
) -> None:
    page = open_page(server)
    forced_moves_made(page)
    table = open_table(page, "symbiose", 2)
    page.goto(f"/table/{table}")
    play_to_the_end(page)
    page.get_by_test_id("end-replay").click()
    frame = page.get_by_test_id("frame")
    expect(frame).to_contain_text("/")
    last = int(frame.inner_text().split("/")[1])
    page.goto(f"/replay/{table}#3")
    expect(frame).to_contain_text("3 /")
    page.get_by_test_id("scrub").fill(str(last))
    expect(frame).to_contain_text(f"{last} / {last}")
    # By keyboard, also from a button, also while another viewpoint is still on its way.
    page.evaluate(_SLOW_NETWORK)
    page.get_by_test_id("eyes").select_option("1")
    expect(page.locator(BOARD)).to_be_visible()
    page.get_by_test_id("previous").click()
    page.keyboard.press("ArrowLeft")
    expect(frame).to_contain_text(f"{last - 2} / {last}")
    # The address keeps the frame and the viewpoint.
    page.reload()
    expect(frame).to_contain_text(f"{last - 2} / {last}")
    expect(page.get_by_test_id("eyes")).to_have_value("1")
    record = page.request.get(f"/api/records/{table}").json()
    file = tmp_path / "game.quatuor.json"
    file.write_text(json.dumps(record))
    page.goto("/games")
    page.get_by_test_id("upload").set_input_files(file)
    page.wait_for_url(re.compile("/replay/(?!" + table + ")"))
    expect(frame).to_contain_text(f"/ {last}")
    page.set_viewport_size(PHONE)
    # Once it has taken the new size, a replay does not scroll sideways.
    page.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("screen", ["page", pytest.param("phone", marks=pytest.mark.slow)])
def test_a_game_that_is_not_drawn_is_played_on_the_plain_board(screen: str, request: pytest.FixtureRequest) -> None:
    """The terminal's drawing and the list of moves are enough to play, to see the result, and to see the game again."""
    page: Page = request.getfixturevalue(screen)
    page.watch.expected.append("ERR_FAILED")  # type: ignore[attr-defined]
    page.route(re.compile("/assets/symbiose-.*[.]js"), lambda route: route.abort())
    table = open_table(page, "symbiose", 2, first=0)
    page.goto(f"/table/{table}")
    drawing = page.get_by_test_id("drawing")
    expect(drawing).to_contain_text("River")
    first = drawing.inner_text()
    assert take_one(page, click, random.Random(8))
    expect(drawing).not_to_have_text(first, use_inner_text=True)
    page.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")
    play_to_the_end(page)
    expect(page.get_by_test_id("rank-0")).to_be_visible()
    expect(drawing).to_contain_text("points")
    page.get_by_test_id("end-replay").click()
    expect(drawing).to_contain_text("River")
    dealt = drawing.inner_text()
    page.get_by_test_id("scrub").fill("20")
    expect(drawing).not_to_have_text(dealt, use_inner_text=True)


def test_cards_move_by_transform_and_opacity_only(lively_page: Page) -> None:
    page = lively_page
    page.add_init_script(
        """window.animated = new Set();
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
            for (const frame of [frames].flat()) for (const name of Object.keys(frame)) window.animated.add(name);
            return animate.call(this, frames, options);
        };"""
    )
    page.goto(f"/table/{open_table(page, 'symphonimo', 2)}")
    page.wait_for_selector(f"{BOARD} [data-choice]")
    chance = random.Random(4)
    for _ in range(6):
        if not take_one(page, click, chance):
            wait_for_offer(page)
        page.wait_for_selector("body:not([data-busy])")  # every card has landed
    animated = set(page.evaluate("[...window.animated]"))
    assert animated, "nothing flew"
    assert animated <= {"transform", "opacity", "offset", "easing", "composite", "rotate", "scale", "translate"}
