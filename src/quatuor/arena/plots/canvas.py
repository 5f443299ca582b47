"""What all plots share: colours, style, and the file they are written to. Plots need the extra `quatuor[plot]`."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from quatuor.arena.texts import TEXTS, percent
from quatuor.core.errors import QuatuorError
from quatuor.core.texts import Language

SUFFIXES = (".png", ".svg", ".pdf")

INK, QUIET, PALE = "#22223b", "#6c6f85", "#dfe1ea"
# One for each player, from dark to light, so that they differ in grey too.
HUES = ("#3d348b", "#2a6fb0", "#1d9a8a", "#7aad3a", "#dd9a1f", "#e2703a")
STYLE = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.color": QUIET,
    "xtick.labelcolor": INK,
    "grid.color": PALE,
    "svg.fonttype": "none",
}


def check(path: Path) -> None:
    """Refuse a plot that could not be written, before any game is played."""
    if path.suffix.lower() not in SUFFIXES:
        raise QuatuorError(*TEXTS.sentence("plot.suffix", file=path))
    try:
        import matplotlib.figure  # noqa: F401 - only to see whether it is installed
    except ImportError:
        raise QuatuorError(*TEXTS.sentence("plot.missing", command=_install())) from None
    if path.is_dir():
        raise _unwritable(path, TEXTS.sentence("plot.is_folder"))
    if not path.parent.is_dir():
        raise _unwritable(path, TEXTS.sentence("plot.no_folder"))
    try:
        if path.exists():
            with path.open("ab"):
                pass
        else:
            with tempfile.TemporaryFile(dir=path.parent):
                pass
    except OSError as error:
        raise _unwritable(path, error.strerror) from None


def _install() -> str:
    """The command that installs it for the Python that runs."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m pip install matplotlib"


def share_label(language: Language, value: float) -> str:
    """A percentage on an axis, without a needless `.0`."""
    return percent(language, value, 0 if value == int(value) else 1)


def _unwritable(path: Path, reason: object) -> QuatuorError:
    return QuatuorError(*TEXTS.sentence("plot.unwritable", file=path, reason=reason))


def save(figure: Any, path: Path) -> None:
    """Write a picture in the format of the file's suffix."""
    try:
        figure.savefig(path)
    except OSError as error:
        raise _unwritable(path, error.strerror) from None
