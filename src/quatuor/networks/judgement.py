"""What a network thinks of a position, computed: the same bits on every machine, compiled or not.

Only products, sums and comparisons, in single precision and in one order: each output adds its products in the order of
the inputs, and neighbouring outputs are computed together. A network without rows or pairs has empty arrays for them.
"""

from typing import Any, NamedTuple

import numpy as np

from quatuor.core.compiled import compiled, interpreted_as

_SQUARINGS = 20


class Weights(NamedTuple):
    """The layers of a network, a row for each input; single precision, each array contiguous."""

    enter: Any
    enter_bias: Any
    blocks: Any  # block, input, output
    blocks_bias: Any
    act: Any
    act_bias: Any
    direct: Any  # from the observation straight to the actions
    value: Any
    value_bias: Any
    row: Any
    row_bias: Any  # of each row: its place is in it
    rows_enter: Any
    key: Any
    key_context: Any
    key_bias: Any
    query: Any
    query_context: Any
    query_bias: Any
    query_direct: Any  # from the observation straight to the queries
    # Where in the observation the rows start, among the rows the keys and queries, among the actions the pairs.
    rows_start: int
    first_key: int
    first_query: int
    first_pair: int


class Memory(NamedTuple):
    """What a network computes with, and what it finds: compiled code allocates nothing."""

    numbers: Any
    tokens: Any  # the rows, as the network has read them
    hidden: Any
    more: Any
    keys: Any
    queries: Any
    crossed: Any  # the queries once more, a column each
    logits: Any  # of all actions, legal or not
    values: Any  # shares of the win, then margins, by seat from the observer's on


def new_memory(w: Weights) -> Memory:
    """Memory for a network; one thread at a time may use it."""
    inputs, width = w.enter.shape
    wide, queries = len(w.key), len(w.query_bias)

    def blank(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    return Memory(
        numbers=blank(inputs),
        tokens=blank(w.row_bias.size),
        hidden=blank(width),
        more=blank(width),
        keys=blank(len(w.key_bias)),
        queries=blank(queries),
        crossed=blank(wide, queries // wide if wide else 0),
        logits=blank(len(w.act_bias)),
        values=blank(len(w.value_bias)),
    )


@compiled
def judge(w: Any, observation: Any, m: Any) -> Any:
    """Put into the memory's `logits` and `values` what a network thinks of an observation."""
    _copy(observation, m.numbers)
    _copy(w.enter_bias, m.hidden)
    _add_products(m.numbers, w.enter, m.hidden)
    _read_rows(w, m)
    _add_products(m.tokens, w.rows_enter, m.hidden)
    _cut(m.hidden)
    for block in range(len(w.blocks)):
        _copy(w.blocks_bias[block], m.more)
        _add_products(m.hidden, w.blocks[block], m.more)
        _cut(m.more)
        for j in range(len(m.more)):
            m.hidden[j] += m.more[j]
    _copy(w.act_bias, m.logits)
    _add_products(m.hidden, w.act, m.logits)
    _add_products(m.numbers, w.direct, m.logits)
    _add_pairs(w, m)
    _copy(w.value_bias, m.values)
    _add_products(m.hidden, w.value, m.values)


@compiled
def exponential(x: Any) -> Any:
    """e to a power that is not above 0, to four digits or more: (1 + x/2**20)**(2**20), by squares."""
    power = max(1.0 + np.float64(x) / (1 << _SQUARINGS), 0.0)
    for _ in range(_SQUARINGS):
        power *= power
    return power


@compiled
def _read_rows(w: Any, m: Any) -> Any:
    """Read each row by the same layer; an empty one stays all zeros."""
    features, wide = w.row.shape
    for r in range(len(w.row_bias)):
        numbers = m.numbers[w.rows_start + r * features : w.rows_start + (r + 1) * features]
        token = m.tokens[r * wide : (r + 1) * wide]
        if _empty(numbers):
            for d in range(wide):
                token[d] = 0
        else:
            _copy(w.row_bias[r], token)
            _add_products(numbers, w.row, token)
            _cut(token)


@compiled
def _add_pairs(w: Any, m: Any) -> Any:
    """Add to the logits of pairs the products of what both rows offer here."""
    wide, queries = m.crossed.shape
    _offer(w, m, wide)
    _ask(w, m, wide)
    for d in range(wide):
        for q in range(queries):
            m.crossed[d, q] = m.queries[q * wide + d]
    for k in range(len(m.keys) // wide if wide > 0 else 0):
        first = w.first_pair + k * queries
        _add_products(m.keys[k * wide : (k + 1) * wide], m.crossed, m.logits[first : first + queries])


@compiled
def _offer(w: Any, m: Any, wide: Any) -> Any:
    """What the rows of the keys offer, each by the same layer and by what the network thinks of the whole."""
    _copy(w.key_bias, m.keys)
    _add_products(m.hidden, w.key_context, m.keys)
    for k in range(len(m.keys) // wide if wide > 0 else 0):
        token = m.tokens[(w.first_key + k) * wide : (w.first_key + k + 1) * wide]
        _add_products(token, w.key, m.keys[k * wide : (k + 1) * wide])
    _cut(m.keys)


@compiled
def _ask(w: Any, m: Any, wide: Any) -> Any:
    """What the rows of the queries ask for, all together, by the whole and by the observation itself."""
    _copy(w.query_bias, m.queries)
    _add_products(m.hidden, w.query_context, m.queries)
    _add_products(m.tokens[w.first_query * wide : w.first_query * wide + len(m.queries)], w.query, m.queries)
    _add_products(m.numbers, w.query_direct, m.queries)
    _cut(m.queries)


@compiled
def _add_products(x: Any, weights: Any, out: Any) -> Any:
    """Add to each output the products of inputs and weights; most inputs are 0."""
    for i in range(len(x)):
        if x[i] != 0:
            _add_scaled(x[i], weights[i], out)


def _add_scaled_at_once(scale: Any, row: Any, out: Any) -> Any:
    out += scale * row


@interpreted_as(_add_scaled_at_once)  # one by one they would take the interpreter a second
def _add_scaled(scale: Any, row: Any, out: Any) -> Any:
    for j in range(len(out)):
        out[j] += scale * row[j]


@compiled
def _copy(source: Any, out: Any) -> Any:
    for j in range(len(out)):
        out[j] = source[j]


@compiled
def _cut(out: Any) -> Any:
    """Put 0 in the place of what is negative."""
    for j in range(len(out)):
        if out[j] < 0:
            out[j] = 0


@compiled
def _empty(numbers: Any) -> Any:
    empty = True
    for number in numbers:
        empty = empty and number == 0
    return empty
