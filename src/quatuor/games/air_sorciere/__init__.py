"""Air Sorcière (2–5 players): witches in rising columns, landed before they fall, traded for spell books."""

from quatuor.core.assemble import assemble
from quatuor.core.levels import Levels
from quatuor.core.search_settings import SearchSettings
from quatuor.games.air_sorciere.reason import reason

GAME = assemble(
    __name__,
    version=1,
    min_players=2,
    choices_are_private=lambda options: not options["open_hands"],
    reason=reason,
    search_settings=SearchSettings(
        exploration=0.3,
        prior_scale=0.2,
        horizon=8,
        margin_scale=5.0,
        analysis=400,
        guided_iteration_us=110,
        analysis_playouts=0.0,
        analysis_error=0.05,
    ),
    levels=Levels(
        beginner="policy:6.5",
        amateur="policy:4.5",
        expert="policy",
        virtuoso="guided:400",
        prodigy="guided:4000",
    ),
)
