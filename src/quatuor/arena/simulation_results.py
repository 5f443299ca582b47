"""What a simulation came to, as plain numbers: what the table, the plot and --json all show."""

from math import sqrt
from typing import Any

from quatuor.arena.setup import Table
from quatuor.arena.simulation import A_WIN, Tally

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


def summary(table: Table, tally: Tally) -> dict[str, Any]:
    """The table and its results; seats and places count from 1, shares are parts of 1."""
    rows = range(table.players)
    return {
        "game": table.game_name,
        "players": table.players,
        "options": dict(table.options),
        "seed": str(table.seed),
        "first": None if table.first is None else table.first + 1,
        "bots": list(table.bots),
        "games": tally.games,
        "seconds": tally.seconds,
        "games_per_second": tally.games / tally.seconds,
        "moves_per_second": tally.games * tally.moves.mean / tally.seconds,
        "places": [
            {"place": k + 1, **_wins(tally.place_wins[k], tally.games), **tally.place_scores[k].numbers()} for k in rows
        ],
        "seats": [
            {
                "seat": k + 1,
                "bot": table.bots[k],
                **_wins(tally.seat_wins[k], tally.games),
                **tally.seat_scores[k].numbers(),
            }
            for k in rows
        ],
        "scores": tally.scores.numbers(),
        "moves": tally.moves.numbers(),
        "ties": tally.ties / tally.games,
    }


def _wins(sixtieths: int, games: int) -> dict[str, Any]:
    wins = sixtieths / A_WIN
    low, high = interval(wins, games)
    return {"wins": wins / games, "wins_low": low, "wins_high": high}
