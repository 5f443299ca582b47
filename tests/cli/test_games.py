"""`quatuor games`."""

import json

import pytest
from click.testing import CliRunner

from quatuor import GAMES
from quatuor.cli.commands.games import games
from quatuor.core.errors import UnknownGameError
from quatuor.core.game import Game


def shown(*args: str, language: str = "en") -> str:
    result = CliRunner().invoke(games, args, obj=language, env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_and_option_is_listed(language: str) -> None:
    output = shown(language=language)
    words = " ".join(output.replace("│", " ").split())
    for game in GAMES.values():
        assert game.title in output
        for option in game.options:
            assert f" {option.name} " in output
            assert option.meaning.say(language).split()[0] in words  # type: ignore[arg-type]
            assert all(f" {value} " in output for value in option.meanings)
    assert max(len(line) for line in output.splitlines()) <= 80


def test_one_game_can_be_asked_for() -> None:
    output = shown("symphonimo")
    assert "Symphonimo · 2–6 players" in output
    assert sum(game.title in output for game in GAMES.values()) == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_json_has_everything_of_the_table(game: Game) -> None:
    told = json.loads(shown(game.name, "--json"))
    assert told["name"] == game.name and told["title"] == game.title and told["rules"] == game.version
    assert told["players"] == {"min": game.min_players, "max": game.max_players}
    assert [option["name"] for option in told["options"]] == [option.name for option in game.options]
    for said, option in zip(told["options"], game.options, strict=True):
        assert said["control"] == option.kind.control
        assert said["meaning"] == {"en": option.meaning.en, "fr": option.meaning.fr}
        assert said["meanings"].keys() == option.meanings.keys()
        for players in range(game.min_players, game.max_players + 1):
            assert _for(said["values"], players) == list(option.kind.values(players))
            assert _for(said["default"], players) == option.default(players)


def test_json_of_all_games_is_one_object() -> None:
    told = json.loads(shown("--json"))
    assert [game["name"] for game in told["games"]] == list(GAMES)


def test_an_unknown_game_is_refused() -> None:
    assert isinstance(CliRunner().invoke(games, ["chess"], obj="en").exception, UnknownGameError)


def _for(value: object, players: int) -> object:
    """A value of the JSON that may depend on the number of players."""
    return value["by_players"][str(players)] if isinstance(value, dict) and "by_players" in value else value
