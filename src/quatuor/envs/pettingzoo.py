"""The games as PettingZoo environments, in which agents take turns. Needs `quatuor[pettingzoo]`."""

from typing import Any

import numpy as np

from quatuor.core.game import SPECTATOR, Game, read_seed
from quatuor.envs.arguments import is_action
from quatuor.envs.episodes import (
    ILLEGAL_REWARD,
    OVER,
    RENDER_MODES,
    Episodes,
    Reward,
    read_render_mode,
    read_setup,
    version,
)
from quatuor.envs.extras import missing

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    raise missing("PettingZoo", "pettingzoo") from None

_BEFORE_RESET = ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


class QuatuorEnv(AECEnv):  # type: ignore[misc]
    """A game for so many players, by default as few as it takes; its agents `player_0`, `player_1`… are the seats.

    At the end an agent's reward is its share of the win, or with `reward="margin"` its lead in points.

    It does by itself what PettingZoo's wrappers do for others, in less time: an action outside the space is an
    assertion, one that is not legal ends the game with -1 for the agent, and nothing works before `reset`.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        render_mode: str | None = None,
        reward: Reward = "win",
        **options: Any,
    ) -> None:
        super().__init__()
        self._setup = read_setup(game, players, options)
        self.render_mode = read_render_mode(render_mode)
        self._episodes = Episodes(self._setup, reward=reward)
        game = self._setup.game
        self.metadata = {
            "name": f"{game.name}_{version(game)}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self._setup.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(game.n_actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1, 1, (game.observation.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (game.n_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._chance = np.random.default_rng()
        self._has_reset, self._over = False, True

    def __getattr__(self, name: str) -> Any:
        if name in _BEFORE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game of this seed; without one, of a seed that is drawn after the last one that was given."""
        if seed is None:
            seed = int(self._chance.integers(1 << 63))
        else:
            seed = read_seed(seed)
            self._chance = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._has_reset, self._over = True, False
        self.agent_selection = self.possible_agents[self._episodes.begin(seed)]
        if self.render_mode == "human":
            self.render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents, each when it is its turn."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return super().agent_iter(max_iter)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, each entry between -1 and 1, and which actions are legal: none unless it is its turn."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        observation, mask = self._episodes.look(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is; None once it has nothing more to do."""
        if self._over:
            if not self._has_reset:
                EnvLogger.error_step_before_reset()
            elif self.agents:
                self._was_dead_step(action)
            else:
                EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        assert is_action(action, self.action_spaces[agent].n), "action is not in action space"
        turn = self._episodes.play(int(action))
        if turn >= 0:
            self.agent_selection = self.possible_agents[turn]
        elif turn == OVER:
            self._end(dict(zip(self.agents, self._episodes.rewards(), strict=True)))
        else:
            EnvLogger.warn_on_illegal_move()
            self.truncations = dict.fromkeys(self.agents, True)
            self._end(dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL_REWARD})
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: dict[str, float]) -> None:
        self._over = True
        self.rewards = rewards
        self._cumulative_rewards = dict(rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The table as the agent to play sees it, once the game is over as a spectator does."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        seat = SPECTATOR if self._over else self._seats[self.agent_selection]
        return self._episodes.render(self.render_mode, seat)

    def close(self) -> None:
        """Nothing is left open."""


# What an environment of PettingZoo calls itself with its wrappers, and without.
env = raw_env = QuatuorEnv
