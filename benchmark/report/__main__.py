"""Reports a run: writes results.md, CSV files and pictures into the folder with the JSON
files of split-bench, compile-time.py and machine.py.

--check compares the results with benchmark/bars.toml; the exit status is 1 if a bar is
missed without a named exception. --update-docs writes the results into
benchmark/docs/performance: all of them if the machine has a folder there, else a line of
machines.csv. Then it renders the pages from there; --render only does the latter."""

import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import bars
import results
import tables

TOP = pathlib.Path(__file__).parents[2]


def replace_section(page, name, section):
    """Replaces the text between `<!-- NAME -->` and `<!-- end of NAME -->`."""
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = "(?s)" + re.escape(marks[0]) + ".*?" + re.escape(marks[1])
    between = f"{marks[0]}\n\n{section}\n{marks[1]}"
    text, count = re.subn(pattern, lambda _: between, page.read_text())
    if count != 1:
        raise SystemExit(f"error: {page} has no {marks[0]} ... {marks[1]}")
    page.write_text(text)


def sweep_bar(entries):
    return next(entry["at-least"] for entry in entries if entry["metric"] == "sweep")


def draw(found, folder, bar):
    # Only pictures need Matplotlib.
    import pictures

    if found.rates and found.select("baseline"):
        pictures.draw_workloads(found, folder / "workloads.svg")
    if found.select("sweep"):
        pictures.draw_sweep(found, folder / "sweep.svg", bar)


def write_page(found, path, entries, exceptions):
    # The sweep has a section of its own, and bars without a figure are for --check.
    findings = bars.check(entries, exceptions, found.figures, found.machine, ["sweep"])
    measured = [finding for finding in findings if finding.figure]
    path.write_text(tables.write_page(found, measured, sweep_bar(entries)))


def render(docs, entries, exceptions, has_pictures):
    """Writes the page and pictures of the machine that is shown in full, and the tables in
    Performance.md."""
    folder = docs / "benchmark/docs/performance"
    found = results.read_documented(folder)
    write_page(found, folder / found.machine["name"] / "README.md", entries, exceptions)
    if has_pictures:
        draw(found, folder / found.machine["name"], sweep_bar(entries))
    page = docs / "benchmark/docs/Performance.md"
    replace_section(page, "measured", tables.write_measured(found))
    machines = tables.write_machines(results.read_machines(folder))
    replace_section(page, "machines", machines)


def print_findings(findings):
    """Prints a table and returns whether a bar is missed without an exception."""
    rows = [bars.HEADER, *map(bars.describe, findings)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(bars.HEADER))]
    for row in rows if findings else []:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
    missed = sum(not finding.excused for finding in findings)
    excused = len(findings) - missed
    print(f"bars: {missed} missed, {excused} missed with a named exception")
    return missed > 0


def parse_options():
    parser = argparse.ArgumentParser(
        prog="benchmark/report", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--skip", action="append", default=[], help="a metric whose bars are not checked"
    )
    parser.add_argument("--bars", type=pathlib.Path, default=TOP / "benchmark/bars.toml")
    parser.add_argument(
        "--print-sweep-bar", action="store_true", help="print the bar of the sweep, and end"
    )
    parser.add_argument("--docs", type=pathlib.Path, default=TOP, help="default: this tree")
    parser.add_argument("--update-docs", action="store_true")
    parser.add_argument("--render", action="store_true")
    parser.add_argument("--no-pictures", dest="pictures", action="store_false")
    options = parser.parse_args()
    if not options.folder and not (options.render or options.print_sweep_bar):
        parser.error("expected the folder of a run")
    if options.check and not options.folder:
        parser.error("--check needs the folder of a run")
    return options


def main():
    options = parse_options()
    try:
        entries, exceptions = bars.load(options.bars)
    except bars.BadBars as error:
        raise SystemExit(f"error: {error}") from None
    except FileNotFoundError as error:
        raise SystemExit(f"error: {error.filename}: no such file") from None
    if options.print_sweep_bar:
        print(sweep_bar(entries))
        return 0
    if options.folder:
        try:
            found = results.read_run(options.folder)
        except FileNotFoundError as error:
            raise SystemExit(f"error: {error.filename}: no such file") from None
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise SystemExit(f"error: {options.folder}: not a run: {reason}") from None
        found.save(options.folder)
        write_page(found, options.folder / "results.md", entries, exceptions)
        if options.pictures:
            draw(found, options.folder, sweep_bar(entries))
        print(f"results: {options.folder}/results.md")
    if options.folder and options.update_docs:
        results.document(found, options.docs / "benchmark/docs/performance")
    if options.update_docs or options.render:
        render(options.docs, entries, exceptions, options.pictures)
    if not options.check:
        return 0
    findings = bars.check(entries, exceptions, found.figures, found.machine, options.skip)
    return int(print_findings(findings))


sys.exit(main())
