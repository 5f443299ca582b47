"""Play the same random games in this process's way of running the rules, and print a hash of each setup's states.

Run by the tests in processes of their own: interpreted, with bounds checked, and in the CUDA simulator.
"""

import hashlib
import json
import sys

import numpy as np

from quatuor.core.chance import CHOOSER
from quatuor.core.runners import cpu, cuda
from quatuor.core.state import new_states
from quatuor.play.record_format import line_of
from setups import ALL, DEFAULTS, Setup


def hashes(way: str, games: int, everything: bool, name: str) -> dict[str, str]:
    """A hash for each setup of a game: of the states at the end and, for `cpu-all`, of what every function gives."""
    run = cuda.play if way == "cuda" else cpu.play
    result = {}
    for setup in (setup for setup in (ALL if everything else DEFAULTS) if setup.game.name == name):
        batch = run(setup.game, setup.config, 100, games)
        digest = hashlib.sha256(batch.states.tobytes())
        for part in (batch.moves, batch.scores, batch.winners):
            digest.update(part.tobytes())
        if way == "cpu-all":
            digest.update(middle(setup, games))
            # Whole games are in the batch; a record of every option's first moves goes through the rest of the code.
            play = setup.play(100, 60 if setup.options else None)
            digest.update(line_of(play.record(legal=True)).encode())
        result[str(setup)] = digest.hexdigest()
    return result


def middle(setup: Setup, games: int) -> bytes:
    """What redeal, observe and evaluate give for every seat in the middle of the games, as bytes."""
    states, chooser = new_states(setup.game.STATE, 1), np.zeros(1, CHOOSER)
    actions = np.zeros(setup.game.max_legal + 1, np.int16)
    seen = np.zeros(setup.game.observation.size, np.int8)
    found = []
    for game in range(games):
        for moves in (0, 1, 5, 20, 60):
            setup.game.loops.play_some(states[0], setup.config, np.uint64(game), chooser[0], actions, moves)
            for seat in range(-1, setup.players):
                setup.game.observe(states[0], seat, seen)
                found.append(seen.tobytes())
                if seat >= 0:
                    found.append(np.float64(setup.game.evaluate(states[0], seat)).round(6).tobytes())
                other = states.copy()
                setup.game.redeal(other[0], seat, np.uint64(game))
                found.append(other.tobytes())
    return b"".join(found)


if __name__ == "__main__":
    print(json.dumps(hashes(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "all", sys.argv[4])))
