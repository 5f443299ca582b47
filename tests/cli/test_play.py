"""`quatuor play`, typed by lines."""

import dataclasses
import io
import json
import random
import re
import string
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from rich.console import Console, RenderableType

from quatuor import GAMES, Game, RecordError, load, verify
from quatuor.bots import find_bots
from quatuor.cli import main
from quatuor.cli.commands.play import play
from quatuor.cli.terminal import menu
from quatuor.cli.terminal.console import COMMANDS
from quatuor.cli.terminal.narration import outcome, turns
from quatuor.cli.terminal.save_file import SaveFile, load_unfinished
from quatuor.cli.terminal.seat import PersonSeat
from quatuor.cli.terminal.session import resume_command
from quatuor.cli.texts import TEXTS
from quatuor.core.compiled import INTERPRETED, compiled
from quatuor.core.errors import BotError, OptionError, UnknownGameError
from quatuor.play.playthrough import Playthrough


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("QUATUOR_LANG", "")
    monkeypatch.delenv("QUATUOR_COMMAND", raising=False)


def typed(*lines: str, args: str = "symphonimo --seed 7", language: str = "en") -> Result:
    return CliRunner().invoke(play, args.split(), obj=language, input="".join(f"{line}\n" for line in lines))


def kept() -> list[Path]:
    return sorted(Path().glob("*.quatuor.json"))


def labels(game: Game) -> Callable[[str], str]:
    return lambda move: game.texts.move("en", move)


def anything(seed: int, count: int = 800) -> list[str]:
    chance = random.Random(seed)
    return [str(chance.randint(1, 6)) for _ in range(count)]


# Each game in one language, by turns, and where there is time in the other too.
_SPOKEN = [(name, ("en", "fr")[number % 2]) for number, name in enumerate(GAMES)]
_SPOKEN += [pytest.param(name, {"en": "fr", "fr": "en"}[other], marks=pytest.mark.slow) for name, other in _SPOKEN]


@pytest.mark.parametrize(("name", "language"), _SPOKEN)
def test_a_game_can_be_played_by_lines(name: str, language: str) -> None:
    players = GAMES[name].max_players
    result = typed(
        *anything(1), args=f"{name} --players {players} --seed 3 --bots random --seat random", language=language
    )
    assert result.exit_code == 0, result.output
    (path,) = kept()
    assert verify(json.loads(path.read_text())).seed_reproduces


def test_a_whole_game_ends_with_its_result() -> None:
    result = typed(*anything(2), args="symphonimo --seed 7 --bots greedy")
    (path,) = kept()
    game = load(path)
    assert game.over
    points = re.findall(r"^ +★? +(You|Clara) +(\d+) *$", result.output, re.MULTILINE)
    assert dict(points) == {"You": str(game.scores[0]), "Clara": str(game.scores[1])}
    assert re.search(r"You win|Clara wins|You share the win", result.output)


@pytest.mark.parametrize(
    ("scores", "winners", "viewer", "english", "french"),
    [
        ([8, 3], [0], 0, "You win with 8 points!", "Vous gagnez avec 8 points\u00a0!"),
        ([0, 1], [1], 0, "Clara wins with 1 point.", "Clara gagne avec 1 point."),
        (
            [4.5, 4.5],
            [0, 1],
            0,
            "You share the win with Clara: 4.5 points.",
            "Vous partagez la victoire avec Clara\u00a0: 4,5 points.",
        ),
        (
            [-1.5, -1.5, -3],
            [0, 1],
            2,
            "Player 1 and Clara share the win with -1.5 points.",
            "Joueur 1 et Clara se partagent la victoire avec -1,5 point.",
        ),
    ],
)
def test_the_result_is_said(scores: list[float], winners: list[int], viewer: int, english: str, french: str) -> None:
    game = SimpleNamespace(scores=scores, winners=winners, players=len(scores), options={}, game=GAMES["symphonimo"])
    assert [said.plain for said in outcome(game, "en", {1: "Clara"}, viewer)] == [english]  # type: ignore[arg-type]
    assert [said.plain for said in outcome(game, "fr", {1: "Clara"}, viewer)] == [french]  # type: ignore[arg-type]


def test_a_team_wins_together_and_two_teams_share() -> None:
    game = SimpleNamespace(players=4, options={"mode": "team"}, game=GAMES["symbiose"], scores=[9, 168, 9, 168])
    names = {1: "Clara", 2: "Django", 3: "Nina"}

    def said(winners: list[int], viewer: int = 0) -> list[str]:
        game.winners = winners
        return [outcome(game, language, names, viewer)[0].plain for language in ("en", "fr")]  # type: ignore[arg-type]

    assert said([1, 3]) == [
        "The team of Clara and Nina wins with 168 points.",
        "L'équipe de Clara et Nina gagne avec 168 points.",
    ]
    assert said([1, 3], 1)[0] == "You and Nina win as a team with 168 points!"
    assert said([0, 1, 2, 3])[0].startswith("You share the win with Clara, Django and Nina")


def test_sy11_a_tie_on_points_is_explained() -> None:
    game = SimpleNamespace(scores=[8, 8], winners=[0], players=2, options={}, game=GAMES["symphonimo"])
    why = outcome(game, "en", {}, 0)[1]  # type: ignore[arg-type]
    assert why.plain == "The points are level: whoever has the most quartets wins. (SY-11)"
    assert [why.plain[span.start : span.end] for span in why.spans if "dim" in str(span.style)] == [" (SY-11)"]


def test_without_a_game_one_is_chosen() -> None:
    result = typed("9", "1", "7", "3", args="--seed 7")
    first = next(iter(GAMES.values()))
    assert all(
        game.title in result.output and game.texts.say("en", "pitch")[:20] in result.output for game in GAMES.values()
    )
    assert f"Type a number from 1 to {len(GAMES)}." in result.output
    assert f"Type a number from {first.min_players} to {first.max_players}." in result.output
    assert "1 You · 2 Clara · 3 Django" in result.output
    assert "You play against Clara (greedy) and Django (greedy)." in result.output


def test_help_and_quit_work_before_the_game() -> None:
    result = typed("?", "H", "2", "aide", "q", args="")
    assert result.exit_code == 0 and not kept()
    assert result.output.count("Type the number of a game") == 2
    assert "Type how many sit at the table" in result.output
    assert "✗" not in result.output and "▶" not in result.output


def test_the_choice_is_in_french() -> None:
    result = typed("1", "2", args="", language="fr")
    assert "Quel jeu\u00a0?" in result.output
    assert "1 Vous · 2 Clara" in result.output


def test_leaving_before_a_game_is_chosen_keeps_nothing() -> None:
    assert typed(args="").exit_code == 1
    assert not kept()


def test_a_move_is_typed_as_a_number_as_notation_or_as_its_label() -> None:
    game = Playthrough("symphonimo", 2, seed=7)
    game.play("draw")
    lines = menu.entries(game.legal_moves, labels(game.game))
    for answer in ("2", "place 2", "Place under conductor 2", "PLACE 2"):
        assert menu.meant(answer, lines, game.legal_moves) == ["place 2"]
    for answer in ("0", "3", "99999999", "-1", "place", "place 3", "", "²"):
        assert menu.meant(answer, lines, game.legal_moves) == []


def test_only_enter_is_no_move() -> None:
    moves = ["draw", "take 1", "take 2"]
    lines = menu.entries(moves, labels(GAMES["symphonimo"]))
    assert menu.meant("", lines, moves) == []
    typed("1", "1", args="symphonimo --seed 7 --save one.json")
    result = typed("", "1", "", "", "1", "", "", args="symphonimo --seed 7 --save other.json")
    assert load("one.json").moves == load("other.json").moves
    assert "✗" not in result.output


def test_few_moves_take_two_columns_in_a_low_terminal() -> None:
    moves = ["draw", *(f"take {n}" for n in range(1, 6))]
    lines = menu.entries(moves, labels(GAMES["symphonimo"]))
    low, high, narrow = (printed(menu.listing(lines, *size), size[0]) for size in ((78, 24), (78, 50), (40, 24)))
    assert len(low) == 3 and " ".join(low[0].split()) == "1 Draw a card draw 4 Take conductor 3 take 3"
    assert len(high) == len(narrow) == 6 and " ".join(high[5].split()) == "6 Take conductor 5 take 5"


def printed(what: RenderableType, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as capture:
        console.print(what)
    return capture.get().splitlines()


def test_a_move_in_capitals_is_refused_for_its_own_reason() -> None:
    result = typed("TAKE 1", "PLACE 1", args="symphonimo --seed 7 --first 1 --save game.json")
    assert "✗ Place the 7 that you hold first. (SY-4)" in result.output
    assert load("game.json").moves[1].text == "place 1"


def test_a_game_may_say_what_lies_where_a_move_points(monkeypatch: pytest.MonkeyPatch) -> None:
    def describe(state: object, seat: int, move: str, language: str) -> str:
        return f"[{seat} {move} {language}]"

    game = dataclasses.replace(GAMES["symphonimo"])
    object.__setattr__(game, "describe_move", describe)
    monkeypatch.setattr(sys.modules["quatuor.cli.commands.play"], "find_game", lambda name: game)
    assert "1  [0 place 1 en]" in typed(args="symphonimo --seed 7 --first 1").output


def test_many_moves_become_a_list_of_two_steps() -> None:
    game = GAMES["symphonimo"]
    moves = ["draw", *(f"place {a} {b}" for a in range(1, 5) for b in range(1, 9))]
    lines = menu.entries(moves, labels(game))
    assert [entry.notation for entry in lines] == ["draw", "place 1 …", "place 2 …", "place 3 …", "place 4 …"]
    assert menu.meant("3", lines, moves) == [f"place 2 {b}" for b in range(1, 9)]
    assert menu.meant("2 5", lines, moves) == ["place 2 5"]
    inner = menu.entries(menu.meant("3", lines, moves), labels(game))
    assert len(inner) == 8 and menu.meant("5", inner, moves) == ["place 2 5"]


def test_a_refused_move_names_its_article_and_is_asked_again() -> None:
    result = typed("take 1", "jump", "17", "quit", "n", args="symphonimo --seed 7 --first 1")
    assert "✗ Place the 7 that you hold first. (SY-4)" in result.output
    assert "✗ “jump” is not a move" in result.output
    assert "✗ Type a number from 1 to 2." in result.output
    assert not kept()


def test_c4_a_move_without_alternative_is_played_and_said() -> None:
    result = typed(args="symphonimo --seed 7 --first 1")
    assert re.search(r"You draw .*\. \(your only move\)", result.output)


def test_two_moves_without_alternative_are_remarked_once_and_sentences_begin_with_a_capital() -> None:
    game = Playthrough("symbiose", 2, seed=3)
    while not game.over:
        game.play_action(game.legal_actions[0])
    told = turns(game, "en", None, 0, remark=lambda at: "(only)")
    assert any(len(turn.numbers) > 1 for turn in told)
    assert all(" ".join(turn.sentences).count("(only)") == 1 for turn in told)
    assert all(sentence[0] == sentence[0].upper() for turn in told for sentence in turn.sentences)


def test_undo_goes_back_to_the_previous_choice() -> None:
    result = typed("undo", "place 1", "undo", "place 2", args="symphonimo --seed 7 --first 1 --save game.json")
    assert "✗ You have made no choice yet" in result.output
    assert "Back to your previous choice." in result.output
    assert [move.text for move in load("game.json").moves][:2] == ["draw", "place 2"]


def test_help_rules_and_table() -> None:
    result = typed("?", "rules", "table")
    assert "undo" in result.output and "save FILE" in result.output
    assert "docs/rules/symphonimo.md" in result.output
    assert result.output.count("▶ ") == 2


def test_every_command_of_the_help_is_understood() -> None:
    for language in ("en", "fr"):
        for command in ("undo", "table", "rules", "save", "quit"):
            word = TEXTS.say(language, f"help.{command}.word").split()[0]  # type: ignore[arg-type]
            assert COMMANDS[word] == command


def test_no_command_hides_a_move() -> None:
    for game in GAMES.values():
        assert not {game.text(action).split()[0] for action in range(game.n_actions)} & set(COMMANDS)


def test_save_never_replaces_another_file() -> None:
    Path("mine.json").write_text("precious")
    result = typed("save mine.json", "save other.json", "save other.json", "save nowhere/x.json", "quit")
    assert "✗ mine.json already exists" in result.output
    assert Path("mine.json").read_text() == "precious"
    assert result.output.count("The game is saved in other.json") == 3
    assert "nowhere/x.json: the file cannot be written" in result.output
    assert load("other.json").moves


def test_save_is_refused_before_the_game_where_the_file_exists() -> None:
    Path("mine.json").write_text("precious")
    assert isinstance(typed(args="symphonimo --save mine.json").exception, RecordError)


def test_with_save_the_file_holds_the_game_after_every_move() -> None:
    result = typed("1", "1", "quit", args="symphonimo --seed 7 --save game.json")
    assert "Save the game" not in result.output
    assert len(load("game.json").moves) > 2
    assert not kept() and not Path("game.json.part").exists()


def test_another_file_on_the_way_does_not_change_where_the_game_is_kept() -> None:
    typed("save other.json", "1", "1", "quit", args="symphonimo --seed 7 --save game.json")
    assert len(load("game.json").moves) > len(load("other.json").moves) > 0


def test_quit_keeps_the_game_and_resume_goes_on_with_it() -> None:
    first = typed("1", "1", "quit", "", args="symphonimo --seed 7 --seat 2")
    (path,) = kept()
    assert f"To continue: quatuor play --resume {path}" in first.output
    before = load(path).moves
    second = typed("1", "quit", "y", args=f"--resume {path}")
    assert "1 Clara · 2 You" in second.output
    after = load(path).moves
    assert after[: len(before)] == before and len(after) > len(before)
    assert kept() == [path]


def test_what_is_resumed_is_the_game_that_was_left() -> None:
    game = Playthrough("symphonimo", 3, seed=11)
    while len(game.moves) < 20:
        game.play_action(game.legal_actions[0])
    game.save("left.json")
    again = load_unfinished(Path("left.json"))
    assert again.state == game.state and again.moves == game.moves
    assert not again.told


def test_resume_says_what_it_cannot_go_on_with() -> None:
    game = Playthrough("symphonimo", 2, seed=1)
    game.save("new.json")
    Path("two.json").write_text((json.dumps(game.record()) + "\n") * 2)
    Path("told.json").write_text(json.dumps(game.record() | {"seed": None}))
    person = PersonSeat(game, 0, find_bots("random", 1))
    while not game.over:
        person.advance()
        if not game.over:
            game.play(person.choices[-1])
    game.save("over.json")
    for name, reason in {
        "two.json": "it holds 2 records",
        "told.json": "what comes next is unknown",
        "over.json": "this game is over",
        "none.json": "cannot be read",
    }.items():
        error = typed(args=f"--resume {name}").exception
        assert isinstance(error, RecordError) and name in str(error) and reason in str(error)
    assert isinstance(typed(args="symphonimo --resume new.json").exception, OptionError)


def test_the_end_of_the_input_keeps_the_game_and_says_where() -> None:
    result = typed("1")
    (path,) = kept()
    assert result.exit_code == 0
    assert f"The game is saved in {path}" in result.output
    assert not load(path).over


def test_where_the_folder_cannot_be_written_the_game_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "data" / "quatuor"))
    result = typed("1")
    (path,) = (tmp_path / "data" / "quatuor").glob("*.quatuor.json")
    assert "The game is saved in " in result.output
    assert load(path).moves


def test_a_file_that_can_no_longer_be_written_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RecordError("the disk is full.", "le disque est plein.")

    save = SaveFile.save
    monkeypatch.setattr(SaveFile, "save", lambda file, path=None: save(file, path) if path else fail())
    result = typed("1", "1", "save other.json", args="symphonimo --seed 7 --save game.json")
    assert result.exit_code == 0
    assert result.output.count("✗ the disk is full.") == 1
    assert load("other.json").moves


def test_whatever_breaks_the_game_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quatuor.cli.terminal.session.question", lambda *_: 1 / 0)
    result = typed()
    assert isinstance(result.exception, ZeroDivisionError)
    assert f"The game is saved in {kept()[0]}" in result.output


def test_a_game_changed_after_undo_is_kept_anew() -> None:
    game = Playthrough("symphonimo", 2, seed=7)
    game.play("draw")
    game.play("place 1")
    save_file = SaveFile(game)
    save_file.save(Path("game.json"))
    assert save_file.up_to_date
    game.undo()
    game.play("place 2")
    assert not save_file.up_to_date


def test_the_command_to_go_on_names_what_it_must() -> None:
    game = Playthrough("symphonimo", 3, seed=7, first=0)
    at_turn = PersonSeat(game, 0, find_bots("greedy", 2))
    waiting = PersonSeat(game, 1, find_bots("greedy,random", 2))
    assert resume_command(at_turn, Path("a b.json")) == "quatuor play --resume 'a b.json'"
    assert resume_command(waiting, Path("x.json")) == "quatuor play --resume x.json --seat 2 --bots greedy,random"


def test_the_command_to_go_on_is_the_one_that_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATUOR_COMMAND", "./play")
    result = typed("1", args="symphonimo --seed 7 --lang fr")
    assert f"Pour continuer\u00a0: ./play play --lang fr --resume {kept()[0]}\n" in result.output


@pytest.mark.parametrize("args", ["--lang fr play symphonimo --seed 7", "play --lang fr symphonimo --seed 7"])
def test_the_language_is_settled_before_or_after_the_command(
    args: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["quatuor", *args.split()])
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\nn\n"))
    with pytest.raises(SystemExit, match="0"):
        main()
    assert "Vous jouez contre Clara (robot glouton)." in capsys.readouterr().out


def test_without_any_input_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for args, reason in (("play symphonimo", "there is no input"), ("replay", "standard input is closed")):
        monkeypatch.setattr(sys, "argv", ["quatuor", *args.split()])
        with pytest.raises(SystemExit, match="2"):
            main()
        output = capsys.readouterr()
        assert output.err.startswith(f"quatuor: {reason}") and output.err.count("\n") == 1 and not output.out


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_everything_is_compiled_before_the_first_screen_with_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["symphonimo"]
    evaluate = game.evaluate

    @compiled
    def unknown_on_disk(s, seat):  # type: ignore[no-untyped-def]
        return evaluate(s, seat)

    monkeypatch.setitem(GAMES, game.name, dataclasses.replace(game, evaluate=unknown_on_disk))
    for messages in (1, 0):
        monkeypatch.setattr("quatuor.core.announce._said", set())
        result = typed(*anything(1, 20), args="symphonimo --seed 7 --bots greedy")
        assert result.output.count("Compiling") == messages
        assert result.output.startswith("Compiling") == (messages == 1)


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ("chess", UnknownGameError),
        ("symphonimo --players 7", OptionError),
        ("symphonimo --seat 3", OptionError),
        ("symphonimo --seat king", OptionError),
        ("symphonimo --first 3", OptionError),
        ("symphonimo --seed -1", OptionError),
        ("symphonimo --option fausse_note=maybe", OptionError),
        ("symphonimo --bots clever", BotError),
        ("symphonimo --bots greedy,random", BotError),
    ],
)
def test_bad_input_is_answered_by_a_sentence(args: str, error: type[Exception]) -> None:
    assert isinstance(typed(args=args).exception, error)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_reads_without_colours_at_80_columns(language: str) -> None:
    result = typed("?", "rules", *anything(5, 40), args="symphonimo --players 3 --seed 7", language=language)
    assert "\x1b" not in result.output
    assert max(len(line) for line in result.output.splitlines()) <= 80


def test_strange_bytes_are_just_no_move() -> None:
    result = CliRunner().invoke(
        play, ["symphonimo", "--seed", "7"], obj="en", input=b"\xff\x00\xc3\n" + "é😀\n".encode()
    )
    assert result.exit_code == 0
    assert result.output.count("is not a move") == 2


def test_texts_are_the_same_in_both_languages() -> None:
    english, french = TEXTS.entries["en"], TEXTS.entries["fr"]
    assert english.keys() == french.keys()
    for key in english:
        assert _placeholders(english[key]) == _placeholders(french[key]), key
        assert not re.search(r" [:;!?»]|« ", french[key]), key


def _placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
