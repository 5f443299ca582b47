"""Step batches of mixed tables on a device and print a digest of all their arrays after each step; run as a process."""

import hashlib
import json
import sys
from typing import Any

import numpy as np

from quatuor import GAMES
from quatuor.envs.batch import Batch

ARRAYS = ("states", "seeds", "observations", "masks", "seats", "rewards", "scores", "margins", "ends")


def kinds(game: str) -> dict[str, Any]:
    """The smallest and the largest table; Air Sorcière's end soon, for random players hardly ever make a diploma."""
    found = GAMES[game]
    options = {"stall_limit": 10} if game == "air_sorciere" else {}
    return {"players": [found.min_players, found.max_players], "options": options}


def digests(device: str, size: int, steps: int) -> dict[str, str]:
    found = {}
    for game in GAMES:
        total = hashlib.sha256()
        for skip_forced in (False, True):
            batch = Batch(game, size=size, device=device, skip_forced=skip_forced, **kinds(game))  # type: ignore[arg-type]
            batch.reset(7)
            for _ in range(steps):
                batch.step(batch.sample())
                for name in ARRAYS:
                    array = getattr(batch, name)
                    total.update(np.ascontiguousarray(array if device == "cpu" else array.copy_to_host()).tobytes())
            batch.check()
        found[game] = total.hexdigest()
    return found


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
