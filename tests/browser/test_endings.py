"""The end of a game: the same in every game, told to each as suits them, and shared as a picture."""

import random

import pytest
from playwright.sync_api import expect

from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import open_table, play_ahead
from quatuor.games import GAMES

FIRST, *OTHERS = GAMES


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.slow) for game in OTHERS)])
def test_an_end_is_told_card_by_card_and_shared_as_a_picture(
    open_page: OpenPage, server: ServerProcess, game: str
) -> None:
    page, fan = open_page(server), open_page(server, locale="fr-FR", viewport=PHONE)
    assert page.request.post("/api/me", data={"name": "Ana", "face": "koala"}).ok
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    table = open_table(page, game, 3, seats=seats)
    play_ahead(page, table, 0, random.Random(2), 1000)
    info = page.request.get(f"/api/tables/{table}").json()
    won = 0 in info["winners"]
    mood = "lost" if not won else "won" if len(info["winners"]) == 1 else "shared"
    for seen, expected in ((page, mood), (fan, "watched")):
        seen.goto(f"/table/{table}")
        expect(seen.get_by_test_id("end")).to_have_attribute("data-mood", expected)
        for seat in range(3):
            part = seen.get_by_test_id(f"result-{seat}")
            expect(part).to_contain_text("You" if seen is page and seat == 0 else info["seats"][seat]["name"])
            assert ("koala" in str(part.locator("img").first.get_attribute("src"))) == (seat == 0)
        assert seen.get_by_test_id("end").locator("[data-told]").count() > 3
    page.get_by_test_id("end-more").click()
    page.get_by_test_id("end-share").click()
    # "You" would be somebody else to whom it is shown.
    winners = [info["seats"][seat]["name"] for seat in info["winners"]]
    picture = page.get_by_test_id("share-result").get_by_role("img")
    assert all(name in str(picture.get_attribute("aria-label")) for name in winners)
    page.wait_for_selector("canvas[data-ready=true]")
    with page.expect_download() as download:
        page.get_by_test_id("share-keep").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
