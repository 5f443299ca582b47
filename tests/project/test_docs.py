"""What the documentation shows in Python runs as it stands."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_of_a_batch_runs_and_somebody_wins() -> None:
    (example,) = examples("batch.md")
    names: dict[str, object] = {}
    exec(compile(example, "docs/batch.md", "exec"), names)
    assert names["wins"].sum() > 100  # type: ignore[attr-defined]
