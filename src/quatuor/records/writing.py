"""Writing records: one JSON object for a game, full information, no engine internals."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quatuor.core.errors import RecordError
from quatuor.records.texts import TEXTS

if TYPE_CHECKING:
    from quatuor.records.playthrough import Playthrough

FORMAT = 1


def record_of(play: "Playthrough", *, legal: bool = False) -> dict[str, Any]:
    """The record of a game, finished or not."""
    moves = []
    for number, move in enumerate(play.moves):
        entry: dict[str, Any] = {"seat": move.seat + 1, "move": move.text}
        if move.reveals:
            entry["reveals"] = list(move.reveals)
        if legal:
            entry["legal"] = play.legal_moves_before(number)
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


def result_of(play: "Playthrough") -> dict[str, Any] | None:
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
