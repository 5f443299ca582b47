"""Metrics: they count what happens, name nobody, are read only from where the host allows it, are off by default."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from quatuor.server.settings import Settings
from server.inside import HOME, Inside
from server.people import Somebody
from server.waits import wait_until

ROOT = Path(__file__).parents[2]
LOOPBACK = ("127.0.0.0/8", "::1/128")
FORBIDDEN_LABELS = {"table", "person", "name", "address", "host", "seat"}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("measured")
    server = Inside(Settings(db=folder / "quatuor.db", limits=False, warm_search=False, metrics=LOOPBACK))
    yield server
    server.close()


def figures(server: Inside) -> dict[str, float]:
    """Every figure by its name and labels."""
    answer = server.ask("GET", "/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        sample.name + json.dumps(sample.labels, sort_keys=True): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def label(**labels: str) -> str:
    return json.dumps(labels, sort_keys=True)


def test_a_move_is_counted_from_the_socket_to_the_disk_and_to_every_viewer(measured: Inside) -> None:
    ana, leo = Somebody(measured, "Ana"), Somebody(measured, "Léo")
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    ana.start(table)
    people = [ana, leo]
    with ana.socket(table) as first, leo.socket(table) as second:
        sockets = [first, second]
        turn = first.receive()["snapshot"]["table"]["turn"]
        second.receive()
        before = figures(measured)
        told = people[turn].snapshot(table, turn)
        move = {"seat": turn, "after": told["index"], "moves": [told["position"]["legal"][0]["move"]], "request": 1}
        sockets[turn].say(json.dumps(move))
        sockets[turn].answer(1)
        sockets[1 - turn].receive()
        after = figures(measured)

    def grew(name: str, **labels: str) -> float:
        return after[name + label(**labels)] - before[name + label(**labels)]

    assert grew("quatuor_moves_total", game="symphonimo", by="person") == 1
    assert grew("quatuor_moves_total", game="symphonimo", by="bot") == 0
    assert grew("quatuor_move_answer_seconds_count") == 1
    assert grew("quatuor_move_shown_seconds_count") == 2
    assert grew("quatuor_store_write_seconds_count") >= 1
    assert grew("quatuor_store_commit_seconds_count") >= 1
    assert after["quatuor_sockets{}"] == 2
    assert after["quatuor_live_tables" + label(status="playing")] >= 1
    assert after["quatuor_tables" + label(status="playing")] >= 1
    assert after["quatuor_store_bytes{}"] > 0 and after["quatuor_memory_bytes{}"] > 1e6


def test_bots_are_counted_with_the_time_that_they_wait_and_think(measured: Inside) -> None:
    ana = Somebody(measured, "Ana")
    before = figures(measured)
    table = ana.open("symphonimo", "me", "bot", start=True, first=1)
    wait_until(lambda: ana.info(table)["turn"] == 0)
    after = figures(measured)
    bots = "quatuor_moves_total" + label(game="symphonimo", by="bot")
    thoughts = "quatuor_thinking_seconds_count" + label(kind="play")
    waits = "quatuor_thinking_wait_seconds_count" + label(kind="play")
    assert after[bots] > before[bots] and after[thoughts] > before[thoughts]
    assert after[waits] == after[thoughts]


def test_requests_are_counted_by_kind_and_status(measured: Inside) -> None:
    measured.ask("GET", "/api/me")
    measured.ask("GET", "/api/nothing")
    found = figures(measured)
    assert found["quatuor_requests_total" + label(kind="api", status="404")] >= 1
    assert found["quatuor_request_seconds_count" + label(kind="api")] >= 2


def test_no_figure_names_a_person_a_table_or_an_address(measured: Inside) -> None:
    ana = Somebody(measured, "Zenobia")
    table = ana.open("symbiose", "me", "bot", start=True)
    with ana.socket(table):
        text = measured.ask("GET", "/metrics").text
    assert "quatuor_sockets 1.0" in text
    assert "Zenobia" not in text and table not in text and "127.0.0.1" not in text
    assert not FORBIDDEN_LABELS & set(re.findall(r"(\w+)=\"", text))


def test_only_the_named_networks_may_read_them(tmp_path: Path) -> None:
    server = Inside(Settings(db=tmp_path / "quatuor.db", warm_search=False, metrics=("10.0.0.0/8", "2001:db8::/32")))

    async def ask_from(address: str) -> httpx.Response:
        transport = httpx.ASGITransport(server.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            return await client.get("/metrics?lang=fr")

    try:
        for address in ("10.1.2.3", "::ffff:10.1.2.3", "2001:db8:7::1"):
            assert server.run(ask_from(address)).status_code == 200
        for address in ("127.0.0.1", "192.168.1.1", "2001:db9::1", "nobody"):
            refused = server.run(ask_from(address))
            assert refused.status_code == 403 and "--metrics" in refused.json()["message"]
    finally:
        server.close()


def test_without_metrics_there_is_nothing_there_and_nobody_is_told_anything(inside: Inside) -> None:
    assert inside.services.observer is None
    assert "quatuor_moves_total" not in inside.ask("GET", "/metrics").text


def metrics_named(query: str) -> set[str]:
    return set(re.findall(r"quatuor_\w+", query))


def labels_named(query: str) -> dict[str, set[str]]:
    """The labels by which a query chooses among the figures of each metric."""
    return {
        name: set(re.findall(r"(\w+)=~?\"", chosen)) - {"job"}
        for name, chosen in re.findall(r"(quatuor_\w+)\{([^}]*)\}", query)
    }


def queries() -> list[str]:
    """Every query of the dashboard and of the alerts."""
    board = json.loads((ROOT / "docs" / "hosting" / "dashboard.json").read_text())
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    rules = (ROOT / "docs" / "hosting" / "alerts.yml").read_text()
    return [*shown, *re.findall(r"^ +expr: (.*)$", rules, re.MULTILINE)]


def test_every_query_of_the_dashboard_and_the_alerts_names_a_metric_that_exists(measured: Inside) -> None:
    measured.ask("GET", "/api/me")
    ana = Somebody(measured, "Ana")
    with ana.socket(ana.open("symphonimo", "me", "bot")):
        found = figures(measured)
    labels: dict[str, set[str]] = {}
    for figure in found:
        name, brace, rest = figure.partition("{")
        labels.setdefault(name, set()).update(json.loads(brace + rest))
    asked = queries()
    assert len(asked) > 30
    for query in asked:
        assert metrics_named(query) <= labels.keys(), query
        assert query.count("(") == query.count(")") and query.count("{") == query.count("}"), query
        for name, chosen in labels_named(query).items():
            assert chosen <= labels[name], query
        for grouped in re.findall(r"sum by \(([^)]*)\)", query):
            named = {label.strip() for label in grouped.split(",")}
            assert all(named <= labels[name] for name in metrics_named(query)), query


def test_every_metric_is_on_the_dashboard(measured: Inside) -> None:
    shown = {re.sub("_(bucket|sum|count)$", "", name) for query in queries() for name in metrics_named(query)}
    exist = {re.sub("_(bucket|sum|count)$", "", figure.partition("{")[0]) for figure in figures(measured)}
    assert exist - shown == {"quatuor_info"}  # of which the list of jobs is made


def test_every_alert_is_explained_to_the_host() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text()
    alerts = re.findall(r"alert: (\w+)", (ROOT / "docs" / "hosting" / "alerts.yml").read_text())
    assert len(alerts) > 5 and all(f"`{alert}`" in page for alert in alerts)


def test_several_processes_can_share_one_folder_of_figures(tmp_path: Path) -> None:
    """The library's multiprocess mode, which is chosen by the environment before it is imported."""
    program = (
        "import os, sys; from quatuor.server.metrics import Metrics; from quatuor.server import clock;"
        "child = os.fork();"
        "metrics = Metrics(); metrics.moved('symbiose', 2, 1, clock.steady()); metrics.shown(clock.steady());"
        "metrics.count_moments(); metrics.tables.labels('open').set(7); child or os._exit(0); os.waitpid(child, 0);"
        "from prometheus_client import CollectorRegistry, generate_latest;"
        "from prometheus_client.multiprocess import MultiProcessCollector; registry = CollectorRegistry();"
        "MultiProcessCollector(registry); sys.stdout.buffer.write(generate_latest(registry))"
    )
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    text = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert 'quatuor_moves_total{by="person",game="symbiose"} 4.0' in text.stdout
    assert "quatuor_move_shown_seconds_count 2.0" in text.stdout
    assert 'quatuor_tables{status="open"} 7.0' in text.stdout
