"""Security: headers, origins, sizes, limits, files, and failures that reveal nothing."""

import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from quatuor.server.http.middleware.limits import ADVICE, MISSES, MOVES, OPENING
from quatuor.server.http.middleware.security import BODY, LONGER_BODIES, PAGE_POLICY
from quatuor.server.logs import JsonLines
from quatuor.server.settings import Settings
from server.inside import HOME, Inside
from server.people import Somebody

SECRET = "not for clients"
JSON = {"content-type": "application/json"}


class Site(Inside):
    """A server in this process, for ordinary and malicious requests."""

    def raw(self, path: str, kind: str = "http", **headers: str) -> list[dict[str, Any]]:
        """All messages that the application sends for a path that ordinary clients would normalise."""
        scope = {
            "type": kind,
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http" if kind == "http" else "ws",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8414),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"} if kind == "http" else {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        self.run(self.app(scope, receive, send))
        return sent


OpenSite = Callable[..., Site]


@pytest.fixture
def open_site(tmp_path: Path) -> Iterator[OpenSite]:
    """Opens servers with a small client, and without rate limits unless requested."""
    client = tmp_path / "package" / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html><title>Quatuor</title>" + " " * 500)
    (client / "icon.svg").write_text("<svg/>")
    (client / ".built-from").write_text(SECRET)
    (client.parent / "settings.py").write_text(SECRET)
    script = client / "assets" / "app-1a2b.js"
    script.write_text("plain")
    script.with_name("app-1a2b.js.br").write_text("as br")
    script.with_name("app-1a2b.js.gz").write_text("as gz")
    sites = []

    def open_one(**settings: Any) -> Site:
        site = Site(
            Settings(
                **{"db": tmp_path / "quatuor.db", "limits": False, "warm_search": False, "client": client} | settings
            )
        )
        sites.append(site)
        return site

    yield open_one
    for site in sites:
        site.close()


@pytest.fixture
def site(open_site: OpenSite) -> Site:
    return open_site()


def problem(response: httpx.Response, status: int, error: str) -> dict[str, Any]:
    """The body of a refusal, after checking it."""
    assert response.status_code == status, response.text
    body: dict[str, Any] = response.json()
    assert body.keys() == {"error", "message", "article", "index", "retry_after", "answers"}
    assert body["error"] == error and body["message"].endswith(".")
    return body


# Headers.


@pytest.mark.parametrize("path", ["/", "/table/ABCDEFGH", "/api/docs"])
def test_pages_carry_a_policy_without_inline_script(site: Site, path: str) -> None:
    headers = site.ask("GET", path).headers
    assert headers["content-security-policy"] == PAGE_POLICY
    assert "unsafe" not in PAGE_POLICY and "data:" not in PAGE_POLICY and "default-src 'none'" in PAGE_POLICY
    assert "frame-ancestors 'none'" in PAGE_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/api/me", "/api/nothing", "/api/tables/AAAAAAAA"])
def test_answers_of_the_api_are_not_cached(site: Site, path: str) -> None:
    headers = site.ask("GET", path).headers
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"


def test_under_https_cookies_are_secure_and_browsers_stay_there(open_site: OpenSite) -> None:
    for url, secure in ((None, False), ("http://games.example.org", False), ("https://games.example.org", True)):
        answer = open_site(public_url=url).ask("POST", "/api/me", json={"name": "Ada"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie
        assert ("; secure" in cookie) == secure
        assert ("strict-transport-security" in answer.headers) == secure


def test_the_built_client_has_no_inline_script_or_style() -> None:
    page = (Settings().client / "index.html").read_text()
    assert re.findall(r"<script[^>]*>", page)
    assert all(" src=" in tag for tag in re.findall(r"<script[^>]*>", page))
    assert "<style" not in page and " style=" not in page and "javascript:" not in page


# Other sites.


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1:9999", "null", "http://127.0.0.1:8414.evil.example", ""]
)
def test_another_site_can_change_nothing(site: Site, origin: str) -> None:
    for method, path in (("POST", "/api/me"), ("POST", "/api/tables"), ("DELETE", "/api/tables/ABCDEFGH/seats/0")):
        problem(site.ask(method, path, json={"name": "Eve"}, headers={"origin": origin}), 403, "forbidden")
    assert site.ask("GET", "/api/me", headers={"origin": origin}).status_code == 200


def test_our_own_pages_and_programs_are_answered(open_site: OpenSite) -> None:
    site = open_site(public_url="https://games.example.org")
    ours: list[dict[str, str]] = [
        {},
        {"origin": HOME},
        {"origin": "https://games.example.org"},
        {"sec-fetch-site": "same-origin"},
        {"authorization": f"Bearer {site.ask('POST', '/api/players', json={'name': 'bot'}).json()['token']}"},
    ]
    for headers in ours:
        assert site.ask("POST", "/api/me", json={"name": "Ada"}, headers=headers).status_code == 200
    cross = {"sec-fetch-site": "cross-site"}
    problem(site.ask("POST", "/api/me", json={"name": "Eve"}, headers=cross), 403, "forbidden")


def test_another_site_gets_no_socket(site: Site) -> None:
    path = "/api/tables/ABCDEFGH/live"
    refused = site.raw(path, "websocket", host="127.0.0.1:8414", origin="http://evil.example")
    assert [message["type"] for message in refused] == ["websocket.close"]
    ours = site.raw(path, "websocket", host="127.0.0.1:8414", origin=HOME)
    assert [message["type"] for message in ours] == ["websocket.accept", "websocket.close"]
    assert ours[-1]["code"] == 4404


def test_requests_for_other_hosts_are_refused(open_site: OpenSite) -> None:
    site = open_site(hosts=("localhost", "games.example.org"))
    for host in ("localhost:8414", "LOCALHOST", "games.example.org", "192.168.1.7:8414", "[::1]:8414", "127.0.0.1"):
        assert site.ask("GET", "/api/me", headers={"host": host}).status_code == 200, host
    for host in ("evil.example", "localhost.evil.example", "evil.example:8414", "127.0.0.1.evil.example", "[", ""):
        problem(site.ask("GET", "/api/me", headers={"host": host}), 403, "forbidden")


# Sizes.


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/records"])
def test_bodies_have_a_limit(site: Site, path: str) -> None:
    most = LONGER_BODIES.get(path, BODY)

    async def in_pieces(size: int) -> AsyncIterator[bytes]:
        for _ in range(0, size, 1000):
            yield b" " * 1000

    long = problem(site.ask("POST", path, content=b" " * (most + 1), headers=JSON), 413, "too_large")
    assert str(most // 1024) in long["message"]
    problem(site.ask("POST", path, content=in_pieces(most + 2000), headers=JSON), 413, "too_large")
    problem(site.ask("POST", path, content=b"", headers=JSON | {"content-length": "9" * 5000}), 413, "too_large")
    problem(site.ask("POST", path, content=b" " * 1000, headers=JSON), 422, "bad_request")


def test_a_body_in_pieces_is_read_whole(site: Site) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b'{"na', b'me": "A', b'da"}'):
            yield piece

    assert site.ask("POST", "/api/me", content=pieces(), headers=JSON).json()["name"] == "Ada"


def test_strange_requests_get_a_sentence(site: Site) -> None:
    for body in (b"\xff\xfe", b"[" * 50_000, b"{", b"null", b'"name"', b'{"name": 1e999}', b'{"name":"\\ud800"}'):
        problem(site.ask("POST", "/api/me", content=body, headers=JSON), 422, "bad_request")


# Limits.


def test_too_many_tables_at_once_have_to_wait(open_site: OpenSite) -> None:
    site = open_site(limits=True)
    for _ in range(OPENING.amount):
        problem(site.ask("POST", "/api/tables", json={}), 422, "bad_request")
    answer = site.ask("POST", "/api/tables", json={}, headers={"accept-language": "fr"})
    wait = problem(answer, 429, "too_many")["retry_after"]
    assert 1 <= wait <= 60 and answer.headers["retry-after"] == str(wait)
    assert answer.json()["message"].startswith("C'était rapide") and str(wait) in answer.json()["message"]
    assert site.ask("GET", "/api/me").status_code == 200


def test_limits_are_independent(open_site: OpenSite) -> None:
    """Somebody who may open no more tables can still play."""
    ana = Somebody(open_site(limits=True), "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    while ana.ask("POST", "/tables", {}).status_code != 429:
        pass
    assert ana.play(table, 0, "draw")["items"]


def test_advice_is_limited_by_address(open_site: OpenSite) -> None:
    site = open_site(limits=True)
    path = "/api/records/ABCDEFGH/advice"
    for _ in range(ADVICE.amount):
        problem(site.ask("GET", path), 422, "bad_request")
    problem(site.ask("GET", path, headers={"cookie": "quatuor=two"}), 429, "too_many")


def test_moves_on_a_socket_are_limited_too(open_site: OpenSite) -> None:
    """A socket is one request, but not one move."""
    ana = Somebody(open_site(limits=True), "Ana")
    table = ana.open("symphonimo", "me", "bot", start=True, first=0)
    with ana.socket(table, 99, 0) as socket:
        socket.receive()
        for _ in range(MOVES.amount):
            socket.say("{}")
            assert socket.receive()["error"] == "bad_request"
        socket.say("{}")
        refused = socket.receive()
        assert refused["error"] == "too_many" and 1 <= refused["retry_after"] <= 5
        assert str(refused["retry_after"]) in refused["message"]


def test_codes_and_return_links_cannot_be_guessed(open_site: OpenSite) -> None:
    site = open_site(limits=True)
    for n in range(MISSES.amount):
        if n % 2:
            problem(site.ask("POST", "/api/return", json={"token": f"{n:020}"}), 404, "unknown")
        else:
            problem(site.ask("GET", "/api/tables/ABCDEFGH"), 404, "unknown")
    problem(site.ask("GET", "/api/tables/HGFEDCBA"), 429, "too_many")
    problem(site.ask("POST", "/api/return", json={"token": "x" * 20}), 429, "too_many")
    socket = site.raw("/api/tables/ABCDEFGH/live", "websocket", host="127.0.0.1:8414", origin=HOME)
    assert socket[-1]["code"] == 4429 and "Wait" in socket[-1]["reason"]
    assert site.ask("GET", "/api/games").status_code == 200


def test_limits_can_be_switched_off(site: Site) -> None:
    for _ in range(OPENING.amount + 5):
        problem(site.ask("POST", "/api/tables", json={}), 422, "bad_request")


# Files.


def test_files_are_compressed_and_cached_as_long_as_possible(site: Site) -> None:
    for accepted, encoding, body in (
        ("gzip, deflate, br;q=0.9", "br", b"as br"),
        ("br;q=0, gzip", "gzip", b"as gz"),
        ("identity", None, b"plain"),
    ):
        # Bodies that are not what they are called, so that no decoder makes them equal.
        sent = site.raw("/assets/app-1a2b.js", host="127.0.0.1", accept_encoding=accepted)
        headers = dict(sent[0]["headers"])
        assert headers.get(b"content-encoding", b"").decode() == (encoding or "")
        assert sent[1]["body"] == body
        assert headers[b"content-type"] == b"text/javascript; charset=utf-8"
        assert headers[b"cache-control"] == b"public, max-age=31536000, immutable"
        assert headers[b"vary"] == b"accept-encoding"


def test_the_pages_of_the_client_are_its_index(site: Site) -> None:
    index = site.ask("GET", "/")
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    assert index.headers["cache-control"] == "no-cache"
    for path in ("/table/ABCDEFGH", "/rules/symbiose", "/new"):
        assert site.ask("GET", path).content == index.content
    again = site.ask("GET", "/", headers={"if-none-match": index.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert site.ask("HEAD", "/").headers["content-length"] == str(len(index.content))
    assert site.ask("GET", "/assets/gone.js").status_code == 404
    assert site.ask("POST", "/table/ABCDEFGH").status_code in (404, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/../settings.py",
        "/assets/../../settings.py",
        "/assets/..%2f..%2fsettings.py",
        "/%2e%2e/settings.py",
        "/..\\settings.py",
        "//settings.py",
        "/./../settings.py",
        "/.built-from",
        "/assets/app-1a2b.js.br",
        "/settings.py\x00",
        "/etc/passwd",
        "/api/../../settings.py",
        "/api/docs/../../../settings.py",
    ],
)
def test_no_path_reaches_a_file_outside_the_client(site: Site, path: str) -> None:
    for named in (path, path.replace("%2f", "/").replace("%2e", ".")):
        sent = site.raw(named, host="127.0.0.1")
        body = b"".join(message.get("body", b"") for message in sent[1:])
        assert SECRET.encode() not in body and b"root:" not in body and b"as br" not in body
        assert sent[0]["status"] == 404 or body.startswith(b"<!doctype html>")


def test_without_a_client_one_sentence_says_so(open_site: OpenSite, tmp_path: Path) -> None:
    site = open_site(client=tmp_path / "nowhere")
    answer = site.ask("GET", "/", headers={"accept-language": "fr-FR,fr;q=0.9"})
    assert answer.status_code == 503 and answer.text.startswith("Le client web n'a pas été construit\u00a0:")
    assert site.ask("GET", "/api/me").status_code == 200


# Failures and logs.


def test_a_failure_gives_its_request_id_and_nothing_else(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    async def boom() -> None:
        raise RuntimeError(SECRET)

    site.app.add_api_route("/api/boom", boom)
    with caplog.at_level(logging.INFO, "quatuor.server"):
        answer = site.ask("GET", "/api/boom")
    number = answer.headers["x-request-id"]
    assert number in problem(answer, 500, "unavailable")["message"]
    assert SECRET not in answer.text and "Traceback" not in answer.text and "RuntimeError" not in answer.text
    failed = next(record for record in caplog.records if record.message == "request.failed")
    assert failed.fields["error"] == "RuntimeError"  # type: ignore[attr-defined]
    assert any("boom" in place for place in failed.fields["where"])  # type: ignore[attr-defined]
    assert SECRET not in str([record.__dict__ for record in caplog.records])


def test_request_ids_reveal_nothing_about_others(site: Site) -> None:
    """Two requests must not show how many others came in between."""
    numbers = [site.ask("GET", "/api/me").headers["x-request-id"] for _ in range(40)]
    assert len(set(numbers)) == len(numbers)
    values = [int(number.replace("-", ""), 16) for number in numbers]
    steps = [after - before for before, after in pairwise(values)]
    assert len(set(steps)) == len(steps) and min(steps) < 0 < max(steps)


def test_the_log_has_routes_but_no_codes_names_or_tokens(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    token = site.ask("POST", "/api/players", json={"name": "Ada Lovelace"}).json()["token"]
    caplog.clear()
    with caplog.at_level(logging.INFO, "quatuor.server"):
        site.ask("POST", "/api/me?lang=fr", json={"name": "Ada Lovelace"}, headers={"authorization": f"Bearer {token}"})
        site.ask("GET", "/api/tables/ABCDEFGH")
        site.ask("GET", "/return/a-private-token")
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    assert [line["path"] for line in lines] == ["/api/me", "/api/tables/{table_id}", "/…"]
    assert [line["status"] for line in lines] == [200, 404, 200]
    assert all(line.keys() >= {"time", "level", "event", "method", "ms"} for line in lines)
    text = json.dumps(lines)
    assert not any(word in text for word in ("Ada", token, "ABCDEFGH", "private"))


def test_the_docs_page_names_every_route_and_message(site: Site) -> None:
    page = site.ask("GET", "/api/docs").text
    document = site.ask("GET", "/api/openapi.json").json()
    assert all(path in page for path in document["paths"])
    assert all(f'id="{name}"' in page for name in document["components"]["schemas"])
    assert "<script" not in page and "style=" not in page and "http://" not in page and "https://" not in page
    assert site.ask("GET", "/api/docs.css").headers["content-type"].startswith("text/css")
