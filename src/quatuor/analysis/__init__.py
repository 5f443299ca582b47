"""How good each move was, by what the player knew: positions, grades, luck, and the course of a whole game."""

from quatuor.analysis.accounts import Account
from quatuor.analysis.chances import FEWEST_ITERATIONS, USUAL_ITERATIONS
from quatuor.analysis.grading import THRESHOLDS, Decision
from quatuor.analysis.positions import Position, Rated, position
from quatuor.analysis.whole_games import Analysis, analyse

__all__ = [
    "FEWEST_ITERATIONS",
    "THRESHOLDS",
    "USUAL_ITERATIONS",
    "Account",
    "Analysis",
    "Decision",
    "Position",
    "Rated",
    "analyse",
    "position",
]
