"""Analysis and advice on the server: begun by the first question, one after the other, told in the asker's language."""

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from quatuor import Playthrough
from quatuor.analysis import analyse
from quatuor.analysis.advice import LEADING
from quatuor.bots import LEVELS, ask, find_bot, new_chooser, play_on
from quatuor.server.http.study_messages import Advice, AnalysisProgress
from quatuor.server.settings import Settings
from quatuor.server.shares import Payer
from quatuor.server.store.schema import figures
from quatuor.server.study import advice, analyses
from server.inside import Inside
from server.people import Somebody
from server.waits import wait_until

Json = dict[str, Any]
FEW = 30
MOST_SECONDS = 60.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "effort_for", lambda game: FEW)
    monkeypatch.setattr(advice, "effort_for", lambda game: FEW)
    monkeypatch.setattr(advice, "_ITERATIONS", 50)
    monkeypatch.setattr(advice, "_EACH", 10)
    monkeypatch.setattr(advice, "CLOSER", 2)


@pytest.fixture(scope="module")
def play() -> Playthrough:
    """A whole game in which the first player is careless."""
    play = Playthrough("symbiose", 2, seed=1)
    play_on(play, [find_bot("random"), find_bot("greedy")])
    return play


@pytest.fixture(scope="module")
def easy() -> Playthrough:
    """A whole game that is soon analysed, for tests of the queue."""
    play = Playthrough("symphonimo", 2, seed=3)
    play_on(play, [find_bot("random")] * 2)
    return play


def brought(person: Somebody, play: Playthrough) -> str:
    return str(person.good("POST", "/records", play.record())["id"])


def progress(person: Somebody, record: str, seat: int = 0) -> Json:
    found: Json = person.good("GET", f"/records/{record}/analysis", seat=seat)
    AnalysisProgress.model_validate(found)
    return found


def analysed(person: Somebody, record: str, seat: int = 0) -> Json:
    """The analysis, once it is there."""
    end = time.monotonic() + MOST_SECONDS
    seen = 0
    while (found := progress(person, record, seat))["status"] != "done":
        assert found["analysis"] is None and seen <= found["done"] <= found["total"] and time.monotonic() < end
        seen = found["done"]
        time.sleep(0.02)
    assert found["done"] == found["total"] > 0 and found["ahead"] == 0
    analysis: Json = found["analysis"]
    return analysis


def test_the_parts_of_an_analysis_make_the_result(ana: Somebody, play: Playthrough) -> None:
    record = brought(ana, play)
    frames = ana.good("GET", f"/records/{record}/frames", count=1)["total"]
    for seat in (0, 1):
        found = analysed(ana, record, seat)
        parts = {name: found[name]["win"] for name in ("start", "luck", "others", "loss")}
        total = parts["start"] + parts["luck"] + parts["others"] - parts["loss"]
        assert total == pytest.approx(found["result"]) and found["result"] == float(seat in play.winners)
        whole = found["percentages"]
        assert whole["start"] + whole["luck"] + whole["others"] - whole["loss"] == round(100 * found["result"])
        assert whole["start"] == round(100 * parts["start"]), "where the curve begins"
        assert len(found["curve"]) == frames == len(found["changes"]) + 1 and found["curve"][-1] == found["result"]
        assert found["fair"] == 0.5 and found["seat"] == seat
        assert len(found["swings"]) <= 6
        for number in [mistake["number"] for mistake in found["mistakes"]]:
            assert play.moves[number].seat == seat
    assert progress(ana, record, 0)["status"] == "done", "what was made is kept"


def test_it_is_the_analysis_that_the_command_makes(ana: Somebody, play: Playthrough) -> None:
    found = analysed(ana, brought(ana, play))
    (account,) = analyse(play, [0], FEW, 0).accounts
    assert found["curve"] == list(account.curve) and found["choices"] == len(account.decisions)
    marked = [(mistake["number"], mistake["mark"], mistake["best"]["move"]) for mistake in found["mistakes"]]
    assert marked == [(at.number, at.mark, play.game.text(at.best)) for at in account.marked]


def test_each_reads_it_in_his_language(ana: Somebody, leo: Somebody, play: Playthrough) -> None:
    record = brought(ana, play)
    english, french = analysed(ana, record), analysed(leo, record)
    assert english["sentence"].startswith("Player 1 started with ")
    assert french["sentence"].startswith("Au départ, Joueur 1 avait ")
    assert "blunder" in english["thresholds"] and "gaffe" in french["thresholds"]
    titles = {"inaccuracy": "Imprécision", "mistake": "Erreur", "blunder": "Gaffe"}
    assert english["mistakes"], "the first player is careless"
    for said, dit in zip(english["mistakes"], french["mistakes"], strict=True):
        assert said["title"].lower() == said["mark"] and dit["title"] == titles[said["mark"]]
        assert 0 < said["points"] == dit["points"]
        assert said["loss"] == dit["loss"] == pytest.approx(said["best_chance"]["win"] - said["played_chance"]["win"])
    for said, dit in zip(english["swings"], french["swings"], strict=True):
        assert f" {abs(said['points'])}%" in said["sentence"] and (said["points"] > 0) == (said["change"] > 0)
        assert "chance to win" in said["sentence"] and "chances de gagner" in dit["sentence"]


def test_what_it_found_is_kept(ana: Somebody, easy: Playthrough) -> None:
    record = brought(ana, easy)
    found = analysed(ana, record, 1)
    query = select(figures).where(figures.c.record_id == record)
    (kept,) = ana.server.run(ana.server.services.store.read(lambda connection: connection.execute(query).all()))
    assert tuple(kept) == (record, 1, found["choices"], found["loss"]["win"], found["luck"]["win"])


def test_the_players_are_called_by_their_names(ana: Somebody) -> None:
    table = ana.open("symphonimo", "bot", "bot", start=True)
    ana.refused(409, "conflict", "GET", f"/records/{table}/analysis", seat=0)
    ana.refused(409, "conflict", "GET", f"/records/{table}/advice", number=0)
    while ana.good("POST", f"/tables/{table}/skip")["snapshot"]["outcome"] is None:
        pass
    name = ana.info(table)["seats"][1]["name"]
    assert analysed(ana, table, 1)["sentence"].startswith(f"{name} started with")


def test_what_cannot_be_analysed_is_refused_in_one_sentence(ana: Somebody, play: Playthrough) -> None:
    record = brought(ana, play)
    assert ana.refused(422, "bad_request", "GET", f"/records/{record}/analysis", seat=2)["message"] == (
        "This game has seats 0 to 1."
    )
    for seat in (-1, 6, "x"):
        ana.refused(422, "bad_request", "GET", f"/records/{record}/analysis", seat=seat)
    ana.refused(422, "bad_request", "GET", f"/records/{record}/analysis")
    ana.refused(404, "unknown", "GET", "/records/ZZZZZZZZ/analysis", seat=0)
    begun = Playthrough("symbiose", 2, seed=1)
    begun.play(begun.legal_moves[0])
    unfinished = ana.refused(409, "conflict", "GET", f"/records/{brought(ana, begun)}/analysis", seat=0)
    assert unfinished["message"] == "This game is not finished: only a finished game can be analysed."


def test_games_are_analysed_one_after_the_other(
    ana: Somebody, easy: Playthrough, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, other = brought(ana, easy), brought(ana, easy)
    lock = ana.server.services.analyses._one_at_a_time
    ana.server.run(lock.acquire())
    monkeypatch.setattr(analyses, "_MOST_WAITING", 1)
    try:
        waits = [progress(ana, record, 0), progress(ana, record, 1), progress(ana, record, 0)]
        assert [found["status"] for found in waits] == ["waiting"] * 3
        assert [found["ahead"] for found in waits] == [0, 1, 0]
        full = ana.refused(429, "too_many", "GET", f"/records/{other}/analysis", seat=0)
        assert full["retry_after"] == 60 and full["message"].startswith("Many games are being analysed")
    finally:
        ana.server.call(lock.release)
    assert analysed(ana, record, 1) and analysed(ana, other, 0)


@pytest.mark.parametrize("of", ["person", "home"])
def test_one_guest_takes_a_few_of_the_places_only(
    ana: Somebody, leo: Somebody, easy: Playthrough, monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    lock = ana.server.services.analyses._one_at_a_time
    ana.server.run(lock.acquire())
    monkeypatch.setattr(analyses, f"_MOST_OF_A_{of.upper()}", 1)
    try:
        first, second, third = (brought(ana, easy) for _ in range(3))
        assert progress(ana, first)["status"] == progress(ana, second)["status"] == "waiting"
        full = ana.refused(429, "too_many", "GET", f"/records/{third}/analysis", seat=0)
        assert full["message"].startswith("Several of your games are waiting") and full["retry_after"] == 60
        assert progress(leo, first)["status"] == "waiting", "what is asked for already may be asked for by anybody"
        if of == "person":
            assert progress(leo, third)["status"] == "waiting"
        else:
            leo.refused(429, "too_many", "GET", f"/records/{third}/analysis", seat=0)
            elsewhere = Payer("192.0.2.9", "max", third)
            going = ana.server.run(ana.server.services.analyses.progress(third, 0, "en", elsewhere))
            assert going["status"] == "waiting"
    finally:
        ana.server.call(lock.release)
    assert analysed(ana, first) == analysed(ana, second) == analysed(ana, third)


def test_what_nobody_asks_for_any_more_is_given_up(
    ana: Somebody, play: Playthrough, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = brought(ana, play)
    going = ana.server.services.analyses._going
    monkeypatch.setattr(analyses, "_PATIENCE_SECONDS", -1.0)
    assert progress(ana, record)["status"] == "waiting"
    end = time.monotonic() + MOST_SECONDS
    while going and time.monotonic() < end:
        time.sleep(0.01)
    assert not going
    assert progress(ana, record)["status"] == "waiting", "nothing was kept of it"


def test_an_analysis_that_fails_says_so_and_may_be_asked_for_again(
    ana: Somebody, easy: Playthrough, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = brought(ana, easy)
    with monkeypatch.context() as broken:
        broken.delattr(analyses, "effort_for")
        assert progress(ana, record)["status"] == "waiting"
        wait_until(lambda: all(going.failed for going in ana.server.services.analyses._going.values()))
        problem = ana.refused(503, "unavailable", "GET", f"/records/{record}/analysis", seat=0)
    assert problem["message"] == "The analysis of this game failed; try again later."
    assert analysed(ana, record)


def test_a_server_that_stops_does_not_wait_for_an_analysis(
    tmp_path: Path, play: Playthrough, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "effort_for", lambda game: 1_000_000)
    own = Inside(Settings(db=tmp_path / "quatuor.db", limits=False, warm_search=False))
    ana = Somebody(own, "Ana")
    record = brought(ana, play)
    end = time.monotonic() + MOST_SECONDS
    while not progress(ana, record)["total"] and time.monotonic() < end:
        time.sleep(0.01)
    start = time.monotonic()
    own.close()
    assert time.monotonic() - start < 10


def advice_on(person: Somebody, record: str, number: int) -> Json:
    found: Json = person.good("GET", f"/records/{record}/advice", number=number)
    Advice.model_validate(found)
    return found


def test_advice_is_what_a_virtuoso_plays_and_always_the_same(ana: Somebody, leo: Somebody, play: Playthrough) -> None:
    record, other = brought(ana, play), brought(ana, play)
    number = 18
    state, move = play.state_after(number), play.moves[number]
    found = advice_on(ana, record, number)
    virtuoso = play.game.text(ask(LEVELS["virtuoso"], play.game, state, new_chooser(0)))
    assert found["virtuoso"]["move"] == virtuoso and found["played"]["move"] == move.text
    assert found["number"] == number and found["seat"] == move.seat
    assert sorted(move for rated in found["moves"] for move in (rated["move"], *rated["alike"])) == (
        play.legal_moves_before(number)
    )
    assert found["moves"][0]["quality"] in LEADING
    assert found["sentence"].startswith(f"A Virtuoso would have played “{play.game.texts.move('en', virtuoso)}”")
    assert advice_on(ana, other, number) == found, "thought about again, it is the same"
    assert advice_on(leo, record, number)["sentence"].startswith("Un Virtuose aurait")


def test_advice_and_analysis_agree(ana: Somebody, play: Playthrough) -> None:
    record = brought(ana, play)
    before = analysed(ana, record)["mistakes"]
    assert before, "the first player is careless"
    for mistake in before:
        found = advice_on(ana, record, mistake["number"])
        best = found["moves"][0]
        assert (best["move"], best["win"]) == (mistake["best"]["move"], mistake["best_chance"]["win"])
        assert all(rated["win"] <= best["win"] for rated in found["moves"])
        (played,) = (rated for rated in found["moves"] if rated["move"] == mistake["played"]["move"])
        assert played["win"] == mistake["played_chance"]["win"]


def test_advice_where_there_was_no_choice_says_so(ana: Somebody, easy: Playthrough) -> None:
    found = advice_on(ana, brought(ana, easy), 0)
    assert found["sentence"].startswith("Only one move was possible: “Draw a card”.") and len(found["moves"]) == 1


def test_advice_on_a_move_that_there_is_not_is_refused(ana: Somebody, play: Playthrough) -> None:
    record, count = brought(ana, play), len(play.moves)
    problem = ana.refused(404, "unknown", "GET", f"/records/{record}/advice", number=count)
    assert problem["message"] == (f"This game has {count} moves, numbered 0 to {count - 1}: there is no move {count}.")
    ana.refused(422, "bad_request", "GET", f"/records/{record}/advice", number=-1)
    ana.refused(404, "unknown", "GET", "/records/ZZZZZZZZ/advice", number=0)
