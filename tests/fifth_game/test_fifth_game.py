"""A folder and one line make a game: everything else follows from the registry (CONTRIBUTING, "How to add a game").

The folder is `staircase/` here, its page of the rulebook `staircase.md`.
"""

import json
import random
import re
from collections import Counter
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import PHONE, OpenPage
from browser.player import click, open_table, play_to_the_end, take_one, wait_for_offer
from fifth_game.conftest import HERE, NAME, FiveGames

PLAYERS = (2, 3, 4)


def test_it_passes_the_tests_of_every_game(five: FiveGames) -> None:
    tests = ("contract", "envs/test_pettingzoo.py", "envs/test_gymnasium.py", "project/test_texts.py")
    said = five.run("pytest", *(f"tests/{path}" for path in tests), "-k", NAME, "-q", "-p", "no:cacheprovider")
    passed = re.search(r"^(\d+) passed", said, re.MULTILINE)
    assert passed and int(passed[1]) > 80, said


def test_every_article_that_it_cites_is_in_its_page() -> None:
    written = set(re.findall(r"^- (ST-\d+)", (HERE / f"{NAME}.md").read_text(encoding="utf-8"), re.MULTILINE))
    cited = {
        article for path in (HERE / NAME).glob("*.*") for article in re.findall(r"ST-\d+", path.read_text("utf-8"))
    }
    assert cited == written


def test_it_is_played_in_the_terminal_and_its_record_is_true(five: FiveGames, tmp_path: Path) -> None:
    chance = random.Random(5)
    typed = "".join(f"{chance.randint(1, 3)}\n" for _ in range(200))
    said = five.run("quatuor", "play", NAME, "--players", "3", "--seed", "4", typed=typed, folder=tmp_path)
    assert "Chance to climb" in said and re.search(r"win", said)
    (path,) = tmp_path.glob("*.quatuor.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["game"] == NAME and record["result"]
    assert "Staircase" in five.run("quatuor", "replay", str(path), folder=tmp_path)


def test_it_is_simulated(five: FiveGames) -> None:
    numbers = json.loads(five.run("quatuor", "simulate", NAME, "--games", "500", "--seed", "1", "--json"))
    assert numbers["games"] == 500 and numbers["scores"]["max"] > 1
    assert abs(sum(seat["wins"] for seat in numbers["seats"]) - 1) < 1e-9


def test_searching_bots_beat_random_ones_in_a_match(five: FiveGames) -> None:
    words = ("--bots", "search:100,random", "--games", "40", "--seed", "1", "--json")
    numbers = json.loads(five.run("quatuor", "match", NAME, *words))
    (duel,) = [duel for duel in numbers["duels"] if duel["bot"] == "search:100"]
    assert duel["wins"]["mean"] > 0.6


def test_it_has_a_table_on_the_server(server: ServerProcess) -> None:
    with httpx.Client(base_url=f"{server.url}/api", timeout=300) as person:
        (game,) = [game for game in person.get("/games").raise_for_status().json() if game["name"] == NAME]
        assert game["title"] == "Staircase" and [option["name"] for option in game["options"]["2"]] == ["short"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "amateur"}]
        wanted = {"game": NAME, "players": 2, "seats": seats, "options": {"short": True}, "pace_ms": 0, "start": True}
        table = person.post("/tables", json=wanted).raise_for_status().json()["id"]
        moves = Counter[str]()
        while True:
            update = person.get(f"/tables/{table}/events", params={"seat": 0, "after": -1}).raise_for_status().json()
            position = update["snapshot"]["position"]
            if position["view"]["turn"] < 0:
                break
            if position["view"]["turn"] == 0:
                move = random.choice(position["legal"])["move"]
                moves[move] += 1
                wanted = {"seat": 0, "after": update["snapshot"]["index"], "moves": [move]}
                person.post(f"/tables/{table}/moves", json=wanted).raise_for_status()
        assert moves["draw"] > 1
        record = person.get(f"/records/{table}").raise_for_status().json()
        assert record["game"] == NAME and record["options"] == {"short": True}


def test_it_is_played_in_the_browser_with_no_board_of_its_own(open_page: OpenPage, server: ServerProcess) -> None:
    """Chosen at run time: the client was built before this game was there."""
    page = open_page(server, "/")
    page.get_by_test_id(f"play-{NAME}").click()
    drawing = page.get_by_test_id("drawing")
    expect(drawing).to_contain_text("Chance to climb")
    dealt = drawing.inner_text()
    assert any(_take_one_in_time(page) for _ in range(20))
    expect(drawing).not_to_have_text(dealt, use_inner_text=True)


def _take_one_in_time(page: Page) -> bool:
    """Whether something was offered and taken: bots may play first, and an offer may go while it is reached for."""
    wait_for_offer(page)
    return take_one(page, click, random.Random(1))


def test_it_is_played_to_the_end_on_a_phone_in_french(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server, None, locale="fr-FR", viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/")
    table = open_table(page, NAME, 2, first=0, options={"short": True})
    page.goto(f"/table/{table}")
    drawing = page.get_by_test_id("drawing")
    expect(drawing).to_contain_text("Chance de monter")
    dealt = drawing.inner_text()
    play_to_the_end(page)
    expect(page.get_by_test_id("rank-0")).to_be_visible()
    expect(drawing).not_to_have_text(dealt, use_inner_text=True)
    page.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")
