"""Traces: a span for each request, with its moves and writes in it, and nobody's name."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from quatuor.server.settings import Settings
from quatuor.server.traces import Traces
from server.inside import Inside
from server.people import Somebody
from server.waits import wait_until


@pytest.fixture
def traced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Inside, InMemorySpanExporter]]:
    # Nothing leaves this process: its own exporter has nowhere to send to, and what is sampled is kept here.
    monkeypatch.setattr("quatuor.server.traces.OTLPSpanExporter", InMemorySpanExporter)
    monkeypatch.setenv("OTEL_SERVICE_NAME", "games")
    server = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False, traces=True))
    kept = InMemorySpanExporter()
    assert isinstance(server.services.observer, Traces)
    server.services.observer.provider.add_span_processor(SimpleSpanProcessor(kept))
    yield server, kept
    server.close()


def test_a_move_is_a_span_of_its_request_and_bots_stand_alone(
    traced: tuple[Inside, InMemorySpanExporter],
) -> None:
    server, kept = traced
    ana = Somebody(server, "Zenobia")
    table = ana.open("symphonimo", "me", "bot", start=True, first=1)
    wait_until(lambda: bool(ana.info(table)["turn"] == 0))
    told = ana.snapshot(table, 0)
    ana.play(table, 0, told["position"]["legal"][0]["move"], after=told["index"])
    spans = kept.get_finished_spans()
    request = next(span for span in spans if span.name == "move")
    assert request.attributes and request.attributes["http.response.status_code"] == 200
    assert request.resource.attributes["service.name"] == "games"
    inside = [span.name for span in spans if span.parent and span.parent.span_id == request.context.span_id]
    assert "moves" in inside and "write" in inside
    thinking = next(span for span in spans if span.name == "thinking")
    assert thinking.attributes and thinking.attributes["quatuor.kind"] == "play"
    assert all(span.start_time <= span.end_time for span in spans if span.start_time and span.end_time)
    told_all = json.dumps([json.loads(span.to_json()) for span in spans])
    assert "Zenobia" not in told_all and table not in told_all and "127.0.0.1" not in told_all
