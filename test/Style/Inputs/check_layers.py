"""Checks that files include only files of their own folder and of lower layers.

Usage: check_layers.py ROOT

A component is the core or a wing. USES lists the components whose headers each one
may include; all may include MLIR's. LAYERS lists the folders of each component,
relative to its lib and to its include/split-mlir, lowest first; a file belongs to the
longest of them that contains it. Folders of one layer do not include each other, so
the graph of folders has no circle. The layer `c` is include/split-mlir-c, and tools are
the highest layer. What is named ALL may include what it needs.
"""

import pathlib
import re
import sys

USES = {
    "core": [],
    "native": ["core"],
    "frontends": ["core"],
    "distribution": ["core", "native"],
    "gpu": ["core", "native"],
    "verification": ["core"],
}
LAYERS = {
    "core": [
        ["Version.h", "Version"],
        ["Dialect/Split/IR"],
        ["Dialect/Split/Interfaces", "Dialect/Split/Transforms"],
        ["Conversion", "Support"],
        ["TransformOps"],
        ["InitCore.h"],
        ["c"],
        ["InitAll.h"],
    ],
    "native": [
        ["HostAbi/Runtime.h", "HostAbi/ThreadMessage.h"],
        ["runtime"],
        ["HostAbi"],
        ["Machine"],
        ["Transforms"],
        ["Conversion"],
        ["Pipelines"],
        ["Target"],
        ["Compiler", "InitNative.h"],
        ["c"],
        ["CAPI"],
    ],
    "frontends": [
        ["Conversion", "Frontend"],
        ["Builders"],
        ["ForeignToSplit", "ONNX", "OpenVINO"],
        ["SplitToSlices", "TensorToSplit"],
        ["InitFrontends.h"],
        ["c"],
        ["CAPI"],
    ],
    "distribution": [
        ["MpiRuntime"],
        ["runtime"],
        ["Dialect/SplitMpi/IR"],
        ["Dialect/SplitMpi/Interfaces"],
        ["Distribution"],
        ["HostAbi", "Sharding"],
        ["Partition", "Conversion"],
        ["Pipelines"],
        ["InitDistribution.h"],
        ["c"],
        ["CAPI"],
    ],
    "gpu": [["GPU"], ["SplitCopyToGPU"], ["Pipelines"], ["InitGPU.h"]],
    "verification": [["."]],
}
# Folders that register all components, for what is built on several of them.
ALL = ("lib/All", "lib/CAPI", "include/split-mlir/InitAll.h")
LEVELS = {
    (component, folder): level
    for component, lines in LAYERS.items()
    for level, line in enumerate([*lines, ["tools"]])
    for folder in line
}


def get_base(root, component):
    return root if component == "core" else root / component


def find_folder(component, path):
    """The entry of LAYERS of `component` that `path` belongs to."""
    for folder in [path.with_suffix(""), path, *path.parents]:
        if (component, folder.as_posix()) in LEVELS:
            return folder.as_posix()
    sys.exit(f"{path} of {component}: in no layer of {__file__}")


def find_place(root, file):
    """The component and the path in LAYERS of a file; None for others."""
    for component in reversed(USES):
        base = get_base(root, component)
        for folder in ("lib", "include/split-mlir"):
            if file.is_relative_to(base / folder):
                return component, file.relative_to(base / folder)
        for folder in ("include/split-mlir-c", "runtime", "tools"):
            if file.is_relative_to(base / folder):
                return component, pathlib.Path(folder.replace("include/split-mlir-", ""))
    return None


def find_header(root, file, name):
    """The file that `name` names, which CMake or TableGen may write of it."""
    if name.startswith(("split-mlir/", "split-mlir-c/")):
        places = [get_base(root, component) / "include" / name for component in USES]
    else:
        places = [(file.parent / name).resolve()]
        for base in [get_base(root, component) for component in USES]:
            places += [base / "lib" / name, *(base / "tools").glob(f"**/{name}*")]
    for place in places:
        name = re.sub(r"(\.capi)?\.(h|cpp)\.inc$", ".td", place.name)
        pages = [place, place.with_name(place.name + ".in"), place.with_name(name)]
        pages += place.parent.glob("*Ops.td") if place.suffix == ".inc" else []
        for page in pages:
            if page.exists():
                return page
    sys.exit(f"{file}: includes {name}, which does not exist")


def list_includes(root):
    """Pairs of a file and a file that it includes."""
    for component in USES:
        base = get_base(root, component)
        for folder in ("lib", "include", "runtime", "tools"):
            for file in sorted((base / folder).rglob("*")):
                if file.suffix not in (".h", ".cpp", ".td", ".def", ".in"):
                    continue
                if file.relative_to(root).as_posix().startswith(ALL):
                    continue
                pattern = r'^ *#? *include "([^"]+)"'
                for name in re.findall(pattern, file.read_text(), re.M):
                    if not name.startswith(("mlir/", "mlir-c/", "llvm/")):
                        yield file, find_header(root, file, name)


def find_mistake(source, target):
    (component, path), (other, header) = source, target
    if component != other:
        return None if other in USES[component] else "of a component that it may not use"
    folder, lower = find_folder(component, path), find_folder(other, header)
    levels = LEVELS[component, folder], LEVELS[other, lower]
    if levels[1] > levels[0] or levels[1] == levels[0] and folder != lower:
        return f"of {lower}, which is not lower"
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    includes = mistakes = 0
    for file, header in list_includes(root):
        includes += 1
        mistake = find_mistake(find_place(root, file), find_place(root, header))
        if mistake:
            mistakes += 1
            print(f"{file.relative_to(root)}: includes {header.relative_to(root)} {mistake}")
    print(f"{includes} includes, {mistakes} not of a lower layer")
    sys.exit(mistakes != 0 or not includes)


main()
