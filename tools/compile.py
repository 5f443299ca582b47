"""Compile all games ahead, a process each: tests that run at the same time would each compile the same."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import cpu_count

from quatuor.games import GAMES
from quatuor.server.warmup import warm, warm_analysis, warm_guided, warm_network, warm_search


def compile_game(name: str) -> None:
    """Compile a game, or find it on disk."""
    for step in (warm, warm_network, warm_search, warm_analysis, warm_guided):
        step(GAMES[name])


if __name__ == "__main__":
    with ProcessPoolExecutor(min(len(GAMES), cpu_count() or 1), get_context("spawn")) as processes:
        list(processes.map(compile_game, GAMES))
