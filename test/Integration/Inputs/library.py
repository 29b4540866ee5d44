"""Programs compiled by the pipeline split-to-llvm into a shared library and
called in child processes, which a check that fails ends."""

import ctypes
import os
import signal
import subprocess

import numpy as np

from calls import NUMPY_TYPES, function

SCALARS = {"?": ctypes.c_bool, "i1": ctypes.c_int8, "u1": ctypes.c_uint8,
           "i2": ctypes.c_int16, "u2": ctypes.c_uint16, "i4": ctypes.c_int32, "u4": ctypes.c_uint32,
           "i8": ctypes.c_int64, "u8": ctypes.c_uint64}


def compile_library(calls, path, passes=""):
    """Writes a library with a function f0, f1, ... for each call. Passes may run
    before the pipeline."""
    text = "".join(function([call], f"f{i}", " attributes {llvm.emit_c_interface}")
                   for i, call in enumerate(calls))
    for command in (["split-opt", f"--pass-pipeline=builtin.module({passes}split-to-llvm)",
                     "-"],
                    ["split-translate", "--mlir-to-llvmir", "-"],
                    ["clang", "-O0", "-w", "-shared", "-fPIC", "-x", "ir", "-",
                     "-o", str(path)]):
        ran = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        if ran.returncode != 0:
            raise RuntimeError(f"{command[0]}: exit status {ran.returncode}: {ran.stderr}")
        text = ran.stdout


# ---- Descriptors of memrefs, as words of 64 bits. ----


def words_of(words):
    return (ctypes.c_int64 * len(words))(*words)


def make_argument(array, type_):
    """What a function takes, and what has to live as long."""
    if not type_.startswith("tensor"):
        return SCALARS[NUMPY_TYPES[type_]](int(array)), None
    strides = [stride // array.itemsize for stride in array.strides]
    descriptor = words_of([array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides])
    if not type_.startswith("tensor<*"):
        return ctypes.byref(descriptor), descriptor
    unranked = words_of([array.ndim, ctypes.addressof(descriptor)])
    return ctypes.byref(unranked), (unranked, descriptor)


def read_tensor(words, rank, dtype):
    """The array that the words of a descriptor describe."""
    shape, strides = words[3:3 + rank], words[3 + rank:3 + 2 * rank]
    array = np.zeros(shape, dtype)
    if array.size == 0:
        return array
    start = words[1] + words[2] * array.itemsize
    length = sum((d - 1) * s for d, s in zip(shape, strides)) + 1
    memory = np.frombuffer(ctypes.string_at(start, length * array.itemsize), dtype)
    array[...] = np.lib.stride_tricks.as_strided(
        memory, shape, [s * array.itemsize for s in strides])
    return array


def read_results(words, claims, dtype):
    arrays = []
    for claim in claims:
        if claim is None:
            rank, address = words[:2]
            descriptor = (ctypes.c_int64 * (3 + 2 * rank)).from_address(address)
            arrays.append(read_tensor(list(descriptor), rank, dtype))
            words = words[2:]
        else:
            arrays.append(read_tensor(words, len(claim), dtype))
            words = words[3 + 2 * len(claim):]
    return arrays


def find_mistake(library, index, call):
    """Calls a function and says what is wrong with what it returns, or None."""
    program = call.name
    arguments = [np.array(a) for a in call.arguments]
    made = [make_argument(a, t) for a, t in zip(arguments, call.argument_types)]
    sizes = (2 if claim is None else 3 + 2 * len(claim) for claim in program.claims)
    results = words_of([0] * sum(sizes))
    getattr(library, f"_mlir_ciface_f{index}")(ctypes.byref(results), *(a for a, _ in made))
    got = read_results(list(results), program.claims, NUMPY_TYPES[program.element])
    for i, (piece, expected) in enumerate(zip(got, call.expected or [])):
        if piece.shape != expected.shape or not np.array_equal(piece, expected):
            return f"result {i} is {piece.tolist()} of shape {piece.shape}"
    if not all(map(np.array_equal, arguments, call.arguments)):
        return "it writes to its arguments"
    return None if call.expected else "no check failed"


def in_child(path, calls, indices):
    """Calls functions in a child; its status and what it wrote."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write_end, 2)
        status = 1
        try:
            library = ctypes.CDLL(str(path))
            mistakes = ((i, find_mistake(library, i, calls[i])) for i in indices)
            for i, mistake in mistakes:
                if mistake:
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


def find_wrong(calls, path, passes="", judge=expect_failure):
    """Pairs of a call that does not do what is expected and why. Of calls without
    results, `judge` says what is wrong with how they end."""
    try:
        compile_library(calls, path, passes)
    except RuntimeError as error:
        if len(calls) == 1:
            return [(calls[0], str(error))]
        half = len(calls) // 2
        return (find_wrong(calls[:half], path, passes, judge)
                + find_wrong(calls[half:], path, passes, judge))
    wrong = []
    works = [i for i, call in enumerate(calls) if call.expected is not None]
    status, output = in_child(path, calls, works)
    if status == 0 and not output:
        works = []
    for i in works:
        status, output = in_child(path, calls, [i])
        if status != 0 or output:
            wrong.append((calls[i], f"wait status {status}: {output}"))
    for i, call in enumerate(calls):
        if call.expected is None:
            why = judge(call, *in_child(path, calls, [i]))
            if why:
                wrong.append((call, why))
    return wrong
