"""Runs split-verify-arithmetic on many programs and writes tables of its verdicts."""

import collections
import concurrent.futures
import re
import sys
import time

from split_testing.tools import start

VERDICT = re.compile(r": (?:remark|error|warning): (.*?)(?: x(\d+))?(?:: |, )?"
                     r"\b(proven|refuted|unknown)\b(.*)")


def verify(path, options):
    """Counts of verdicts, the time, and what was not proven."""
    begin = time.monotonic()
    ran = start("split-opt", path, f"--split-verify-arithmetic={options}", "-o", "/dev/null")
    seconds = time.monotonic() - begin
    counts, others = collections.Counter(), collections.Counter()
    for claim, number, verdict, rest in VERDICT.findall(ran.stderr):
        counts[verdict] += int(number or 1)
        if verdict != "proven":
            others[f"{path.name}: {claim}: {verdict}{rest}"] += 1
    if (ran.returncode != 0) != (counts["refuted"] > 0):
        sys.exit(f"{path}: exit status {ran.returncode}: {ran.stderr[-3000:]}")
    return counts, seconds, others


def run_all(runs, needs_claims=True):
    """Verifies rows of a form, a lowering, the number of programs, a module and options.
    Returns programs, claims proven, claims unknown and seconds by form and lowering, then
    what was not proven, and the number of claims refuted. Each run has claims if it needs."""
    runs = list(runs)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda ran: verify(*ran[3:]), runs))
    rows, reasons, refuted = {}, [], 0
    for (form, name, programs, path, _), (verdicts, seconds, others) in zip(runs, results):
        if needs_claims and not verdicts:
            sys.exit(f"{path}, {name}: no claims")
        row = rows.setdefault((form, name), [0, 0, 0, 0.0])
        for index, value in enumerate((programs, verdicts["proven"], verdicts["unknown"], seconds)):
            row[index] += value
        refuted += verdicts["refuted"]
        reasons += [f"{number} x {form}, {name}: {text}" for text, number in others.items()]
    return rows, reasons, refuted


def total(rows):
    return [sum(column) for column in zip(*rows.values())]


def write_table(rows, programs_of, lowered_with="lowered with"):
    lines = [f"| {programs_of} | {lowered_with} | programs | claims proven | unknown | seconds |",
             "|---|---|---|---|---|---|"]
    for (form, name), (programs, proven, unknown, seconds) in rows.items():
        lines.append(f"| {form} | {name} | {programs} | {proven} | {unknown} | {seconds:.1f} |")
    totals = total(rows)
    lines.append(f"| all | | {totals[0]} | {totals[1]} | {totals[2]} | {totals[3]:.0f} |")
    return "\n".join(lines) + "\n"


def update(page, marker, table):
    """Replaces the table between the markers in a page."""
    head, rest = page.read_text().split(f"<!-- {marker} -->\n")
    tail = rest.split(f"<!-- end of {marker} -->\n")[1]
    page.write_text(f"{head}<!-- {marker} -->\n\n{table}\n<!-- end of {marker} -->\n{tail}")
