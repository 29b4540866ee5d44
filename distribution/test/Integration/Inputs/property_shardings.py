"""Random programs on random grids compute what NumPy does.

Usage: property_shardings.py FOLDER COUNT MPI [FIRST]

Programs have seeds from FIRST on.
"""

import concurrent.futures
import os
import sys

import numpy as np

from split_testing.sharded import Program
from split_testing.tools import make_folder, save, start_merged

# The most seeds have few ranks, which start fast.
GRIDS = [(2,), (3,), (4,), (2, 2), (1,), (1, 2), (2,), (2, 1, 2), (2,), (2, 2), (8,), (3,),
         (2, 3), (4,), (2, 2, 2), (4, 2)]


def describe(program):
    grid = "x".join(map(str, program.shape))
    return f"shard.grid @grid(shape = {grid})\n{program.text}"


def run(folder, seed, mpi):
    """What is wrong with the program of a seed, or None."""
    program = Program(seed, GRIDS[seed % len(GRIDS)])
    own = make_folder(folder / f"seed{seed}")
    path = own / "program.mlir"
    path.write_text(describe(program))
    ran = start_merged("split-run", path, f"--ranks={int(np.prod(program.shape))}",
                       f"--mpi={mpi}", *save(own, "input", program.inputs),
                       *save(own, "expected_output", program.expected))
    if ran.returncode == 0:
        return None
    return f"seed {seed}: exit status {ran.returncode}\n{path.read_text()}{ran.stdout[-3000:]}"


def main(folder, count, mpi, first="0"):
    folder = make_folder(folder)
    seeds = range(int(first), int(first) + int(count))
    # Ranks share processors.
    with concurrent.futures.ThreadPoolExecutor(max(1, os.cpu_count() // 2)) as pool:
        wrong = [why for why in pool.map(lambda seed: run(folder, seed, mpi), seeds) if why]
    print("\n".join([*wrong[:3], f"{len(seeds)} programs, {len(wrong)} wrong"]))


main(*sys.argv[1:])
