"""Chances are as sure as they say: long searches are within their intervals, and other seeds find moves as good."""

import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from quatuor import GAMES, Game, Playthrough
from quatuor.analysis import analyse, position
from quatuor.analysis.advice import quality, ranked
from quatuor.bots import Finding, ask, find_bot, look_into, new_chooser
from quatuor.core.state import copy_of

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
_INTERVAL = 1.96
_WIDEST = 0.15
# What a long search has more than a look of the analysis.
_LONGER = 20


def positions(game: Game, players: int, count: int) -> Iterator[Any]:
    """Choices of the game's network, one of each game."""
    for deal in range(600, 600 + count):
        play, bot, chooser, choices = Playthrough(game, players, seed=deal), find_bot("policy"), new_chooser(deal), []
        while not play.over:
            if len(play.legal_actions) > 1:
                choices.append(copy_of(play.state))
            play.play_action(ask(bot, game, play.state, chooser))
        yield random.Random(deal).choice(choices)


def hinted(game: Game, state: Any, seed: int) -> list[Finding]:
    return ranked(position(game, state, iterations=game.search_settings.analysis, seed=seed).moves)


def far_off(game: Game, state: Any, longer: int, playouts: float) -> float:
    """How far a long search, a part of it by playouts, is off a hint's best move, in halves of its interval."""
    best, *others = hinted(game, state, 1)
    long = replace(game, search_settings=replace(game.search_settings, analysis_playouts=playouts))
    least = longer * max(game.search_settings.analysis, 10 * (1 + len(others)))
    found = look_into(long, state, int(state.turn), least, seed=2).actions
    reach = _INTERVAL * best.win_error
    assert reach <= _WIDEST
    return abs(best.win - next(one.win for one in found if one.action == best.action)) / reach


@each_game
def test_a_longer_search_is_within_the_interval(game: Game) -> None:
    assert sum(far_off(game, state, 5, 0.0) > 1 for state in positions(game, 2, 4)) == 0


@pytest.mark.slow
@each_game
def test_long_searches_are_within_the_intervals_in_95_of_100_cases(game: Game) -> None:
    taken = (state for players in (2, game.max_players) for state in positions(game, players, 50))
    assert sum(far_off(game, state, _LONGER, 0.5) > 1 for state in taken) <= 5


@each_game
def test_another_seed_finds_a_move_as_good(game: Game) -> None:
    for state in positions(game, 2, 4):
        best, (other_best, *others) = hinted(game, state, 1)[0], hinted(game, state, 2)
        again = next(move for move in (other_best, *others) if move.action == best.action)
        assert quality(other_best, again) in ("best", "equal", "unsure")


def test_the_luck_of_air_sorciere_is_told_within_its_interval() -> None:
    play = Playthrough("air_sorciere", 2, seed=9000, options={"stall_limit": 10})
    bot, chooser = find_bot("policy"), new_chooser(1)
    while not play.over:
        play.play_action(ask(bot, play.game, play.state, chooser))
    one, two = (analyse(play, [0], iterations, iterations).accounts[0] for iterations in (50, 100))
    assert abs(one.luck.win - two.luck.win) < _INTERVAL * one.luck.error
    assert _INTERVAL * one.luck.error < 2 * _WIDEST


@each_game
def test_a_margin_is_read_in_the_points_it_was_learned_in(game: Game) -> None:
    learned = tomllib.loads(files(game.package).joinpath("learning.toml").read_text())
    assert game.search_settings.margin_scale == learned["margin_scale"]
