"""Names and faces: who sits down with others is asked for both, and they are seen wherever the person is."""

from playwright.sync_api import Locator, Page, Route, expect

from browser.harness import ServerProcess
from browser.pages import OpenPage
from browser.player import open_table
from quatuor.server.table.faces import FACES


def picture(seat: Locator) -> str:
    """The address of the picture beside a name."""
    return str(seat.locator("img").first.get_attribute("src"))


def test_whoever_sits_down_with_others_says_who_they_are(open_page: OpenPage, server: ServerProcess) -> None:
    host, guest = open_page(server), open_page(server)
    assert host.request.post("/api/me", data={"name": "Ana", "face": "koala"}).ok
    table = open_table(host, "symphonimo", seats=[{"kind": "me"}, {"kind": "open"}], start=False)
    # However late the server says who this is, nobody can sit down before it is known whether to ask.
    held: list[Route] = []
    guest.route("**/api/me?*", lambda route: held.append(route), times=1)
    with guest.expect_request("**/api/me?*"):
        guest.goto(f"/join/{table}")
    take = guest.get_by_role("button", name="Take seat 2")
    expect(take).to_be_disabled()
    [asked] = held
    asked.continue_()
    take.click()
    expect(guest.get_by_test_id("name")).to_be_focused()
    assert guest.request.get(f"/api/tables/{table}").json()["yours"] == []
    guest.get_by_test_id("name").fill("Zoé")
    guest.get_by_test_id("face-dragon").check(force=True)
    take.click()
    host.goto(f"/table/{table}")
    for page in (host, guest):
        assert "koala" in picture(page.get_by_test_id("seat-0"))
        expect(page.get_by_test_id("seat-1")).to_contain_text("Zoé")
        assert "dragon" in picture(page.get_by_test_id("seat-1"))


def test_a_table_for_oneself_asks_nothing_one_with_others_does(page: Page) -> None:
    page.goto("/new/symphonimo")
    for seat in (1, 2):
        page.get_by_test_id(f"seat-kind-{seat}").select_option("bot")
    page.get_by_test_id("open-table").click()
    page.wait_for_selector("[data-testid=board]")
    assert page.request.get("/api/me").json() == {"name": "Guest", "face": None}
    page.goto("/new/symphonimo")
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("introduction").wait_for()
    expect(page.get_by_test_id("name")).to_have_value("")
    assert page.get_by_test_id("faces").get_by_role("radio").count() == len(FACES)
    page.get_by_test_id("name").fill("Ana")
    page.get_by_test_id("introduce").click()
    page.get_by_test_id("lobby").wait_for()
    expect(page.get_by_test_id("seat-0")).to_contain_text("Ana")
    page.goto("/new/symphonimo")
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("lobby").wait_for()
