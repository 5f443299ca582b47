"""Lessons: each is played to its end at its table, where every step is reached and every wrong try is answered.

A lesson is the `lesson.toml` of its game: `players` and `options`; then scenes. A scene has `first` and, where it does
not begin with an ordinary deal, the `deal` and the moves made `before`, all as in a record. A step has a sentence in
both languages, `articles` of the rulebook, and what it points `at` on the board (a place as events name it, or a place
and a card). With `play` the learner is asked for these moves, with `others` the bots make them, with neither it is only
read. `draw > 7` is a move by which chance shows a 7. A `wrong` has legal `moves` that are answered by its sentence.
"""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quatuor import GAMES
from quatuor.core.texts import LANGUAGES, Language, fill
from quatuor.server.live import commands
from quatuor.server.store.retention import remove_old
from quatuor.server.table import lesson_table, moves
from quatuor.server.table.lesson import LEARNER, Lesson, LessonStep, lesson_of
from quatuor.server.table.refusals import Refused
from quatuor.server.table.table import Table
from server.inside import Inside
from server.people import Somebody

LESSONS = {name: lesson for name, game in GAMES.items() if (lesson := lesson_of(game))}
DOCS = Path(__file__).parents[2] / "docs"
BUBBLES = range(6, 22)
LONGEST_BUBBLE = 160
# Somebody reads so many words a second of a game that they do not know, and takes so long for what they are asked for.
WORDS_A_SECOND = 3.5
ACT_SECONDS = 3
LONGEST_LESSON = 240
LONGEST_BOT = "Barbara"
MARKS = ":;!?»"


def opened(lesson: Lesson) -> Table:
    plan, first = lesson_table.open_lesson(lesson, "learner", "Léa", 1.0)
    return Table.of(plan).after(first, at=1.0, moment=1.0)


def walk(lesson: Lesson) -> Iterator[Table]:
    """The table of a lesson, played as it asks, whenever the learner has something to read or to do."""
    table = opened(lesson)
    while True:
        now = lesson_table.lesson_now(table, "fr")
        assert now is not None
        if now["wants"] == "bots":
            deeds = lesson_table.scripted_moves(table, 1)
            assert deeds and all(deed.seat != LEARNER for deed in deeds)
            table = table.after(deeds, at=1.0, moment=1.0)
            continue
        yield table
        if now["wants"] == "end":
            return
        if now["wants"] == "scene":
            deeds = lesson_table.begin_scene(table, "learner", table.scene + 1)
        else:
            deeds = moves.make_moves(table, "learner", LEARNER, table.index, now["moves"][:1])
        table = table.after(deeds, at=1.0, moment=1.0)


def steps_of(lesson: Lesson) -> list[LessonStep]:
    return [step for scene in lesson.scenes for step in scene.steps]


def test_every_game_has_its_lesson() -> None:
    assert LESSONS.keys() == GAMES.keys()


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_played_to_its_end_and_every_bubble_is_read(name: str) -> None:
    lesson, read = LESSONS[name], []
    for table in walk(lesson):
        now = lesson_table.lesson_now(table, "en")
        assert now is not None and now["total"] == lesson.bubbles
        assert now["bubbles"] or now["wants"] == "end", "the learner is never left without a word"
        assert (table.turn == LEARNER) == (now["wants"] == "move") or now["wants"] == "scene"
        read += [bubble["number"] for bubble in now["bubbles"]]
    assert sorted(set(read)) == list(range(1, lesson.bubbles + 1)) and read == sorted(read)
    assert table.status == "over" and table.winners == [LEARNER], "who learns wins"
    assert len(lesson.scenes) == table.scene + 1


@pytest.mark.parametrize("name", LESSONS)
def test_every_wrong_try_is_answered_and_changes_nothing(name: str) -> None:
    answered = set()
    for table in walk(LESSONS[name]):
        if table.status == "over" or table.scene_is_over:
            continue
        assert table.play is not None and table.lesson is not None
        scene = table.lesson.scenes[table.scene]
        step = scene.now(len(table.play.moves)).step
        assert step is not None
        for move in set(table.play.legal_moves) - {scene.script[len(table.play.moves)][0].move}:
            with pytest.raises(Refused) as refused:
                moves.make_moves(table, "learner", LEARNER, table.index, [move])
            assert refused.value.error == "lesson" and refused.value.say("en") and "{" not in refused.value.say("fr")
            answered |= {answer.sentence for answer in step.answers if step.answer_to(move) is answer.sentence}
    wanted = {answer.sentence for step in steps_of(LESSONS[name]) for answer in step.answers}
    assert wanted and wanted == answered, "an answer to a move that nobody can make"


@pytest.mark.parametrize("name", LESSONS)
def test_an_illegal_try_is_answered_by_the_rules(name: str) -> None:
    table = next(table for table in walk(LESSONS[name]) if table.turn == LEARNER)
    with pytest.raises(Refused) as refused:
        moves.make_moves(table, "learner", LEARNER, table.index, ["castle kingside"])
    assert refused.value.error == "illegal" and refused.value.article == "C-8"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_short_and_says_the_same_in_both_languages(name: str) -> None:
    lesson = LESSONS[name]
    assert lesson.bubbles in BUBBLES
    assert sum(step.asks for step in steps_of(lesson)) >= 5
    for step in steps_of(lesson):
        sentences = [*([step.sentence] if step.sentence else []), *(answer.sentence for answer in step.answers)]
        assert step.sentence or not (step.asks or not step.lines), "only the others move without a word"
        for sentence in sentences:
            for language in LANGUAGES:
                assert len(fill(sentence.say(language), {"bot": LONGEST_BOT})) <= LONGEST_BUBBLE, sentence
            assert ("{bot}" in sentence.en) == ("{bot}" in sentence.fr), sentence
            assert not any(f" {mark}" in sentence.fr for mark in MARKS), sentence.fr


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_takes_four_minutes_at_most(name: str, language: Language) -> None:
    steps = [step for step in steps_of(LESSONS[name]) if step.sentence]
    words = sum(len(step.sentence.say(language).split()) for step in steps if step.sentence)
    # What is only read is gone on from by a click.
    acts = sum(len(step.lines) or 1 for step in steps)
    assert words / WORDS_A_SECOND + ACT_SECONDS * acts <= LONGEST_LESSON


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_only_read_comes_before_something_that_the_learner_does(name: str) -> None:
    for scene in LESSONS[name].scenes:
        for step, following in zip(scene.steps, scene.steps[1:], strict=False):
            assert step.lines or following.asks or not following.lines, step.sentence


@pytest.mark.parametrize("name", LESSONS)
def test_the_articles_that_a_lesson_meets_are_those_that_the_page_on_lessons_lists(name: str) -> None:
    page = (DOCS / "lessons.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {re.escape(GAMES[name].title)} \|.*$", page, re.MULTILINE)
    listed = re.findall(r"\b[A-Z]{2}-\d+\b", row)
    met = LESSONS[name].articles
    assert listed == sorted(met, key=lambda article: int(article.split("-")[1]))
    rulebook = (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
    assert all(f"\n- {article} " in rulebook for article in met)


def learn(person: Somebody, game: str) -> str:
    found: dict[str, Any] = person.good("POST", "/lessons", {"game": game})
    return str(found["id"])


def go_on(person: Somebody, table: str) -> dict[str, Any]:
    """One thing that the lesson waits for: the bots, the next scene, or the learner's move."""
    snapshot = person.snapshot(table)
    now = snapshot["lesson"]
    if now["wants"] == "bots":
        return person.good("POST", f"/tables/{table}/skip")["snapshot"]  # type: ignore[no-any-return]
    body: dict[str, Any]
    if now["wants"] == "scene":
        path, body = "scene", {"scene": now["scene"] + 1, "after": snapshot["index"]}
    else:
        path, body = "moves", {"seat": 0, "after": snapshot["index"], "moves": now["moves"][:1]}
    return person.good("POST", f"/tables/{table}/{path}", body)["snapshot"]  # type: ignore[no-any-return]


def test_a_lesson_goes_to_its_end_at_a_table_of_the_server(ana: Somebody) -> None:
    table = learn(ana, "symphonimo")
    while not (snapshot := go_on(ana, table))["outcome"]:
        assert snapshot["undo"] is False and snapshot["table"]["lesson"]
    assert snapshot["outcome"]["winners"] == [0] and snapshot["lesson"]["wants"] == "end"
    items = ana.events(table)["items"]
    assert [item["kind"] for item in items].count("started") == 2
    assert ana.good("GET", "/me/lessons") == [{"game": "symphonimo", "begun": False, "done": True}]
    assert learn(ana, "symphonimo") != table, "who has finished may learn again"


def test_whoever_begins_a_lesson_twice_at_once_gets_one_table(ana: Somebody) -> None:
    services = ana.server.services
    person = ana.server.run(services.people.introduce(None, "Zoé"))

    async def both() -> list[str]:
        found = await asyncio.gather(*(commands.open_lesson(services.tables, "symphonimo", person) for _ in range(5)))
        return [live.table.plan.id for live in found]

    assert len(set(ana.server.run(both()))) == 1


def test_who_removes_their_games_keeps_their_finished_lessons(ana: Somebody) -> None:
    table = learn(ana, "symphonimo")
    while not go_on(ana, table)["outcome"]:
        pass
    assert ana.good("DELETE", "/me/games") == {"games": 0}
    ana.refused(404, "unknown", "DELETE", f"/me/games/{table}")
    assert ana.good("GET", "/me/lessons") == [{"game": "symphonimo", "begun": False, "done": True}]


def test_a_lesson_that_was_left_is_taken_up_again(ana: Somebody, leo: Somebody) -> None:
    table = learn(ana, "symphonimo")
    go_on(ana, table)
    before = go_on(ana, table)
    tables = ana.server.services.tables
    ana.server.call(lambda: tables.live_tables.pop(table))  # as if the server had been started anew
    assert learn(ana, "symphonimo") == table
    assert ana.snapshot(table)["lesson"] == before["lesson"] or before["lesson"]["wants"] == "bots"
    assert learn(leo, "symphonimo") != table
    assert ana.good("GET", "/me/lessons") == [{"game": "symphonimo", "begun": True, "done": False}]


def test_a_lesson_is_no_game_of_ones_own_and_nobody_elses_business(ana: Somebody, leo: Somebody) -> None:
    table = learn(ana, "symphonimo")
    assert all(found["id"] != table for found in ana.good("GET", "/me/tables") + ana.good("GET", "/tables"))
    leo.refused(403, "forbidden", "GET", f"/tables/{table}/events")
    leo.refused(403, "forbidden", "POST", f"/tables/{table}/scene", {"scene": 1, "after": 0})
    ana.refused(404, "unknown", "GET", f"/records/{table}")


def test_a_lesson_is_not_taken_back_hurried_or_played_again(ana: Somebody) -> None:
    table = learn(ana, "symphonimo")
    index = ana.info_index(table)
    ana.refused(409, "conflict", "POST", f"/tables/{table}/scene", {"scene": 1, "after": index})
    ana.refused(409, "conflict", "POST", f"/tables/{table}/undo", {"seat": 0, "after": index})
    ana.refused(409, "conflict", "POST", f"/tables/{table}/rematch")
    same = {"scene": 0, "after": index}
    assert ana.good("POST", f"/tables/{table}/scene", same)["items"] == [], "the scene has begun already"
    game = ana.open("symphonimo", "me", "bot", start=True)
    assert ana.snapshot(game)["lesson"] is None and not ana.info(game)["lesson"]
    ana.refused(409, "conflict", "POST", f"/tables/{game}/scene", {"scene": 1, "after": 0})


def test_a_wrong_try_is_answered_in_the_learners_language(leo: Somebody) -> None:
    table = learn(leo, "symphonimo")
    go_on(leo, table)
    body = {"seat": 0, "after": leo.info_index(table), "moves": ["place 2"]}
    for path in ("moves", "preview"):
        problem = leo.refused(409, "lesson", "POST", f"/tables/{table}/{path}", body)
        assert "chef 1" in problem["message"] and problem["article"] is None


def test_a_lesson_that_was_written_anew_is_begun_anew(own: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = Somebody(own, "Ana")
    table = learn(ana, "symphonimo")
    own.call(lambda: own.services.tables.live_tables.pop(table))
    monkeypatch.setitem(LESSONS["symphonimo"].__dict__, "digest", "another")
    assert "begin it again" in ana.refused(503, "unavailable", "GET", f"/tables/{table}")["message"]
    assert ana.good("GET", "/me/lessons") == [{"game": "symphonimo", "begun": False, "done": False}]
    assert learn(ana, "symphonimo") != table


def test_an_old_lesson_is_removed_whether_it_was_finished_or_not(own: Inside) -> None:
    ana = Somebody(own, "Ana")
    learn(ana, "symbiose")
    table = learn(ana, "symphonimo")
    while not go_on(ana, table)["outcome"]:
        pass
    game = ana.open("symphonimo", "me", "open", start=True)
    assert len(own.run(remove_old(own.services.store, 1, (), now=1e12))) == 2
    assert [found["id"] for found in ana.good("GET", "/me/tables")] == [game], "a game in progress stays"
