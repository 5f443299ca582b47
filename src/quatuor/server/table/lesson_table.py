"""A lesson at its table: how the table is opened, what may be done there, and what the learner is shown."""

from collections.abc import Sequence
from typing import Any

from quatuor.core.levels import DEFAULT_LEVEL
from quatuor.core.texts import Language, fill
from quatuor.games import find_game
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Deed
from quatuor.server.table.lesson import LEARNER, Lesson, lesson_of
from quatuor.server.table.names import bot_names, name_for_seat, new_id
from quatuor.server.table.refusals import Refused, refuse
from quatuor.server.table.seats import check_own, check_status
from quatuor.server.table.table import Plan, Table

# Slow enough for somebody who sees it for the first time.
_PACE_MS = 1_300


def find_lesson(name: str) -> Lesson:
    """The lesson of the game of this name; refused where it has none."""
    game = find_game(name)
    lesson = lesson_of(game)
    if lesson is None:
        refuse("unknown", "lesson.unknown", game=game.title)
    return lesson


def open_lesson(lesson: Lesson, host: str, host_name: str, at: float) -> tuple[Plan, list[Deed]]:
    """The plan and the first deeds of a lesson's table: only the learner sees it."""
    plan = Plan(
        id=new_id(),
        game=lesson.game.name,
        rules=lesson.game.version,
        players=lesson.players,
        options=lesson.options,
        seed=0,
        first=lesson.scenes[0].first,
        host=host,
        public=False,
        spectators=False,
        turn_seconds=None,
        pace_ms=_PACE_MS,
        hints=False,
        created=at,
        lesson=lesson.digest,
    )
    names = [name_for_seat(host_name, [])]
    seated: list[Deed] = [deeds.Seated(LEARNER, names[0], host)]
    for seat in range(1, lesson.players):
        names.append(next(bot_names(names)))
        seated.append(deeds.bot_seated(lesson.game, lesson.players, seat, names[seat], DEFAULT_LEVEL))
    return plan, [deeds.Created(), *seated, deeds.Started(Table.of(plan).dealt().first)]


def begin_scene(table: Table, person: str | None, scene: int) -> list[Deed]:
    """Go on to a scene once the one before it is over; nothing where it has begun already."""
    lesson = table.lesson
    check_own(table, person, LEARNER)
    if lesson is None:
        refuse("conflict", "lesson.none")
    if scene <= table.scene:
        return []
    check_status(table, "playing")
    if scene != table.scene + 1 or scene >= len(lesson.scenes) or not table.scene_is_over:
        refuse("conflict", "lesson.early")
    return [deeds.Started(table.dealt().first)]


def check_moves(table: Table, moves: Sequence[str]) -> None:
    """Refuse legal moves that the lesson does not ask for now, with the reason where it has one."""
    lesson, play = table.lesson, table.play
    if lesson is None or play is None:
        return
    scene = lesson.scenes[table.scene]
    for number, move in enumerate(moves, len(play.moves)):
        step = scene.now(number).step
        if step is None:
            refuse("lesson", "lesson.read")
        if move != scene.script[number][0].move or not step.asks:
            answer = step.answer_to(move)
            if answer is None:
                refuse("lesson", "lesson.other")
            raise Refused("lesson", answer.format(**_names(table)))


def scripted_moves(table: Table, most: int) -> list[deeds.Moved]:
    """The next moves of the bots, as the lesson has them."""
    lesson, game = table.lesson, table.game
    assert lesson is not None and table.play is not None
    play = table.play.copy()
    made: list[deeds.Moved] = []
    for line, _ in lesson.scenes[table.scene].script[len(play.moves) :][:most]:
        if play.over or table.chairs[play.turn].player is None:
            break
        move = play.follow(game.parse(line.move), line.reveals)
        made.append(deeds.deed_of_move(game, move.seat, move.action))
    return made


def lesson_now(table: Table, language: Language) -> dict[str, Any] | None:
    """A LessonNow: what the learner is told and asked now, None at a table without a lesson."""
    lesson, play = table.lesson, table.play
    if lesson is None or play is None:
        return None
    scene = lesson.scenes[table.scene]
    now = scene.now(len(play.moves))
    names = _names(table)
    bubbles = []
    for number in now.read:
        step = scene.steps[number]
        assert step.sentence is not None
        bubbles.append(
            {
                "number": lesson.number(table.scene, number),
                "text": fill(step.sentence.say(language), names),
                "targets": [target._asdict() for target in step.targets],
            }
        )
    if now.step is not None:
        wants = "move" if now.step.asks else "bots"
    else:
        wants = "scene" if table.scene + 1 < len(lesson.scenes) else "end"
    moves = [line.move for line in now.step.lines[now.made :]] if now.step is not None and now.step.asks else []
    return {"total": lesson.bubbles, "scene": table.scene, "wants": wants, "moves": moves, "bubbles": bubbles}


def _names(table: Table) -> dict[str, str]:
    return {"bot": table.chairs[LEARNER + 1].name}
