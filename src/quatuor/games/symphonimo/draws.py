"""What chance decides in Symphonimo: the conductors' faces, then each card that is drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from quatuor.core.draws import Draws, Pool, counted
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.options import FACES
from quatuor.games.symphonimo.rules import start_round


def _deal_pool(state: Any, options: Mapping[str, Any], faces: Sequence[int]) -> Pool:
    """SY-12: the next conductor's face. How many have powers, a state that was just set up says."""
    powers = int((state.face[: state.players] > 0).sum())
    if len(faces) == state.players or powers == 0 or isinstance(options["maestro"], list):
        return {}
    left, conductors = powers - sum(face > 0 for face in faces), int(state.players) - len(faces)
    undrawn = [face for face in range(1, S.N_POWERS + 1) if face not in faces]
    # Each power that is left is as likely as the others; together they are as likely as their share of conductors.
    pool = {S.CLASSIC: (conductors - left) * len(undrawn)} | dict.fromkeys(undrawn, left)
    return {face: ways for face, ways in pool.items() if ways > 0}


def _deal(state: Any, faces: Sequence[int]) -> None:
    for conductor, face in enumerate(faces):
        state.face[conductor] = face
    start_round(state)


def _pool(state: Any, action: int) -> Pool:
    """SY-3, SY-20: any card that nobody has seen."""
    return counted(state.pile[: state.left + state.unused].tolist())


def _longest(players: int, options: Mapping[str, Any]) -> int:
    """A card is drawn, placed, taken now or left; a conductor that is taken has a card, and asks for one thing more."""
    return 3 * S.N_CARDS + 2 * S.N_CARDS + players


DRAWS = Draws(
    outcomes=S.N_FAMILIES,
    longest=_longest,
    pool=_pool,
    deal_pool=_deal_pool,
    deal=_deal,
    deal_text=lambda face: FACES[face],
)
