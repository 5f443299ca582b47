"""Before a choice the board says what it does to the score."""

import random
import re

from playwright.sync_api import Page, expect

from browser.player import open_table, play_ahead

BOARD = "[data-testid=board]"


def figures(text: str) -> list[float]:
    """The numbers of a text, with their signs."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-"))]


def test_a_river_card_in_hand_shows_the_score_on_every_slot_and_that_is_what_it_comes_to(page: Page) -> None:
    """SB-6; no other pond changes what an own half pays (SB-9)."""
    table = open_table(page, "symbiose", 2, {"mode": "normal"}, first=0)
    play_ahead(page, table, 0, random.Random(1), 1)
    page.goto(f"/table/{table}")
    page.locator(f"{BOARD} [data-place='river:1'][data-choice]").click()
    slots = page.locator(f"{BOARD} [data-place^='pond:1:']")
    expect(slots.filter(has_text="→")).to_have_count(8)
    slot = slots.nth(5)
    now, then = figures(slot.locator(".outcome").inner_text())
    expect(slot).to_have_accessible_name(re.compile(f"your score would go from {now:g} to {then:g}$"))
    slot.hover()
    expect(page.locator(".caption")).to_contain_text(f"{now:g} → {then:g}")
    slot.click()
    page.mouse.move(0, 0)
    slot.blur()
    expect(page.locator(f"{BOARD} .owner")).to_contain_text(re.compile(rf"\b{then:g} points?\b"))


def test_the_rythm_pile_shows_what_a_draw_can_come_to(page: Page) -> None:
    """RP-7, RP-12."""
    page.goto(f"/table/{open_table(page, 'rythm_n_play', 2, first=0)}")
    pile = page.locator(f"{BOARD} button[data-place=rythm_pile][data-choice]")
    _, least, most = figures(pile.locator(".change").inner_text())
    expect(pile).to_have_accessible_name(re.compile("Your score would go from .* to between"))
    pile.click()
    expect(page.locator(f"{BOARD} [data-place='hand:1'] [aria-label=RYTHM] [data-card]")).to_have_count(2)
    [score] = figures(page.locator(f"{BOARD} [data-place='hand:1'] header > b").inner_text())
    assert least <= score <= most
