"""Puzzles: one move is clearly best in each, nothing hidden is sent, and the answer says what each move is worth."""

import json
from math import hypot

import orjson
import pytest

from quatuor.analysis.advice import quality, ranked
from quatuor.core.game import Game
from quatuor.games import GAMES
from quatuor.puzzles import Puzzle, puzzles_of
from quatuor.puzzles.making import GAP, SURE
from quatuor.server.http.puzzle_messages import PosedPuzzle, PuzzleAnswer, PuzzleGame
from quatuor.server.study import puzzles
from server.people import Somebody

# How many come with each game at least.
FEWEST = 30
ALL = [(game, puzzle) for game in GAMES.values() for puzzle in puzzles_of(game)]
IDS = [f"{game.name}-{puzzle.id}" for game, puzzle in ALL]


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_every_game_has_its_puzzles(game: Game) -> None:
    found = puzzles_of(game)
    assert len(found) >= FEWEST and len({puzzle.id for puzzle in found}) == len(found)
    assert all(puzzle.rules == game.version for puzzle in found)


@pytest.mark.parametrize(("game", "puzzle"), ALL, ids=IDS)
def test_one_move_is_clearly_best_and_does_not_look_so(game: Game, puzzle: Puzzle) -> None:
    play = puzzle.play(game)
    assert sorted(move.move for move in puzzle.rated) == play.legal_moves
    kinds = {move.move: game.likeness(play.state, game.parse(move.move)) for move in puzzle.rated}
    best, others = puzzle.rated[0], [move for move in puzzle.rated if kinds[move.move] != kinds[puzzle.rated[0].move]]
    assert kinds[puzzle.tempting] != kinds[best.move] and len(set(kinds.values())) >= 3

    def own_error(error: float) -> float:
        return float((error**2 - puzzle.shared_error**2) ** 0.5) if error > puzzle.shared_error else 0.0

    for move in others:
        error = hypot(own_error(best.win_error), own_error(move.win_error))
        assert best.win - move.win > max(GAP, SURE * error) - 1e-3  # figures are rounded
    told = ranked(puzzles._rated_position(game, puzzle, play.turn).moves)
    assert game.text(told[0].action) in [move for move, kind in kinds.items() if kind == kinds[best.move]]
    assert all(quality(told[0], move) not in ("equal", "unsure") or kinds[game.text(move.action)] == kinds[best.move]
               for move in told[1:])  # fmt: skip


def one_of(game: Game) -> Puzzle:
    return puzzles_of(game)[0]


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_a_puzzle_is_posed_and_answered(ana: Somebody, leo: Somebody, game: Game) -> None:
    about = ana.good("GET", f"/puzzles/{game.name}")
    PuzzleGame.model_validate(about)
    puzzle = one_of(game)
    assert about["puzzles"][0] == puzzle.id and about in ana.good("GET", "/puzzles")
    path = f"/puzzles/{game.name}/{puzzle.id}"
    posed = ana.good("GET", path)
    PosedPuzzle.model_validate(posed)
    position = posed["position"]
    assert position["turn"] == position["seat"] and position["prompt"]
    assert sorted(one["move"] for one in position["legal"]) == sorted(move.move for move in puzzle.rated)
    for move in (puzzle.rated[0].move, puzzle.tempting, puzzle.rated[-1].move):
        for who in (ana, leo):
            answer = who.good("POST", f"{path}/answer", {"move": move})
            PuzzleAnswer.model_validate(answer)
            assert answer["right"] == (move == puzzle.rated[0].move) and answer["best"] == puzzle.rated[0].move
            assert answer["moves"][0]["move"] == puzzle.rated[0].move and answer["moves"][0]["quality"] == "best"
            assert answer["moves"][0]["win"] == puzzle.rated[0].win and "%" in answer["sentence"]
    assert isinstance(ana.good("GET", f"{path}/drawing"), str)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_what_is_sent_depends_on_nothing_that_the_mover_has_not_seen(game: Game) -> None:
    """The position is dealt anew for every server, and the messages are the same to the byte."""
    puzzle = one_of(game)
    told = set()
    for _ in range(3):
        puzzles._position.cache_clear()
        told.add(
            orjson.dumps(puzzles.posed(game, puzzle.id, "fr"), option=orjson.OPT_SERIALIZE_NUMPY)
            + orjson.dumps(puzzles.answered(game, puzzle.id, puzzle.tempting, "en"))
            + puzzles.drawing(game, puzzle.id, "en")
        )
    (sent,) = told
    assert puzzle.seed.encode() not in sent
    true = orjson.dumps(json.loads(json.dumps(puzzle.play(game).view(puzzle.play(game).turn), default=int)))
    assert true in sent


def test_what_is_not_legal_is_refused_with_its_article(ana: Somebody) -> None:
    game = GAMES["symphonimo"]
    path = f"/puzzles/{game.name}/{one_of(game).id}/answer"
    assert ana.refused(422, "illegal", "POST", path, {"move": "place 1"})["article"]
    ana.refused(422, "illegal", "POST", path, {"move": "dance"})


def test_what_does_not_exist_gets_one_sentence(ana: Somebody) -> None:
    ana.refused(404, "unknown", "GET", "/puzzles/symphonimo/nothing")
    ana.refused(404, "unknown", "POST", "/puzzles/symphonimo/nothing/answer", {"move": "draw"})
    ana.refused(422, "bad_request", "GET", "/puzzles/poker")


@pytest.mark.parametrize(("game", "puzzle"), [(game, one_of(game)) for game in GAMES.values()], ids=str)
def test_an_answer_repeats_no_reason_that_tells_nothing(game: Game, puzzle: Puzzle) -> None:
    answer = puzzles.answered(game, puzzle.id, puzzle.tempting, "en")
    best, *others = (move["reason"] for move in answer["moves"])
    given = [reason for reason in (best, *others) if reason]
    assert len(given) < 2 or len(set(given)) > 1
    assert ("In favour of the best move" in answer["sentence"]) == (best is not None and best not in others)
