"""What every game's observations keep: all that a seat's view tells apart, nothing that it has not seen, bounds."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from quatuor import GAMES, Game
from quatuor.core.chance import forget_chance
from quatuor.core.game import SPECTATOR
from quatuor.core.state import copy_of
from setups import SHORT, Setup, setups_of

_GAMES = 2
_POSITIONS = 12
_FUTURES = 2

tables = [(game, players) for game in GAMES.values() for players in range(game.min_players, game.max_players + 1)]


def positions(setup: Setup) -> Iterator[Any]:
    """States of some games, each with all that can follow it, in futures of which each shows something else."""
    game = setup.game
    short = setup._replace(options=SHORT.get(game.name, {}) | setup.options)
    actions = np.zeros(game.max_legal + 1, np.int16)
    for seed in range(_GAMES):
        for state in short.positions(seed, _POSITIONS):
            yield state
            for action in actions[: game.legal(state, actions)].tolist():
                for future in range(_FUTURES):
                    after = copy_of(state)
                    if future:
                        forget_chance(after, np.uint64(future))
                    game.apply(after, action)
                    yield after


@pytest.mark.parametrize(("game", "players"), tables, ids=lambda value: getattr(value, "name", str(value)))
def test_what_a_view_tells_apart_has_another_observation(game: Game, players: int) -> None:
    """Over all options: where a view shows them, the observation does."""
    views: dict[tuple[int, bytes], Any] = {}
    numbers = np.zeros(game.observation.size, np.int8)
    told_apart = 0
    for setup in setups_of(game):
        for state in positions(setup) if setup.players == players else ():
            for seat in range(SPECTATOR, players):
                game.observe(state, seat, numbers)
                view = game.view(state, seat)
                same = views.setdefault((seat, numbers.tobytes()), view)
                assert same == view, {key: (same[key], view[key]) for key in view if same[key] != view[key]}
                told_apart += same is view
    assert told_apart > 100


@pytest.mark.parametrize(("game", "players"), tables, ids=lambda value: getattr(value, "name", str(value)))
def test_what_a_seat_has_not_seen_changes_nothing_and_no_entry_is_too_large(game: Game, players: int) -> None:
    largest = np.concatenate([part.largest for part in game.observation.parts])
    seen, again = (np.zeros(game.observation.size, np.int8) for _ in range(2))
    for setup in setups_of(game):
        for state in setup.positions(3, _POSITIONS) if setup.players == players else ():
            for seat in range(SPECTATOR, players):
                game.observe(state, seat, seen)
                assert (np.abs(seen.astype(int)) <= largest).all()
                other = copy_of(state)
                game.redeal(other, seat, np.uint64(8))
                game.observe(other, seat, again)
                assert again.tobytes() == seen.tobytes()
