"""Moves that a game calls alike are equally good, and an analysis says so."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from math import hypot, sqrt
from typing import Any

import pytest

from quatuor import GAMES, Game
from quatuor.analysis import position
from quatuor.analysis.advice import one_of_each, ranked
from quatuor.bots.playouts import Expectation, expect
from setups import ALL, Setup

_POSITIONS = 4


def alike(game: Game, state: Any) -> list[list[int]]:
    """The legal moves that are alike, where there are several."""
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for action in game.legal_actions(state):
        groups[game.likeness(state, action)].append(action)
    return [group for group in groups.values() if len(group) > 1]


def played_out(game: Game) -> Game:
    """The game with chances that are counted in playouts, whatever its network thinks."""
    return replace(game, search_settings=replace(game.search_settings, analysis_playouts=1.0))


def win(found: Expectation) -> tuple[float, float]:
    """The chance to win, and its standard error."""
    mean = found.wins / found.futures
    return mean, sqrt(max(found.squares / found.futures - mean * mean, 0.05) / found.futures)


@pytest.mark.parametrize("setup", ALL[::2], ids=str)
def test_moves_that_are_alike_are_equally_good(setup: Setup) -> None:
    """By playouts of each, which know nothing of likeness."""
    game = played_out(setup.game)
    for state in setup.positions(31, _POSITIONS):
        for first, second in ((group[0], group[-1]) for group in alike(game, state)[:3]):
            (one, error), (other, more) = (
                win(expect(game, state, int(state.turn), 60, seed=action, first=action)) for action in (first, second)
            )
            assert abs(one - other) < 4.5 * hypot(error, more), (game.text(first), game.text(second))


@pytest.mark.parametrize("name", GAMES)
def test_they_are_one_line_of_a_hint_with_the_same_numbers(name: str) -> None:
    """In 200 positions of all games together, of two players and of the most."""
    setups = [setup for setup in ALL if setup.game.name == name and not setup.options]
    counts = [min(setups, key=lambda setup: setup.players), max(setups, key=lambda setup: setup.players)]
    positions = [(setup.game, state) for setup in counts for state in setup.positions(32, 40) if state.turn >= 0]
    assert len(positions) >= 50
    for game, state in positions[:50]:
        likeness = partial(game.likeness, state)
        moves = ranked(position(game, state, iterations=20, seed=1).moves)
        numbers = {move.action: replace(move, action=0) for move in moves}
        lines = [(line.action, *others) for line, others in one_of_each(moves, likeness)]
        assert sorted(action for line in lines for action in line) == sorted(game.legal_actions(state))
        assert len({likeness(line[0]) for line in lines}) == len(lines), "two lines are alike"
        assert all(len({numbers[action] for action in line}) == 1 for line in lines)


@pytest.mark.parametrize(("game", "players"), [("symphonimo", 6), ("symbiose", 2), ("symbiose", 4)])
def test_there_are_such_moves(game: str, players: int) -> None:
    setup = next(setup for setup in ALL if setup.game.name == game and setup.players == players)
    assert any(alike(setup.game, state) for state in setup.positions(33, 25))
