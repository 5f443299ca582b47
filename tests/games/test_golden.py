"""The golden playthroughs are what the rules still say."""

import pytest

from golden import FOLDER, GOLDEN, told
from quatuor import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_playthrough_is_played_again(name: str) -> None:
    assert name in GOLDEN, "every game has a golden playthrough"
    assert told(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "run tests/golden.py and read the diff"
