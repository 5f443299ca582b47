"""Where what a seat may do is its secret, and where everybody sees it: no move's time may tell a secret."""

import pytest

from quatuor.core.game import SPECTATOR, Game
from setups import ALL, SHORT, Setup


def own_knowledge(setup: Setup) -> bool:
    """Whether the seat to play sees something that a spectator does not, at any moment of a game of random moves."""
    game = setup.game
    short = setup._replace(options=SHORT.get(game.name, {}) | setup.options)
    states = [state for state in short.positions(5, 60) if state.turn >= 0]
    return any({**game.view(s, int(s.turn)), "seat": None} != {**game.view(s, SPECTATOR), "seat": None} for s in states)


@pytest.mark.parametrize("setup", ALL, ids=str)
def test_choices_are_private_where_who_is_to_play_sees_more_than_a_spectator(setup: Setup) -> None:
    assert setup.choices_are_private == own_knowledge(setup)


def test_a_game_of_which_nothing_is_said_has_private_choices() -> None:
    assert Game.__dataclass_fields__["choices_are_private"].default({}) is True
