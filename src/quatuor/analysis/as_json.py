"""An analysis as plain data, for JSON; seats and moves count from 1 here, as in records."""

from typing import Any

from quatuor.analysis.account import Account
from quatuor.analysis.analysis import Analysis
from quatuor.analysis.chance import Chance
from quatuor.analysis.decision import THRESHOLDS, Decision
from quatuor.bots.search import Finding
from quatuor.core.game import Game


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """Everything that an analysis found."""
    play = analysis.play
    return {
        "game": play.game.name,
        "players": play.players,
        "moves": [{"seat": move.seat + 1, "move": move.text} for move in play.moves],
        "iterations": analysis.iterations,
        "seed": analysis.seed,
        "thresholds": dict(THRESHOLDS),
        "seats": [_account_json(play.game, account) for account in analysis.accounts],
    }


def _account_json(game: Game, account: Account) -> dict[str, Any]:
    """One seat's game."""
    return {
        "seat": account.seat + 1,
        **parts_json(account),
        "curve": list(account.curve),
        "steps": steps_json(account),
        "decisions": [_decision_json(game, decision) for decision in account.decisions],
    }


def parts_json(account: Account) -> dict[str, Any]:
    """Where a result came from."""
    parts = {name: getattr(account, name) for name in ("start", "luck", "others", "loss")}
    return {name: chance_json(part) for name, part in parts.items()} | {
        "result": account.result,
        "error": account.error,
    }


def steps_json(account: Account) -> list[dict[str, float]]:
    """What each move changed."""
    return [{"luck": step.luck, "others": step.others, "loss": step.loss} for step in account.steps]


def _decision_json(game: Game, decision: Decision) -> dict[str, Any]:
    """One decision: what was played, what was better, and all legal moves, the best one first."""
    return {
        "number": decision.number + 1,
        "seat": decision.seat + 1,
        "move": game.text(decision.action),
        "chance": chance_json(decision.chosen_chance),
        "best": game.text(decision.best),
        "best_chance": chance_json(decision.best_chance),
        "loss": decision.loss,
        "difference": decision.difference,
        "error": decision.error,
        "mark": decision.mark,
        "moves": [
            {"move": game.text(move.action), "tried": move.visits, **worth_json(move)} for move in decision.before.moves
        ],
    }


def worth_json(move: Finding) -> dict[str, float | None]:
    """What a rated move is worth."""
    return {
        "win": move.win,
        "win_error": _known(move.win_error),
        "margin": move.margin,
        "margin_error": _known(move.margin_error),
    }


def chance_json(chance: Chance) -> dict[str, float | None]:
    """A chance to win and its error."""
    return {"win": chance.win, "error": _known(chance.error)}


def _known(error: float) -> float | None:
    """A standard error; None if it is not known."""
    return error if error < float("inf") else None
