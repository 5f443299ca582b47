"""The record format: write, read, replay, verify."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import quatuor
from quatuor import RecordError
from quatuor.play.files import read_text
from quatuor.play.record_format import line_of, parse
from setups import ALL, DEFAULTS, Setup

KEYS = ["format", "game", "rules", "players", "options", "seed", "first", "deal", "moves", "result"]


def a_record(moves: int | None = None, seed: int = 7) -> dict[str, Any]:
    setup = Setup(quatuor.GAMES["symphonimo"], 3, {})
    return setup.play(seed, moves).record(legal=True)


def refused(record: Any) -> str:
    with pytest.raises(RecordError) as error:
        quatuor.verify(record)
    assert error.value.say("fr") != error.value.say("en")
    return error.value.say("en")


@pytest.mark.parametrize("setup", ALL, ids=str)
def test_a_record_is_replayed_to_the_same_bytes(setup: Setup) -> None:
    play = setup.play(21)
    record = parse(line_of(play.record(legal=True)))
    assert list(record) == KEYS
    assert set(record["options"]) == {option.name for option in setup.game.options if option.stored}
    assert "first" not in record["options"]
    verdict = quatuor.verify(record)
    assert verdict.seed_reproduces is True
    assert verdict.play.state.tobytes() == play.state.tobytes()
    assert verdict.play.record(legal=True) == record


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_an_unfinished_game_has_no_result_and_can_go_on(setup: Setup, tmp_path: Path) -> None:
    play = setup.play(22, moves=9)
    play.save(tmp_path / "half.quatuor.json")
    again = quatuor.load(tmp_path / "half.quatuor.json")
    assert again.record() == play.record()
    assert again.record()["result"] is None
    assert again.legal_moves == play.legal_moves


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_a_game_typed_in_from_a_real_table_has_no_seed(setup: Setup) -> None:
    record = setup.play(23).record() | {"seed": None}
    verdict = quatuor.verify(record)
    assert verdict.seed_reproduces is None
    assert verdict.play.record() == record
    first = record["moves"][0]
    told = quatuor.new(
        setup.game,
        setup.players,
        first=record["first"] - 1,
        options=verdict.play.options,
        deal=record["deal"],
    )
    assert told.play(first["move"], first.get("reveals", ())).text == first["move"]


def test_a_told_game_must_be_told_what_chance_showed() -> None:
    told = quatuor.new("symphonimo", 2, first=0, deal={"conductors": ["classic", "classic"]})
    with pytest.raises(RecordError, match="say which cards the move showed"):
        told.play("draw")
    assert told.play("draw", ["7"]).reveals == ("7",)
    assert told.record()["seed"] is None


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_a_seed_that_does_not_reproduce_the_game_is_said(setup: Setup) -> None:
    verdict = quatuor.verify(setup.play(24).record() | {"seed": "25"})
    assert verdict.seed_reproduces is False
    assert "does not reproduce" in verdict.about_chance.en


def test_records_are_read_one_a_line_or_one_a_file() -> None:
    one = a_record()
    assert list(read_text(line_of(one))) == [one]
    assert list(read_text(json.dumps(one, indent=2))) == [one]
    assert list(read_text(line_of(one) + "\n\n" + line_of(one) + "\n")) == [one, one]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format 2; this program reads format 1"),
        ({"format": 1.0}, "format 1.0; this program reads format 1"),
        ({"rules": True}, "version true of the rules"),
        ({"deal": None}, "deal must be an object"),
        ({"deal": None, "seed": None}, "deal must be an object"),
        ({"game": "bridge"}, "there is no game bridge"),
        ({"rules": 9}, "version 9 of the rules; this program knows version 1"),
        ({"players": 9}, "Symphonimo is for 2 to 6 players; got 9"),
        ({"options": {"maestro": "none"}}, "fausse_note is missing"),
        ({"options": {"maestro": "none", "fausse_note": 1}}, "option fausse_note takes true or false; got 1"),
        ({"options": []}, "options must be an object"),
        ({"seed": 7}, "seed must be null or an unsigned 64-bit number"),
        ({"seed": "07"}, "seed must be null or an unsigned 64-bit number"),
        ({"seed": "18446744073709551616"}, "seed must be null or an unsigned 64-bit number"),
        ({"first": 0}, "a seat from 1 to 3; got 0"),
        ({"deal": {}}, "the deal must be"),
        ({"deal": {"conductors": ["max_two", "classic", "classic"]}}, "of which 0 with a power"),
        ({"moves": {}}, "moves must be a list"),
        ({"result": None}, "the result must be"),
        ({"result": {"scores": [9, 9, 9], "winners": [1]}}, "the result must be"),
        ({"extra": 1}, "extra is not one of them"),
    ],
)
def test_a_wrong_record_is_refused_by_a_sentence(change: dict[str, Any], said: str) -> None:
    assert said in refused(a_record() | change)


def test_a_missing_key_is_named() -> None:
    record = a_record()
    del record["deal"]
    assert "deal is missing" in refused(record)


@pytest.mark.parametrize(
    ("move", "change", "said"),
    [
        (1, {"move": "stop"}, "move 2 (stop): place the "),
        (1, {"move": "castle"}, "move 2 (castle): “castle” is not a move"),
        (0, {"reveals": ["12"]}, "move 1 (draw): chance cannot show 12 here"),
        (0, {"reveals": ["king"]}, "move 1 (draw): chance cannot show king here"),
        (0, {"reveals": ["7", "7"]}, "but the move shows 7"),
        (0, {"reveals": []}, "reveals must be a non-empty list"),
        (1, {"reveals": ["7"]}, "but the move shows —"),
        (1, {"seat": 1}, "move 2 (place 1): it is seat 2's turn, not seat 1's"),
        (1, {"seat": "2"}, "a move is an object"),
        (1, {"note": "!"}, "a move is an object"),
        (1, {"legal": ["draw"]}, "the legal moves are place 1, place 2, place 3, not draw"),
    ],
)
def test_a_wrong_move_is_refused_and_located(move: int, change: dict[str, Any], said: str) -> None:
    record = copy.deepcopy(a_record())
    record["moves"][1]["move"] = "place 1"
    record["moves"][move] |= change
    assert said in refused(record)


def test_a_move_that_shows_a_card_needs_its_reveals() -> None:
    record = a_record()
    del record["moves"][0]["reveals"]
    assert "move 1 (draw): the record says that chance showed —" in refused(record)


def test_a_move_after_the_end_is_refused() -> None:
    record = a_record()
    record["moves"].append({"seat": 1, "move": "draw"})
    assert f"the game is over after move {len(record['moves']) - 1}" in refused(record)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no record in it"),
        ("hello", "this is not JSON"),
        ("[1]", "a record is a JSON object"),
        ("{}", "format is missing"),
        ('{"format": 1, "format": 1}', "a key stands twice"),
        ('{"format": NaN}', "NaN is not a JSON value"),
        ("[" * 100_000, "this is not JSON"),
    ],
)
def test_what_is_no_record_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        list(read_text(text))


def test_a_result_has_whole_seats() -> None:
    record = a_record()
    result = record["result"]
    for winners in ([float(seat) for seat in result["winners"]], [True] * len(result["winners"])):
        assert "the result must be" in refused(record | {"result": result | {"winners": winners}})


def test_loading_wants_one_record(tmp_path: Path) -> None:
    (tmp_path / "two").write_text(line_of(a_record()) + "\n" + line_of(a_record()), encoding="utf-8")
    with pytest.raises(RecordError, match="it holds 2 records; exactly one is expected"):
        quatuor.load(tmp_path / "two")


def test_a_bad_line_is_named() -> None:
    with pytest.raises(RecordError, match="line 2: this is not JSON"):
        list(read_text(line_of(a_record()) + "\n{\n"))


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nowhere\.quatuor\.json: the file cannot be read"):
        quatuor.load(tmp_path / "nowhere.quatuor.json")
    (tmp_path / "latin").write_bytes(b"\xe9")
    with pytest.raises(RecordError, match="latin: the file cannot be read"):
        quatuor.load(tmp_path / "latin")
    with pytest.raises(RecordError, match="the file cannot be written"):
        quatuor.new("symphonimo", seed=1).save(tmp_path / "no" / "folder.quatuor.json")
