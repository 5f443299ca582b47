"""Matches and simulations on a Ray cluster of two nodes: the numbers of one machine, whoever dies meanwhile."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from quatuor import __version__
from quatuor.arena import ray_cluster
from quatuor.arena.ray_cluster import LOCAL, ray_workers
from quatuor.arena.workers import Workers
from quatuor.core.errors import QuatuorError

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"
TIMES = ("seconds", "games_per_second", "moves_per_second", "ms")
PATIENCE_S = 240
MATCH = ("match", "symphonimo", "--bots", "greedy,random", "--games", "60", "--seed", "5")
# A bot that plays the first legal move, and does something else before.
OWN_BOT = """
import os
from pathlib import Path

class Mine:
    def choose(self, game, state, chooser):
        {}
        return game.legal_actions(state)[0]

bot = Mine()
"""


@pytest.fixture(scope="module")
def client_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture(scope="module")
def cluster(client_port: int) -> Iterator[Any]:
    """Two nodes with one core each."""
    from ray import cluster_utils

    head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": client_port}
    nodes = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    nodes.add_node(num_cpus=1)
    yield nodes
    nodes.shutdown()


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def numbers(self) -> Any:
        """What --json printed, without what the clock says."""
        assert self.code == 0, self.err
        return timeless(json.loads(self.out))


def timeless(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: timeless(value) for key, value in data.items() if key not in TIMES}
    return [timeless(value) for value in data] if isinstance(data, list) else data


def run(*words: str, folder: Path | None = None) -> Ran:
    done = subprocess.run(
        [sys.executable, "-m", "quatuor", "--lang", "en", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("Compiling the rules")]
    return Ran(done.returncode, done.stdout, "\n".join(said))


def compare(address: str, *words: str) -> None:
    """Run a command here and on a cluster: the numbers are the same, and nothing else is said."""
    there = run(*words, "--ray", address, "--json")
    assert there.numbers == run(*words, "--json").numbers
    assert not there.err


def own_bot(folder: Path, before: str = "") -> str:
    (folder / "mine.py").write_text(OWN_BOT.format(before), encoding="utf-8")
    return "mine.py,random"


def test_a_match_on_two_nodes_is_the_match_of_one_machine(cluster: Any) -> None:
    compare(cluster.address, *MATCH)


def test_a_machine_outside_the_cluster_has_it_play_too(cluster: Any, client_port: int) -> None:
    def listens() -> bool:
        with socket.socket() as visitor:
            return visitor.connect_ex(("127.0.0.1", client_port)) == 0

    wait_until(listens)
    compare(f"ray://127.0.0.1:{client_port}", *MATCH)


@pytest.mark.parametrize("bots", ["random", "greedy,random,random"])
def test_a_simulation_on_two_nodes_is_that_of_one_machine(cluster: Any, bots: str) -> None:
    games = "200000" if bots == "random" else "500"
    compare(
        cluster.address, "simulate", "symphonimo", "--players", "3", "--bots", bots, "--games", games, "--seed", "5"
    )


def test_the_lines_of_the_page_run_on_two_nodes(cluster: Any, tmp_path: Path) -> None:
    lines = re.findall(r"^    quatuor (.*--ray.*?)(?: +#.*)?$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) >= 3
    own_bot(tmp_path)
    for line in lines:
        words = re.sub(r"--ray [^- ]\S*", f"--ray {cluster.address}", line)
        words = re.sub(r"--games \d+", "--games 30", words)
        done = run(*shlex.split(words), folder=tmp_path)
        assert done.code == 0 and not done.err, (line, done.err)


def test_both_nodes_work_and_every_result_comes_once(cluster: Any) -> None:
    def where(task: int) -> tuple[int, str]:
        import ray

        time.sleep(0.05)
        return task, ray.get_runtime_context().get_node_id()

    with ray_workers(cluster.address) as workers:
        found = list(workers(where, range(60)))
    assert sorted(task for task, _ in found) == list(range(60))
    assert len({node for _, node in found}) == 2


def test_a_worker_that_dies_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    """It dies in the middle of a game; the file of the bot lies on no node's path."""
    dead = tmp_path / "dead"
    dying = f"Path({str(dead)!r}).exists() or (Path({str(dead)!r}).touch(), os.kill(os.getpid(), 9))"
    words = ("match", "symphonimo", "--bots", own_bot(tmp_path, dying), "--games", "60", "--seed", "5")
    disturbed = run(*words, "--ray", cluster.address, "--json", folder=tmp_path).numbers
    assert dead.exists()
    assert disturbed == run(*words, "--json", folder=tmp_path).numbers


def test_a_worker_that_always_dies_is_given_up(cluster: Any, tmp_path: Path) -> None:
    words = ("match", "symphonimo", "--bots", own_bot(tmp_path, "os.kill(os.getpid(), 9)"), "--games", "4")
    done = run(*words, "--ray", cluster.address, folder=tmp_path)
    assert (done.code, done.err) == (
        2,
        "quatuor: a worker process ended unexpectedly; perhaps there was not enough memory.",
    )


def test_a_bot_that_fails_on_a_node_is_told_in_one_sentence(cluster: Any, tmp_path: Path) -> None:
    words = ("match", "symphonimo", "--bots", own_bot(tmp_path, "1 / 0"), "--games", "4")
    done = run(*words, "--ray", cluster.address, folder=tmp_path)
    assert (done.code, done.err) == (
        2,
        "quatuor: the bot in mine.py failed in line 7: ZeroDivisionError: division by zero.",
    )


def test_a_node_that_dies_is_done_without(cluster: Any) -> None:
    def slowly(task: int) -> int:
        time.sleep(0.1)
        return task

    node = cluster.add_node(num_cpus=1)
    with ray_workers(cluster.address) as workers:
        results = workers(slowly, range(60))
        found = [next(results) for _ in range(6)]
        cluster.remove_node(node, allow_graceful=False)
        found += results
    assert sorted(found) == list(range(60))


def test_another_version_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "identity", lambda: ("0.0.1", "other"))
    with pytest.raises(QuatuorError) as refused, ray_workers(cluster.address) as workers:
        list(workers(abs, range(4)))
    assert re.fullmatch(
        rf"the machine \S+ has Quatuor {__version__}, this one has 0.0.1; install the same version on all of them.",
        refused.value.say("en"),
    )


def test_a_node_without_this_quatuor_is_refused(tmp_path: Path) -> None:
    from ray import cluster_utils

    (tmp_path / "quatuor").mkdir()
    (tmp_path / "quatuor" / "__init__.py").touch()
    nodes = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        nodes.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(tmp_path)})
        with (
            pytest.raises(QuatuorError, match="has no Quatuor that can work with this one"),
            ray_workers(nodes.address) as workers,
        ):
            list(workers(abs, range(4)))
    finally:
        nodes.shutdown()


def intervals(workers: Workers, tasks: int) -> list[tuple[float, float]]:
    def rest(task: int) -> tuple[float, float]:
        start = time.time()
        time.sleep(0.3)
        return start, time.time()

    return sorted(workers(rest, range(tasks)))


def test_the_first_task_on_a_machine_is_done_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It compiles what all of them need; after it the others are done side by side."""
    monkeypatch.setattr(ray_cluster, "cores", lambda: 2)
    with ray_workers(LOCAL) as workers:
        for _ in range(2):
            (_, end), *others = intervals(workers, 8)
            assert all(start >= end for start, _ in others)
            assert any(one[1] > other[0] for one, other in pairwise(others))


def test_where_no_cluster_is_one_sentence_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        done = run(*MATCH, "--ray", address)
    assert done.code == 2 and len(done.err.splitlines()) == 1
    assert f"there is no Ray cluster to work with at {address}: " in done.err


def processes_with(mark: str) -> list[str]:
    """The processes whose environment has this mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("stop", [False, True], ids=["end", "ctrl-c"])
def test_a_local_cluster_leaves_nothing_behind(stop: bool, tmp_path: Path) -> None:
    mark = uuid4().hex
    begun = tmp_path / "begun"
    bots = own_bot(tmp_path, f"Path({str(begun)!r}).touch()")
    games = "100000" if stop else "20"
    command = [sys.executable, "-m", "quatuor", "match", "symphonimo", "--bots", bots, "--games", games, "--ray"]
    playing = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=os.environ | {"QUATUOR_LANG": "en", "QUATUOR_MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    if stop:
        wait_until(begun.exists)
        assert len(processes_with(mark)) > 2
        # As a terminal does: to all processes of the command.
        os.killpg(playing.pid, signal.SIGINT)
    _, err = playing.communicate(timeout=PATIENCE_S)
    assert (playing.returncode, err.lstrip("\n")) == ((130, "quatuor: stopped.\n") if stop else (0, ""))
    wait_until(lambda: not processes_with(mark))


def wait_until(true: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)
