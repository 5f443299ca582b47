"""A game in progress or finished: its moves, its state, and what each seat may see of it."""

import secrets
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from quatuor.core.announce import compiling
from quatuor.core.errors import UNREADABLE, IllegalMoveError, InvalidMoveError, QuatuorError, RecordError
from quatuor.core.game import SPECTATOR, Event, Game, read_seat, read_seed
from quatuor.core.log import for_a_log, sentences
from quatuor.core.results import points_of, winners_of
from quatuor.core.state import bytes_of, copy_of, forget_reading, new_state, readable, settled
from quatuor.core.texts import Language, Sentence
from quatuor.games import find_game
from quatuor.play.proof import Proof, dealer, seed_of
from quatuor.play.record_format import record_of, record_with_legal_moves, write_record
from quatuor.play.texts import TEXTS


class Move(NamedTuple):
    """A move that was made: who, what, and the cards that chance showed because of it."""

    seat: int
    text: str
    action: int
    reveals: tuple[str, ...]


class Step:
    """A move with the states before and after it; what each seat saw of it is worked out once."""

    __slots__ = ("_seen", "action", "after", "before", "game")

    def __init__(self, game: Game, before: Any, action: int, after: Any) -> None:
        self.game = game
        self.before = before
        self.action = action
        self.after = after
        self._seen: dict[int, list[Event]] = {}

    def seen(self, seat: int) -> list[Event]:
        """What a seat saw happen; the list is not to be changed."""
        events = self._seen.get(seat)
        if events is None:
            events = self._seen[seat] = self.game.tell(self.before, self.action, self.after, seat)
        return events


class Playthrough:
    """One game from its deal to where it stands now.

    >>> game = Playthrough("symphonimo", players=2, seed=7)
    >>> game.legal_moves
    ['draw']
    >>> game.play("draw").reveals
    ('7',)
    """

    __slots__ = (
        "_initial",
        "_key",
        "_remember",
        "_steps",
        "game",
        "moves",
        "options",
        "players",
        "proof",
        "seed",
        "told",
        "undoable",
    )

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seed: int | None = None,
        first: int | None = None,
        options: Mapping[str, Any] | None = None,
        deal: Mapping[str, Any] | None = None,
        proof: Proof | None = None,
        remember: int | None = None,
    ) -> None:
        """A new game, from a seed; without one a seed is drawn. With a `proof` the cards follow from its secret.

        `first` is the seat that starts, from 0; without one the seed draws it. With a `deal` (as in a record)
        the game is told, not dealt: `play` must be given the cards that each move showed. With `remember` only the
        states of so many last moves are kept, and made quick to read, but not to be changed: older ones are played
        again from the deal when they are asked for.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.players = self.game.read_players(self.game.min_players if players is None else players)
        self.options = self.game.read_options(self.players, options or {})
        self.told = deal is not None
        if seed is None and not self.told and proof is None:
            seed = secrets.randbits(64)
        self.seed = None if seed is None else read_seed(seed)
        self.proof = proof
        self._key = None if proof is None or self.told else proof.key
        prepare(self.game)
        config = self.game.encode(self.players, -1 if first is None else read_seat(first, self.players), self.options)
        state = new_state(self.game.STATE if remember is None else settled(self.game.STATE))
        self.game.setup(state, config, np.uint64(self.seed or 0 if self._key is None else seed_of(self._key, "deal 0")))
        if self._key is not None:
            if self.game.deal_cards is not None:
                self.game.impose(state, self.game.deal_cards(state, dealer(self._key)))
            state["rng"] = 0
        if deal is not None:
            self.game.impose(state, deal)
        self._initial = state
        self._remember = remember
        self._steps: list[Step] = []  # of the last moves
        self.moves: list[Move] = []
        # How many of the last moves their player may still take back: nobody else has moved since, chance has shown
        # nothing because of them, and the game goes on.
        self.undoable = 0

    def copy(self) -> "Playthrough":
        """The same game, which goes its own way from here on."""
        other = object.__new__(Playthrough)
        # One by one: a table on the server makes a copy for every move.
        other.game, other.players, other.options = self.game, self.players, self.options
        other.seed, other.told, other.undoable = self.seed, self.told, self.undoable
        other.proof, other._key = self.proof, self._key
        other._initial, other._remember = self._initial, self._remember
        other._steps, other.moves = self._steps.copy(), self.moves.copy()
        return other

    def redealt(self, seat: int) -> "Playthrough":
        """A game that begins as this one stands, as far as a seat knows: whatever it has not seen is dealt anew.

        The chance behind it is new, and nobody can repeat it: what is tried out there tells nothing of this game.
        """
        state = copy_of(self.state)
        self.game.redeal(state, seat, np.uint64(secrets.randbits(64)))
        other = self.begun_in(state)
        other.told = False
        return other

    def begun_in(self, state: Any) -> "Playthrough":
        """A game that begins in a state, with the players and the options of this one."""
        other = self.restarted()
        other._initial, other.seed, other.proof, other._key = state, None, None, None
        return other

    def restarted(self) -> "Playthrough":
        """The same deal before its first move."""
        other = self.copy()
        other._steps, other.moves, other.undoable = [], [], 0
        return other

    @property
    def state(self) -> Any:
        """The state as it is now; a copy is yours to change, this one is not."""
        return self._steps[-1].after if self._steps else self._initial

    @property
    def initial_state(self) -> Any:
        """The state before the first move."""
        return self._initial

    @property
    def first(self) -> int:
        """The seat that started."""
        return int(self._initial["first"])

    @property
    def turn(self) -> int:
        """The seat to play, -1 when the game is over."""
        return int(self.state["turn"]) if self._remember is None else int(readable(self.state).turn)

    @property
    def mover(self) -> int:
        """The seat that made the last move, -1 before the first one."""
        return self.moves[-1].seat if self.moves else SPECTATOR

    @property
    def over(self) -> bool:
        return self.turn < 0

    @property
    def last_step(self) -> Step:
        """The last move with the states around it."""
        return self._steps[-1]

    @property
    def legal_actions(self) -> list[int]:
        """The legal moves as action numbers, rising; the list is not to be changed."""
        if self._remember is None:
            return self.game.legal_actions(self.state)
        found: list[int] = readable(self.state).legal_actions(self.game.quick_legal, self.game.max_legal)
        return found

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as text, sorted."""
        return self.legal_moves_before(len(self.moves))

    def legal_moves_before(self, number: int) -> list[str]:
        """The legal moves before the move at this place in `moves`, as text, sorted."""
        return sorted(map(self.game.text, self.game.legal_actions(self.state_after(number))))

    @property
    def scores(self) -> list[int | float]:
        """The points of each seat as they stand."""
        return points_of(self.state, self.game.scores)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none before the end."""
        return winners_of(self.state, self.game.winners)

    def explain(self, text: str, seat: int | None = None) -> Any:
        """Why this is not a legal move (None if it is): the article, and the reason in both languages."""
        return self.game.explain(self.state, text, self.turn if seat is None else self._seat(seat))

    def play(self, text: str, reveals: Sequence[str] | None = None) -> Move:
        """Make a move by its text; `reveals` says what chance showed, in a game typed in from a real table.

        InvalidMoveError if it cannot be read, IllegalMoveError if it is not allowed: nothing changes then.
        """
        refusal = self.explain(text)
        if refusal is None:
            return self._make(self.game.parse(text), reveals)
        if refusal.article == UNREADABLE:
            raise InvalidMoveError(*refusal.reason)
        raise IllegalMoveError(refusal)

    def play_action(self, action: int) -> Move:
        """Make a move by its number, which must be one of `legal_actions`."""
        if action in self.legal_actions:
            return self._make(action, None)
        if action not in range(self.game.n_actions):
            high = self.game.n_actions - 1
            raise InvalidMoveError(*TEXTS.sentence("action.unknown", game=self.game.title, high=high, action=action))
        return self.play(self.game.text(action))

    def follow(self, action: int, reveals: Sequence[str] | None = None) -> Move:
        """Make a move that is known to be legal, without looking again; `reveals` as for `play`."""
        return self._make(action, reveals)

    def _make(self, action: int, reveals: Sequence[str] | None) -> Move:
        before = self.state
        after = copy_of(before)
        if reveals is not None:
            self._steer(after, reveals)
        self._apply(after, action)
        # What a server remembers is read anyway, and quicker to read then.
        old, new = (before, after) if self._remember is None else (readable(before), readable(after))
        count = new.n_shown
        shown = tuple(map(self.game.card_text, new.shown[:count])) if count else ()
        if reveals is not None and shown != tuple(reveals):
            raise RecordError(*_wrong_reveals(reveals, shown))
        if reveals is None and shown and self.told:
            raise RecordError(*TEXTS.sentence("reveals.missing"))
        move = _move(self.game, int(old.turn), int(action), shown)
        if shown or new.turn < 0:
            self.undoable = 0
        else:
            self.undoable = self.undoable + 1 if self.mover == move.seat else 1
        self._add_step(Step(self.game, before, move.action, after))
        self.moves.append(move)
        return move

    def _apply(self, state: Any, action: int) -> None:
        """Apply a move; where the deal can be checked, with a generator for this event of chance alone.

        Between moves the generator's place in the state holds how many moves have used it: no state tells what comes,
        and a move that is taken back and made again shows the same cards.
        """
        if self._key is None:
            self.game.calls.apply_in(bytes_of(state), action)
        else:
            seed = seed_of(self._key, f"draw {state['rng']}")
            self.game.calls.apply_event(bytes_of(state), action, np.uint64(seed))

    def _add_step(self, step: Step) -> None:
        """Keep a step, and let the oldest go where only some are remembered."""
        steps = self._steps
        steps.append(step)
        if self._remember is not None:
            # Nearly nobody asks about earlier states: what was read of them would take most of the memory.
            if len(steps) > 1:
                forget_reading(steps[-2].before)
            # What may be taken back is always at hand, and what was before it: to play it again would take long.
            del steps[: -max(self._remember, self.undoable + 1)]

    def _steer(self, state: Any, reveals: Sequence[str]) -> None:
        """Make chance show these cards next, the first one first."""
        if self.game.deal_settles_reveals and self.told:
            return
        for card in reversed(reveals):
            try:
                possible = self.game.stack(state, self.game.card_parse(card))
            except (ValueError, TypeError, AttributeError):
                possible = False
            if not possible:
                raise RecordError(*TEXTS.sentence("reveals.impossible", card=str(card)))

    def undo(self) -> Move:
        """Take the last move back and return it."""
        if not self.moves:
            raise QuatuorError(*TEXTS.sentence("undo.nothing"))
        undone = self._steps.pop()
        if self._remember is not None:
            forget_reading(undone.after)
        move = self.moves.pop()
        self.undoable = max(0, self.undoable - 1)
        if self.moves and not self._steps:
            self._steps = [self._step(len(self.moves) - 1)]
        return move

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """What a seat may see, as plain data."""
        return self.game.view(self.state, self._seat(seat))

    def tell(self, number: int = -1, seat: int = SPECTATOR) -> list[Event]:
        """What a seat saw happen in a move, by the move's place in `moves`."""
        try:
            at = range(len(self.moves))[number]
        except IndexError:
            raise QuatuorError(*TEXTS.sentence("move.none", number=number, count=len(self.moves))) from None
        return self._step(at).seen(self._seat(seat))

    def _step(self, at: int) -> Step:
        """A move, by its place in `moves`, with the states around it."""
        dropped = len(self.moves) - len(self._steps)
        if at >= dropped:
            return self._steps[at - dropped]
        before = self.state_after(at)
        return Step(self.game, before, self.moves[at].action, self._played_on(before, at, at + 1))

    def _seat(self, seat: int) -> int:
        if seat not in range(SPECTATOR, self.players):
            raise QuatuorError(*TEXTS.sentence("seat.unknown", high=self.players - 1, seat=seat))
        return seat

    def log(self, seat: int = SPECTATOR, language: Language = "en", number: int = -1) -> list[str]:
        """What a seat saw happen in a move, as sentences."""
        return self.say(self.tell(number, seat), language, None, seat)

    def say(
        self,
        events: Sequence[Event],
        language: Language,
        names: Mapping[int, str] | None = None,
        viewer: int = SPECTATOR,
    ) -> list[str]:
        """What happened in a move as sentences, said to the viewer."""
        return for_a_log(events, sentences(self.game, events, self.state, language, names, viewer))

    def drawing(self, seat: int = SPECTATOR, language: Language = "en") -> Any:
        """The table from a seat's view, for a Rich console."""
        return self.game.draw(self.view(seat), self.game.aids(self.state, seat), language)

    def show(self, seat: int = SPECTATOR, language: Language = "en", width: int = 100) -> str:
        """The table from a seat's view, as plain text."""
        return plain_text(self.drawing(seat, language), width)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        where = "over" if self.over else f"seat {self.turn} to play"
        return f"<Playthrough {self.game.name}, {self.players} players, {len(self.moves)} moves, {where}>"

    def record(self, *, legal: bool = False) -> dict[str, Any]:
        """The game as a record (`.quatuor.json`), with the legal moves before each move on request."""
        return record_with_legal_moves(self) if legal else record_of(self)

    def save(self, path: str | Path, *, legal: bool = False) -> None:
        """Write the game's record to a file."""
        write_record(self.record(legal=legal), path)

    def state_after(self, moves: int) -> Any:
        """The state after so many moves."""
        at = range(len(self.moves) + 1)[moves]
        dropped = len(self.moves) - len(self._steps)
        if at > dropped:
            return self._steps[at - dropped - 1].after
        if at == dropped and self._steps:
            return self._steps[0].before
        return self._played_on(self._initial, 0, at)

    def _played_on(self, state: Any, start: int, end: int) -> Any:
        """The state that some of the moves made so far lead to."""
        if start == end:
            return state
        state = copy_of(state)
        for move in self.moves[start:end]:
            if self.told:
                self._steer(state, move.reveals)
            self._apply(state, move.action)
        return state


@lru_cache(10_000)
def _move(game: Game, seat: int, action: int, reveals: tuple[str, ...]) -> Move:
    """A move, one object for all that are alike: a server remembers many."""
    return Move(seat, game.text(action), action, reveals)


@cache
def prepare(game: Game) -> None:
    """Read the compiled rules back from disk in a moment, or compile them in a few seconds, with a message."""
    with compiling(game.title):
        state = new_state(game.STATE)
        options = game.read_options(game.min_players, {})
        game.setup(state, game.encode(game.min_players, -1, options), np.uint64(0))
        actions = np.zeros(game.max_legal + 1, np.int16)
        game.quick_legal(state, actions)
        game.calls.apply_event(bytes_of(copy_of(state)), int(actions[0]), np.uint64(0))
        game.calls.apply_in(bytes_of(state), int(actions[0]))


def _wrong_reveals(said: Sequence[str], shown: Sequence[str]) -> Sentence:
    def words(cards: Sequence[str]) -> str:
        return ", ".join(str(card) for card in cards) or "—"

    return TEXTS.sentence("reveals.wrong", said=words(said), shown=words(shown))


def plain_text(drawing: Any, width: int) -> str:
    """What a game's `draw` has made, as plain text; names that people chose are not read as markup."""
    console = Console(file=StringIO(), width=width, color_system=None, markup=False, emoji=False)
    console.print(drawing)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())
