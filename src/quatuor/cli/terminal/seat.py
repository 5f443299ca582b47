"""A person's seat among bots: who moves when, and taking a choice back."""

from collections.abc import Sequence
from typing import Any

from quatuor.bots import Bot, ask, new_chooser
from quatuor.core.announce import compiling
from quatuor.core.game import Game
from quatuor.play.playthrough import Playthrough

# Musicians, as many as there can be opponents. None starts with a vowel: « de Clara », never « d'… ».
NAMES = ("Clara", "Django", "Nina", "Miles", "Barbara")


def make_ready(game: Game, players: int, bots: Sequence[Bot]) -> None:
    """Compile all that so many players need with these bots, with one message, so that it never seems to freeze."""
    kinds = {bot.name: bot for bot in bots}
    with compiling(game.title):
        trial = Playthrough(game, players, seed=0)
        while len(trial.legal_actions) == 1:
            trial.play_action(trial.legal_actions[0])
        for bot in kinds.values():
            ask(bot, game, trial.state, new_chooser(0))
        trial.drawing(trial.turn)
        _ = trial.scores, game.winners(trial.state)


class PersonSeat:
    """A person's seat in a game, with bots in all the others."""

    def __init__(self, play: Playthrough, seat: int, bots: Sequence[Bot]) -> None:
        """`bots` are the opponents, in the order of their seats."""
        self.play = play
        self.seat = seat
        others = [other for other in range(play.players) if other != seat]
        self.bots = dict(zip(others, bots, strict=True))
        self.names = dict(zip(others, NAMES, strict=False))
        self._chooser: Any = new_chooser(play.seed or 0)

    def advance(self) -> None:
        """Play on to the person's next choice or to the end: the bots' moves and the forced ones (C-4)."""
        while not self.play.over:
            if self.play.turn != self.seat:
                self.play.play_action(ask(self.bots[self.play.turn], self.play.game, self.play.state, self._chooser))
            elif len(self.play.legal_actions) == 1:
                self.play.play_action(self.play.legal_actions[0])
            else:
                return

    @property
    def choices(self) -> list[str]:
        """The legal moves in the game's own order, which has `place 2` before `place 10`."""
        return [self.play.game.text(action) for action in self.play.legal_actions]

    def chose(self, number: int) -> bool:
        """Whether the move with this index was the person's choice among several."""
        return self.play.moves[number].seat == self.seat and not self.forced(number)

    def forced(self, number: int) -> bool:
        """Whether the move with this index was the only legal one."""
        return len(self.play.legal_moves_before(number)) == 1

    @property
    def last_choice(self) -> int | None:
        """The index of the person's latest choice."""
        return next((number for number in reversed(range(len(self.play.moves))) if self.chose(number)), None)

    def take_back(self) -> bool:
        """Go back to before the person's latest choice; False if there was none."""
        number = self.last_choice
        if number is None:
            return False
        while len(self.play.moves) > number:
            self.play.undo()
        return True
