"""Moves that a game calls alike are equally good, and an analysis says so."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace
from math import hypot, sqrt
from typing import Any

import pytest

from quatuor import Game
from quatuor.analysis import position
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


@pytest.mark.parametrize("setup", ALL[::5], ids=str)
def test_an_analysis_gives_them_the_same_numbers(setup: Setup) -> None:
    game = setup.game
    for state in setup.positions(32, _POSITIONS):
        if state.turn < 0:
            continue
        found = {move.action: replace(move, action=0) for move in position(game, state, iterations=20, seed=1).moves}
        for group in alike(game, state):
            assert len({found[action] for action in group}) == 1


@pytest.mark.parametrize(("game", "players"), [("symphonimo", 6), ("symbiose", 2), ("symbiose", 4)])
def test_there_are_such_moves(game: str, players: int) -> None:
    setup = next(setup for setup in ALL if setup.game.name == game and setup.players == players)
    assert any(alike(setup.game, state) for state in setup.positions(33, 25))
