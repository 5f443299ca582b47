"""Decisions a second of a batch, observations and masks included: on one core, and on a CUDA GPU.

python bench/batch.py                      # one core
python bench/batch.py --gpu                # needs quatuor[cuda]: the same bytes as the CPU, and how fast
python bench/batch.py --gpu --pgx          # beside two card games of Pgx; needs jax[cuda] and pgx

Random players choose among the legal actions; their choices are made by the batch too and counted in `decisions/s`,
while `steps/s` is the time of `step` alone. Each figure is the best of several repetitions.
"""

import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from quatuor import GAMES
from quatuor.core.runners import cuda
from quatuor.envs.batch import Batch

SIZE = 1024
GPU_SIZE = 1 << 17


def one_core(game: str, players: int, seconds: float) -> tuple[float, float]:
    """Decisions and steps a second."""
    batch = Batch(game, players, SIZE)
    batch.reset(1)
    batch.step(batch.sample())
    best = [0.0, 0.0]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        chosen = stepped = 0.0
        for _ in range(50):
            start = time.thread_time()
            actions = batch.sample()
            middle = time.thread_time()
            batch.step(actions)
            stepped += time.thread_time() - middle
            chosen += middle - start
        best[0] = max(best[0], 50 * SIZE / (chosen + stepped))
        best[1] = max(best[1], 50 * SIZE / stepped)
    return best[0], best[1]


def on_gpu(game: str, players: int, size: int, seconds: float) -> tuple[float, float]:
    """Decisions and steps a second; nothing leaves the GPU between them."""
    from numba import cuda as device

    batch = Batch(game, players, size, device="cuda")
    batch.reset(1)
    for _ in range(200):  # games of all ages
        batch.step(batch.sample())
    best = [0.0, 0.0]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        device.synchronize()
        start = time.perf_counter()
        for _ in range(50):
            batch.step(batch.sample())
        device.synchronize()
        best[0] = max(best[0], 50 * size / (time.perf_counter() - start))
        events = [(device.event(), device.event()) for _ in range(20)]
        for before, after in events:
            actions = batch.sample()
            before.record()
            batch.step(actions)
            after.record()
        device.synchronize()
        spent = min(device.event_elapsed_time(before, after) for before, after in events) / 1000
        best[1] = max(best[1], size / spent)
    batch.check()
    return best[0], best[1]


def pgx(name: str, size: int, seconds: float) -> float:
    """Decisions a second of a game of Pgx, its observations and random legal choices included."""
    import jax
    import jax.numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(name)
    steps = jax.vmap(auto_reset(env.step, env.init))

    def decide(state: Any, key: Any) -> tuple[Any, None]:
        choosing, stepping = jax.random.split(key)
        actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=1)
        return steps(state, actions, jax.random.split(stepping, size)), None

    play = jax.jit(lambda state, key: jax.lax.scan(decide, state, jax.random.split(key, 50))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
    state = jax.block_until_ready(play(state, jax.random.PRNGKey(1)))
    best, end, number = 0.0, time.perf_counter() + seconds, 2
    while time.perf_counter() < end:
        key = jax.random.PRNGKey(number)
        start = time.perf_counter()
        state = jax.block_until_ready(play(state, key))
        best = max(best, 50 * size / (time.perf_counter() - start))
        number += 1
    return best


def compare() -> None:
    """The same arrays on both, after each of many steps."""
    from envs.batch_and_hash import digests

    if digests("cpu", 64, 100) != digests("cuda", 64, 100):
        sys.exit("the GPU's arrays differ from the CPU's")
    print("the GPU's arrays are those of the CPU: 100 steps of 64 tables of two kinds, all games")


@click.command()
@click.option("--gpu", is_flag=True, help="On a CUDA GPU.")
@click.option("--pgx", "with_pgx", is_flag=True, help="Beside leduc and sparrow mahjong of Pgx.")
@click.option("--size", default=GPU_SIZE, show_default=True, help="Tables on the GPU.")
@click.option("--seconds", default=3.0, show_default=True, help="For each figure.")
def main(gpu: bool, with_pgx: bool, size: int, seconds: float) -> None:
    if gpu and not cuda.available():
        sys.exit("There is no CUDA GPU here that quatuor[cuda] can use.")
    if gpu:
        compare()
    table = Table("game", "players", "numbers observed", "decisions/s", "steps/s")
    for name, game in GAMES.items():
        for players in sorted({2, 4, game.max_players}):
            found: Any = on_gpu(name, players, size, seconds) if gpu else one_core(name, players, seconds)
            table.add_row(name, str(players), str(game.observation.size), *(f"{rate / 1e6:.1f} M" for rate in found))
    for peer in ("leduc_holdem", "sparrow_mahjong") if with_pgx else ():
        table.add_row(f"Pgx {peer}", "", "", f"{pgx(peer, size, seconds) / 1e6:.1f} M", "")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
