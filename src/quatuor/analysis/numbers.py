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
        **parts_numbers(account),
        "curve": list(account.curve),
        "steps": steps_numbers(account),
        "decisions": [decision_numbers(game, decision) for decision in account.decisions],
    }


def parts_numbers(account: Account) -> dict[str, Any]:
    """Where a result came from."""
    parts = {name: getattr(account, name) for name in ("start", "luck", "others", "loss")}
    return {name: chance_numbers(part) for name, part in parts.items()} | {
        "result": account.result,
        "error": account.error,
    }


def steps_numbers(account: Account) -> list[dict[str, float]]:
    """What each move changed."""
    return [{"luck": step.luck, "others": step.others, "loss": step.loss} for step in account.steps]


def decision_numbers(game: Game, decision: Decision) -> dict[str, Any]:
    """One decision: what was played, what was better, and all that was possible."""
    return {
        "number": decision.number + 1,
        "seat": decision.seat + 1,
        "move": game.text(decision.action),
        "chance": chance_numbers(decision.chosen_chance),
        "best": game.text(decision.best),
        "best_chance": chance_numbers(decision.best_chance),
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
            "win_error": known_error(rated.win_error),
            "margin": rated.margin,
            "margin_error": known_error(rated.margin_error),
        }
        for rated in position.moves
    ]


def chance_numbers(chance: Chance) -> dict[str, float | None]:
    """A chance to win and its error."""
    return {"win": chance.win, "error": known_error(chance.error)}


def known_error(error: float) -> float | None:
    """A standard error, None where it is not known."""
    return error if error < float("inf") else None
