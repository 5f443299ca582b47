"""On a CUDA GPU: every setup of every game gives the same bytes as the CPU, and how fast each game runs.

python bench/gpu.py            # needs quatuor[cuda]
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from quatuor import GAMES
from quatuor.arena import speed
from quatuor.core.runners import cpu, cuda
from setups import ALL

GAMES_PER_SETUP = 4096


def main() -> None:
    if not cuda.available():
        sys.exit("There is no CUDA GPU here that quatuor[cuda] can use.")
    different = 0
    for name in GAMES:
        start = time.perf_counter()
        setups = [setup for setup in ALL if setup.game.name == name]
        for setup in setups:
            here = cpu.play(setup.game, setup.config, 1, GAMES_PER_SETUP)
            there = cuda.play(setup.game, setup.config, 1, GAMES_PER_SETUP)
            same = all(a.tobytes() == b.tobytes() for a, b in zip(here, there, strict=True))
            different += not same
            if not same:
                print(f"{setup}: the GPU's games differ from the CPU's")
        seconds = time.perf_counter() - start
        print(f"{name}: {len(setups)} setups × {GAMES_PER_SETUP} games compared in {seconds:.0f} s", flush=True)
    for name, game in GAMES.items():
        rate = speed.gpu(game, 3.0)
        print(f"{name}: {rate or 0:.3e} moves/s on the GPU, state of {game.STATE.itemsize} bytes", flush=True)
    sys.exit(f"{different} setups differ" if different else 0)


if __name__ == "__main__":
    main()
