"""The page that Prometheus reads: metrics, for those networks alone that the host has named."""

from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import FastAPI
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from quatuor.server.http.errors import problem_response
from quatuor.server.pool import KINDS
from quatuor.server.refusals import Refused
from quatuor.server.services import Services
from quatuor.server.settings import Settings
from quatuor.server.store.queries import tables_by_status
from quatuor.server.store.write_ahead_log import wal_of
from quatuor.server.texts import TEXTS

PATH = "/metrics"
_STATUSES = ("open", "playing", "over", "closed")


def mount_metrics(app: FastAPI, settings: Settings) -> None:
    """Serve the metrics, if the host wants any."""
    if settings.metrics is None:
        return
    networks = [ip_network(network) for network in settings.metrics]

    def may_read(address: str) -> bool:
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in networks)

    async def read_metrics(request: Request) -> Response:
        if request.client is None or not may_read(request.client.host):
            return problem_response(request, Refused("forbidden", TEXTS.sentence("metrics.forbidden")))
        services: Services = request.app.state.services
        from quatuor.server.metrics import CONTENT_TYPE

        await set_gauges(services)
        assert services.measurement.metrics is not None
        text = await services.store.in_thread(services.measurement.metrics.text)
        return Response(text, media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})

    app.add_route(PATH, read_metrics, include_in_schema=False)


async def set_gauges(services: Services) -> None:
    """Set what is true now; where several processes share their metrics, each does this every few seconds."""
    metrics = services.measurement.metrics
    assert metrics is not None
    live_tables = list(services.tables.live_tables.values())
    metrics.sockets.set(sum(len(live.viewers) for live in live_tables))
    for status in _STATUSES:
        metrics.live_tables.labels(status).set(sum(live.table.status == status for live in live_tables))
    for kind in range(len(KINDS)):
        metrics.thinking_waiting[kind].set(services.pool.waiting(kind))
    metrics.thinking_threads.set(services.pool.workers)
    metrics.analyses_waiting.set(services.analyses.waiting)

    def read(connection: Connection) -> dict[str, int]:
        return {row.status: row.tables for row in connection.execute(tables_by_status())}

    stored = await services.store.read(read)
    for status in _STATUSES:
        metrics.tables.labels(status).set(stored.get(status, 0))
    main, wal = services.store.path, wal_of(services.store.path)
    metrics.store_bytes.set(main.stat().st_size)
    metrics.wal_bytes.set(wal.stat().st_size if wal.exists() else 0)
