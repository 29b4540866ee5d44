"""Checks the conventions that CONTRIBUTING.md states for C++ and TableGen files.

Usage: check_consistency.py ROOT

Each check yields (line number, what is wrong) for the text of one file.
"""

import pathlib
import re
import sys

FOLDERS = ("distribution", "frontends", "gpu", "include", "lib", "native", "tools", "verification")

# Headers that declare functions of several sources: lists of what a folder has.
LISTS = {
    "Canonicalization.h",
    "Canonicalize.h",
    "Claims.h",
    "Compiler.h",
    "ControlFlow.h",
    "DataMovement.h",
    "Elementwise.h",
    "EmitHostFunctions.h",
    "ExternalModels.h",
    "Folds.h",
    "ForeignOp.h",
    "ForeignSplits.h",
    "Indexing.h",
    "IsolateBoundaries.h",
    "Kernels.h",
    "KeptTypes.h",
    "MachineCode.h",
    "MpiPipelines.h",
    "Numbers.h",
    "Operators.h",
    "Partition.h",
    "Passes.h",
    "Patterns.h",
    "Pipelines.h",
    "Recurrent.h",
    "Reduce.h",
    "Resize.h",
    "Scalars.h",
    "Shapes.h",
    "SizeChecks.h",
    "SliceCovers.h",
    "Solver.h",
    "Split.h",
    "SplitAssert.h",
    "SplitMpi.h",
    "SplitToLinalg.h",
    "TilingModel.h",
    "UpstreamGaps.h",
    "VectorizeElementwise.h",
    "Windows.h",
}


def find_line(text, position):
    return text.count("\n", 0, position) + 1


def check_banner(path, text):
    """The first line names the file and says in 80 columns what is inside."""
    first = text.split("\n", 1)[0]
    name = re.escape(path.name)
    mode = {".cpp": "", ".td": r"\*- tablegen -\*-"}.get(path.suffix, r"\*- C(\+\+)? -\*-")
    match = re.fullmatch(rf"//===-+ {name} - (\S+).* -*{mode}===//", first)
    if not match or len(first) != 80:
        yield 1, "expected a banner of 80 columns with the name of the file"
    elif match[1][0].islower() and not re.search(r"[.-]", match[1]):
        yield 1, "expected a banner in sentence case"


def check_guard(path, text):
    """An include guard is the path in capitals."""
    if path.suffix not in (".h", ".td"):
        return
    parts = ("split-mlir", *path.parts)
    if "include" in path.parts[:2]:
        parts = path.parts[path.parts.index("include") + 1 :]
    guard = re.sub(r"\W", "_", "/".join(parts).upper())
    if f"#ifndef {guard}\n#define {guard}\n" not in text:
        yield 1, f"expected the include guard {guard}"


def check_namespace(path, text):
    for match in re.finditer(r"^namespace split \{", text, re.M):
        yield find_line(text, match.start()), "expected `namespace mlir::split {`"


def check_columns(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > 80 and path.suffix == ".td":
            yield number, "longer than 80 columns"


def check_own_header(path, text):
    """A source includes its own header first."""
    if path.suffix != ".cpp":
        return
    includes = re.findall(r'^#include ["<]([^">]+)[">]', text, re.M)
    own = [
        name
        for name in includes
        if name == path.stem + ".h"
        or name.startswith("split-mlir/") and name.endswith(f"/{path.parent.name}/{path.stem}.h")
    ]
    if own and includes[0] != own[0]:
        yield 1, f"expected {own[0]} to be included first"


def check_match_failures(path, text):
    """Patterns say why they do not match."""
    for match in re.finditer(r"\bmatchAndRewrite\([^;{]*\{(.*?)\n(?:  )?\}\n", text, re.S):
        for bare in re.finditer(r"return failure\(\);", match[1]):
            yield find_line(text, match.start(1) + bare.start()), "expected notifyMatchFailure"


def check_map_keys(path, text):
    for match in re.finditer(r"\b(DenseMap|DenseSet|map|set)<(const )?void \*", text):
        yield find_line(text, match.start()), "a key of type `void *` says nothing of its type"


def check_builder_names(path, text):
    for match in re.finditer(r"\b(OpBuilder|\w*Rewriter) &b\b", text):
        yield find_line(text, match.start()), "expected the name `builder` or `rewriter`"


def check_constant_names(path, text):
    pattern = r"^ *(?:static|inline) (?:constexpr|const) (?!auto &)[^=(;{]*?(\w+)(?:\[\w*\])? *[={]"
    for match in re.finditer(pattern, text, re.M):
        if not re.match(r"k[A-Z]", match[1]):
            yield find_line(text, match.start()), f"expected a name like kName, not {match[1]}"


CHECKS = [
    check_banner,
    check_guard,
    check_namespace,
    check_columns,
    check_own_header,
    check_match_failures,
    check_map_keys,
    check_builder_names,
    check_constant_names,
]


def check_header_names(texts):
    """A function that X.cpp of lib defines is declared by X.h."""
    declared = {}
    for path, text in texts.items():
        if path.suffix == ".h":
            for name in re.findall(r"\b(\w+)\(", text):
                declared.setdefault(name, set()).add(path.name)
    for path, text in texts.items():
        if path.suffix != ".cpp" or "lib" not in path.parts[:2]:
            continue
        for match in re.finditer(r"^[\w:<>*& ,]*\bmlir::split::(?:\w+::)?(\w+)\(", text, re.M):
            headers = declared.get(match[1], set())
            if headers and not headers & {*LISTS, path.stem + ".h"}:
                yield path, find_line(text, match.start()), (
                    f"{match[1]} is declared by {', '.join(sorted(headers))}"
                )


def main():
    root = pathlib.Path(sys.argv[1])
    texts = {
        path.relative_to(root): path.read_text()
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in (".h", ".cpp", ".td") and "test" not in path.relative_to(root).parts
    }
    mistakes = list(check_header_names(texts))
    for path, text in texts.items():
        for check in CHECKS:
            mistakes += [(path, line, what) for line, what in check(path, text)]
    for path, line, what in sorted(mistakes):
        print(f"{path}:{line}: {what}")
    print(f"{len(texts)} files, {len(mistakes)} mistakes")
    sys.exit(bool(mistakes) or not texts)


main()
