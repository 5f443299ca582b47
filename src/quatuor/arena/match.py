"""Matches between bots by duplicate deals: the same cards several times, with each bot in every seat.

In a duel one bot, the challenger, plays among copies of another; with two players it is simply one against the other.
Each deal is played once for every side (seat, or team), with the challenger on each side in turn, so that the luck of
the cards favours nobody.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from quatuor.arena.processes import on_processes
from quatuor.arena.texts import TEXTS
from quatuor.arena.workers import WithFiles, Workers
from quatuor.bots import Bot, Position, find_bot_or_file, new_chooser, position_for
from quatuor.core.chance import mix, seed_after
from quatuor.core.errors import BotError
from quatuor.core.texts import shortened
from quatuor.play.playthrough import Playthrough
from quatuor.play.setup import SEEDS, Setup


@dataclass(frozen=True)
class Match:
    """Who plays whom, and what; the deals have the seeds `seed`, `seed` + 1, …"""

    setup: Setup
    seed: int
    bots: tuple[str, ...]
    deals: int
    # Finds a bot by its name; a bench that tries out parameters has names of its own.
    find: Callable[[str], Bot] = find_bot_or_file

    @property
    def fair(self) -> float:
        """The share of wins of a challenger who is no better and no worse than the others."""
        return 1 / self.setup.side_count

    @property
    def duels(self) -> list[tuple[int, int]]:
        """Challenger and others, by their place in `bots`: of two bots the first challenges, of several each does.

        With two sides each pair meets once: swapping the roles would only repeat the same games.
        """
        places = range(len(self.bots))
        return list((combinations if len(self.bots) == 2 or self.setup.side_count == 2 else permutations)(places, 2))

    @property
    def games(self) -> int:
        return len(self.duels) * self.deals * self.setup.side_count


class Thought(NamedTuple):
    """How much a bot thought: decisions with a choice, seconds, and iterations where it searches."""

    decisions: int
    seconds: float
    iterations: int

    def __add__(self, other: object) -> "Thought":
        assert isinstance(other, Thought)
        return Thought(
            self.decisions + other.decisions, self.seconds + other.seconds, self.iterations + other.iterations
        )


class Deal(NamedTuple):
    """One deal of a duel, played by the challenger on each side: share of the win and margin by place in turn order."""

    duel: int
    number: int
    wins: tuple[float, ...]
    margins: tuple[float, ...]
    thoughts: tuple[Thought, Thought]  # the challenger's, the others'


def read_match(setup: Setup, seed: int, bots: str, games: int) -> Match:
    """A match of bots such as `expert,greedy`, of at least `games` games per duel; BotError for impossible ones."""
    names = tuple(find_bot_or_file(name.strip()).name for name in bots.split(","))
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BotError(*TEXTS.sentence("match.twice", bot=shortened(twice[0])))
    if len(names) < 2:
        raise BotError(*TEXTS.sentence("match.alone", bot=names[0]))
    # At least two deals: how much they differ shows how sure a share is.
    return Match(setup, seed, names, max(2, -(-games // setup.side_count)))


def play_match(
    match: Match, played: Callable[[], None] = lambda: None, *, workers: Workers = on_processes
) -> Iterator[Deal]:
    """Every deal of every duel, in any order; each depends on its seed alone.

    `played` is called after every game.
    """
    tasks = [
        (match, duel, number, seat)
        for number in range(match.deals)
        for duel in range(len(match.duels))
        for seat in _challenger_seats(match)
    ]
    begun: dict[tuple[int, int], list[_Game]] = {}
    for game in workers(WithFiles(_game, match.bots), tasks):
        played()
        games = begun.setdefault(game[:2], [])
        games.append(game)
        if len(games) == match.setup.side_count:
            yield _deal(sorted(begun.pop(game[:2])))


def _challenger_seats(match: Match) -> list[int]:
    """The seats that the challenger takes in turn, one per side: its team-mates play as the challenger too."""
    sides = match.setup.sides
    return [sides.index(side) for side in sorted(set(sides))]


class _Game(NamedTuple):
    """One game of a duel: the challenger's place in turn order, share of the win and margin."""

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
    setup, sides = match.setup, match.setup.sides
    play = setup.start((match.seed + number) % SEEDS)
    # A team-mate is the challenger too.
    _play(play, [challenger if side == sides[seat] else others for side in sides])
    won = {sides[k] for k in play.winners}
    return _Game(
        duel,
        number,
        place=min((k - play.first) % setup.players for k, side in enumerate(sides) if side == sides[seat]),
        win=(sides[seat] in won) / len(won),
        margin=play.scores[seat] - max(play.scores[k] for k, side in enumerate(sides) if side != sides[seat]),
        thoughts=(challenger.thought, others.thought),
    )


def _play(play: Playthrough, bots: Sequence["_Counting"]) -> None:
    """Play a game to its end; each seat has random numbers of its own, which do not depend on how others think."""
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
    """A bot that counts how much it thinks."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.thought = Thought(0, 0.0, 0)

    def choose(self, position: Position) -> int:
        start = time.perf_counter()
        choice = self._bot.think(position)
        self.thought += Thought(1, time.perf_counter() - start, choice.iterations)
        return choice.action
