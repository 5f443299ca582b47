"""How long a newcomer waits: the import, and the first move of each game, with nothing compiled yet and afterwards.

python bench/first_use.py
"""

import os
import subprocess
import sys
import tempfile
import time

FIRST_MOVE = "import quatuor; game = quatuor.new({name!r}, seed=1); game.play(game.legal_moves[0])"


def seconds(code: str, cache: str) -> float:
    """A whole Python process, from its start to its end."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"NUMBA_CACHE_DIR": cache}, check=True, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - start


def main() -> None:
    from quatuor import GAMES

    with tempfile.TemporaryDirectory() as cache:
        print(f"{'import quatuor':<16} {min(seconds('import quatuor', cache) for _ in range(5)):5.2f} s")
        print(f"{'first move of':<16} {'cold':>7} {'cached':>9}")
        for name in GAMES:
            code = FIRST_MOVE.format(name=name)
            cold = seconds(code, cache)
            print(f"{name:<16} {cold:5.2f} s {min(seconds(code, cache) for _ in range(3)):7.2f} s")


if __name__ == "__main__":
    main()
