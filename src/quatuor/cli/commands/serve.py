"""`quatuor serve`, and what `quatuor` alone does: the games in a browser."""

import dataclasses
import ipaddress
import logging
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from rich.console import Console
from rich.padding import Padding

from quatuor.cli.arguments import lang_option, read_db
from quatuor.cli.texts import TEXTS
from quatuor.core.errors import OptionError
from quatuor.core.texts import Language, plain, shortened

_EVERYWHERE = "0.0.0.0"
_CENTURY = 36_525
_HERE, _OFF = "here", "off"
_LOOPBACK = ("127.0.0.0/8", "::1/128")
_MOST_WORKERS = 64


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on (default: 127.0.0.1, this machine alone).")
@click.option("--port", metavar="N", help="Port to listen on (default: 8414, or the next that is free).")
@click.option("--db", metavar="FILE", help="Where games are kept: a file, or postgresql://… for several processes.")
@click.option("--workers", metavar="N", help="How many processes serve, with PostgreSQL (default: 1).")
@click.option("--lan", is_flag=True, help="Let phones in the room join: listen on the network and print a QR code.")
@click.option("--public-url", metavar="URL", help="The address that people use, if a proxy stands in front.")
@click.option("--proxies", metavar="A,B,…", help="Proxies whose forwarded headers are believed (default: 127.0.0.1).")
@click.option("--keep-days", metavar="N", help="Remove games so many days after they ended (default: never).")
@click.option("--time-zone", metavar="NAME", help="When a day ends, such as Europe/Paris (default: this machine's).")
@click.option(
    "--metrics",
    is_flag=False,
    flag_value=_HERE,
    metavar="[A,B,…]",
    help="Metrics for Prometheus at /metrics: readable from this machine, or from these networks; off: none "
    "(default: from this machine, where only this machine can reach the server). Needs quatuor[metrics].",
)
@click.option("--traces", is_flag=True, help="Send traces to an OpenTelemetry collector. Needs quatuor[traces].")
@click.option("--accept-loss", is_flag=True, help="Go on with what can be read of a damaged store, and keep its files.")
@click.option("--no-limits", is_flag=True, help="Let everybody ask as often as they like: for tests and benches.")
@click.option("--browser/--no-browser", default=False, help="Open the browser too, as `quatuor` alone does.")
@lang_option
@click.pass_obj
def serve(
    language: Language,
    host: str | None,
    port: str | None,
    db: str | None,
    workers: str | None,
    lan: bool,
    public_url: str | None,
    proxies: str | None,
    keep_days: str | None,
    time_zone: str | None,
    metrics: str | None,
    traces: bool,
    accept_loss: bool,
    no_limits: bool,
    browser: bool,
) -> None:
    """Serve the games to browsers and programs, until Ctrl-C.

    Games are kept in your data folder unless --db names another file; `quatuor backup` copies them.
    """
    if lan and host:
        raise OptionError(*TEXTS.sentence("serve.lan_alone"))
    given = {
        "host": _EVERYWHERE if lan else host,
        "db": read_db(db),
        "public_url": _read_url(public_url),
        "proxies": _read_proxies(proxies),
        "limits": not no_limits,
        "keep_days": _read_number(keep_days, "serve.days.refused", _CENTURY),
        "time_zone": _read_zone(time_zone),
        "metrics": _read_metrics(metrics, private=not (lan or public_url) and _is_loopback(host)),
        "traces": traces,
        "workers": _read_number(workers, "serve.workers.refused", _MOST_WORKERS),
    }
    if given["workers"] not in (None, 1) and not isinstance(given["db"], str):
        raise OptionError(*TEXTS.sentence("serve.workers.sqlite"))
    wanted_port = _read_number(port, "serve.port.refused", 65_535)
    known = {name: value for name, value in given.items() if value is not None}
    _start(language, known, wanted_port, lan=lan, browser=browser, accept_loss=accept_loss)


def _start(
    language: Language, given: dict[str, Any], port: int | None, *, lan: bool, browser: bool, accept_loss: bool
) -> None:
    # Imported here, so that other commands start without the server.
    from quatuor.cli import server_process
    from quatuor.cli.local_network import lan_address, qr_code
    from quatuor.server import logs
    from quatuor.server.measurement import check_extras
    from quatuor.server.settings import DEFAULT_PORT, Settings
    from quatuor.server.store.file_lock import StoreInUseError, real_path
    from quatuor.server.tokens import new_token
    from quatuor.server.warmup import exit_now_if_compiling

    console = Console(highlight=False)

    def say(key: str, **values: object) -> None:
        console.print(TEXTS.say(language, key, **values), soft_wrap=True, markup=False)

    def ready(url: str) -> None:
        say("serve.ready", url=url)
        if lan and console.is_terminal:
            say("serve.scan")
            console.print(Padding(qr_code(url), (1, 2)))
        if browser:
            # Opening a browser may take a while, and the server must answer its page meanwhile.
            threading.Thread(target=server_process.open_browser, args=(url,), daemon=True).start()

    address = lan_address() if lan else None
    if lan and address is None:
        raise OptionError(*TEXTS.sentence("serve.no_network"))
    settings = Settings(**given)
    check_extras(settings)
    if isinstance(settings.db, Path):
        settings = dataclasses.replace(settings, db=real_path(settings.db))
    try:
        with server_process.claimed(settings.db) as claim:
            server_process.prepare_store(settings.db, say, loss_accepted=accept_loss)
            listener = server_process.listen(settings.host, port, DEFAULT_PORT)
            url = settings.public_url or server_process.local_url(address or settings.host, listener)
            if claim is not None:
                # With this the host's commands ask the server, which alone may write to the store.
                token = new_token()
                claim.tell(url, server_process.local_url(settings.host, listener), token)
                settings = dataclasses.replace(settings, host_token=token)
            if lan:
                # Invitations lead there, also those made on this machine.
                settings = dataclasses.replace(settings, public_url=url)
            # Somebody who plays on this machine wants to see the address, not every request.
            logs.configure(logging.WARNING if sys.stderr.isatty() and (browser or lan) else logging.INFO)
            server_process.run(server_process.completed(settings, listener), listener, lambda: ready(url))
    except StoreInUseError as other:
        if not browser:
            raise
        say("serve.already", url=other.url)
        server_process.open_browser(other.url)
        return
    say("serve.stopped")
    exit_now_if_compiling()


def _read_number(text: str | None, refusal: str, most: int) -> int | None:
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= most:
        return int(text)
    raise OptionError(*TEXTS.sentence(refusal, value=shortened(plain(text))))


def _read_url(text: str | None) -> str | None:
    """A public address: a scheme and a host, with nothing after it."""
    if text is None:
        return None
    try:
        url = urlsplit(text)
        good = url.scheme in ("http", "https") and url.hostname and url.port != 0 and "@" not in url.netloc
    except ValueError:
        good = False
    if not good or url.path not in ("", "/") or url.query or url.fragment or any(char.isspace() for char in text):
        raise OptionError(*TEXTS.sentence("serve.url.refused", value=shortened(plain(text))))
    return f"{url.scheme}://{url.netloc}".lower()


def _read_proxies(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return ",".join(str(ipaddress.ip_network(word.strip())) for word in text.split(","))
    except ValueError:
        raise OptionError(*TEXTS.sentence("serve.proxies.refused", value=shortened(plain(text)))) from None


def _read_metrics(text: str | None, *, private: bool) -> tuple[str, ...] | None:
    """The networks that may read the metrics; by default this machine, if nobody else can reach the server."""
    if text == _OFF or (text is None and not (private and find_spec("prometheus_client"))):
        return None
    if text is None or text == _HERE:
        return _LOOPBACK
    try:
        return tuple(str(ipaddress.ip_network(word.strip())) for word in text.split(","))
    except ValueError:
        raise OptionError(*TEXTS.sentence("serve.metrics.refused", value=shortened(plain(text)))) from None


def _is_loopback(host: str | None) -> bool:
    try:
        return host is None or host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _read_zone(text: str | None) -> str | None:
    from quatuor.server.days import is_zone

    if text is None or is_zone(text):
        return text
    raise OptionError(*TEXTS.sentence("serve.zone.refused", value=shortened(plain(text))))
