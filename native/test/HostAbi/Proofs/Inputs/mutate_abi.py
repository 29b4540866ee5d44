"""Checks that wrong checks of what hosts pass are refuted. Usage: mutate_abi.py FOLDER [--short]

A mutant changes one place of a function that the compiler generates, or of the runtime library.
A call that a wrong function accepts, although it breaks R7, is made: the function that the
compiler generates must refuse it, before it reads any data.
"""

import concurrent.futures
import ctypes
import re
import sys

from split_testing.tools import make_folder, run

import abi_runtime
from abi_programs import PROGRAMS, to_shape
from prove_abi import compile_program, compile_runtime, describe, verify, verify_runtime

OBEYS = "what is passed obeys R7"
COMPARE = r'("llvm.icmp"\((%\d+), )%\d+(\) <\{predicate = )'
# Program, function, what is wrong, pattern, replacement.
CALLS = [
    ("rank 2", "f.fast", "negative sizes pass", r'("llvm.icmp"\(%\d+, %\d+\) <\{predicate = )4 ',
     r"\g<1>1 "),
    ("rank 2", "f.fast", "a null pointer is read", COMPARE + "1 ", r"\1\2\g<3>0 "),
    ("rank 3", "f.fast", "a stride of another dimension",
     r"(llvm.mul\"\()(%\d+), (%\d+)", r"\1\2, \2"),
    ("argument and buffer", "f.fast", "wrong bytes of elements",
     r'(getelementptr"\(%\d+, %\d+\) <\{elem_type = )f32', r"\1i16"),
    ("argument and buffer", "f.fast", "buffers of too few bytes",
     r'(llvm.add"\()(%\d+), (%\d+)(\).*\n.*predicate = 9)', r"\1\3, \3\4"),
    ("static, fast path", "f.fast", "an overlap of one byte passes", "value = 63 ", "value = 62 "),
    ("static, fast path", "f.fast", "an operand is skipped",
     r'getelementptr"\((%arg\d+)\)(.*32: 2>(?s:.*))getelementptr"\(%arg\d+\)(.*32: 3>)',
     r'getelementptr"(\1)\2getelementptr"(\1)\3'),
    ("static, fast path", "f.fast", "another stride is expected",
     r"dense<\[2, 4, 4, 1\]>", "dense<[2, 4, 4, 2]>"),
    ("static, fast path", "f.fast", "null data passes",
     COMPARE + r"1 (?=.*\n.*\n.*\^bb2:)", r"\1\2\g<3>0 "),
    ("static, fast path", "f.call", "a failed check is not returned",
     r"predicate = 0 ", "predicate = 1 "),
    ("static, fast path", "f.slow", "an operand is not in the table",
     r'(llvm.store"\()%arg\d+((?s:.*)llvm.store"\()(%arg\d+)', r"\1\3\2\3"),
    ("seven buffers, library", "f.fast", "a buffer is not compared",
     r"(constant\"\(\) <\{value = )8( : i64)", r"\g<1>7\2"),
    ("unknown rank", "f.fast", "a tensor of unknown rank is not examined",
     r"predicate = 0 (.*\n.*i1)", r"predicate = 5 \1"),
]
# Function, what is wrong, what is replaced, by what.
LIBRARY = [
    ("split_mlir_count_bytes", "products wrap around",
     "__builtin_mul_overflow(bytes, sizes[i], &bytes)",
     "(bytes = int64_t(uint64_t(bytes) * uint64_t(sizes[i])), false)"),
    ("split_mlir_count_bytes", "the last size of 0 is not found",
     "i < rank; ++i)\n    if (sizes[i] == 0) {", "i + 1 < rank; ++i)\n    if (sizes[i] == 0) {"),
    ("isContiguous", "the first stride is skipped", "for (int64_t i = rank; i-- > 0;) {\n    if",
     "for (int64_t i = rank; i-- > 1;) {\n    if"),
    ("isContiguous", "strides along sizes of 1 count", "sizes[i] != 1 && static_cast",
     "static_cast"),
    ("isContiguous", "offsets are skipped", "if (memref.offset != 0)\n    return false;", ""),
    ("split_mlir_inspect_unranked", "sizes of -1 pass", "if (sizes[i] < 0)", "if (sizes[i] < -1)"),
    ("split_mlir_inspect_unranked", "only the last size is 0", "isEmpty |= sizes[i] == 0;\n  }\n"
     "  if (isEmpty)\n    return", "isEmpty = sizes[i] == 0;\n  }\n  if (isEmpty)\n    return"),
    ("OperandReader::checkRanked", "dynamic sizes are not checked",
     "if (expected < 0 && sizes[dim] < 0)", "if (expected < -1 && sizes[dim] < 0)"),
    ("OperandReader::checkRanked", "static sizes of 0 are not checked",
     "if (expected >= 0 &&", "if (expected > 0 &&"),
    ("OperandReader::checkRanked", "packed arguments are compared",
     "isContiguous ? bytes : 0", "bytes"),
    ("OperandReader::checkRanked", "a product skips a size",
     "bytes *= static_cast<uint64_t>(sizes[dim]);",
     "bytes *= dim ? static_cast<uint64_t>(sizes[dim]) : 1;"),
    ("OperandReader::checkRanked", "negative offsets are refused", "if (!given.aligned)\n",
     "if (!given.aligned || given.offset < 0)\n"),
    ("OperandReader::checkRanked", "strides that are wrong pass", "      isContiguous = false;\n",
     ""),
    ("OperandReader::isLikeLast", "strides are not compared", "i < 2 * lastType->rank",
     "i < lastType->rank"),
    ("OperandReader::isLikeLast", "null data passes", "|| !given || !given->aligned", "|| !given"),
    ("areInOrder", "an argument overlaps by one byte", "begin < last", "begin + 1 < last"),
    ("areInOrder", "results overlap by one byte", "end <= first;", "end <= first + 1;"),
    ("findOverlap", "buffers that touch are refused", "before->end > range->begin",
     "before->end >= range->begin"),
    ("findOverlap", "not the farthest end", "range->end > farthest->end",
     "range->end < farthest->end"),
    ("findOverlap", "results are compared with results only",
     "isResult ? farthest : farthestResult", "farthestResult"),
]


def change(text, old, new, is_pattern=True):
    changed = re.sub(old, new, text, count=1) if is_pattern else text.replace(old, new, 1)
    if changed == text:
        sys.exit(f"there is no place like {old}")
    return changed


def mutate_call(text, function, old, new):
    """Changes one place of a function."""
    begin = re.search(rf'  "llvm.func".*sym_name = "{re.escape(function)}"', text).start()
    end = text.index("\n  })", begin)
    return text[:begin] + change(text[begin:end], old, new) + text[end:]


def call(library, arguments, results, numbers):
    """The status of a call with the operands of a counterexample."""
    operands, kept = [], []
    for index, text in enumerate([*arguments, *(text for text, _ in results)]):
        is_result = index >= len(arguments)
        name = f"result {index - len(arguments)}" if is_result else f"argument {index}"
        if numbers[f"{name}, pointer"] == 0:
            operands.append(None)
            continue
        words = [0] * 32
        if f"{name}, data" in numbers:
            rank = len(to_shape(text)[0])
            words = [0, numbers[f"{name}, data"], numbers[f"{name}, offset"],
                     *(numbers[f"{name}, {word} {dim}"] for word in ("size", "stride")
                       for dim in range(rank))]
        kept.append((ctypes.c_int64 * len(words))(*words))
        operands.append(ctypes.cast(kept[-1], ctypes.c_void_p))
    return library.f(*operands)


def main():
    folder = make_folder(sys.argv[1])
    calls, library = CALLS, LIBRARY
    if "--short" in sys.argv:
        calls, library = CALLS[:1] + CALLS[5:6], LIBRARY[13:14] + LIBRARY[15:16]
    compiled = {name: compile_program(folder, name) for name in {name for name, *_ in calls}}
    libraries = {}
    for name, (path, _) in compiled.items():
        run("split-compile", path, "-o", path.with_suffix(".so"))
        libraries[name] = ctypes.CDLL(str(path.with_suffix(".so")))

    def refute_call(mutant):
        name, function, _, old, new = mutant
        text = mutate_call(compiled[name][1], function, old, new)
        return verify(text, *PROGRAMS[name], only=function)

    def refute_library(mutant):
        function, wrong, old, new = mutant
        place = make_folder(folder / re.sub(r"\W+", "-", function + wrong))
        text = compile_runtime(place, abi_runtime.CLAIMS[function][0],
                               lambda text: change(text, old, new, is_pattern=False))
        return verify_runtime(function, text, 4)

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        answers = [*pool.map(refute_call, calls), *pool.map(refute_library, library)]
    ran = 0
    for mutant, found in zip([*calls, *library], answers):
        what = f"{mutant[0]}, {mutant[2] if len(mutant) == 5 else mutant[1]}"
        refuted = [answer for answer in found if answer[2] == "refuted" and answer[3]]
        if not refuted:
            sys.exit(f"{what}: not refuted: {[answer[1:3] for answer in found]}")
        _, claim, _, numbers = min(refuted, key=lambda answer: answer[1] != OBEYS)
        status = ""
        if claim == OBEYS and "argument 0, rank" not in numbers:
            given = call(libraries[mutant[0]], *PROGRAMS[mutant[0]][:2], numbers)
            if given != 1:
                sys.exit(f"{what}: the call returns {given} for {describe(numbers)}")
            ran, status = ran + 1, "; a call returns 1"
        print(f"{what}: refuted: {claim}, for {describe(numbers)}{status}")
    print(f"{len(answers)} mutants, all refuted; {ran} calls refused")


if __name__ == "__main__":
    main()
