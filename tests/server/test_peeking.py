"""Nobody sees the next cards by asking: what is answered to moves that are not made depends on nothing unseen.

Lists of moves that follow what chance would show (the attack), and lists of whatever a game's moves are, are sent on
every way in, to a game and to its twin; the answers must be the same to the byte.
"""

import dataclasses
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import orjson
import pytest

from quatuor.core.state import copy_of
from quatuor.games import GAMES
from quatuor.server.refusals import Refused
from quatuor.server.table import views
from quatuor.server.table.moves import preview, try_moves
from quatuor.server.table.standing import Standing, redealt
from quatuor.server.table.table import Table
from quatuor.server.table.views import Viewpoint
from server.asking import Somebody
from server.twins import PEOPLE, SETS, Game
from tables import ALL
from tables import Table as Set

LONGEST = 5
NONSENSE = ["dance", "draw", "stop", "keep", "pass", "place 1", "take 1", "flip 1", "discard 1", "collect"]


def futures(game: Game, rng: random.Random) -> Iterator[list[str]]:
    """Lists of two to five moves: of the same seat as the true cards would allow them, then with a wrong last one."""
    standing = game.table.standing
    assert standing is not None
    for action in game.legal(standing.state):
        state, moves = copy_of(standing.state), [game.game.text(action)]
        game.game.apply(state, action)
        while len(moves) < LONGEST and state.turn == standing.turn:
            action = rng.choice(game.legal(state))
            moves.append(game.game.text(action))
            game.game.apply(state, action)
            yield list(moves)
        yield [*moves[: LONGEST - 1], rng.choice(NONSENSE)]
        yield [moves[0], rng.choice(NONSENSE), rng.choice(NONSENSE)]


def answered(table: Table, standing: Standing, moves: list[str]) -> tuple[bytes, bytes]:
    """What comes of moves and of their preview, at this table standing so: a refusal, or what would be written."""
    real, table.standing = table.standing, standing
    seat, after = standing.turn, table.index
    viewpoint = Viewpoint(PEOPLE[seat], seat, "fr")
    try:
        return (
            _answer(lambda: [repr(deed) for deed in try_moves(table, PEOPLE[seat], seat, after, moves, 3.0).deeds]),
            _answer(
                lambda: views.preview(table, preview(table, PEOPLE[seat], seat, after, moves), moves, viewpoint),
            ),
        )
    finally:
        table.standing = real


def _answer(ask: Any) -> bytes:
    try:
        found = ask()
    except Refused as refused:
        found = [refused.status, refused.retry_after, refused.problem("fr")]
    return orjson.dumps(found, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)


@pytest.mark.parametrize("table", ALL, ids=str)
def test_answers_to_lists_of_moves_depend_on_nothing_unseen(table: Set) -> None:
    game, rng = Game(table, 15), random.Random(15)
    lists, revealing = 0, set()
    while game.table.status == "playing" and lists < 150:
        standing = game.table.standing
        assert standing is not None
        twins = [redealt(game.game, standing, standing.turn) for _ in range(2)]
        for moves in futures(game, rng):
            told = answered(game.table, standing, moves)
            assert all(answered(game.table, twin, moves) == told for twin in twins), moves
            lists += 1
            if b"reveals" in told[0]:
                revealing.add(moves[0].split()[0])
        game.step()
    assert lists > 50 and revealing


@pytest.mark.parametrize("name", GAMES)
def test_the_true_cards_are_not_even_looked_at_for_moves_that_are_not_made(name: str) -> None:
    """Neither a sentence nor the time an answer takes can then depend on them."""
    game, rng = Game(Set(GAMES[name], 3, {}), 16), random.Random(16)
    touched: list[bool] = []

    def watching(function: Any) -> Any:
        def watched(state: Any, *rest: Any) -> Any:
            assert game.table.standing is not None
            touched.append(state.rng == game.table.standing.state.rng)
            return function(state, *rest)

        return watched

    truth = game.table.game
    spied = {part: watching(getattr(truth, part)) for part in ("apply", "explain", "view", "aids")}
    refused = 0
    while game.table.status == "playing" and refused < 300:
        standing = game.table.standing
        assert standing is not None
        for moves in futures(game, rng):
            touched.clear()
            game.table.game = dataclasses.replace(truth, **spied)
            told = answered(game.table, standing, moves)
            game.table.game = truth
            if all(b'"error"' in each for each in told):
                refused += 1
                assert not any(touched), moves
        game.step()
    assert refused > 20


@pytest.mark.parametrize("table", SETS, ids=str)
def test_every_way_in_answers_alike_whatever_comes_next(table: Set, ana: Somebody) -> None:
    """Posted, previewed, hinted at and on the socket: each of them in two deals that Ana cannot tell apart."""
    seats, options = ["me", *["local"] * (table.players - 1)], dict(table.options)
    opened = ana.open(table.game.name, *seats, start=True, first=0, hints=True, options=options)
    live, rng = ana.server.services.tables.live_tables[opened], random.Random(17)
    game, heard_of = Game(table, 17), set()
    for _ in range(12):
        standing = game.table.standing = live.table.standing
        if standing is None or live.table.status != "playing":
            break
        seat = standing.turn
        lists = [moves for moves in futures(game, rng) if b'"error"' in answered(same_people(live), standing, moves)[0]]
        with ana.socket(opened, 10_000, seat) as socket:
            socket.receive()
            for moves in rng.sample(lists, min(3, len(lists))):
                body = {"seat": seat, "after": live.table.index, "moves": moves}
                heard = []
                for state in (standing, redealt(live.table.game, standing, seat)):
                    ana.server.call(partial(setattr, live.table, "standing", state))
                    said = [ana.ask("POST", f"/tables/{opened}/{way}", body) for way in ("moves", "preview", "hint")]
                    socket.say(orjson.dumps(body).decode())
                    refusal = socket.receive()
                    heard.append([*((answer.status_code, answer.content) for answer in said), refusal])
                ana.server.call(partial(setattr, live.table, "standing", standing))
                assert heard[0] == heard[1], moves
                assert all(status >= 400 for status, _ in heard[0][:3])
                heard_of.add(refusal["error"])
        move = game.game.text(rng.choice(game.legal(standing.state)))
        ana.play(opened, seat, move, after=live.table.index)
    assert heard_of == {"reveals", "illegal"}


def test_the_last_move_of_a_game_ends_a_list_too(ana: Somebody) -> None:
    """Whatever follows it is refused with a sentence, on every way in."""
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    live = ana.server.services.tables.live_tables[table]
    while True:
        standing = live.table.standing
        assert standing is not None
        legal = [move["move"] for move in ana.snapshot(table, standing.turn)["position"]["legal"]]
        ending = next((move for move in legal if ends(live.table, move)), None)
        if ending is not None:
            break
        ana.play(table, standing.turn, legal[0], after=live.table.index)
    body = {"seat": standing.turn, "after": live.table.index, "moves": [ending, "draw"]}
    for way in ("moves", "preview"):
        ana.refused(409, "reveals", "POST", f"/tables/{table}/{way}", body)
    with ana.socket(table, 10_000, standing.turn) as socket:
        socket.receive()
        socket.say(orjson.dumps(body).decode())
        assert socket.receive()["error"] == "reveals"
    assert ana.play(table, standing.turn, ending)["snapshot"]["table"]["status"] == "over"


def ends(table: Table, move: str) -> bool:
    assert table.standing is not None
    state = copy_of(table.standing.state)
    table.game.apply(state, table.game.parse(move))
    return bool(state.turn < 0)


def same_people(live: Any) -> Table:
    """A table of the same people whose answers can be asked for in this thread."""
    copy = Table(dataclasses.replace(live.table.plan, host=PEOPLE[0]))
    copy.entries, copy.status, copy.game_index = list(live.table.entries), "playing", live.table.game_index
    copy.chairs = [dataclasses.replace(chair, person=PEOPLE[k]) for k, chair in enumerate(live.table.chairs)]
    return copy
