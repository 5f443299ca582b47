"""How actions are chosen by what a network thinks of them."""

import torch
from torch import Tensor

NEVER = -1.0e9  # the logit of an action that is not legal


def legal_only(logits: Tensor, masks: Tensor) -> Tensor:
    """The logits, where actions that are not legal are never chosen."""
    return logits.masked_fill(masks == 0, NEVER)


def drawn(logits: Tensor, chance: torch.Generator) -> Tensor:
    """An action of each row, drawn by its chance."""
    noise = torch.empty_like(logits).exponential_(generator=chance)
    return (logits - noise.log()).argmax(-1)
