"""C-3: what a browser says of a deal is what `quatuor replay` says of the same record, good or tampered with."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from browser.harness import ServerProcess
from browser.pages import OpenPage
from quatuor.bots import play_on
from quatuor.bots.random import RandomBot
from quatuor.cli.commands.replay import replay
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough
from quatuor.play.proof import Proof

SECRET, OTHER = "0123456789abcdef" * 4, "fedcba9876543210" * 4
NUMBERS = ((0, "11" * 32), (1, "c0ffee00" * 8))

Record = dict[str, Any]


def a_record(secret: str = SECRET, numbers: Any = NUMBERS, seed: int = 5) -> Record:
    play = Playthrough("symphonimo", 2, proof=Proof.of(secret, numbers))
    play_on(play, [RandomBot()] * 2, seed)
    return copy.deepcopy(play.record())


def with_proof(**changed: Any) -> Callable[[], Record]:
    def make() -> Record:
        record = a_record()
        record["proof"] |= changed
        return record

    return make


def with_other_cards(game: str) -> Callable[[], Record]:
    """The cards of a game, and the proof of another one."""

    def make() -> Record:
        play = Playthrough(game, 2, seed=7)
        play_on(play, [RandomBot()] * 2, 5)
        return copy.deepcopy(play.record()) | {"seed": None, "proof": a_record()["proof"]}

    return make


def pairs(*numbers: tuple[int, str]) -> list[list[Any]]:
    return [[seat, number] for seat, number in numbers]


GOOD: dict[str, Callable[[], Record]] = {
    "untouched": a_record,
    "with one number": lambda: a_record(numbers=NUMBERS[:1]),
    "without any number": lambda: a_record(numbers=()),
}
BAD: dict[str, Callable[[], Record]] = {
    "another secret": with_proof(secret=OTHER),
    "a secret with one other digit": with_proof(secret="1" + SECRET[1:]),
    "another hash": with_proof(commitment=OTHER),
    "another secret with its hash": with_proof(secret=OTHER, commitment=Proof.of(OTHER).commitment),
    "another number": with_proof(contributions=pairs((1, "22" * 32), (2, "c0ffee00" * 8))),
    "a number left out": with_proof(contributions=pairs((1, "11" * 32))),
    "all numbers left out": with_proof(contributions=[]),
    "numbers that have changed seats": with_proof(contributions=pairs((1, "c0ffee00" * 8), (2, "11" * 32))),
    # In the deal, or in what moves show.
    **{f"other cards, {name}": with_other_cards(name) for name in GAMES},
}
# Those that are no records at all.
REFUSED: dict[str, Callable[[], Record]] = {
    "a secret that is no number": with_proof(secret="x" * 64),
    "a secret in capitals": with_proof(secret="ABCDEF01" * 8),
    "a hash that is too short": with_proof(commitment="00"),
    "no hash": with_proof(commitment=None),
    "no secret": lambda: (record := a_record(), record["proof"].pop("secret"))[0],
    "numbers in the wrong order": with_proof(contributions=pairs((2, "c0ffee00" * 8), (1, "11" * 32))),
    "two numbers of one seat": with_proof(contributions=pairs((1, "11" * 32), (1, "22" * 32))),
    "a number of nobody": with_proof(contributions=pairs((3, "11" * 32))),
    "something more": with_proof(more=1),
}


def said_by_program(record: Record, language: str) -> tuple[int, str]:
    """The exit code of `quatuor replay`, and what it says."""
    done = CliRunner().invoke(replay, ["-"], obj=language, input=json.dumps(record), env={"COLUMNS": "1000"})
    return done.exit_code, done.output


def said_by_browser(page: Page, record: Record) -> tuple[bool, str]:
    """Whether a browser finds nothing wrong with the deal of a record, and what it says."""
    answer = page.request.post("/api/records", data=json.dumps(record), headers={"content-type": "application/json"})
    assert answer.ok, answer.text()
    page.goto(f"/replay/{answer.json()['id']}")
    page.get_by_test_id("replay-check").click()
    sheet = page.get_by_test_id("fair-deal")
    expect(sheet.get_by_test_id("fair-server").get_by_role("listitem")).to_have_count(1)
    expect(sheet.get_by_test_id("fair-own").get_by_role("listitem")).to_have_count(1)
    return sheet.locator("li.bad").count() == 0, sheet.get_by_test_id("fair-server").inner_text().strip()


def plain(text: str) -> str:
    """A text without its lines, capitals and kinds of spaces."""
    return " ".join(text.split()).lower()


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.slow)])
def test_c3_both_say_the_same_of_every_record(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    page = open_page(server, locale={"en": "en-GB", "fr": "fr-FR"}[language])
    for what, make in (GOOD | BAD).items():
        record = make()
        code, printed = said_by_program(record, language)
        holds, sentence = said_by_browser(page, record)
        assert holds == (code == 0) == (what in GOOD), (what, code, holds)
        # The same sentence, but for its place in a line.
        assert plain(sentence).rstrip(".") in plain(printed), (what, sentence, printed)


def test_c3_what_is_no_proof_is_refused_by_both_in_the_same_words(page: Page) -> None:
    for what, make in REFUSED.items():
        record = make()
        code, printed = said_by_program(record, "en")
        answer = page.request.post("/api/records?lang=en", data=json.dumps(record))
        assert code != 0 and answer.status == 422, (what, code, answer.status)
        reason = answer.json()["message"].rstrip(".").lower()
        assert reason.partition(": ")[2] in printed.lower() or reason in printed.lower(), (what, reason, printed)


def test_c3_a_browser_that_was_there_knows_more_than_the_record(page: Page) -> None:
    """A whole other game with a proof that holds: only who was shown the first hash can tell."""
    record = a_record(secret=OTHER)
    assert said_by_program(record, "en")[0] == 0
    answer = page.request.post("/api/records", data=json.dumps(record))
    table = answer.json()["id"]
    page.goto("/about")
    kept = {table: {"commitment": a_record()["proof"]["commitment"], "number": "11" * 32}}
    page.evaluate("kept => localStorage.setItem('quatuor.deals', JSON.stringify(kept))", kept)
    page.goto(f"/replay/{table}")
    page.get_by_test_id("replay-check").click()
    own = page.get_by_test_id("fair-own")
    expect(own.locator("li.bad")).to_have_count(1)
    expect(own.locator("li.bad")).to_contain_text("the hash is not the one that your browser was shown")
