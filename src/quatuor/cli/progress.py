"""The progress bar of commands that take a while."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


def progress_bar(*columns: ProgressColumn) -> Progress:
    """A bar on standard error, shown if that is a terminal; by default it ends with the count and the time left."""
    first = (TextColumn("{task.description}"), BarColumn())
    last = columns or (MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*first, *last, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())
