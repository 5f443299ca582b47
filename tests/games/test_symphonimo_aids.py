"""What the screen says a choice does to the score is what it does."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from quatuor import GAMES
from quatuor.core.state import copy_of
from quatuor.games.symphonimo.rules import points
from quatuor.games.symphonimo.state import DISCARD, DROP, PASS, TURN
from setups import Setup

GAME = GAMES["symphonimo"]
CHOICES = PASS, DISCARD, DROP
SETUPS = [
    *(Setup(GAME, players, {}) for players in (2, 4, 6)),
    Setup(GAME, 6, {"maestro": "random", "fausse_note": True}),
    Setup(GAME, 3, {"maestro": ["draw_one", "pass_left", "discard_own"]}),
    Setup(GAME, 3, {"maestro": ["take_now", "discard_one", "max_two"]}),
]


def positions(setup: Setup) -> Iterator[Any]:
    """Every position of a whole game of random moves in which somebody is to play."""
    play, chance = setup.start(5), random.Random(5)
    while not play.over:
        yield copy_of(play.state)
        play.play_action(chance.choice(play.legal_actions))


@pytest.fixture(scope="module", params=SETUPS, ids=str)
def played(request: pytest.FixtureRequest) -> tuple[Setup, list[Any]]:
    return request.param, list(positions(request.param))


def made(state: Any, move: str) -> Any:
    after = copy_of(state)
    GAME.apply(after, GAME.parse(move))
    return after


def test_each_figure_is_the_score_after_the_move(played: tuple[Setup, list[Any]]) -> None:
    setup, states = played
    uncertain = 0
    for state in states:
        seat = int(state.turn)
        shown = GAME.aids(state, seat)["after"]
        for move, figure in shown.items():
            after = made(state, move)
            score, families = int(points(after, seat)), GAME.aids(after, seat)["families"][seat]
            if after.turn == seat and after.phase in CHOICES:
                # What was shown is the worst and the best of what can be chosen now.
                chosen = GAME.aids(after, seat)["after"].values()
                assert figure["low"] == min(choice["low"] for choice in chosen)
                assert figure["high"] == max(choice["high"] for choice in chosen)
            elif figure["families"]:
                assert figure["low"] == figure["high"] == score
                assert figure["families"] == {family: families[family]["points"] for family in figure["families"]}
            else:
                assert figure["low"] <= score <= figure["high"]
            uncertain += figure["low"] < figure["high"]
    assert bool(uncertain) == bool(setup.options)


def test_every_move_that_changes_a_score_has_a_figure(played: tuple[Setup, list[Any]]) -> None:
    setup, states = played
    for state in states:
        seat = int(state.turn)
        shown = GAME.aids(state, seat)["after"]
        for action in GAME.legal_actions(state):
            move = GAME.text(action)
            if move not in shown:
                assert move.startswith(("draw", "place")) and points(made(state, move), seat) == points(state, seat)
        for other in range(-1, setup.players):
            assert other == seat or GAME.aids(state, other)["after"] == {}


def test_a_drawn_card_is_any_that_nobody_has_seen() -> None:
    """SY-17: both ends of the figure come to pass with some card."""
    setup = Setup(GAME, 3, {"maestro": ["draw_one", "pass_left", "discard_own"]})
    state = next(state for state in positions(setup) if state.phase == TURN and state.height[0] and state.left > 9)
    seat, seen = int(state.turn), set()
    for family in GAME.aids(state, 0)["unseen"]:
        after = copy_of(state)
        if GAME.stack(after, GAME.card_parse(family)):
            GAME.apply(after, GAME.parse("take 1"))
            seen.add(int(points(after, seat)))
    figure = GAME.aids(state, seat)["after"]["take 1"]
    assert (figure["low"], figure["high"]) == (min(seen), max(seen))


def test_a_fifth_frog_costs_the_quartet() -> None:
    state = next(positions(Setup(GAME, 2, {})))
    state.owned[0, [0, 5]] = 1, 4
    state.column[0, :2] = 5, 0
    state.height[0] = 2
    state.turn = 0
    figure = GAME.aids(state, 0)["after"]["take 1"]
    assert figure == {"low": 0, "high": 0, "families": {"3": 0, "8": 0}}
    assert GAME.aids(state, 0)["scores"][0] == 6


def test_the_last_place_and_the_last_card_are_announced(played: tuple[Setup, list[Any]]) -> None:
    """SY-5, SY-8: once the card is placed, nobody draws."""
    setup, states = played
    announced = set()
    for state in states:
        door = GAME.aids(state, int(state.turn))["door"]
        announced.add(door)
        if door and state.phase == TURN:
            assert GAME.legal_actions(state)[0] == GAME.parse("draw")
            state = made(state, "draw")
        for action in GAME.legal_actions(state) if door else ():
            after = made(state, GAME.text(action))
            moves = {GAME.text(action) for action in GAME.legal_actions(after)}
            assert "draw" not in moves or after.n_in == setup.players
    assert "last_card" in announced
