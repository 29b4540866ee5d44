"""Compares the index of passes in docs/README.md with the tools and the sources.

  check_pass_index.py [--update] SOURCE_TREE TOOLS_FOLDER LLVM_BIN

Between `<!-- passes -->` and `<!-- end of passes -->`, the page has one row for each
pass and pipeline that split-opt has and LLVM's own tools lack, in a table for each
component: its name, the summary that --help shows, and the folder whose source
implements it. Rows of wings that the build leaves out are not compared. With --update,
writes the rows instead.
"""

import re
import subprocess
import sys
from pathlib import Path

MARKS = "<!-- passes -->", "<!-- end of passes -->"


def read_help(*tools):
    text = "".join(
        subprocess.run([tool, "--help"], check=True, capture_output=True, text=True).stdout
        for tool in tools
    )
    return dict(re.findall(r"^ {6}--([\w-]+) +-   (.*)$", text, re.M))


def find_folders(top):
    """The folder of each pass, by its name: where its base class is defined."""
    definers = {}
    for source in [*top.glob("lib/**/*.cpp"), *top.glob("*/lib/**/*.cpp")]:
        for name in re.findall(r"#define GEN_PASS_DEF_(\w+)", source.read_text()):
            definers[name] = source.parent.relative_to(top)
    folders = {}
    for path in [*top.glob("include/**/*.td"), *top.glob("*/include/**/*.td")]:
        for record, name in re.findall(
            r'^def (\w+)\s*:\s*Pass<"([\w-]+)"', path.read_text(), re.M
        ):
            if record.upper() in definers:
                folders[name] = definers[record.upper()]
    # A pipeline is registered by its name.
    for source in top.glob("*/lib/Pipelines/*.cpp"):
        registration = r'(?:register(?:Pass)?(?:Pipeline|SplitToLLVMVariant)|PassPipelineRegistration<\w+>)'
        for name in re.findall(registration + r'\(\s*"([\w-]+)"', source.read_text()):
            folders[name] = source.parent.relative_to(top)
    return folders


def is_built(folder, build):
    return folder.parts[0] == "lib" or (build / folder.parts[0]).exists()


def main():
    update = "--update" in sys.argv
    top, tools, llvm_bin = map(Path, sys.argv[1 + update :])
    theirs = read_help(llvm_bin / "mlir-opt", llvm_bin / "mlir-reduce")
    ours = read_help(tools / "split-opt")
    build = tools.parent
    folders = {name: folder for name, folder in find_folders(top).items()
               if is_built(folder, build)}
    rows = {
        f"| `{name}` | {summary} | [{folders[name]}](../{folders[name]}) |"
        for name, summary in ours.items()
        if name not in theirs and name in folders
    }
    page = top / "docs/README.md"
    text = page.read_text()
    head, rest = text.split(MARKS[0])
    table, tail = rest.split(MARKS[1])
    if update:
        tables = ""
        for place in ("lib", "native", "frontends", "distribution", "gpu"):
            lines = "\n".join(sorted(row for row in rows if f"| [{place}/" in row))
            title = "the core" if place == "lib" else place
            tables += f"### Passes of {title}\n\n| pass | summary | sources |\n|---|---|---|\n{lines}\n\n"
        page.write_text(f"{head}{MARKS[0]}\n\n{tables}{MARKS[1]}{tail}")
        return 0
    given = {row for row in re.findall(r"^\| `.*\|$", table, re.M)
             if is_built(Path(re.search(r"\[(.*?)\]", row)[1]), build)}
    undefined = [name for name in ours if name not in theirs and name not in folders]
    for row in rows - given:
        print("missing:", row)
    for row in given - rows:
        print("wrong:", row)
    for name in undefined:
        print("no definition found:", name)
    for name in folders.keys() - ours.keys():
        print("defined, but not in --help:", name)
    print(len(rows), "passes and pipelines")
    return rows != given or undefined or folders.keys() - ours.keys() or not rows


if __name__ == "__main__":
    sys.exit(bool(main()))
