"""What `view` and `aids` return is what their types declare: no field more, none less, none that is never used."""

from collections.abc import Iterator
from functools import cache
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import orjson
import pytest

from quatuor import GAMES, Game
from quatuor.bots import ask, find_bot, new_chooser
from quatuor.core.game import SPECTATOR
from quatuor.core.results import Result, result_of
from quatuor.core.state import copy_of
from quatuor.server.http.view_types import game_types
from setups import Setup, setups_of, spread

# What a handful of games does not come to: ties; in Air Sorcière a fall or too few books in each colour, and the end
# without cards; in Rythm'n'Play seven RYTHM cards.
_RARE = (".result.tie=", ".falling=", ".few_books=", ".ending=no_cards", ".prompt.case=full")


def positions(setup: Setup) -> Iterator[Any]:
    """States of whole games: greedy players come where random ones hardly ever do, and the other way round."""
    for bot, count in (("random", 10),) if setup.options else (("random", 40), ("greedy", 60)):
        play, chooser, player = setup.start(seed=1), new_chooser(1), find_bot(bot)
        states = [copy_of(play.state)]
        while not play.over:
            play.play_action(ask(player, setup.game, play.state, chooser))
            states.append(copy_of(play.state))
        yield from (states[number] for number in spread(len(play.moves), count))


# The fields of a TypedDict with their types.
fields = cache(get_type_hints)


def declared(kind: Any, path: str = "") -> set[str]:
    """Every field that a type declares, and every value that it names, by where it is found."""
    if is_typeddict(kind):
        below = {f"{path}.{name}": part for name, part in fields(kind).items()}
        return set(below).union(*(declared(part, at) for at, part in below.items()))
    if get_origin(kind) is Literal:
        return {f"{path}={value}" for value in get_args(kind)}
    if get_origin(kind) in (Union, UnionType):
        return set().union(*(declared(part, path) for part in get_args(kind)))
    if kind is NoneType:
        return {f"{path}=None"}
    return declared(get_args(kind)[-1], path) if get_origin(kind) in (list, dict) else set()


def note(value: Any, kind: Any, seen: set[str], path: str = "") -> None:
    """Add every field and every plain value that is there, by where its type declares it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for part in parts:
            note(value, part, seen, path)
    elif isinstance(value, dict):
        for name, part in fields(kind).items() if is_typeddict(kind) else ():
            if name in value:
                seen.add(f"{path}.{name}")
                note(value[name], part, seen, f"{path}.{name}")
        for inner in value.values() if origin is dict else ():
            note(inner, parts[-1], seen, path)
    elif isinstance(value, list):
        for inner in value if origin is list else ():
            note(inner, parts[-1], seen, path)
    else:
        seen.add(f"{path}={value}")


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_views_and_aids_are_as_declared_and_nothing_declared_is_never_there(game: Game) -> None:
    types = dict(zip(("view", "aids"), game_types(game).values(), strict=True))
    declared_types = {"view": game.View, "aids": game.Aids}
    seen: dict[str, set[str]] = {"view": set(), "aids": set()}
    for setup in setups_of(game):
        for state in positions(setup):
            for seat in range(SPECTATOR, setup.players):
                for name, value in (("view", game.view(state, seat)), ("aids", game.aids(state, seat))):
                    types[name].validate_json(orjson.dumps(value), strict=True)
                    note(value, declared_types[name], seen[name])
    never = {path for name, kind in declared_types.items() for path in declared(kind) - seen[name]}
    assert {path for path in never if not path.startswith(_RARE)} == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_places_agree_with_winners_points_and_aids(game: Game) -> None:
    for setup in setups_of(game):
        end = setup.play(seed=2).state
        result: Result = game.view(end, SPECTATOR)["result"]
        places, points = result["places"], result["scores"]
        assert result["winners"] == [seat for seat, place in enumerate(places) if place == 1]
        seats = range(setup.players)
        assert all(places[a] < places[b] for a in seats for b in seats if points[a] > points[b])
        assert points == game.aids(end, SPECTATOR)["scores"]
        assert bool(result["level"]) == (result["tie"] is not None)


@pytest.mark.parametrize(
    ("points", "tie_breaks", "sides", "expected"),
    [
        ([5, 9, 7], [0, 0, 0], [0, 1, 2], ([3, 1, 2], [], None)),
        ([9, 5, 9], [1, 8, 2], [0, 1, 2], ([2, 3, 1], [0, 2], "broken")),
        ([9, 5, 9], [2, 8, 2], [0, 1, 2], ([1, 3, 1], [0, 2], "shared")),
        ([5, 9, 5], [0, 0, 0], [0, 1, 2], ([2, 1, 2], [], None)),
        ([7, 9, 7, 9], [0, 0, 0, 0], [0, 1, 0, 1], ([2, 1, 2, 1], [], None)),
        ([9, 9, 9, 9], [0, 0, 0, 0], [0, 1, 0, 1], ([1, 1, 1, 1], [0, 1, 2, 3], "shared")),
    ],
)
def test_what_decides_between_equal_points(
    points: list[int], tie_breaks: list[int], sides: list[int], expected: tuple[list[int], list[int], str | None]
) -> None:
    def scores(state: Any, out: Any) -> None:
        out[:] = points

    ranks = list(zip(points, tie_breaks, strict=True))
    won = sum(1 << seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    over = SimpleNamespace(players=len(points), turn=-1)
    result = result_of(
        over, scores, lambda state: won, lambda state, seat: tie_breaks[seat], lambda state, seat: sides[seat]
    )
    assert result is not None
    assert (result["places"], result["level"], result["tie"]) == expected


def test_nobody_has_a_place_before_the_end() -> None:
    assert result_of(SimpleNamespace(players=2, turn=0), lambda *_: None, lambda *_: 0) is None
