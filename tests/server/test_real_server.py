"""A server in a process of its own: killed at any instant it loses nothing that it announced; programs play there."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from browser.harness import ServerProcess
from quatuor.server.http.messages import Update
from server.people import Json
from server.waits import LONGEST

pytestmark = pytest.mark.sqlite

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "bots" / "example.py"
AGENT = DOCS / "examples" / "agent_at_a_table.py"
GAMES = ("symphonimo", "air_sorciere", "rythm_n_play")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("real"))
    process.start()
    yield process
    process.kill()


class Player:
    """Plays both seats of a table as fast as it can, and remembers everything that it was ever told."""

    def __init__(self, server: ServerProcess, game: str) -> None:
        self.server = server
        self.rng = random.Random(game)
        self.told: dict[tuple[int, int], Json] = {}
        self.trouble: list[str] = []
        with httpx.Client(base_url=f"{server.url}/api", timeout=LONGEST) as api:
            self.token = api.post("/players", json={"name": "Ana"}).json()["token"]
            seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
            plan = {"game": game, "players": 2, "seats": seats, "start": True}
            self.table = api.post("/tables", json=plan, headers=self.headers).json()["id"]

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def hear(self, seat: int, update: Json) -> None:
        Update.model_validate(update)
        for item in update["items"]:
            known = self.told.setdefault((seat, item["index"]), item)
            if known != item:
                self.trouble.append(f"entry {item['index']} was {known} and is {item}")

    def play(self) -> None:
        """Move until the server is gone."""
        path = f"/tables/{self.table}"
        try:
            with httpx.Client(base_url=f"{self.server.url}/api", headers=self.headers, timeout=LONGEST) as api:
                turn = 0
                while True:
                    seen = api.get(f"{path}/events", params={"after": 10_000, "seat": turn}).json()["snapshot"]
                    turn = seen["table"]["turn"]
                    if turn < 0:
                        return
                    if seen["position"]["seat"] != turn:
                        continue
                    move = self.rng.choice(seen["position"]["legal"])["move"]
                    body = {"seat": turn, "after": seen["index"], "moves": [move]}
                    self.hear(turn, api.post(f"{path}/moves", json=body).raise_for_status().json())
        except httpx.TransportError:
            pass

    def listen(self) -> None:
        """Follow the table through a socket until the server is gone."""
        url = f"{self.server.url.replace('http', 'ws')}/api/tables/{self.table}/live?seat=1&after=-1"
        try:
            with connect(url, additional_headers=self.headers, compression=None) as socket:
                while True:
                    self.hear(1, Update.model_validate_json(socket.recv()).model_dump())
        except (WebSocketException, OSError):
            pass

    def check(self) -> int:
        """All that was ever announced is still there, word for word; how many entries there are."""
        events = {}
        for seat in (0, 1):
            answer = httpx.get(
                f"{self.server.url}/api/tables/{self.table}/events",
                params={"seat": seat},
                headers=self.headers,
                timeout=LONGEST,
            )
            items = answer.raise_for_status().json()["items"]
            assert [item["index"] for item in items] == list(range(len(items)))
            events |= {(seat, item["index"]): item for item in items}
        assert not self.trouble
        assert self.told.items() <= events.items()
        return len(events) // 2


def test_a_killed_server_has_kept_everything_that_it_announced(server: ServerProcess) -> None:
    players = [Player(server, game) for game in GAMES]
    entries = [0] * len(players)
    for more in (1, 30):
        heard = sum(len(player.told) for player in players)
        threads = [threading.Thread(target=work) for player in players for work in (player.play, player.listen)]
        for thread in threads:
            thread.start()
        # In the middle of the game: others of the six are on their way just now.
        while sum(len(player.told) for player in players) < heard + more:
            time.sleep(0.001)
        server.kill()
        for thread in threads:
            thread.join(30)
        server.start()
        before, entries = entries, [player.check() for player in players]
        assert all(count >= last for count, last in zip(entries, before, strict=True))


def test_a_stopped_server_says_goodbye_and_goes_on_later(server: ServerProcess) -> None:
    player = Player(server, "symphonimo")
    url = f"{server.url.replace('http', 'ws')}/api/tables/{player.table}/live?seat=0&after=-1"
    with connect(url, additional_headers=player.headers, compression=None) as socket:
        player.hear(0, Update.model_validate_json(socket.recv()).model_dump())
        server.stop()
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=LONGEST)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    server.start()
    assert player.check() == 4


def test_the_example_bot_of_the_documentation_plays_a_whole_game(server: ServerProcess) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "points" in done.stdout.splitlines()[-1]
    code = EXAMPLE.read_text().split('"""', 2)[2].strip().splitlines()
    assert len([line for line in code if line and not line.startswith(("import", "from"))]) <= 30


@pytest.mark.slow
def test_an_agent_of_another_library_plays_a_whole_game(server: ServerProcess) -> None:
    done = subprocess.run(
        [sys.executable, str(AGENT), server.url], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "points" in done.stdout


@pytest.mark.parametrize(
    ("program", "game"), [(EXAMPLE, "symbiose"), pytest.param(AGENT, "rythm_n_play", marks=pytest.mark.slow)]
)
def test_two_programs_play_against_each_other(server: ServerProcess, program: Path, game: str) -> None:
    with httpx.Client(base_url=f"{server.url}/api", timeout=LONGEST) as api:
        api.headers["authorization"] = f"Bearer {api.post('/players', json={'name': 'Host'}).json()['token']}"
        seats = [{"kind": "open"}, {"kind": "open"}]
        table = api.post("/tables", json={"game": game, "players": 2, "seats": seats}).json()["id"]
        words = [sys.executable, str(program), server.url, table]
        bots = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        while any(seat["kind"] == "open" for seat in api.get(f"/tables/{table}").json()["seats"]):
            time.sleep(0.05)
        api.post(f"/tables/{table}/start").raise_for_status()
        ends = [bot.communicate(timeout=120)[0] for bot in bots]
        assert api.get(f"/tables/{table}").json()["status"] == "over"
    assert all("points" in end.splitlines()[-1] for end in ends)
