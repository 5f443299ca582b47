"""What a viewer may know of a table, as plain data: made from the game's own functions, for a seat, in a language."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from quatuor.core.game import SPECTATOR, Event, Game
from quatuor.core.log import for_a_log, sentences
from quatuor.core.texts import Language, player
from quatuor.play.outcome import capitalised, outcome
from quatuor.play.playthrough import Playthrough, Step, plain_text
from quatuor.play.prompt import prompt
from quatuor.server.table import deeds
from quatuor.server.table.deeds import Entry
from quatuor.server.table.lesson_table import lesson_now
from quatuor.server.table.limits import MOST_MOVES
from quatuor.server.table.table import Table
from quatuor.server.table.texts import TEXTS

Names = Mapping[int, str]
Json = dict[str, Any]

# How wide a drawing is: as wide as the terminal that the games draw for.
_COLUMNS = 80


class Viewpoint(NamedTuple):
    """Who looks at a table: which person, from which seat, in which language."""

    person: str | None
    seat: int
    language: Language


def game_now(table: Table, viewpoint: Viewpoint) -> Json:
    """The part of a Snapshot that depends on the seat and the language alone."""
    seen: Json | None = None
    result: Json | None = None
    play, seat, language, names = table.play, viewpoint.seat, viewpoint.language, table.names
    if play is not None:
        seen = position_to_play(play, seat, language, names)
        result = outcome_of(table.game, seen["view"], reader(table, seat), language, names, table.plan.options)
        if result is not None:
            seen["prompt"] = result["sentence"]
        if table.status == "closed":
            seen["legal"] = []
            too_long = table.closing is not None and table.closing.too_long
            seen["prompt"] = _too_long(language) if too_long else TEXTS.say(language, "prompt.closed")
        elif table.plan.lesson is not None and table.scene_is_over and table.status == "playing":
            seen["legal"] = []
            seen["prompt"] = TEXTS.say(language, "lesson.prompt")
    undo = seat != SPECTATOR and table.may_undo(seat)
    return {"position": seen, "outcome": result, "undo": undo, "lesson": lesson_now(table, language)}


def reader(table: Table, seat: int) -> int:
    """The seat that is called "you" in what a seat is told: itself, or none where several people share its device."""
    return SPECTATOR if seat in table.shared else seat


def stable_info(table: Table, viewpoint: Viewpoint) -> Json:
    """The part of a TableInfo that moves do not change."""
    plan, person = table.plan, viewpoint.person
    return {
        "id": plan.id,
        "game": plan.game,
        "title": table.game.texts.say(viewpoint.language, "title"),
        "players": plan.players,
        "options": plan.options,
        "public": plan.public,
        "spectators": plan.spectators,
        "turn_seconds": plan.turn_seconds,
        "pace_ms": plan.pace_ms,
        "hints": plan.hints,
        "lesson": plan.lesson is not None,
        "daily": plan.daily,
        "proof": _proof(table),
        "dealing": table.dealing is not None,
        "private_choices": table.game.choices_are_private(plan.options),
        "first": table.first,
        "seats": [
            {
                "seat": seat,
                "kind": chair.kind,
                "name": chair.name,
                "face": chair.face,
                "bot": chair.bot,
                "you": person is not None and chair.person == person,
                "who": _known_as(chair.person, person) if table.seats_of(person) else None,
                "local": chair.local,
                "stand_in": chair.stand_in is not None,
            }
            for seat, chair in enumerate(table.chairs)
        ],
        "host": table.is_host(person),
        "yours": table.seats_of(person),
        "created": plan.created,
    }


def _proof(table: Table) -> Json | None:
    """What everybody may know of a deal at any time: the hash of its secret, and people's numbers."""
    if table.proof is None:
        return None
    added = [{"seat": seat, "number": number} for seat, number in table.proof.contributions]
    return {"commitment": table.proof.commitment, "contributions": added}


@lru_cache(maxsize=1000)
def _known_as(person: str | None, viewer: str | None) -> str | None:
    """The same for this viewer at every table and under every name; nobody else can tell anything by it."""
    if person is None or viewer is None or person == viewer:
        return None
    return hashlib.sha256(f"{viewer} knows {person}".encode()).hexdigest()[:16]


def changing_info(table: Table) -> Json:
    """The part of a TableInfo that moves change, the same for everybody."""
    return {
        "status": table.status,
        "turn": table.turn,
        "winners": table.winners,
        "moves": table.moves,
        "touched": table.touched,
        "rematch": table.rematch,
        "secret": table.revealed_secret,
    }


def position(
    game: Game,
    state: Any,
    seat: int,
    language: Language,
    names: Names,
    options: Mapping[str, Any],
    legal: Callable[[], Sequence[int]] | None = None,
) -> Json:
    """A Position: the game as a seat sees it, with no moves to choose from, as in a replay.

    `legal` gives the legal actions where they are known already.
    """
    view = game.view(state, seat)
    actions = () if view["turn"] != seat else legal() if legal else game.legal_actions(state)
    return {
        "seat": seat,
        "turn": view["turn"],
        "view": view,
        "aids": game.aids(state, seat),
        "legal": [],
        "prompt": _prompt(game, view, actions, seat, language, names, options),
    }


def drawing(game: Game, view: Json, aids: Json, language: Language, names: Names) -> str:
    """What a seat sees, drawn as text as in a terminal."""
    return plain_text(game.draw(view | {"names": names}, aids, language), _COLUMNS)


def preview(table: Table, trial: Playthrough, viewpoint: Viewpoint) -> Json:
    """A Preview: the game as a seat would see it after moves that were only tried out, and what would happen."""
    events: list[Json] = []
    for number in range(len(trial.moves)):
        seen, after = trial.tell(number, viewpoint.seat), trial.state_after(number + 1)
        you = reader(table, viewpoint.seat)
        events += table_events(table.game, seen, after, you, viewpoint.language, table.names)
    return position_to_play(trial, viewpoint.seat, viewpoint.language, table.names) | {"events": events}


def position_to_play(play: Playthrough, seat: int, language: Language, names: Names) -> Json:
    """A Position with the legal moves of the seat, if it is to play."""
    found = position(play.game, play.state, seat, language, names, play.options, lambda: play.legal_actions)
    if found["turn"] == seat and seat != SPECTATOR:
        found["legal"] = _legal_moves(play, seat, language)
    return found


def _legal_moves(play: Playthrough, seat: int, language: Language) -> list[Json]:
    """The legal moves in the game's own order, each with its label."""
    game, state = play.game, play.state
    if game.describe_move is None:
        return _labelled(game, language, tuple(play.legal_actions))
    moves = [game.text(action) for action in play.legal_actions]
    return [{"move": move, "label": game.describe_move(state, seat, move, language)} for move in moves]


@lru_cache(1_000)
def _labelled(game: Game, language: Language, actions: tuple[int, ...]) -> list[Json]:
    """Moves whose labels depend on nothing else: the same few are legal again and again."""
    moves = [game.text(action) for action in actions]
    return [{"move": move, "label": game.texts.move(language, move)} for move in moves]


def _prompt(
    game: Game,
    view: Json,
    actions: Sequence[int],
    seat: int,
    language: Language,
    names: Names,
    options: Mapping[str, Any],
) -> str:
    """What is expected now, in one sentence; at the end, who won."""
    if view["result"] is not None:
        result = view["result"]
        return " ".join(outcome(game, options, result["scores"], result["winners"], language, names, seat))
    if view["turn"] == seat:
        return prompt(game, view, actions, language)
    return _prompt_to_wait(language, view["turn"], names.get(view["turn"]))


@lru_cache(2_000)
def _prompt_to_wait(language: Language, turn: int, name: str | None) -> str:
    return TEXTS.say(language, "prompt.wait", player=player(language, turn, {} if name is None else {turn: name}))


def outcome_of(
    game: Game, view: Json, seat: int, language: Language, names: Names, options: Mapping[str, Any]
) -> Json | None:
    """An Outcome, None before the end."""
    result = view["result"]
    if result is None:
        return None
    said = outcome(game, options, result["scores"], result["winners"], language, names, seat)
    return {key: result[key] for key in ("scores", "winners", "places")} | {"sentence": " ".join(said)}


def items_after(table: Table, after: int, viewpoint: Viewpoint) -> Iterator[Json]:
    """The Items after an entry, each made as it is asked for."""
    names = table.names
    return (_item(table, entry, step, viewpoint, names) for entry, step in table.history(after))


def _item(table: Table, entry: Entry, step: Step | None, viewpoint: Viewpoint, names: Names) -> Json:
    deed, language, you = entry.deed, viewpoint.language, reader(table, viewpoint.seat)
    item: Json = {"index": entry.index, "at": entry.at, "kind": deed.kind}
    match deed:
        case deeds.Moved():
            assert step is not None
            move = deed.move if _may_know(deed, step, viewpoint.seat) else None
            item |= _told_move(table.game, step, viewpoint.seat, deed.seat, move, you, language, names)
        case deeds.Closed(by_server=True):
            item["log"] = [TEXTS.say(language, "log.closed.server")]
        case deeds.Closed(too_long=True):
            item["log"] = [_too_long(language)]
        case deeds.Created() | deeds.Closed():
            item["log"] = [TEXTS.say(language, f"log.{deed.kind}")]
        case deeds.Contributed() | deeds.Gathering():
            item |= {"log": [], **({"seat": deed.seat} if isinstance(deed, deeds.Contributed) else {})}
        case deeds.Rematch():
            item |= {"log": [TEXTS.say(language, "log.rematch")], "table": deed.table}
        case deeds.Started():
            key = "started" if table.lesson is None else "scene"
            item |= {"log": [_said(key, deed.first, names, you, language)], "first": deed.first}
        case deeds.Seated() | deeds.Vacated():
            key = "moved" if isinstance(deed, deeds.Seated) and deed.moved else deed.kind
            item |= {"log": [_said(key, deed.seat, {deed.seat: deed.name}, you, language)], "seat": deed.seat}
        case _:
            item |= {"log": [_said(deed.kind, deed.seat, names, you, language)], "seat": deed.seat}
    return item


def _too_long(language: Language) -> str:
    return TEXTS.say(language, "log.closed.long", most=MOST_MOVES)


def _said(key: str, seat: int, names: Names, you: int, language: Language) -> str:
    """What a seat did, said to the viewer: `log.undo.you` where it is their own."""
    key = f"log.{key}"
    if seat == you and f"{key}.you" in TEXTS:
        return TEXTS.say(language, f"{key}.you")
    return TEXTS.say(language, key, player=player(language, seat, names))


def _told_move(
    game: Game, step: Step, seat: int, mover: int, move: str | None, you: int, language: Language, names: Names
) -> Json:
    """What an Item says of a move."""
    seen = step.seen(seat)
    if game.name_card is None:
        return _told_once(game, tuple(seen), mover, move, you, language, tuple(names.items()))
    return _told(seen, table_events(game, seen, step.after, you, language, names), mover, move)


@lru_cache(20_000)
def _told_once(
    game: Game,
    seen: tuple[Event, ...],
    mover: int,
    move: str | None,
    you: int,
    language: Language,
    names: tuple[tuple[int, str], ...],
) -> Json:
    """In most games all of it depends on what was seen alone, and much happens again and again."""
    return _told(seen, _events(game, seen, None, language, dict(names), you), mover, move)


def _told(seen: Sequence[Event], events: list[Json], mover: int, move: str | None) -> Json:
    log = for_a_log(seen, [event["log"] for event in events])
    return {"log": log, "seat": mover, "move": move, "events": events}


def _may_know(deed: deeds.Moved, step: Step, seat: int) -> bool:
    """Whether a viewer may know a move: it says no more than its verb, or they saw all that its mover saw."""
    return seat == deed.seat or " " not in deed.move or step.seen(deed.seat) == step.seen(seat)


def table_events(
    game: Game, events: Sequence[Event], state: Any, seat: int, language: Language, names: Names
) -> list[Json]:
    """What a seat saw happen, each event with its sentence; nobody changes what is answered."""
    if game.name_card is None:
        return [*_events_once(game, tuple(events), language, tuple(names.items()), seat)]
    return _events(game, events, state, language, names, seat)


@lru_cache(20_000)
def _events_once(
    game: Game, events: tuple[Event, ...], language: Language, names: tuple[tuple[int, str], ...], seat: int
) -> list[Json]:
    """In most games what is said depends on the events alone, and much happens again and again."""
    return _events(game, events, None, language, dict(names), seat)


def _events(game: Game, events: Sequence[Event], state: Any, language: Language, names: Names, seat: int) -> list[Json]:
    return [
        {
            "verb": event.verb,
            "seat": event.seat,
            "cards": event.cards,
            "source": event.source,
            "target": event.target,
            "log": capitalised(said),
        }
        for event, said in zip(events, sentences(game, events, state, language, names, seat), strict=True)
    ]
