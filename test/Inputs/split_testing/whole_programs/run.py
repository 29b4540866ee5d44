"""Compiles programs, calls them, and compares with what the interpreter computes."""

from pathlib import Path
import re

import numpy as np

import split_mlir
from split_testing.whole_programs import elements, guard
from split_testing.whole_programs.elements import CheckFailed, is_same
from split_testing.whole_programs.program import apply

# What the processor can do.
FLAGS = set(re.findall(r"\w+", Path("/proc/cpuinfo").read_text()))


def lay_out(array, layout, memory):
    """A copy in memory of the layout: packed, or with gaps and other strides."""
    if layout % 4 or not array.size:
        return memory.place(array, layout)
    if layout % 8 and array.ndim > 1:
        return memory.place(array.T, layout).T
    wide = np.zeros((*array.shape[:-1], array.shape[-1] * 2) if array.ndim else (2,),
                    array.dtype)
    wide = memory.place(wide, layout)
    view = wide[..., ::2] if array.ndim else wide[0:1].reshape(())
    view[...] = array
    return view


def make_arguments(program, memory):
    arguments = []
    for i, (arg, value) in enumerate(zip(program.main.block.args, program.inputs)):
        if arg.type.is_tensor:
            array = elements.to_numpy(arg.type.element, value, program.noise)
            # Views of arguments may need them to be packed.
            is_packed = program.options["results"] == "views"
            layout = program.noise >> (3 * i)
            value = memory.place(array, layout) if is_packed else lay_out(array, layout, memory)
        else:
            value = elements.to_numpy(arg.type.element, np.array(value, object))[()]
        arguments.append(value)
    return arguments


def describe(value):
    return value if not hasattr(value, "shape") else f"{list(value.shape)} {value.ravel().tolist()}"


def find_difference(number, type_, got, expected, is_view):
    """What is wrong with a result, or None. In a view of an argument, the bits above narrow
    integers are those of the argument."""
    if not type_.is_tensor:
        got = elements.from_numpy(type_.element, np.asarray(got)).item()
        if not is_same(type_.element, got, expected):
            return f"result {number} is {got}, expected {expected}"
        return None
    if got.shape != expected.shape:
        return f"result {number} has shape {list(got.shape)}, expected {list(expected.shape)}"
    got = elements.from_numpy(type_.element, got)
    if is_view and got.size and isinstance(got.ravel()[0], int):
        got = apply(lambda n: elements.wrap(type_.element, n), got)
    for place in np.ndindex(got.shape):
        if not is_same(type_.element, got[place], expected[place]):
            return (f"result {number} is {got[place]} at {list(place)}, expected "
                    f"{expected[place]}\n  all: {describe(got)}\n  expected: {describe(expected)}")
    return None


def find_sharing(arguments, results, may_view):
    """A result that shares memory with an argument or another result, or None."""
    tensors = [(f"argument {i}", a) for i, a in enumerate(arguments) if isinstance(a, np.ndarray)]
    arrays = [(f"result {i}", r) for i, r in enumerate(results) if isinstance(r, np.ndarray)]
    for i, (name, array) in enumerate(arrays):
        is_view = any(np.shares_memory(array, a) for _, a in tensors)
        if is_view and may_view:
            continue
        for other, data in tensors + arrays[:i]:
            if np.shares_memory(array, data):
                return f"{name} shares memory with {other}"
    return None


def as_tuple(results):
    return results if isinstance(results, tuple) else () if results is None else (results,)


def find_wrong_failure(error, failure, text):
    """What is wrong with the error of a check, or None. It has to name the op that fails."""
    if failure is None:
        return f"a check fails: {error}"
    place = re.match(r"<memory>:(\d+):", str(error))
    line = text.split("\n")[int(place[1]) - 1].strip() if place else ""
    # The interpreter inserts slices in the loop, and the check of a cast comes before the ops
    # that compute what is cast.
    names = [failure.op.op, "tensor.cast"]
    names += ["tensor.parallel_insert_slice"] if failure.op.op == "scf.forall" else []
    if not any(name in line for name in names):
        return f"the check of another op fails than that of {failure.op.op}: {line}\n{error}"
    return None


def compare(program, function, text):
    """What is wrong with calls of the compiled function, or None."""
    expected = failure = None
    try:
        expected = program.evaluate()
    except CheckFailed as error:
        failure = error
    with guard.Memory() as memory:
        arguments = make_arguments(program, memory)
        before = [np.array(a) for a in arguments]
        memory.protect_arguments()
        first = None
        for _ in range(2):
            try:
                results = as_tuple(function(*arguments))
            except split_mlir.CheckError as error:
                if failure and program.is_left_out(failure.op):
                    return None
                return find_wrong_failure(error, failure, text)
            if failure and program.is_left_out(failure.op):
                return None
            if failure:
                return f"no check of {failure.op.op} fails"
            first = first or results
            for i, (end, got) in enumerate(zip(program.main.block.ends, results)):
                is_view = any(np.shares_memory(got, a) for a in arguments)
                if why := find_difference(i, end.type, got, expected[i], is_view):
                    return why + " (second call)" * (first is not results)
            for i, (old, new) in enumerate(zip(before, arguments)):
                if old.tobytes() != np.array(new).tobytes():
                    return f"argument {i} was written: {np.array(new).tolist()}"
            if why := find_sharing(arguments, results, program.options["results"] == "views"):
                return why
        for i, (end, got) in enumerate(zip(program.main.block.ends, first)):
            if why := find_difference(i, end.type, got, expected[i], True):
                return why + " (after the second call)"
        if program.options["results"] != "views":
            if why := find_sharing(first, results, False):
                return why + " of the other call"
        del results, first, got
        return memory.find_damage()


def is_valid(program):
    """Whether MLIR accepts the program; otherwise this generator is wrong."""
    try:
        split_mlir.opt(program.write_module(program.write()), "")
        return True
    except split_mlir.CompileError:
        return False


def choose_cpu(cpu):
    """The processor, or this machine's if it cannot run code for that one."""
    needed = {"x86-64": "sse2", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl"}.get(cpu)
    return cpu if needed is None or needed in FLAGS else "native"


def compile_programs(programs):
    """The text and the model of all programs; the function of program i is main_i."""
    text = programs[0].write_module(
        "\n".join(p.write(f"_{i}") for i, p in enumerate(programs)))
    options = {k: v for k, v in programs[0].options.items() if k != "machine"}
    options["cpu"] = choose_cpu(options["cpu"])
    return text, split_mlir.compile(text, **options)


def try_programs(programs):
    """What happened to each: "right", or "wrong", "refused", "internal error" or "invalid"
    with a message. All have the same options."""
    try:
        text, module = compile_programs(programs)
    except split_mlir.CompileError as error:
        if len(programs) == 1:
            causes = [f"{place}: {text}" for _, place, text in error.diagnostics
                      if text.startswith("the error is")]
            kind = ("invalid" if not is_valid(programs[0]) else
                    "internal error" if causes else "refused")
            return [(kind, (causes or [str(error)])[0])]
        return [outcome for p in programs for outcome in try_programs([p])]
    outcomes = []
    for i, program in enumerate(programs):
        try:
            why = compare(program, module[f"main_{i}"], text)
        except split_mlir.Error as error:
            why = f"{type(error).__name__}: {error}"
        outcomes.append(("wrong", why) if why else ("right", ""))
    return outcomes
