"""The results as Markdown."""

import statistics

import bars
import machine
import workloads

PEERS = {"numpy": "NumPy", "torch": "PyTorch", "onnxruntime": "ONNX Runtime"}


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def show(figure, unit=""):
    """The value; a range where there is only one; `~` marks a noisy figure."""
    if figure is None:
        return ""
    if figure.value is None:
        return f"{figure.low:.2f}–{figure.high:.2f}"
    return f"{'~' if figure.noisy else ''}{figure.value:.2f}{unit}"


def write_machine(results):
    rows = [[name, str(results.machine.get(name, ""))] for name in machine.ROWS]
    return table(["", ""], [row for row in rows if row[1]])


def rate(results, name, threads, kind, contender=None, allocates="0"):
    """The greatest rate of a contender, or the least time if it is a small one."""
    found = [
        r
        for r in results.rates
        if (r["workload"], r["threads"], r["kind"], r["allocates"])
        == (name, str(threads), kind, allocates)
        and contender in (None, r["contender"])
    ]
    if not found:
        return ""
    if name.startswith("P"):
        return f"{min(float(r['ns']) for r in found) / 1e6:.2f} ms"
    if name in ("V", "W10"):
        return f"{min(float(r['ns']) for r in found):.0f} ns"
    return f"{max(float(r['GB/s']) for r in found):.1f}"


def write_workloads(results, threads):
    rows = []
    for name in workloads.names():
        if not rate(results, name, threads, "ours"):
            continue
        peer = results.find("peer", threads, name)
        is_call = name in ("V", "W10") or name.startswith("P")
        rows.append(
            [workloads.title(name), name, workloads.describe(name)]
            + [rate(results, name, threads, "ours")]
            + ["" if is_call else rate(results, name, threads, "baseline")]
            + [show(results.find("baseline", threads, name))]
            + [rate(results, name, threads, "peer", p) for p in PEERS]
            + [show(peer, "×")]
            + [show(results.find("allocating", threads, name))]
            + [show(results.find("first-call", threads, name))]
        )
        if threads > 1:
            rows[-1].append(show(results.find("one-thread", threads, name)))
    header = ["workload", "file", "split", "split-mlir", "best copy", "of the best copy"]
    header += [*PEERS.values(), "of the best peer", "allocating", "first call"]
    return table(header + ["time of one thread's"] * (threads > 1), rows) if rows else ""


def write_portable(results):
    rows = [
        [workloads.title(f.subject), f.subject, show(f)] for f in results.select("portable")
    ]
    return table(["workload", "file", "speed"], rows) if rows else ""


def write_sweep(results, bar):
    found = results.select("sweep")
    if not found:
        return ""
    below = sum(f.value < bar for f in found)
    text = f"{len(found)} cases, {below} of them below {bar:g} of the best copy.\n\n"
    rows = []
    for size in "1248":
        values = [f.value for f in found if f"x{size}B " in f.subject]
        if values:
            parts = min(values), statistics.median(values), max(values)
            rows.append([size, str(len(values)), *(f"{part:.2f}" for part in parts)])
    header = ["bytes of an element", "cases", "least", "median", "greatest"]
    return text + table(header, rows)


def write_rows(rows):
    if not rows:
        return ""
    return table(list(rows[0]), [list(row.values()) for row in rows])


def name_finding(finding):
    """The subject in words."""
    row = bars.describe(finding)
    if row[2] in workloads.names():
        row[2] = workloads.refer_to(row[2])
    return row


def write_findings(findings):
    if not findings:
        return "Every bar is reached.\n"
    return table(bars.HEADER, map(name_finding, findings))


def write_page(results, findings, bar):
    """The page of a machine. `bar` is that of the sweep."""
    compare = "[Performance.md](../../Performance.md)"
    two = write_workloads(results, 2)
    picture = "![Speed relative to the best copy](workloads.svg)\n\n"
    heat_map = "![Each case's speed relative to the best copy](sweep.svg)\n\n"
    sweep = write_sweep(results, bar)
    sections = {
        "The machine": write_machine(results),
        "Workloads": results.rates and picture + write_workloads(results, 1),
        "Two threads": two,
        "Bars that are missed": results.rates and write_findings(findings),
        "Code for every processor": write_portable(results),
        "Runs of all lengths": sweep and heat_map + sweep,
        "Compile time": write_rows(results.compile_time),
        "Calls from Python": write_rows(results.call_cost),
    }
    text = f"# Performance: {results.machine['title']}\n\n"
    text += f"{compare} explains the figures and compares machines.\n"
    text += "The CSV files of this folder have the raw data.\n"
    for title, section in sections.items():
        if section:
            text += f"\n## {title}\n\n{section}"
    return text


# The metrics of the comparison of machines. `None`: every subject has a row.
COMPARED = [
    ("baseline", 1, "{}", None),
    ("baseline", 2, "{}, two threads", None),
    ("presplit", 1, "{}: time relative to inputs split before", None),
    ("presplit", 2, "{}: the same, two threads", None),
    ("loop", 1, "{}: time relative to a loop of vectors", None),
    ("view", 1, "{}: ns per view", None),
    ("allocating", 1, "allocating results: the least part of the preallocated speed", min),
    ("first-call", 1, "the same in the first call", min),
    ("one-thread", 2, "two threads: the greatest time relative to one thread", max),
    ("sweep", 1, "runs of all lengths: the least", min),
    ("sweep", 1, "runs of all lengths: the median", statistics.median),
]


PROPERTIES = {
    "date": "date",
    "commit": "commit",
    "machine model": "machine model",
    "copies": "copies of which the best counts",
}


def write_comparison(all_results):
    """A column for each machine."""
    header = [""] + [
        f"[{r.machine['title']}](performance/{r.machine['name']}/README.md)"
        for r in all_results
    ]
    rows = []
    for name, text in PROPERTIES.items():
        rows.append([text, *(str(r.machine.get(name, "")) for r in all_results)])
    for metric, threads, text, reduce in COMPARED:
        if reduce:
            row = []
            for r in all_results:
                values = [f.value for f in r.select(metric, threads) if f.value is not None]
                row.append(f"{reduce(values):.2f}" if values else "")
            rows.append([text, *row])
            continue
        for name in workloads.names():
            row = [show(r.find(metric, threads, name)) for r in all_results]
            rows.append([text.format(workloads.refer_to(name)), *row])
    return table(header, [row for row in rows if any(row[1:])])


# The rows of the README.
SHOWN = ["W1", "W2d", "W5", "W6", "W9"]


def write_summary(results):
    rows = []
    for name in SHOWN:
        values = [rate(results, name, 1, "ours"), show(results.find("baseline", 1, name))]
        values.append(show(results.find("peer", 1, name), "×"))
        rows.append([workloads.title(name), workloads.describe(name), *values])
    header = ["workload", "split", "GB/s", "of the best copy", "of the best peer"]
    path = f"docs/performance/{results.machine['name']}/workloads.svg"
    picture = f"![Speed relative to the best copy]({path})\n"
    return f"{results.machine['title']}:\n\n{table(header, rows)}\n{picture}"
