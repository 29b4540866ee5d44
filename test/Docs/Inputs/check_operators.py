"""Compares the tables of operators in frontends/docs/Operators.md with those of the importers.

  check_operators.py [--update] SOURCE_TREE

After `<!-- operators of NAME -->`, up to the next empty line but one, the page has a row
for each row of NAME's table in frontends/lib: the operator, its versions, the number of
inputs, attributes and element types of the newest version, and notes. With --update,
writes the rows instead, with the notes that are there.
"""

import re
import sys
from pathlib import Path

TABLES = {"ONNX": "ONNX/Operators.cpp", "OpenVINO": "OpenVINO/Layers.cpp"}
HEAD = ("| operator | versions | inputs | attributes | element types | notes |\n"
        "|---|---|---|---|---|---|\n")
VERSION = re.compile(r'\{\s*(\d+)(?:,\s*([k0][\w\s|]*?))?(?:,\s*(\w+),\s*(\w+))?'
                     r'(?:,\s*((?:"[^"]*"\s*)+))?\s*\}')
# What frontends/docs/Operators.md says about the names.
SETS = {"kAnyElement": "any", "kFloats": "floats", "kNumbers": "numbers", "kAll": "all",
        "kWideInts": "wide integers", "kSignedInts": "signed integers",
        "kUnsignedInts": "unsigned integers", "kSignedNumbers": "floats, signed integers",
        "kIndices": "i32, i64", "kInts": "integers", "0": ""}


def read_types(text):
    names = [name.strip() for name in text.split("|")]
    return ", ".join(SETS.get(name, name[1:].lower()) for name in names)


def read_rows(source):
    """The rows of the page without notes, by the name of the operator."""
    shared = {name: VERSION.findall(text) for name, text in
              re.findall(r"Versions (k\w+) = \{(.*?)\};", source, re.S)}
    table = re.search(r"^static constexpr Operator<.*?\[\] = \{\n(.*?)^\};", source,
                      re.S | re.M)[1]
    for row in re.split(r'^(?=    \{")', table, flags=re.M)[1:]:
        name = re.match(r'    \{"(\w+)"', row)[1]
        constant = re.match(r'    \{"\w+",\s*(k\w+),', row)
        versions = shared[constant[1]] if constant else VERSION.findall(row)
        # A version leaves out what is as in the version before.
        types, least, most, attributes = (
            next((column[i] for column in reversed(versions) if column[i]), default)
            for i, default in enumerate(["", "1", "1", ""], start=1))
        # A mark says that an attribute has to be there.
        words = "".join(re.findall(r'"([^"]*)"', attributes)).replace("!", "").split()
        most = "many" if most in ("kMany", "kMaxArguments") else most
        inputs = least if least == most else f"{least} to {most}"
        yield name, " | ".join([
            f"| `{name}`", ", ".join(since for since, *_ in versions), inputs,
            ", ".join(f"`{word}`" for word in words), read_types(types)])


def check(text, name, source):
    """The page with the rows of the table `name`."""
    mark = f"<!-- operators of {name} -->\n\n"
    start = text.index(mark) + len(mark)
    end = (text + "\n").index("\n\n", start) + 1
    cells = [[cell.strip() for cell in row[1:-1].split("|")]
             for row in text[start:end].splitlines()]
    notes = {row[0].strip("`"): row[-1] for row in cells if len(row) == HEAD.count("|") // 2 - 1}
    rows = [re.sub(r"  +", " ", f"{row} | {notes.get(operator, '')} |\n")
            for operator, row in sorted(read_rows(source))]
    return text[:start] + HEAD + "".join(rows) + text[end:]


def main():
    top = Path(sys.argv[-1])
    page = top / "frontends/docs/Operators.md"
    text = expected = page.read_text()
    for name, source in TABLES.items():
        expected = check(expected, name, (top / "frontends/lib" / source).read_text())
    if "--update" in sys.argv:
        page.write_text(expected)
    elif text != expected:
        wrong = set(text.splitlines()) ^ set(expected.splitlines())
        sys.exit("\n".join(["frontends/docs/Operators.md differs from the tables:", *sorted(wrong)]))
    print(expected.count("| `"), "rows")


main()
