"""The figures of a run: ratios between contenders, and how sure they are."""

import collections
import csv
import dataclasses
import json
import math
import re
import statistics

# A figure is noisy if the standard error of the median, as estimated from the quartiles,
# is greater. split-bench adds rounds until that of the main ratio is 0.02.
MAX_ERROR = 0.03


@dataclasses.dataclass
class Figure:
    """One ratio or time. `low` and `high` are the quartiles of the rounds; `value`, their
    median, is None where only a range is known."""

    metric: str
    threads: int
    subject: str
    low: float
    value: float | None
    high: float
    noisy: bool = False

    @staticmethod
    def of(metric, threads, subject, values, disturbed=False):
        values = sorted(values)
        median, count = statistics.median(values), len(values)
        low, high = values[count // 4], values[3 * count // 4]
        noisy = disturbed or high - low > MAX_ERROR * median * math.sqrt(count)
        return Figure(metric, threads, subject, low, median, high, noisy)


class Contender:
    """A record of split-bench."""

    def __init__(self, record):
        self.__dict__.update(record)
        self.median = statistics.median(record["seconds"])

    def relative_to(self, other):
        """The speed relative to the other's in each round."""
        of_bytes = self.bytes / other.bytes
        return [of_bytes * b / a for a, b in zip(self.seconds, other.seconds)]

    def relative_to_best(self, others):
        """The speed relative to that of the fastest of the others in each round. Even
        rounds determine the fastest for odd rounds, and vice versa, so that luck in a
        round does not decide which of several equal ones it is compared with."""
        best = [
            min(others, key=lambda c: statistics.median(c.seconds[half::2] or c.seconds))
            for half in (1, 0)
        ]
        relative = [self.relative_to(other) for other in best]
        return [relative[i % 2][i] for i in range(len(self.seconds))]


class Workload:
    """The contenders of one workload and number of threads."""

    def __init__(self, name, contenders):
        # The driver adds the number of threads: "W1 x2".
        self.name = name.split(" x")[0]
        self.contenders = contenders
        self.threads = contenders[0].threads
        self.disturbed = contenders[0].disturbed

    def all(self, kind, name=None, allocates=False):
        return [
            c
            for c in self.contenders
            if c.kind == kind and c.allocates == allocates and name in (None, c.name)
        ]

    def best(self, kind, name=None, allocates=False):
        found = self.all(kind, name, allocates)
        return min(found, key=lambda c: c.median, default=None)

    def compare(self):
        """Yields the metrics and their values in each round."""
        ours = self.best("ours")
        if not ours:
            return
        copies = self.all("baseline")
        if self.name.startswith("P"):
            yield "time", [1e3 * seconds for seconds in ours.seconds]
        elif not copies:
            yield "view", [1e9 * seconds / ours.results for seconds in ours.seconds]
        elif ours.median > 1e-6:
            yield "baseline", ours.relative_to_best(copies)
        if other := self.best("loop"):
            yield "loop", other.relative_to(ours)
        if peers := self.all("peer"):
            yield "peer", ours.relative_to_best(peers)
        if peer := self.best("peer", "onnxruntime"):
            yield "onnxruntime", ours.relative_to(peer)
        if other := self.best("presplit"):
            yield "presplit", other.relative_to(ours)
        if other := self.best("one-thread"):
            yield "one-thread", other.relative_to(ours)
        if other := self.best("portable"):
            yield "portable", other.relative_to(ours)
        if other := self.best("ours", allocates=True):
            yield "allocating", other.relative_to(ours)
        if other := self.best("first-call", allocates=True):
            yield "first-call", other.relative_to(ours)

    def figures(self):
        for metric, values in self.compare():
            yield Figure.of(metric, self.threads, self.name, values, self.disturbed)


def read_workloads(path):
    groups = collections.OrderedDict()
    for record in json.loads(path.read_text()) if path.exists() else []:
        groups.setdefault(record["workload"], []).append(Contender(record))
    return [Workload(name, contenders) for name, contenders in groups.items()]


def read_rows(path):
    """What compile-time.py has written: for each program and pipeline, seconds by count,
    exponent, and slowest passes. Or what call-cost.py has written: columns of text."""
    return json.loads(path.read_text()) if path.exists() else []


def compile_figures(records):
    for r in records:
        subject = f"{r['program']}; {r['pipeline']}"
        for count, seconds in r["seconds"].items():
            yield Figure.of("compile-time", 1, f"{subject}; {count}", [seconds])
        if r.get("exponent") is not None:
            yield Figure.of("exponent", 1, subject, [r["exponent"]])


def read_run(folder):
    """All figures of the JSON files of a run."""
    found = []
    for name in ("one-thread", "two-threads"):
        for workload in read_workloads(folder / f"{name}.json"):
            found += workload.figures()
    for workload in read_workloads(folder / "sweep.json"):
        for figure in workload.figures():
            if figure.metric == "baseline":
                found.append(dataclasses.replace(figure, metric="sweep"))
    found += compile_figures(read_rows(folder / "compile-time.json"))
    return found


def split_case(subject):
    """Element bytes, run, even or uneven, and pieces of a case of the sweep."""
    pieces, run, size, form = re.fullmatch(r"(\d+)x(\d+)x(\d+)B (\w+)", subject).groups()
    return int(size), int(run), form, int(pieces)


COLUMNS = ["metric", "threads", "subject", "lower quartile", "median", "upper quartile"]


def format_values(figure):
    """The last columns of a row: quartiles, and whether the figure is noisy."""
    values = figure.low, figure.value, figure.high
    return (*("" if v is None else f"{v:.4g}" for v in values), int(figure.noisy))


def parse(metric, threads, subject, texts):
    """The figure of a row whose last columns are `texts`."""
    *values, noisy = texts
    values = [float(text) if text else None for text in values]
    return Figure(metric, int(threads), subject, *values, noisy == "1")


def write_csv(figures, path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*COLUMNS, "noisy"])
        for f in figures:
            writer.writerow([f.metric, f.threads, f.subject, *format_values(f)])


def read_csv(path):
    if not path.exists():
        return []
    with open(path, newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [parse(*row[:3], row[3:]) for row in rows]
