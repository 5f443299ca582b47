"""How long a newcomer waits, with nothing compiled yet and afterwards.

python bench/first_use.py process: the import, and the first move of each game in a program
python bench/first_use.py server: the page of a new server, the first table of each game there and its first bot's move
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import click
import httpx

FIRST_MOVE = "import quatuor; game = quatuor.new({name!r}, seed=1); game.play(game.legal_moves[0])"
LONGEST_SECONDS = 300


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
def process() -> None:
    """A whole Python process, from its start to its end."""
    from quatuor import GAMES

    with tempfile.TemporaryDirectory() as cache:
        print(f"{'import quatuor':<16} {min(_seconds('import quatuor', cache) for _ in range(5)):5.2f} s")
        print(f"{'first move of':<16} {'cold':>7} {'cached':>9}")
        for name in GAMES:
            code = FIRST_MOVE.format(name=name)
            cold = _seconds(code, cache)
            print(f"{name:<16} {cold:5.2f} s {min(_seconds(code, cache) for _ in range(3)):7.2f} s")


def _seconds(code: str, cache: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"NUMBA_CACHE_DIR": cache}, check=True, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - start


@main.command()
@click.option("--bot", default="virtuoso", show_default=True)
def server(bot: str) -> None:
    """A server of its own for each game, first with an empty cache, then with what that has compiled so far."""
    from quatuor import GAMES

    print(f"{'seconds until':<16}{'':>8}{'the page':>10}{'a table':>10}{'a bot has moved':>17}")
    for name in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("cold", "cached"):
                page, table, moved = _first_game(Path(folder), name, bot)
                print(f"{name:<16}{kind:>8}{page:10.2f}{table:10.2f}{moved:17.2f}", flush=True)


def _first_game(folder: Path, game: str, bot: str) -> tuple[float, float, float]:
    """The seconds to the first page, from there to a table, and from there to the bot's first move."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "quatuor", "serve", "--port", str(port), "--db", str(folder / f"{port}.db")]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    start = time.perf_counter()
    serving = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONGEST_SECONDS) as client:
            _wait(lambda: _answers(client, "/"))
            page = time.perf_counter()
            client.post("/api/me", json={"name": "Ana"}).raise_for_status()
            seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
            wanted = {"game": game, "players": 2, "seats": seats, "first": 1, "pace_ms": 0, "start": True}
            opened = client.post("/api/tables", json=wanted).raise_for_status().json()
            table = time.perf_counter()
            _wait(lambda: _bot_has_moved(client, opened["id"]))
            return page - start, table - page, time.perf_counter() - table
    finally:
        serving.kill()
        serving.wait()


def _answers(client: httpx.Client, path: str) -> bool:
    try:
        return client.get(path).is_success
    except httpx.TransportError:
        return False


def _bot_has_moved(client: httpx.Client, table: str) -> bool:
    """Whether the bot has moved; where it is the newcomer's turn before, they make the first move that there is."""
    update = client.get(f"/api/tables/{table}/events").raise_for_status().json()
    if any(item["kind"] == "move" and item["seat"] == 1 for item in update["items"]):
        return True
    seen = update["snapshot"]
    if seen["position"]["legal"]:
        move = {"seat": 0, "after": seen["index"], "moves": [seen["position"]["legal"][0]["move"]]}
        client.post(f"/api/tables/{table}/moves", json=move).raise_for_status()
    return False


def _wait(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_SECONDS
    while not happened():
        if time.monotonic() > deadline:
            raise SystemExit("Nothing has happened for too long.")
        time.sleep(0.02)


if __name__ == "__main__":
    main()
