"""Players that are programs, by the name they have on a command line."""

from quatuor.bots.bot import Bot, ask, new_chooser, play_on
from quatuor.bots.greedy import GreedyBot
from quatuor.bots.random import RandomBot
from quatuor.core.errors import BotError

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}

__all__ = ["BOTS", "Bot", "ask", "find_bot", "find_bots", "new_chooser", "play_on"]


def find_bot(name: str) -> Bot:
    """The bot of that name; BotError, which lists them, if there is none."""
    try:
        return BOTS[name]
    except KeyError:
        known = ", ".join(BOTS)
        raise BotError(
            f"there is no bot {name}; there are {known}.", f"il n'y a pas de bot {name} ; il y a {known}."
        ) from None


def find_bots(names: str, players: int) -> list[Bot]:
    """The bots of a list such as `greedy,random`: one for all seats, or one for each."""
    bots = [find_bot(name.strip()) for name in names.split(",")]
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise BotError(
            f"name one bot for all seats, or {players} of them; got {len(bots)}.",
            f"nommez un bot pour tous les sièges, ou {players} ; reçu : {len(bots)}.",
        )
    return bots
