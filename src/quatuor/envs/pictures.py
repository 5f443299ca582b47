"""A terminal's drawing as a picture: an array of pixels. Pictures need the extra `quatuor[plot]`."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.cells import cell_len
from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import MONOKAI

from quatuor.core.errors import QuatuorError
from quatuor.envs.texts import TEXTS

_SIZE = 18
_MARGIN = 12
_DIM = 0.5  # how much of the background is in a dim letter


def check_pictures() -> None:
    """Refuse, with a sentence, where no picture can be made."""
    try:
        _fonts(False)
    except ImportError:
        raise QuatuorError(*TEXTS.sentence("picture.missing")) from None


def picture(drawing: Any, columns: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """What a game's `draw` has made, as height × width × 3 colours."""
    from PIL import Image, ImageDraw

    console = Console(width=columns, force_terminal=True, color_system="truecolor", markup=False, emoji=False)
    lines = console.render_lines(drawing)
    first, _ = _fonts(False)
    above, below = first.getmetrics()
    width, height = round(first.getlength("M")), above + below - 1  # the ends of lines overlap
    size = width * columns + 2 * _MARGIN, height * len(lines) + 2 * _MARGIN
    canvas = Image.new("RGB", size, MONOKAI.background_color)
    pen = ImageDraw.Draw(canvas)
    for row, line in enumerate(lines):
        x, y = _MARGIN, _MARGIN + height * row
        for text, style, _ in line:
            ink, paper = _colours(style or Style.null())
            if paper:
                pen.rectangle((x, y, x + width * cell_len(text) - 1, y + height - 1), fill=paper)
            for letter in text:
                # The middle of its place: signs that the first font lacks are wider in the second.
                middle = x + width * cell_len(letter) / 2
                pen.text((middle, y + above), letter, ink, _font(letter, bool(style and style.bold)), anchor="ms")
                x += width * cell_len(letter)
    return np.asarray(canvas)


def _colours(style: Style) -> tuple[ColorTriplet, ColorTriplet | None]:
    """The colour of letters, and the one behind them where it is not the usual one."""
    ink = style.color.get_truecolor(MONOKAI) if style.color else MONOKAI.foreground_color
    paper = style.bgcolor.get_truecolor(MONOKAI, foreground=False) if style.bgcolor else None
    if style.reverse:
        ink, paper = paper or MONOKAI.background_color, ink
    return blend_rgb(ink, paper or MONOKAI.background_color, _DIM) if style.dim else ink, paper


@cache
def _font(letter: str, bold: bool) -> Any:
    """The font that has a letter."""
    from matplotlib.ft2font import FT2Font

    first, second = _fonts(bold)
    return first if FT2Font(first.path).get_char_index(ord(letter)) else second


@cache
def _fonts(bold: bool) -> tuple[Any, Any]:
    """The fonts that Matplotlib brings along: the second one has the signs that the first lacks."""
    from matplotlib import get_data_path
    from PIL.ImageFont import truetype

    folder, weight = Path(get_data_path(), "fonts", "ttf"), "-Bold" if bold else ""
    mono, other = (truetype(folder / f"{name}{weight}.ttf", _SIZE) for name in ("DejaVuSansMono", "DejaVuSans"))
    return mono, other
