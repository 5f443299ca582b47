"""Options and notation accept exactly what they say, whatever they are given (Hypothesis)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quatuor import GAMES, Game, InvalidMoveError, OptionError
from setups import ALL

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@each_game
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_c7_an_option_is_read_or_refused_by_name(game: Game, data: st.DataObject) -> None:
    players = data.draw(st.integers(game.min_players, game.max_players))
    option = data.draw(st.sampled_from(game.options))
    value = data.draw(anything | st.sampled_from([*option.kind.values(players), "none"]))
    try:
        read = game.read_options(players, {option.name: value})
    except OptionError as error:
        assert option.name in error.say("en") and option.name in error.say("fr")
        assert "\n" not in error.say("en")
    else:
        assert game.read_options(players, read) == read
        game.encode(players, -1, read)


@each_game
def test_c7_a_refusal_stays_one_line_whatever_it_quotes(game: Game) -> None:
    for option in game.options:
        with pytest.raises(OptionError) as refused:
            game.read_options(game.min_players, {option.name: "two\nlines"})
        assert "\n" not in refused.value.say("fr")


@each_game
@given(players=anything)
def test_c7_players_are_read_or_refused(game: Game, players: Any) -> None:
    allowed = isinstance(players, int) and not isinstance(players, bool)
    if allowed and game.min_players <= players <= game.max_players:
        assert game.read_players(players) == players
    else:
        with pytest.raises(OptionError, match=f"is for {game.min_players} to {game.max_players} players"):
            game.read_players(players)


@pytest.mark.parametrize("setup", ALL, ids=str)
def test_c7_every_table_has_every_option_with_its_value(setup: Any) -> None:
    read = setup.game.read_options(setup.players, setup.options)
    assert list(read) == [option.name for option in setup.game.options]
    assert setup.game.read_options(setup.players, read) == read


@each_game
@settings(max_examples=300)
@given(data=st.data())
def test_parsing_accepts_exactly_what_printing_gives(game: Game, data: st.DataObject) -> None:
    printed = {game.text(action): action for action in range(game.n_actions)}
    text = data.draw(
        st.text(max_size=12)
        | st.sampled_from(sorted(printed))
        | st.builds(lambda a, b: a + b, st.sampled_from(sorted(printed)), st.text(max_size=2))
    )
    if text in printed:
        assert game.parse(text) == printed[text]
        assert game.text(game.parse(text)) == text
    else:
        with pytest.raises(InvalidMoveError, match="is not a move"):
            game.parse(text)


@each_game
def test_cards_print_and_parse(game: Game) -> None:
    from quatuor import Playthrough

    cards = {card for cards in game.locate(Playthrough(game, seed=0).state).values() for card in cards}
    for card in cards:
        assert game.card_text(game.card_parse(card)) == card
    for wrong in ("", "joker", "99"):
        with pytest.raises(ValueError):
            game.card_parse(wrong)
