"""The host of a server closes and removes tables, and keeps people and networks out."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from quatuor.server.http.routes.host import TOKEN_HEADER
from quatuor.server.live import registry
from quatuor.server.rate_limits import Limit
from quatuor.server.refusals import Refused
from quatuor.server.settings import Settings
from quatuor.server.store.queries import entry_count
from quatuor.server.texts import TEXTS
from server.inside import HOME, Closed, Inside, Socket
from server.people import Somebody, play_to_the_end

TOKEN = "what only the host can read"
REFUSED = {
    "en": "The host of this server does not let you in.",
    "fr": "L'hôte de ce serveur ne vous laisse pas entrer.",
}


def start(folder: Path) -> Inside:
    return Inside(Settings(db=folder / "quatuor.db", limits=False, warm_search=False, host_token=TOKEN))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    server = start(tmp_path_factory.mktemp("host"))
    yield server
    server.close()


def host(server: Inside, command: str, token: str = TOKEN, lang: str = "en", **wanted: Any) -> httpx.Response:
    headers = {TOKEN_HEADER: token}
    return server.ask("POST", f"/api/host/{command}", params={"lang": lang}, json=wanted, headers=headers)


def done(server: Inside, command: str, **wanted: Any) -> Any:
    answer = host(server, command, **wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask_from(server: Inside, address: str, path: str, **headers: str) -> httpx.Response:
    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(server.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
            return await client.get(path)

    return server.run(asking())


def closed(socket: Socket) -> Closed:
    """How the server ends a socket."""
    with pytest.raises(Closed) as ended:
        while True:
            socket.receive_any()
    return ended.value


@pytest.mark.parametrize("token", ["", "guess", TOKEN + "x"])
def test_nobody_but_the_host_has_these_commands(server: Inside, inside: Inside, token: str) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "open")
    assert host(server, "close", token, table=table).status_code == 403
    assert host(inside, "close", token, table=table).status_code == 403  # a server without such a token at all
    assert host(server, "dance", table=table).status_code == 422
    assert not any(path.startswith("/api/host") for path in server.app.openapi()["paths"])


def test_a_closed_table_says_who_closed_it_and_stays_readable(server: Inside) -> None:
    ana, leo = Somebody(server, "Ana"), Somebody(server, "Léo", "fr")
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    ana.start(table)
    with leo.socket(table) as socket:
        socket.receive()
        assert done(server, "close", table=table) == {"table": table, "changed": True}
        told = socket.receive()
        assert told["items"][-1]["log"] == ["L'hôte de ce serveur a fermé la table."]
        assert told["snapshot"]["table"]["status"] == "closed"
    assert ana.events(table)["items"][-1]["log"] == ["The host of this server has closed the table."]
    assert done(server, "close", table=table)["changed"] is False
    server.services.tables.live_tables.clear()
    assert ana.events(table)["snapshot"]["table"]["status"] == "closed"  # as the store has it
    assert host(server, "close", table="ZZZZZZ").status_code in (404, 422)


def test_a_table_is_removed_once_it_has_ended_and_leaves_nothing(server: Inside) -> None:
    ana = Somebody(server, "Ana")
    table = ana.open("symphonimo", "me", "open")
    refused = host(server, "remove", table=table, lang="fr")
    assert refused.status_code == 409 and "fermez-la d'abord" in refused.json()["message"]
    done(server, "close", table=table)
    with ana.socket(table) as socket:
        socket.receive()
        live = server.services.tables.live_tables[table]
        done(server, "remove", table=table)
        assert closed(socket).code == 4404
    ana.refused(404, "unknown", "GET", f"/tables/{table}")
    assert live.removed
    assert ana.good("GET", "/me/tables") == []
    count = server.run(server.services.store.read(lambda store: store.execute(entry_count(table)).scalar()))
    assert count == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_person_who_is_kept_out_reads_one_sentence_everywhere(server: Inside, lang: str) -> None:
    ana, leo = Somebody(server, "Ana"), Somebody(server, "Léo", lang)
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    ana.start(table)
    with leo.socket(table) as socket:
        socket.receive()
        (kept,) = done(server, "keep_out", who="Léo", table=table, note="rude")
        assert kept["name"] == "Léo" and kept["note"] == "rude" and "person" not in kept
        assert closed(socket).reason == REFUSED[lang]
    for method, path in (("GET", "/me"), ("GET", f"/tables/{table}"), ("POST", "/tables"), ("GET", "/nothing")):
        assert leo.refused(403, "forbidden", method, path)["message"] == REFUSED[lang]
    with leo.socket(table) as again:
        ended = closed(again)
        assert (ended.code, ended.reason) == (4403, REFUSED[lang])
    page = server.ask("GET", "/", params={"lang": lang}, headers=leo.headers)
    assert page.status_code == 403 and page.headers["content-type"].startswith("text/html")
    assert f"<p>{REFUSED[lang]}</p>" in page.text
    assert ana.info(table)["seats"][1]["stand_in"]  # the others play on
    done(server, "lift", who="Léo")
    assert leo.info(table)["status"] == "playing"


def test_a_return_link_from_before_gives_no_seat_back_to_whoever_is_kept_out(server: Inside) -> None:
    ana, leo = Somebody(server, "Ana"), Somebody(server, "Léo")
    table = ana.open("symphonimo", "me", "open")
    leo.sit(table)
    ana.start(table)
    token = leo.good("POST", f"/tables/{table}/seats/1/return-link")["url"].rsplit("/", 1)[1]
    done(server, "keep_out", who="Léo", table=table)
    again = Somebody(server, "Léo", "fr")
    refused = again.refused(403, "forbidden", "POST", "/return", {"token": token})
    assert refused["message"] == REFUSED["fr"]
    assert again.info(table)["yours"] == [] and ana.info(table)["seats"][1]["stand_in"]
    done(server, "lift", who="Léo")
    assert again.good("POST", "/return", {"token": token}) == {"table": table, "seat": 1}


def test_nobody_waits_for_somebody_who_was_kept_out_before_the_game(server: Inside) -> None:
    ana, leo = Somebody(server, "Ana"), Somebody(server, "Léo")
    opened, dealing = (ana.open("symphonimo", "me", "open", first=1) for _ in range(2))
    for table in (opened, dealing):
        leo.sit(table)
    ana.good("POST", f"/tables/{dealing}/start", {"gather": True})
    hosted = leo.open("symphonimo", "open", "open")
    ana.sit(hosted)
    done(server, "keep_out", who="Léo", table=opened)
    assert ana.info(hosted)["status"] == "closed", "only they could have started it"
    assert ana.info(opened)["seats"][1]["kind"] == "open" and ana.info(dealing)["seats"][1]["kind"] == "bot"
    ana.good("POST", f"/tables/{dealing}/contribution", {"number": "ab" * 32})
    assert ana.info(dealing)["status"] == "playing"
    done(server, "lift", who="Léo")


def test_a_rematch_does_not_wait_for_somebody_who_is_kept_out(server: Inside) -> None:
    ana, leo = Somebody(server, "Ana"), Somebody(server, "Léo")
    table = leo.open("symphonimo", "me", "open", first=1)
    ana.sit(table)
    leo.start(table)
    play_to_the_end({0: leo, 1: ana}, table, random.Random(1))
    done(server, "keep_out", who="Léo", table=table)
    again = ana.table_answer("POST", table, "/rematch")
    assert again["status"] == "playing" and again["seats"][0]["stand_in"]
    done(server, "lift", who="Léo")


def test_somebody_and_their_home_are_kept_out_however_much_there_is_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits of guests are not the host's, and if anything fails at a table both are kept out all the same."""
    server = Inside(Settings(db=tmp_path / "quatuor.db", warm_search=False, host_token=TOKEN))
    leo = Somebody(server, "Léo")
    opened = [leo.open("symphonimo", "me", "local", start=True) for _ in range(4)]
    leo.server.services.homes._homes.update(dict.fromkeys(leo.server.services.homes._homes, "203.0.113.7"))
    monkeypatch.setattr(registry, "LOADS", Limit(1, 1000))
    server.services.tables.live_tables.clear()
    names = [kept["network"] or kept["name"] for kept in done(server, "keep_out", who="Léo", home=True)]
    assert names == ["Léo", "203.0.113.7/32"]
    assert all(server.services.tables.live_tables[table].table.chairs[0].stand_in for table in opened)
    done(server, "lift", who="1")
    done(server, "lift", who="2")

    async def failing(*_: Any) -> None:
        raise Refused("unavailable", TEXTS.sentence("store.unavailable"))

    monkeypatch.setattr(server.services.tables, "change", failing)
    assert host(server, "keep_out", who="Léo", home=True).status_code == 503
    assert len(server.run(server.services.kept_out.all())) == 2
    server.close()


def test_who_is_kept_out_stays_so_after_a_restart(tmp_path: Path) -> None:
    server = start(tmp_path)
    leo = Somebody(server, "Léo")
    done(server, "keep_out", who="Léo")
    server.close()
    leo.server = start(tmp_path)
    try:
        leo.refused(403, "forbidden", "GET", "/me")
    finally:
        leo.server.close()


@pytest.mark.parametrize(
    ("network", "kept", "out", "allowed"),
    [
        ("203.0.113.7", "203.0.113.7/32", ["203.0.113.7", "::ffff:203.0.113.7"], ["203.0.113.8"]),
        ("203.0.113.9/24", "203.0.113.0/24", ["203.0.113.1", "203.0.113.255"], ["203.0.114.1", "2001:db8::1"]),
        ("2001:db8:1:2::5", "2001:db8:1:2::/64", ["2001:db8:1:2::5", "2001:db8:1:2:9::1"], ["2001:db8:1:3::5"]),
        ("2001:db8::/32", "2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::1"]),
        ("::ffff:198.51.100.4", "198.51.100.4/32", ["198.51.100.4"], ["198.51.100.5"]),
    ],
)
def test_a_network_is_kept_out(server: Inside, network: str, kept: str, out: list[str], allowed: list[str]) -> None:
    (added,) = done(server, "keep_out", who=network)
    assert added["network"] == kept
    assert done(server, "keep_out", who=network)[0]["number"] == added["number"]  # twice is once
    for address in out:
        refused = ask_from(server, address, "/api/me", **{"accept-language": "fr"})
        assert refused.status_code == 403 and refused.json()["message"] == REFUSED["fr"]
        assert ask_from(server, address, "/").status_code == 403
    for address in [*allowed, "127.0.0.1"]:
        assert ask_from(server, address, "/api/me").status_code == 200
    done(server, "lift", who=network)
    assert all(ask_from(server, address, "/api/me").status_code == 200 for address in out)


def test_the_home_of_a_person_can_be_kept_out_with_them(server: Inside) -> None:
    noe = Somebody(server, "Noé")
    assert host(server, "keep_out", who="Noé", home=True).status_code == 404  # nobody knows from where they come
    token = noe.headers["authorization"]
    assert ask_from(server, "203.0.113.7", "/api/me", authorization=token).status_code == 200
    assert [kept["network"] for kept in done(server, "keep_out", who="Noé", home=True)] == [None, "203.0.113.7/32"]
    assert ask_from(server, "203.0.113.7", "/api/me").status_code == 403
    assert done(server, "lift", who="203.0.113.7")["network"] == "203.0.113.7/32"
    assert done(server, "lift", who="Noé")["name"] == "Noé"


@pytest.mark.parametrize(
    ("command", "who", "status", "told"),
    [
        ("keep_out", "127.0.0.1", 422, "contains this machine"),
        ("keep_out", "0.0.0.0/0", 422, "contains this machine"),
        ("keep_out", "::/0", 422, "contains this machine"),
        ("keep_out", "Nobody", 404, "nobody here is called Nobody"),
        ("keep_out", "Twin", 409, "2 people here are called Twin"),
        ("lift", "Nobody", 404, "Nobody is not kept out"),
        ("lift", "7", 404, "7 is not kept out"),
        ("lift", "10.0.0.0/8", 404, "10.0.0.0/8 is not kept out"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(server: Inside, command: str, who: str, status: int, told: str) -> None:
    if who == "Twin":
        Somebody(server, "Twin"), Somebody(server, "Twin")
    refused = host(server, command, who=who)
    assert refused.status_code == status and told in refused.json()["message"]
