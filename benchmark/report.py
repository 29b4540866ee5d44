"""Writes results.md, results.csv, results.svg and sweep.csv into a folder with the JSON
files of split-bench and compile-time.py. With --update, also writes the results into a
page, between markers, and the sweep into performance/sweep.csv beside the page."""

import argparse
import collections
import csv
import html
import json
import os
import pathlib
import re
import statistics
import subprocess

TOP = pathlib.Path(__file__).parent
NAMES = {
    "numpy": "NumPy",
    "torch": "PyTorch",
    "onnxruntime": "ONNX Runtime",
    "split-mlir": "split-mlir",
}


class Contender:
    def __init__(self, record):
        self.__dict__.update(record)
        self.median = statistics.median(record["seconds"])
        self.rate = self.bytes / self.median * 1e-9


class Workload:
    """The contenders of one workload and number of threads."""

    def __init__(self, name, contenders):
        self.name = name
        self.threads = contenders[0].threads
        self.contenders = contenders
        self.bars = {}
        self.limit = self.best("baseline")
        self.ours = self.best("ours")
        self.peer = self.best("peer")
        self.presplit = self.best("presplit")
        self.portable = self.best("portable")
        self.is_call = name.split()[0] in ("V", "W10")

    def best(self, kind, allocates=False):
        found = [
            c
            for c in self.contenders
            if c.kind == kind and c.allocates == allocates
        ]
        return min(found, key=lambda c: c.median, default=None)

    def peer_named(self, name):
        found = [c for c in self.contenders if c.name == name and not c.allocates]
        return found[0] if found else None

    def of_limit(self):
        return self.ours.rate / self.limit.rate if self.limit else 0.0

    def ahead(self):
        return self.peer.median / self.ours.median

    def misses(self):
        """The bars that are not reached, with the measured value."""
        limit_bar = "threads" if self.threads > 1 else "limit"
        checks = [(limit_bar, "of the limit", self.of_limit(), 1)]
        if self.threads == 1:
            if self.peer:
                checks.append(("peers", "times the best peer", self.ahead(), 1))
            if ort := self.peer_named("onnxruntime"):
                ahead = ort.median / self.ours.median
                checks.append(("onnxruntime", "times ONNX Runtime", ahead, 1))
            if self.presplit:
                ratio = self.ours.median / self.presplit.median
                checks.append(("presplit", "times the time of split inputs", ratio, -1))
            checks.append(("latency", "ns per call", self.ours.median * 1e9, -1))
        for bar, what, got, sign in checks:
            want = float(self.bars.get(bar, "nan"))
            if sign * round(got, 2) < sign * want:
                yield f"{got:.2f} {what}, not {want:g}"


def read_workloads(folder):
    groups = collections.OrderedDict()
    for name in ("one-thread", "two-threads"):
        path = folder / f"{name}.json"
        for record in json.loads(path.read_text()) if path.exists() else []:
            groups.setdefault(record["workload"], []).append(Contender(record))
    return [Workload(name, contenders) for name, contenders in groups.items()]


def read_source(name):
    return (TOP / "workloads" / f"{name.split()[0]}.mlir").read_text()


def title_workload(name):
    """The first line of the workload's file, which describes it in words."""
    title = read_source(name).splitlines()[0].removeprefix("// ")
    return title + (", 2 threads" if name.endswith(" x2") else "")


def refer_to(name):
    return f"{title_workload(name)} ({name.split()[0]})"


def describe_split(name):
    text = read_source(name)
    words = dict(re.findall(r"(\w+)=(\S+)", text.split("// split-bench:")[1]))
    shape, _, element = words["input"].rpartition("x")
    shape = shape.replace("x", "×")
    into = words.get("into") or words["lengths"].replace(",", ", ")
    return f"{shape} {element}, axis {words['axis']} into {into}"


#===------------------------------------------------------------------------===#
# Markdown
#===------------------------------------------------------------------------===#


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def show(contender, is_call):
    if not contender:
        return ""
    if is_call:
        return f"{contender.median * 1e9:.0f} ns"
    return f"{contender.rate:.1f}"


def write_workloads(workloads):
    rows = []
    for w in workloads:
        of_limit = "" if w.is_call else f"{w.of_limit():.2f}"
        ahead = f"{w.ahead():.1f}× {NAMES[w.peer.name]}" if w.peer else ""
        rows.append(
            [title_workload(w.name), w.name.split()[0], describe_split(w.name)]
            + [show(w.ours, w.is_call), "" if w.is_call else show(w.limit, False)]
            + [of_limit]
            + [show(w.peer_named(p), w.is_call) for p in ("numpy", "torch", "onnxruntime")]
            + [ahead]
            + [show(w.best("ours", True), w.is_call)]
            + [show(w.best("peer", True), w.is_call)]
        )
    header = ["workload", "file", "split", "split-mlir", "limit", "of the limit"]
    header += ["NumPy", "PyTorch", "ONNX Runtime", "ahead"]
    header += ["allocating", "best peer allocating"]
    text = table(header, rows)
    for w in workloads:
        if w.presplit:
            ratio = w.ours.median / w.presplit.median
            text += f"\n{refer_to(w.name)} takes {ratio:.2f} times as long as the same kernel\n"
            text += "on inputs that were split before.\n"
    misses = [f"- {refer_to(w.name)}: {miss}" for w in workloads for miss in w.misses()]
    if misses:
        text += "\nBars that were not reached:\n\n" + "\n".join(misses) + "\n"
    else:
        text += "\nEvery bar was reached.\n"
    return text


def write_portable(workloads):
    found = [w for w in workloads if w.portable]
    # Of each round, as both follow each other in it.
    ratios = [
        statistics.median(
            native / portable
            for native, portable in zip(w.ours.seconds, w.portable.seconds)
        )
        for w in found
    ]
    rows = [
        [title_workload(w.name), w.name, f"{ratio:.2f}"] for w, ratio in zip(found, ratios)
    ]
    return table(["workload", "file", "speed"], rows) if found else ""


def read_sweep(folder):
    """Parts of the limit by element bytes, run, even or uneven, and number of pieces."""
    path = folder / "sweep.json"
    groups = collections.OrderedDict()
    for record in json.loads(path.read_text()) if path.exists() else []:
        groups.setdefault(record["workload"], []).append(Contender(record))
    ratios = {}
    for name, contenders in groups.items():
        pieces, run, size, form = re.match(r"(\d+)x(\d+)x(\d+)B (\w+)", name).groups()
        w = Workload(name, contenders)
        ratios[int(size), int(run), form, int(pieces)] = w.of_limit()
    return ratios


def write_sweep(ratios):
    if not ratios:
        return ""
    below = sum(ratio < 0.6 for ratio in ratios.values())
    text = f"{len(ratios)} cases, {below} of them below 0.6 of the limit.\n\n"
    rows = []
    for size in sorted({key[0] for key in ratios}):
        found = [ratio for key, ratio in ratios.items() if key[0] == size]
        parts = min(found), statistics.median(found), max(found)
        rows.append([str(size), str(len(found)), *(f"{part:.2f}" for part in parts)])
    header = ["bytes of an element", "cases", "least", "median", "greatest"]
    return text + table(header, rows)


def write_compile_time(folder):
    path = folder / "compile-time.json"
    if not path.exists():
        return ""
    records = json.loads(path.read_text())
    counts = sorted({count for r in records for count in map(int, r["seconds"])})
    rows = []
    for r in records:
        times = [r["seconds"].get(str(count)) for count in counts]
        exponent = r.get("exponent")
        rows.append(
            [r["program"], r["pipeline"]]
            + ["" if t is None else f"{t:.2f}" for t in times]
            + ["" if exponent is None else f"{exponent:.2f}"]
            + [", ".join(f"{name} {part:.0%}" for name, part in r["slowest"])]
        )
    header = ["program", "passes", *(f"{count}, s" for count in counts)]
    return table([*header, "exponent", "slowest passes"], rows)


def describe_machine():
    """No names of hosts and no paths."""
    run = subprocess.run(
        ["lscpu", "-J"], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}
    )
    flat = {}

    def flatten(entries):
        for entry in entries:
            flat[entry["field"].rstrip(":")] = entry.get("data")
            flatten(entry.get("children", []))

    if run.returncode == 0:
        flatten(json.loads(run.stdout)["lscpu"])
    kernel = os.uname()
    memory = re.search(r"MemTotal:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text())
    pages = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
    flags = (flat.get("Flags") or "").split()
    sets = [name for name in ("avx2", "avx512f", "avx512vbmi") if name in flags]
    model = flat.get("Model name") or kernel.machine
    rows = [
        ["processor", model + (f" ({', '.join(sets)})" if sets else "")],
        ["cores", str(os.cpu_count())],
        ["caches", ", ".join(f"{k[:-6]} {v}" for k, v in flat.items() if "cache" in k)],
        ["memory", f"{int(memory[1]) / 2**20:.0f} GiB"],
        ["huge pages", pages.read_text().strip() if pages.exists() else "none"],
        ["system", f"{kernel.sysname} {kernel.release.split('-')[0]}"],
    ]
    if flat.get("Hypervisor vendor"):
        rows.append(["virtual machine", flat["Hypervisor vendor"]])
    return table(["", ""], rows)


#===------------------------------------------------------------------------===#
# CSV and SVG
#===------------------------------------------------------------------------===#


def write_csv(workloads, path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["workload", "threads", "contender", "kind", "allocates"]
            + ["bytes", "median seconds", "GB/s", "of the limit"]
        )
        for w in workloads:
            for c in w.contenders:
                writer.writerow(
                    [w.name, w.threads, c.name, c.kind, int(c.allocates), c.bytes]
                    + [f"{c.median:.6g}", f"{c.rate:.4g}"]
                    + [f"{c.rate / w.limit.rate if w.limit else 0:.4g}"]
                )


def write_sweep_csv(ratios, path):
    path.parent.mkdir(exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["element bytes", "run", "lengths", "pieces", "of the limit"])
        for key in sorted(ratios):
            writer.writerow([*key, f"{ratios[key]:.2f}"])


def write_svg(workloads, path):
    """Bars of GB/s, a group per workload, with the limit as a line across it."""
    workloads = [w for w in workloads if not w.is_call]
    if not workloads:
        return
    colors = {
        "split-mlir": "#1f6fb4",
        "numpy": "#c4cdd5",
        "torch": "#93a1ad",
        "onnxruntime": "#5f6e7a",
    }
    bar, gap, height, left, top = 14, 18, 260, 50, 40
    group = len(colors) * bar + gap
    most = max(max(c.rate for c in w.contenders if not c.allocates) for w in workloads)
    step = max(1, round(most / 50)) * 10 if most > 25 else 5
    most = -(-most // step) * step
    width = left + len(workloads) * group + 10
    y = lambda rate: top + height * (1 - rate / most)
    parts = []
    for tick in range(0, int(most) + 1, step):
        parts.append(
            f'<line x1="{left}" x2="{width - 10}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" '
            f'stroke="#e4e8eb"/><text x="{left - 6}" y="{y(tick) + 4:.1f}" '
            f'text-anchor="end">{tick}</text>'
        )
    for number, w in enumerate(workloads):
        x = left + number * group + gap / 2
        for place, (name, color) in enumerate(colors.items()):
            c = w.ours if name == "split-mlir" else w.peer_named(name)
            if c:
                parts.append(
                    f'<rect x="{x + place * bar:.1f}" y="{y(c.rate):.1f}" '
                    f'width="{bar - 2}" height="{top + height - y(c.rate):.1f}" '
                    f'fill="{color}"><title>{html.escape(w.name)} {NAMES[name]}: '
                    f"{c.rate:.1f} GB/s</title></rect>"
                )
        end = x + len(colors) * bar
        parts.append(
            f'<line x1="{x - 4:.1f}" x2="{end + 2:.1f}" y1="{y(w.limit.rate):.1f}" '
            f'y2="{y(w.limit.rate):.1f}" stroke="#d1442f" stroke-width="2"/>'
            f'<text x="{(x + end) / 2:.1f}" y="{top + height + 16}" '
            f'text-anchor="middle">{html.escape(w.name)}</text>'
        )
    x = left
    for name, color in [*colors.items(), ("limit", "#d1442f")]:
        label = NAMES.get(name, "limit: the best copy of the whole")
        parts.append(
            f'<rect x="{x}" y="10" width="10" height="10" fill="{color}"/>'
            f'<text x="{x + 14}" y="19">{label}</text>'
        )
        x += 30 + 7 * len(label)
    parts.append(f'<text x="{left - 6}" y="{top - 8}" text-anchor="end">GB/s</text>')
    width = max(width, x)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
        f'{top + height + 30}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def update(page, sections):
    """Replaces the text between `<!-- NAME -->` and `<!-- end of NAME -->`, except of
    parts that were not measured."""
    text = page.read_text()
    for name, section in sections.items():
        if section:
            marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
            pattern = "(?s)" + re.escape(marks[0]) + ".*?" + re.escape(marks[1])
            between = f"{marks[0]}\n\n{section}\n{marks[1]}"
            text, count = re.subn(pattern, lambda _: between, text)
            if count != 1:
                raise SystemExit(f"{page} has no {marks[0]} ... {marks[1]}")
    page.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--update", type=pathlib.Path, help="a page with markers")
    options = parser.parse_args()
    workloads = read_workloads(options.folder)
    sweep = read_sweep(options.folder)
    sections = {
        "machine": describe_machine(),
        "workloads": write_workloads(workloads) if workloads else "",
        "portable": write_portable(workloads),
        "sweep": write_sweep(sweep),
        "compile time": write_compile_time(options.folder),
    }
    titles = {"machine": "The machine", "workloads": "Workloads"}
    titles |= {"portable": "Code for every processor"}
    titles |= {"sweep": "Runs of all lengths", "compile time": "Compile time"}
    text = "\n".join(
        f"## {titles[name]}\n\n{section}" for name, section in sections.items() if section
    )
    (options.folder / "results.md").write_text(text)
    if workloads:
        write_csv(workloads, options.folder / "results.csv")
        write_svg(workloads, options.folder / "results.svg")
    if sweep:
        write_sweep_csv(sweep, options.folder / "sweep.csv")
    if options.update:
        if sweep:
            write_sweep_csv(sweep, options.update.with_name("performance") / "sweep.csv")
        update(options.update, sections)
        if workloads:
            write_svg(workloads, options.update.with_name("performance.svg"))
    print(f"results: {options.folder}/results.md, results.csv, results.svg")


main()
