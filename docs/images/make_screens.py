"""Take the README's pictures of the games' tables: `.venv/bin/python docs/images/make_screens.py`."""

import random
import sys
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from browser.harness import FLAGS, find_chromium, serving  # noqa: E402
from browser.player import click, open_table, take_one  # noqa: E402
from quatuor.games import GAMES  # noqa: E402


class Scene(NamedTuple):
    """After how many gestures a game's table is worth a picture, and how it is seen."""

    gestures: int = 12
    locale: str = "en-GB"
    scheme: Literal["light", "dark"] = "light"


# Any other game is pictured as the defaults say.
SCENES = {
    "symphonimo": Scene(14),
    "air_sorciere": Scene(24, "fr-FR"),
    "symbiose": Scene(11, scheme="dark"),
    "rythm_n_play": Scene(9, "fr-FR"),
}

with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
    for game in GAMES:
        scene = SCENES.get(game, Scene())
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": 1280, "height": 800},
            locale=scene.locale,
            color_scheme=scene.scheme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto("/")
        context.request.post("/api/me", data={"name": "Camille"})
        page.goto(f"/table/{open_table(page, game, 3)}")
        chance = random.Random(8)
        made = 0
        while made < scene.gestures:
            made += take_one(page, click, chance)
            page.wait_for_timeout(80)
        page.wait_for_selector("[data-testid=board] [data-choice]")
        page.mouse.move(2, 2)
        page.wait_for_timeout(600)
        page.screenshot(path=HERE / f"{game}.png")
        print(f"{game}.png")
    browser.close()
