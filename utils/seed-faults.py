#!/usr/bin/env python3
"""seed-faults.py [--check | --likely | --thorough] [NAME...]: measures what the tests notice.

Puts each fault of FAULTS (by default all) into the sources, builds the preset release,
runs the tests until one fails, and takes the fault out again. The tests that are
likely to notice come first, then the rest of the default tier, unless --likely is given;
with --thorough, the thorough tier follows. Prints the test that noticed each fault, as
rows of a table, and fails if a fault was not noticed.

With --check, only checks that each fault can still be put in: its text stands in
exactly one place. Blanks and line ends in a text match any others.
"""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

TREE = Path(__file__).resolve().parent.parent
LIT = "/usr/lib/llvm-22/bin/lit"


class Fault(NamedTuple):
    name: str  # What kind of code is wrong, and how.
    old: str  # Text that one file has once.
    new: str
    tests: str  # Tests that are likely to notice, for lit's --filter,
    targets: str  # and what they run.


FAULTS = [
    Fault("rules: a remainder of 1 counts as divisible",
          "dim % numPieces == 0) return success();",
          "dim % numPieces <= 1) return success();",
          "Dialect/Split/invalid", "split-opt"),
    Fault("offsets: the last piece begins where the one before does",
          "index + 1 < sizes.size())", "index + 2 < sizes.size())",
          "Conversion/SplitToLinalg", "split-opt"),
    Fault("run-time checks: the axis may be the rank",
          "math.both(notBelow, math.isLess(axis, rankValue));",
          "math.both(notBelow, math.compare("
          "arith::CmpIPredicate::sle, axis, rankValue));",
          "Pipelines/rules", "split-run"),
    Fault("folds: a constant is cut at the wrong element",
          "shape[axis] * inner, start * inner,", "shape[axis] * inner, start,",
          "Dialect/Split/canonicalize-constants", "split-opt"),
    Fault("lists of lengths: a constant index value of -1 becomes the rest",
          "isa<Value>(length) && constant && *constant >= 0)",
          "isa<Value>(length) && constant && *constant >= -1)",
          "Dialect/Split/canonicalize-lengths", "split-opt"),
    Fault("bufferization: pieces are views of data that is written to later",
          "writer && !writer->isBeforeInBlock(op) &&",
          "writer && writer->isBeforeInBlock(op) &&",
          "write-pieces", "split-opt split-run"),
    Fault("copy kernels: lines are blended one byte too late",
          "arith::CmpIPredicate::slt, positions, limits",
          "arith::CmpIPredicate::sle, positions, limits",
          "LowerSplitCopy", "split-opt"),
    Fault("copy strategy: runs of one line count as short",
          "if (run >= kLineBytes) return RunStrategy::Lines;",
          "if (run > kLineBytes) return RunStrategy::Lines;",
          "LowerSplitCopy|Unit", "split-opt SplitMLIRNativeUnitTests"),
    Fault("vector loops: a static rest of one element is left out",
          "if (*knownRest == 0)", "if (*knownRest <= 1)",
          "[Vv]ectorize|[Ee]lementwise/", "split-opt"),
    Fault("vector math: a coefficient of exp is off by 0.00002",
          "4.1666467e-2f", "4.1686467e-2f", "math-accuracy", "split-run"),
    Fault("ONNX importer: a remainder makes no larger chunk",
          "chunk = llvm::divideCeilSigned(size, numChunks);", "chunk = size / numChunks;",
          "ONNX/split", "split-translate"),
    Fault("OpenVINO importer: more outputs than splits are refused, fewer are not",
          "numSplits != int64_t(layer.getNumOutputs())",
          "numSplits < int64_t(layer.getNumOutputs())",
          "OpenVINO/(split|models)", "split-translate"),
    Fault("foreign ops: an axis of 8 bits is refused",
          "element.getIntOrFloatBitWidth() < 8 ||",
          "element.getIntOrFloatBitWidth() <= 8 ||",
          "Foreign.*mlir", "split-opt"),
    Fault("host ABI: a status of 0 counts as a failure",
          "status.getInt() > SPLIT_MLIR_SUCCESS", "status.getInt() >= SPLIT_MLIR_SUCCESS",
          "asserts-to-status", "split-opt"),
    Fault("header writer: elements of one byte lose their sign",
          "number.isUnsignedInteger() || isa<FloatType>(number);",
          "number.isUnsignedInteger();",
          "SplitCompile/.*(header|signature|names)", "split-compile"),
    Fault("runtime: strides of packed arguments of rank 3 are wrong",
          "stride *= static_cast<uint64_t>(sizes[i]);",
          "stride = static_cast<uint64_t>(sizes[i]);",
          "Unit", "SplitMLIRNativeUnitTests"),
    Fault("C API: offsets are sizes",
          "llvm::copy(inferPieceOffsets(split.getSpec()), offsets);",
          "llvm::copy(inferPieceSizes(split.getSpec()), offsets);",
          "CAPI", "SplitMLIR-C"),
    Fault("npy reader: arrays in Fortran order are read out of order",
          "offset -= strides[dim] * box.sizes[dim];",
          "offset -= strides[dim] * (box.sizes[dim] - 1);",
          "npy|Unit", "split-run SplitMLIRNativeUnitTests"),
    Fault("pipeline: arguments of external functions are extended too late",
          "pm.addPass(createSplitExtendExternalArgumentsPass());"
          " pm.addPass(createConvertFuncToLLVMPass());",
          "pm.addPass(createConvertFuncToLLVMPass());\n"
          "  pm.addPass(createSplitExtendExternalArgumentsPass());",
          "HostAbi|Pipelines/[d-z].*mlir", "split-opt split-run"),
    Fault("proofs: a quotient is always defined",
          "return terms.both(isDivisor, terms.fits(quotient, width));",
          "return terms.getBool(true);",
          "verification.*assumptions", "split-verify"),
    Fault("proofs: a check is known to hold where it runs",
          "Value passes = terms.implies(path, symbol.term); Check check",
          "Value passes = terms.implies(path, symbol.term);\n"
          "  passed = terms.both(passed, passes);\n  Check check",
          "verification.*(claims|mutants)", "split-verify split-run"),
    Fault("proofs: parts of a tensor hide no others",
          "condition = terms.both(condition, terms.negate(isHere));",
          "condition = terms.both(condition, terms.getBool(true));",
          "verification.*elements", "split-verify"),
    Fault("documentation: an example prints something else",
          "[0, 1] [6, 3] [1, 1] ```", "[0, 1] [6, 2] [1, 1]\n```", "Docs/readme", ""),
]


def run(command, **options):
    return subprocess.run(command, cwd=TREE, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)


def find_place(fault):
    """(file, begin, end) of the fault's text; exits unless there is exactly one."""
    files = run(["git", "ls-files", "distribution", "frontends", "gpu", "include",
                 "lib", "native", "tools", "verification", "docs", "README.md"]).stdout
    pattern = re.compile(r"\s+".join(map(re.escape, fault.old.split())))
    places = []
    for name in files.splitlines():
        path = TREE / name
        if path.suffix in (".cpp", ".h", ".td", ".md") and path.exists():
            places += [(path, match.start(), match.end())
                       for match in pattern.finditer(path.read_text())]
    if len(places) != 1:
        sys.exit(f"{fault.name}: {fault.old!r} stands in {len(places)} places, expected 1")
    return places[0]


def find_failure(*options):
    """The first test that fails, or None."""
    ran = run([LIT, "-v", "--max-failures=1", *options,
               *TREE.glob("build/release/test"), *TREE.glob("build/release/*/test")])
    if failed := re.search(r"^(?:FAIL|TIMEOUT|UNRESOLVED): split-mlir(?: \w+)? :: (\S+)", ran.stdout,
                           re.M):
        return failed[1]
    if not re.search(r"^ +Passed", ran.stdout, re.M):
        sys.exit(f"lit did not run: {ran.stdout}")
    return None


def build(targets):
    return not targets or run(["utils/build.sh", "release", *targets]).returncode == 0


def find_notice(fault, option, built):
    """What notices the fault that is in the tree: (tier, test), or (None, None). Adds to
    the set of targets that are built with it."""
    stages = [("default", fault.targets.split(), [f"--filter={fault.tests}"])]
    if option != "--likely":
        stages.append(("default", ["split-test-depends"], []))
    if option == "--thorough":
        stages.append(("thorough", ["split-test-depends"], ["--param=thorough=1"]))
    for tier, targets, options in stages:
        built.update(targets)
        if not build(targets):
            return tier, "the build"
        if test := find_failure(*options):
            return tier, test
    return None, None


def seed(fault, option):
    path, begin, end = find_place(fault)
    text = path.read_text()
    built = set()
    try:
        path.write_text(text[:begin] + fault.new + text[end:])
        tier, test = find_notice(fault, option, built)
    finally:
        path.write_text(text)
    if not build(built):
        sys.exit(f"{fault.name}: the build fails without it")
    print(f"| {fault.name} | {path.name} | {tier or 'not noticed'} | {test or ''} |", flush=True)
    return tier


def main():
    # So that what is in the tree is taken out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    arguments = sys.argv[1:]
    names = [argument for argument in arguments if not argument.startswith("--")]
    faults = [fault for fault in FAULTS
              if not names or any(fault.name.startswith(name) for name in names)]
    for fault in faults:
        find_place(fault)
    print(len(faults), "faults, each of which has one place", flush=True)
    option = next((argument for argument in arguments if argument.startswith("--")), None)
    if option not in (None, "--check", "--likely", "--thorough"):
        sys.exit(f"unknown option: {option}")
    if option == "--check":
        return
    if not build(["split-test-depends"]):
        sys.exit("the build fails without a fault")
    tiers = [seed(fault, option) for fault in faults]
    print(tiers.count("default"), "noticed by the default tier,", tiers.count("thorough"),
          "by the thorough tier only,", tiers.count(None), "by none")
    sys.exit(None in tiers)


if __name__ == "__main__":
    main()
