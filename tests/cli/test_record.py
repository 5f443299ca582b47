"""`quatuor record`."""

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from quatuor import GAMES, Playthrough, verify
from quatuor.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command as a shell does; its exit code, output and errors."""

    def command(*args: str, language: str = "en") -> tuple[int, str, str]:
        monkeypatch.setenv("QUATUOR_LANG", language)
        monkeypatch.setattr(sys, "argv", ["quatuor", "record", *args])
        with pytest.raises(SystemExit) as done:
            main()
        output = capsys.readouterr()
        return int(done.value.code or 0), output.out, output.err

    return command


@pytest.fixture
def records(run: Any) -> Any:
    """The records that the command prints, each one accepted by `verify`."""

    def command(*args: str) -> list[dict[str, Any]]:
        code, out, err = run(*args)
        assert code == 0, err
        found = [json.loads(line) for line in out.splitlines()]
        assert all(verify(record).seed_reproduces for record in found)
        return found

    return command


@pytest.mark.parametrize("name", GAMES)
def test_it_prints_a_record_a_line_with_seeds_that_follow_each_other(name: str, records: Any) -> None:
    game = GAMES[name]
    found = records(name, "--players", str(game.max_players), "--games", "3", "--seed", "41")
    assert [record["seed"] for record in found] == ["41", "42", "43"]
    for record in found:
        assert (record["game"], record["players"]) == (name, game.max_players)
        assert record["result"] is not None
        assert all("legal" not in move for move in record["moves"])


def test_the_seed_after_the_last_is_0(records: Any) -> None:
    assert [record["seed"] for record in records("symphonimo", "--games", "2", "--seed", str(2**64 - 1))] == [
        str(2**64 - 1),
        "0",
    ]


def test_without_a_seed_one_is_drawn(records: Any) -> None:
    (one,), (other,) = records("symphonimo"), records("symphonimo")
    assert one["seed"] != other["seed"] and one["players"] == 2


def test_the_same_command_prints_the_same(run: Any) -> None:
    args = ("rythm_n_play", "--games", "2", "--seed", "5", "--bots", "greedy,random")
    assert run(*args)[:2] == run(*args)[:2]


@pytest.mark.parametrize("name", GAMES)
def test_legal_lists_all_that_could_be_played(name: str, records: Any) -> None:
    (record,) = records(name, "--seed", "3", "--legal")
    again = Playthrough(name, record["players"], seed=3)
    for move in record["moves"]:
        assert move["legal"] == again.legal_moves and move["move"] in move["legal"]
        again.play(move["move"])


def test_first_is_the_seat_that_starts(records: Any) -> None:
    for seat in (1, 2, 3):
        found = records("symphonimo", "--players", "3", "--games", "2", "--seed", "1", "--first", str(seat))
        assert all(record["first"] == record["moves"][0]["seat"] == seat for record in found)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("maestro=random:2", "random:2"),
        ('maestro=["max_two","classic"]', ["max_two", "classic"]),
        ("fausse_note=true", True),
    ],
)
def test_options_are_bare_words_or_json(option: str, value: Any, records: Any) -> None:
    (record,) = records("symphonimo", "--seed", "2", "--option", option)
    assert record["options"][option.partition("=")[0]] == value


def test_several_options_and_a_deck_from_a_file(records: Any, tmp_path: Path) -> None:
    published = json.loads(files("quatuor.games.symbiose").joinpath("deck.json").read_text(encoding="utf-8"))
    cards = published["cards"] if isinstance(published, dict) else published
    other = [cards[0] | {key: cards[1][key] for key in cards[1] if key != "number"}, *cards[1:]]
    other[0] = {key: value for key, value in other[0].items() if key in cards[1]}
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(other), encoding="utf-8")
    args = ("symbiose", "--players", "2", "--seed", "2", "--option", "mode=duel")
    (record,) = records(*args, "--option", f"deck={path}")
    assert record["options"]["mode"] == "duel"
    assert record["deal"]["deck"] == other != records(*args)[0]["deal"]["deck"]


def test_one_bot_for_all_or_one_for_each(records: Any) -> None:
    def moves(bots: str) -> list[Any]:
        (record,) = records("symphonimo", "--players", "3", "--seed", "6", "--bots", bots)
        return [move["move"] for move in record["moves"]]

    assert moves("random") == moves("random,random,random") == moves("random, random, random")
    assert len({tuple(moves(bots)) for bots in ("random", "greedy", "greedy,random,random")}) == 3


@pytest.mark.parametrize(
    "args",
    [
        "chess",
        "symphonimo --players 7",
        "symphonimo --players 0",
        "symphonimo --seed -1",
        f"symphonimo --seed {2**64}",
        "symphonimo --first 3",
        "symphonimo --first 0",
        "symphonimo --option maestro",
        "symphonimo --option maestro=chaos",
        "symphonimo --option maestro=[[",
        "symphonimo --option colour=red",
        "symbiose --option deck=nowhere.json",
        "symphonimo --bots clever",
        "symphonimo --players 4 --bots greedy,random",
        "symphonimo --bots ,",
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_bad_input_is_answered_by_a_sentence(args: str, language: str, run: Any) -> None:
    code, out, err = run(*args.split(), language=language)
    assert (code, out) == (2, "")
    assert err.startswith("quatuor: ") and err.count("\n") == 1 and err.endswith(".\n")


@pytest.mark.parametrize(
    ("args", "english", "french"),
    [
        ("", "GAME is missing; quatuor record --help says what it is.", "il manque GAME"),
        ("symphonimo --games 0", "--games takes a whole number from 1 on; got 0.", "à partir de 1"),
        ("symphonimo --players many", "--players takes a whole number; got many.", "un nombre entier\u00a0;"),
        (
            "symphonimo --what",
            "quatuor record has no option --what; quatuor record --help lists",
            "pas d'option --what",
        ),
        ("symphonimo --games", "--games takes a value; the command's --help says which.", "attend une valeur"),
        ("symphonimo symbiose", "this cannot be read (Got unexpected extra argument", "ne peut pas être lue"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_answered_by_a_sentence(
    args: str, english: str, french: str, run: Any
) -> None:
    for language, said in (("en", english), ("fr", french)):
        code, out, err = run(*args.split(), language=language)
        assert (code, out) == (2, "")
        assert said in err and err.startswith("quatuor: ") and err.count("\n") == 1
