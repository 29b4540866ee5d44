"""Checks that MLIR_LIBS of each library, those of the libraries that it links, and what all
these link have every symbol of MLIR that it uses.

  check_mlir_libs.py SOURCE BUILD LLVM
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

source, build, llvm = map(Path, sys.argv[1:])


def read_symbols(files, option):
    """The symbols of each library, by its name without `lib`."""
    command = [llvm / "bin/llvm-nm", "-A", "--format=posix", option, *files]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    symbols = defaultdict(set)
    for line in lines:
        if match := re.match(r"\S*/lib(\w+)\.a\S*: (\S+) [^arN]", line):
            symbols[match[1]].add(match[2])
    return symbols


def read_links():
    """What each library of MLIR links, and each installed one of this project."""
    text = (llvm / "lib/cmake/mlir/MLIRTargets.cmake").read_text()
    links = {
        match[1]: re.findall(r"\bMLIR\w+", match[2])
        for match in re.finditer(r"^set_target_properties\((\w+) .*?\n\)", text, re.M | re.S)
        for match in [re.match(r"set_target_properties\((\w+) PROPERTIES(.*)", match[0], re.S)]
    }
    pattern = r"^ *add_split_mlir_library\((\w+)([^)]*)\)"
    for file in source.rglob("CMakeLists.txt"):
        for name, body in re.findall(pattern, file.read_text(), re.M):
            words = body.split()
            starts = [i for i, word in enumerate(words) if word in ("MLIR_LIBS", "LINK_LIBS")]
            if "NO_INSTALL" not in words:
                links[name] = words[starts[0] :] if starts else []
    core = (source / "lib/CMakeLists.txt").read_text()
    links["SplitMLIRCore"] = re.search(r"bundle\(SplitMLIRCore([^)]*)\)", core)[1].split()
    return links


def find_all(name, links):
    """The libraries that `name` links, and those that they link."""
    found, queue = set(), [name]
    while queue:
        library = queue.pop()
        if library not in found:
            found.add(library)
            queue += links.get(library, [])
    return found


links = read_links()
upstream = read_symbols(llvm.glob("lib/libMLIR*.a"), "--defined-only")
owners = defaultdict(set)
for library, symbols in upstream.items():
    for symbol in symbols:
        owners[symbol].add(library)
files = [file for name in links for file in build.glob(f"lib/lib{name}.a")]
files = [file for file in files if file.stem.startswith("libSplitMLIR")]
defined = read_symbols(files, "--defined-only")
missing = 0
for library, symbols in sorted(read_symbols(files, "--undefined-only").items()):
    linked = find_all(library, links)
    for symbol in sorted(symbols - defined[library]):
        if owners[symbol] and not owners[symbol] & linked:
            missing += 1
            print(f"{library}: {symbol} is in {', '.join(sorted(owners[symbol]))}")
print(f"{len(files)} libraries, {missing} symbols missing")
sys.exit(missing != 0)
