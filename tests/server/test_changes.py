"""A socket that asks for changes: what it has been sent always adds up to the snapshot that others get whole."""

import json
import random
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from quatuor.core.texts import LANGUAGES
from quatuor.server.live import updates
from quatuor.server.live.live_table import LiveTable, Viewer
from quatuor.server.table import deeds
from quatuor.server.table.views import Viewpoint
from server.changes import changed
from server.inside import Closed
from server.people import Somebody
from server.twins import PEOPLE, SEED, SETUPS, RandomTable
from setups import Setup

Json = dict[str, Any]


class Follower:
    """A viewer who is sent changes, and puts them together."""

    def __init__(self, live: LiveTable, person: str | None, seat: int, language: Any) -> None:
        self.live = live
        self.viewer = Viewer(person, seat, language, -1, changes=True)
        self.viewpoint = Viewpoint(person, seat, language)
        self.snapshot: Json | None = None
        self.items: list[Json] = []
        self.whole = self.partial = 0  # bytes of what changes stood for, and of the changes

    def receive(self) -> None:
        sent = updates.news(self.live, self.viewer, self.viewpoint)
        told = orjson.loads(sent)
        self.items += told["items"]
        real = orjson.loads(updates.snapshot(self.live, self.viewpoint))
        if "changes" in told:
            assert self.snapshot is not None
            self.whole += len(updates.update(self.live, self.live.table.index - 1, self.viewpoint))
            self.partial += len(sent)
            check_nothing_else(told["changes"], real)
            self.snapshot = changed(self.snapshot, told["changes"])
        else:
            self.snapshot = told["snapshot"]
        assert orjson.dumps(self.snapshot, option=orjson.OPT_SORT_KEYS) == orjson.dumps(
            real, option=orjson.OPT_SORT_KEYS
        ), f"seat {self.viewpoint.seat}"


def check_nothing_else(changes: Json, real: Json) -> None:
    """Whatever is sent as changed is what this very viewer would be sent whole."""
    for key, value in changes.items():
        if key in ("table", "position", "view", "aids"):
            check_nothing_else(value, real[key])
        else:
            assert real[key] == value


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_changes_add_up_to_the_snapshot_for_every_viewer_of_a_whole_game(setup: Setup) -> None:
    """Some viewers are slow, some moves are taken back, bots stand in, and the game may be closed."""
    game, rng = RandomTable(setup, SEED), random.Random(SEED)
    live = LiveTable(game.table)
    people = {seat: PEOPLE[seat] for seat in range(setup.players)} | {-1: None}
    followers = [Follower(live, people[seat], seat, LANGUAGES[seat % 2]) for seat in people]
    followers.append(Follower(live, people[0], 0, "fr"))
    while game.table.status == "playing":
        moves_only = rng.random() > 0.05
        if moves_only:
            game.step()
        else:
            seat = rng.randrange(setup.players)
            deed = deeds.HandedBack(seat) if game.table.chairs[seat].stand_in else deeds.StandIn(seat, "random")
            game.table = game.table.after([deed], at=2.0, moment=2.0)
        live.table = game.table
        live.announce(moves_only)
        for follower in rng.sample(followers, len(followers)):
            if rng.random() < 0.8 or game.table.status != "playing":
                follower.receive()
    for deed in (deeds.Rematch("ABCDEFGH"), deeds.Closed()):
        live.table = live.table.after([deed], at=3.0, moment=3.0)
        live.announce()
        for follower in followers:
            follower.receive()
    for follower in followers:
        assert [item["index"] for item in follower.items] == list(range(len(live.table.entries)))
        assert 0 < follower.partial < 0.85 * follower.whole, "changes are to be shorter"


@pytest.fixture
def table(ana: Somebody, leo: Somebody) -> str:
    table = ana.open("rythm_n_play", "me", "open", first=0)
    leo.sit(table)
    ana.start(table)
    return table


def play_one(players: dict[int, Somebody], table: str) -> None:
    seen = players[0].snapshot(table, -1)
    turn = seen["table"]["turn"]
    move = players[turn].snapshot(table, turn)["position"]["legal"][0]["move"]
    players[turn].play(table, turn, move, after=seen["index"])


def test_a_socket_is_sent_changes_only_if_it_asks_and_only_after_a_whole_snapshot(
    ana: Somebody, leo: Somebody, table: str
) -> None:
    players = {0: ana, 1: leo}
    with leo.socket(table, -1, 1, changes=True) as his, ana.socket(table, -1, 0) as hers:
        last = his.receive()["snapshot"]
        hers.receive()
        for _ in range(6):
            play_one(players, table)
            told = his.receive()
            assert "snapshot" not in told
            last = changed(last, told["changes"])
            assert last == leo.snapshot(table, 1)
            assert "snapshot" in hers.receive()
    with leo.socket(table, last["index"], 1, changes=True) as again:
        assert again.receive()["snapshot"]["position"] == last["position"], "another socket knows nothing yet"


def test_a_refused_and_a_repeated_move_change_nothing(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    with ana.socket(table, -1, 0, changes=True) as socket:
        last = socket.receive()["snapshot"]
        move = {"seat": 0, "after": last["index"], "moves": [last["position"]["legal"][0]["move"]]}
        socket.say(json.dumps(move | {"moves": ["no such move"], "request": 1}))
        assert socket.receive()["error"] == "illegal"
        socket.say(json.dumps(move | {"request": 2}))
        last = changed(last, socket.answer(2)["changes"])
        assert last == ana.snapshot(table, 0)
        socket.say(json.dumps(move | {"request": 3}))
        told = socket.answer(3)
        assert told["items"] == [] and "position" not in told["changes"]
        assert changed(last, told["changes"]) == ana.snapshot(table, 0)


def test_who_gets_a_seat_learns_its_hand_and_who_lost_it_no_more(
    ana: Somebody, leo: Somebody, table: str, somebody: Callable[..., Somebody]
) -> None:
    """A viewpoint belongs to a socket: nobody is sent what has changed for another one."""
    phone = somebody("Phone")
    link = leo.good("POST", f"/tables/{table}/seats/1/return-link")["url"]
    with leo.socket(table, -1, 1, changes=True) as his, phone.socket(table, -1, -1, changes=True) as watching:
        his.receive()
        last = watching.receive()["snapshot"]
        phone.good("POST", "/return", {"token": link.rsplit("/", 1)[1]})
        with pytest.raises(Closed) as refused:
            his.receive()
        assert refused.value.code == 4403
        last = changed(last, watching.receive()["changes"])
        assert last["table"]["yours"] == [1] and last["position"]["seat"] == -1
        assert last["position"] == phone.snapshot(table, -1)["position"]
        with phone.socket(table, last["index"], 1, changes=True) as own:
            assert own.receive()["snapshot"] == phone.snapshot(table, 1)
