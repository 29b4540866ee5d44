#!/usr/bin/env python3
"""Compiles splits by split-to-gpu, runs them on a GPU, compares the pieces bit for bit
with NumPy's, and measures them against the device's own copy and PyTorch.

    benchmark/gpu/bench.py

needs split-opt, NumPy, and a GPU with CUDA's driver; PyTorch is measured if it is there.
--build and --run do one half each, so that a machine without MLIR can measure what another
one compiled. Data are in device memory. A time is the median of 21 samples of 12 launches
without waiting, with three sets of buffers in turn; GB/s count bytes read and written.
"""

import argparse
import ctypes
import datetime
import json
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np

from splits import FORMS, TYPES, Split

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
LLVM = "/usr/lib/llvm-22/bin"
SAMPLES, LAUNCHES, SETS = 21, 12, 3
# Pieces begin at multiples of this number of bytes, plus the shift of a case.
ALIGNMENT = 256
POISON = 0xCD
WIDE = (4096, 12288)

# The splits to measure, and the least speed of each, as a fraction of the speed of the
# device's copy (None: no bar).
MEASURED = {
    "qkv": (Split("qkv", 4, WIDE, 1, (4096,) * 3), 0.95),
    "rows": (Split("rows", 4, (4096, 4096), 0, (1024,) * 4), 0.95),
    "xyz": (Split("xyz", 4, (4194304, 3), 1, (1,) * 3), 0.93),
    "parts125": (Split("parts125", 4, (1048576, 8), 1, (1, 2, 5), "lengths"), 0.93),
    "rgba": (Split("rgba", 1, (16777216, 4), 1, (1,) * 4), 0.93),
    "uneven": (Split("uneven", 4, WIDE, 1, (1001, 5003, 6284), "runtime", True), None),
    "runtime": (Split("runtime", 4, WIDE, 1, (1024, 5120, 6144), "runtime", True), 0.95),
    "pieces1000": (Split("pieces1000", 4, (65536, 1000), 1, (1,) * 1000), 0.88),
    "small": (Split("small", 4, (64, 192), 1, (64,) * 3), None),
}


def get_checked():
    """What is only compared with NumPy: all forms, numbers of pieces and elements."""
    for size in TYPES:
        for form in FORMS:
            lengths = (5, 5, 5) if form == "equal" else (7, 0, 33)
            shape = (301, sum(lengths), 3)
            yield Split(f"{form}{size}", size, shape, 1, lengths, form, False, form == "axis")
            yield Split(f"{form}{size}d", size, shape, 1, lengths, form, True, True)
    for count in (1, 2, 7, 64, 200, 1000):
        yield Split(f"pieces{count}x3", 2, (130, 3 * count), 1, (3,) * count)
    yield Split("outer", 4, (999, 31), 0, (0, 1, 500, 498), "runtime", True, True)
    yield Split("empty", 4, (0, 6), 1, (2,) * 3, "equal", True)
    yield Split("huge", 1, (2, 2**31 + 24), 1, (2**31 + 1, 23), "lengths")


def compile_split(split, folder, options):
    """Writes a library with the host code of `split` and its kernels."""
    source = folder / f"{split.name}.mlir"
    source.write_text(split.get_text())
    start = time.perf_counter()
    lowered = subprocess.run(
        [options.split_opt, source, f"--split-to-gpu=chip={options.chip}"],
        check=True, stdout=subprocess.PIPE).stdout
    seconds = time.perf_counter() - start
    source.with_suffix(".ll").write_bytes(subprocess.run(
        [f"{LLVM}/mlir-translate", "--mlir-to-llvmir"],
        input=lowered, check=True, stdout=subprocess.PIPE).stdout)
    subprocess.run(
        [f"{LLVM}/clang", "-w", "-O2", "-shared", "-fPIC", "-o", source.with_suffix(".so"),
         source.with_suffix(".ll"), TOP / "benchmark/gpu/driver.c", "-ldl"], check=True)
    return seconds


class Device:
    """The first GPU, by CUDA's driver API. Work is on the default stream."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            sys.exit(f"error: no GPU: {error}; nothing was measured")
        device, count, context = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGetCount", ctypes.byref(count))
        if count.value == 0:
            sys.exit("error: no GPU: the driver has no device; nothing was measured")
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name, version = ctypes.create_string_buffer(256), ctypes.c_int()
        self.call("cuDeviceGetName", name, 256, device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.name = name.value.decode()
        self.version = f"{version.value // 1000}.{version.value % 1000 // 10}"
        self.events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in self.events:
            self.call("cuEventCreate", ctypes.byref(event), 0)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status != 0:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(status, ctypes.byref(text))
            no_device = "no GPU: " if name == "cuInit" else ""
            sys.exit(f"error: {no_device}{name}: {(text.value or b'?').decode()}")

    def allocate(self, size):
        memory = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(max(size, 1)))
        return memory.value

    def free(self, memory):
        if memory:
            self.call("cuMemFree_v2", ctypes.c_uint64(memory))

    def fill(self, memory, value, size):
        self.call("cuMemsetD8_v2", ctypes.c_uint64(memory), ctypes.c_ubyte(value),
                  ctypes.c_size_t(size))

    def write(self, memory, array):
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(memory),
                  ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes))

    def read(self, memory, size):
        array = np.empty(size, np.uint8)
        if size:
            self.call("cuMemcpyDtoH_v2", ctypes.c_void_p(array.ctypes.data),
                      ctypes.c_uint64(memory), ctypes.c_size_t(size))
        return array

    def copy(self, target, source, size):
        self.call("cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target), ctypes.c_uint64(source),
                  ctypes.c_size_t(size), None)

    def measure(self, calls):
        """The median seconds of a call; `calls` take turns."""
        for call in calls:
            call()
        self.call("cuCtxSynchronize")
        samples = []
        for _ in range(SAMPLES):
            self.call("cuEventRecord", self.events[0], None)
            for i in range(LAUNCHES):
                calls[i % len(calls)]()
            self.call("cuEventRecord", self.events[1], None)
            self.call("cuEventSynchronize", self.events[1])
            milliseconds = ctypes.c_float()
            self.call("cuEventElapsedTime", ctypes.byref(milliseconds), *self.events)
            samples.append(milliseconds.value / 1000 / LAUNCHES)
        return statistics.median(samples)


class Buffers:
    """Memory for the data of a split and its pieces, `shift` elements after multiples
    of ALIGNMENT bytes."""

    def __init__(self, device, split, data, shift=0):
        self.device, self.split, self.size = device, split, data.nbytes
        self.shift = shift * split.bytes
        self.base = device.allocate(self.size + self.shift)
        self.data = self.base + self.shift
        device.write(self.data, data)
        self.offsets, self.total = [], 0
        for shape in split.get_shapes():
            self.offsets.append(self.total + self.shift)
            size = int(np.prod(shape, dtype=np.int64)) * split.bytes + self.shift
            self.total += -(-(size + 1) // ALIGNMENT) * ALIGNMENT
        self.target = device.allocate(self.total)
        self.pieces = [self.target + offset for offset in self.offsets]

    def free(self):
        self.device.free(self.base)
        self.device.free(self.target)

    def compare(self, library, data):
        """Calls the split. Returns what is wrong, or nothing."""
        launches = ctypes.c_int64.in_dll(library, "launches")
        pieces = self.split.get_pieces(data)
        self.device.fill(self.target, POISON, self.total)
        before = launches.value
        addresses = self.split.prepare(library, self.data, self.pieces)()
        count = launches.value - before
        self.device.call("cuCtxSynchronize")
        if count > 1:
            return f"{count} launches"
        expected = np.full(self.total, POISON, np.uint8)
        for i, (piece, address) in enumerate(zip(pieces, addresses)):
            piece = np.ascontiguousarray(piece).reshape(-1)
            if address == self.pieces[i]:
                expected[self.offsets[i] : self.offsets[i] + piece.size] = piece
            elif not np.array_equal(self.device.read(address, piece.size), piece):
                return f"piece {i} is wrong"
        if self.split.is_returned:
            for address in addresses:
                self.device.free(address)
        given = self.device.read(self.target, self.total)
        if not np.array_equal(given, expected):
            return f"byte {np.flatnonzero(given != expected)[0]} of the pieces is wrong"
        return None


def get_random_data(split):
    return np.random.default_rng(17).integers(0, 256, (*split.shape, split.bytes), np.uint8)


def check(device, split, library):
    """Compares a split with NumPy, at several alignments."""
    data = get_random_data(split)
    for shift in (0, 1, 3) if data.nbytes < 2**30 else (0,):
        buffers = Buffers(device, split, data, shift)
        wrong = buffers.compare(library, data)
        buffers.free()
        if wrong:
            return f"{wrong}, {shift} elements off"
    return None


def get_torch_calls(split, data):
    """The ways of PyTorch, if it is there: names, and a call for each set of buffers."""
    try:
        import torch
    except ImportError:
        return {}
    if not torch.cuda.is_available():
        return {}
    type_ = {1: torch.uint8, 4: torch.float32}[split.bytes]
    host = torch.from_numpy(data.reshape(-1)).view(type_).view(split.shape)
    sets = [(host.cuda(), [torch.empty(s, dtype=type_, device="cuda")
                           for s in split.get_shapes()]) for _ in range(SETS)]
    lengths, axis = list(split.lengths), split.axis

    def copy_pieces(x, outs):
        return [p.contiguous() if not p.is_contiguous() else p.clone()
                for p in torch.split(x, lengths, axis)]

    def split_with_sizes_copy(x, outs):
        torch.split_with_sizes_copy(x, lengths, axis, out=outs)

    return {"torch.split + contiguous": [lambda s=s: copy_pieces(*s) for s in sets],
            "torch.split_with_sizes_copy": [lambda s=s: split_with_sizes_copy(*s)
                                            for s in sets]}


def measure(device, split, library):
    """The seconds of each way to copy the pieces, and of the device's copy."""
    data = get_random_data(split)
    sets = [Buffers(device, split, data) for _ in range(SETS)]
    ways = {
        "device's copy": [lambda s=s: device.copy(s.target, s.data, s.size) for s in sets],
        "split-to-gpu": [split.prepare(library, s.data, s.pieces) for s in sets],
        "device's copy, again": None,
    }
    ways["device's copy, again"] = ways["device's copy"]
    seconds = {way: device.measure(calls) for way, calls in ways.items()}
    for each in sets:
        each.free()
    for way, calls in get_torch_calls(split, data).items():
        try:
            seconds[way] = device.measure(calls)
        except RuntimeError as error:
            print(f"  {way}: error: {str(error).splitlines()[0]}")
    return seconds, 2 * data.nbytes


def report(split, bar, seconds, transferred):
    """Prints the speeds of one split. Returns whether it misses `bar`."""
    whole = seconds["device's copy"]
    shape = "x".join(map(str, split.shape))
    print(f"{split.name}: {shape}, {split.bytes} bytes each, {len(split.lengths)} pieces")
    for way, time_ in seconds.items():
        note = ""
        if way == "split-to-gpu" and bar:
            note = f"  (bar {bar})"
        speed = transferred / time_ / 1e9
        print(f"  {way:30} {speed:8.0f} GB/s, {whole / time_:5.2f} of the copy's{note}")
    return bool(bar) and whole / seconds["split-to-gpu"] < bar


def build(splits, folder, options):
    folder.mkdir(parents=True, exist_ok=True)
    seconds = {split.name: compile_split(split, folder, options) for split in splits}
    (folder / "seconds.json").write_text(json.dumps(seconds))
    print(f"compiled {len(seconds)} splits, 1000 pieces in {seconds['pieces1000']:.2f} s")


def run(measured, checked, folder, device):
    """Returns the results, and how many splits are wrong."""
    print(f"{device.name}, CUDA {device.version}, {datetime.date.today()}")
    results = {"device": device.name, "cuda": device.version, "speeds": {}}
    wrong = missed = 0
    everything = [split for split, _ in measured.values()] + list(checked)
    for split in everything:
        path = folder / f"{split.name}.so"
        if not path.is_file():
            sys.exit(f"error: no library {path}: compile it by --build")
        library = ctypes.CDLL(str(path))
        message = check(device, split, library)
        if message:
            wrong += 1
            print(f"{split.name}: {message}")
        elif split.name in measured:
            seconds, transferred = measure(device, split, library)
            missed += report(*measured[split.name], seconds, transferred)
            results["speeds"][split.name] = {"bytes": transferred, "seconds": seconds}
    print(f"{len(everything)} splits, {wrong} wrong; {missed} bars missed")
    return results, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    halves = parser.add_mutually_exclusive_group()
    halves.add_argument("--build", action="store_true", help="compile only")
    halves.add_argument("--run", action="store_true", help="run what --build compiled")
    parser.add_argument("--folder", type=pathlib.Path, default=TOP / "build/benchmark-gpu")
    parser.add_argument("--chip", default="sm_90", help="the device, as LLVM names it")
    parser.add_argument("--split-opt", default=TOP / "build/release/bin/split-opt")
    parser.add_argument("--json", type=pathlib.Path, help="write the results to a file")
    options = parser.parse_args()
    if options.build and options.json:
        parser.error("--json needs results, which --build does not compute")
    if not options.run and not pathlib.Path(options.split_opt).is_file():
        parser.error(f"no program {options.split_opt}: run utils/build.sh release, or name"
                     " another one by --split-opt")
    checked = list(get_checked())
    device = None if options.build else Device()
    if not options.run:
        build([split for split, _ in MEASURED.values()] + checked, options.folder, options)
    if not options.build:
        results, wrong = run(MEASURED, checked, options.folder, device)
        if options.json:
            options.json.write_text(json.dumps(results, indent=1) + "\n")
        sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
