"""Symphonimo (2–6 players): musicians under conductors; only soloists and quartets score."""

from quatuor.core.assemble import assemble
from quatuor.core.levels import Levels
from quatuor.core.search_settings import SearchSettings
from quatuor.games.symphonimo.likeness import likeness
from quatuor.games.symphonimo.reason import reason

GAME = assemble(
    __name__,
    version=1,
    min_players=2,
    choices_are_private=lambda options: False,
    likeness=likeness,
    reason=reason,
    search_settings=SearchSettings(
        prior_scale=3.0,
        horizon=12,
        analysis=400,
        guided_iteration_us=75,
        analysis_playouts=0.0,
        analysis_error=0.04,
    ),
    levels=Levels(
        beginner="policy:18",
        amateur="policy:10",
        expert={2: "policy", 6: "search:100"},
        virtuoso={2: "guided:1000", 4: "search:3000"},
        prodigy={2: "guided:12000", 4: "search:10000"},
    ),
)
