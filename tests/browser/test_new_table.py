"""A new table: chairs around it, presets for who wants to play, every option for who wants to choose."""

from playwright.sync_api import Page, expect


def test_presets_set_the_options_and_what_decides_nothing_is_not_asked(page: Page) -> None:
    assert page.request.post("/api/me", data={"name": "Ana", "face": "koala"}).ok
    page.goto("/new/symbiose")
    page.get_by_test_id("players-4").check(force=True)
    for seat in (1, 2, 3):
        page.get_by_test_id(f"seat-kind-{seat}").select_option("bot")
    expect(page.get_by_test_id("preset-family")).to_be_checked()
    page.get_by_test_id("preset-experts").check(force=True)
    sides = page.get_by_test_id("option-sides")
    expect(sides).to_be_hidden()
    page.get_by_test_id("advanced").locator("summary").click()
    expect(sides.locator("input[value=neighbours]")).to_be_checked()
    # SB-12: in teams the side columns count the partner's pond, whatever else was chosen.
    page.get_by_test_id("option-mode").locator("input[value=team]").check()
    expect(sides).to_have_count(0)
    expect(page.get_by_test_id("preset-experts")).not_to_be_checked()
    page.get_by_test_id("open-table").click()
    page.wait_for_selector("[data-testid=board]")
    options = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["options"]
    assert options["mode"] == "team" and options["sides"] == "halves"


def test_conductors_are_chosen_by_their_pictures(page: Page) -> None:
    assert page.request.post("/api/me", data={"name": "Ana", "face": "koala"}).ok
    page.goto("/new/symphonimo")
    page.get_by_test_id("players-2").check(force=True)
    page.get_by_test_id("seat-kind-1").select_option("local")
    page.get_by_test_id("seat-name-1").fill("Zoé")
    page.get_by_test_id("advanced").locator("summary").click()
    page.get_by_test_id("option-maestro").locator("input[value=list]").check()
    for place, face in enumerate(("take_now", "max_two")):
        page.get_by_test_id(f"option-maestro-{place}").locator(f"input[value={face}]").check(force=True)
    page.get_by_test_id("open-table").click()
    page.wait_for_selector("[data-testid=board]")
    info = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert info["options"]["maestro"] == ["take_now", "max_two"]
    assert [seat["name"] for seat in info["seats"]] == ["Ana", "Zoé"] and info["seats"][1]["face"] is not None
