"""Who measures a server: nobody, metrics, traces or both, as its host wants it."""

from typing import TYPE_CHECKING

from quatuor.core.errors import OptionError
from quatuor.server.observer import Observer, Observers
from quatuor.server.settings import Settings
from quatuor.server.texts import TEXTS

if TYPE_CHECKING:
    from quatuor.server.metrics import Metrics
    from quatuor.server.traces import Traces


class Measurement:
    """The observers of a server; with none of them `observer` is None."""

    def __init__(self, settings: Settings) -> None:
        self.metrics = None if settings.metrics is None else _metrics()()
        self._traces = _traces()() if settings.traces else None
        observers: list[Observer] = [one for one in (self.metrics, self._traces) if one is not None]
        self.observer = None if not observers else observers[0] if len(observers) == 1 else Observers(observers)

    def open(self) -> None:
        if self.metrics is not None:
            self.metrics.open()

    async def close(self) -> None:
        if self.metrics is not None:
            await self.metrics.close()
        if self._traces is not None:
            self._traces.close()


def check_extras(settings: Settings) -> None:
    """Refuse settings that need an extra which is not installed."""
    if settings.metrics is not None:
        _metrics()
    if settings.traces:
        _traces()


def _metrics() -> "type[Metrics]":
    try:
        from quatuor.server.metrics import Metrics
    except ImportError:
        raise OptionError(*TEXTS.sentence("metrics.extra")) from None
    return Metrics


def _traces() -> "type[Traces]":
    try:
        from quatuor.server.traces import Traces
    except ImportError:
        raise OptionError(*TEXTS.sentence("traces.extra")) from None
    return Traces
