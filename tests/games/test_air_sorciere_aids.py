"""What the screen says a choice brings, and what it rules out, is what it does."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from quatuor import GAMES
from quatuor.bots import ask, find_bot, new_chooser
from quatuor.core.state import copy_of
from quatuor.games.air_sorciere.rules import fits, points
from quatuor.games.air_sorciere.state import DIPLOMA, FLY, NOTHING, USE
from setups import Setup

GAME = GAMES["air_sorciere"]
SETUPS = [
    Setup(GAME, 2, {}),
    Setup(GAME, 5, {}),
    Setup(GAME, 3, {"diplomas": "many", "five_colour_bonus": "per_set", "open_hands": False}),
]


def positions(setup: Setup) -> Iterator[Any]:
    """Every position of a whole game in which somebody is to play: greedy players make diplomas, random ones fall."""
    play, chooser, greedy, chance = setup.start(3), new_chooser(3), find_bot("greedy"), random.Random(3)
    while not play.over:
        yield copy_of(play.state)
        if chance.random() < 0.1:
            play.play_action(chance.choice(play.legal_actions))
        else:
            play.play_action(ask(greedy, GAME, play.state, chooser))


@pytest.fixture(scope="module", params=SETUPS, ids=str)
def states(request: pytest.FixtureRequest) -> list[Any]:
    return list(positions(request.param))


def made(state: Any, *moves: str) -> Any:
    after = copy_of(state)
    for move in moves:
        assert GAME.parse(move) in GAME.legal_actions(after)
        GAME.apply(after, GAME.parse(move))
    return after


def legal(state: Any, verb: str) -> list[str]:
    texts = map(GAME.text, GAME.legal_actions(state))
    return [text for text in texts if text.partition(" ")[0] == verb]


def test_a_diploma_makes_the_score_that_was_shown(states: list[Any]) -> None:
    """AS-15, AS-19, AS-21: books, the point for all five colours, and the end of the game."""
    gains, ends = set(), set()
    for state in states:
        seat = int(state.turn)
        aids = GAME.aids(state, seat)
        for offer in aids["diplomas"] if aids["can_graduate"] else ():
            after = made(state, *offer["moves"])
            assert offer["after"] == {"score": points(after, seat), "ends": after.turn < 0}
            gains.add(offer["after"]["score"] - aids["scores"][seat] - offer["books"])
            ends.add(offer["after"]["ends"])
        if legal(state, "award"):
            after = made(state, "award")
            assert aids["after"] == {"award": {"score": points(after, seat), "ends": after.turn < 0}}
    assert ends == {False, True} and gains >= {0, 1}


def test_a_landing_shows_the_best_diploma_that_it_makes_possible(states: list[Any]) -> None:
    """AS-12: and none where none is possible."""
    chance, shown = random.Random(1), 0
    for state in states:
        seat = int(state.turn)
        after = {move: figure for move, figure in GAME.aids(state, seat)["after"].items() if move != "award"}
        shown += len(after)
        assert set(after) <= set(legal(state, "land"))
        for move in legal(state, "land"):
            landed = made(state, move)
            if move not in after:
                assert landed.turn != seat or not legal(landed, "graduate")
                continue
            offers = [offer["after"] for offer in GAME.aids(landed, seat)["diplomas"]]
            assert after[move] in offers and after[move]["score"] == max(offer["score"] for offer in offers)
            # No diploma made card by card is worth more.
            while landed.phase in (DIPLOMA, USE) and points(landed, seat) == points(state, seat):
                action = chance.choice([a for a in GAME.legal_actions(landed) if GAME.text(a) != "end"])
                GAME.apply(landed, action)
            assert points(landed, seat) <= after[move]["score"]
    assert shown


def test_a_move_is_closing_when_few_cards_could_still_join_the_column(states: list[Any]) -> None:
    """AS-4: cards of the pile, the common sky and the discard that would fit."""
    seen = set()
    for state in states:
        seat = int(state.turn)
        aids, view = GAME.aids(state, seat), GAME.view(state, seat)
        for move in [*legal(state, "keep"), *legal(state, "take")]:
            card = view["held"] if move == "keep" else move.split()[1]
            after = made(state, move)
            loose = [*aids["unseen_cards"], *view["common"], *view["discard"]]
            left = {other for other in loose if other[0] == card[0] and fits(after, GAME.card_parse(other))}
            assert (move in aids["closing"]) == (len(left) <= 2)
            assert set(aids["closing"].get(move, left)) == left
            seen.add(min(len(left), 3))
        assert set(aids["closing"]) <= {*legal(state, "keep"), *legal(state, "take")}
    assert seen == {0, 1, 2, 3}


def test_the_shortest_columns_are_those_of_a_forced_landing(states: list[Any]) -> None:
    """AS-11."""
    for state in states:
        if state.phase == FLY and state.shared != NOTHING:
            shortest = GAME.aids(state, int(state.turn))["shortest"]
            assert [f"land {colour}" for colour in shortest] == legal(state, "land")


def test_only_the_seat_to_play_is_told_what_comes_of_its_moves() -> None:
    for state in positions(Setup(GAME, 3, {"open_hands": False})):
        for seat in range(-1, 3):
            aids = GAME.aids(state, seat)
            assert seat == state.turn or not (aids["after"] or aids["closing"])
