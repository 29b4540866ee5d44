"""Writes the page Messages.md: write_messages.py SOURCE PAGE.

The list is test/Diagnostics/messages.md. Its entries are items `- `MESSAGE` (RULES)`, in
which `{}` stands for anything. Lines below that are indented say how to fix the cause, or
begin with `Not tested:` and say why. All other text is copied to the page.

On the page, each entry has an example: what a test expects, and where. A test expects a
message by

- a comment `expected-error` or the like: the page also has the line of the program;
- a line of FileCheck, without its patterns;
- a string in C++, C or Python.

The text that is expected ends with the message, and what stands before it is a location or
the name of an op. A pattern of FileCheck and a value in a format stand for what `{}` does.
"""

import os
import re
import sys
from collections import namedtuple
from pathlib import Path

LIST = "test/Diagnostics/messages.md"

Entry = namedtuple("Entry", "message rules help")
# `line` is that of the program, or empty.
Expectation = namedtuple("Expectation", "text file kind line")

# What stands for a part of an expected text that the test does not state.
ANY = "\0"


def read_list(page):
    """The entries, and the lines between them as they are."""
    items = []
    for line in page.splitlines():
        match = re.fullmatch(r"- `(.*)`(?: \((.*)\))?", line)
        if match:
            items.append(Entry(match[1], match[2], []))
        elif line.startswith("  ") and items:
            # A table stands below an empty line.
            if items[-1] == "":
                items.pop()
                items[-1].help.append("")
            items[-1].help.append(line[2:])
        else:
            items.append(line)
    return items


def is_untested(entry):
    return any(line.startswith("Not tested: ") for line in entry.help)


def read_file_check(pattern):
    """The text of a line of FileCheck."""

    def read(match):
        regex = match[1]
        if regex in ("^", "$"):
            return ""
        is_text = regex and not re.search(r"[][.*+?|(){}^$]", re.sub(r"\\.", "", regex))
        return re.sub(r"\\(.)", r"\1", regex) if is_text else ANY

    return re.sub(r"\{\{(.*?)\}\}(?!\})|\[\[[^]]*\]\]", read, pattern)


def find_comments(lines):
    """(message, line of the program) of each `expected-error` or the like."""
    for number, line in enumerate(lines):
        for match in re.finditer(r"expected-(error|warning|remark|note)(-re)?\s*(?:@\s*(\S+))?"
                                 r"\s*\d*\s*\{\{(.*?)\}\}(?=\s|$)", line):
            severity, regex, place, text = match.groups()
            step = {None: 0, "below": 1, "above": -1, "unknown": None}.get(place, place)
            program = ""
            if step is not None and str(step) != "0":
                at = number + int(step)
                while place in ("below", "above") and "expected-" in lines[at]:
                    at += step
                program = lines[at].strip()
            yield read_file_check(text) if regex else text, severity, program


def find_checks(source):
    """The texts of the lines of FileCheck."""
    prefixes = {"CHECK"}
    for match in re.findall(r"-check-prefix(?:es)?[= ]([\w,-]+)", source):
        prefixes |= set(match.split(","))
    texts, last = [], None
    for line in source.splitlines():
        match = re.match(r"\W*([\w-]+?)(-NEXT|-SAME|-DAG|-COUNT-\d+)?:\s*(.*)", line)
        if not match or match[1] not in prefixes:
            continue
        text = read_file_check(match[3])
        if match[2] == "-SAME" and match[1] == last:
            texts[-1] += " " + text
        else:
            texts.append(text)
            last = match[1]
    for text in texts:
        yield text
        # The format of a check at run time.
        yield from re.findall(r'"([^"]+)"', text)


STRING = r"""(?<!\w)([rfR]*)("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""


def find_strings(source):
    """The strings of a program, those that belong together as one."""
    text, end = None, 0
    for match in re.finditer(STRING, source):
        part = re.sub(r"\\(.)", lambda escape: {"n": "\n"}.get(escape[1], escape[1]),
                      match[2][1:-1])
        if "f" in match[1]:
            part = re.sub(r"\{[^{}]*\}", ANY, part)
        part = re.sub(r"%(?:z|ll|l)?[dsu]|\.\*", ANY, part)
        between = source[end : match.start()]
        if text is not None and not between.strip():
            text += part
        elif text is not None and re.fullmatch(
                r"\s*\)?\s*(\+|<<)([^;\"']*(\+|<<))?\s*", between):
            text += ANY + part
        else:
            yield from (text or "").splitlines()
            text = part
        end = match.end()
    yield from (text or "").splitlines()


def find_expectations(tree):
    """What the tests of the tree expect."""
    for folder, folders, names in os.walk(tree):
        parts = Path(folder).relative_to(tree).parts
        folders[:] = sorted(name for name in folders
                            if parts or not name.startswith(("build", ".")))
        for name in sorted(names) if "test" in parts else ():
            yield from find_expectations_in(tree, Path(folder, name))


def find_expectations_in(tree, path):
    file = str(path.relative_to(tree))
    is_program = path.suffix in (".c", ".cpp", ".h", ".py")
    if not is_program and path.suffix not in (".mlir", ".test"):
        return
    source = path.read_text()
    for text, severity, program in find_comments(source.splitlines()):
        yield Expectation(text, file, severity, program)
    for text in find_checks(source):
        yield Expectation(text, file, "check", "")
    if is_program:
        for text in find_strings(re.sub(r"^\s*//.*", "", source, flags=re.M)):
            yield Expectation(text, file, "string", "")


def get_pattern(message):
    text = ".+?".join(re.escape(part) for part in message.split("{}"))
    # A test may leave the words of the system or of another tool to them.
    text = re.sub(r":\\ \.\+\?$", ":(?: .+)?", text)
    return re.compile(rf"(?:^|: |: \d |{ANY}| op )({text})$")


def find_tests(tree, messages):
    """The best expectation of each message, or None."""
    patterns = [get_pattern(message) for message in messages]
    literals = [max(message.split("{}"), key=len).rstrip() for message in messages]
    sizes = [len(message.replace("{}", "")) for message in messages]
    found = [[] for _ in messages]
    for expectation in find_expectations(tree):
        text = expectation.text.rstrip()
        short = re.sub(r"^.*?\b(error|warning|remark|note): ", "", text)
        # Where the message begins, of each that the text may be.
        begins = {}
        for i, literal in enumerate(literals):
            match = literal in text and (patterns[i].search(short) or patterns[i].search(text))
            if match:
                begins[i] = len(text) - len(match[1])
        for i, begin in begins.items():
            # The text is of the longest message that begins there.
            if all(sizes[other] <= sizes[i] for other in begins if begins[other] == begin):
                # Best is what a user sees, with the line of a program, which has a split.
                order = [text.count(ANY) + text.count("{}"),
                         expectation.kind == "string", expectation.kind == "check",
                         "split." not in expectation.line, len(text)]
                found[i].append((order, expectation))
    return [min(tests, default=(None, None), key=lambda test: test[0])[1] for tests in found]


def write_example(test):
    """The lines of an example: what the test expects, and its file."""
    text = re.sub(rf"((?:error|warning): ){ANY}(?=\w)", r"\1", test.text).replace(ANY, "{}")
    if test.line:
        lines = ["```mlir", test.line, f"// {test.kind}: {text}"]
    else:
        lines = ["```text", text]
    return [*lines, "```", "", f"From {test.file}.", ""]


def main():
    tree, page = Path(sys.argv[1]), Path(sys.argv[2])
    items = read_list((tree / LIST).read_text())
    entries = [item for item in items if isinstance(item, Entry)]
    tests = find_tests(tree, [entry.message for entry in entries])
    lines, files = [], set()
    for item in items:
        if not isinstance(item, Entry):
            lines.append(item)
            continue
        test = tests.pop(0)
        lines += [f"### `{item.message}`" + (f" ({item.rules})" if item.rules else ""), ""]
        if item.help:
            lines += [*item.help, ""]
        if test:
            lines += write_example(test)
            files.add(test.file)
    # The page is apart from the files to which the list links.
    text = re.sub(r"\[([^]]*)\]\(\.\.[^)]*\)", r"\1", "\n".join(lines))
    page.write_text(re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n")
    inputs = " ".join(str(tree / file).replace(" ", "\\ ") for file in sorted(files))
    Path(f"{page}.d").write_text(f"{page}: {inputs}\n")


if __name__ == "__main__":
    main()
