"""Symbiose (2–4 players): cards swapped between one's pond and the common river pay by where they lie."""

from quatuor.core.assemble import assemble
from quatuor.core.levels import Levels
from quatuor.core.search_settings import SearchSettings
from quatuor.games.symbiose.card_names import describe_move, name_card
from quatuor.games.symbiose.deal import deal_cards
from quatuor.games.symbiose.hidden import notice
from quatuor.games.symbiose.likeness import likeness
from quatuor.games.symbiose.options import options_of_deal
from quatuor.games.symbiose.reason import reason
from quatuor.games.symbiose.rules import side

GAME = assemble(
    __name__,
    version=1,
    min_players=2,
    choices_are_private=lambda options: False,  # the secret first flip is chosen from the same slots by everybody
    name_card=name_card,
    describe_move=describe_move,
    options_of_deal=options_of_deal,
    deal_cards=deal_cards,
    deal_settles_reveals=True,
    side=side,
    notice=notice,
    likeness=likeness,
    reason=reason,
    search_settings=SearchSettings(
        prior_scale=3.0,
        prior_temperature=2.0,
        playout_share=0.5,
        margin_scale=20.0,
        analysis=400,
        guided_iteration_us=375,
        analysis_playouts=0.0,
        analysis_error=0.05,
    ),
    levels=Levels(
        beginner="policy:13",
        amateur="policy:8",
        expert={2: "policy", 3: "search:250"},
        virtuoso={2: "guided:500", 3: "search:3000"},
        prodigy={2: "guided:3000", 3: "search:5000"},
    ),
)
