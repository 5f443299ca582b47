"""A bot in thirty lines: it sits down at a table, or opens one against a built-in bot, and plays to the end.

python example.py http://127.0.0.1:8414 [TABLE]
"""

import random
import sys
import time

import httpx

server, table = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
api = httpx.Client(base_url=f"{server}/api", timeout=30)
api.headers["Authorization"] = "Bearer " + api.post("/players", json={"name": "Example"}).json()["token"]

if table is None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    plan = {"game": "symphonimo", "players": 2, "seats": seats, "start": True, "pace_ms": 0}
    joined = api.post("/tables", json=plan).raise_for_status().json()
else:
    joined = api.post(f"/tables/{table}/seats", json={"seat": None}).raise_for_status().json()
path, seat, seen = f"/tables/{joined['id']}", joined["yours"][0], -1

while True:
    news = api.get(f"{path}/events", params={"after": seen, "seat": seat}).raise_for_status().json()
    print(*[sentence for item in news["items"] for sentence in item["log"]], sep="\n", end="")
    seen, snapshot = news["snapshot"]["index"], news["snapshot"]
    if snapshot["table"]["status"] in ("over", "closed"):
        break
    legal = snapshot["position"]["legal"] if snapshot["position"] else []
    if legal:
        move = random.choice(legal)["move"]
        api.post(f"{path}/moves", json={"seat": seat, "after": seen, "moves": [move]})
    else:
        time.sleep(0.05)
print("\n" + (snapshot["outcome"]["sentence"] if snapshot["outcome"] else "The table was closed."))
