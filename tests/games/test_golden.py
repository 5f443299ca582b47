"""The golden playthroughs and records are what the rules still say, and no game, option or end lacks one."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quatuor
from golden import FOLDER, GOLDEN, told
from golden_records import FILES, end_of, ends_of, read_all, seats_and_values, shown_by
from quatuor import GAMES, Playthrough
from quatuor.records.sources import read_file
from quatuor.records.writing import line_of

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_a_golden_playthrough_is_played_again(name: str) -> None:
    assert name in GOLDEN, "every game has a golden playthrough"
    assert told(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "run tests/golden.py and read the diff"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".quatuor.json"))
def test_a_golden_record_is_replayed_and_written_again(path: Path, tmp_path: Path) -> None:
    """Written from the moves alone: the same deal, reveals, legal moves, scores and winners, byte for byte."""
    written = path.read_text(encoding="utf-8")
    lines = []
    for record in read_file(path):
        verdict = quatuor.verify(record)
        assert verdict.seed_reproduces is (None if record["seed"] is None else True)
        play = verdict.play
        legal = "legal" in record["moves"][0]
        lines.append(line_of(play.record(legal=legal)) + "\n")
        # The form for people, one move a line, is never that of several records.
        play.save(tmp_path / path.name, legal=legal)
    assert written in ("".join(lines), (tmp_path / path.name).read_text(encoding="utf-8"))


@cache
def golden(name: str) -> list[tuple[dict[str, Any], Playthrough]]:
    """The records of a game that have legal moves: only these say all that is compared."""
    found = [record for _, record in read_all() if record["game"] == name and "legal" in record["moves"][0]]
    return [(record, quatuor.replay(record)) for record in found]


@each_game
def test_every_number_of_players_and_value_of_an_option_has_a_golden_record(name: str) -> None:
    shown = {part for record, _ in golden(name) for part in shown_by(record)}
    assert sorted(seats_and_values(GAMES[name]) - shown) == [], "add them with tests/golden_records.py"


@each_game
def test_every_end_that_random_players_reach_has_a_golden_record(name: str) -> None:
    ends = ends_of(GAMES[name])
    assert ends
    assert sorted(ends - {end_of(play) for _, play in golden(name)}) == [], "add them with tests/golden_records.py"


def last_card_drawn_by_a_take(play: Playthrough) -> bool:
    return next(move for move in reversed(play.moves) if move.reveals).text.startswith("take")


def no_card_left_to_draw(play: Playthrough) -> bool:
    places = play.game.locate(play.state)
    return not places.get("pile") and not places.get("discard")


def staff_stays_empty(play: Playthrough) -> bool:
    return bool(play.options["last_staff"]) and play.moves[-1].text != "collect"


# The ends that the rulebook names beside the usual one: what a record shows at its end.
ENDS: dict[str, tuple[str, Callable[[Playthrough], bool]]] = {
    "SY-8": ("symphonimo", lambda play: play.moves[-1].text == "stop"),
    "SY-9": ("symphonimo", last_card_drawn_by_a_take),
    "SY-11": ("symphonimo", lambda play: end_of(play).endswith("-settled")),
    "AS-18": ("air_sorciere", no_card_left_to_draw),
    "AS-19": ("air_sorciere", lambda play: play.moves[-1].text == "award"),
    "AS-20": ("air_sorciere", lambda play: int(play.state.idle) == play.options["stall_limit"]),
    "AS-21": ("air_sorciere", lambda play: end_of(play).endswith("-settled")),
    "SB-12": ("symbiose", lambda play: end_of(play).endswith("-team")),
    "SB-13": ("symbiose", lambda play: end_of(play).endswith("-joint")),
    "RP-9": ("rythm_n_play", lambda play: play.moves[-1].text.startswith("discard")),
    "RP-10, no card left": ("rythm_n_play", lambda play: play.moves[-1].text.startswith("exchange")),
    "RP-10, last staff": ("rythm_n_play", staff_stays_empty),
    "RP-11": ("rythm_n_play", lambda play: play.moves[-1].text == "collect"),
    "RP-12": ("rythm_n_play", lambda play: end_of(play).endswith("-settled")),
}


@pytest.mark.parametrize("article", ENDS)
def test_the_ends_that_the_rulebook_names_have_a_golden_record(article: str) -> None:
    name, ends_so = ENDS[article]
    assert any(ends_so(play) for _, play in golden(name))
