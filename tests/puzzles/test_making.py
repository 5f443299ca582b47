"""How puzzles are made: the same seed makes the same ones, and what is not clearly best is no puzzle."""

from math import inf

import pytest

from quatuor.analysis import RatedPosition
from quatuor.bots.search import Finding
from quatuor.games import find_game
from quatuor.play.playthrough import Playthrough
from quatuor.play.setup import usual_setup
from quatuor.puzzles import puzzles_of
from quatuor.puzzles.making import GAP, _candidate, _clearly_better, puzzles
from quatuor.puzzles.puzzle import read_puzzle

GAME = find_game("rythm_n_play")


def found(action: int, win: float, error: float = 0.001) -> Finding:
    return Finding(action, 100, win, inf, win, error, 0.0, 1.0)


def test_a_move_is_clearly_better_by_points_and_by_errors() -> None:
    assert _clearly_better(found(0, 0.5), found(1, 0.49 - GAP))
    assert not _clearly_better(found(0, 0.5), found(1, 0.51 - GAP))
    assert not _clearly_better(found(0, 0.5), found(1, 0.4, 0.05))


def test_what_looks_best_at_once_is_no_candidate() -> None:
    play = Playthrough(GAME, seed=4)
    while len(play.legal_actions) < 4:
        play.play_action(play.legal_actions[0])
    actions = play.legal_actions

    def look(best: int, win: float = 0.6) -> RatedPosition:
        return RatedPosition(play.turn, 100, tuple(found(one, win if one == best else 0.3) for one in actions))

    candidates = [_candidate(GAME, play.state, look(best), 0) for best in actions]
    missed = [candidate for candidate in candidates if candidate is not None]
    # All but what greedy plays; the same moves tempt wherever the best one is.
    assert 0 < len(missed) < len(actions) and len({candidate.tempting for candidate in missed}) == 1
    assert {candidate.best for candidate in missed}.isdisjoint(missed[0].tempting)
    # What is lost or won anyway is not worth thinking about, nor is a lead that is none.
    best = missed[0].best
    assert all(_candidate(GAME, play.state, look(best, win), 0) is None for win in (0.05, 0.3 + GAP / 2, 0.99))


def test_a_line_of_the_file_is_read_as_it_was_written() -> None:
    puzzle = puzzles_of(GAME)[0]
    assert read_puzzle(puzzle.line()) == puzzle


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles() -> None:
    made = next(puzzle for puzzle in puzzles(usual_setup(GAME, 2), seed=1) if puzzle is not None)
    assert read_puzzle(made.line()) == puzzles_of(GAME)[0]
