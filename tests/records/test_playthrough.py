"""A game played from Python: moves by text, undo, views, logs."""

import pytest

import quatuor
from quatuor import IllegalMoveError, InvalidMoveError, OptionError, Playthrough, QuatuorError, UnknownGameError
from setups import DEFAULTS, SHORT, Setup, spread

each_default = pytest.mark.parametrize("setup", DEFAULTS, ids=str)


@each_default
def test_undo_goes_back_to_the_deal(setup: Setup) -> None:
    play = setup.play(41)
    end = play.state.tobytes()
    moves = list(play.moves)
    for _ in moves:
        play.undo()
    assert play.moves == []
    with pytest.raises(QuatuorError, match="no move to take back"):
        play.undo()
    for move in moves:
        assert play.play(move.text) == move
    assert play.state.tobytes() == end


@each_default
def test_c8_an_illegal_move_changes_nothing(setup: Setup) -> None:
    play = setup.play(42, moves=6)
    before = play.state.tobytes(), list(play.moves)
    for action in range(setup.game.n_actions):
        if action not in play.legal_actions:
            with pytest.raises(IllegalMoveError) as error:
                play.play(setup.game.text(action))
            assert error.value.refusal.article in str(error.value)
    for text in ("", "castle", "draw ", "DRAW", "draw\n"):
        with pytest.raises(InvalidMoveError, match="is not a move"):
            play.play(text)
    assert (play.state.tobytes(), play.moves) == before


@each_default
def test_the_table_and_the_log_can_be_read_in_both_languages(setup: Setup) -> None:
    play = setup.play(43)
    for seat in range(-1, setup.players):
        english, french = play.show(seat), play.show(seat, "fr")
        assert english and french and english != french
        for number in spread(len(play.moves) - 1, 30):
            only_steps = all(event.step for event in play.tell(number, seat))  # they are told together, at their end
            assert only_steps or play.log(seat, "en", number)
            assert all(line and "{" not in line for line in play.log(seat, "fr", number))


@each_default
def test_every_legal_move_has_a_label(setup: Setup) -> None:
    for action in range(setup.game.n_actions):
        for language in quatuor.core.texts.LANGUAGES:
            assert setup.game.texts.move(language, setup.game.text(action))


@each_default
def test_repr_says_where_the_game_stands(setup: Setup) -> None:
    assert repr(setup.play(45)).endswith("over>")
    assert "to play>" in repr(setup.start(45))


@each_default
def test_a_game_that_remembers_little_is_the_same_game(setup: Setup) -> None:
    # A game that remembers little plays its moves again for every question: whole, but short games.
    setup = setup._replace(options=SHORT.get(setup.game.name, {}))
    whole = setup.play(46)
    little = quatuor.new(setup.game, setup.players, seed=46, options=setup.options, remember=3)
    for move in whole.moves:
        assert sorted(map(little.game.text, little.legal_actions)) == little.legal_moves
        assert little.play(move.text) == move
    for number in spread(len(whole.moves) - 1, 12):
        assert little.state_after(number).tobytes() == whole.state_after(number).tobytes()
        assert little.legal_moves_before(number) == whole.legal_moves_before(number)
        for seat in range(-1, setup.players):
            assert little.tell(number, seat) == whole.tell(number, seat)
    assert little.record(legal=True) == whole.record(legal=True)
    for _ in range(8):
        assert little.undo() == whole.undo()
        assert little.state.tobytes() == whole.state.tobytes()
        assert little.tell() == whole.tell()


@each_default
def test_all_that_may_be_taken_back_is_at_hand(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little a game remembers: to play a long one again for each move would keep a server waiting."""
    whole = setup.play(48)
    little = quatuor.new(setup.game, setup.players, seed=48, options=setup.options, remember=1)
    for number, move in enumerate(whole.moves[:200], 1):
        little.play(move.text)
        trial = little.copy()
        with monkeypatch.context() as patched:
            patched.setattr(Playthrough, "_played_on", lambda *_: pytest.fail("it is played again"))
            for back in range(1, little.undoable + 1):
                trial.undo()
                assert trial.state.tobytes() == whole.state_after(number - back).tobytes()


@each_default
def test_a_copy_goes_its_own_way(setup: Setup) -> None:
    play = setup.play(47, moves=8)
    before, moves = play.state.tobytes(), list(play.moves)
    other = play.copy()
    other.play_action(other.legal_actions[0])
    other.undo()
    other.undo()
    assert (play.state.tobytes(), play.moves) == (before, moves)
    assert other.moves == moves[:-1]
    again = play.restarted()
    assert again.moves == [] and again.state.tobytes() == setup.start(47).state.tobytes()


@each_default
def test_a_redealt_game_looks_the_same_to_its_seat(setup: Setup) -> None:
    play = setup.play(48, moves=5)
    for seat in range(setup.players):
        other = play.redealt(seat)
        assert other.view(seat) == play.view(seat) and other.moves == [] and other.seed is None
        if seat == play.turn:
            assert other.legal_moves == play.legal_moves


@each_default
def test_only_a_players_own_run_of_moves_may_be_taken_back(setup: Setup) -> None:
    """Until chance shows something, another player moves, or the game ends; nor what others have answered."""
    play, seen = setup.start(49), set()
    for move in setup.play(49).moves:
        before, mover = play.undoable, play.mover
        play.play(move.text)
        ended = bool(move.reveals) or play.over
        assert play.undoable == (0 if ended else before + 1 if mover == move.seat else 1)
        seen.add(min(play.undoable, 1))
        if play.undoable:
            left = play.copy()
            for rest in range(play.undoable - 1, -1, -1):
                assert left.undo().seat == move.seat and left.undoable == rest
    assert 0 in seen


def test_c7_bad_arguments_are_refused_by_a_sentence() -> None:
    with pytest.raises(UnknownGameError, match="there is no game bridge; there are symphonimo"):
        quatuor.new("bridge")
    with pytest.raises(OptionError, match="for 2 to 6 players; got 7"):
        quatuor.new("symphonimo", 7)
    with pytest.raises(OptionError, match="for 2 to 6 players; got true"):
        quatuor.new("symphonimo", True)
    with pytest.raises(OptionError, match="has no option joker; it has maestro, fausse_note"):
        quatuor.new("symphonimo", options={"joker": 1})
    with pytest.raises(OptionError, match="a seed is a whole number from 0 to"):
        quatuor.new("symphonimo", seed=-1)
    with pytest.raises(OptionError, match="a seat from 0 to 2; got 3"):
        quatuor.new("symphonimo", 3, first=3)


def test_seats_actions_and_moves_that_do_not_exist_are_refused_by_a_sentence() -> None:
    play = quatuor.new("symphonimo", 3, seed=1)
    for call in (play.view, play.show, lambda seat: play.explain("draw", seat)):
        for seat in (3, -2):
            with pytest.raises(QuatuorError, match="a seat is a number from 0 to 2, or -1 for a spectator"):
                call(seat)
    with pytest.raises(InvalidMoveError, match="an action of Symphonimo is a number from 0 to 49; got 9999"):
        play.play_action(9999)
    with pytest.raises(QuatuorError, match="there is no move -1: 0 have been made"):
        play.log()


def test_without_a_seed_one_is_drawn_and_recorded() -> None:
    one, other = quatuor.new("symphonimo"), quatuor.new("symphonimo")
    assert one.seed != other.seed
    assert quatuor.new("symphonimo", seed=one.seed).state.tobytes() == one.state.tobytes()
