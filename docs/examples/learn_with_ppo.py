"""MaskablePPO of sb3-contrib learns to play against random bots, in a few minutes on two cores.

python learn_with_ppo.py [GAME] [POLICY.zip]

Needs quatuor[gymnasium] and sb3-contrib.
"""

import sys

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import quatuor.envs.gymnasium as quatuor_envs
from quatuor import GAMES

STEPS = 150_000
GAMES_TO_JUDGE = 400


def learn(game, steps=STEPS):
    """A policy that has made so many decisions."""
    settings = {"opponents": "random", "skip_forced": True}
    envs = make_vec_env(quatuor_envs.env_id(game), n_envs=32, seed=1, env_kwargs=settings)
    policy = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=256,
        n_epochs=6,
        learning_rate=1e-3,
        ent_coef=0.01,
        gamma=1.0,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    return policy.learn(steps)


def share_of_wins(policy, game, games=GAMES_TO_JUDGE, opponents="random"):
    """How much of the games a policy wins, many at once, in games that it has not seen."""
    envs = gymnasium.make_vec(quatuor_envs.env_id(game), num_envs=100, opponents=opponents)
    observations, infos = envs.reset(seed=1_000_000)
    won = []
    while len(won) < games:
        actions, _ = policy.predict(observations, action_masks=infos["action_mask"])
        observations, rewards, ends, _, infos = envs.step(actions)
        won += rewards[ends].tolist()
    return float(np.mean(won))


def main(name="symphonimo", path=None):
    policy = learn(GAMES[name])
    print(f"It wins {share_of_wins(policy, GAMES[name]):.0%} of its games against a random player.")
    if path:
        policy.save(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
