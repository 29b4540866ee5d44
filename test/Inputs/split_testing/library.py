"""Compiles functions to a shared library and calls them by ctypes.

A check that fails ends the process, so that calls run in child processes.
"""

import collections
import ctypes
import os
import signal

import numpy as np

from split_testing.functions import (NUMPY_TYPES, dtype_of, end_if_wrong, functions,
                                     is_same, parse_type)
from split_testing.tools import ToolError, run

UNREGISTERED = "--allow-unregistered-dialect"
INTERFACE = " attributes {llvm.emit_c_interface}"


def compile_library(text, path, *options, flags=("-O0",)):
    """Writes the library of a module of functions that have INTERFACE. The options
    are those of split-opt that lower the module to the LLVM dialect, and the flags are
    those of clang."""
    text = run("split-opt", "-", *options, input=text)
    text = run("mlir-translate", "--mlir-to-llvmir", "-", input=text)
    run("clang", *flags, "-w", "-shared", "-fPIC", "-x", "ir", "-", "-lm", "-o", path,
        input=text)


# ---- Descriptors of memrefs, as words of 64 bits. ----


def words_of(words):
    return (ctypes.c_int64 * len(words))(*words)


def describe(array):
    """The descriptor of an array, which has to outlive it."""
    return words_of([array.ctypes.data, array.ctypes.data, 0, *array.shape,
                     *(stride // array.itemsize for stride in array.strides)])


def make_argument(array, type_):
    """The value to pass for an array, and an object that has to live as long."""
    if not type_.startswith("tensor"):
        return np.ctypeslib.as_ctypes_type(NUMPY_TYPES[type_])(int(array)), None
    descriptor = describe(array)
    if not type_.startswith("tensor<*"):
        return ctypes.byref(descriptor), descriptor
    unranked = words_of([array.ndim, ctypes.addressof(descriptor)])
    return ctypes.byref(unranked), (unranked, descriptor)


def read_tensor(words, rank, dtype):
    """A copy of the array that the words of a descriptor describe."""
    dtype = np.dtype(dtype)
    shape, strides = words[3:3 + rank], words[3 + rank:3 + 2 * rank]
    if 0 in shape:
        return np.zeros(shape, dtype)
    length = sum((d - 1) * s for d, s in zip(shape, strides)) + 1
    start = words[1] + words[2] * dtype.itemsize
    memory = np.frombuffer(ctypes.string_at(start, length * dtype.itemsize), dtype)
    return np.lib.stride_tricks.as_strided(
        memory, shape, [s * dtype.itemsize for s in strides]).copy()


def call_function(library, name, arguments, argument_types, result_types):
    """The arrays that a function returns."""
    made = [make_argument(a, t) for a, t in zip(arguments, argument_types)]
    types = [parse_type(t) for t in result_types]
    sizes = [2 if shape is None else 3 + 2 * len(shape) for shape, _ in types]
    results = words_of([0] * sum(sizes))
    getattr(library, f"_mlir_ciface_{name}")(ctypes.byref(results), *(a for a, _ in made))
    arrays, words = [], list(results)
    for size, (shape, element) in zip(sizes, types):
        rank, descriptor = len(shape or ()), words[:size]
        if shape is None:
            rank, address = descriptor
            descriptor = list((ctypes.c_int64 * (3 + 2 * rank)).from_address(address))
        arrays.append(read_tensor(descriptor, rank, dtype_of(element)))
        words = words[size:]
    return arrays


def copy_argument(array):
    """A copy, or the argument itself if it is too large to be in memory."""
    return array if np.size(array) >= 2 ** 31 else np.array(array)


def find_mistake(library, name, call):
    """The mistake in the results of a function, or None."""
    call.prepare()
    arguments = [copy_argument(a) for a in call.arguments]
    results = call_function(library, name, arguments, call.argument_types, call.result_types)
    if call.expected is None:
        return "no check failed"
    for i, (got, expected) in enumerate(zip(results, call.expected)):
        if not is_same(got, expected):
            return (f"result {i} is {got.tolist()} of shape {got.shape}, "
                    f"expected {expected.tolist()}")
    if not all(a is b or is_same(a, b) for a, b in zip(arguments, call.arguments)):
        return "it writes to its arguments"
    return None


def in_child(path, calls, indices):
    """Calls functions in a child process: its wait status and what it wrote."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write_end, 2)
        status = 1
        try:
            library = ctypes.CDLL(str(path))
            for i in indices:
                if mistake := find_mistake(library, f"f{i}", calls[i]):
                    os.write(2, f"#{i} {mistake}\n".encode())
            status = 0
        except Exception as error:
            os.write(2, repr(error).encode())
        finally:
            os._exit(status)
    os.close(write_end)
    with os.fdopen(read_end, errors="replace") as pipe:
        output = pipe.read()
    return os.waitpid(child, 0)[1], output


def expect_failure(call, status, output):
    if status != signal.SIGABRT or "error: " not in output:
        return f"expected a failed check, got wait status {status}: {output}"
    return None


def find_wrong(calls, path, passes="", judge=expect_failure, prelude="", options=()):
    """Pairs of a call that does not do what is expected and the reason.

    Passes may run before the pipeline split-to-llvm. `judge` says what is wrong with
    the end of a call that expects no results. `prelude` is the text of functions
    that calls may use, and `options` are those of split-opt.
    """
    try:
        compile_library(prelude + functions(calls, INTERFACE), path,
                        f"--pass-pipeline=builtin.module({passes}split-to-llvm)", *options)
    except ToolError as error:
        if len(calls) == 1:
            return [(calls[0], str(error))]
        half = len(calls) // 2
        return [pair for part in (calls[:half], calls[half:])
                for pair in find_wrong(part, path, passes, judge, prelude, options)]
    wrong = []
    works = [i for i, call in enumerate(calls) if call.expected is not None]
    status, output = in_child(path, calls, works)
    if status != 0 or output:
        for i in works:
            status, output = in_child(path, calls, [i])
            if status != 0 or output:
                wrong.append((calls[i], f"wait status {status}: {output}"))
    for i, call in enumerate(calls):
        if call.expected is None:
            if why := judge(call, *in_child(path, calls, [i])):
                wrong.append((call, why))
    return wrong


def check_conversion(calls, folder, passes, gone):
    """Ends the test if the passes leave one of the texts `gone` in the functions of the
    calls, or with the first calls that are wrong after them. Prints how many calls there
    are, also of each name."""
    module = run("split-opt", UNREGISTERED, f"--pass-pipeline=builtin.module({passes})", "-",
                 input=functions(calls))
    if left := [text for text in gone if text in module]:
        raise SystemExit(f"{passes} leaves {' and '.join(left)}:\n{module}")
    end_if_wrong(find_wrong(calls, folder / "library.so", f"{passes},", options=[UNREGISTERED]))
    for name, count in sorted(collections.Counter(call.name for call in calls).items()):
        print(f"{name}: {count}")
    print(f"{passes}: {len(calls)} splits, 0 wrong")
