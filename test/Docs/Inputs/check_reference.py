"""Checks the reference of ops and passes: check_reference.py SOURCE BUILD LLVM_BIN.

- The pages in docs/reference and WING/docs/reference are those that BUILD generates, for
  each wing that it has. The pages Pipelines.md are written by hand.
- Each op and each interface that TableGen generated C++ for has an entry, and each
  pass and pipeline that our tools have and those of LLVM_BIN lack. The latter have
  the same summary and the same options with the same descriptions as `--help` shows.
- No entry is of anything else, or without a summary (interfaces have none) and a
  description.
- docs/README.md links to every page.
"""

import re
import subprocess
import sys
from pathlib import Path

source, build, llvm_bin = (Path(path).resolve() for path in sys.argv[1:])
# Not compared: messages with examples, which is not in the sources.
generated = {page.relative_to(build): page.read_text() for pattern in
             ("docs/reference/*.md", "*/docs/reference/*.md") for page in build.glob(pattern)
             if page.name != "Messages.md" and "installed-docs" not in page.parts}
folders = {page.parent for page in generated}
pages = {page.relative_to(source): page.read_text() for folder in folders
         for page in (source / folder).glob("*.md")}
problems = []


def read_help(*tools):
    """Passes and pipelines: summaries and options, by name."""
    known = {}
    for line in "".join(
            subprocess.run([tool, "--help"], check=True, capture_output=True, text=True)
            .stdout for tool in tools).splitlines():
        if match := re.match(r" {6}--([\w-]+) +-   (.*)", line):
            options = {}
            known[match[1]] = (match[2], options)
        elif match := re.match(r" {8}--([\w-]+)\S* +- (.*)", line):
            options[match[1]] = match[2]
    return known


def find_generated(pattern):
    return {
        name
        for header in [*build.glob("include/**/*.h.inc"), *build.glob("*/include/**/*.h.inc")]
        for name in re.findall(pattern, header.read_text())
    }


class Entry:
    """What stands below `### `NAME`` or `## NAME (`NAME`)`."""

    def __init__(self, body):
        summary = re.match(r"\s*_(.+)_\n", body)
        self.summary = summary and summary[1]
        options = re.search(r"#### Options\s+```\n(.*?)```", body, re.S)
        self.options = dict(
            re.findall(r"^-([\w-]+) *: (.*)$", options[1], re.M) if options else ())
        text = body[summary.end() if summary else 0:]
        text = re.sub(r"^Syntax:\s+```.*?```", "", text.strip(), flags=re.S)
        text = re.split(r"^#", text, flags=re.M)[0]
        text = re.sub(r"^(Traits|Interfaces|Effects): .*", "", text, flags=re.M)
        text = re.sub(r"```.*?```", "", text, flags=re.S)
        self.description = text.strip()


def read_entries(text):
    parts = re.split(r"^#{2,3} (?:\w+ \()?`-?([\w.-]+)`.*\n", text, flags=re.M)
    return dict(zip(parts[1::2], map(Entry, parts[2::2])))


def check_pages():
    """Compares the pages of the sources with the generated ones."""
    for page in sorted(generated.keys() | pages.keys()):
        if page not in generated and page.name != "Pipelines.md":
            problems.append(f"{page} is not generated: remove it")
        elif page in generated and generated[page] != pages.get(page):
            problems.append(f"{page} differs from the generated page: run "
                            f"utils/update-reference.sh {build}")
    index = (source / "docs/README.md").read_text()
    linked = {(source / "docs" / path).resolve()
              for path in re.findall(r"\]\(([^)#:]*)\)", index)}
    for page in pages:
        if source / page not in linked:
            problems.append(f"docs/README.md does not link to {page}")


def check_entry(name, entry, is_interface):
    if not entry.summary and not is_interface:
        problems.append(f"{name} has no summary")
    if not entry.description:
        problems.append(f"{name} has no description")


def main():
    entries = {}
    for text in pages.values():
        entries.update(read_entries(text))
    upstream = read_help(llvm_bin / "mlir-opt", llvm_bin / "mlir-reduce")
    ours = read_help(build / "bin/split-opt")
    passes = {name: entry for name, entry in ours.items() if name not in upstream}
    ops = find_generated(r'getOperationName\(\) \{\s*return \S+\("([\w.]+)"\)')
    interfaces = find_generated(r"class (\w+) : public ::mlir::OpInterface<")
    wanted = passes.keys() | ops | interfaces
    problems.extend(f"{name} has no entry" for name in wanted - entries.keys())
    problems.extend(f"{name} is no op, pass or interface" for name in
                    entries.keys() - wanted)
    for name, entry in entries.items():
        check_entry(name, entry, name in interfaces)
    for name in passes.keys() & entries.keys():
        summary, options = passes[name]
        if (entries[name].summary or "").lower() != summary.lower():
            problems.append(f"{name}: --help says {summary!r}")
        if entries[name].options != options:
            problems.append(f"{name}: --help has the options {options}")
    check_pages()
    print(len(pages), "pages,", len(passes), "passes and pipelines,", len(ops), "ops,",
          len(interfaces), "interfaces")
    print(*problems, sep="\n")
    sys.exit(bool(problems) or not (passes and ops and interfaces))


main()
