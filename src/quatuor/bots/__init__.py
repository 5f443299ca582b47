"""Players that are programs, by the name they have on a command line."""

from quatuor.bots.bot import Bot, ask, new_chooser, play_on
from quatuor.bots.greedy import GreedyBot
from quatuor.bots.random import RandomBot
from quatuor.core.errors import BotError
from quatuor.core.texts import COMMON, shortened

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}

__all__ = ["BOTS", "Bot", "ask", "find_bot", "find_bots", "new_chooser", "play_on"]


def find_bot(name: str) -> Bot:
    """The bot of that name; BotError, which lists them, if there is none."""
    try:
        return BOTS[name]
    except KeyError:
        raise BotError(*COMMON.sentence("bot.unknown", name=shortened(name), known=", ".join(BOTS))) from None


def find_bots(names: str, players: int) -> list[Bot]:
    """The bots of a list such as `greedy,random`: one for all seats, or one for each."""
    bots = [find_bot(name.strip()) for name in names.split(",")]
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise BotError(*COMMON.sentence("bot.count", players=players, count=len(bots)))
    return bots
