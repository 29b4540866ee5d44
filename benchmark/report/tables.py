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
    text += f"{compare} explains the figures and has a line for each other machine.\n"
    text += "The CSV files of this folder have the raw data.\n"
    for title, section in sections.items():
        if section:
            text += f"\n## {title}\n\n{section}"
    return text


def write_measured(results):
    """The machine that is shown in full: a row for each workload with a best copy."""
    rows = []
    for name in workloads.names():
        found = [results.find("baseline", threads, name) for threads in (1, 2)]
        found += [results.find("presplit", threads, name) for threads in (1, 2)]
        if any(found):
            rows.append([workloads.title(name), name, *map(show, found)])
    header = ["workload", "file", "of the best copy", "two threads"]
    header += ["time relative to inputs split before", "two threads"]
    path = f"performance/{results.machine['name']}/README.md"
    text = f"{results.machine['processor']} ([all figures]({path})), "
    text += f"{results.machine['date']}, commit {results.machine['commit']}:\n\n"
    text += table(header, rows)
    if sweep := results.select("sweep"):
        least = min(f.value for f in sweep)
        median = statistics.median(f.value for f in sweep)
        text += f"\nRuns of all lengths: {least:.2f} at least, {median:.2f} in the median.\n"
    return text


def write_machines(rows):
    """A row for each other machine."""
    header = ["machine", "date", "commit", "copies of which the best counts"]
    header += ["W1 to W8", "two threads", "runs of all lengths, median", "portable code"]
    keys = ["title", "date", "commit", "copies"]
    keys += ["one thread", "two threads", "all lengths", "portable"]
    return table(header, [[row[key] for key in keys] for row in rows])
