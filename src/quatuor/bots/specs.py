"""Bots by their specs: a name such as `greedy`, or a kind and how much it thinks, such as `search:2000`."""

from collections.abc import Callable

from quatuor.bots.bot import Bot
from quatuor.bots.greedy import GreedyBot
from quatuor.bots.hasty import NAME as HASTY
from quatuor.bots.hasty import read_hasty
from quatuor.bots.policy import NAME as POLICY
from quatuor.bots.policy import read_policy
from quatuor.bots.random import RandomBot
from quatuor.bots.search_bot import KINDS, read_search

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}
EXAMPLES = ("hasty:10", "search:2000", "search:0.5s", "policy", "policy:0.5", "guided:200", "guided:0.5s")
_KINDS: dict[str, Callable[[str], Bot]] = {HASTY: read_hasty, POLICY: read_policy, **dict.fromkeys(KINDS, read_search)}


def read_spec(spec: str) -> Bot | None:
    """The bot of a spec, None if there is none of that name; BotError if its kind does not think so much."""
    read = _KINDS.get(spec.partition(":")[0])
    return BOTS.get(spec) if read is None else read(spec)
