"""Checks that files include only files of their own folder and of lower layers.

Usage: check_layers.py ROOT

LAYERS lists folders relative to lib and to include/split-mlir, lowest first; a
file belongs to the longest of them that contains it. Folders of one layer do not
include each other, so the graph of folders has no circle. The dialect includes
only itself and MLIR, and the verification wing only itself and the dialect.
"""

import pathlib
import re
import sys

LAYERS = [
    ["Version.h", "Version"],
    ["HostAbi/Runtime", "MpiRuntime"],
    ["Dialect/Split/IR"],
    ["Dialect/Split/Interfaces", "Dialect/Split/Transforms", "Dialect/SplitMpi/IR"],
    ["Dialect/SplitMpi/Interfaces"],
    ["HostAbi"],
    ["Machine"],
    ["Transforms"],
    ["Frontend"],
    ["Frontend/ONNX", "Frontend/OpenVINO"],
    ["Conversion"],
    ["Distribution"],
    ["TransformOps"],
    ["Pipelines"],
    ["Target"],
    ["InitAll.h"],
    ["Compiler"],
    ["c"],
    ["CAPI"],
    ["verification"],
]
LEVELS = {folder: level for level, line in enumerate(LAYERS) for folder in line}


def find_folder(path):
    """The entry of LAYERS that `path`, relative to a root, belongs to."""
    for folder in [path.with_suffix(""), path, *path.parents]:
        if folder.as_posix() in LEVELS:
            return folder.as_posix()
    sys.exit(f"{path}: in no layer of {__file__}")


def list_files(root):
    """Pairs of a file and its path in LAYERS."""
    for base in (root / "lib", root / "include/split-mlir"):
        for path in sorted(base.rglob("*")):
            yield path, path.relative_to(base)
    for path in sorted((root / "include/split-mlir-c").rglob("*")):
        yield path, pathlib.Path("c")
    for path in sorted((root / "verification/lib").rglob("*")):
        yield path, path.relative_to(root)


def list_includes(root):
    """Triples of a file, its path in LAYERS, and that of a file it includes."""
    for path, own in list_files(root):
        if path.suffix not in (".h", ".cpp"):
            continue
        for name in re.findall(r'^ *#include "([^"]+)"', path.read_text(), re.M):
            if name.startswith("split-mlir-c/"):
                yield path, own, pathlib.Path("c")
            elif name.startswith("split-mlir/"):
                yield path, own, pathlib.Path(name).relative_to("split-mlir")
            elif not name.startswith(("mlir/", "mlir-c/", "llvm/")):
                header = (path.parent / name).resolve()
                template = header.with_name(header.name + ".in")
                if not header.exists() and not template.exists():
                    sys.exit(f"{path}: includes {name}, which does not exist")
                base = root if own.parts[0] == "verification" else root / "lib"
                yield path, own, header.relative_to(base.resolve())


def main():
    root = pathlib.Path(sys.argv[1])
    includes = mistakes = 0
    for path, own, other in list_includes(root):
        source, target = find_folder(own), find_folder(other)
        includes += 1
        is_upward = LEVELS[target] > LEVELS[source]
        is_sideways = LEVELS[target] == LEVELS[source] and source != target
        is_foreign = source.startswith("Dialect") and not (
            target.startswith("Dialect") or target == "Version.h"
        ) or source == "verification" and target not in (source, "Dialect/Split/IR")
        if is_upward or is_sideways or is_foreign:
            mistakes += 1
            print(f"{path.relative_to(root)}: {source} includes {other} of {target}")
    print(f"{includes} includes, {mistakes} not of a lower layer")
    sys.exit(mistakes != 0 or not includes)


main()
