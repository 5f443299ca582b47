"""Nobody sees the next cards by asking: what is answered to moves that are not made depends on nothing unseen.

Lists of moves that follow what chance would show (the attack), and lists of whatever a game's moves are, are sent on
every way in, to a game and to its twin; the answers must be the same to the byte.
"""

import dataclasses
import random
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from quatuor.core.state import bytes_of, copy_of
from quatuor.games import GAMES
from quatuor.server.refusals import Refused
from quatuor.server.table import views
from quatuor.server.table.moves import make_moves, preview
from quatuor.server.table.table import Table
from quatuor.server.table.views import Viewpoint
from server.people import Somebody
from server.twins import PEOPLE, SETUPS, RandomTable, redealt, with_state
from setups import ALL, Setup

LONGEST = 5
NONSENSE = ["dance", "draw", "stop", "keep", "pass", "place 1", "take 1", "flip 1", "discard 1", "collect"]


def futures(game: RandomTable, rng: random.Random) -> Iterator[list[str]]:
    """Lists of two to five moves: of the same seat as the true cards would allow them, then with a wrong last one."""
    for action in game.legal(game.state):
        state, moves = copy_of(game.state), [game.game.text(action)]
        game.game.apply(state, action)
        while len(moves) < LONGEST and state.turn == game.state.turn:
            action = rng.choice(game.legal(state))
            moves.append(game.game.text(action))
            game.game.apply(state, action)
            yield list(moves)
        yield [*moves[: LONGEST - 1], rng.choice(NONSENSE)]
        yield [moves[0], rng.choice(NONSENSE), rng.choice(NONSENSE)]


def answered(table: Table, moves: list[str]) -> tuple[bytes, bytes]:
    """What comes of moves and of their preview at a table: a refusal, or what would be written."""
    seat, after = table.turn, table.index
    viewpoint = Viewpoint(PEOPLE[seat], seat, "fr")
    return (
        _answer(lambda: [repr(deed) for deed in make_moves(table, PEOPLE[seat], seat, after, moves)]),
        _answer(lambda: views.preview(table, preview(table, PEOPLE[seat], seat, after, moves), viewpoint)),
    )


def _answer(ask: Any) -> bytes:
    try:
        found = ask()
    except Refused as refused:
        found = [refused.status, refused.retry_after, refused.problem("fr")]
    return orjson.dumps(found, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)


@pytest.mark.parametrize("setup", ALL, ids=str)
def test_answers_to_lists_of_moves_depend_on_nothing_unseen(setup: Setup) -> None:
    game, rng = RandomTable(setup, 15), random.Random(15)
    lists, revealing = 0, set()
    while game.table.status == "playing" and lists < 80:
        deals = [redealt(game, game.state, game.table.turn) for _ in range(2)]
        twins = [with_state(game.table, state) for state in deals]
        for moves in futures(game, rng):
            told = answered(game.table, moves)
            assert all(answered(twin, moves) == told for twin in twins), moves
            lists += 1
            if b"reveals" in told[0]:
                revealing.add(moves[0].split()[0])
        game.step()
    assert lists > 50 and revealing


@pytest.mark.parametrize("name", GAMES)
def test_the_true_cards_are_not_even_looked_at_for_moves_that_are_not_made(name: str) -> None:
    """Neither a sentence nor the time an answer takes can then depend on them."""
    game, rng = RandomTable(Setup(GAMES[name], 3, {}), 16), random.Random(16)
    touched: list[bool] = []

    def watching(function: Any) -> Any:
        def watched(state: Any, *rest: Any) -> Any:
            touched.append(state.rng == game.state.rng)
            return function(state, *rest)

        return watched

    def watching_bytes(function: Any) -> Any:
        watched = watching(lambda state, *rest: function(bytes_of(state), *rest))
        return lambda state, *rest: watched(state.view(truth.STATE)[0], *rest)

    truth = game.table.game
    spied = {part: watching(getattr(truth, part)) for part in ("explain", "view", "aids")}
    calls = SimpleNamespace(
        legal_in=truth.calls.legal_in,
        apply_in=watching_bytes(truth.calls.apply_in),
        apply_event=watching_bytes(truth.calls.apply_event),
    )
    refused = 0
    while game.table.status == "playing" and refused < 300:
        assert game.table.play is not None
        play, watched = game.table.play.copy(), dataclasses.replace(truth, **spied)
        vars(watched)["calls"] = calls
        play.game = watched
        table = dataclasses.replace(game.table, game=watched, play=play)
        for moves in futures(game, rng):
            touched.clear()
            told = answered(table, moves)
            if all(b'"error"' in each for each in told):
                refused += 1
                assert not any(touched), moves
        game.step()
    assert refused > 20


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_way_in_answers_alike_whatever_comes_next(setup: Setup, ana: Somebody) -> None:
    """Posted, previewed, hinted at and on the socket: each of them in two deals that Ana cannot tell apart."""
    seats, options = ["me", *["local"] * (setup.players - 1)], dict(setup.options)
    opened = ana.open(setup.game.name, *seats, start=True, first=0, hints=True, options=options)
    live, rng = ana.server.services.tables.live_tables[opened], random.Random(17)
    game, heard_of = RandomTable(setup, 17), set()
    for _ in range(12):
        if live.table.status != "playing":
            break
        game.table, seat = same_people(live.table), live.table.turn
        lists = [moves for moves in futures(game, rng) if b'"error"' in answered(game.table, moves)[0]]
        with ana.socket(opened, 10_000, seat) as socket:
            socket.receive()
            for moves in rng.sample(lists, min(3, len(lists))):
                body = {"seat": seat, "after": live.table.index, "moves": moves}
                heard = []
                real = live.table
                for table_now in (real, with_state(real, redealt(game, game.state, seat))):
                    ana.server.call(partial(setattr, live, "table", table_now))
                    said = [ana.ask("POST", f"/tables/{opened}/{way}", body) for way in ("moves", "preview", "hint")]
                    socket.say(orjson.dumps(body).decode())
                    refusal = socket.receive()
                    heard.append([*((answer.status_code, answer.content) for answer in said), refusal])
                ana.server.call(partial(setattr, live, "table", real))
                assert heard[0] == heard[1], moves
                assert all(status >= 400 for status, _ in heard[0][:3])
                heard_of.add(refusal["error"])
        move = game.game.text(rng.choice(game.legal(game.state)))
        ana.play(opened, seat, move, after=live.table.index)
    assert heard_of == {"reveals", "illegal"}


def test_the_last_move_of_a_game_ends_a_list_too(ana: Somebody) -> None:
    """Whatever follows it is refused with a sentence, on every way in."""
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    live = ana.server.services.tables.live_tables[table]
    while True:
        turn = live.table.turn
        legal = [move["move"] for move in ana.snapshot(table, turn)["position"]["legal"]]
        ending = next((move for move in legal if ends(live.table, move)), None)
        if ending is not None:
            break
        ana.play(table, turn, legal[0], after=live.table.index)
    body = {"seat": turn, "after": live.table.index, "moves": [ending, "draw"]}
    for way in ("moves", "preview"):
        ana.refused(409, "reveals", "POST", f"/tables/{table}/{way}", body)
    with ana.socket(table, 10_000, turn) as socket:
        socket.receive()
        socket.say(orjson.dumps(body).decode())
        assert socket.receive()["error"] == "reveals"
    assert ana.play(table, turn, ending)["snapshot"]["table"]["status"] == "over"


def ends(table: Table, move: str) -> bool:
    assert table.play is not None
    state = copy_of(table.play.state)
    table.game.apply(state, table.game.parse(move))
    return bool(state.turn < 0)


def same_people(table: Table) -> Table:
    """The same table with people whom this test knows."""
    chairs = tuple(dataclasses.replace(chair, person=PEOPLE[k]) for k, chair in enumerate(table.chairs))
    return dataclasses.replace(table, plan=dataclasses.replace(table.plan, host=PEOPLE[0]), chairs=chairs)
