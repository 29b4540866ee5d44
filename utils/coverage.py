"""coverage.py EXPORT: prints the coverage of each folder in an export of llvm-cov, and
the branches of CHECKED folders that no test takes and coverage-exceptions.txt does not
explain. Exits with status 1 if there are any, or explanations of nothing.

A branch is named by its file, the text of its condition and the value that the
condition never has, so that names survive changes of other lines. Instantiations of a
template count together. A condition that is never evaluated stands behind another
branch, or in a function that is never called; only these are named. No branches are
the case that a switch over all values of an enumeration does not have, those to
llvm_unreachable, and constants.
"""

import collections
import json
import os
import re
import sys

CHECKED = (
    "native/lib/Conversion/LowerSplitCopy",
    "lib/Conversion/SplitAssert",
    "lib/Conversion/SplitToLinalg",
    "lib/Dialect/Split/IR",
    "lib/Dialect/Split/IR/Canonicalization",
    "lib/Dialect/Split/Transforms",
    "native/lib/HostAbi",
    "native/lib/HostAbi/Caller",
    "native/runtime",
    "native/lib/HostAbi/Signature",
)
EXPLANATIONS = os.path.join(os.path.dirname(__file__), "coverage-exceptions.txt")


def print_table(files):
    """Prints the part of lines and branches covered in each folder."""
    sums = collections.defaultdict(lambda: [0] * 4)
    for file in files:
        folder = os.path.dirname(file["filename"])
        for name in (folder, folder.split("/")[0]):
            for i, kind in enumerate(("lines", "branches")):
                sums[name][2 * i] += file["summary"][kind]["covered"]
                sums[name][2 * i + 1] += file["summary"][kind]["count"]
    print("| folder | lines | branches |\n|---|---|---|")
    for name, (lines, all_lines, branches, all_branches) in sorted(sums.items()):
        branches = f"{100 * branches / all_branches:.1f}%" if all_branches else ""
        print(f"| {name} | {100 * lines / all_lines:.1f}% | {branches} |")


def get_text(lines, begin, end):
    """The source text between two positions, with single spaces."""
    text = "\n".join(lines[begin[0] - 1 : end[0]])
    last = len(text) - len(lines[end[0] - 1]) + end[1] - 1
    return " ".join(text[begin[1] - 1 : last].split())


def find_branches(file, lines):
    """Yields position and name of the branches in a file that were never taken."""
    taken = collections.defaultdict(lambda: [0, 0])
    for branch in file["branches"]:
        for value in (0, 1):
            taken[tuple(branch[:4])][value] += branch[4 + value]
    for (line, column, *end), counts in sorted(taken.items()):
        condition = get_text(lines, (line, column), end)
        label = re.match(r"(case .*|default)$", condition)
        implied = "switch (" + condition in " ".join(lines[line - 1].split())
        implied |= "llvm_unreachable" in lines[line] or condition == "true"
        if implied:
            continue
        if label and counts[0] == 0:
            yield line, condition + " is never reached"
        elif not label and any(counts) and not all(counts):
            value = "true" if counts[0] == 0 else "false"
            yield line, f"{condition} is never {value}"


def find_functions(functions, name, lines):
    """Yields position and name of the functions in a file that were never called."""
    counts = collections.Counter()
    for function in functions:
        if function["filenames"][0] == name:
            counts[function["regions"][0][0]] += function["count"]
    for line, count in counts.items():
        if count == 0:
            yield line, f"{lines[line - 1].strip()} is never called"


def read_explanations():
    """Returns how often each branch is explained, and those taken on some machines."""
    with open(EXPLANATIONS) as file:
        lines = [line.strip() for line in file]
    lines = [line for line in lines if line and not line.startswith("#")]
    sometimes = {line[2:] for line in lines if line.startswith("? ")}
    return collections.Counter(l for l in lines if not l.startswith("? ")), sometimes


def is_in_source(explanation):
    """Whether the file that an explanation names has the text of its condition."""
    name, text = explanation.split(": ", 1)
    with open(name) as file:
        condition = text.rsplit(" is never ", 1)[0]
        return condition in " ".join(file.read().split())


def check(files, functions):
    """Compares what was never taken with the explanations. Returns the differences."""
    explanations, sometimes = read_explanations()
    missing = []
    for file in files:
        name = file["filename"]
        if os.path.dirname(name) not in CHECKED:
            continue
        with open(name) as source:
            lines = source.read().split("\n")
        found = [*find_branches(file, lines), *find_functions(functions, name, lines)]
        for line, text in sorted(found):
            key = f"{name}: {text}"
            if explanations[key]:
                explanations[key] -= 1
            elif key not in sometimes:
                missing.append(f"{name}:{line}: {text}")
    stale = [text for text in sometimes if not is_in_source(text)]
    return missing, sorted([*explanations.elements(), *stale])


def main():
    with open(sys.argv[1]) as export:
        data = json.load(export)["data"][0]
    for file in data["files"]:
        file["filename"] = os.path.relpath(file["filename"])
    for function in data["functions"]:
        function["filenames"] = [os.path.relpath(f) for f in function["filenames"]]
    print_table(data["files"])
    missing, stale = check(data["files"], data["functions"])
    print("".join(f"uncovered: {line}\n" for line in missing), end="")
    print("".join(f"explains nothing: {line}\n" for line in stale), end="")
    print(f"{len(missing)} branches unexplained, {len(stale)} explanations of nothing")
    return bool(missing or stale)


if __name__ == "__main__":
    sys.exit(main())
