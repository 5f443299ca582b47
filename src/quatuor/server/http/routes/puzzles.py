"""Puzzles: find the best move in a position of a strong game."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Response

from quatuor.games import find_game
from quatuor.server.http.messages import GameName
from quatuor.server.http.puzzle_messages import PosedPuzzle, PuzzleAnswer, PuzzleGame, PuzzleMove
from quatuor.server.http.routes.dependencies import ChargeDep, Encoded, InLanguage, ServicesDep, json_of, problems
from quatuor.server.live.updates import DRAWING_MS
from quatuor.server.study import puzzles

router = APIRouter(prefix="/puzzles", tags=["puzzles"])

GameOf = Annotated[GameName, Path()]
PuzzleOf = Annotated[str, Path(max_length=32, description="its id")]
_POSITION_MS = 2


@router.get("", response_model=list[PuzzleGame])
async def all_puzzles(language: InLanguage) -> Response:
    """The games that have puzzles."""
    return json_of(puzzles.overview(language))


@router.get("/{game}", response_model=PuzzleGame, responses=problems(404))
async def puzzles_of_game(game: GameOf, language: InLanguage) -> Response:
    """The puzzles of a game."""
    return json_of(puzzles.of_game(find_game(game), language))


@router.get("/{game}/{puzzle}", response_model=PosedPuzzle, responses=problems(404))
async def pose_puzzle(
    game: GameOf, puzzle: PuzzleOf, services: ServicesDep, language: InLanguage, charge: ChargeDep
) -> Response:
    """A position as its mover sees it, with the legal moves."""
    charge(_POSITION_MS)
    await services.warmup.ready(find_game(game))
    work = partial(puzzles.posed, find_game(game), puzzle, language)
    return Encoded(await services.store.in_thread(lambda: json_of(work()).body))


@router.get("/{game}/{puzzle}/drawing", response_model=str, responses=problems(404))
async def draw_puzzle(
    game: GameOf, puzzle: PuzzleOf, services: ServicesDep, language: InLanguage, charge: ChargeDep
) -> Response:
    """The same, drawn as text as in the terminal."""
    charge(DRAWING_MS)
    await services.warmup.ready(find_game(game))
    return Encoded(await services.records.draw(partial(puzzles.drawing, find_game(game), puzzle, language)))


@router.post("/{game}/{puzzle}/answer", response_model=PuzzleAnswer, responses=problems(404, 422))
async def answer_puzzle(
    game: GameOf, puzzle: PuzzleOf, wanted: PuzzleMove, services: ServicesDep, language: InLanguage, charge: ChargeDep
) -> Response:
    """Whether a move is the best one, and what each is worth."""
    charge(_POSITION_MS)
    await services.warmup.ready(find_game(game))
    work = partial(puzzles.answered, find_game(game), puzzle, wanted.move, language)
    return Encoded(await services.store.in_thread(lambda: json_of(work()).body))
