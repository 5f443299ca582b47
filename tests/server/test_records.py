"""Records on the server: taken home, brought along, and looked at again from any seat."""

import json
import random
from pathlib import Path

import pytest

import quatuor
from quatuor.server.http.messages import Frames
from server.people import Somebody, play_to_the_end
from setups import SHORT

FOLDER = Path(__file__).parents[1] / "data" / "records"
SEVERAL = FOLDER / "symbiose-duel.quatuor.json"
# The smallest one of each game and number of players, which their names begin with.
_LARGEST_FIRST = sorted(set(FOLDER.glob("*.quatuor.json")) - {SEVERAL}, key=lambda path: (-path.stat().st_size, path))
GOOD = sorted({"-".join(path.name.split("-")[:2]): path for path in _LARGEST_FIRST}.values())


def bring(person: Somebody, text: str | bytes) -> tuple[int, dict[str, str]]:
    answer = person.server.ask("POST", "/api/records", content=text, headers=person.headers)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("game", quatuor.GAMES)
def test_the_record_of_a_finished_game_is_the_game_that_was_played(ana: Somebody, game: str) -> None:
    table = ana.open(game, "me", "local", start=True, options=SHORT.get(game, {}))
    ana.refused(409, "conflict", "GET", f"/records/{table}")
    ana.refused(409, "conflict", "GET", f"/records/{table}/frames")
    end = play_to_the_end({0: ana, 1: ana}, table, random.Random(3))
    answer = ana.ask("GET", f"/records/{table}")
    assert f'filename="{game}-{table}.quatuor.json"' in answer.headers["content-disposition"]
    verdict = quatuor.verify(answer.json())
    assert verdict.proof_holds and verdict.play.scores == end["outcome"]["scores"]
    made = [item["move"] for item in ana.events(table, -1, 0)["items"] if item["kind"] == "move" and item["seat"] == 0]
    assert made == [move.text for move in verdict.play.moves if move.seat == 0]


def test_moves_taken_back_are_not_in_the_record(ana: Somebody) -> None:
    table = ana.open("symphonimo", "me", "local", start=True, first=0)
    ana.play(table, 0, "draw")
    after = ana.play(table, 0, "place 1")["snapshot"]["index"]
    ana.good("POST", f"/tables/{table}/undo", {"seat": 0, "after": after})
    play_to_the_end({0: ana, 1: ana}, table, random.Random(4))
    record = ana.good("GET", f"/records/{table}")
    assert quatuor.verify(record).proof_holds
    entries = [item["kind"] for item in ana.events(table)["items"]]
    assert len(record["moves"]) == entries.count("move") - 1


def test_frames_show_the_game_from_any_seats_eyes(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("rythm_n_play", "me", "local", start=True)
    end = play_to_the_end({0: ana, 1: ana}, table, random.Random(2))
    assert end["table"]["winners"] == end["outcome"]["winners"] != []
    total = end["table"]["moves"] + 1
    for seat in (-1, 0, 1):
        frames, start = [], 0
        while start < total:
            part = leo.good("GET", f"/records/{table}/frames", seat=seat, start=start, count=40)
            Frames.model_validate(part)
            assert part["total"] == total and part["names"][0] == "Ana" and part["game"] == "rythm_n_play"
            frames += part["frames"]
            start += 40
        assert [frame["number"] for frame in frames] == list(range(total))
        assert frames[0]["events"] == [] and all(frame["events"] for frame in frames[1:])
        assert all(frame["position"]["seat"] == seat and frame["position"]["legal"] == [] for frame in frames)
        hands = [seen["hand"] is not None for seen in frames[0]["position"]["view"]["seats"]]
        assert hands == [k == seat for k in range(2)], "each frame shows what that seat saw then"
        assert frames[-1]["position"]["view"] == {**end["position"]["view"], "seat": seat} | {
            "memory": frames[-1]["position"]["view"]["memory"]
        }
        assert part["outcome"]["scores"] == end["outcome"]["scores"]
    leo.refused(422, "bad_request", "GET", f"/records/{table}/frames", seat=4)
    leo.refused(404, "unknown", "GET", "/records/ZZZZZZZZ/frames")
    assert leo.good("GET", f"/records/{table}/frames", start=total + 5)["frames"] == []


def test_any_moment_of_a_record_can_be_drawn(ana: Somebody, leo: Somebody) -> None:
    table = ana.open("rythm_n_play", "me", "local", start=True)
    last = play_to_the_end({0: ana, 1: ana}, table, random.Random(2))["table"]["moves"]
    path = f"/records/{table}/drawing"
    drawn = [ana.good("GET", path, seat=0, number=number) for number in range(0, last, 5)]
    assert len(set(drawn)) > len(drawn) // 2 and all("Ana" in text for text in drawn)
    assert "Your hand" in drawn[0] and "Votre main" in leo.good("GET", path, seat=1, number=0)
    assert "Your hand" not in ana.good("GET", path, number=0)
    assert ana.good("GET", path, number=last + 9) == ana.good("GET", path, number=last)
    ana.refused(422, "bad_request", "GET", path, seat=2, number=0)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_a_good_record_can_be_brought_and_taken_again(leo: Somebody, path: Path) -> None:
    status, answer = bring(leo, path.read_bytes())
    assert status == 201, answer
    again = leo.good("GET", f"/records/{answer['id']}")
    moves = [{key: move[key] for key in ("seat", "move")} for move in json.loads(path.read_text())["moves"]]
    assert [{key: move[key] for key in ("seat", "move")} for move in again["moves"]] == moves
    frames = leo.good("GET", f"/records/{answer['id']}/frames", count=2)
    assert frames["names"][0] == "Joueur 1" and len(frames["frames"]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "{}",
        b"\xff\xfe",
        "[" * 100_000,
        '{"format": 1, "format": 1}',
        SEVERAL.read_text(),
        GOOD[0].read_text().replace('"players"', '"palyers"', 1),
        GOOD[0].read_text().replace('"seat": 1', '"seat": 2', 1),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_one_sentence(ana: Somebody, text: str | bytes) -> None:
    status, problem = bring(ana, text)
    assert status == 422 and problem["error"] == "bad_request"
    assert len(problem["message"]) < 400 and "Traceback" not in problem["message"]


def test_a_record_that_is_too_long_is_refused(ana: Somebody) -> None:
    status, problem = bring(ana, " " * 1_000_001)
    assert status == 413 and problem["error"] == "too_large"
