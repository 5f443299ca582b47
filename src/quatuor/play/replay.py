"""Replaying records: following the deal and the reveals, and checking every word against the rules."""

from pathlib import Path
from typing import Any, NamedTuple

from quatuor.core.errors import QuatuorError, RecordError
from quatuor.core.game import Game, read_first
from quatuor.core.texts import Sentence, shortened
from quatuor.play import record_format
from quatuor.play.files import read_file
from quatuor.play.playthrough import Playthrough
from quatuor.play.proof import read_proof
from quatuor.play.record_format import line_of, refuse, result_of
from quatuor.play.texts import TEXTS


class Verdict(NamedTuple):
    """A checked record: the game, and whether its seed, or its proof, gives all that chance did (None: it has none)."""

    play: Playthrough
    seed_reproduces: bool | None
    proof_holds: bool | None
    about_chance: Sentence


def load(path: str | Path) -> Playthrough:
    """The game of a file that holds one record, checked move by move."""
    records = list(read_file(path))
    try:
        if len(records) != 1:
            refuse("record.several", n=len(records))
        return replay(records[0])
    except RecordError as error:
        raise record_format.located(error, "where.file", file=str(path)) from None


def replay(record: dict[str, Any]) -> Playthrough:
    """The game that a record tells; RecordError, saying where, if it cannot have happened so."""
    game = record_format.check_form(record)
    play = _start(game, record)
    for number, entry in enumerate(record["moves"], 1):
        try:
            _step(play, number, entry)
        except QuatuorError as error:
            move = entry.get("move", "?") if isinstance(entry, dict) else "?"
            reason = error if isinstance(error, RecordError) else RecordError(*error.sentence)
            raise record_format.located(reason, "where.move", n=number, move=shortened(str(move), 40)) from None
    result = result_of(play)
    if not _same_result(record["result"], result):
        refuse("record.result", right=line_of(result), said=shortened(line_of(record["result"]), 120))
    return play


def _start(game: Game, record: dict[str, Any]) -> Playthrough:
    try:
        players = game.read_players(record["players"])
        first = read_first(record["first"], players)
        options = record["options"] | game.options_of_deal(record["deal"])
        seed = None if record["seed"] is None else int(record["seed"])
        proof = read_proof(record)
        return Playthrough(game, players, seed=seed, first=first, options=options, deal=record["deal"], proof=proof)
    except QuatuorError as error:
        raise RecordError(*error.sentence) from None


def _step(play: Playthrough, number: int, entry: Any) -> None:
    record_format.check_move_form(entry)
    if play.over:
        refuse("record.after_end", n=number - 1)
    if entry["seat"] - 1 != play.turn:
        refuse("record.seat", turn=play.turn + 1, seat=entry["seat"])
    if "legal" in entry and entry["legal"] != play.legal_moves:
        refuse(
            "record.legal",
            right=record_format.show_list(play.legal_moves),
            said=record_format.show_list(entry["legal"]),
        )
    play.play(entry["move"], entry.get("reveals", ()))


def _same_result(said: Any, right: dict[str, Any] | None) -> bool:
    if not isinstance(said, dict) or right is None:
        return said is None and right is None
    lists = [said.get("scores"), said.get("winners")]
    if not all(isinstance(found, list) for found in lists):
        return False
    scores = all(type(score) in (int, float) for score in said["scores"])
    return scores and all(type(seat) is int for seat in said["winners"]) and said == right


def verify(record: dict[str, Any]) -> Verdict:
    """Replay a record, and say whether its seed or its proof gives the deal and every card that chance showed."""
    play = replay(record)
    proof = play.proof
    if proof is None and play.seed is None:
        return Verdict(play, None, None, TEXTS.sentence("seed.none"))
    if proof is None:
        differs = _difference(play)
        about = (
            TEXTS.sentence("seed.reproduces") if differs is None else TEXTS.sentence(_named("seed", differs), n=differs)
        )
        return Verdict(play, differs is None, None, about)
    if proof.secret is None:
        return Verdict(play, None, None, TEXTS.sentence("proof.secret_unknown"))
    if not proof.fits:
        return Verdict(play, None, False, TEXTS.sentence("proof.commitment_differs"))
    differs = _difference(play)
    if differs is not None:
        return Verdict(play, None, False, TEXTS.sentence(_named("proof", differs), n=differs))
    count = len(proof.contributions)
    key = "proof.holds.one" if count == 1 else "proof.holds.many" if count else "proof.holds.none"
    return Verdict(play, None, True, TEXTS.sentence(key, n=count))


_DEAL = 0


def _difference(play: Playthrough) -> int | None:
    """Where a game dealt anew shows other cards than the one told: the deal, or a move by its number; None: nowhere."""
    again = Playthrough(
        play.game, play.players, seed=play.seed, first=play.first, options=play.options, proof=play.proof
    )
    if play.game.deal(again.initial_state) != play.game.deal(play.initial_state):
        return _DEAL
    for number, move in enumerate(play.moves, 1):
        if again.play_action(move.action).reveals != move.reveals:
            return number
    return None


def _named(prefix: str, differs: int) -> str:
    return f"{prefix}.deal_differs" if differs == _DEAL else f"{prefix}.move_differs"
