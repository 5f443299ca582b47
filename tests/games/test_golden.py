"""The golden playthroughs and records are what the rules still say, and no game, option or end lacks one."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quatuor
from golden import FOLDER, GOLDEN, told
from golden_records import FILES, end_of, ends_of, read_all, seats_and_values, shown_by
from quatuor import GAMES
from quatuor.play.files import read_file
from quatuor.play.record_format import line_of, write_record

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_a_golden_playthrough_is_played_again(name: str) -> None:
    assert name in GOLDEN, "every game has a golden playthrough"
    assert told(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "run tests/golden.py and read the diff"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".quatuor.json"))
def test_a_golden_record_is_replayed_and_written_again(path: Path, tmp_path: Path) -> None:
    """Written from the moves alone: the same deal, reveals, legal moves, scores and winners, byte for byte."""
    written = path.read_text(encoding="utf-8")
    played = []
    for record in read_file(path):
        verdict = quatuor.verify(record)
        assert verdict.seed_reproduces is (None if record["seed"] is None else True)
        played.append(verdict.play.record(legal="legal" in record["moves"][0]))
    if written.startswith('{"format": 1,\n'):  # one move a line, for people: never several records
        write_record(played[0], tmp_path / path.name)
        assert written == (tmp_path / path.name).read_text(encoding="utf-8")
    else:
        assert written == "".join(line_of(record) + "\n" for record in played)


@cache
def golden(name: str) -> list[dict[str, Any]]:
    """The records of a game that have legal moves: only these say all that is compared."""
    return [record for _, record in read_all() if record["game"] == name and "legal" in record["moves"][0]]


@each_game
def test_every_number_of_players_and_value_of_an_option_has_a_golden_record(name: str) -> None:
    shown = {part for record in golden(name) for part in shown_by(record)}
    assert sorted(seats_and_values(GAMES[name]) - shown) == [], "add them with tests/golden_records.py"


@each_game
def test_every_end_that_random_players_reach_has_a_golden_record(name: str) -> None:
    ends = ends_of(GAMES[name])
    assert ends
    assert sorted(ends - {end_of(record) for record in golden(name)}) == [], "add them with tests/golden_records.py"


def last_move(record: dict[str, Any]) -> str:
    return str(record["moves"][-1]["move"])


def tie_settled(record: dict[str, Any]) -> bool:
    return end_of(record).endswith("-settled")


def last_card_drawn_by_a_take(record: dict[str, Any]) -> bool:
    return bool(next(move for move in reversed(record["moves"]) if "reveals" in move)["move"].startswith("take"))


def no_card_left_to_draw(record: dict[str, Any]) -> bool:
    if last_move(record) == "award":
        return False
    play = quatuor.replay(record)
    places = play.game.locate(play.state)
    return not places.get("pile") and not places.get("discard")


def no_diploma_for_long(record: dict[str, Any]) -> bool:
    return last_move(record) != "award" and quatuor.replay(record).state.idle == record["options"]["stall_limit"]


def staff_stays_empty(record: dict[str, Any]) -> bool:
    return bool(record["options"]["last_staff"]) and last_move(record) != "collect"


# The ends that the rulebook names beside the usual one: the game, and how to tell one by its record.
ENDS: dict[str, tuple[str, Callable[[dict[str, Any]], bool]]] = {
    "SY-8": ("symphonimo", lambda record: last_move(record) == "stop"),
    "SY-9": ("symphonimo", last_card_drawn_by_a_take),
    "SY-11": ("symphonimo", tie_settled),
    "AS-18": ("air_sorciere", no_card_left_to_draw),
    "AS-19": ("air_sorciere", lambda record: last_move(record) == "award"),
    "AS-20": ("air_sorciere", no_diploma_for_long),
    "AS-21": ("air_sorciere", tie_settled),
    "SB-12": ("symbiose", lambda record: end_of(record).endswith("-team")),
    "SB-13": ("symbiose", lambda record: end_of(record).endswith("-joint")),
    "RP-9": ("rythm_n_play", lambda record: last_move(record).startswith("discard")),
    "RP-10, no card left": ("rythm_n_play", lambda record: last_move(record).startswith("exchange")),
    "RP-10, last staff": ("rythm_n_play", staff_stays_empty),
    "RP-11": ("rythm_n_play", lambda record: last_move(record) == "collect"),
    "RP-12": ("rythm_n_play", tie_settled),
}


@pytest.mark.parametrize("article", ENDS)
def test_the_ends_that_the_rulebook_names_have_a_golden_record(article: str) -> None:
    name, ends_so = ENDS[article]
    assert any(ends_so(record) for record in golden(name))
