"""Writing records: one JSON object for a game, full information, no engine internals."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from quatuor.core.errors import RecordError
from quatuor.core.game import Game
from quatuor.records.texts import TEXTS

if TYPE_CHECKING:
    from quatuor.records.playthrough import Move, Playthrough

FORMAT = 1


class Played(Protocol):
    """What a record is made of: a game with its moves so far."""

    game: Game
    players: int
    options: dict[str, Any]
    seed: int | None
    moves: "list[Move]"

    @property
    def first(self) -> int: ...
    @property
    def initial_state(self) -> Any: ...
    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> list[int | float]: ...
    @property
    def winners(self) -> list[int]: ...


def record_with_legal_moves(play: "Playthrough") -> dict[str, Any]:
    """The record of a game, with the legal moves before each move."""
    record = record_of(play)
    for number, entry in enumerate(record["moves"]):
        entry["legal"] = play.legal_moves_before(number)
    return record


def record_of(play: Played) -> dict[str, Any]:
    """The record of a game, finished or not."""
    moves = []
    for move in play.moves:
        entry: dict[str, Any] = {"seat": move.seat + 1, "move": move.text}
        if move.reveals:
            entry["reveals"] = list(move.reveals)
        moves.append(entry)
    return {
        "format": FORMAT,
        "game": play.game.name,
        "rules": play.game.version,
        "players": play.players,
        "options": play.game.stored_options(play.options),
        "seed": None if play.seed is None else str(play.seed),
        "first": play.first + 1,
        "deal": play.game.deal(play.initial_state),
        "moves": moves,
        "result": result_of(play),
    }


def result_of(play: Played) -> dict[str, Any] | None:
    """The result as a record has it: scores, and winners as seats from 1; None before the end."""
    if not play.over:
        return None
    return {"scores": play.scores, "winners": [seat + 1 for seat in play.winners]}


def line_of(value: Any) -> str:
    """A record, or a part of one, as one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def write_record(record: dict[str, Any], path: str | Path) -> None:
    """Write a record to a file, one move a line, so that people can read it too."""
    head = {key: value for key, value in record.items() if key not in ("moves", "result")}
    moves = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in record["moves"])
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    lines.append(f'"moves": [\n  {moves}\n ]' if moves else '"moves": []')
    lines.append(f'"result": {json.dumps(record["result"])}')
    try:
        Path(path).write_text("{" + ",\n ".join(lines) + "}\n", encoding="utf-8")
    except OSError as error:
        reason = TEXTS.sentence("file.unwritable", reason=error.strerror)
        raise RecordError(*TEXTS.sentence("where.file", file=str(path), reason=reason)) from None
