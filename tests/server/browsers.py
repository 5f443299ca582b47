"""Browsers that are asked by plain calls: each keeps its cookie, and can bring its person to another one."""

from typing import Any

import httpx
from sqlalchemy import func, select

from server.inside import Inside
from server.people import Json

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"

# A game against a bot, begun at once.
PLAN = {"game": "symphonimo", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot"}], "start": True, "pace_ms": 0}


class Browser:
    """A browser with cookies of its own."""

    def __init__(self, server: Inside, agent: str = FIREFOX, name: str | None = None) -> None:
        self.server = server
        self.agent = agent
        self.cookie: str | None = None
        if name:
            self.good("POST", "/me", {"name": name})

    def ask(self, method: str, path: str, body: Any = None, lang: str = "en") -> httpx.Response:
        headers = {"user-agent": self.agent} | ({"cookie": f"quatuor={self.cookie}"} if self.cookie else {})
        answer = self.server.ask(method, f"/api{path}", json=body, headers=headers, params={"lang": lang})
        if "set-cookie" in answer.headers:
            self.cookie = answer.cookies.get("quatuor")
        return answer

    def good(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.ask(method, path, body)
        assert answer.is_success, answer.text
        return answer.json()

    @property
    def name(self) -> str | None:
        name: str | None = self.good("GET", "/me")["name"]
        return name

    def devices(self) -> list[Json]:
        found: list[Json] = self.good("GET", "/me/devices")
        return found

    @property
    def here(self) -> str:
        """The id of this browser among its person's devices."""
        return next(str(device["id"]) for device in self.devices() if device["here"])

    def link(self) -> str:
        """The token of a new device link."""
        return str(self.good("POST", "/me/devices/link")["url"]).partition("#")[2]

    def use(self, token: str, **more: Any) -> httpx.Response:
        return self.ask("POST", "/device-link", {"token": token, **more})


def second_browser(first: Browser) -> Browser:
    """Another browser that is signed in as the same person."""
    second = Browser(first.server, SAFARI)
    assert second.use(first.link()).is_success
    return second


def count(server: Inside, table: Any) -> int:
    """How many rows a table of the store has."""
    query = select(func.count()).select_from(table)
    return int(server.run(server.services.store.read(lambda connection: connection.execute(query).scalar())) or 0)
