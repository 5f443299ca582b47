"""Clients on bad lines: requests and answers get lost, repeated, delayed and reordered; all see the same entries."""

import json
import random
from typing import Any

import pytest

from quatuor.server.http.messages import Update
from quatuor.server.refusals import STATUS
from server.people import Json, Somebody

pytestmark = pytest.mark.sqlite


class Client:
    """A player's program that knows only what reached it, and repeats a decision until it is answered."""

    def __init__(self, person: Somebody, table: str, seat: int, rng: random.Random) -> None:
        self.person, self.table, self.seat, self.rng = person, table, seat, rng
        self.items: list[Json] = []
        self.snapshot: Json | None = None
        self.pending: tuple[str, Json] | None = None
        self.late: list[tuple[str, Json]] = []
        self.accepted: list[str] = []

    def act(self) -> None:
        """Do the next thing that such a client might do."""
        chance = self.rng.random()
        if self.late and chance < 0.2:
            # An old copy of a request arrives at last; whatever is answered, nobody hears it.
            self.deliver(*self.rng.choice(self.late))
        elif self.pending is not None:
            self.send()
        elif self.snapshot is None or chance < 0.5 or not self.decide():
            self.poll()

    def poll(self) -> None:
        """Request news, perhaps since an older entry than the last one seen, as after a reload."""
        after = len(self.items) - 1 - (self.rng.randrange(3) if self.rng.random() < 0.2 else 0)
        answer = self.person.ask("GET", f"/tables/{self.table}/events", after=max(after, -1), seat=self.seat)
        if self.rng.random() > 0.3:
            self.hear(answer.json())

    def decide(self) -> bool:
        """Decide on a move or an undo, by what was last seen."""
        assert self.snapshot is not None
        after, legal = self.snapshot["index"], self.snapshot["position"]["legal"]
        if self.snapshot["undo"] and self.rng.random() < 0.2:
            self.pending = ("undo", {"seat": self.seat, "after": after})
        elif legal:
            move = self.rng.choice(legal)["move"]
            self.pending = ("moves", {"seat": self.seat, "after": after, "moves": [move]})
        return self.pending is not None

    def send(self) -> None:
        """Send the decision; it may get lost, or its answer may."""
        assert self.pending is not None
        self.late.append(self.pending)
        if self.rng.random() < 0.25:
            return
        copies = 2 if self.rng.random() < 0.25 else 1
        answers = [self.deliver(*self.pending) for _ in range(copies)]
        assert len({status for status, _ in answers}) == 1, "a repeat is answered as the first time"
        if self.rng.random() < 0.25:
            return
        status, body = answers[0]
        kind = self.pending[0]
        self.pending = None
        if status == 200:
            self.accepted.append("move" if kind == "moves" else kind)
            self.hear(body)
        else:
            assert status == 409 and body["error"] == "stale" and body["index"] >= len(self.items) - 1

    def deliver(self, kind: str, body: Json) -> tuple[int, Any]:
        if kind == "moves" and self.rng.random() < 0.5:
            return self.deliver_on_socket(body)
        answer = self.person.ask("POST", f"/tables/{self.table}/{kind}", body)
        return answer.status_code, answer.json()

    def deliver_on_socket(self, body: Json) -> tuple[int, Any]:
        """Send the same moves on a socket."""
        with self.person.socket(self.table, body["after"], self.seat) as socket:
            socket.say(json.dumps(body | {"request": 1}))
            answer = socket.answer(1)
        return STATUS[answer["error"]] if "error" in answer else 200, answer

    def hear(self, update: Json) -> None:
        """Add new entries; those already known must be the same."""
        Update.model_validate(update)
        for item in update["items"]:
            if item["index"] < len(self.items):
                assert self.items[item["index"]] == item
            else:
                assert item["index"] == len(self.items), "no entry is missing"
                self.items.append(item)
        if self.snapshot is None or update["snapshot"]["index"] >= self.snapshot["index"]:
            self.snapshot = update["snapshot"]


@pytest.mark.parametrize(
    ("game", "options"), [("symbiose", {}), ("air_sorciere", {"stall_limit": 10}), ("symphonimo", {})]
)
def test_all_get_the_same_entries_and_nothing_is_done_twice(
    ana: Somebody, leo: Somebody, game: str, options: dict[str, int]
) -> None:
    table = ana.open(game, "me", "open", options=options)
    leo.sit(table)
    ana.start(table)
    rng = random.Random(game)
    clients = [Client(ana, table, 0, rng), Client(leo, table, 1, rng)]
    steps = 0
    while any(client.snapshot is None or client.snapshot["outcome"] is None or client.pending for client in clients):
        rng.choice(clients).act()
        steps += 1
        if game != "symbiose" and steps == 250:
            break  # Symbiose is short: it is played to its end
    for client in clients:
        while client.pending:
            client.send()
    for client in clients:
        client.hear(client.person.events(table, len(client.items) - 1, client.seat))
        assert client.items == client.person.events(table, -1, client.seat)["items"]
    entries = [item["kind"] for item in clients[0].items if item["kind"] in ("move", "undo")]
    accepted = [kind for client in clients for kind in client.accepted]
    assert sorted(entries) == sorted(accepted), "every decision that was answered well was made once"
    assert steps > 100
