"""What the documentation shows in Python runs as it stands."""

import re
from pathlib import Path
from typing import Any

from quatuor import GAMES, Game, Playthrough
from quatuor.bots import LEVELS
from quatuor.play.proof import Proof

DOCS = Path(__file__).parents[2] / "docs"


def examples(page: str) -> list[dict[str, Any]]:
    """What the examples of a page have named, each by itself, once it has run."""
    found = []
    for code in re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL):
        names: dict[str, Any] = {}
        exec(compile(code, f"docs/{page}", "exec"), names)
        found.append(names)
    return found


def test_the_table_of_levels_says_what_the_games_say() -> None:
    def cell(level: str, game: Game) -> str:
        specs = {game.levels.spec(level, count): count for count in range(game.max_players, game.min_players - 1, -1)}
        first, *more = sorted(specs.items(), key=lambda item: item[1])
        return f"`{first[0]}`" + "".join(f"; from {count} players on `{spec}`" for spec, count in more)

    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    for name, level in LEVELS.items():
        assert f"| {level.title.en} | {' | '.join(cell(name, game) for game in GAMES.values())} |" in page


def test_the_example_of_a_batch_runs_and_somebody_wins() -> None:
    (batch,) = examples("batch.md")
    assert batch["wins"].sum() > 100


def test_the_examples_of_environments_play_whole_games() -> None:
    agents, seat, seats = examples("environments.md")
    assert len(agents["rewards"]) == 3 and sorted(agents["rewards"].values())[1] <= 0 <= max(agents["rewards"].values())
    assert seat["over"] and 0 <= seat["reward"] <= 1
    assert len(seats["won"]) > 100 and 0.3 < sum(seats["won"]) / len(seats["won"]) < 0.7


def test_c3_the_example_of_a_fair_deal_deals_what_the_package_deals() -> None:
    (by_hand,) = examples("fair_deals.md")
    contributions = tuple((seat - 1, number) for seat, number in by_hand["contributions"])
    play = Playthrough("symbiose", 2, proof=Proof.of(by_hand["secret"], contributions))
    record = play.record()
    assert record["deal"]["river"] == by_hand["river"] and record["deal"]["ponds"][1] == by_hand["dealt"][8:16]
    assert record["proof"]["commitment"] == by_hand["commitment"]
