"""What chance fixed before the first move of Symphonimo, and where every card is."""

from typing import Any

from quatuor.core.errors import RecordError
from quatuor.games.symphonimo import state as S
from quatuor.games.symphonimo.notation import card_text
from quatuor.games.symphonimo.options import FACES
from quatuor.games.symphonimo.rules import start_round
from quatuor.games.symphonimo.texts import TEXTS


def deal(state: Any) -> dict[str, Any]:
    """The record's deal: the conductors' faces."""
    return {"conductors": [FACES[state.face[c]] for c in range(state.players)]}


def impose(state: Any, given: Any) -> None:
    """Make a state that was just set up follow a record's deal; RecordError if it cannot be."""
    faces = given.get("conductors") if isinstance(given, dict) and len(given) == 1 else None
    powers = state.face[: state.players] > 0
    possible = (
        isinstance(faces, list)
        and len(faces) == state.players
        and all(isinstance(face, str) and face in FACES for face in faces)
        and sum(face != "classic" for face in faces) == powers.sum()
        and len({face for face in faces if face != "classic"}) == powers.sum()
    )
    if not possible or not isinstance(faces, list):
        raise RecordError(*TEXTS.sentence("refuse.deal", players=int(state.players), powers=int(powers.sum())))
    for c, face in enumerate(faces):
        state.face[c] = FACES.index(face)
    start_round(state)


def locate(state: Any) -> dict[str, list[str]]:
    """Where every card is, hidden ones included."""
    places = {"unseen": [card_text(card) for card in state.pile[: state.left + state.unused]]}
    if state.held >= 0:
        places["held"] = [card_text(state.held)]
    places["discarded"] = _stack(state.discarded)
    for c in range(state.players):
        places[f"conductor:{c + 1}"] = [card_text(card) for card in state.column[c, : state.height[c]]]
        places[f"orchestra:{c + 1}"] = _stack(state.owned[c])
    return places


def _stack(counts: Any) -> list[str]:
    return [card_text(family) for family in range(S.N_FAMILIES) for _ in range(counts[family])]
