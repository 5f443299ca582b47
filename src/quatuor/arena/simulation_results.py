"""What a simulation showed: its numbers for the table, the plot and --json, and its title."""

from math import sqrt
from typing import Any

from quatuor.arena.simulation import A_WIN, Simulation, Tally
from quatuor.arena.texts import TEXTS, decimal, option_note
from quatuor.core.texts import Language

_Z_95 = 1.959964


def interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's); a little too wide where wins are shared.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    >>> [round(end, 3) for end in interval(0, 100)]
    [0.0, 0.037]
    """
    share, z2 = wins / games, _Z_95**2 / games
    middle = (share + z2 / 2) / (1 + z2)
    reach = sqrt(z2 * share * (1 - share) + z2 * z2 / 4) / (1 + z2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def summary(plan: Simulation, tally: Tally) -> dict[str, Any]:
    """What was simulated and what came out; seats and places count from 1, shares are parts of 1."""
    setup, rows = plan.setup, range(plan.setup.players)
    return {
        "game": setup.game.name,
        "players": setup.players,
        "options": dict(setup.options),
        "seed": str(plan.seed),
        "first": None if plan.first is None else plan.first + 1,
        "bots": list(plan.bots),
        "games": tally.games,
        "seconds": tally.seconds,
        "games_per_second": tally.games / tally.seconds,
        "moves_per_second": tally.games * tally.moves.mean / tally.seconds,
        "places": [
            {"place": k + 1, **_wins(tally.place_wins[k], tally.games), **tally.place_scores[k].as_json()} for k in rows
        ],
        "seats": [
            {
                "seat": k + 1,
                "bot": plan.bots[k],
                **_wins(tally.seat_wins[k], tally.games),
                **tally.seat_scores[k].as_json(),
            }
            for k in rows
        ],
        "scores": tally.scores.as_json(),
        "moves": tally.moves.as_json(),
        "ties": tally.ties / tally.games,
    }


def _wins(sixtieths: int, games: int) -> dict[str, Any]:
    wins = sixtieths / A_WIN
    low, high = interval(wins, games)
    return {"wins": wins / games, "wins_low": low, "wins_high": high}


def title(plan: Simulation, games: int, language: Language) -> str:
    """The game, how many were played, and by how many players."""
    key = "simulate.title" if games > 1 else "simulate.title.one"
    game, players = plan.setup.game.title, plan.setup.players
    return TEXTS.say(language, key, game=game, games=decimal(language, games), players=players)


def subtitle(plan: Simulation, language: Language) -> str:
    """Who played, the seed, and the options that are not the usual ones."""
    bots = plan.bots if len(set(plan.bots)) > 1 else plan.bots[:1]
    text = TEXTS.say(language, "simulate.subtitle", bots=", ".join(bots), seed=plan.seed)
    return text + option_note(plan.setup, language)
