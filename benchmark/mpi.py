"""Measures workloads on several ranks of this machine: the time of a run, the bytes that the
ranks send, and the least number of bytes that they must send.

Prints a table in Markdown. Each row is a workload with the sharding of its arguments and
results (the axes of the grid for each dimension). Times are those of the slowest rank,
relative to one process without MPI; runs of ranks and of this process alternate. The script
computes the least number of bytes from the shapes alone: a rank must receive each element of
a result's shard, or of the tensors that the result depends on, that only other ranks hold."""

import argparse
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent
BIN = ROOT / "build/release/bin"
F32 = 4


def shard(size, shards, index):
    """Returns the interval of a shard; the last ones have one element more."""
    smaller = shards - size % shards
    begin = [i * (size // shards) + max(0, i - smaller) for i in (index, index + 1)]
    return range(*begin)


def overlap(a, b):
    return max(0, min(a.stop, b.stop) - max(a.start, b.start))


def move(shape, ranks, pieces, owned, wanted):
    """Bytes that move if a tensor of `shape` is sharded along dimension `owned` (None: whole
    on each rank), and each rank needs its shard along dimension `wanted` of each of
    `pieces` equal parts of the columns."""
    rows, columns = shape
    length = columns // pieces
    total = 0
    for rank in range(ranks):
        for piece in range(pieces):
            needs = [range(rows), range(length)]
            if wanted is not None:
                needs[wanted] = shard(len(needs[wanted]), ranks, rank)
            needs[1] = range(needs[1].start + piece * length, needs[1].stop + piece * length)
            has = [range(rows), range(columns)]
            if owned is not None:
                has[owned] = shard(shape[owned], ranks, rank)
            need = len(needs[0]) * len(needs[1])
            total += need - overlap(needs[0], has[0]) * overlap(needs[1], has[1])
    return total * F32


def all_reduce(elements, ranks):
    """The fewest bytes that all ranks together send in an all-reduce of a tensor."""
    return 2 * (ranks - 1) * elements * F32


def compute(shape, ranks, owned, wanted):
    """Bytes that move at least if one tensor is computed from the two halves of the columns,
    element by element: with the shards that are wanted, or with others that are then
    redistributed."""
    rows, columns = shape
    piece = rows * columns // 2 * F32
    if wanted is not None or owned == 0:
        return move(shape, ranks, 2, owned, wanted)
    # Where the first half is, or on all ranks; then all ranks get the result.
    return min(ranks * piece, move(shape, ranks, 2, owned, 1) + (ranks - 1) * piece)


def splits(name, shape, pieces, least):
    """Rows of a workload whose argument is split along its columns."""
    results = 1 if least is compute else pieces
    text = {0: "[[0],[]]", 1: "[[],[0]]", None: "[[]]"}
    for source, owned, target, wanted in [
            ("rows", 0, "rows", 0), ("columns", 1, "columns", 1), ("columns", 1, "rows", 0),
            ("columns", 1, "whole", None)]:
        options = [f"--shard=arg0={text[owned]}"]
        options += [f"--shard=result{i}={text[wanted]}" for i in range(results)]
        yield (f"{name}: {source} to {target}", ROOT / f"benchmark/workloads/{name}.mlir",
               [f"--input={shape[0]}x{shape[1]}xf32=random", "--function=split", *options],
               lambda ranks: least(shape, ranks, owned, wanted))


def cases():
    yield from splits("W2", (4096, 4096), 4, lambda s, r, o, w: move(s, r, 4, o, w))
    yield from splits("W3", (2048, 2304), 3, lambda s, r, o, w: move(s, r, 3, o, w))
    yield from splits("W9", (2048, 5460), 2, compute)
    s, d = 128, 768
    yield ("transformer block", ROOT / "examples/tensor-parallel.mlir",
           [f"--input={s}x{d}xf32=random", f"--input={d}x{3 * d}xf32=random",
            f"--input={d}x{d}xf32=random", f"--input={d}x{4 * d}xf32=random",
            f"--input={4 * d}x{d}xf32=random", "--shard=arg1=[[],[0]]", "--shard=arg2=[[0],[]]",
            "--shard=arg3=[[],[0]]", "--shard=arg4=[[0],[]]"],
           lambda ranks: 2 * all_reduce(s * d, ranks))


def run(command):
    done = subprocess.run([BIN / "split-run", *map(str, command)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    value, unit = re.search(r"median ([0-9.]+) (\w+)", done.stdout).groups()
    seconds = float(value) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]
    sent = re.search(r"sent: (\d+) messages, (\d+) bytes", done.stdout)
    return seconds, *(map(int, sent.groups()) if sent else (0, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mpi", nargs="+", default=["openmpi", "mpich"])
    parser.add_argument("--ranks", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=10, help="timed runs in each round")
    parser.add_argument("--filter", default="", help="part of the names of workloads")
    arguments = parser.parse_args()
    print("| workload | MPI | ranks | time on one rank | time relative to it | messages | "
          "bytes sent | bytes that must move |\n|---|---|---|---|---|---|---|---|")
    for name, program, options, least in cases():
        if arguments.filter not in name:
            continue
        alone = [program, f"--time={arguments.runs}",
                 *(o for o in options if not o.startswith("--shard"))]
        for ranks in arguments.ranks:
            for mpi in arguments.mpi:
                ratios, times = [], []
                for _ in range(arguments.rounds):
                    time, *_ = run(alone)
                    together, messages, sent = run(
                        [program, f"--time={arguments.runs}", f"--mpi={mpi}",
                         f"--ranks={ranks}", f"--grid={ranks}", *options])
                    times.append(time)
                    ratios.append(together / time)
                print(f"| {name} | {mpi} | {ranks} | {statistics.median(times) * 1e3:.2f} ms | "
                      f"{statistics.median(ratios):.2f} | {messages} | {sent:,} | "
                      f"{least(ranks):,} |", flush=True)


if __name__ == "__main__":
    main()
