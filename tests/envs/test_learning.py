"""The example that learns does so in minutes, and what it has learnt plays at a table."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from browser.harness import serving

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.mark.slow
def test_a_learner_of_another_library_beats_random_players_and_sits_down_at_a_table(tmp_path: Path) -> None:
    def said(program: str, *words: str) -> str:
        command = [sys.executable, str(EXAMPLES / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    policy = str(tmp_path / "policy.zip")
    found = re.fullmatch(r"It wins (\d+)% of its games against a random player\.\n", said("learn_with_ppo.py", policy))
    assert found and int(found[1]) >= 90
    with serving(tmp_path) as server:
        assert "points" in said("agent_at_a_table.py", server.url, policy)
