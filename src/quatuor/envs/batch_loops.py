"""How the tables of a batch go on by one decision each; a template: see `quatuor.core.templates`.

`b` is a `quatuor.envs.batch.Tables`. What is done at one table takes its state apart from the others: on a CPU it lies
among them, on a GPU in the memory of the thread.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from quatuor.core.chance import CHOICES, below, seed_after, seeded
from quatuor.core.compiled import compiled, inlined

# Supplied when the template is filled.
setup: Callable[..., Any]
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
winners: Callable[..., Any]
observe: Callable[..., Any]
win_share: Callable[..., Any]
margin: Callable[..., Any]

# In place of an action: the first game of a table.
BEGIN = -1


@inlined
def advance(b: Any, i: Any, s: Any, action: Any, points: Any) -> Any:
    """Play a legal action at a table, or begin its first game (BEGIN), and go on to the next decision.

    Where that ends a game, the next one begins. Each function of the game is called in one place: a GPU's compiler
    copies it to wherever it is called. Inlined, since to hand the arrays over took a fifth of a step's time.
    """
    forget_result(b, i)
    actions = b.legal[i]
    count = 0
    while count == 0 or (b.skip_forced and count == 1):
        if action != BEGIN:
            apply(s, action)
        if action == BEGIN or s.turn < 0:
            if action != BEGIN:
                _note_result(b, i, s, points)
                b.seeds[i] = seed_after(b.seeds[i], np.uint64(len(b.states)))
            setup(s, b.configs[i % len(b.configs)], b.seeds[i])
            b.choosers[i].rng = seeded(b.seeds[i], CHOICES)
        count = legal(s, actions)
        action = actions[0]
    b.counts[i] = count
    b.seats[i] = s.turn
    mask = b.masks[i]
    for k in range(len(mask)):
        mask[k] = 0
    first = np.uint16(actions[0])
    if actions[count - 1] == first + count - 1:  # they ascend: these are all in a row
        row = mask[first : first + count]
        for k in range(count):
            row[k] = 1
    else:
        for k in range(count):
            mask[np.uint16(actions[k])] = 1  # an index that cannot be negative is faster
    observe(s, s.turn, b.observations[i])


@compiled
def choose(b: Any, i: Any) -> Any:
    """A random legal action: what a random player chooses in the game of this table's seed."""
    count = b.counts[i]
    return b.legal[i, below(b.choosers[i], count) if count > 1 else 0]


@compiled
def is_legal(b: Any, i: Any, action: Any) -> Any:
    """By the list of legal actions: anybody may have written into the masks."""
    actions, found = b.legal[i], False
    for k in range(b.counts[i]):
        found |= actions[k] == action  # to the end: a CPU compares several at once
    return found


@compiled
def forget_result(b: Any, i: Any) -> Any:
    """What the last step said of an end, if it said anything, does not hold for this one."""
    if b.ends[i]:
        b.ends[i] = False
        for k in range(b.rewards.shape[1]):
            b.rewards[i, k] = 0
            b.scores[i, k] = 0
            b.margins[i, k] = 0


@compiled
def _note_result(b: Any, i: Any, s: Any, points: Any) -> Any:
    b.ends[i] = True
    scores(s, points)
    won = np.int64(winners(s))
    for k in range(s.players):
        b.rewards[i, k] = win_share(s, won, np.int64(k))
        b.scores[i, k] = points[k]
        b.margins[i, k] = margin(s, points, np.int64(k))


# On a CPU: some tables one after the other.


@compiled
def start(b: Any, low: Any, high: Any, first_seed: Any, points: Any) -> Any:
    for i in range(low, high):
        b.seeds[i] = seed_after(first_seed, np.uint64(i))
        advance(b, i, b.states[i], BEGIN, points)


@compiled
def step(b: Any, low: Any, high: Any, actions: Any, points: Any) -> Any:
    for i in range(low, high):
        advance(b, i, b.states[i], actions[i], points)


@compiled
def sample(b: Any, low: Any, high: Any, out: Any) -> Any:
    for i in range(low, high):
        out[i] = choose(b, i)


@compiled
def first_illegal(b: Any, actions: Any) -> Any:
    """The first table whose action is not legal, -1 if there is none."""
    for i in range(len(actions)):
        if not is_legal(b, i, actions[i]):
            return i
    return -1
