"""Quick words in the browser: in the reader's language, beside the speaker, and not from those who are muted."""

from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import open_table


def say(page: Page, word: str) -> None:
    page.get_by_test_id("words").click()
    page.get_by_test_id(f"word-{word}").click()


def test_people_at_one_table_say_quick_words(open_page: OpenPage, server: ServerProcess) -> None:
    host, guest = open_page(server), open_page(server, locale="fr-FR", viewport=PHONE)
    for page, name in ((host, "Ana"), (guest, "Zoé")):
        assert page.request.post("/api/me", data={"name": name}).ok
    table = open_table(host, "symphonimo", seats=[{"kind": "me"}, {"kind": "open"}], start=False)
    host.goto(f"/table/{table}")
    host.get_by_test_id("start").wait_for()
    expect(host.get_by_test_id("words")).to_have_count(0)
    assert guest.request.post(f"/api/tables/{table}/seats", data={"seat": 1}).ok
    assert host.request.post(f"/api/tables/{table}/start").ok
    for page in (host, guest):
        page.goto(f"/table/{table}")
        page.get_by_test_id("board").wait_for()
    say(host, "well_played")
    expect(host.get_by_test_id("said-0")).to_have_text("Well played!")
    expect(guest.get_by_test_id("said")).to_have_text("Ana\u00a0: Bien joué\u00a0!")
    # Whom the host does not want to hear is heard no more, also after the page is loaded again.
    host.get_by_test_id("mute-1").click()
    host.reload()
    expect(host.get_by_test_id("mute-1")).to_have_attribute("aria-pressed", "true")
    say(guest, "wow")
    expect(guest.get_by_test_id("said")).to_contain_text("Zoé\u00a0: Waouh\u00a0!")
    say(host, "oops")
    expect(host.get_by_test_id("said")).to_have_text("Ana: Oops!")
    host.get_by_test_id("mute-1").click()
    say(guest, "haha")
    expect(host.get_by_test_id("said-1")).to_have_text("Ha ha!")
