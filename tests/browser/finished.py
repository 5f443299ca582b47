"""Games played before the browser opens: by the API, to their end, by somebody whose cookie a page may take."""

import random
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Page

from browser.harness import ServerProcess

# The first search on a machine is compiled.
PATIENCE_SECONDS = 300
_ASK_SECONDS = 0.3


class Finished(NamedTuple):
    """A finished game of seat 0, and what makes a page that person's."""

    table: str
    frames: int
    cookies: dict[str, str]

    def become(self, page: Page, server: ServerProcess) -> None:
        page.context.add_cookies([{"name": k, "value": v, "url": server.url} for k, v in self.cookies.items()])


def visitor(server: ServerProcess) -> httpx.Client:
    return httpx.Client(base_url=f"{server.url}/api", timeout=PATIENCE_SECONDS)


def opened(client: httpx.Client, game: str, options: Mapping[str, Any] | None = None, **plan: Any) -> str:
    """A table of two, with a greedy bot, dealt."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    body = {"game": game, "players": 2, "seats": seats, "options": options or {}, "first": 0, "pace_ms": 0}
    answer = client.post("/tables", json=body | {"start": True} | plan)
    assert answer.is_success, answer.text
    table: str = answer.json()["id"]
    return table


def snapshot(client: httpx.Client, table: str) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/tables/{table}/events", params={"seat": 0, "lang": "en"}).json()
    found: dict[str, Any] = told["snapshot"]
    return found


def play_out(server: ServerProcess, game: str, options: Mapping[str, Any] | None = None, seed: int = 1) -> Finished:
    """A whole game of somebody who plays at random, and hence makes mistakes."""
    chance = random.Random(seed)
    with visitor(server) as client:
        table = opened(client, game, options)
        now = snapshot(client, table)
        while now["outcome"] is None:
            if legal := now["position"]["legal"]:
                body = {"seat": 0, "after": now["index"], "moves": [chance.choice(legal)["move"]]}
                now = client.post(f"/tables/{table}/moves", json=body).raise_for_status().json()["snapshot"]
            else:
                time.sleep(0.02)
                now = snapshot(client, table)
        frames = client.get(f"/records/{table}/frames", params={"seat": 0}).json()["total"]
        return Finished(table, frames, dict(client.cookies))


def analysed(server: ServerProcess, table: str, seat: int = 0) -> dict[str, Any]:
    """The analysis of a finished game, waited for."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with visitor(server) as client:
        while time.monotonic() < deadline:
            progress = client.get(f"/records/{table}/analysis", params={"seat": seat, "lang": "en"}).json()
            if progress["status"] == "done":
                found: dict[str, Any] = progress["analysis"]
                return found
            time.sleep(_ASK_SECONDS)
    raise AssertionError("the analysis takes too long")


def compile_search(server: ServerProcess, game: str) -> None:
    """Ask for a hint where there is a choice, so that the next one comes as quickly as at a server that is warm."""
    with visitor(server) as client:
        table = opened(client, game, hints=True)
        while len((now := snapshot(client, table))["position"]["legal"]) < 2:
            moves = [legal["move"] for legal in now["position"]["legal"]]
            client.post(f"/tables/{table}/moves", json={"seat": 0, "after": now["index"], "moves": moves})
        answer = client.post(f"/tables/{table}/hint", json={"seat": 0, "after": now["index"], "moves": []})
        assert answer.is_success, answer.text
