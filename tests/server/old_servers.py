"""A store with something of everything, and all that can be asked about it: how a kept one was made and is compared.

`python tests/server/old_servers.py NAME` lets this version's server write `tests/data/stores/NAME.db.xz`, and beside it
what everybody there is answered. Kept files are never written again: later servers must open what earlier ones left.
"""

import json
import lzma
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from quatuor.games.symbiose.deck import PUBLISHED
from quatuor.server.settings import Settings
from quatuor.server.store.backup import backup
from server.inside import Inside
from server.waits import LONGEST

FOLDER = Path(__file__).parents[1] / "data" / "stores"
RECORDS = Path(__file__).parents[1] / "data" / "records"
Json = dict[str, Any]
# What differs from one moment to the next, and what is said in words: neither belongs to what is compared.
PASSING = {"at", "created", "touched", "seen", "deadline", "presence"}
WORDS = {"log", "label", "labels", "prompt", "sentence", "title", "names", "system"}
LANGUAGES = ("en", "fr")
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1"
_FRAMES = 40


def start(db: Path) -> Inside:
    """A server on this store."""
    return Inside(Settings(db=db, limits=False, warm_search=False))


class Person:
    """Somebody who is known by a cookie or a token, which are all that is kept of them."""

    def __init__(self, server: Inside, headers: dict[str, str]) -> None:
        self.server = server
        self.headers = headers

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        answer = self.server.ask(method, f"/api{path}", json=body, params=query, headers=self.headers)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json()

    def yours(self, table: str) -> list[int]:
        found: list[int] = self.ask("GET", f"/tables/{table}")["yours"]
        return found

    def events(self, table: str, seat: int, after: int = -1, lang: str = "en") -> Json:
        found: Json = self.ask("GET", f"/tables/{table}/events", after=after, seat=seat, lang=lang)
        return found

    def play(self, table: str, seat: int, rng: random.Random) -> Json:
        """Make a random legal move on a seat that is to play; the table after it."""
        snapshot = self.events(table, seat, 100_000)["snapshot"]
        move = rng.choice(snapshot["position"]["legal"])["move"]
        body = {"seat": seat, "after": snapshot["index"], "moves": [move]}
        after: Json = self.ask("POST", f"/tables/{table}/moves", body)["snapshot"]["table"]
        return after


def play_on(people: list[Person], table: str, rng: random.Random, moves: int = 10_000) -> Json:
    """Random moves of people, so many or to the end, while bots play theirs; the table when a person is to play."""
    seats = {seat: person for person in people for seat in person.yours(table)}
    end = time.monotonic() + LONGEST
    info: Json = people[0].ask("GET", f"/tables/{table}")
    while True:
        turn = info["turn"]
        waits = turn in seats and not info["seats"][turn]["stand_in"]
        if info["status"] != "playing" or (waits and moves == 0):
            return info
        if waits:
            info = seats[turn].play(table, turn, rng)
            moves -= 1
            end = time.monotonic() + LONGEST
        else:
            assert time.monotonic() < end, f"no bot plays at {table}"
            time.sleep(0.01)
            info = people[0].ask("GET", f"/tables/{table}")


def plain(found: Any) -> Any:
    """An answer without what passes and without words."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items() if key not in PASSING | WORDS}
    return [plain(value) for value in found] if isinstance(found, list) else found


def told(found: Any) -> Iterator[str]:
    """Every sentence in an answer that stands for itself: the one of an event may be said by the event before it."""
    if isinstance(found, dict):
        for key, value in found.items():
            if key == "log" and isinstance(value, list):
                yield from value
            elif key == "label":
                yield value
            else:
                yield from told(value)
    elif isinstance(found, list):
        for value in found:
            yield from told(value)


def seen(people: dict[str, Person], tables: dict[str, str], records: list[str]) -> Json:
    """All that these people are answered about themselves, these tables and these records."""
    found: Json = {"me": {}, "tables": {}, "records": {}}
    anybody = next(iter(people.values()))
    found["public"] = sorted(table["id"] for table in anybody.ask("GET", "/tables"))
    for name, person in people.items():
        found["me"][name] = {
            "name": person.ask("GET", "/me")["name"],
            "tables": sorted(table["id"] for table in person.ask("GET", "/me/tables")),
            "devices": sorted(
                (plain(device) for device in person.ask("GET", "/me/devices")), key=lambda d: str(d["id"])
            ),
        }
        for table in tables.values():
            here = found["tables"].setdefault(table, {})
            for seat in (*person.yours(table), -1):
                answers = [person.events(table, seat, lang=lang) for lang in LANGUAGES]
                assert all(sentence for answer in answers for sentence in told(answer))
                here[f"{name} {seat}"] = plain(answers[0])
    for record in records:
        whole = anybody.ask("GET", f"/records/{record}")
        seats = range(-1, whole["players"])
        frames = {seat: anybody.ask("GET", f"/records/{record}/frames", seat=seat, count=_FRAMES) for seat in seats}
        found["records"][record] = {
            "record": whole,
            "frames": {str(seat): plain(part) for seat, part in frames.items()},
        }
    return found


def lacks(wanted: Any, found: Any, where: str = "") -> list[str]:
    """Where an answer is not what it was; it may say more than it did."""
    if where.endswith("/rythm") and (wanted, found) == (None, 0):
        return []  # a hand without RYTHM cards costs nothing: that was not said before
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            line
            for key, value in wanted.items()
            for line in (lacks(value, found[key], f"{where}/{key}") if key in found else [f"{where}/{key} is gone"])
        ]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = enumerate(zip(wanted, found, strict=True))
        return [line for k, (one, other) in pairs for line in lacks(one, other, f"{where}/{k}")]
    return [] if wanted == found else [f"{where} was {wanted!r}, is {found!r}"]


def fill(server: Inside) -> Json:
    """Let people do something of everything; who they are, and what they left behind."""
    rng = random.Random(11)

    def new_person(name: str) -> Person:
        token = server.ask("POST", "/api/players", json={"name": name}).json()["token"]
        return Person(server, {"authorization": f"Bearer {token}"})

    def new_browser(agent: str, path: str, body: Json) -> Person:
        answer = server.ask("POST", f"/api{path}", json=body, headers={"user-agent": agent})
        return Person(server, {"cookie": f"quatuor={answer.cookies['quatuor']}"})

    ana, leo, eve = new_person("Ana"), new_person("Léo"), new_person("Eve")
    ada = new_browser(LINUX, "/me", {"name": "Ada"})
    tables: dict[str, str] = {}
    host = ana

    def open_table(name: str, game: str, *kinds: str, **more: Any) -> str:
        seats = [{"kind": "bot", "bot": kind[4:]} if kind[:4] == "bot " else {"kind": kind} for kind in kinds]
        plan = {"game": game, "players": len(kinds), "seats": seats, "pace_ms": 0, **more}
        tables[name] = host.ask("POST", "/tables", plan)["id"]
        return tables[name]

    def begin(name: str, game: str, *kinds: str, moves: int = 9, **more: Any) -> str:
        table = open_table(name, game, *kinds, **more)
        if "open" in kinds:
            leo.ask("POST", f"/tables/{table}/seats", {"seat": None})
        host.ask("POST", f"/tables/{table}/start")
        play_on([host, leo], table, rng, moves)
        return table

    def undo(table: str) -> None:
        """Make moves until one may be taken back, and do."""
        for _ in range(60):
            for somebody in (ana, leo):
                for seat in somebody.yours(table):
                    snapshot = somebody.events(table, seat, 100_000)["snapshot"]
                    if snapshot["undo"]:
                        somebody.ask("POST", f"/tables/{table}/undo", {"seat": seat, "after": snapshot["index"]})
                        return
            play_on([ana, leo], table, rng, 1)
        raise AssertionError("nothing can be taken back")

    # Before the deal.
    table = open_table(
        "open",
        "symphonimo",
        "me",
        "open",
        "bot search:30",
        "local",
        public=True,
        hints=True,
        options={"maestro": "random:2", "fausse_note": True},
        first=2,
    )
    table = open_table("left before the deal", "rythm_n_play", "me", "open", "open", "bot expert")
    leo.ask("POST", f"/tables/{table}/seats", {"seat": 2})
    eve.ask("POST", f"/tables/{table}/seats", {"seat": 1})
    leo.ask("DELETE", f"/tables/{table}/seats/2")
    ana.ask("PUT", f"/tables/{table}/seats/3", {"kind": "open"})
    ana.ask("PUT", f"/tables/{table}/seats/2", {"kind": "bot", "bot": "virtuoso"})

    # In progress, where a person is to play.
    undo(
        begin(
            "symphonimo",
            "symphonimo",
            "me",
            "open",
            "bot beginner",
            "bot search:20",
            options={"maestro": ["take_now", "classic", "draw_one", "pass_left"]},
        ),
    )
    undo(
        begin(
            "air_sorciere",
            "air_sorciere",
            "me",
            "local",
            "bot greedy",
            "open",
            moves=8,
            hints=True,
            options={"stall_limit": 25, "open_hands": False, "diplomas": "many"},
        ),
    )
    begin("symbiose, team", "symbiose", "me", "open", "bot amateur", "bot hasty:10", options={"mode": "team"})
    deck = [dict(card) for card in PUBLISHED]
    deck[0]["season"], deck[1]["season"] = deck[1]["season"], deck[0]["season"]
    begin("symbiose, another deck", "symbiose", "me", "local", moves=5, options={"deck": deck, "sides": "neighbours"})
    begin("symbiose, first flips", "symbiose", "me", "open", "local", moves=1)
    undo(
        begin(
            "rythm_n_play, clock",
            "rythm_n_play",
            "me",
            "open",
            "bot random",
            turn_seconds=86_400,
            moves=14,
            options={"last_staff": True},
        ),
    )
    begin("two people", "rythm_n_play", "me", "open", moves=6)
    table = begin("stand-in, back", "symphonimo", "me", "open", "local", turn_seconds=3600)
    leo.ask("POST", f"/tables/{table}/seats/1/stand-in")
    play_on([ana], table, rng, 2)
    leo.ask("POST", f"/tables/{table}/seats/1/back")
    play_on([ana, leo], table, rng, 2)
    table = begin("stand-in", "symphonimo", "me", "open")
    leo.ask("POST", f"/tables/{table}/seats/1/stand-in")
    play_on([ana], table, rng, 2)
    table = begin("somebody left", "symbiose", "me", "open")
    leo.ask("DELETE", f"/tables/{table}/seats/1")
    play_on([ana], table, rng, 1)

    # Over, closed, played again.
    begin("over, symphonimo", "symphonimo", "me", "open", "bot greedy", moves=10_000)
    begin("over, air_sorciere", "air_sorciere", "me", "bot greedy", moves=10_000, options={"stall_limit": 10})
    begin("over, symbiose", "symbiose", "me", "open", moves=10_000, hints=True)
    table = begin("over, rythm_n_play", "rythm_n_play", "me", "local", "bot search:20", moves=10_000)
    tables["rematch"] = ana.ask("POST", f"/tables/{table}/rematch")["id"]
    ana.ask("POST", f"/tables/{open_table('closed', 'symbiose', 'me', 'open', 'open')}/close")
    ana.ask("POST", f"/tables/{begin('closed while played', 'symphonimo', 'me', 'open')}/close")

    # Somebody with two browsers, of which one has come back to its seat by a link.
    host = ada
    first = begin("two browsers", "symphonimo", "me", "bot beginner", moves=3, first=0)
    second = begin("by a return link", "symbiose", "me", "bot random", moves=3)
    token = ada.ask("POST", "/me/devices/link")["url"].partition("#")[2]
    ada_too = new_browser(IPHONE, "/device-link", {"token": token})
    link = ada.ask("POST", f"/tables/{second}/seats/0/return-link")["url"].rsplit("/", 1)[1]
    eve.ask("POST", "/return", {"token": link})
    ada.ask("POST", "/me/devices/link")
    unused = ada.ask("POST", f"/tables/{first}/seats/0/return-link")["url"].rsplit("/", 1)[1]

    records = [table for name, table in tables.items() if name.startswith("over")]
    for path in sorted(RECORDS.glob("symphonimo-t*.quatuor.json")):
        answer = server.ask("POST", "/api/records", content=path.read_bytes(), headers=leo.headers)
        records.append(answer.json()["id"])
    people = {"Ana": ana, "Léo": leo, "Eve": eve, "Ada": ada, "Ada too": ada_too}
    return {
        "people": {name: person.headers for name, person in people.items()},
        "tables": tables,
        "records": records,
        "return": {"token": unused, "table": first, "seat": 0},
    }


def write(name: str) -> None:
    """Write a store, and what everybody there is answered once it is opened again."""
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder) / "first.db")
        known = fill(server)
        server.close()
        copy = Path(folder) / "copy.db"
        backup(Path(folder) / "first.db", copy)
        (FOLDER / f"{name}.db.xz").write_bytes(lzma.compress(copy.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        server = start(copy)
        people = {who: Person(server, headers) for who, headers in known["people"].items()}
        known["seen"] = seen(people, known["tables"], known["records"])
        server.close()
    text = json.dumps(known, ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    write(sys.argv[1])
