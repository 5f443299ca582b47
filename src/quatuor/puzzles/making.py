"""Making puzzles: strong games are played, and what looks like a puzzle is verified by long searches.

In a puzzle one move is clearly best: whatever else there is wins less by at least `GAP`, and by more than `SURE`
standard errors of the difference. A player who looks one move ahead (`greedy`) misses it, and the game's strongest
level finds it every time that it is asked.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Any

from quatuor.analysis import RatedPosition, position
from quatuor.analysis.chance import seed_for
from quatuor.analysis.position import looked_closer
from quatuor.bots import BOTS, LEVELS, ask, new_chooser
from quatuor.bots.levels import PRODIGY
from quatuor.bots.search import Finding
from quatuor.core.game import Game
from quatuor.play.playthrough import Playthrough
from quatuor.play.setup import Setup
from quatuor.puzzles.puzzle import Puzzle, RatedMove

GAP, SURE = 0.05, 3.0
# What is not settled yet, but neither lost, is worth thinking about.
_LEAST_WIN, _MOST_WIN = 0.15, 0.97
# With fewer kinds of moves a guess is as good as a thought.
_FEWEST_KINDS = 3
# A first look has as many iterations as that of an analysis. The second one has so many times more; the moves that may
# be the best, so many at most, then get so many searches each, so many times as long as the first look.
_LONGER, _RIVALS, _SEARCHES, _LENGTH = 20, 5, 8, 4
# How often `greedy` and the strongest level are asked, each time with other chances.
_GREEDY_ASKED, _STRONGEST_ASKED = 5, 3
# The most puzzles that are taken from one game.
_PER_GAME = 2
_LOOK, _LONG, _CLOSE, _ASK, _DEAL = range(5)


@dataclass(frozen=True)
class _Candidate:
    """What looks like a puzzle at first: the move that seems best, and those that `greedy` would play."""

    best: int
    tempting: tuple[int, ...]


def puzzles(setup: Setup, seed: int) -> Iterator[Puzzle | None]:
    """Puzzles from games of these seeds, without end; None for each position that was looked at in vain."""
    number = 0
    while True:
        yield from _from_game(setup, seed_for(seed, number, _DEAL))
        number += 1


def _from_game(setup: Setup, seed: int) -> Iterator[Puzzle | None]:
    """The puzzles of one game, in which everybody plays what a first look finds best."""
    game, play, found = setup.game, setup.start(seed), 0
    while not play.over and found < _PER_GAME:
        if len(play.legal_actions) == 1:
            play.play_action(play.legal_actions[0])
            continue
        state, number = play.state, len(play.moves)
        look = position(game, state, iterations=game.search_settings.analysis, seed=seed_for(seed, number, _LOOK))
        candidate = _candidate(game, state, look, seed_for(seed, number, _ASK))
        puzzle = None if candidate is None else _verified(setup, play, candidate, seed_for(seed, number, _LONG))
        found += puzzle is not None
        yield puzzle
        play.play_action(look.best.action)


def _candidate(game: Game, state: Any, look: RatedPosition, seed: int) -> _Candidate | None:
    kind = partial(game.likeness, state)
    best, *others = _by_kind(game, state, look)
    if len(others) + 1 < _FEWEST_KINDS or not _LEAST_WIN <= best.win <= _MOST_WIN:
        return None
    if best.win - max(move.win for move in others) < GAP:
        return None
    tempting = tuple(
        dict.fromkeys(ask(BOTS["greedy"], game, state, new_chooser(seed_for(seed, k))) for k in range(_GREEDY_ASKED))
    )
    return None if kind(best.action) in map(kind, tempting) else _Candidate(best.action, tempting)


def _by_kind(game: Game, state: Any, look: RatedPosition) -> list[Finding]:
    """One move of each likeness, the highest chance first."""
    kinds: dict[Hashable, Finding] = {}
    for move in look.moves:
        kinds.setdefault(game.likeness(state, move.action), move)
    return sorted(kinds.values(), key=lambda move: -move.win)


def _verified(setup: Setup, play: Playthrough, candidate: _Candidate, seed: int) -> Puzzle | None:
    """The puzzle, if longer searches and the strongest level agree with the first look."""
    game, state = setup.game, play.state
    kind = partial(game.likeness, state)
    effort = game.search_settings.analysis
    look = position(game, state, iterations=_LONGER * effort, seed=seed)
    best, *others = _by_kind(game, state, look)
    if kind(best.action) != kind(candidate.best) or best.win - others[0].win < GAP:
        return None
    strongest = (ask(LEVELS[PRODIGY], game, state, new_chooser(seed_for(seed, k))) for k in range(_STRONGEST_ASKED))
    if any(kind(action) != kind(candidate.best) for action in strongest):
        return None
    rivals = {move.action for move in _by_kind(game, state, look)[:_RIVALS]} | {candidate.best, *candidate.tempting}
    look = looked_closer(game, state, look, rivals, _LENGTH * effort, _SEARCHES, seed_for(seed, _CLOSE), None)
    best, *others = _by_kind(game, state, look)
    if kind(best.action) != kind(candidate.best) or not _LEAST_WIN <= best.win <= _MOST_WIN:
        return None
    if any(not _clearly_better(best, move) for move in others):
        return None
    rated = sorted(look.moves, key=lambda move: (kind(move.action) != kind(best.action), -move.win, move.action))
    return Puzzle(
        id=f"{seed % (1 << 32):08x}",
        rules=game.version,
        players=setup.players,
        options=game.stored_options(setup.options),
        seed=str(play.seed),
        first=play.first,
        moves=tuple(move.text for move in play.moves),
        tempting=game.text(candidate.tempting[0]),
        shared_error=best.shared_error,
        rated=tuple(_rated(game, move) for move in rated),
    )


def _clearly_better(best: Finding, move: Finding) -> bool:
    return best.win - move.win > max(GAP, SURE * hypot(best.own_error, move.own_error))


def _rated(game: Game, move: Finding) -> RatedMove:
    figures = (move.win, move.win_error, move.margin, move.margin_error)
    return RatedMove(game.text(move.action), *(round(figure, 4) for figure in figures))
