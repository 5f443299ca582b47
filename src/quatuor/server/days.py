"""The days of the host's time zone: when each begins and ends, and how long its deals stay secret."""

from datetime import date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from quatuor.server import clock
from quatuor.server.refusals import refuse

# A game of a day's deal counts for that day if it ends so long after it at the latest; until then the deal is secret.
GRACE_SECONDS = 3600.0


def is_zone(name: str) -> bool:
    """Whether a time zone of this name is known here."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # an impossible name, the name of a folder, no such zone
        return False
    return True


class Days:
    """The days of a time zone; without a name, the machine's own."""

    def __init__(self, zone: str | None = None) -> None:
        self._zone: tzinfo | None = None if zone is None else ZoneInfo(zone)

    def today(self) -> date:
        return datetime.fromtimestamp(clock.wall(), self._zone).date()

    def begins(self, day: date) -> float:
        """The time of day, in seconds since 1970, when a day begins."""
        return datetime.combine(day, time(), self._zone).timestamp()

    def ends(self, day: date) -> float:
        return self.begins(day + timedelta(days=1))

    def counts_until(self, day: date) -> float:
        """When a game of a day's deal must have ended to count."""
        return self.ends(day) + GRACE_SECONDS

    def is_sealed(self, day: date) -> bool:
        """Whether nobody may know more of a day's deal than what they have seen of it."""
        return clock.wall() <= self.counts_until(day)

    def check_unsealed(self, day: date) -> None:
        """Refuse what would tell of a day's deal too early."""
        if self.is_sealed(day):
            refuse("forbidden", "daily.sealed")
