"""Kill processes and their PostgreSQL at random instants while people play, and compare all that was told.

Not a figure but a promise: nothing that was announced is lost, whichever process announced it. The tests do the same a
few times; here it is as often as you like.
"""

import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.chaos import Chaos


@click.command()
@click.option("--kills", default=200, show_default=True, help="How often something is killed.")
@click.option("--processes", default=3, show_default=True, help="Processes that serve; their clocks differ by hours.")
@click.option("--tables", default=6, show_default=True, help="Tables at which people play at once.")
@click.option("--seed", default=0, show_default=True, help="Of what is killed and when.")
def main(kills: int, processes: int, tables: int, seed: int) -> None:
    """Live through so many kills."""
    began = time.monotonic()
    chaos = Chaos(processes, tables, seed)
    try:
        chaos.start()
        for number in range(1, kills + 1):
            chaos.kill("database" if chaos.rng.random() < 0.25 else "process")
            if number % 10 == 0:
                click.echo(f"{number} kills, {chaos.told} items told, {time.monotonic() - began:.0f} s")
        told = chaos.end()
    finally:
        chaos.close()
    answered = sum((table.answered for table in chaos.tables), start=type(chaos.killed)())
    games = sum(len(table.tables) for table in chaos.tables)
    click.echo(
        f"{chaos.killed['process']} processes and {chaos.killed['database']} times the database killed; {games} games, "
        f"{told} items told, every one as the store has it; answers by status: {dict(sorted(answered.items()))}"
    )


if __name__ == "__main__":
    main()
