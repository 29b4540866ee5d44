"""Compiles splits for GPUs, and runs the kernels on this processor.

compile_program compiles functions by the passes for GPUs, up to the LLVM IR of the
kernels. This IR is compiled for this processor, for the driver of emulator.c, so that all
instructions of the kernels run: accesses of 16 bytes fault if their address is not
aligned, as on a device.
"""

import ctypes
import mmap
import os
import re
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BENCHMARK = os.path.join(HERE, "../../../../benchmark/gpu")
sys.path.insert(0, BENCHMARK)

from splits import get_descriptor, get_strides  # noqa: E402

LLVM = "/usr/lib/llvm-22/bin/"
SPLIT_TO_GPU = "builtin.module(split-to-gpu{format=llvm})"
SPLIT_COPY_TO_GPU = (
    "builtin.module(convert-split-copy-to-gpu,"
    "gpu-launch-sink-index-computations,gpu-kernel-outlining,"
    "gpu-lower-to-nvvm-pipeline{cubin-chip=sm_90 cubin-features=+ptx81"
    " cubin-format=llvm opt-level=2})"
)
PAGE = mmap.PAGESIZE


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


def read_kernels(host):
    """Yields the name and the bitcode of each kernel in the LLVM IR of a host."""
    for name, text in re.findall(r'@(\w+)_binary = [^\n]*? c"([^"]*)"', host):
        yield name, re.sub(
            rb"\\(\\|[0-9A-F]{2})",
            lambda match: b"\\" if match[1] == b"\\" else bytes([int(match[1], 16)]),
            text.encode("latin-1"),
        )


def to_this_processor(kernel, module):
    """Replaces in the LLVM IR of a kernel what only devices have."""
    kernel = re.sub(r"^target .*\n|^![a-z].*\n", "", kernel, flags=re.M)
    kernel = re.sub(r"(declare [^#\n]*) #\d+$", r"\1", kernel, flags=re.M)
    kernel = re.sub(r" addrspace\(\d+\)|ptx_kernel ", "", kernel)
    # Processors may convert small floats to wider ones, and change NaNs.
    kernel = re.sub(r"\b(bfloat|half)\b", "i16", re.sub(r"0x[HR]0000", "0", kernel))
    # Other threads change workgroup memory, so it is no memory of one function.
    kernel = re.sub(r"= internal (unnamed_addr )?global", "= hidden global", kernel)
    kernel = kernel.replace("@__wg_", f"@{module}_wg_")
    kernel = re.sub(r"^define void", "define internal void", kernel, flags=re.M)
    kernel = re.sub(
        r"@llvm\.nvvm\.read\.ptx\.sreg\.(n?(?:cta|t)id)\.([xyz])", r"@emulated_\1_\2", kernel
    )
    kernel = re.sub(
        r"@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all\(i32[^)]*\)",
        "@emulated_barrier()",
        kernel,
    )
    name, parameters = re.search(r"^define internal void @(\w+)\((.*)\)", kernel, re.M).groups()
    parts = re.sub(r"\([^()]*\)", "", parameters).split(",")
    types = [part.split()[0] for part in parts if part]
    lines = [f"define void @emulated_{module}_{name}(ptr %params) {{"]
    for i, type_ in enumerate(types):
        lines += [
            f"  %p{i} = getelementptr ptr, ptr %params, i64 {i}",
            f"  %a{i} = load ptr, ptr %p{i}",
            f"  %v{i} = load {type_}, ptr %a{i}",
        ]
    operands = ", ".join(f"{type_} %v{i}" for i, type_ in enumerate(types))
    lines += [f"  call void @{name}({operands})", "  ret void", "}"]
    return kernel + "\n".join(lines) + "\n"


def load_emulator(folder):
    """Makes the emulator the driver of this process, and returns its library."""
    library = os.path.join(folder, "libcuda.so.1")
    run(LLVM + "clang", "-shared", "-fPIC", "-O1", "-Wl,-soname,libcuda.so.1",
        "-o", library, os.path.join(HERE, "emulator.c"))
    return ctypes.CDLL(library, ctypes.RTLD_GLOBAL)


def compile_program(text, folder, pipeline=SPLIT_TO_GPU):
    """Compiles the functions of the module `text` to FOLDER/program.so."""
    os.makedirs(folder, exist_ok=True)
    lowered = run(
        "split-opt", "-", f"--pass-pipeline={pipeline}", input=text.encode()
    )
    host = run(LLVM + "mlir-translate", "--mlir-to-llvmir", input=lowered)
    host = host.decode("latin-1")
    sources = [os.path.join(folder, "host.ll")]
    for name, bitcode in read_kernels(host):
        kernel = run(LLVM + "llvm-dis", "-", "-o", "-", input=bitcode).decode()
        sources.append(os.path.join(folder, name + ".ll"))
        with open(sources[-1], "w") as file:
            file.write(to_this_processor(kernel, name))
    # The code of a module is its name.
    def get_name(match):
        return f'{match[1]}{match[2]}[{len(match[1]) + 1} x i8] c"{match[1]}\\00"'

    host = re.sub(r'(\w+)(_binary = [^\n]*?)\[\d+ x i8\] c"[^"]*"', get_name, host)
    with open(sources[0], "w") as file:
        file.write(host)
    library = os.path.join(folder, "program.so")
    run(LLVM + "clang", "-shared", "-fPIC", "-O1", "-w", "-Wl,-Bsymbolic", "-o", library,
        os.path.join(BENCHMARK, "driver.c"), *sources)
    return library


class Buffer:
    """Memory of a memref: elements of `bytes_`, with shape and strides in elements.

    Its last byte is followed by a page that faults, and its first byte is `shift`
    elements after a multiple of 16 bytes, or as near to it as the end allows.
    """

    def __init__(self, shape, bytes_, strides=None, fill=0xA5, end_gap=0):
        self.shape, self.bytes = tuple(shape), bytes_
        self.strides = tuple(strides or get_strides(shape))
        self.size = (
            0
            if 0 in self.shape
            else 1 + sum((n - 1) * s for n, s in zip(self.shape, self.strides))
        )
        used = (self.size + end_gap) * bytes_
        pages = -(-used // PAGE) + 1
        self.map = mmap.mmap(-1, (pages + 1) * PAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mprotect(ctypes.c_void_p(self.address + pages * PAGE), PAGE, 0) != 0:
            raise OSError(ctypes.get_errno(), "mprotect")
        self.start = pages * PAGE - used
        self.memory = np.frombuffer(self.map, np.uint8, pages * PAGE)
        self.memory[:] = fill

    def get_elements(self):
        """The elements, each as a row of bytes."""
        return np.lib.stride_tricks.as_strided(
            self.memory[self.start :],
            self.shape + (self.bytes,),
            [s * self.bytes for s in self.strides] + [1],
        )

    def get_descriptor(self):
        address = self.address + self.start
        return get_descriptor(address, self.shape, self.strides)
