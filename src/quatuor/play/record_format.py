"""The record format: one JSON object for a game, with full information and no engine internals; written, and read
back with its form checked. What the moves say is checked by replaying them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from quatuor.core.errors import RecordError, UnknownGameError
from quatuor.core.game import Game
from quatuor.core.texts import plain, shortened
from quatuor.games import find_game
from quatuor.play.texts import TEXTS

if TYPE_CHECKING:
    from quatuor.play.playthrough import Playthrough

FORMAT = 1
_KEYS = ("format", "game", "rules", "players", "options", "seed", "first", "deal", "moves", "result")
_OPTIONAL_KEYS = ("proof",)  # only where the deal can be checked
_MOVE_KEYS = {"seat", "move", "reveals", "legal"}


def record_with_legal_moves(play: "Playthrough") -> dict[str, Any]:
    """The record of a game, with the legal moves before each move."""
    record = record_of(play)
    for number, entry in enumerate(record["moves"]):
        entry["legal"] = play.legal_moves_before(number)
    return record


def record_of(play: "Playthrough", *, abandoned: bool = False) -> dict[str, Any]:
    """The record of a game, finished or not; the secret of its deal is absent while it goes on.

    It is told where the game was abandoned, and where it was read from a record: that had it too, or none.
    """
    reveal = play.over or play.told or abandoned
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
        **({} if play.proof is None else {"proof": play.proof.as_json(reveal)}),
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
    """Write a record to a file, one move per line, so that people can read it too."""
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


def refuse(key: str, /, **values: object) -> NoReturn:
    """Raise RecordError with this text."""
    raise RecordError(*TEXTS.sentence(key, **values))


def located(error: RecordError, key: str, /, **values: object) -> RecordError:
    """The same error, saying where: in which file, line or move."""
    return RecordError(*TEXTS.sentence(key, reason=error.sentence, **values))


def parse(text: str) -> dict[str, Any]:
    """One JSON object as a record, its form checked."""
    try:
        record = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError:
        refuse("record.not_json", reason="nested too deep")
    except ValueError as error:
        refuse("record.not_json", reason=str(error))
    check_form(record)
    return record  # type: ignore[no-any-return]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


def check_form(record: Any) -> Game:
    """Refuse what does not have the form of a record; the game that it tells."""
    if not isinstance(record, dict):
        refuse("record.not_object")
    if "format" in record and not _is(record["format"], FORMAT):
        refuse("record.format", value=_short(record["format"]))
    _check_keys(record, _KEYS, "record.keys", _OPTIONAL_KEYS)
    game = _find_game(record["game"])
    if not _is(record["rules"], game.version):
        refuse("record.rules", value=_short(record["rules"]), known=game.version)
    options = record["options"]
    stored = [option.name for option in game.options if option.stored]
    if not isinstance(options, dict):
        refuse("record.options", known=", ".join(stored), wrong=_short(options))
    _check_keys(options, stored, "record.options")
    if record["seed"] is not None:
        read_seed_text(record["seed"])
    if not isinstance(record["deal"], dict):
        refuse("record.deal")
    if not isinstance(record["moves"], list):
        refuse("record.moves")
    return game


def _is(value: Any, number: int) -> bool:
    """Whether a JSON value is this whole number; 1.0 and true are not 1."""
    return type(value) is int and value == number


def _find_game(name: Any) -> Game:
    try:
        return find_game(name if isinstance(name, str) else _short(name))
    except UnknownGameError as error:
        raise RecordError(*error.sentence) from None


def _check_keys(found: dict[str, Any], known: Any, key: str, optional: tuple[str, ...] = ()) -> None:
    for name in found:
        if name not in known and name not in optional:
            refuse(key, known=", ".join(known), wrong=TEXTS.sentence("record.key_unknown", key=_short(name)))
    for name in known:
        if name not in found:
            refuse(key, known=", ".join(known), wrong=TEXTS.sentence("record.key_missing", key=name))


def read_seed_text(seed: Any) -> int:
    """A record's seed: a decimal string of an unsigned 64-bit number, without leading zeros."""
    digits = isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) <= 20
    if not digits or str(int(seed)) != seed or int(seed) >= 1 << 64:
        refuse("record.seed", value=_short(seed))
    return int(seed)


def check_move_form(entry: Any) -> None:
    """Refuse a move of a record that does not have the form of one."""
    fits = (
        isinstance(entry, dict)
        and {"seat", "move"} <= set(entry) <= _MOVE_KEYS
        and type(entry["seat"]) is int
        and isinstance(entry["move"], str)
    )
    if not fits:
        refuse("record.move")
    reveals = entry.get("reveals", ["-"])
    if not isinstance(reveals, list) or not reveals or not all(isinstance(card, str) for card in reveals):
        refuse("record.reveals")


def show_list(moves: Any) -> str:
    """A list of moves for a sentence, cut where it is long."""
    return shortened(", ".join(str(move) for move in moves) if isinstance(moves, list) else plain(moves), 120)


def _short(value: Any) -> str:
    return shortened(plain(value))
