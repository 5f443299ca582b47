"""An analysis as a picture: the chance to win, move by move, with the marked moves."""

from pathlib import Path
from typing import Any

from quatuor.analysis import THRESHOLDS, Account, Analysis
from quatuor.analysis.texts import TEXTS, percent, signed
from quatuor.arena.plots.canvas import HUES, INK, QUIET, STYLE, save
from quatuor.core.texts import Language, player

_SIGNS = {"inaccuracy": "v", "mistake": "s", "blunder": "X"}


def draw(analysis: Analysis, path: Path, language: Language) -> None:
    """Write the picture in the format of the file's suffix."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    play = analysis.play
    with matplotlib.rc_context(STYLE):
        figure: Any = Figure(figsize=(10, 5.6), dpi=160, facecolor="white")
        ax = figure.subplots()
        figure.subplots_adjust(left=0.08, right=0.965, top=0.8, bottom=0.3)
        for account in analysis.accounts:
            _draw_curve(ax, account, language)
        _draw_signs(ax, analysis, language)
        ax.set_ylim(-4, 104)
        ax.set_xlim(0, len(play.moves))
        ax.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
        ax.set_xlabel(TEXTS.say(language, "plot.moves"))
        ax.yaxis.set_major_formatter(lambda value, _: percent(language, value / 100))
        ax.grid(axis="y")
        ax.legend(loc="upper left", bbox_to_anchor=(0, -0.16), frameon=False, fontsize=9, ncols=2)
        subtitle = TEXTS.say(language, "analyse.subtitle", iterations=analysis.iterations, seed=analysis.seed)
        figure.text(0.02, 0.93, TEXTS.say(language, "plot.title", game=play.game.title), fontsize=16, fontweight="bold")
        figure.text(0.02, 0.875, subtitle, fontsize=10, color=QUIET)
        save(figure, path)


def _draw_curve(ax: Any, account: Account, language: Language) -> None:
    start, luck, others, loss = account.percentages
    name = TEXTS.say(
        language,
        "plot.account",
        player=player(language, account.seat),
        start=percent(language, start / 100),
        luck=signed(luck),
        others=signed(others),
        loss=loss,
    )
    hue = HUES[account.seat % len(HUES)]
    ax.plot([100 * chance for chance in account.curve], color=hue, linewidth=1.8, label=name, drawstyle="steps-post")
    for decision in account.marked:
        at = decision.number + 1  # where the curve has fallen
        ax.plot(
            [at],
            [100 * account.curve[at]],
            _SIGNS[decision.mark or "inaccuracy"],
            color=hue,
            markeredgecolor="white",
            markersize=9,
            zorder=3,
        )


def _draw_signs(ax: Any, analysis: Analysis, language: Language) -> None:
    """The signs of the marks that occur, for the legend."""
    occur = {decision.mark for account in analysis.accounts for decision in account.marked}
    for mark in THRESHOLDS:
        if mark in occur:
            name = TEXTS.say(language, f"mark.{mark}")
            ax.plot([], [], _SIGNS[mark], color=INK, markeredgecolor="white", markersize=9, label=name)
