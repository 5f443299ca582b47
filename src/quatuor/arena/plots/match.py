"""A match as a picture: of two bots the share of wins deal by deal and by place, of several their ratings."""

from pathlib import Path
from typing import Any

import numpy as np

from quatuor.arena.match import Deal, Match
from quatuor.arena.match_results import share, subtitle, title
from quatuor.arena.plots.canvas import HUES, INK, QUIET, STYLE, save, share_label
from quatuor.arena.texts import TEXTS
from quatuor.core.texts import Language


def draw(numbers: dict[str, Any], match: Match, deals: list[Deal], path: Path, language: Language) -> None:
    """Write the picture in the format of the file's suffix."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure: Any = Figure(figsize=(10, 5.2), dpi=160, facecolor="white")
        left, right = figure.subplots(1, 2, width_ratios=(1.9, 1))
        figure.subplots_adjust(left=0.09, right=0.965, top=0.76, bottom=0.13, wspace=0.3)
        if "ratings" in numbers:
            _draw_ratings(left, numbers, language)
            _draw_pairs(right, numbers, match, language)
        else:
            _draw_course(left, numbers, deals, language)
            _draw_places(right, numbers, language)
        figure.text(0.02, 0.93, title(match, language), fontsize=16, fontweight="bold")
        figure.text(0.02, 0.875, subtitle(match, numbers["seconds"], language), fontsize=10, color=QUIET)
        save(figure, path)


def _draw_course(ax: Any, numbers: dict[str, Any], deals: list[Deal], language: Language) -> None:
    """The share of wins after each deal, with its interval."""
    shares = [float(np.mean(deal.wins)) for deal in sorted(deals)]
    counts = np.unique(np.linspace(2, len(shares), min(len(shares) - 1, 300)).astype(int))
    found = [share(shares[:count]) for count in counts]
    low, mean, high = ([100 * one[key] for one in found] for key in ("low", "mean", "high"))
    ax.fill_between(counts, low, high, color=HUES[1], alpha=0.18, linewidth=0)
    ax.plot(counts, mean, color=HUES[0], linewidth=2)
    ax.axhline(100 * numbers["fair"], color=QUIET, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_title(TEXTS.say(language, "match.plot.course", bot=numbers["bots"][0], others=numbers["bots"][1]))
    ax.set_xlabel(TEXTS.say(language, "match.plot.deals"))
    ax.yaxis.set_major_formatter(lambda value, _: share_label(language, value))
    ax.grid(axis="y")


def _draw_places(ax: Any, numbers: dict[str, Any], language: Language) -> None:
    """The share of wins from each place in turn order."""
    for place, found in enumerate(numbers["duels"][0]["places"]):
        low, mean, high = (100 * found[key] for key in ("low", "mean", "high"))
        ax.plot([low, high], [place, place], color=HUES[1], linewidth=2, alpha=0.6)
        ax.plot([mean], [place], "o", color=HUES[0], markersize=7)
    ax.axvline(100 * numbers["fair"], color=QUIET, linewidth=1, linestyle=(0, (4, 3)))
    places = range(len(numbers["duels"][0]["places"]))
    ax.set_yticks(places)
    ax.set_yticklabels([TEXTS.say(language, f"simulate.place.{k + 1}") for k in places])
    ax.invert_yaxis()
    ax.xaxis.set_major_formatter(lambda value, _: share_label(language, value))
    ax.set_title(TEXTS.say(language, "match.plot.places"))
    ax.grid(axis="x")


def _draw_ratings(ax: Any, numbers: dict[str, Any], language: Language) -> None:
    for k, row in enumerate(numbers["ratings"]):
        ax.plot([row["low"], row["high"]], [k, k], color=HUES[1], linewidth=2, alpha=0.6)
        ax.plot([row["rating"]], [k], "o", color=HUES[0], markersize=8)
    ax.set_yticks(range(len(numbers["ratings"])))
    ax.set_yticklabels([row["bot"] for row in numbers["ratings"]])
    ax.invert_yaxis()
    ax.set_title(TEXTS.say(language, "match.plot.ratings"))
    ax.grid(axis="x")


def _draw_pairs(ax: Any, numbers: dict[str, Any], match: Match, language: Language) -> None:
    """How often each bot wins among each other: challengers in rows, the others in columns."""
    order = [row["bot"] for row in numbers["ratings"]]
    shares = np.full((len(order), len(order)), np.nan)
    for duel in numbers["duels"]:
        row, column = order.index(duel["bot"]), order.index(duel["others"])
        shares[row, column] = 100 * duel["wins"]["mean"]
        if match.setup.side_count == 2:
            shares[column, row] = 100 - shares[row, column]
    ax.imshow(shares, cmap="PuOr_r", vmin=0, vmax=200 * match.fair, aspect="auto")
    for row, column in np.argwhere(~np.isnan(shares)):
        share = shares[row, column] / (100 * match.fair)
        ink = "white" if abs(share - 1) > 0.55 else INK
        ax.text(column, row, f"{shares[row, column]:.0f}", ha="center", va="center", fontsize=9, color=ink)
    ax.set_xticks(range(len(order)), order, rotation=35, ha="right")
    ax.set_yticks(range(len(order)), order)
    ax.set_title(TEXTS.say(language, "match.plot.pairs"))
