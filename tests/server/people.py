"""People who use a server, each with their own token; every answer is checked against what the API promises."""

import random
from typing import Any

import httpx

from quatuor.server.http.messages import Preview, Problem, TableInfo, Update
from server.inside import Inside, Socket

Json = dict[str, Any]


class Somebody:
    """A person with a token."""

    def __init__(self, server: Inside, name: str, lang: str = "en") -> None:
        self.server = server
        self.name = name
        self.lang = lang
        token = server.ask("POST", "/api/players", json={"name": name}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        params = {"lang": self.lang, **query}
        return self.server.ask(method, f"/api{path}", params=params, json=body, headers=self.headers)

    def good(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """What is answered to a request that must go well."""
        answer = self.ask(method, path, body, **query)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, status: int, error: str, method: str, path: str, body: Any = None, **query: Any) -> Json:
        """The Problem of a request that must be refused so."""
        answer = self.ask(method, path, body, **query)
        assert answer.status_code == status, answer.text
        problem: Json = answer.json()
        Problem.model_validate(problem)
        assert problem["error"] == error
        return problem

    def open(self, game: str, *kinds: str, start: bool = False, **more: Any) -> str:
        """The id of a new table with these seats."""
        seats = [{"kind": kind} for kind in kinds]
        plan = {"game": game, "players": len(kinds), "seats": seats, "start": start, "pace_ms": 0, **more}
        found: Json = self.good("POST", "/tables", plan)
        TableInfo.model_validate(found)
        return str(found["id"])

    def sit(self, table: str, seat: int | None = None) -> Json:
        return self.table_answer("POST", table, "/seats", {"seat": seat})

    def start(self, table: str) -> Json:
        return self.table_answer("POST", table, "/start")

    def info(self, table: str) -> Json:
        return self.table_answer("GET", table)

    def table_answer(self, method: str, table: str, rest: str = "", body: Any = None) -> Json:
        found: Json = self.good(method, f"/tables/{table}{rest}", body)
        TableInfo.model_validate(found)
        return found

    def events(self, table: str, after: int = -1, seat: int | None = None) -> Json:
        query = {} if seat is None else {"seat": seat}
        found: Json = self.good("GET", f"/tables/{table}/events", after=after, **query)
        Update.model_validate(found)
        return found

    def snapshot(self, table: str, seat: int | None = None) -> Json:
        found: Json = self.events(table, 10_000, seat)["snapshot"]
        return found

    def play(self, table: str, seat: int, *moves: str, after: int | None = None) -> Json:
        """Moves one by one, the first in answer to the last entry or to the one named; all they led to, as one."""
        index = self.info_index(table) if after is None else after
        items: list[Json] = []
        for move in moves:
            found: Json = self.good("POST", f"/tables/{table}/moves", {"seat": seat, "after": index, "moves": [move]})
            Update.model_validate(found)
            items += found["items"]
            index = found["snapshot"]["index"]
        return found | {"items": items}

    def info_index(self, table: str) -> int:
        return int(self.snapshot(table)["index"])

    def preview(self, table: str, seat: int, *moves: str) -> Json:
        body = {"seat": seat, "after": self.info_index(table), "moves": moves}
        found: Json = self.good("POST", f"/tables/{table}/preview", body)
        Preview.model_validate(found)
        return found

    def socket(self, table: str, after: int = -1, seat: int | None = None, changes: bool = False) -> Socket:
        eyes = "" if seat is None else f"&seat={seat}"
        wish = "&changes=1" if changes else ""
        return self.server.socket(f"/api/tables/{table}/live?lang={self.lang}&after={after}{eyes}{wish}", self.headers)


def play_to_the_end(players: dict[int, Somebody], table: str, rng: random.Random) -> Json:
    """Random moves of the people on these seats until the game is over; the last snapshot, as seat 0 sees it."""
    anyone = players[0]
    live = anyone.server.services.tables.live_tables[table]
    while (truth := live.table).play is not None and truth.status == "playing":
        move = truth.game.text(rng.choice(truth.game.legal_actions(truth.play.state)))
        players[truth.turn].play(table, truth.turn, move, after=truth.index)
    return anyone.snapshot(table, 0)
