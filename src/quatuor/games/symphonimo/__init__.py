"""Symphonimo (2–6 players): musicians under conductors; only soloists and quartets score."""

from quatuor.core.assemble import assemble
from quatuor.core.search_settings import SearchSettings

GAME = assemble(
    __name__,
    version=1,
    min_players=2,
    choices_are_private=lambda options: False,
    search_settings=SearchSettings(prior_scale=3.0, horizon=12, expert=100, virtuoso=3000, analysis=400),
)
