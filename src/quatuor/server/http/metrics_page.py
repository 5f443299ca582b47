"""The page that Prometheus reads: metrics, for those networks alone that the host has named."""

from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from quatuor.server.http.errors import problem_response
from quatuor.server.refusals import Refused
from quatuor.server.services import Services
from quatuor.server.settings import Settings
from quatuor.server.texts import TEXTS

PATH = "/metrics"


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

        await services.set_gauges()
        assert services.measurement.metrics is not None
        text = await services.store.in_thread(services.measurement.metrics.text)
        return Response(text, media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})

    app.add_route(PATH, read_metrics, include_in_schema=False)
