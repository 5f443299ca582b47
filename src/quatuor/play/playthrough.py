"""A game being played: its state, what happened so far, and the moves by their text."""

import secrets
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from quatuor.core.errors import UNREADABLE, IllegalMoveError, InvalidMoveError, QuatuorError, RecordError
from quatuor.core.game import SPECTATOR, Event, Game, read_seat, read_seed
from quatuor.core.log import sentence
from quatuor.core.results import points_of, winners_of
from quatuor.core.state import copy_of, new_state
from quatuor.core.texts import Language, Sentence
from quatuor.games import find_game
from quatuor.play.prepare import prepare
from quatuor.play.record_format import record_of, record_with_legal_moves, write_record
from quatuor.play.texts import TEXTS


class Move(NamedTuple):
    """A move that was made: who, what, and the cards that chance showed because of it."""

    seat: int
    text: str
    action: int
    reveals: tuple[str, ...]


class Playthrough:
    """One game from its deal to where it stands now.

    >>> game = Playthrough("symphonimo", players=2, seed=7)
    >>> game.legal_moves
    ['draw']
    >>> game.play("draw").reveals
    ('7',)
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seed: int | None = None,
        first: int | None = None,
        options: Mapping[str, Any] | None = None,
        deal: Mapping[str, Any] | None = None,
    ) -> None:
        """A new game, from a seed; without one a seed is drawn.

        `first` is the seat that starts, from 0; without one the seed draws it. With a `deal` (as in a record)
        the game is told, not dealt: `play` must be given the cards that each move showed.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.players = self.game.read_players(self.game.min_players if players is None else players)
        self.options = self.game.read_options(self.players, options or {})
        self.told = deal is not None
        if seed is None and not self.told:
            seed = secrets.randbits(64)
        self.seed = None if seed is None else read_seed(seed)
        prepare(self.game)
        config = self.game.encode(self.players, -1 if first is None else read_seat(first, self.players), self.options)
        state = new_state(self.game.STATE)
        self.game.setup(state, config, np.uint64(self.seed or 0))
        if deal is not None:
            self.game.impose(state, deal)
        self._states = [state]
        self.moves: list[Move] = []
        self._actions = np.zeros(self.game.max_legal + 1, np.int16)

    @property
    def state(self) -> Any:
        """The state as it is now; a copy is yours to change, this one is not."""
        return self._states[-1]

    @property
    def initial_state(self) -> Any:
        """The state before the first move."""
        return self._states[0]

    @property
    def first(self) -> int:
        """The seat that started."""
        return int(self.initial_state.first)

    @property
    def turn(self) -> int:
        """The seat to play, -1 when the game is over."""
        return int(self.game.turn(self.state))

    @property
    def over(self) -> bool:
        return self.turn < 0

    @property
    def legal_actions(self) -> list[int]:
        """The legal moves as action numbers, rising."""
        count = self.game.legal(self.state, self._actions)
        return [int(action) for action in self._actions[:count]]

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as text, sorted."""
        return self.legal_moves_before(len(self.moves))

    def legal_moves_before(self, number: int) -> list[str]:
        """The legal moves before the move at this place in `moves`, as text, sorted."""
        count = self.game.legal(self._states[number], self._actions)
        return sorted(self.game.text(action) for action in self._actions[:count])

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

    def _make(self, action: int, reveals: Sequence[str] | None) -> Move:
        after = copy_of(self.state)
        if reveals is not None:
            self._steer(after, reveals)
        self.game.apply(after, action)
        shown = tuple(self.game.card_text(card) for card in after.shown[: after.n_shown])
        if reveals is not None and shown != tuple(reveals):
            raise RecordError(*_wrong_reveals(reveals, shown))
        if reveals is None and shown and self.told:
            raise RecordError(*TEXTS.sentence("reveals.missing"))
        move = Move(self.turn, self.game.text(action), int(action), shown)
        self._states.append(after)
        self.moves.append(move)
        return move

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
        self._states.pop()
        return self.moves.pop()

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """What a seat may see, as plain data."""
        return self.game.view(self.state, self._seat(seat))

    def tell(self, number: int = -1, seat: int = SPECTATOR) -> list[Event]:
        """What a seat saw happen in a move, by the move's place in `moves`."""
        try:
            at = range(len(self.moves))[number]
        except IndexError:
            raise QuatuorError(*TEXTS.sentence("move.none", number=number, count=len(self.moves))) from None
        return self.game.tell(self._states[at], self.moves[at].action, self._states[at + 1], self._seat(seat))

    def _seat(self, seat: int) -> int:
        if seat not in range(SPECTATOR, self.players):
            raise QuatuorError(*TEXTS.sentence("seat.unknown", high=self.players - 1, seat=seat))
        return seat

    def log(self, seat: int = SPECTATOR, language: Language = "en", number: int = -1) -> list[str]:
        """What a seat saw happen in a move, as sentences."""
        return [self.say(event, language, None, seat) for event in self.tell(number, seat)]

    def say(
        self, event: Event, language: Language, names: Mapping[int, str] | None = None, viewer: int = SPECTATOR
    ) -> str:
        """One event as a sentence, said to the viewer."""
        return sentence(self.game, event, self.state, language, names, viewer)

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
        return self._states[moves]


def _wrong_reveals(said: Sequence[str], shown: Sequence[str]) -> Sentence:
    def words(cards: Sequence[str]) -> str:
        return ", ".join(str(card) for card in cards) or "—"

    return TEXTS.sentence("reveals.wrong", said=words(said), shown=words(shown))


def plain_text(drawing: Any, width: int) -> str:
    """What a game's `draw` has made, as plain text; names that people chose are no markup."""
    console = Console(file=StringIO(), width=width, color_system=None, markup=False, emoji=False)
    console.print(drawing)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())
