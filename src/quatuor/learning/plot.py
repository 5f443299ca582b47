"""The course of a training as a picture: the share of wins at each kind of table, by how much was played."""

from pathlib import Path
from typing import Any

from quatuor.arena.plots.canvas import HUES, QUIET, STYLE, save, share_label
from quatuor.core.game import Game
from quatuor.core.texts import Language
from quatuor.learning.checkpoint import Moment
from quatuor.learning.texts import TEXTS


def draw(game: Game, course: list[Moment], opponent: str, path: Path, language: Language) -> None:
    """Write the picture of the wins against an opponent, in the format of the file's suffix."""
    import matplotlib
    from matplotlib.figure import Figure

    last = course[-1]
    with matplotlib.rc_context(STYLE):
        figure: Any = Figure(figsize=(10, 5.2), dpi=160, facecolor="white")
        ax = figure.add_axes((0.08, 0.12, 0.52, 0.66))
        for k, name in enumerate(last.wins):
            points = [(moment.decisions / 1e6, 100 * moment.wins[name]) for moment in course if name in moment.wins]
            hue, style = HUES[k % len(HUES)], ("-", "--", ":")[k // len(HUES) % 3]
            ax.plot(*zip(*points, strict=True), color=hue, linewidth=1.8, linestyle=style)
            ax.plot([], [], color=hue, linestyle=style, label=f"{name}: {share_label(language, 100 * last.wins[name])}")
        ax.set_title(TEXTS.say(language, "plot.wins", opponent=opponent))
        ax.set_xlabel(TEXTS.say(language, "plot.decisions"))
        ax.yaxis.set_major_formatter(lambda value, _: share_label(language, value))
        ax.set_ylim(0, 100)
        ax.grid(axis="y")
        figure.legend(
            loc="upper left",
            bbox_to_anchor=(0.61, 0.8),
            frameon=False,
            fontsize=8,
            title=TEXTS.say(language, "plot.kinds"),
            alignment="left",
        )
        title = TEXTS.say(language, "plot.title", game=game.title, millions=f"{last.decisions / 1e6:,.0f}")
        figure.text(0.02, 0.92, title, fontsize=16, fontweight="bold")
        minutes = TEXTS.say(language, "plot.subtitle", minutes=f"{last.seconds / 60:.0f}")
        figure.text(0.02, 0.87, minutes, fontsize=10, color=QUIET)
        save(figure, path)
