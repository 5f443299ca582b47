"""Take the README's pictures of the four tables: `.venv/bin/python docs/images/make_screens.py`."""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from browser.harness import FLAGS, find_chromium, serving  # noqa: E402
from browser.player import click, open_table, take_one  # noqa: E402

# How many gestures into a game its table is worth a picture; Symbiose is seen in the dark.
SCENES = {
    "symphonimo": (14, "light"),
    "air_sorciere": (24, "light"),
    "symbiose": (11, "dark"),
    "rythm_n_play": (9, "light"),
}

with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
    for game, (gestures, scheme) in SCENES.items():
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": 1280, "height": 800},
            locale="en-GB" if game in ("symphonimo", "symbiose") else "fr-FR",
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto("/")
        context.request.post("/api/me", data={"name": "Camille"})
        page.goto(f"/table/{open_table(page, game, 3)}")
        chance = random.Random(8)
        made = 0
        while made < gestures:
            made += take_one(page, click, chance)
            page.wait_for_timeout(80)
        page.wait_for_selector("[data-testid=board] [data-choice]")
        page.mouse.move(2, 2)
        page.wait_for_timeout(600)
        page.screenshot(path=HERE / f"{game}.png")
        print(f"{game}.png")
    browser.close()
