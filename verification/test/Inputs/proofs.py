"""Runs split-verify on many programs and writes tables of its verdicts."""

import collections
import concurrent.futures
import re
import sys
import time

from split_testing.tools import start

SUMMARY = re.compile(r"(\d+) proven, (\d+) refuted, (\d+) unknown, (\d+) not compared\n")
OPEN = re.compile(r": (?:error|warning): (.*(?:refuted|unknown|not compared).*)")


def verify(path, options):
    """Counts of claims by verdict, the time, and what is not proven."""
    begin = time.monotonic()
    ran = start("split-verify", path, *options)
    seconds = time.monotonic() - begin
    summary = SUMMARY.fullmatch(ran.stdout)
    if not summary:
        sys.exit(f"{path}: exit status {ran.returncode}: {ran.stderr[-3000:]}")
    counts = dict(zip(("proven", "refuted", "unknown", "not compared"), map(int, summary.groups())))
    others = collections.Counter(f"{path.name}: {text}" for text in OPEN.findall(ran.stderr))
    return counts, seconds, others


def run_all(runs):
    """Verifies rows of a form, a lowering, the number of programs, a module and options.
    Returns programs, claims proven, claims unknown and seconds by form and lowering, then
    what was not proven, and the number of claims refuted. Each run has claims."""
    runs = list(runs)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda ran: verify(*ran[3:]), runs))
    rows, reasons, refuted = {}, [], 0
    for (form, name, programs, path, _), (verdicts, seconds, others) in zip(runs, results):
        if not verdicts["proven"] or verdicts["not compared"]:
            sys.exit(f"{path}, {name}: no claims, or some program is not compared")
        row = rows.setdefault((form, name), [0, 0, 0, 0.0])
        for index, value in enumerate((programs, verdicts["proven"], verdicts["unknown"], seconds)):
            row[index] += value
        refuted += verdicts["refuted"]
        reasons += [f"{number} x {form}, {name}: {text}" for text, number in others.items()]
    return rows, reasons, refuted


def total(rows):
    return [sum(column) for column in zip(*rows.values())]


def write_table(rows, programs_of):
    """A table with a line for each form, for all lowerings together."""
    lines = [f"| {programs_of} | programs | claims proven | unknown | seconds |",
             "|---|---|---|---|---|"]
    forms = {}
    for (form, _), row in rows.items():
        forms.setdefault(form, []).append(row)
    forms = {form: total(dict(enumerate(group))) for form, group in forms.items()}
    for form, (programs, proven, unknown, seconds) in [*forms.items(), ("all", total(rows))]:
        lines.append(f"| {form} | {programs} | {proven} | {unknown} | {seconds:.0f} |")
    return "\n".join(lines) + "\n"
