"""A simulation as a picture: scores and wins by place in turn order, and how long the games were."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from quatuor.arena.distribution import Distribution
from quatuor.arena.plots.canvas import HUES, INK, QUIET, STYLE, save, share_label
from quatuor.arena.simulation import Simulation, Tally
from quatuor.arena.simulation_results import subtitle, summary, title
from quatuor.arena.texts import TEXTS, decimal, percent
from quatuor.core.texts import Language

_MOST_BARS = 80
_RARE = 0.0005
_LEAST_SPAN = 0.04
_HILL = 0.72  # how much of its row the highest hill fills


class _Row(NamedTuple):
    """One player: a hill, and a point with its interval."""

    y: float
    label: str
    hue: str
    scores: Distribution
    wins: dict[str, float]


def draw(plan: Simulation, tally: Tally, path: Path, language: Language) -> None:
    """Write the picture in the format of the file's suffix."""
    import matplotlib
    from matplotlib.figure import Figure

    numbers = summary(plan, tally)
    rows = _rows(plan, tally, numbers, language)
    depth = max(row.y for row in rows) + 1
    top, bottom = 0.95 + 0.62 * depth, 1.3
    with matplotlib.rc_context(STYLE):
        figure: Any = Figure(figsize=(10, 1.3 + top + bottom), dpi=160, facecolor="white")
        height = figure.get_figheight()
        grid = figure.add_gridspec(
            2,
            2,
            width_ratios=(1.9, 1),
            height_ratios=(top, bottom),
            left=0.145,
            right=0.965,
            top=1 - 1.25 / height,
            bottom=0.62 / height,
            wspace=0.09,
            hspace=0.95 / (0.5 * (top + bottom)),
        )
        hills = figure.add_subplot(grid[0, 0])
        shares = figure.add_subplot(grid[0, 1], sharey=hills)
        _draw_hills(hills, rows, tally.scores, language)
        _draw_shares(shares, rows, plan.setup.players, language)
        _draw_lengths(figure.add_subplot(grid[1, :]), tally.moves, language)
        left = 0.02
        figure.text(left, 1 - 0.42 / height, title(plan, tally.games, language), fontsize=16, fontweight="bold")
        figure.text(left, 1 - 0.70 / height, subtitle(plan, language), fontsize=10, color=QUIET)
        save(figure, path)


def _rows(plan: Simulation, tally: Tally, numbers: dict[str, Any], language: Language) -> list[_Row]:
    """A row for each place in turn order; where different bots play, one for each seat below."""
    rows = [
        _Row(k, TEXTS.say(language, f"simulate.place.{k + 1}"), HUES[k], tally.place_scores[k], numbers["places"][k])
        for k in range(plan.setup.players)
    ]
    bots = list(dict.fromkeys(plan.bots))
    if len(bots) > 1:
        below = plan.setup.players + 0.5
        rows += [
            _Row(
                below + k,
                TEXTS.say(language, "simulate.seat.bot", n=k + 1, bot=plan.bots[k]).replace(", ", "\n"),
                HUES[-1 - bots.index(plan.bots[k]) % len(HUES)],
                tally.seat_scores[k],
                numbers["seats"][k],
            )
            for k in range(plan.setup.players)
        ]
    return rows


def _edges(values: Distribution) -> np.ndarray[Any, Any]:
    """The edges of a histogram's bars: one bar a value, or one for several where there are many."""
    found = values.values
    step = float(np.diff(found).min()) if len(found) > 1 else 1.0
    for times in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        if (values.high - values.low) / (step * times) < _MOST_BARS:
            break
    width = step * times
    low = values.low - step / 2
    count = int(np.ceil((values.high - low) / width))
    return low + width * np.arange(count + 1)


def _heights(values: Distribution, edges: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The share of all values in each bar."""
    return np.histogram(values.values, edges, weights=values.counts)[0] / values.total


def _draw_hills(ax: Any, rows: list[_Row], scores: Distribution, language: Language) -> None:
    edges = _edges(scores)
    heights = [_heights(row.scores, edges) for row in rows]
    scale = _HILL / max(float(height.max()) for height in heights)
    for row, height in zip(rows, heights, strict=True):
        ax.stairs(row.y - height * scale, edges, baseline=row.y, fill=True, color=row.hue, alpha=0.85, linewidth=0)
        _draw_spread(ax, row.scores, row.y + 0.1, row.hue)
    ax.set_title(TEXTS.say(language, "plot.scores"))
    ax.set_yticks([row.y for row in rows], [row.label for row in rows])
    for label, row in zip(ax.get_yticklabels(), rows, strict=True):
        label.set(color=row.hue, fontweight="bold", va="bottom")
    ax.tick_params(axis="y", length=0, pad=8)
    ax.set_ylim(max(row.y for row in rows) + 0.3, -0.85)
    _number_axis(ax, scores, language)


def _draw_spread(ax: Any, values: Distribution, y: float, hue: str) -> None:
    """The middle 90 % and 50 %, and the median."""
    ax.plot([values.quantile(5), values.quantile(95)], [y, y], color=hue, linewidth=1.2, solid_capstyle="butt")
    ax.plot([values.quantile(25), values.quantile(75)], [y, y], color=hue, linewidth=4.5, solid_capstyle="butt")
    ax.plot(values.quantile(50), y, "o", color="white", markeredgecolor=hue, markeredgewidth=1.6, markersize=6)


def _draw_shares(ax: Any, rows: list[_Row], players: int, language: Language) -> None:
    from matplotlib.ticker import MaxNLocator

    fair = 1 / players
    ax.axvline(fair, color=QUIET, linewidth=1.2, linestyle=(0, (4, 3)))
    for row in rows:
        share, y = row.wins["wins"], row.y - 0.25
        ax.plot([row.wins["wins_low"], row.wins["wins_high"]], [y, y], color=row.hue, linewidth=2.2)
        ax.plot(share, y, "o", color=row.hue, markersize=7)
        ax.annotate(
            percent(language, 100 * share, 1),
            (share, y),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=9.5,
            color=row.hue,
            fontweight="bold",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    ends = [fair] + [row.wins[key] for row in rows for key in ("wins_low", "wins_high")]
    low, high = min(ends), max(ends)
    # Wide enough that tiny differences do not look large, with room at both ends for the figure above a point.
    spare = max(0.0, _LEAST_SPAN - (high - low)) / 2
    margin = 0.18 * (high - low + 2 * spare)
    ax.set_xlim(low - spare - margin, high + spare + margin)
    ax.set_title(TEXTS.say(language, "plot.wins"))
    ax.annotate(
        TEXTS.say(language, "plot.fair"),
        (fair, 0),
        xycoords=("data", "axes fraction"),
        xytext=(4, 3),
        textcoords="offset points",
        fontsize=8.5,
        color=QUIET,
    )
    ax.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=(1, 2, 5, 10)))
    ax.xaxis.set_major_formatter(lambda share, at: share_label(language, round(100 * share, 1)))
    ax.tick_params(axis="y", length=0, labelleft=False)
    ax.grid(axis="x")


def _draw_lengths(ax: Any, moves: Distribution, language: Language) -> None:
    edges = _edges(moves)
    heights = _heights(moves, edges)
    ax.stairs(heights, edges, fill=True, color=QUIET, alpha=0.75, linewidth=0)
    _draw_spread(ax, moves, -0.12 * float(heights.max()), INK)
    ax.set_ylim(-0.22 * float(heights.max()), 1.05 * float(heights.max()))
    ax.set_yticks([])
    ax.set_title(TEXTS.say(language, "plot.moves"))
    _number_axis(ax, moves, language)
    ax.set_xlabel(TEXTS.say(language, "plot.note"), fontsize=8.5, color=QUIET, loc="left", labelpad=6)


def _number_axis(ax: Any, values: Distribution, language: Language) -> None:
    """An axis of whole numbers, wide enough for all but the rarest games, whose bars nobody could see."""
    from matplotlib.ticker import MaxNLocator

    low, high = values.quantile(100 * _RARE), values.quantile(100 * (1 - _RARE))
    margin = 0.5 + 0.02 * (high - low)
    ax.set_xlim(low - margin, high + margin)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True))
    ax.xaxis.set_major_formatter(lambda value, at: decimal(language, value))
    ax.grid(axis="x")
