"""Stores that earlier servers wrote, games in progress included, are opened by this one as they were left.

The files in `tests/data/stores` are kept for ever: whoever changes the form of the store brings a migration that they
pass. `old_servers.py` says what is in them and how one was written.
"""

import json
import lzma
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quatuor
from server.inside import Inside
from server.old_servers import FOLDER, Person, lacks, play_on, seen, start
from server.waits import wait_until

STORES = sorted(path.name.removesuffix(".db.xz") for path in FOLDER.glob("*.db.xz"))


class Kept:
    """A copy of a kept store under today's server, and what was known when it was written."""

    def __init__(self, name: str, folder: Path) -> None:
        db = folder / "quatuor.db"
        db.write_bytes(lzma.decompress((FOLDER / f"{name}.db.xz").read_bytes()))
        self.known: dict[str, Any] = json.loads(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()))
        self.server: Inside = start(db)
        self.people = {who: Person(self.server, headers) for who, headers in self.known["people"].items()}
        self.tables: dict[str, str] = self.known["tables"]
        # As a spectator saw them when the store was written.
        self.watched = {table: answers["Ana -1"] for table, answers in self.known["seen"]["tables"].items()}
        self.games = {watched["snapshot"]["table"]["game"] for watched in self.watched.values()}

    def with_status(self, status: str) -> list[str]:
        """The tables that had this status when the store was written."""
        return [table for table, seen in self.watched.items() if seen["snapshot"]["table"]["status"] == status]


@pytest.fixture(params=STORES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    kept = Kept(request.param, tmp_path)
    yield kept
    kept.server.close()


def test_a_store_is_kept() -> None:
    assert STORES


def test_everybody_is_answered_what_they_were_then(kept: Kept) -> None:
    wanted = kept.known["seen"]
    assert len(wanted["tables"]) > 15 and len(wanted["me"]) == 5
    found = seen(kept.people, kept.tables, kept.known["records"])
    assert lacks(wanted, json.loads(json.dumps(found))) == []


@pytest.mark.parametrize("which", ["one of each game", pytest.param("all", marks=pytest.mark.slow)])
def test_games_in_progress_are_played_to_their_end(kept: Kept, which: str) -> None:
    playing = kept.with_status("playing")
    if which == "one of each game":
        playing = list({kept.watched[table]["snapshot"]["table"]["game"]: table for table in playing}.values())
    games = set()
    for table in playing:
        people = [person for person in kept.people.values() if person.yours(table)]
        end = play_on(people, table, random.Random(3))
        assert end["status"] == "over" and end["winners"]
        record = people[0].ask("GET", f"/records/{table}")
        verdict = quatuor.verify(record)
        assert (verdict.seed_reproduces or verdict.proof_holds) and verdict.play.winners == end["winners"]
        assert len(verdict.play.moves) > kept.watched[table]["snapshot"]["table"]["moves"]
        games.add(end["game"])
    assert games == kept.games and len(games) > 3


def test_open_tables_are_filled_and_dealt(kept: Kept) -> None:
    ana, leo = kept.people["Ana"], kept.people["Léo"]
    waiting = kept.with_status("open")
    assert waiting
    for table in waiting:
        info = leo.ask("GET", f"/tables/{table}")
        if any(seat["kind"] == "open" for seat in info["seats"]):
            leo.ask("POST", f"/tables/{table}/seats", {"seat": None})
        assert ana.ask("POST", f"/tables/{table}/start")["status"] == "playing"


def test_finished_games_are_replayed_analysed_and_played_again(kept: Kept) -> None:
    ana, *others = kept.people.values()
    records = kept.known["records"]
    assert len(records) > len(kept.games)
    for record in records:
        assert quatuor.verify(ana.ask("GET", f"/records/{record}")).play.over
    for record, person in zip(records, others, strict=False):
        assert person.ask("GET", f"/records/{record}/analysis", seat=0)["status"] == "waiting"
    wait_until(lambda: ana.ask("GET", f"/records/{records[0]}/analysis", seat=0)["total"] > 0)
    rematch = ana.ask("POST", f"/tables/{records[0]}/rematch")
    assert rematch["game"] == kept.watched[records[0]]["snapshot"]["table"]["game"]
    assert rematch["id"] not in kept.tables.values()


def test_a_return_link_still_leads_to_its_seat(kept: Kept) -> None:
    link = kept.known["return"]
    found = kept.people["Léo"].ask("POST", "/return", {"token": link["token"]})
    assert found == {"table": link["table"], "seat": link["seat"]}
    assert link["seat"] in kept.people["Léo"].yours(link["table"])


def test_what_was_seen_is_compared_with_everything_in_it() -> None:
    assert lacks({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "new": 3}], "more": 4}) == []
    assert lacks({"a": [1, 2]}, {"a": [1]}) and lacks({"a": 1}, {}) and lacks({"a": {"b": 1}}, {"a": {"b": 2}})
