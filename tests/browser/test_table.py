"""What a table does besides the game: reasons, taking back, curtains, languages, return links, replays."""

import json
import random
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.conftest import PHONE, OpenPage
from browser.driving import ServerProcess
from browser.hands import click, forced_moves_made, open_table, play_to_the_end, take_one

BOARD = "[data-testid=board]"


def test_a_refused_try_says_why_with_the_article(page: Page) -> None:
    """SY-5: an empty conductor cannot be taken."""
    page.goto(f"/table/{open_table(page, 'symphonimo', first=0)}")
    page.wait_for_selector(f"{BOARD} [data-choice]")
    refused = page.locator(f"{BOARD} li button[aria-disabled=true]").first
    refused.click(force=True)
    expect(page.get_by_test_id("refusal")).to_contain_text(re.compile(r"SY-\d+"))


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
            page.wait_for_timeout(20)
        if falls >= 3:
            return
    raise AssertionError("no curtain fell between the turns of two people")


def test_every_word_follows_the_language(page: Page) -> None:
    page.goto(f"/table/{open_table(page, 'symphonimo', 2)}")
    page.wait_for_selector(BOARD)
    page.goto("/")
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id("settings-lang-fr").click()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_test_id("play-symphonimo")).to_contain_text("Jouer")


def test_names_are_shown_as_they_are_typed(open_page: OpenPage, server: ServerProcess) -> None:
    """Markup in a name is text, nothing else."""
    page = open_page(server)
    name = "<b>Zoé</b>\"'&"
    assert page.request.post("/api/me", data={"name": name}).ok
    page.goto(f"/table/{open_table(page, 'symphonimo', 2)}")
    expect(page.get_by_test_id("seat-0")).to_contain_text(name)
    expect(page.locator("b", has_text="Zoé")).to_have_count(0)


def test_a_return_link_moves_the_seat_to_another_device(open_page: OpenPage, server: ServerProcess) -> None:
    first, second = open_page(server), open_page(server)
    table = open_table(first, "symphonimo", 2)
    link = first.request.post(f"/api/tables/{table}/seats/0/return-link").json()["url"]
    second.goto(link)
    second.wait_for_url(re.compile(f"/table/{table}"))
    expect(second.get_by_test_id("seat-0")).to_contain_text(re.compile("you", re.IGNORECASE))
    assert first.request.get(f"/api/tables/{table}").json()["yours"] == []


def test_a_replay_steps_scrubs_links_and_comes_back_from_a_file(
    open_page: OpenPage, server: ServerProcess, tmp_path: Path
) -> None:
    page = open_page(server)
    forced_moves_made(page)
    table = open_table(page, "symbiose", 2)
    page.goto(f"/table/{table}")
    play_to_the_end(page)
    page.get_by_test_id("end-replay").click()
    moment = page.get_by_test_id("moment")
    expect(moment).to_contain_text("/")
    last = int(moment.inner_text().split("/")[1])
    page.goto(f"/replay/{table}#3")
    expect(moment).to_contain_text("3 /")
    page.get_by_test_id("scrub").fill(str(last))
    expect(moment).to_contain_text(f"{last} / {last}")
    page.get_by_test_id("eyes").select_option("1")
    expect(page.locator(BOARD)).to_be_visible()
    record = page.request.get(f"/api/records/{table}").json()
    file = tmp_path / "game.quatuor.json"
    file.write_text(json.dumps(record))
    page.goto("/games")
    page.get_by_test_id("upload").set_input_files(file)
    page.wait_for_url(re.compile("/replay/(?!" + table + ")"))
    expect(moment).to_contain_text(f"/ {last}")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "a replay scrolls sideways"


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
    page.goto("/")
    page.goto(f"/table/{open_table(page, 'symphonimo', 2)}")
    page.wait_for_selector(f"{BOARD} [data-choice]")
    chance = random.Random(4)
    for _ in range(6):
        take_one(page, click, chance)
        page.wait_for_timeout(500)
    animated = set(page.evaluate("[...window.animated]"))
    assert animated, "nothing flew"
    assert animated <= {"transform", "opacity", "offset", "easing", "composite", "rotate", "scale", "translate"}
