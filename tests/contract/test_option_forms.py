"""A form that is made of an option's description alone gets what the option takes, and nothing else."""

from itertools import chain

import pytest

from quatuor import GAMES, Game, OptionError
from quatuor.core.options import Items, Option

EVERY = [
    pytest.param(game, option, players, id=f"{game.name}-{option.name}-{players}")
    for game in GAMES.values()
    for option in game.options
    for players in range(game.min_players, game.max_players + 1)
]
# Those that take a list too.
LISTS = [each for each in EVERY if each.values[1].kind.items(each.values[2])]


def refused(option: Option, value: object, players: int) -> bool:
    try:
        option.read(value, players)
    except OptionError:
        return True
    return False


@pytest.mark.parametrize(("game", "option", "players"), EVERY)
def test_what_a_form_offers_is_taken(game: Game, option: Option, players: int) -> None:
    kind = option.kind
    values = kind.values(players)
    assert option.read(option.default(players), players) == option.default(players)
    for value in values:
        assert option.read(value, players) == value
        assert all(option.meaning_of(value))
    grouped = [value for group in kind.groups(players) for value, _ in group.answers]
    assert set(grouped) <= set(values) and len(set(grouped)) == len(grouped)
    # Each control has what it needs, and only that.
    assert (kind.control in ("flag", "choice")) == bool(values)
    assert (kind.control == "number") == (kind.bounds() is not None)
    assert (kind.control == "file") == (kind.file() is not None)
    assert kind.control == "choice" or not (grouped or kind.items(players))
    if bounds := kind.bounds():
        low, high = bounds
        assert [refused(option, number, players) for number in (low - 1, low, high, high + 1)] == [True, 0, 0, True]


@pytest.mark.parametrize(("game", "option", "players"), LISTS)
def test_the_lists_that_a_form_can_make_are_taken(game: Game, option: Option, players: int) -> None:
    items: Items | None = option.kind.items(players)
    assert items is not None
    assert items.fewest <= len(items.start) <= items.most == len(items.places)
    assert option.read(items.start, players) == items.start
    single = [value for value in items.values if value not in items.repeatable]
    lists = [list(chain(single, items.repeatable * players))[: items.most], [*items.repeatable * players][: items.most]]
    for right in lists:
        assert option.read(right, players) == right
    for wrong in ([single[0]] * 2 + items.start[2:], items.start[1:], [*items.start, items.start[0]], ["?"] * players):
        assert refused(option, wrong, players), wrong
    assert all(all(option.meaning_of(value)) for value in items.values)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_presets_are_options_that_the_game_takes(game: Game) -> None:
    options = {option.name: option for option in game.options}
    for players in range(game.min_players, game.max_players + 1):
        chosen = [found for preset in game.presets if (found := preset.options(players)) is not None]
        for found in chosen:
            assert game.read_options(players, found) == game.read_options(players, {}) | dict(found)
            # Each value differs from its default: two presets are never the same.
            assert all(value != options[name].default(players) for name, value in found.items())
        assert all(one != other for k, one in enumerate(chosen) for other in chosen[:k])
    names = [preset.name for preset in game.presets]
    assert len(set(names)) == len(names) and all(all(preset.title + preset.meaning) for preset in game.presets)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_overrides_an_option_is_a_value_of_another(game: Game) -> None:
    counts = range(game.min_players, game.max_players + 1)
    taken = {option.name: {value for n in counts for value in option.kind.values(n)} for option in game.options}
    for option in game.options:
        for name, values in option.overridden_by.items():
            assert name != option.name and set(values) <= taken[name]
