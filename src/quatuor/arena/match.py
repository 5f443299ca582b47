"""Matches between bots by duplicate deals: the same cards again and again, each bot in every seat.

A duel is one player, the challenger, among others who are all the same: with two players simply one against the other.
A deal is played as often as there are sides (seats, or teams), the challenger on each in turn; chance in the cards then
favours nobody.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from typing import Any, NamedTuple

import numpy as np

from quatuor.arena.processes import on_processes
from quatuor.arena.setup import SEEDS, count_sides
from quatuor.arena.texts import TEXTS
from quatuor.bots import Bot, Position, find_bot_or_file, new_chooser, position_for
from quatuor.core.chance import mix, seed_after
from quatuor.core.errors import BotError
from quatuor.core.game import Game
from quatuor.core.texts import shortened
from quatuor.games import find_game
from quatuor.play.playthrough import Playthrough


@dataclass(frozen=True)
class Match:
    """Who plays whom, at which table; the deals have the seeds `seed`, `seed` + 1, …"""

    game_name: str
    players: int
    options: Mapping[str, Any]
    seed: int
    bots: tuple[str, ...]
    deals: int
    # Who plays under a name: where parameters are tried out, there are more than those that everybody knows.
    find: Callable[[str], Bot] = find_bot_or_file

    @property
    def game(self) -> Game:
        return find_game(self.game_name)

    @property
    def sides(self) -> int:
        return count_sides(self.game, self.players, self.options)

    @property
    def fair(self) -> float:
        """The share of wins of a challenger who is no better and no worse than the others."""
        return 1 / self.sides

    @property
    def duels(self) -> list[tuple[int, int]]:
        """Challenger and others, by their place in `bots`: of two the first challenges, of several everybody does.

        Where there are two sides the challenged would only play the same games once more.
        """
        everybody = range(len(self.bots))
        return list((combinations if len(self.bots) == 2 or self.sides == 2 else permutations)(everybody, 2))

    @property
    def games(self) -> int:
        return len(self.duels) * self.deals * self.sides


class Thought(NamedTuple):
    """How much a bot thought: decisions that were one, seconds, and iterations where it searches."""

    decisions: int
    seconds: float
    iterations: int

    def __add__(self, other: object) -> "Thought":
        assert isinstance(other, Thought)
        return Thought(
            self.decisions + other.decisions, self.seconds + other.seconds, self.iterations + other.iterations
        )


class Deal(NamedTuple):
    """One deal of a duel, the challenger on each side: his share of the win and his margin by place in turn order."""

    duel: int
    number: int
    wins: tuple[float, ...]
    margins: tuple[float, ...]
    thoughts: tuple[Thought, Thought]  # the challenger's, the others'


def read_match(game: Game, players: int, options: Mapping[str, Any], seed: int, bots: str, games: int) -> Match:
    """A match of bots such as `expert,greedy`, of at least so many games a duel; BotError where there is none."""
    names = tuple(find_bot_or_file(name.strip()).name for name in bots.split(","))
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BotError(*TEXTS.sentence("match.twice", bot=shortened(twice[0])))
    if len(names) < 2:
        raise BotError(*TEXTS.sentence("match.alone", bot=names[0]))
    # Two deals at least: how sure a share is, is seen in how much deals differ.
    return Match(game.name, players, options, seed, names, max(2, -(-games // count_sides(game, players, options))))


def play_match(match: Match, played: Callable[[], None] = lambda: None) -> Iterator[Deal]:
    """Every deal of every duel, on all cores, in any order; each depends on its seed alone.

    `played` is called after every single game.
    """
    tasks = [
        (match, duel, number, seat)
        for number in range(match.deals)
        for duel in range(len(match.duels))
        for seat in _challenging(match)
    ]
    begun: dict[tuple[int, int], list[_Game]] = {}
    # The first is played here: whatever has to be compiled is, once for all processes.
    for game in chain(map(_game, tasks[:1]), on_processes(_game, tasks[1:])):
        played()
        games = begun.setdefault(game[:2], [])
        games.append(game)
        if len(games) == match.sides:
            yield _deal(sorted(begun.pop(game[:2])))


def _challenging(match: Match) -> list[int]:
    """The seats that the challenger takes in turn: one of each side, as the others of it are his too."""
    play = Playthrough(match.game, match.players, seed=match.seed % SEEDS, options=match.options)
    sides = [int(match.game.side(play.state, seat)) for seat in range(match.players)]
    return [sides.index(side) for side in sorted(set(sides))]


class _Game(NamedTuple):
    """One game of a duel: the challenger's place in turn order, his share of the win and his margin."""

    duel: int
    number: int
    place: int
    win: float
    margin: float
    thoughts: tuple[Thought, Thought]


def _deal(games: Sequence[_Game]) -> Deal:
    """The games of one deal, in the order of their places."""
    challenger, others = zip(*(game.thoughts for game in games), strict=True)
    nothing = Thought(0, 0.0, 0)
    return Deal(
        games[0].duel,
        games[0].number,
        tuple(game.win for game in games),
        tuple(game.margin for game in games),
        (sum(challenger, nothing), sum(others, nothing)),
    )


def _game(task: tuple[Match, int, int, int]) -> _Game:
    match, duel, number, seat = task
    challenger, others = (_Counting(match.find(match.bots[k])) for k in match.duels[duel])
    play = Playthrough(match.game, match.players, seed=(match.seed + number) % SEEDS, options=match.options)
    sides = [int(play.game.side(play.state, k)) for k in range(match.players)]
    # A team-mate is the challenger too.
    _play(play, [challenger if side == sides[seat] else others for side in sides])
    won = {sides[k] for k in play.winners}
    return _Game(
        duel,
        number,
        place=min((k - play.first) % match.players for k, side in enumerate(sides) if side == sides[seat]),
        win=(sides[seat] in won) / len(won),
        margin=play.scores[seat] - max(play.scores[k] for k, side in enumerate(sides) if side != sides[seat]),
        thoughts=(challenger.thought, others.thought),
    )


def _play(play: Playthrough, bots: Sequence["_Counting"]) -> None:
    """A game to its end; each seat has a chance of its own, so that nobody's depends on how the others think."""
    seed = np.uint64(play.seed or 0)
    choosers = [new_chooser(int(mix(seed_after(seed, np.uint64(seat))))) for seat in range(play.players)]
    while not play.over:
        legal = play.legal_actions
        seat = play.turn
        if len(legal) == 1:
            play.play_action(legal[0])
        else:
            play.play_action(bots[seat].choose(position_for(play.game, play.state, choosers[seat])))


class _Counting:
    """A bot whose thoughts are counted."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.thought = Thought(0, 0.0, 0)

    def choose(self, position: Position) -> int:
        start = time.perf_counter()
        choice = self._bot.think(position)
        self.thought += Thought(1, time.perf_counter() - start, choice.iterations)
        return choice.action
