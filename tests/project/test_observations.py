"""The page on observations is what the layouts say."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_on_observations_is_current() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "observations"))
    assert tool["PAGE"].read_text(encoding="utf-8") == tool["page"](), "run tools/observations"
