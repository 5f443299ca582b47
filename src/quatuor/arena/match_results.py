"""What a match came to: shares with intervals clustered by deal, margins, places, thought, and ratings of several bots.

The games of one deal share its cards, so they are not independent: a deal counts as one observation.
"""

from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Any

import numpy as np

from quatuor.arena.match import Deal, Match, Thought

_Z = 1.959964
# What one unit of a rating is on Elo's scale.
_ELO = 400 / log(10)
_RESAMPLINGS = 400
# A bot that has won or lost everything would have no rating: everybody has also half won this many fair deals.
_PRIOR_DEALS = 1.0
_STEPS = 100


def t_95(freedom: int) -> float:
    """Student's factor of a 95 % interval, from a few observations on.

    >>> [round(t_95(n), 2) for n in (1, 4, 30, 1000)]
    [12.71, 2.77, 2.04, 1.96]
    """
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824}
    if freedom in exact:
        return exact[freedom]
    z = _Z
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(terms[k] / float(freedom) ** (k + 1) for k in range(3))


def estimate(values: Sequence[float]) -> dict[str, float]:
    """A mean over deals and its 95 % interval.

    >>> {name: round(value, 2) for name, value in estimate([0.0, 0.5, 0.5, 1.0]).items()}
    {'mean': 0.5, 'low': -0.15, 'high': 1.15}
    """
    found = np.asarray(values, float)
    mean = float(found.mean())
    reach = t_95(len(found) - 1) * float(found.std(ddof=1)) / sqrt(len(found)) if len(found) > 1 else float("inf")
    return {"mean": mean, "low": mean - reach, "high": mean + reach}


def share(values: Sequence[float]) -> dict[str, float]:
    """A share of wins over deals and its 95 % interval, as far as there are shares.

    That all deals went alike does not make the next one certain: the interval is never narrower than one deal more
    could make it.

    >>> share([0.0, 0.5])
    {'mean': 0.25, 'low': 0.0, 'high': 1.0}
    >>> share([1.0] * 9)
    {'mean': 1.0, 'low': 0.9, 'high': 1.0}
    """
    found = estimate(values)
    reach = max(found["high"] - found["mean"], 1 / (len(values) + 1))
    return {"mean": found["mean"], "low": max(0.0, found["mean"] - reach), "high": min(1.0, found["mean"] + reach)}


def standings(match: Match, deals: Iterable[Deal], seconds: float) -> dict[str, Any]:
    """The match and its results as plain data; places count from 1, shares are parts of 1."""
    by_duel: list[list[Deal]] = [[] for _ in match.duels]
    for deal in sorted(deals):
        by_duel[deal.duel].append(deal)
    numbers: dict[str, Any] = {
        "game": match.game_name,
        "players": match.players,
        "options": dict(match.options),
        "seed": str(match.seed),
        "bots": list(match.bots),
        "deals": match.deals,
        "games": match.games,
        "fair": match.fair,
        "seconds": seconds,
        "duels": [_duel(match, pair, played) for pair, played in zip(match.duels, by_duel, strict=True)],
        "thought": [_thought(bot, match, by_duel) for bot in range(len(match.bots))],
    }
    if len(match.bots) > 2:
        numbers["ratings"] = ratings(match, by_duel)
    return numbers


def _duel(match: Match, pair: tuple[int, int], deals: list[Deal]) -> dict[str, Any]:
    return {
        "bot": match.bots[pair[0]],
        "others": match.bots[pair[1]],
        "wins": share([float(np.mean(deal.wins)) for deal in deals]),
        "margin": estimate([float(np.mean(deal.margins)) for deal in deals]),
        "places": [share([deal.wins[place] for deal in deals]) for place in range(match.sides)],
    }


def _thought(bot: int, match: Match, by_duel: list[list[Deal]]) -> dict[str, Any]:
    """What a bot's decisions cost; a search's iterations, else None."""
    total = Thought(0, 0.0, 0)
    for pair, deals in zip(match.duels, by_duel, strict=True):
        for role in (0, 1):
            if pair[role] == bot:
                for deal in deals:
                    total += deal.thoughts[role]
    decisions = max(1, total.decisions)
    return {
        "bot": match.bots[bot],
        "decisions": total.decisions,
        "ms": 1000 * total.seconds / decisions,
        "iterations": total.iterations / decisions if total.iterations else None,
    }


def ratings(match: Match, by_duel: list[list[Deal]]) -> list[dict[str, Any]]:
    """A rating for each bot on Elo's scale, 0 on average, with 95 % intervals by resampling deals; the best first.

    The challenger's share of wins among m others is taken as his strength over his and theirs: s / (s + m · t).
    """
    shares = np.array([[float(np.mean(deal.wins)) for deal in deals] for deals in by_duel])
    found = _fit(match, shares.mean(axis=1))
    generator = np.random.default_rng(match.seed)
    drawn = []
    for _ in range(_RESAMPLINGS):
        chosen = generator.integers(0, match.deals, match.deals)
        drawn.append(_fit(match, shares[:, chosen].mean(axis=1)))
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    means, rows = shares.mean(axis=1), []
    for k, bot in enumerate(match.bots):
        # As with shares: that all deals went alike does not make the next one certain.
        lost, won = (float(_fit(match, _one_more(match, means, k, win))[k]) for win in (0.0, 1.0))
        rows.append({"bot": bot, "rating": float(found[k]), "low": min(low[k], lost), "high": max(high[k], won)})
    return sorted(rows, key=lambda row: -row["rating"])


def _one_more(match: Match, shares: np.ndarray[Any, Any], bot: int, win: float) -> np.ndarray[Any, Any]:
    """The shares of wins if a bot's next deal of each of its duels went so for him."""
    more = np.array([win if a == bot else 1 - win for a, _ in match.duels])
    his = np.array([bot in pair for pair in match.duels])
    return np.where(his, (shares * match.deals + more) / (match.deals + 1), shares)


def _fit(match: Match, shares: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The ratings under which these shares of wins are most likely, by Newton's steps of one bot at a time."""
    rating = np.zeros(len(match.bots))
    others = match.sides - 1
    weight = float(match.deals)
    wins = (shares * weight + match.fair * _PRIOR_DEALS) / (weight + _PRIOR_DEALS)
    for _ in range(_STEPS):
        slope, bend = np.zeros_like(rating), np.full_like(rating, 1e-9)
        for (a, b), share in zip(match.duels, wins, strict=True):
            expected = 1 / (1 + others * np.exp(rating[b] - rating[a]))
            for bot, sign in ((a, 1.0), (b, -1.0)):
                slope[bot] += sign * (share - expected)
                bend[bot] += expected * (1 - expected)
        # Both bots of a duel move: half a step each.
        rating += np.clip(0.5 * slope / bend, -1.0, 1.0)
        rating -= rating.mean()
    return rating * _ELO
