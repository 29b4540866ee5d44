"""Checks that no rule's id is missing where the rule lives.

  check_rule_ids.py SOURCE_TREE

An id is C1, S2, V3, R4, O5 or N6. Each that a table of docs/Semantics.md or
frontends/docs/Frontends.md has in bold needs

- one row there with a text, and a number that continues those before it;
- if C, S or V: to be named in the description of the ops it holds for; if R: in
  that of a pass;
- a comment that names it in a .cpp file of lib/, for O and N of frontends/lib/;
  for C and V one at a constraint in a .td file of the dialect will do;
- a positive test, and but for those of PERMITS a negative one, named after it.

And each id that comments, descriptions, pages or names of tests use needs a row.

Names are OP_IDS_WHAT, where OP is split, variadic or copy, and IDS one id or
more (`@split_s2_dynamic`, `@variadic_r3_r4_signed`), or IDS_WHAT where there is
no op, as for the models of a frontend's test (`== o4_both`). A name alone is
nothing; a command has to read what the test expects:

- negative is a function with `expected-error` where -verify-diagnostics reads
  it; one that `not split-run --function=NAME` runs, with FileCheck for what it
  says; one of the name OP_IDS_not_WHAT with a `-NOT:` line, for a transformation
  that must not happen; and a model whose section has an error and `== exit 1`;
- positive is another function without `expected-`, with a `-LABEL:` line of its
  own and one more check; one that `split-run --function=NAME` runs, with
  FileCheck or --expected_output; and a model whose section has `== exit 0` and
  one more check.

For C, S, V and R only functions count, for R only those that are run, and for O
and N only models.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

# These permit or define, so nothing breaks them.
PERMITS = {"C7", "C8", "S3", "V5", "O5"}
ID = r"[CSVRON][1-9][0-9]?"
# Not in `%C1`, `-O3`, `[[C1]]` or `a.C1`.
TOKEN = re.compile(rf"(?<![\w%@$#\[/.-])({ID})(?![\w\]+-])")
RANGE = re.compile(rf"\b([CSVRON])([1-9]\d?) to (?:\1)([1-9]\d?)\b")
NAME = re.compile(
    r"(?:(?:split|variadic|copy)_)?((?:[csvron][1-9]\d?_)*[csvron][1-9]\d?)(?:_(\w+))?$")

problems = []


def report(rule, what):
    problems.append(f"{rule}: {what}")


def find_ids(text):
    """The ids in `text`; `C2 to C5` are four."""
    text = RANGE.sub(
        lambda m: " ".join(f"{m[1]}{i}" for i in range(int(m[2]), int(m[3]) + 1)), text)
    return set(TOKEN.findall(text))


def sort_key(rule):
    return "CSVRON".index(rule[0]), int(rule[1:])


# ---- Tables. ----

def read_tables(top):
    """The ids with a row, in a page that may have one."""
    rows = defaultdict(list)
    for name in ("docs/Semantics.md", "frontends/docs/Frontends.md"):
        for line in (top / name).read_text().splitlines():
            match = re.match(rf"\| \*\*({ID})\*\* \|(.*)\|$", line)
            if match:
                rows[match[1]].append((name, match[2]))
    for letter in "CSVRON":
        if letter + "1" not in rows:
            report(letter + "1", "has no row in the documentation")
    for rule, found in rows.items():
        page = "frontends/docs/Frontends.md" if rule[0] in "ON" else "docs/Semantics.md"
        if [name for name, _ in found] != [page]:
            report(rule, f"has its row in {[n for n, _ in found]}, expected one in {page}")
        if not re.search(r"\w{3}", found[0][1].rsplit("|", 1)[-1]):
            report(rule, "has a row without a text")
        for number in range(1, int(rule[1:])):
            if rule[0] + str(number) not in rows:
                report(rule[0] + str(number), "has no row, but those after it have")
    return set(rows)


# ---- Descriptions and comments. ----

def get_description(text, definition):
    """The description of a TableGen definition, or of all."""
    if definition:
        text = text[text.index(f"\ndef {definition}"):]
    found = re.findall(r"let description = \[\{(.*?)\}\];", text, re.S)
    return found[0] if definition else "\n".join(found)


def get_comments(path):
    """The comments of C++, TableGen, Python and tests, without RUN and CHECK."""
    marker = "#" if path.suffix in (".py", ".test") else "//"
    lines = []
    for line in path.read_text().splitlines():
        match = re.search(rf"(?:^|\s)(?:{marker})/*\s(.*)", line)
        if match and not re.match(rf"\| |(?!{ID})[A-Z\d_-]+:", match[1]):
            lines.append(match[1])
    return "\n".join(lines)


def check_descriptions(top, rules):
    ops = (top / "include/split-mlir/Dialect/Split/IR/SplitOps.td").read_text()
    described = {
        "C": ["Split_SplitOp", "Split_VariadicSplitOp"],
        "S": ["Split_SplitOp"],
        "V": ["Split_VariadicSplitOp"],
    }
    for rule in rules:
        for op in described.get(rule[0], []):
            if rule not in find_ids(get_description(ops, op)):
                report(rule, f"is not in the description of {op} in SplitOps.td")
    passes = set()
    for path in [*top.glob("include/**/*Passes.td"), *top.glob("*/include/**/*Passes.td")]:
        passes |= find_ids(get_description(path.read_text(), None))
    for rule in rules:
        if rule[0] == "R" and rule not in passes:
            report(rule, "is not in the description of a pass in a *Passes.td")


def check_comments(top, rules):
    in_lib, in_frontends, at_constraints = set(), set(), set()
    for path in [*top.glob("lib/**/*.cpp"), *top.glob("*/lib/**/*.cpp")]:
        # A range is an overview, and no check.
        ids = set(TOKEN.findall(RANGE.sub("", get_comments(path))))
        in_lib |= ids
        if "frontends" in path.parts:
            in_frontends |= ids
    for path in top.glob("include/split-mlir/Dialect/**/*.td"):
        at_constraints |= find_ids(get_comments(path))
    for rule in rules:
        if rule[0] in "ON":
            if rule not in in_frontends:
                report(rule, "has no comment in frontends/lib")
        elif rule not in in_lib and not (rule[0] in "CV" and rule in at_constraints):
            report(rule, "has no comment in lib, where it is checked")


def check_uses(top, rules, names):
    """Checks that each rule exists that comments, pages or names use."""
    uses = defaultdict(set)
    for folder in ("include", "lib", "tools", "test", "distribution", "frontends", "gpu",
                   "native", "verification"):
        for suffix in (".cpp", ".h", ".td", ".mlir", ".test", ".py"):
            for path in (top / folder).rglob("*" + suffix):
                if path == Path(__file__).resolve():
                    continue
                for rule in find_ids(get_comments(path)):
                    uses[rule].add(path)
                if suffix == ".td":
                    for rule in find_ids(get_description(path.read_text(), None)):
                        uses[rule].add(path)
                if suffix == ".cpp":
                    for rule in re.findall(rf"\bTEST(?:_[FP])?\(\w+,\s*({ID})", path.read_text()):
                        uses[rule].add(path)
    for path in (*top.glob("docs/*.md"), *top.glob("*/docs/*.md"), top / "README.md"):
        prose = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
        for rule in find_ids(prose):
            uses[rule].add(path)
    for name, path in names:
        for rule in get_rules(name):
            uses[rule].add(path)
    for rule, paths in uses.items():
        if rule not in rules:
            where = sorted(str(p.relative_to(top)) for p in paths)
            report(rule, "has no row in the documentation, but is named in " + ", ".join(where))


# ---- Tests. ----

def get_rules(name):
    match = NAME.match(name)
    return match[1].upper().split("_") if match else []


def read_commands(text):
    """RUN lines, continued ones joined."""
    text = re.sub(r"\\\n\W*RUN:", " ", text)
    return re.findall(r"\bRUN: ?(.*)", text)


def get_prefixes(commands):
    """The prefixes that FileCheck reads."""
    prefixes = set()
    for command in commands:
        for call in re.findall(r"\bFileCheck\b([^|&]*)", command):
            given = re.findall(r"--?check-prefix(?:es)?=(\S+)", call)
            prefixes |= {p for g in given for p in g.split(",")} or {"CHECK"}
    return prefixes


def find_checks(text, prefix, kind=r"(?:-[A-Z]+(?:-\d+)?)?"):
    """The lines for FileCheck with `prefix`; with `kind` only those like -NOT."""
    return re.findall(rf"^\W*{re.escape(prefix)}{kind}:(.*)$", text, re.M)


def classify_functions(text):
    """(name, positive or negative, whether it was run) of an .mlir file."""
    commands = read_commands(text)
    prefixes = get_prefixes(commands)
    for command in commands:
        run = re.search(r"(\bnot )?split-run %\S+ .*--function=(\w+)", command)
        if run and re.search(r"\| *FileCheck|--expected_output=", command):
            is_refused = bool(run[1])
            if not is_refused or "FileCheck" in command:
                yield run[2], "negative" if is_refused else "positive", True
    is_verified = any("-verify-diagnostics" in c for c in commands)
    for chunk in re.split(r"^\}$", text, flags=re.M):
        functions = re.findall(r"^ *func\.func (?:private )?@(\w+)", chunk, re.M)
        if not functions:
            continue
        name = functions[-1]
        match = NAME.match(name)
        if "expected-" in chunk:
            if is_verified and "expected-error" in chunk:
                yield name, "negative", False
            continue
        for prefix in prefixes:
            labels = find_checks(chunk, prefix, "-LABEL")
            if not any(re.search(rf"@{name}\b", label) for label in labels):
                continue
            if match and (match[2] or "").startswith("not_"):
                if find_checks(chunk, prefix, "-NOT"):
                    yield name, "negative", False
            elif len(find_checks(chunk, prefix)) > len(labels):
                yield name, "positive", False


def classify_models(text):
    """The same of a file with a table of models."""
    for prefix in get_prefixes(read_commands(text)):
        label = re.compile(rf"^\W*{prefix}-LABEL: == (\w+)$", re.M)
        parts = label.split(text)
        for name, section in zip(parts[1::2], parts[2::2]):
            checks = find_checks(section, prefix)
            exits = [c for c in checks if "== exit " in c]
            if any(c.endswith("== exit 0") for c in exits) and len(checks) > len(exits):
                yield name, "positive", True
            if any(c.endswith("== exit 1") for c in exits) and any("error" in c for c in checks):
                yield name, "negative", True


def read_tests(top):
    for path in sorted([*top.glob("test/**/*"), *top.glob("*/test/**/*")]):
        if "Inputs" in path.parts:
            continue
        if path.suffix == ".mlir":
            text = path.read_text()
            for name, kind, is_run in classify_functions(text):
                yield name, kind, is_run, path
            for name in re.findall(r"func\.func (?:private )?@(\w+)", text):
                yield name, None, False, path
        elif path.suffix == ".test":
            for name, kind, is_run in classify_models(path.read_text()):
                yield name, kind, is_run, path


def check_tests(rules, tests):
    found = defaultdict(set)
    for name, kind, is_run, path in tests:
        for rule in get_rules(name):
            is_model = path.suffix == ".test"
            if is_model == (rule[0] in "ON") and (is_run or rule[0] != "R"):
                found[rule].add(kind)
    for rule in rules:
        for kind in ("positive", "negative"):
            if kind not in found[rule] and not (kind == "negative" and rule in PERMITS):
                report(rule, f"has no {kind} test of its name")


def main():
    top = Path(sys.argv[1]).resolve()
    rules = sorted(read_tables(top), key=sort_key)
    tests = list(read_tests(top))
    check_descriptions(top, rules)
    check_comments(top, rules)
    check_uses(top, set(rules), {(name, path) for name, _, _, path in tests})
    check_tests(rules, tests)
    for problem in problems:
        print(problem)
    print(f"{len(rules)} rules, {len(problems)} problems")
    return bool(problems) or not rules


if __name__ == "__main__":
    sys.exit(main())
