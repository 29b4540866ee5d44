"""try_splits.py FOLDER COUNT [SEED]: runs random copies of pieces in the emulator.

Half of them are split.copy ops with random sizes, lengths, types, strides and alignments,
known statically or not. The others are splits of tensors, of all forms. All bytes of all
memory are compared with a copy by NumPy.
"""

import ctypes
import os
import random
import sys

import numpy as np

from emulate import Buffer, compile_program, load_emulator, SPLIT_COPY_TO_GPU, SPLIT_TO_GPU
import bench
import splits

TYPES = {"i8": 1, "i1": 1, "f16": 2, "bf16": 2, "i32": 4, "f32": 4, "f64": 8, "index": 8,
         "complex<f32>": 8, "i128": 16, "complex<f64>": 16}
PER_MODULE = 25


def choose_lengths(r):
    kind = r.randrange(6)
    if kind == 0:  # equal pieces
        return [r.randrange(1, 9)] * r.randrange(1, 9)
    if kind == 1:  # many short pieces
        return [r.choice([1, 1, 1, 2, 3, 4])] * r.randrange(20, 150)
    if kind == 2:  # long pieces
        return [r.randrange(0, 400) for _ in range(r.randrange(1, 5))]
    if kind == 3:  # few elements
        return [r.randrange(1, 4) for _ in range(r.randrange(2, 6))]
    if kind == 4:  # rows of a few accesses
        return [r.randrange(0, 8) for _ in range(r.randrange(2, 8))]
    return [r.randrange(0, 40) for _ in range(r.randrange(1, 12))]


class Copy:
    """A random copy of pieces as a function of MLIR."""

    def __init__(self, r, number):
        self.name = f"f{number}"
        self.type = r.choice(list(TYPES))
        self.bytes = TYPES[self.type]
        self.lengths = choose_lengths(r)
        before = [r.choice([1, 2, 3, 5, 64, 200, 300]) for _ in range(r.choice([0, 1, 1, 1, 2]))]
        after = [r.choice([1, 1, 2, 3, 8]) for _ in range(r.choice([0, 0, 0, 1, 2]))]
        if r.random() < 0.03 and before:
            before[0] = 0
        while np.prod(before + after, dtype=object) * max(1, sum(self.lengths)) > 200000:
            sizes = before if before and (not after or max(before) >= max(after)) else after
            sizes[sizes.index(max(sizes))] = 1 if max(sizes) < 4 else max(sizes) // 4
        self.axis = len(before)
        self.shapes = [before + [n] + after for n in [sum(self.lengths)] + self.lengths]
        self.is_dynamic = r.choice([None, "all", "random"])
        self.buffers, self.types = [], []
        for i, shape in enumerate(self.shapes):
            is_strided = r.random() < (0.2 if i == 0 else 0.04)
            self.add(r, shape, is_strided)

    def add(self, r, shape, is_strided):
        strides = None
        if is_strided:
            strides, step = [0] * len(shape), r.choice([1, 1, 1, 2])
            for i in range(len(shape) - 1, -1, -1):
                strides[i] = step
                step *= max(1, shape[i]) + r.choice([0, 0, 1, 4])
        gap = r.choice([0, 0, 0, 1, 2, 3, 16])
        buffer = Buffer(shape, self.bytes, strides, end_gap=gap)
        self.buffers.append(buffer)

        def show(values, is_shown):
            return [str(v) if shown else "?" for v, shown in zip(values, is_shown)]

        def choose(values):
            if self.is_dynamic is None:
                return [True] * len(values)
            return [self.is_dynamic == "random" and r.random() < 0.7 for _ in values]

        sizes = "".join(s + "x" for s in show(shape, choose(shape)))
        layout = ""
        if is_strided:
            layout = f", strided<[{', '.join(show(strides, choose(strides)))}]>"
        self.types.append(f"memref<{sizes}{self.type}{layout}>")

    def get_text(self):
        arguments = [f"%m{i}: {type_}" for i, type_ in enumerate(self.types)]
        names = ", ".join(f"%m{i + 1}" for i in range(len(self.lengths)))
        return f"""func.func @{self.name}({', '.join(arguments)}) attributes {{llvm.emit_c_interface}} {{
  split.copy ins(%m0 : {self.types[0]}) outs({names} : {', '.join(self.types[1:])}) axis({self.axis})
  return
}}
"""

    def check(self, r, program):
        data = self.buffers[0].get_elements()
        values = np.random.default_rng(r.randrange(2**32))
        data[...] = values.integers(0, 2 if self.type == "i1" else 256, data.shape)
        expected = [buffer.memory.copy() for buffer in self.buffers]
        counter = ctypes.c_int64.in_dll(program, "launches")
        before = counter.value
        descriptors = [buffer.get_descriptor() for buffer in self.buffers]
        getattr(program, f"_mlir_ciface_{self.name}")(*map(ctypes.byref, descriptors))
        launches = counter.value - before
        if launches != (0 if all(b.size == 0 for b in self.buffers[1:]) else 1):
            return f"{launches} launches"
        start = 0
        for i, length in enumerate(self.lengths):
            buffer = self.buffers[i + 1]
            slices = [slice(None)] * self.axis + [slice(start, start + length)]
            given = buffer.get_elements().copy()
            if not np.array_equal(given, data[tuple(slices)]):
                return f"piece {i} is wrong"
            buffer.get_elements()[...] = 0xA5
            if not np.array_equal(buffer.memory, expected[i + 1]):
                return f"bytes beside piece {i} are written"
            start += length
        if not np.array_equal(self.buffers[0].memory, expected[0]):
            return "the data is written"
        return None


class WholeSplit(splits.Split):
    """A random split of a tensor, compiled with its host code."""

    def __init__(self, r, number):
        form = r.choice(splits.FORMS)
        lengths = choose_lengths(r)
        if form == "equal":
            lengths = [lengths[0]] * len(lengths)
        before = [r.choice([1, 2, 3, 5, 64]) for _ in range(r.choice([0, 1, 1, 2]))]
        after = [r.choice([1, 2, 3, 8]) for _ in range(r.choice([0, 0, 1]))]
        if r.random() < 0.05 and before:
            before[0] = 0
        super().__init__(f"f{number}", r.choice(list(splits.TYPES)),
                         (*before, sum(lengths), *after), len(before), tuple(lengths), form,
                         r.random() < 0.5, form == "axis" or r.random() < 0.5)

    def check(self, r, program):
        return bench.check(bench.Device(), self, program)


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    wrong = 0
    os.makedirs(folder, exist_ok=True)
    load_emulator(folder)
    for number, first in enumerate(range(0, count, PER_MODULE)):
        r = random.Random(f"{seed} {first}")
        kind, passes = [(Copy, SPLIT_COPY_TO_GPU), (WholeSplit, SPLIT_TO_GPU)][number % 2]
        copies = [kind(r, i) for i in range(first, min(first + PER_MODULE, count))]
        text = "".join(copy.get_text() for copy in copies)
        program = ctypes.CDLL(compile_program(text, f"{folder}/{first}", passes))
        for copy in copies:
            print(f"seed {seed}, {copy.name}", flush=True, file=sys.stderr)
            message = copy.check(r, program)
            if message:
                wrong += 1
                print(f"seed {seed}: {message}:\n{copy.get_text()}")
    print(f"{count} copies, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
