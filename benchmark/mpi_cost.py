"""The cost of workloads on several ranks, computed from shapes alone.

A workload is a list of redistributions and of all-reduces. A rank spends

    own work  +  latency * (agreements * ceil(log2(ranks)) + messages)  +  bytes / bandwidth

on it. `messages` and `bytes` are those of the rank that sends or receives most; if all ranks
receive the same, as in an all-gather, only what a rank receives counts, because ranks pass on
what they have received. A rank's own work is its part of the time that one rank takes alone.
Before each redistribution or all-reduce, and at the end, the ranks agree, each time in
ceil(log2(ranks)) steps."""

import dataclasses
import math

import numpy as np

F32 = 4


@dataclasses.dataclass
class Cost:
    """What a workload costs: sums over all ranks, and the most of one rank."""
    total_messages: int = 0
    total_bytes: int = 0
    messages: int = 0
    bytes: int = 0
    agreements: int = 1
    # A rank's own part of the work of one rank alone.
    share: float = 1.0

    def add(self, messages, bytes, most_messages, most_bytes):
        self.total_messages += int(messages)
        self.total_bytes += int(bytes)
        self.messages += int(most_messages)
        self.bytes += int(most_bytes)
        self.agreements += messages > 0

    def count_steps(self, ranks):
        """The number of messages that follow each other."""
        return self.agreements * math.ceil(math.log2(ranks)) + self.messages

    def seconds(self, alone, ranks, latency, bandwidth):
        """The time on `ranks` ranks of what takes `alone` seconds on one."""
        return (alone * self.share + latency * self.count_steps(ranks)
                + self.bytes / bandwidth)


def shards(size, ranks):
    """Returns the first indices of the shards of a dimension, and the size: the last
    `size % ranks` shards have one element more."""
    i = np.arange(ranks + 1)
    return i * (size // ranks) + np.maximum(0, i - (ranks - size % ranks))


def boxes(shape, ranks, sharded, first_column=0):
    """Returns the intervals of each dimension that each rank holds of a matrix whose dimension
    `sharded` is sharded (None: no dimension). The matrix is a part of another one, from
    `first_column` on."""
    result = []
    for dimension, size in enumerate(shape):
        begin, end = np.zeros(ranks, int), np.full(ranks, size)
        if dimension == sharded:
            begin, end = shards(size, ranks)[:-1], shards(size, ranks)[1:]
        result.append(np.stack([begin, end]) + (first_column if dimension == 1 else 0))
    return result


def overlaps(source, target):
    """Returns the numbers of elements of target boxes (columns) that source boxes (rows) hold."""
    result = 1
    for (begin, end), (other_begin, other_end) in zip(source, target):
        first = np.maximum(begin[:, None], other_begin)
        result = result * np.maximum(0, np.minimum(end[:, None], other_end) - first)
    return result


def redistribute(cost, source, target, is_whole=False):
    """Adds the copies of a matrix between ranks to the cost. `is_whole`: to all ranks."""
    moved = overlaps(source, target) * F32
    np.fill_diagonal(moved, 0)
    axes = (0,) if is_whole else (0, 1)
    cost.add(np.sum(moved > 0), np.sum(moved),
             *(max(np.max(np.sum(x, axis=axis)) for axis in axes) for x in (moved > 0, moved)))


def split(shape, ranks, pieces, owned, wanted):
    """The cost of a split of the columns of a matrix whose dimension `owned` is sharded into
    pieces whose dimension `wanted` is."""
    cost = Cost(share=1 / ranks)
    rows, length = shape[0], shape[1] // pieces
    source = boxes(shape, ranks, owned)
    for piece in range(pieces):
        redistribute(cost, source, boxes((rows, length), ranks, wanted, piece * length),
                     is_whole=wanted is None)
    return cost


def combine(shape, ranks, owned, wanted):
    """The cost of a matrix that is computed from the two halves of the columns of another one,
    element by element."""
    cost = split(shape, ranks, 2, owned, wanted)
    if wanted is not None or owned == 0:
        return cost
    # It can also be computed where the first half is, and then be copied to all ranks.
    cost.share = 1.0
    other = Cost(share=min(1.0, 2 / ranks))
    half = (shape[0], shape[1] // 2)
    source = boxes(shape, ranks, owned)
    # The ranks that hold a part of the first half, each its own part.
    first = [np.minimum(interval, size) for interval, size in zip(source, half)]
    second = [first[0], first[1] + half[1]]
    redistribute(other, source, second)
    redistribute(other, first, boxes(half, ranks, None), is_whole=True)
    return min(cost, other, key=lambda c: c.total_bytes)


def all_reduces(elements, ranks, count):
    """The cost of all-reduces of `elements` numbers each: a reduce-scatter and an all-gather."""
    cost = Cost(share=1 / ranks)
    messages = 2 * (ranks - 1)
    bytes = messages * elements * F32
    for _ in range(count):
        cost.add(messages * ranks, bytes, messages, bytes / ranks)
    return cost
