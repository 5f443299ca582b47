"""How a search thinks about one game: numbers that go with the game's evaluation, chosen by playing matches."""

from dataclasses import dataclass

TO_THE_END = 1_000_000  # turns: no game is that long


@dataclass(frozen=True)
class Thinking:
    """The parameters of a search; `docs/bots.md` says what each one was worth in which game."""

    # How strongly the search tries what it has tried seldom.
    explore: float = 1.0
    # An action that looks worse than the best by so much at first sight, in units of the evaluation, is tried a
    # quarter as eagerly. 0: nothing is looked at, all actions are tried alike.
    doubt: float = 1.0
    # How many futures are averaged for that first sight.
    glances: int = 4
    # How many turns are played on from a new position before it is judged.
    horizon: int = TO_THE_END
    # How many futures a player in such a playout averages before each move; 0: it plays at random.
    foresight: int = 1
    # How many of his legal actions, drawn at random, he looks at: where there are many, the best of some will do.
    candidates: int = 12
    # The lead, in units of the evaluation, that is about half way from even to won.
    lead: float = 8.0
    # How much of the reward at the end is the win; the rest is the margin.
    victory: float = 0.8
    # The share of iterations that all actions of the position get alike: analysis measures bad ones too.
    evenly: float = 0.0
    # Iterations of the levels for people, at any number of players.
    beginner: int = 10
    amateur: int = 10
    expert: int = 100
    virtuoso: int = 2000
    # Iterations of each look of an analysis on a server, where people wait for it.
    analysis: int = 200
