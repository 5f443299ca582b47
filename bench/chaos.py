"""Let processes and their PostgreSQL fail at random instants while people play, and compare all that was told.

Not a figure but a promise: nothing that was announced is lost, whichever process announced it. The tests do the same a
few times; here it is as often as you like.
"""

import sys
import time
from pathlib import Path

import click

# In the place of this folder, whose own `server` would be found first.
sys.path[0] = str(Path(__file__).parents[1] / "tests")

from server.chaos import Chaos  # noqa: E402

_SHARES = {"process": 0.6, "database": 0.2, "stop": 0.1, "cut": 0.1}


@click.command()
@click.option("--kills", default=200, show_default=True, help="How often something is killed, stopped or cut off.")
@click.option("--minutes", type=float, help="Stop after so many, however often it was.")
@click.option("--processes", default=3, show_default=True, help="Processes that serve; their clocks differ by hours.")
@click.option("--tables", default=6, show_default=True, help="Tables at which people play at once.")
@click.option("--seed", default=0, show_default=True, help="Of what is killed and when.")
def main(kills: int, minutes: float | None, processes: int, tables: int, seed: int) -> None:
    """Live through so many failures."""
    began = time.monotonic()
    chaos = Chaos(processes, tables, seed)
    try:
        chaos.start()
        for number in range(1, kills + 1):
            if minutes is not None and time.monotonic() - began > 60 * minutes:
                break
            chaos.fail(*chaos.rng.choices(list(_SHARES), list(_SHARES.values())))
            if number % 10 == 0:
                click.echo(f"{number} kills, {chaos.told} items told, {time.monotonic() - began:.0f} s")
        told = chaos.end()
    finally:
        chaos.close()
    answered = sum((table.answered for table in chaos.tables), start=type(chaos.failed)())
    games = sum(len(table.tables) for table in chaos.tables)
    click.echo(
        f"{chaos.failed['process']} processes and {chaos.failed['database']} times the database killed, "
        f"{chaos.failed['stop']} processes stopped for a while, {chaos.failed['cut']} cut off from the database; "
        f"{games} games, {told} items told, every one as the store has it; "
        f"answers by status: {dict(sorted(answered.items()))}"
    )


if __name__ == "__main__":
    main()
