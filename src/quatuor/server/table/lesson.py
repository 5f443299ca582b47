"""Lessons: a first game at a real table, prepared and told step by step. A game's own is its `lesson.toml`.

A lesson is a row of scenes. Each begins at a prepared position, which its `before` leads to, and has steps: something
to read; moves that the learner is asked for; moves that the others make. Where a table stands in its lesson follows
from its scene and the moves made there, and from nothing else.
"""

import hashlib
import json
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, NamedTuple

from quatuor.core.game import Game, read_first
from quatuor.core.texts import LANGUAGES, Sentence
from quatuor.games import find_game
from quatuor.play.playthrough import Playthrough

FILE = "lesson.toml"
# Where the learner sits; the others are bots.
LEARNER = 0
# Between a move and the cards that chance shows because of it.
_SHOWS = " > "
# Between two moves that are written together.
_THEN = ", "


class Line(NamedTuple):
    """A move of the script, and the cards that chance shows because of it."""

    move: str
    reveals: tuple[str, ...]


class Target(NamedTuple):
    """Something on the board to point at, by the names that events use: a place, or a card that lies in it."""

    place: str
    card: str | None


class Answer(NamedTuple):
    """What is said to a legal move that the lesson does not ask for; `*` in `moves` stands for anything."""

    moves: tuple[str, ...]
    sentence: Sentence


@dataclass(frozen=True)
class LessonStep:
    """One step of a scene. Without lines it is only read; it may have no sentence where the others move."""

    sentence: Sentence | None
    targets: tuple[Target, ...]
    articles: tuple[str, ...]
    lines: tuple[Line, ...]
    asks: bool  # the learner makes its moves, not the others
    answers: tuple[Answer, ...]

    def answer_to(self, move: str) -> Sentence | None:
        """What is said to a move that this step does not ask for."""
        return next((said for moves, said in self.answers if any(fnmatchcase(move, wild) for wild in moves)), None)


class Now(NamedTuple):
    """Where somebody stands in a lesson: what they read, one after the other, and the step that goes on from there."""

    read: tuple[int, ...]  # steps of the scene
    step: LessonStep | None  # None: the scene is over
    made: int  # moves of that step


@dataclass(frozen=True)
class Scene:
    """A prepared position and what happens from there."""

    first: int
    deal: dict[str, Any]
    before: tuple[Line, ...]
    steps: tuple[LessonStep, ...]

    @cached_property
    def script(self) -> tuple[tuple[Line, LessonStep], ...]:
        """The moves of the scene, each with its step."""
        return tuple((line, step) for step in self.steps for line in step.lines)

    def now(self, made: int) -> Now:
        """Where one stands after so many moves of the script."""
        done = 0
        read: list[int] = []
        for number, step in enumerate(self.steps):
            if done + len(step.lines) > made:
                last = (number,) if step.sentence else ()
                return Now((*(read if done == made else ()), *last), step, made - done)
            read = [*read, number] if not step.lines else []
            done += len(step.lines)
        return Now(tuple(read), None, 0)


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game. `digest` tells apart lessons in which other moves are made."""

    game: Game
    players: int
    options: dict[str, Any]
    scenes: tuple[Scene, ...]
    digest: str

    def start(self, scene: int, remember: int) -> Playthrough:
        """The game of a scene before its first step."""
        return _start(self.game, scene, remember).copy()

    def ended(self, scene: int, made: int) -> bool:
        """Whether so many moves are all that a scene has."""
        return made >= len(self.scenes[scene].script)

    def number(self, scene: int, step: int) -> int:
        """Which of all bubbles of the lesson a step is, from 1."""
        before = [step for earlier in self.scenes[:scene] for step in earlier.steps]
        return sum(step.sentence is not None for step in [*before, *self.scenes[scene].steps[: step + 1]])

    @cached_property
    def bubbles(self) -> int:
        """How many bubbles there are."""
        return sum(step.sentence is not None for scene in self.scenes for step in scene.steps)

    @cached_property
    def articles(self) -> frozenset[str]:
        """The articles of the rulebook that are met."""
        return frozenset(article for scene in self.scenes for step in scene.steps for article in step.articles)


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, None where it has none."""
    file = files(game.package).joinpath(FILE)
    if not file.is_file():
        return None
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    players = game.read_players(read["players"])
    options = game.read_options(players, read.get("options", {}))
    scenes = tuple(_scene(scene, players) for scene in read["scenes"])
    return Lesson(game, players, options, scenes, _digest(read, scenes))


def digest_of(game: str) -> str | None:
    """The digest of a game's lesson as it is now, None where it has none."""
    lesson = lesson_of(find_game(game))
    return None if lesson is None else lesson.digest


def _scene(read: dict[str, Any], players: int) -> Scene:
    steps = tuple(map(_step, read["steps"]))
    before = _lines(read.get("before", []))
    return Scene(read_first(read["first"], players), read.get("deal", {}), before, steps)


def _step(read: dict[str, Any]) -> LessonStep:
    return LessonStep(
        sentence=_sentence(read) if "en" in read else None,
        targets=tuple(map(_target, read.get("at", []))),
        articles=tuple(read.get("articles", [])),
        lines=_lines(read.get("play", read.get("others", []))),
        asks="play" in read,
        answers=tuple(Answer(tuple(wrong["moves"]), _sentence(wrong)) for wrong in read.get("wrong", [])),
    )


def _sentence(read: dict[str, Any]) -> Sentence:
    return Sentence(*(read[language] for language in LANGUAGES))


def _target(text: str) -> Target:
    place, _, card = text.partition(" ")
    return Target(place, card or None)


def _lines(read: list[str]) -> tuple[Line, ...]:
    parts = [move.partition(_SHOWS) for moves in read for move in moves.split(_THEN)]
    return tuple(Line(move, tuple(shown.split())) for move, _, shown in parts)


def _digest(read: dict[str, Any], scenes: tuple[Scene, ...]) -> str:
    """What is played, without a word of what is said."""
    played = [
        [scene.first, scene.deal, scene.before, [(step.lines, step.asks) for step in scene.steps]] for scene in scenes
    ]
    text = json.dumps([read["players"], read.get("options", {}), played], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _start(game: Game, number: int, remember: int) -> Playthrough:
    lesson = lesson_of(game)
    assert lesson is not None
    scene = lesson.scenes[number]
    # What a scene does not say of its deal is as it is without shuffling.
    usual = game.deal(Playthrough(game, lesson.players, seed=0, options=lesson.options).state)
    play = Playthrough(
        game,
        lesson.players,
        first=scene.first,
        options=lesson.options,
        deal=usual | scene.deal,
        remember=remember,
    )
    for move, reveals in scene.before:
        play.play(move, reveals)
    return play.begun_in(play.state)
