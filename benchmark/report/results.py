"""The results of a machine: as JSON files of split-bench in the folder of a run, and as
CSV files in a folder of the documentation."""

import csv
import json
import re
import statistics

import figures

SWEEP = ["element bytes", "run", "lengths", "pieces", *figures.COLUMNS[3:], "noisy"]
RATES = ["workload", "threads", "contender", "kind", "allocates", "GB/s", "ns"]


def write_rows(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def read_rows(path):
    """The rows as dicts."""
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Results:
    """`machine` has the properties that machine.describe returns, `rates`, `compile_time`
    and `call_cost` the rows of CSV files as dicts of text."""

    def __init__(self, machine, found, rates, compile_time, call_cost):
        self.machine = machine
        self.figures = found
        self.rates = rates
        self.compile_time = compile_time
        self.call_cost = call_cost

    def select(self, metric, threads=1):
        return [f for f in self.figures if (f.metric, f.threads) == (metric, threads)]

    def find(self, metric, threads, subject):
        return next((f for f in self.select(metric, threads) if f.subject == subject), None)

    def save(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self.machine, indent=1, ensure_ascii=False)
        (folder / "machine.json").write_text(text + "\n")
        others = ("sweep", "compile-time", "exponent")
        figures.write_csv(
            [f for f in self.figures if f.metric not in others], folder / "workloads.csv"
        )
        if sweep := self.select("sweep"):
            cases = sorted(sweep, key=lambda f: figures.split_case(f.subject))
            rows = [figures.split_case(f.subject) + figures.format_values(f) for f in cases]
            write_rows(folder / "sweep.csv", SWEEP, rows)
        tables = {
            "rates": self.rates,
            "compile-time": self.compile_time,
            "call-cost": self.call_cost,
        }
        for name, rows in tables.items():
            if rows:
                header = list(rows[0])
                write_rows(folder / f"{name}.csv", header, [r.values() for r in rows])


def read_machine(path):
    return json.loads(path.read_text())


def read_folder(folder):
    """The results in a folder of the documentation."""
    found = figures.read_csv(folder / "workloads.csv")
    for row in read_rows(folder / "sweep.csv"):
        size, run, form, pieces = (row[name] for name in SWEEP[:4])
        subject = f"{pieces}x{run}x{size}B {form}"
        found.append(figures.parse("sweep", 1, subject, [row[name] for name in SWEEP[4:]]))
    compile_time = read_rows(folder / "compile-time.csv")
    for row in compile_time:
        subject = f"{row['program']}; {row['passes']}"
        for name, text in row.items():
            values = [text, text, text, "0"]
            if name.endswith(", s") and text:
                count = name.removesuffix(", s")
                case = f"{subject}; {count}"
                found.append(figures.parse("compile-time", 1, case, values))
            elif name == "exponent" and text:
                found.append(figures.parse("exponent", 1, subject, values))
    machine = read_machine(folder / "machine.json")
    rates, call_cost = read_rows(folder / "rates.csv"), read_rows(folder / "call-cost.csv")
    return Results(machine, found, rates, compile_time, call_cost)


def read_run(folder):
    """The results of a run."""
    rates = []
    for name in ("one-thread", "two-threads"):
        for w in figures.read_workloads(folder / f"{name}.json"):
            for c in w.contenders:
                rate = f"{c.bytes / c.median * 1e-9:.4g}"
                values = [w.name, w.threads, c.name, c.kind, int(c.allocates), rate]
                values.append(f"{c.median * 1e9:.4g}")
                rates.append(dict(zip(RATES, map(str, values))))
    compiled = figures.read_rows(folder / "compile-time.json")
    counts = sorted({int(count) for r in compiled for count in r["seconds"]})
    compile_time = []
    for r in compiled:
        row = {"program": r["program"], "passes": r["pipeline"]}
        for count in counts:
            seconds = r["seconds"].get(str(count))
            row[f"{count}, s"] = "" if seconds is None else f"{seconds:.2f}"
        exponent = r.get("exponent")
        row["exponent"] = "" if exponent is None else f"{exponent:.2f}"
        slowest = r.get("slowest", [])
        row["slowest passes"] = ", ".join(f"{name} {part:.0%}" for name, part in slowest)
        compile_time.append(row)
    machine = read_machine(folder / "machine.json")
    copies = {r["contender"] for r in rates if r["kind"] == "baseline"}
    machine["copies"] = str(len(copies))
    call_cost = figures.read_rows(folder / "call-cost.json")
    return Results(machine, figures.read_run(folder), rates, compile_time, call_cost)


# The columns of machines.csv: properties of a machine, then summaries of its figures.
PROPERTIES = ["name", "title", "processor", "date", "commit", "copies"]
MACHINES = [*PROPERTIES, "one thread", "two threads", "all lengths", "portable"]


def write_range(found):
    if not found:
        return ""
    low = min(f.low if f.value is None else f.value for f in found)
    high = max(f.high if f.value is None else f.value for f in found)
    return f"{low:.2f}–{high:.2f}"


def summarize(results):
    """The row of machines.csv. Splits are the workloads W1 to W8."""
    splits = [
        [f for f in results.select("baseline", threads) if re.fullmatch("W[1-8]d?", f.subject)]
        for threads in (1, 2)
    ]
    sweep = [f.value for f in results.select("sweep")]
    values = [str(results.machine.get(name, "")) for name in PROPERTIES]
    values += map(write_range, splits)
    values += [f"{statistics.median(sweep):.2f}" if sweep else ""]
    values += [write_range(results.select("portable"))]
    return dict(zip(MACHINES, values))


def read_machines(folder):
    return read_rows(folder / "machines.csv")


def document(results, folder):
    """Writes the results below a folder of the documentation. One machine has a folder
    there with all of its results; each other machine has a row in machines.csv. The first
    machine gets the folder."""
    name = results.machine["name"]
    others = [row for row in read_machines(folder) if row["name"] != name]
    in_full = [path.parent.name for path in folder.glob("*/machine.json")]
    if not in_full or name in in_full:
        results.save(folder / name)
    else:
        others.append(summarize(results))
    others.sort(key=lambda row: row["date"] if row["date"][:1].isdigit() else "")
    write_rows(folder / "machines.csv", MACHINES, [row.values() for row in others])


def read_documented(folder):
    """The results of the machine that has a folder below `folder`."""
    return read_folder(next(folder.glob("*/machine.json")).parent)
