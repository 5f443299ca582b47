"""Nothing hidden leaves the server: every message of whole random games of all four, for every seat and a spectator.

What a viewer has not seen is dealt anew; whatever they are sent must then be the same to the byte. The seed and the ids
of people are in no message before the end: a record has the seed, and comes when the game is over.
"""

from typing import Any

import orjson
import pytest

from quatuor.core.state import copy_of
from quatuor.games import GAMES
from quatuor.play.playthrough import Playthrough, Step
from quatuor.server.live import updates
from quatuor.server.live.live_table import LiveTable
from quatuor.server.pool import Pool
from quatuor.server.study import hints
from quatuor.server.study.answers import hint_of
from quatuor.server.study.hints import Hints
from quatuor.server.table import views
from quatuor.server.table.deeds import Entry
from quatuor.server.table.table import Table
from quatuor.server.table.views import Viewpoint
from quatuor.server.warmup import Warmup
from server.twins import PEOPLE, SEED, SETUPS, RandomTable, redealt, with_state
from setups import Setup


def snapshot(table: Table, viewpoint: Viewpoint, state: Any) -> bytes:
    """What a viewer is sent of a table that stands so, the count of moves and what they may undo aside."""
    return updates.snapshot(LiveTable(with_state(table, state)), viewpoint)


def drawing(game: RandomTable, state: Any, viewpoint: Viewpoint) -> str:
    """What a viewer is drawn of a table that stands so."""
    view, aids = game.game.view(state, viewpoint.seat), game.game.aids(state, viewpoint.seat)
    return views.drawing(game.game, view, aids, viewpoint.language, game.table.names)


def observation(game: RandomTable, state: Any, viewpoint: Viewpoint) -> bytes:
    """What a viewer is sent in numbers of a table that stands so."""
    table = with_state(game.table, state)
    assert table.play is not None
    return updates.observation(table, table.play, viewpoint.seat)


def item(table: Table, entry: Entry, step: Step, viewpoint: Viewpoint) -> bytes:
    return orjson.dumps(views._item(table, entry, step, viewpoint, table.names))


def in_another_deal(game: RandomTable, step: Step, seat: int, shown: list[str | None]) -> Step | None:
    """The same move in another deal of what the seat had not seen, where it sees the same cards; None if impossible."""
    before = redealt(game, step.before, seat)
    if step.action not in game.legal(before):
        return None
    for card in reversed(shown):
        if card is not None and not game.game.stack(before, game.game.card_parse(card)):
            return None
    after = copy_of(before)
    game.game.apply(after, step.action)
    return Step(game.game, before, step.action, after)


def secrets(table: Table) -> list[bytes]:
    """What is in no message: the seed, the generator, the ids of people."""
    assert table.play is not None
    numbers = [table.plan.seed, int(table.play.state.rng)]
    return [text.encode() for text in (*map(str, numbers), *(f"{n:x}" for n in numbers), *PEOPLE)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_a_viewer_is_sent_does_not_depend_on_what_they_have_not_seen(setup: Setup) -> None:
    game = RandomTable(setup, SEED)
    differed = compared = 0
    while game.table.status == "playing":
        game.step()
        state, hidden = game.state, secrets(game.table)
        ((entry, step),) = game.table.history(game.table.index - 1)
        for seat in range(-1, setup.players):
            viewpoint = Viewpoint(PEOPLE[seat] if seat >= 0 else None, seat, "fr")
            twin = redealt(game, state, seat)
            differed += twin.tobytes() != state.tobytes()
            assert snapshot(game.table, viewpoint, twin) == snapshot(game.table, viewpoint, state)
            real = updates.snapshot(LiveTable(game.table), viewpoint)
            assert not any(secret in real for secret in hidden)
            if step is not None:
                sent = item(game.table, entry, step, viewpoint)
                assert not any(secret in sent for secret in hidden)
                if game.table.status == "playing":
                    compared += compare_told(game, entry, step, viewpoint, sent)
    assert differed > 50 and compared > 20


def compare_told(game: RandomTable, entry: Entry, step: Step, viewpoint: Viewpoint, sent: bytes) -> bool:
    """Whether there is another deal in which the viewer sees the same table afterwards; they are then told the same."""
    shown = [game.game.card_text(card) for card in step.after.shown[: step.after.n_shown]]
    seen = {card for event in step.seen(viewpoint.seat) for card in event.cards}
    other = in_another_deal(game, step, viewpoint.seat, [card if card in seen else None for card in shown])
    if other is None or game.game.view(other.after, viewpoint.seat) != game.game.view(step.after, viewpoint.seat):
        return False
    assert item(game.table, entry, other, viewpoint) == sent
    return other.after.tobytes() != step.after.tobytes()


@pytest.mark.parametrize("shown", [drawing, observation])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_drawings_and_observations_do_not_depend_on_what_the_viewer_has_not_seen(setup: Setup, shown: Any) -> None:
    game = RandomTable(setup, SEED)
    differed = 0
    for number in range(40):
        if game.table.play is None or game.table.status != "playing":
            break
        state = game.table.play.state
        if number % 4 == 0:
            for seat in range(-1, setup.players):
                viewpoint = Viewpoint(PEOPLE[seat] if seat >= 0 else None, seat, "fr")
                twin = redealt(game, state, seat)
                differed += twin.tobytes() != state.tobytes()
                assert shown(game, twin, viewpoint) == shown(game, state, viewpoint)
        game.step()
    assert differed > 5


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_previews_do_not_depend_on_what_the_mover_has_not_seen(setup: Setup) -> None:
    game = RandomTable(setup, 12)
    compared = 0
    while game.table.status == "playing":
        seat = game.table.turn
        viewpoint = Viewpoint(PEOPLE[seat], seat, "en")
        action = game.rng.choice(game.legal(game.state))
        real, twin = (tried(game, state, action) for state in (game.state, redealt(game, game.state, seat)))
        if real.undoable:
            assert views.preview(game.table, twin, viewpoint) == views.preview(game.table, real, viewpoint)
            compared += 1
        game.step()
    assert compared > 0 or setup.game.name == "symbiose"


def tried(game: RandomTable, state: Any, action: int) -> Playthrough:
    """A game that begins in a state, after one move."""
    assert game.table.play is not None
    trial = game.table.play.begun_in(state)
    trial.follow(action)
    return trial


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_hints_do_not_depend_on_what_the_seat_has_not_seen(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_LEARNED_ITERATIONS", [60])
    monkeypatch.setattr(hints, "_SECONDS", [float("inf")])
    monkeypatch.setattr(hints, "_FORCED_SECONDS", float("inf"))
    game, pool = RandomTable(setup, 14), Pool()
    differed = 0
    for number in range(24):
        if game.table.status != "playing":
            break
        if number % 4 == 0:
            state, twin = game.state, redealt(game, game.state, game.table.turn)
            differed += twin.tobytes() != state.tobytes()
            real, other = (Hints(pool, Warmup(search=False))._search(game.game, each, 0) for each in (state, twin))
            assert real == other
            said = [hint_of(game.game, each, real, None, False, "fr") for each in (state, twin)]
            assert said[0] == said[1]
        game.step()
    pool.close()
    assert differed


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_log_tells_a_viewer_what_they_were_told_as_it_happened(name: str) -> None:
    game = RandomTable(Setup(GAMES[name], 2, {}), 13)
    heard: dict[int, list[bytes]] = {-1: [], 0: [], 1: []}
    start = game.table.index
    while game.table.status == "playing":
        game.step()
        ((entry, step),) = game.table.history(game.table.index - 1)
        for seat, log in heard.items():
            viewpoint = Viewpoint(None, seat, "en")
            log.append(orjson.dumps(views._item(game.table, entry, step, viewpoint, game.table.names)))
    for seat, log in heard.items():
        again = list(views.items_after(game.table, start, Viewpoint(None, seat, "en")))
        assert [orjson.dumps(one) for one in again] == log
