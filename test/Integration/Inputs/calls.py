"""Split ops with arguments, run by split-run and compared with NumPy's pieces."""

import bisect
import dataclasses
import pathlib
import re
import subprocess

import numpy as np

# What the element types of MLIR are in NumPy.
NUMPY_TYPES = {
    "f16": "f2", "f32": "f4", "f64": "f8", "i1": "?", "index": "i8",
    "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8",
    "si8": "i1", "si16": "i2", "si32": "i4", "si64": "i8",
    "ui8": "u1", "ui16": "u2", "ui32": "u4", "ui64": "u8",
    "complex<f32>": "c8", "complex<f64>": "c16",
}


def tensor_type(shape, element):
    """The type of a shape with sizes that are no numbers for unknown ones, or
    None for an unknown rank."""
    if shape is None:
        return f"tensor<*x{element}>"
    dims = (f"{d if isinstance(d, int) else '?'}x" for d in shape)
    return f"tensor<{''.join(dims)}{element}>"


def count_up(shape, element):
    """Values that tell positions apart as far as the type can."""
    values = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    limit = {"i1": 2, "i8": 127, "si8": 127}.get(element, 251)
    return (values * 3 % 251 % limit).astype(NUMPY_TYPES[element])


def cut(data, axis, lengths):
    """The pieces, by explicit offsets."""
    return np.split(data, np.cumsum(lengths, dtype=int)[:-1], axis)


@dataclasses.dataclass
class Call:
    """Lines of MLIR that turn %a0, %a1, ... into values, %r#0, %r#1, ... if they
    are not named."""

    body: str
    argument_types: list
    arguments: list  # of arrays
    result_types: list
    expected: list = None  # of arrays; None where a check fails
    name: object = None
    values: list = None

    def define(self, prefix=""):
        """The lines and what they result in, with a prefix to the names of
        values."""
        values = self.values or [f"%r#{i}" for i in range(len(self.result_types))]
        return [re.sub(r"%(\w)", rf"%{prefix}\1", text) for text in [self.body] + values]


def function(calls, name="main", attributes=""):
    """One function with the arguments and results of all calls, in order."""
    arguments, lines, values, types = [], [], [], []
    for number, call in enumerate(calls):
        prefix = f"c{number}_"
        arguments += [f"%{prefix}a{i}: {t}" for i, t in enumerate(call.argument_types)]
        line, *results = call.define(prefix)
        lines.append(line)
        values += results
        types += call.result_types
    signature = f"@{name}({', '.join(arguments)}) -> ({', '.join(types)}){attributes}"
    lines.append(f"return {', '.join(values)} : {', '.join(types)}")
    return f"func.func {signature} {{\n" + "\n".join(lines) + "\n}\n"


def describe_values(calls):
    lines = []
    for call in calls:
        for kind, arrays in ("input", call.arguments), ("expected", call.expected):
            lines += [f"{kind} {a.dtype}{list(a.shape)} = {a.ravel().tolist()}"
                      for a in arrays or []]
    return "\n".join(lines)


class SplitRun:
    """Runs calls in a folder of files, and counts them."""

    def __init__(self, folder, options=()):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.options = list(options)
        self.count = 0

    def start(self, calls):
        """One process for all calls, which are not expected to fail if there
        are several."""
        path = self.folder / "calls.mlir"
        path.write_text(function(calls))
        command = ["split-run", str(path), *self.options]
        for kind, lists in (("input", [c.arguments for c in calls]),
                            ("expected_output", [c.expected or [] for c in calls])):
            for number, array in enumerate(a for arrays in lists for a in arrays):
                file = self.folder / f"{kind}_{number}.npy"
                np.save(file, np.ascontiguousarray(array).reshape(np.shape(array)))
                command.append(f"--{kind}=@{file}")
        self.count += len(calls)
        return subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)

    def find_wrong(self, calls, batch=8):
        """Pairs of a call that does not return what is expected and why; the
        calls are run in batches, and alone where a batch fails."""
        wrong = []
        for start in range(0, len(calls), batch):
            part = calls[start:start + batch]
            ran = self.start(part)
            if ran.returncode == 0:
                continue
            if len(part) > 1:
                self.count -= len(part)
                found = self.find_wrong(part, 1)
                wrong += found or [(part[0], "only fails in a batch: " + ran.stdout)]
            else:
                wrong.append((part[0], f"exit status {ran.returncode}: {ran.stdout}"))
        return wrong

    def find_unrefused(self, calls, pattern="error: "):
        """The same for calls that have to fail with a message that fits."""
        wrong = []
        for call in calls:
            ran = self.start([call])
            if ran.returncode != 1 or not re.search(pattern, ran.stdout):
                wrong.append((call, f"expected an error that fits '{pattern}', got exit "
                                    f"status {ran.returncode}: {ran.stdout}"))
        return wrong


def verify(functions, passes=""):
    """What split-opt says of each function alone: None, or the first error, of
    passes maybe."""
    separator = "// -----\n"
    first_lines, next_line = [], 1
    for source in functions:
        first_lines.append(next_line)
        next_line += source.count("\n") + 1
    text = separator.join(functions)
    ran = subprocess.run(["split-opt", "--split-input-file", "-o", "/dev/null", "-",
                          f"--pass-pipeline=builtin.module({passes})"],
                         input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True)
    errors = re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", ran.stdout, re.M)
    if ran.returncode not in (0, 1) or bool(errors) != bool(ran.returncode):
        raise RuntimeError(f"split-opt: exit status {ran.returncode}: {ran.stdout[-3000:]}")
    messages = [None] * len(functions)
    for line, message in errors:
        place = bisect.bisect_right(first_lines, int(line)) - 1
        messages[place] = messages[place] or message
    return messages
