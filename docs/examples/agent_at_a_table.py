"""An agent of PettingZoo's kind sits down at a table of a Quatuor server, or opens one, and plays to the end.

python agent_at_a_table.py http://127.0.0.1:8414 [TABLE] [POLICY.zip]

An agent is any function of an observation and a mask of the legal actions; here a random one, or a policy that
MaskablePPO of sb3-contrib has learnt (see learn_with_ppo.py). It observes what it would observe in
quatuor.envs.pettingzoo. Needs httpx.
"""

import sys
import time

import httpx
import numpy as np

from quatuor import GAMES


def random_agent(observation, mask):
    return np.random.choice(np.flatnonzero(mask))


def learnt_agent(path):
    from sb3_contrib import MaskablePPO

    policy = MaskablePPO.load(path)
    return lambda observation, mask: policy.predict(observation, action_masks=mask, deterministic=True)[0]


def play(api, table, seat, game, agent):
    """Play a seat to the end of the game; how it ended."""
    while True:
        answer = api.get(f"/tables/{table}/observation", params={"seat": seat})
        seen = answer.raise_for_status().json() if answer.status_code != httpx.codes.CONFLICT else None
        if seen and seen["turn"] < 0:
            return api.get(f"/tables/{table}/events").raise_for_status().json()["snapshot"]["outcome"]
        if not seen and api.get(f"/tables/{table}").raise_for_status().json()["status"] == "closed":
            return None
        if not seen or not seen["legal"]:  # others come, or play
            time.sleep(0.05)
            continue
        assert seen["version"] == game.observation.version, "the server's observations mean something else"
        moves = {legal["action"]: legal["move"] for legal in seen["legal"]}
        mask = np.zeros(game.n_actions, np.int8)
        mask[list(moves)] = 1
        observation = np.array(seen["numbers"], np.int8) * game.observation.scales
        move = moves[int(agent(observation, mask))]
        api.post(f"/tables/{table}/moves", json={"seat": seat, "after": seen["index"], "moves": [move]})


def main(server, *more):
    policies, tables = ([word for word in more if word.endswith(".zip") == zipped] for zipped in (True, False))
    api = httpx.Client(base_url=f"{server}/api", timeout=30)
    api.headers["Authorization"] = "Bearer " + api.post("/players", json={"name": "Agent"}).json()["token"]
    if tables:
        joined = api.post(f"/tables/{tables[0]}/seats", json={"seat": None})
    else:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        plan = {"game": "rythm_n_play", "players": 2, "seats": seats, "start": True, "pace_ms": 0}
        joined = api.post("/tables", json=plan)
    table = joined.raise_for_status().json()
    agent = learnt_agent(policies[0]) if policies else random_agent
    outcome = play(api, table["id"], table["yours"][0], GAMES[table["game"]], agent)
    print(outcome["sentence"] if outcome else "The table was closed.")


if __name__ == "__main__":
    main(*sys.argv[1:])
