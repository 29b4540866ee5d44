"""Runs the models of the specifications' examples, in the current folder."""

from pathlib import Path

import numpy as np

from split_testing.functions import is_same
from split_testing.reference import cut
from split_testing.tools import split_run

EXAMPLES = {
    "specification-split": ([1], 1, [4, 4, 4]),
    "specification-variadic-split": ([0, 1, 2, 3], 0, [1, 2, 3]),
    "specification-variadic-split-rest": ([0, -1, 2], 0, [4, 2]),
}

data = np.arange(6 * 12 * 10 * 24, dtype=np.float32).reshape(6, 12, 10, 24)
for name, (weights, axis, lengths) in EXAMPLES.items():
    np.array(weights, np.int64).tofile(name + ".bin")
    got = split_run(Path.cwd(), name + ".xml", [data], len(lengths))
    assert all(map(is_same, got, cut(data, axis, lengths))), name
