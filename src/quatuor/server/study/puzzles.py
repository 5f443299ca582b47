"""Puzzles for people: a position from its mover's viewpoint, and what their answer was worth.

Whatever the mover has not seen is dealt anew before anything is made of the position: nothing hidden can be sent.
"""

from functools import lru_cache, partial
from math import inf

from quatuor.analysis import RatedPosition
from quatuor.analysis.texts import odds, with_article
from quatuor.bots.search import Finding
from quatuor.core.errors import InvalidMoveError
from quatuor.core.game import Game
from quatuor.core.texts import Language, player
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough
from quatuor.puzzles import Puzzle, RatedMove, puzzles_of
from quatuor.server.live import updates
from quatuor.server.refusals import refuse
from quatuor.server.study.answers import hint_of
from quatuor.server.table import views
from quatuor.server.table.refusals import illegal
from quatuor.server.table.views import Json, Names
from quatuor.server.texts import TEXTS

_KEPT = 256


def overview(language: Language) -> list[Json]:
    """A PuzzleGame for each game that has puzzles."""
    return [_about(game, language) for game in GAMES.values() if puzzles_of(game)]


def of_game(game: Game, language: Language) -> Json:
    """The PuzzleGame of one game."""
    if not puzzles_of(game):
        refuse("unknown", "puzzle.none", game=game.texts.sentence("title"))
    return _about(game, language)


def _about(game: Game, language: Language) -> Json:
    title = game.texts.say(language, "title")
    return {"game": game.name, "title": title, "puzzles": [puzzle.id for puzzle in puzzles_of(game)]}


def posed(game: Game, puzzle_id: str, language: Language) -> Json:
    """A PosedPuzzle."""
    puzzle = _found(game, puzzle_id)
    play = _position(game, puzzle_id)
    names = _names(puzzle, language)
    return {
        "id": puzzle.id,
        "game": game.name,
        "names": list(names.values()),
        "position": views.position_to_play(play, play.turn, language, names),
    }


def drawing(game: Game, puzzle_id: str, language: Language) -> bytes:
    """The position of a puzzle, drawn as text as in a terminal."""
    puzzle = _found(game, puzzle_id)
    play = _position(game, puzzle_id)
    return updates.drawing(game, play.state, play.turn, language, _names(puzzle, language))


def answered(game: Game, puzzle_id: str, move: str, language: Language) -> Json:
    """A PuzzleAnswer: whether a move is the best one, and what long searches found of all of them."""
    puzzle = _found(game, puzzle_id)
    play = _position(game, puzzle_id)
    action = _action(play, move)
    likeness = partial(game.likeness, play.state)
    rated = {game.parse(one.move): one for one in puzzle.rated}
    best = game.parse(puzzle.rated[0].move)
    right = likeness(action) == likeness(best)
    told = hint_of(game, play.state, _rated_position(game, puzzle, play.turn), None, False, language)
    return {
        "right": right,
        "sentence": " ".join(
            [_sentence(game, puzzle, rated[action], right, language), *_in_favour(told["moves"], language)]
        ),
        "move": move,
        "best": puzzle.rated[0].move,
        "moves": told["moves"],
    }


def _sentence(game: Game, puzzle: Puzzle, chosen: RatedMove, right: bool, language: Language) -> str:
    """The verdict in words: the move chosen, the best one, and the one that looks best at once."""

    def said(move: RatedMove) -> dict[str, str]:
        chance = odds(language, move.win)
        return {
            "move": game.texts.move(language, move.move),
            "chance": chance,
            "a_chance": with_article(language, chance),
        }

    tempting = next(move for move in puzzle.rated if move.move == puzzle.tempting)
    sentences = [TEXTS.say(language, "puzzle.right" if right else "puzzle.wrong", **said(chosen))]
    if not right:
        sentences.append(TEXTS.say(language, "puzzle.best", **said(puzzle.rated[0])))
    if tempting is not chosen:
        sentences.append(TEXTS.say(language, "puzzle.tempting", **said(tempting)))
    return " ".join(sentences)


def _in_favour(moves: list[Json], language: Language) -> list[str]:
    """What speaks for the best of these moves and for no other, if the game can say it."""
    best, *others = (move["reason"] for move in moves)
    return [TEXTS.say(language, "puzzle.reason", reason=best)] if best and best not in others else []


def _found(game: Game, puzzle_id: str) -> Puzzle:
    found = next((puzzle for puzzle in puzzles_of(game) if puzzle.id == puzzle_id), None)
    return found or refuse("unknown", "puzzle.unknown")


@lru_cache(_KEPT)
def _position(game: Game, puzzle_id: str) -> Playthrough:
    """The position as its mover knows it, in another deal; not to be changed."""
    play = _found(game, puzzle_id).play(game)
    return play.redealt(play.turn)


def _names(puzzle: Puzzle, language: Language) -> Names:
    return {seat: player(language, seat) for seat in range(puzzle.players)}


def _action(play: Playthrough, move: str) -> int:
    """The action that a move is; refused with the article that forbids it."""
    try:
        action = play.game.parse(move)
    except InvalidMoveError:
        action = -1
    if action not in play.legal_actions:
        refusal = play.explain(move, play.turn)
        assert refusal is not None
        raise illegal(refusal)
    return action


def _rated_position(game: Game, puzzle: Puzzle, seat: int) -> RatedPosition:
    """What was found when the puzzle was made, as a search gives it."""
    moves = tuple(
        Finding(
            game.parse(move.move), 1, move.win, inf, move.win, move.win_error, move.margin, move.margin_error,
            puzzle.shared_error,
        )
        for move in puzzle.rated
    )  # fmt: skip
    return RatedPosition(seat, 0, moves)
