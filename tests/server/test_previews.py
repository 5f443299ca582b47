"""Link previews: what chats show of a table or a replay, and nothing that a stranger may not know."""

import random
import re
from collections.abc import Iterator
from html import unescape

import pytest

from quatuor.games import GAMES
from quatuor.server.http import previews
from quatuor.server.rate_limits import Limit
from quatuor.server.settings import Settings
from server.inside import HOME, Inside
from server.people import Somebody, play_to_the_end

PAGE = """<!doctype html><html><head>
    <meta name="description" content="Games" />
    <title>Quatuor</title>
  </head><body></body></html>"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server with a client of two files: a page, and one picture."""
    folder = tmp_path_factory.mktemp("previews")
    client = folder / "client"
    (client / "previews").mkdir(parents=True)
    (client / "index.html").write_text(PAGE)
    (client / "previews" / "symphonimo.png").write_bytes(b"a picture")
    server = Inside(Settings(db=folder / "quatuor.db", client=client, limits=False, warm_search=False))
    yield server
    server.close()


def seen(server: Inside, path: str, language: str = "en") -> dict[str, str]:
    """The tags of a page by name, its title among them."""
    answer = server.ask("GET", path, headers={"accept-language": language})
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    text = answer.text
    tags = re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)"', text)
    assert text.count("<title>") == 1 and len({name for name, _ in tags}) == len(tags)
    title = re.search("<title>(.*)</title>", text)
    assert title is not None
    return {name: unescape(value) for name, value in tags} | {"title": unescape(title[1])}


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Symphonimo: come and play!"), ("fr-CA", "Symphonimo\xa0: venez jouer\xa0!")]
)
def test_an_invitation_says_which_game_it_is_in_the_readers_language(server: Inside, language: str, title: str) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "open")
    pitch = GAMES["symphonimo"].texts.say("fr" if "fr" in language else "en", "pitch")
    for page in (f"/join/{table}", f"/table/{table}", f"/join/{table.lower()}"):
        tags = seen(server, page, language)
        assert tags["og:title"] == title and tags["title"] == f"{title} · Quatuor"
        assert pitch in tags["og:description"] == tags["description"]
        assert tags["og:image"] == f"{HOME}/previews/symphonimo.png" and tags["og:url"] == HOME + page
        assert tags["twitter:card"] == "summary_large_image"


def test_a_preview_changes_with_the_table_and_names_nobody(server: Inside) -> None:
    ana, leo = Somebody(server, "Ana-Secret"), Somebody(server, "Leo-Secret")
    table = ana.open("symbiose", "me", "open", spectators=False)
    leo.sit(table)
    pages = [server.ask("GET", f"/table/{table}").text]
    ana.start(table)
    pages.append(server.ask("GET", f"/table/{table}").text)
    play_to_the_end({0: ana, 1: leo}, table, random.Random(1))
    pages += [server.ask("GET", f"/{page}/{table}").text for page in ("table", "replay")]
    titles = [re.findall('og:title" content="([^"]*)"', page)[0] for page in pages]
    assert titles == [
        "Symbiose: come and play!",
        "Symbiose: a game is on",
        "Symbiose: the game is over",
        "A game of Symbiose, move by move",
    ]
    assert not any("Secret" in page for page in pages)
    assert seen(server, f"/table/{table}")["og:image"] == f"{HOME}/previews/quatuor.png"


def test_a_table_that_is_not_in_memory_has_its_preview_too(server: Inside) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "bot", start=True)
    server.call(lambda: server.services.tables.live_tables.pop(table))
    assert seen(server, f"/table/{table}")["og:title"] == "Symphonimo: a game is on"
    assert table not in server.services.tables.live_tables


@pytest.mark.parametrize("path", ["/", "/table/AAAAAAAA", "/replay/AAAAAAAA", "/table/x", "/join/", "/new/symphonimo"])
def test_other_pages_are_as_they_were_built(server: Inside, path: str) -> None:
    assert server.ask("GET", path).text == PAGE


def test_a_game_in_progress_has_no_replay_to_preview(server: Inside) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "bot", start=True)
    assert server.ask("GET", f"/replay/{table}").text == PAGE


def test_what_the_address_says_cannot_become_part_of_the_page(server: Inside) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "open")
    page = server.ask("GET", f"/table/{table}", headers={"host": '"><script>alert(1)</script>'}).text
    assert "<script" not in page


def test_a_page_with_a_preview_is_not_sent_again_unchanged(server: Inside) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "open")
    first = server.ask("GET", f"/table/{table}")
    assert first.headers["vary"] == "accept-language"
    again = server.ask("GET", f"/table/{table}", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and again.text == ""


def test_a_flood_of_addresses_gets_the_plain_page(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Somebody(server, "Ana").open("symphonimo", "me", "open")
    monkeypatch.setattr(previews, "LIMIT", Limit(2, 10))
    assert [server.ask("GET", f"/table/{table}").text == PAGE for _ in range(3)] == [False, False, True]
