"""Traces for OpenTelemetry, made of what the server tells its observer. Needs the extra `quatuor[traces]`.

Where they are sent, and how many, is said by the standard variables of the environment (OTEL_EXPORTER_OTLP_ENDPOINT,
OTEL_TRACES_SAMPLER and so on). A span says what took how long, never who or at which table.
"""

import time
from contextvars import ContextVar

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.util.types import AttributeValue

from quatuor import __version__
from quatuor.server import clock
from quatuor.server.observer import Observer
from quatuor.server.pool import KINDS

# The span of the request that is being handled.
_REQUEST: ContextVar[Span | None] = ContextVar("request_span", default=None)


class Traces(Observer):
    """The traces of one server: requests, and within them moves, writes and thinking; those of bots stand alone."""

    def __init__(self) -> None:
        # What the environment says of the service goes before what is said here.
        names = Resource.create({SERVICE_NAME: "quatuor", SERVICE_VERSION: __version__})
        self.provider = TracerProvider(resource=names.merge(OTELResourceDetector().detect()))
        self.provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self.provider.get_tracer("quatuor", __version__)

    def close(self) -> None:
        """Send what is left."""
        self.provider.shutdown()

    def request_began(self) -> None:
        _REQUEST.set(self._tracer.start_span("request", Context(), SpanKind.SERVER))

    def request_ended(self, kind: str, status: int, began: float) -> None:
        span = _REQUEST.get()
        if span is not None:
            span.update_name(kind)
            span.set_attribute("http.response.status_code", status)
            if status >= 500:
                span.set_status(Status(StatusCode.ERROR))
            span.end()

    def moved(self, game: str, by_people: int, by_bots: int, began: float) -> None:
        self._add("moves", began, {"quatuor.game": game, "quatuor.people": by_people, "quatuor.bots": by_bots})

    def written(self, began: float) -> None:
        self._add("write", began, {})

    def thought(self, urgency: int, asked: float, began: float, seconds: float) -> None:
        kind, waited = KINDS[urgency], began - asked
        self._add("thinking", asked, {"quatuor.kind": kind, "quatuor.waited": waited, "quatuor.thought": seconds})

    def _add(self, name: str, began: float, attributes: dict[str, AttributeValue]) -> None:
        """A span from a moment until now: within a request that is not over yet, or alone."""
        request = _REQUEST.get()
        within = set_span_in_context(request) if request is not None and request.is_recording() else Context()
        start = time.time_ns() - round((clock.steady() - began) * 1e9)
        self._tracer.start_span(name, within, attributes=attributes, start_time=start).end()
