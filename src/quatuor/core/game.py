"""What a game is: a frozen record of functions and tables."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from quatuor.core.chance import notice_shown
from quatuor.core.errors import OptionError, Refusal
from quatuor.core.levels import Levels
from quatuor.core.observation import Layout
from quatuor.core.options import Option, Preset, read_options, whole_number
from quatuor.core.search_settings import SearchSettings
from quatuor.core.state import bytes_of, is_over, own_side, turn_of
from quatuor.core.templates import instantiate
from quatuor.core.texts import COMMON, Catalogue, Language, plain

SPECTATOR = -1
COMPILED = ("setup", "legal", "apply", "stack", "scores", "winners", "redeal", "observe", "evaluate", "side", "notice")
_SEEDS = 1 << 64


class Event(NamedTuple):
    """Something that a seat saw happen: who did what with which cards (None: a back), from where to where.

    A step is part of something larger that is told as a whole when it is done: a log leaves it out.
    """

    verb: str
    seat: int
    cards: tuple[str | None, ...] = ()
    source: str = ""
    target: str = ""
    step: bool = False


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules as compiled functions over a flat state, and everything that people need around them.

    `setup(state, config, seed)`, `legal(state, out)`, `apply(state, action)`, `stack(state, card)`,
    `scores(state, out)`, `winners(state)` (one bit per seat), `redeal(state, seat, seed)`,
    `observe(state, seat, out)`, `evaluate(state, seat)`, `turn(state)` and `over(state)` are compiled; the others
    are plain Python.
    """

    name: str
    title: str
    version: int
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    texts: Catalogue
    package: str

    STATE: np.dtype[Any]
    n_actions: int
    max_legal: int
    # What the numbers that `observe` writes mean.
    observation: Layout

    # What `view` and `aids` return: types that the API's description is made of.
    View: Any
    Aids: Any

    setup: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    stack: Callable[..., Any]
    scores: Callable[..., Any]
    winners: Callable[..., Any]
    redeal: Callable[..., Any]
    observe: Callable[..., Any]
    evaluate: Callable[..., Any]

    encode: Callable[[int, int, Mapping[str, Any]], np.ndarray[Any, Any]]
    card_text: Callable[[int], str]
    card_parse: Callable[[str], int]
    text: Callable[[int], str]
    parse: Callable[[str], int]
    examples: tuple[str, ...]
    deal: Callable[[Any], dict[str, Any]]
    impose: Callable[[Any, Any], None]
    locate: Callable[[Any], dict[str, list[str]]]
    view: Callable[[Any, int], dict[str, Any]]
    tell: Callable[[Any, int, Any, int], list[Event]]
    aids: Callable[[Any, int], dict[str, Any]]
    explain: Callable[[Any, str, int], Refusal | None]
    draw: Callable[[dict[str, Any], dict[str, Any], Language], Any]
    # Every state says itself who decides: the same for all games.
    turn: Callable[..., Any] = turn_of
    over: Callable[..., Any] = is_over
    # The side that a seat plays for, compiled: seats of one side share what they win (Symbiose's teams).
    side: Callable[..., Any] = own_side
    # What a seat sees of the chance in the move just made, compiled; where not all see all of it at once.
    notice: Callable[..., Any] = notice_shown
    # Whether, with these options, what a seat may do depends on what the others do not see: even a forced move then
    # tells them something, and so does the time that it takes. A game that says nothing counts as one where it does.
    choices_are_private: Callable[[Mapping[str, Any]], bool] = field(default=lambda options: True)
    # What a legal move does, but for names: two moves of a position with the same answer are equally good.
    likeness: Callable[[Any, int], Hashable] = field(default=lambda state, action: action)
    # How the search goes about this game.
    search_settings: SearchSettings = field(default_factory=SearchSettings)
    # Which bots are its levels.
    levels: Levels = field(default_factory=Levels)
    # A card's name, where the catalogue cannot give it because it depends on the state (Symbiose's deck).
    name_card: Callable[[Any, str, Language], str] | None = None
    # A move's label for the seat to play, where it helps to say what lies there; else the catalogue has it.
    describe_move: Callable[[Any, int, str, Language], str] | None = None
    # Why a move is worth a thought, in a few words, by what the seat to play knows; None where there is nothing to say.
    reason: Callable[[Any, int, str, Language], str | None] = field(default=lambda state, seat, move, language: None)
    # Options that go well together, for who does not want to choose each.
    presets: tuple[Preset, ...] = ()
    # Options that follow from the deal of a record instead of being stored (Symbiose's deck).
    options_of_deal: Callable[[Any], dict[str, Any]] = field(default=lambda deal: {})
    # The deal of a record, card by card: `deal_cards(state, draw)`, where `draw(bound)` is a number from 0 to below the
    # bound. For games that deal what somebody does not see: one seed for all of it could be found by trying.
    deal_cards: Callable[[Any, Callable[[int], int]], dict[str, Any]] | None = None
    # The deal alone settles every card that chance shows (Symbiose): a record cannot show another.
    deal_settles_reveals: bool = False

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def loops(self) -> ModuleType:
        """The generic loops of random play, compiled for this game."""
        return self.from_template("quatuor.core.loops")

    @cached_property
    def calls(self) -> ModuleType:
        """The rules that Python calls most, with a state's bytes in the place of a state."""
        return self.from_template("quatuor.core.calls")

    @cached_property
    def quick_legal(self) -> Callable[[Any, Any], int]:
        """`legal` for a state of its own, quick to call from Python."""
        legal_in = self.calls.legal_in
        return lambda state, out: legal_in(bytes_of(state), out)

    def from_template(self, template: str, **more: Any) -> ModuleType:
        """A template filled with this game's state and compiled functions, and with `more` where it needs more."""
        return instantiate(template, self.package, {name: getattr(self, name) for name in ("STATE", *COMPILED)} | more)

    def legal_actions(self, state: Any) -> list[int]:
        """The legal actions of the seat to play, rising; their texts are `text(action)`."""
        actions = np.zeros(self.max_legal + 1, np.int16)
        return [int(action) for action in actions[: self.legal(state, actions)]]

    def read_players(self, players: Any) -> int:
        """The number of players, checked."""
        count = whole_number(players)
        if count is None or not self.min_players <= count <= self.max_players:
            raise OptionError(
                *COMMON.sentence(
                    "players.refused",
                    game=self.title,
                    low=self.min_players,
                    high=self.max_players,
                    value=plain(players),
                )
            )
        return count

    def read_options(self, players: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value, checked (C-7)."""
        return read_options(self.title, self.options, players, given)

    def stored_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as a record stores them."""
        return {option.name: options[option.name] for option in self.options if option.stored}


def read_seed(seed: Any) -> int:
    """A seed, checked: an unsigned 64-bit number."""
    number = whole_number(seed)
    if number is None or not 0 <= number < _SEEDS:
        raise OptionError(*COMMON.sentence("seed.refused", value=plain(seed)))
    return number


def read_first(first: Any, players: int) -> int:
    """A first player from a text, a record or a screen, where seats count from 1; as a seat from 0."""
    number = whole_number(first)
    if number is None or not 1 <= number <= players:
        raise OptionError(*COMMON.sentence("first.refused", low=1, high=players, value=plain(first)))
    return number - 1


def read_seat(seat: Any, players: int) -> int:
    """A first player from code, where seats count from 0."""
    number = whole_number(seat)
    if number is None or not 0 <= number < players:
        raise OptionError(*COMMON.sentence("first.refused", low=0, high=players - 1, value=plain(seat)))
    return number
