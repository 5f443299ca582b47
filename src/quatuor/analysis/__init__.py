"""How good each move was, by what its player knew: positions, decisions, luck, and where a result came from."""

from quatuor.analysis.account import Account
from quatuor.analysis.analysis import Analysis, analyse
from quatuor.analysis.chance import FEWEST_ITERATIONS, USUAL_ITERATIONS
from quatuor.analysis.decision import THRESHOLDS, Decision
from quatuor.analysis.position import RatedPosition, position

__all__ = [
    "FEWEST_ITERATIONS",
    "THRESHOLDS",
    "USUAL_ITERATIONS",
    "Account",
    "Analysis",
    "Decision",
    "RatedPosition",
    "analyse",
    "position",
]
