"""What a match showed: shares of wins, margins, places, thought, ratings of several bots, and its title.

The games of one deal share its cards, so they are not independent: a deal counts as one observation.
"""

from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Any

import numpy as np

from quatuor.arena.match import Deal, Match, Thought
from quatuor.arena.texts import TEXTS, decimal, option_note
from quatuor.core.texts import Language

_Z = 1.959964
# One unit of log-strength on Elo's scale.
_ELO = 400 / log(10)
_RESAMPLINGS = 400
# A bot that has won or lost everything would have no finite rating: so many deals with a fair share are added.
_PRIOR_DEALS = 1.0
_STEPS = 100


def t_95(freedom: int) -> float:
    """Student's factor of a 95 % interval, by degrees of freedom.

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
    """A share of wins over deals and its 95 % interval, cut to 0 … 1.

    Deals that all went alike do not make the next one certain: the interval reaches at least as far as one more deal
    could move the share.

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
        "game": match.setup.game.name,
        "players": match.setup.players,
        "options": dict(match.setup.options),
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
        "places": [share([deal.wins[place] for deal in deals]) for place in range(match.setup.side_count)],
    }


def _thought(bot: int, match: Match, by_duel: list[list[Deal]]) -> dict[str, Any]:
    """The mean cost of a bot's decisions; iterations are None for a bot that does not search."""
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

    A challenger of strength s among m others of strength t is taken to win the share s / (s + m · t).
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
        # As with shares: deals that all went alike do not make the next one certain.
        lost, won = (float(_fit(match, _one_more(match, means, k, win))[k]) for win in (0.0, 1.0))
        rows.append({"bot": bot, "rating": float(found[k]), "low": min(low[k], lost), "high": max(high[k], won)})
    return sorted(rows, key=lambda row: -row["rating"])


def _one_more(match: Match, shares: np.ndarray[Any, Any], bot: int, win: float) -> np.ndarray[Any, Any]:
    """The shares of wins if a bot's next deal in each of its duels ended so for it."""
    more = np.array([win if a == bot else 1 - win for a, _ in match.duels])
    concerned = np.array([bot in pair for pair in match.duels])
    return np.where(concerned, (shares * match.deals + more) / (match.deals + 1), shares)


def _fit(match: Match, shares: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The ratings that make these shares of wins most likely, by Newton's steps, each bot's on its own."""
    rating = np.zeros(len(match.bots))
    others = match.setup.side_count - 1
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


def title(match: Match, language: Language) -> str:
    """The game, how many games and deals, and how many players."""
    counts = {"games": decimal(language, match.games), "deals": decimal(language, match.deals)}
    game, players = match.setup.game.title, match.setup.players
    return TEXTS.say(language, "match.title", game=game, players=players, **counts)


def subtitle(match: Match, seconds: float, language: Language) -> str:
    """The seed, how long it took, and the options that are not the usual ones."""
    text = TEXTS.say(language, "match.subtitle", seed=match.seed, seconds=decimal(language, seconds, 1))
    return text + option_note(match.setup, language)
