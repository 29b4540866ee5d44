"""Runs random whole programs and compares with an interpreter.

  property_programs.py FOLDER COUNT [--start=SEED] [--jobs=N] [--guard] [--fault=NAME]

Programs have the numbers SEED, SEED + 1, ..., and are the same on each machine. What fails
is made smaller, and written to FOLDER with the command that runs it. --guard puts all memory
between pages that cannot be accessed. --fault seeds a fault, for a test of this test.
"""

import argparse
import collections
from concurrent.futures import ThreadPoolExecutor
import itertools
from pathlib import Path
import re
import sys
import threading
import time

from split_testing.whole_programs import draw, elements
from split_testing.whole_programs.faults import FAULTS
from split_testing.whole_programs.shrink import evaluate, shrink
from split_testing.whole_programs.workers import Worker

# Failures that are made smaller, each of another kind.
SHOWN = 5


def normalize(message):
    """A message without names, numbers and types, so that equal reasons count as one."""
    message = re.sub(r"^\S*:\d+:\d+: ", "", message.split("\n")[0])
    message = re.sub(r"(tensor|memref|vector)<[^'\"]*>", r"\1", message)
    return re.sub(r"%?-?\d+", "N", message)[:150]


def get_kind(outcome):
    """Failures of one kind are likely to have one cause."""
    kind, message = outcome
    message = message.replace("the error is: ", "")
    if kind == "crash":
        return kind, message
    if kind == "wrong":
        message = re.sub(r"( is |: | has shape ).*", "", message.split("\n")[0])
    return kind, normalize(message)


class Counts:
    def __init__(self):
        self.outcomes, self.drawn = collections.Counter(), collections.Counter()
        self.failures = {}  # by kind: programs with messages
        self.lock = threading.Lock()

    def add(self, program, outcome):
        with self.lock:
            self.outcomes[outcome[0]] += 1
            names = {("op", op.name) for op in program.ops()}
            names |= {("option", f"{k}={v}") for k, v in program.options.items()}
            names |= {("type", v.type.element) for op in program.ops() for v in op.results}
            self.drawn.update(names)
            if outcome[0] != "right":
                self.failures.setdefault(get_kind(outcome), []).append((program, outcome[1]))

    def summarize(self, seconds):
        total = sum(self.outcomes.values())
        print(f"{total} programs: " + ", ".join(
            f"{self.outcomes[k]} {k}" for k in ("right", "refused", "wrong", "internal error",
                                                "crash", "hang", "invalid"))
              + f"; {total / seconds:.1f} a second", flush=True)
        for (kind, message), programs in sorted(self.failures.items(),
                                                key=lambda item: -len(item[1])):
            seeds = ", ".join(str(p.seed) for p, _ in programs[:8])
            print(f"  {len(programs)} {kind}: {message} (seeds {seeds})")
        for group in ("op", "type", "option"):
            names = [f"{n} {name}" for (g, name), n in sorted(
                self.drawn.items(), key=lambda item: (-item[1], item[0])) if g == group]
            print(f"programs with each {group}: {', '.join(names)}")


def write_value(type_, value):
    """A value as split-run takes it."""
    if not type_.is_tensor:
        return f"{type_.element}={write_number(type_.element, value)}"
    sizes = "".join(f"{n}x" for n in value.shape)
    numbers = ",".join(write_number(type_.element, n) for n in value.ravel())
    return f"{sizes}{type_.element}={numbers}"


def write_number(element, number):
    if isinstance(number, complex):
        return f"({number.real!r},{number.imag!r})"
    if isinstance(number, float):
        return repr(number)
    if element == "i1" or element.startswith(("u", "f8")):
        return str(number)
    return str(elements.signed(element, number))


def explain(program, message, folder):
    """Writes the program, and prints it with the command that runs it."""
    path = folder / f"wrong-{program.seed}.mlir"
    path.write_text(program.write_module(program.write()))
    options = [f"--{k.replace('_', '-')}" + (f"={v}" if k != "no_runtime_checks" else "")
               for k, v in program.options.items() if v and k != "machine"]
    inputs = [f"'--input={write_value(a.type, v)}'"
              for a, v in zip(program.main.block.args, program.inputs)]
    expected = [] if message.startswith("<memory>") else [
        f"'--expected_output={write_value(e.type, v)}'"
        for e, v in zip(program.main.block.ends, evaluate(program) or [])]
    print(f"// seed {program.seed}\n{path.read_text()}{message}\nTo run it: "
          + " ".join(["split-run", str(path), *options, *inputs, *expected])
          + f"\nAs it was drawn: property_programs.py FOLDER 1 --start={program.seed}", flush=True)


def run(options, counts):
    """Draws and tries all programs, a batch at a time."""
    workers, local = [], threading.local()

    def try_batch(batch):
        if not hasattr(local, "worker"):
            local.worker = Worker(options.guard, options.fault)
            workers.append(local.worker)
        programs = [draw.draw(seed) for seed in batch]
        for program, outcome in zip(programs, local.worker.try_all(programs)):
            counts.add(program, outcome)

    with ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.start, options.start + options.count)
        batches = itertools.groupby(seeds, lambda seed: seed // draw.BATCH)
        for future in [pool.submit(try_batch, list(batch)) for _, batch in batches]:
            future.result()
    for worker in workers:
        worker.stop()


def show_failures(options, counts):
    worker = Worker(options.guard, options.fault)
    kinds = sorted(counts.failures, key=lambda kind: -len(counts.failures[kind]))
    kinds = kinds[:options.show]
    chosen = [(kind, pair) for kind in kinds for pair in sorted(
        counts.failures[kind], key=lambda pair: len(pair[0].write()))[:options.each]]
    for kind, (program, message) in chosen:
        last = [message]

        def fails(smaller, kind=kind, last=last):
            outcome = worker.try_one(smaller)
            if get_kind(outcome) == kind:
                last[0] = outcome[1]
                return True
            return False

        program = shrink(program, fails)
        explain(program, last[0], options.folder)
    worker.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=SHOWN)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--guard", action="store_true")
    parser.add_argument("--fault", choices=FAULTS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.fault:
        # Workers seed it, too.
        FAULTS[options.fault]()
    counts, start = Counts(), time.monotonic()
    run(options, counts)
    counts.summarize(time.monotonic() - start)
    show_failures(options, counts)
    bad = counts.outcomes.total() - counts.outcomes["right"] - counts.outcomes["refused"]
    sys.exit(bad > 0 or counts.outcomes["refused"] * 100 > options.count)


if __name__ == "__main__":
    main()
