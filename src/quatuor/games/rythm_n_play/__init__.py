"""Rythm'n'Play (2–6 players): extend the melody, or be the one who gets it."""

from quatuor.core.assemble import assemble
from quatuor.core.levels import Levels
from quatuor.core.search_settings import SearchSettings
from quatuor.games.rythm_n_play.deal import deal_cards
from quatuor.games.rythm_n_play.hidden import notice
from quatuor.games.rythm_n_play.reason import reason

GAME = assemble(
    __name__,
    version=1,
    min_players=2,
    deal_cards=deal_cards,
    notice=notice,
    reason=reason,
    search_settings=SearchSettings(
        horizon=12,
        playout_samples=4,
        analysis=400,
        guided_iteration_us=125,
        analysis_playouts=0.0,
        analysis_error=0.05,
    ),
    levels=Levels(
        beginner="policy:12.5",
        amateur="policy:8.5",
        expert="policy",
        virtuoso={2: "guided:50", 4: "search:8000"},
        prodigy={2: "guided:100", 4: "search:10000"},
    ),
)
