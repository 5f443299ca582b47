"""`quatuor replay`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from quatuor import GAMES, Playthrough
from quatuor.bots import ask, find_bot, new_chooser, play_on
from quatuor.cli.commands.replay import replay
from quatuor.play.proof import Proof


def game(name: str = "symphonimo", seed: int = 1, players: int = 2, moves: int | None = None) -> Playthrough:
    """A game of random moves."""
    play, bot, chooser = Playthrough(name, players, seed=seed), find_bot("random"), new_chooser(seed)
    while not play.over and (moves is None or len(play.moves) < moves):
        play.play_action(ask(bot, play.game, play.state, chooser))
    return play


def record(**changes: Any) -> str:
    return json.dumps(game().record() | changes)


def run(*args: str, typed: str | bytes = "", language: str = "en") -> Result:
    return CliRunner().invoke(replay, args, obj=language, input=typed, env={"COLUMNS": "80"})


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_told_to_its_end(name: str, language: str, tmp_path: Path) -> None:
    play = game(name, seed=4, players=GAMES[name].max_players)
    play.save(tmp_path / "game.json")
    for seat in ([], ["--seat", "2"]):
        result = run(str(tmp_path / "game.json"), *seat, language=language)
        assert result.exit_code == 0, result.output
        assert play.game.title in result.stdout
        assert ("seed 4" if language == "en" else "graine 4") in result.stdout
        assert str(len(play.moves)) in result.stdout
        for option in play.game.options:
            assert not option.stored or f"{option.name}=" in result.stdout
        assert "★" in result.stdout


def test_the_seed_is_checked() -> None:
    assert "the seed reproduces the deal and every card" in run(typed=record()).stdout
    assert "the seed does not reproduce" in run(typed=record(seed="2")).stdout
    assert "no seed" in run(typed=record(seed=None)).stdout
    assert run(typed=record(seed="2")).exit_code == 0


def test_a_seat_reads_what_it_did_as_its_own() -> None:
    assert "You draw" not in run(typed=record()).stdout
    assert "You draw" in run("--seat", "1", typed=record()).stdout


def test_a_seat_that_does_not_exist_is_refused() -> None:
    result = run("--seat", "3", typed=record())
    assert result.exit_code == 1
    assert "seats 1 to 2; got 3" in result.stderr


def test_an_unfinished_game_is_told_as_far_as_it_went() -> None:
    result = run(typed=json.dumps(game(moves=5).record()))
    assert result.exit_code == 0
    assert "The game is not finished." in result.stdout


def test_files_standard_input_and_dash(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(record() + "\n\n" + record() + "\n")
    single = tmp_path / "single.json"
    game().save(single)
    assert len(answers(run("--json", typed=record() + "\n"))) == 1
    assert len(answers(run("--json", str(lines), "-", str(single), typed=lines.read_text()))) == 5


def test_quiet_prints_a_line_a_record() -> None:
    play = game()
    result = run("--quiet", typed=record() + "\n" + json.dumps(game(moves=3).record()))
    first, second, total = result.stdout.splitlines()
    assert first.startswith(f"standard input:1: Symphonimo, 2 players, {len(play.moves)} moves, ") and "★" in first
    assert "unfinished" in second
    assert total == "2 good, 0 refused"


def test_json_says_what_a_program_needs() -> None:
    play = game()
    (answer,) = answers(run("--json", typed=record()))
    expected = {"scores": play.scores, "winners": [seat + 1 for seat in play.winners]}
    assert answer == {
        "ok": True,
        "game": "symphonimo",
        "seed_reproduces": True,
        "proof_holds": None,
        "result": expected,
    }


def test_c3_a_proof_is_checked_and_said_in_one_sentence() -> None:
    play = Playthrough("symphonimo", 2, proof=Proof.of("0f" * 32, ((1, "a5" * 32),)))
    play_on(play, [find_bot("random")] * 2)
    good = play.record()
    result = run("--quiet", typed=json.dumps(good))
    assert result.exit_code == 0 and "the proof holds: the secret fits its hash" in result.stdout
    bad = good | {"proof": good["proof"] | {"contributions": []}}
    result = run("--json", typed=json.dumps(bad))
    (answer,) = answers(result)
    assert result.exit_code == 1 and answer["ok"] is answer["proof_holds"] is False
    assert answer["error"] == (
        "the proof does not hold: the cards shown by move 1 do not follow from the secret and the contributions"
    )
    assert "the proof does not hold" in run(typed=json.dumps(bad)).stdout


def test_a_bad_record_says_where_and_the_others_are_checked() -> None:
    bad = game().record()
    bad["moves"][4]["move"] = "place 9"
    result = run("--json", typed="\n".join([record(), json.dumps(bad), "{", record(game="chess"), record()]))
    good, move, form, unknown, last = answers(result)
    assert result.exit_code == 1
    assert good["ok"] and last["ok"]
    assert move["error"].startswith("standard input: line 2: move 5 (place 9): ")
    assert form["error"].startswith("standard input: line 3: this is not JSON")
    assert unknown["error"].startswith("standard input: line 4: there is no game chess")


def test_a_bad_first_line_does_not_hide_the_others() -> None:
    result = run("--json", typed="oops\n" + record() + "\n" + record() + "\n")
    assert [answer["ok"] for answer in answers(result)] == [False, True, True]


def test_errors_are_sentences_on_standard_error(tmp_path: Path) -> None:
    result = run(str(tmp_path / "none.json"), "-", typed="[]", language="fr")
    assert result.exit_code == 1 and not result.stdout
    missing, form = result.stderr.splitlines()
    assert missing.startswith(f"quatuor: {tmp_path / 'none.json'}\u00a0: le fichier est illisible")
    assert form == "quatuor: entrée standard\u00a0: une partie enregistrée est un objet JSON."


@pytest.mark.parametrize(
    "typed", ["", "\n\n", b"\xff\xfe", "null", "{}", "[" * 100_000, '{"a": 1, "a": 2}', "NaN", record(result=None)]
)
def test_whatever_comes_in_is_answered_by_a_sentence(typed: str | bytes) -> None:
    result = run(typed=typed)
    assert result.exit_code == 1
    assert result.stderr.startswith("quatuor: standard input: ") and len(result.stderr.splitlines()) == 1


def test_an_error_does_not_pass_control_characters_on() -> None:
    bad = game().record()
    bad["moves"][0]["move"] = "\x1b[2Jdraw"
    assert "\x1b" not in run(typed=json.dumps(bad)).stderr
