"""How the search goes about one game: numbers that go with the game's evaluation, chosen by playing matches."""

from dataclasses import dataclass

TO_THE_END = 1_000_000  # turns: no game is that long


@dataclass(frozen=True)
class SearchSettings:
    """The parameters of a search; `docs/bots.md` says what each one was worth in which game."""

    # The weight of the bonus for actions that were tried seldom.
    exploration: float = 1.0
    # An action whose evaluation is below the best one's by so much has a quarter of the best one's prior.
    # 0: nothing is evaluated beforehand, all actions have the same prior.
    prior_scale: float = 1.0
    # How many futures are averaged for that evaluation.
    prior_samples: int = 4
    # How many turns a playout has before the position is judged.
    horizon: int = TO_THE_END
    # How many futures a player in a playout averages before each move; 0: it plays at random.
    playout_samples: int = 1
    # How many of their legal actions, drawn at random, they look at: where there are many, the best of some will do.
    playout_candidates: int = 12
    # The lead, in units of the evaluation, that is about half way from even to won.
    reward_scale: float = 8.0
    # How much of the reward at the end is the win; the rest is the margin.
    win_weight: float = 0.8
    # The share of iterations that all actions of the position get alike: analysis measures bad ones too.
    uniform_share: float = 0.0
    # Of a search that is guided by a network: the weight of the bonus,
    guided_exploration: float = 1.0
    # at which temperature the priors are the chances that the network gives to actions,
    prior_temperature: float = 1.0
    # how much of the rewards is that of playouts (the rest is the network's),
    playout_share: float = 0.0
    # and the margin, in points, that the network calls 1.
    margin_scale: float = 10.0
    # Iterations of each look of an analysis on a server, where people wait for it.
    analysis: int = 200
    # Microseconds that an iteration may take on a slow core, by itself and guided: what a server reckons with.
    iteration_us: float = 125.0
    guided_iteration_us: float = 175.0
    # How much of the chances in analyses and hints is that of playouts; the rest is what the game's network expects.
    analysis_playouts: float = 1.0
    # The standard error of such a chance beside long searches, which the search itself cannot know.
    analysis_error: float = 0.0
