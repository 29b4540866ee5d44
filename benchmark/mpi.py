"""Measures workloads on several ranks of this machine: the time of a run, and the bytes that
the ranks send, beside the least number that they must send and the time that a model of the
cost expects (mpi_cost.py).

Prints two tables in Markdown. In the first, each row is a workload with the dimension that its
argument and its results are sharded along. Times are those of the slowest rank, relative to
one process without MPI; runs of ranks and of this process alternate. The time that the model
expects is in parentheses. The least number of bytes is computed from the shapes alone: a rank
must receive each element of a result's shard, or of the tensors that the result depends on,
that only other ranks hold. Exits with 1 if the ranks send more.

The latency of the model is that of W10, and its bandwidth the median of the other workloads,
both on the smallest number of ranks that is measured. The second table is the model's for more
ranks, and for the latency and bandwidth of a network (--latency, --bandwidth)."""

import argparse
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

import mpi_cost

ROOT = pathlib.Path(__file__).parent.parent
SPLIT_RUN = shutil.which("split-run") or ROOT / "build/release/bin/split-run"


class Workload:
    def __init__(self, name, path, options, cost):
        self.name = name
        self.command = [ROOT / path, *options]
        # The cost for a number of ranks.
        self.cost = cost


def splits(name, shape, pieces, cost=None, shape_text=None, axes=("[[0],[]]", "[[],[0]]")):
    """Workloads whose argument is split along its columns, dimension 1 of `shape`. `axes` are
    the shardings of rows and of columns."""
    results = 1 if cost else pieces
    cost = cost or (lambda ranks, *dimensions: mpi_cost.split(shape, ranks, pieces, *dimensions))
    text = {0: axes[0], 1: axes[1], None: "[[]]"}
    words = {0: "rows", 1: "columns", None: "whole"}
    for owned, wanted in [(0, 0), (1, 1), (1, 0), (1, None)]:
        options = [f"--input={shape_text or 'x'.join(map(str, shape))}xf32=random",
                   "--function=split", f"--shard=arg0={text[owned]}"]
        options += [f"--shard=result{i}={text[wanted]}" for i in range(results)]
        yield Workload(f"{name}: {words[owned]} to {words[wanted]}",
                       f"benchmark/workloads/{name}.mlir", options,
                       lambda ranks, o=owned, w=wanted: cost(ranks, o, w))


def get_workloads():
    # The first is a small one, whose time is latency. Its columns are dimension 1 of 3.
    yield next(w for w in splits("W10", (64, 12), 3, shape_text="1x12x64",
                                 axes=("[[],[],[0]]", "[[],[0],[]]")) if "to rows" in w.name
               and "columns" in w.name)
    yield from splits("W2", (4096, 4096), 4)
    yield from splits("W3", (2048, 2304), 3)
    yield from splits("W9", (2048, 5460), 2, cost=lambda ranks, *dimensions: mpi_cost.combine(
        (2048, 5460), ranks, *dimensions))
    s, d = 128, 768
    yield Workload(
        "transformer block", "examples/tensor-parallel.mlir",
        [f"--input={s}x{d}xf32=random", f"--input={d}x{3 * d}xf32=random",
         f"--input={d}x{d}xf32=random", f"--input={d}x{4 * d}xf32=random",
         f"--input={4 * d}x{d}xf32=random", "--shard=arg1=[[],[0]]", "--shard=arg2=[[0],[]]",
         "--shard=arg3=[[],[0]]", "--shard=arg4=[[0],[]]"],
        lambda ranks: mpi_cost.all_reduces(s * d, ranks, 2))


def run(command):
    done = subprocess.run([SPLIT_RUN, *map(str, command)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    value, unit = re.search(r"median ([0-9.]+) (\w+)", done.stdout).groups()
    seconds = float(value) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]
    sent = re.search(r"sent: (\d+) messages, (\d+) bytes", done.stdout)
    return seconds, *(map(int, sent.groups()) if sent else (0, 0))


class Measurement:
    """A workload on a number of ranks, in seconds."""

    def __init__(self, workload, mpi, ranks, rounds, runs):
        self.workload, self.mpi, self.ranks = workload, mpi, ranks
        self.cost = workload.cost(ranks)
        time = f"--time={runs}"
        alone = [o for o in workload.command if not str(o).startswith("--shard")]
        times, ratios = [], []
        for _ in range(rounds):
            one, *_ = run([*alone, time])
            together, self.messages, self.bytes = run(
                [*workload.command, time, f"--mpi={mpi}", f"--ranks={ranks}", f"--grid={ranks}"])
            times.append(one)
            ratios.append(together / one)
        self.alone = statistics.median(times)
        self.ratio = statistics.median(ratios)

    def expect(self, latency, bandwidth):
        """The model's time, relative to one rank."""
        return self.cost.seconds(self.alone, self.ranks, latency, bandwidth) / self.alone


def is_small(workload):
    """Returns true for the workload whose time is latency."""
    return workload.name.startswith("W10")


def is_wanted(workload, text):
    return text in workload.name or is_small(workload)


def fit(measurements):
    """Returns the latency and bandwidth of measurements on one number of ranks."""
    latency, bandwidth = 0.0, math.inf
    samples = []
    for m in measurements:
        rest = m.alone * m.ratio - m.cost.seconds(m.alone, m.ranks, latency, bandwidth)
        if is_small(m.workload):
            latency = rest / m.cost.count_steps(m.ranks)
        elif m.cost.bytes:
            samples.append(m.cost.bytes / rest)
    return latency, statistics.median(samples) if samples else math.inf


def print_measurements(measurements, fitted):
    print("| workload | ranks | one rank |" + "".join(f" {mpi} |" for mpi in fitted)
          + " messages | bytes sent | bytes that must move |\n|---|---|---|"
          + "---|" * len(fitted) + "---|---|---|")
    rows = {}
    for m in measurements:
        rows.setdefault((m.workload, m.ranks), []).append(m)
    for (workload, ranks), row in rows.items():
        alone = statistics.median(m.alone for m in row)
        print(f"| {workload.name} | {ranks} | {format_time(alone)} |"
              + "".join(f" {m.ratio:.2f} ({m.expect(*fitted[m.mpi]):.2f}) |" for m in row)
              + f" {list_unique(m.messages for m in row)} |"
              + f" {list_unique(m.bytes for m in row)} | {row[0].cost.total_bytes:,} |")
    for mpi, (latency, bandwidth) in fitted.items():
        print(f"\n{mpi}: latency {latency * 1e6:.2f} us, bandwidth {bandwidth / 1e9:.2f} GB/s")


def format_time(seconds):
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-4 else f"{seconds * 1e6:.2f} us"


def list_unique(numbers):
    return ", ".join(f"{number:,}" for number in sorted(set(numbers)))


def print_model(measurements, many, latency, bandwidth):
    print(f"\nModel: latency {latency * 1e6:g} us, bandwidth {bandwidth / 1e9:g} GB/s; time "
          "relative to one rank\n")
    print("| workload |" + "".join(f" {ranks} ranks |" for ranks in many))
    print("|---|" + "---|" * len(many))
    alone = {m.workload: m.alone for m in measurements}
    for workload, time in alone.items():
        costs = [workload.cost(ranks).seconds(time, ranks, latency, bandwidth) / time
                 for ranks in many]
        print(f"| {workload.name} | " + " | ".join(f"{c:.3g}" for c in costs) + " |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mpi", nargs="+", default=["openmpi", "mpich"])
    parser.add_argument("--ranks", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=10, help="timed runs in each round")
    parser.add_argument("--filter", default="", help="part of the names of workloads")
    parser.add_argument("--model", nargs="+", type=int, default=[8, 64, 1024],
                        help="numbers of ranks of the second table")
    parser.add_argument("--latency", type=float, default=2e-6, help="in seconds")
    parser.add_argument("--bandwidth", type=float, default=12.5e9, help="in bytes per second")
    arguments = parser.parse_args()
    measurements = [
        Measurement(workload, mpi, ranks, arguments.rounds, arguments.runs)
        for workload in get_workloads() if is_wanted(workload, arguments.filter)
        for ranks in arguments.ranks for mpi in arguments.mpi]
    fitted = {mpi: fit([m for m in measurements
                        if m.mpi == mpi and m.ranks == min(arguments.ranks)])
              for mpi in arguments.mpi}
    print_measurements(measurements, fitted)
    print_model(measurements, arguments.model, arguments.latency, arguments.bandwidth)
    if any(m.bytes > m.cost.total_bytes for m in measurements):
        sys.exit("error: ranks send more bytes than must move")
    print("\nRanks send no more bytes than must move.")


if __name__ == "__main__":
    main()
