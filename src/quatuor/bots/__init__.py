"""Players that are programs, by the name they have on a command line."""

from quatuor.bots.bot import Bot, Budget, Choice, Position, ask, new_chooser, play_on, position_for
from quatuor.bots.file_bot import FileBot, check_file, is_file, is_network, load
from quatuor.bots.hasty import HastyBot
from quatuor.bots.levels import LEVELS, Level
from quatuor.bots.policy import PolicyBot
from quatuor.bots.search import Finding, Findings, look_into
from quatuor.bots.search_bot import GuidedBot, SearchBot
from quatuor.bots.specs import BOTS, EXAMPLES, read_spec
from quatuor.core.errors import BotError
from quatuor.core.texts import COMMON, shortened

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Budget",
    "Choice",
    "FileBot",
    "Finding",
    "Findings",
    "GuidedBot",
    "HastyBot",
    "Level",
    "PolicyBot",
    "Position",
    "SearchBot",
    "ask",
    "find_bot",
    "find_bot_or_file",
    "find_bots",
    "look_into",
    "new_chooser",
    "play_on",
    "position_for",
]


def find_bot(name: str) -> Bot:
    """The bot of that name, level or spec; BotError, which lists them, if there is none."""
    bot = read_spec(name) or LEVELS.get(name)
    if bot is None:
        known = ", ".join((*BOTS, *LEVELS, *EXAMPLES))
        if not name:
            raise BotError(*COMMON.sentence("bot.nameless", known=known))
        raise BotError(*COMMON.sentence("bot.unknown", name=shortened(name), known=known))
    return bot


def find_bot_or_file(name: str) -> Bot:
    """The bot of that name, level or spec, or of a file, Python's or a network's: for command lines alone."""
    if not is_file(name):
        return find_bot(name)
    if is_network(name):
        check_file(name)
        return PolicyBot(network=name)
    load(name)  # refused now if it cannot play
    return FileBot(name)


def find_bots(names: str, players: int) -> list[Bot]:
    """The bots of a list such as `greedy,random` or `mine.py`: one for all seats, or one for each."""
    bots = [find_bot_or_file(name.strip()) for name in names.split(",")]
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise BotError(*COMMON.sentence("bot.count", players=players, count=len(bots)))
    return bots
