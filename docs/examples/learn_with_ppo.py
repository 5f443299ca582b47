"""MaskablePPO of sb3-contrib learns to beat random players, in a minute or two on one core.

python learn_with_ppo.py POLICY.zip [GAME]

Needs quatuor[gymnasium] and sb3-contrib.
"""

import sys

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from quatuor import GAMES
from quatuor.envs.gymnasium import env_id

STEPS = 80_000
OPPONENTS = {"opponents": "random", "skip_forced": True}


def learn(game):
    """A policy that has learnt from the lead in points, which tells more of a game than who won."""
    torch.set_num_threads(1)  # so small a network gains nothing from more
    envs = make_vec_env(
        env_id(game),
        n_envs=32,
        seed=1,
        env_kwargs=OPPONENTS | {"reward": "margin"},
        wrapper_class=gymnasium.wrappers.TransformReward,
        wrapper_kwargs={"func": lambda lead: lead / 10},
    )
    policy = MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=5e-4,
        n_steps=128,
        batch_size=256,
        n_epochs=6,
        gamma=1.0,
        gae_lambda=0.99,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    return policy.learn(STEPS)


def share_of_wins(policy, game, games=1000):
    """How many games a policy wins, of games that it has not learnt from."""
    envs = gymnasium.make_vec(env_id(game), num_envs=100, **OPPONENTS)
    observations, infos = envs.reset(seed=1_000_000)
    won = []
    while len(won) < games:
        actions, _ = policy.predict(observations, action_masks=infos["action_mask"], deterministic=True)
        observations, rewards, ends, _, infos = envs.step(actions)
        won += rewards[ends].tolist()
    return np.mean(won)


def main(path, name="rythm_n_play"):
    policy = learn(GAMES[name])
    policy.save(path)
    print(f"It wins {share_of_wins(policy, GAMES[name]):.0%} of its games against a random player.")


if __name__ == "__main__":
    main(*sys.argv[1:])
