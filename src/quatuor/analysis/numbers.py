"""An analysis as plain data, for JSON; seats and moves count from 1 here, as in records."""

from typing import Any

from quatuor.analysis.accounts import Account
from quatuor.analysis.chances import Chance
from quatuor.analysis.grading import THRESHOLDS, Decision
from quatuor.analysis.positions import Position
from quatuor.analysis.whole_games import Analysis
from quatuor.core.game import Game


def numbers_of(analysis: Analysis) -> dict[str, Any]:
    """Everything that an analysis found."""
    play = analysis.play
    return {
        "game": play.game.name,
        "players": play.players,
        "moves": [{"seat": move.seat + 1, "move": move.text} for move in play.moves],
        "iterations": analysis.iterations,
        "seed": analysis.seed,
        "thresholds": dict(THRESHOLDS),
        "seats": [account_numbers(play.game, account) for account in analysis.accounts],
    }


def account_numbers(game: Game, account: Account) -> dict[str, Any]:
    """One seat's game."""
    return {
        "seat": account.seat + 1,
        "start": _chance(account.start),
        "luck": _chance(account.luck),
        "others": _chance(account.others),
        "loss": _chance(account.loss),
        "result": account.result,
        "error": account.error,
        "curve": list(account.curve),
        "steps": [{"luck": step.luck, "others": step.others, "loss": step.loss} for step in account.steps],
        "decisions": [decision_numbers(game, decision) for decision in account.decisions],
    }


def decision_numbers(game: Game, decision: Decision) -> dict[str, Any]:
    """One decision: what was played, what was better, and all that was possible."""
    return {
        "number": decision.number + 1,
        "seat": decision.seat + 1,
        "move": game.text(decision.action),
        "chance": _chance(decision.chosen_chance),
        "best": game.text(decision.best),
        "best_chance": _chance(decision.best_chance),
        "loss": decision.loss,
        "difference": decision.difference,
        "error": decision.error,
        "mark": decision.mark,
        "moves": position_numbers(decision.before),
    }


def position_numbers(position: Position) -> list[dict[str, Any]]:
    """The legal moves of a position, the best one first; an error that is not known is null."""
    return [
        {
            "move": rated.move,
            "tried": rated.visits,
            "win": rated.win,
            "win_error": _known(rated.win_error),
            "margin": rated.margin,
            "margin_error": _known(rated.margin_error),
        }
        for rated in position.moves
    ]


def _chance(chance: Chance) -> dict[str, float | None]:
    return {"win": chance.win, "error": _known(chance.error)}


def _known(error: float) -> float | None:
    return error if error < float("inf") else None
