"""Runs the models of the specifications' examples, in the current folder."""

import subprocess

import numpy as np

EXAMPLES = {
    "specification-split": ([1], 1, [4, 4, 4]),
    "specification-variadic-split": ([0, 1, 2, 3], 0, [1, 2, 3]),
    "specification-variadic-split-rest": ([0, -1, 2], 0, [4, 2]),
}

data = np.arange(6 * 12 * 10 * 24, dtype=np.float32).reshape(6, 12, 10, 24)
np.save("data.npy", data)
for name, (weights, axis, lengths) in EXAMPLES.items():
    np.array(weights, np.int64).tofile(name + ".bin")
    arguments = []
    for i, piece in enumerate(np.split(data, np.cumsum(lengths)[:-1], axis)):
        np.save(f"{name}-{i}.npy", np.ascontiguousarray(piece))
        arguments.append(f"--expected_output=@{name}-{i}.npy")
    subprocess.run(["split-run", name + ".xml", "--input=@data.npy", *arguments], check=True)
