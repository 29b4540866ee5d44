"""Compiles splits for GPUs, and runs the kernels on this processor.

Program compiles functions that copy pieces by the passes for GPUs, up to the LLVM IR
of the kernels. This IR is compiled for this processor with emulator.c, so that all
instructions of the kernels run: accesses of 16 bytes fault if their address is not
aligned, as on a device.
"""

import ctypes
import mmap
import os
import re
import subprocess

import numpy as np

LLVM = "/usr/lib/llvm-22/bin/"
HERE = os.path.dirname(os.path.abspath(__file__))
PIPELINE = (
    "builtin.module(convert-split-copy-to-gpu,gpu-kernel-outlining,"
    "gpu-lower-to-nvvm-pipeline{cubin-chip=sm_90 cubin-features=+ptx81"
    " cubin-format=llvm opt-level=2})"
)
PAGE = mmap.PAGESIZE


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


def read_kernels(host):
    """Yields the name and the bitcode of each kernel in the LLVM IR of a host."""
    for name, text in re.findall(r'@(\w+)_binary = [^\n]*? c"([^"]*)"', host):
        yield name, re.sub(
            rb"\\(\\|[0-9A-F]{2})",
            lambda match: b"\\" if match[1] == b"\\" else bytes([int(match[1], 16)]),
            text.encode("latin-1"),
        )


def to_this_processor(kernel):
    """Replaces in the LLVM IR of a kernel what only devices have."""
    kernel = re.sub(r"^target .*\n|^![a-z].*\n", "", kernel, flags=re.M)
    kernel = re.sub(r"(declare [^#\n]*) #\d+$", r"\1", kernel, flags=re.M)
    kernel = re.sub(r" addrspace\(\d+\)|ptx_kernel ", "", kernel)
    # Processors may convert small floats to wider ones, and change NaNs.
    kernel = re.sub(r"\b(bfloat|half)\b", "i16", re.sub(r"0x[HR]0000", "0", kernel))
    # Other threads change workgroup memory, so it is no memory of one function.
    kernel = re.sub(r"= internal (unnamed_addr )?global", "= global", kernel)
    for register in ("tid", "ctaid"):
        kernel = kernel.replace(
            f"llvm.nvvm.read.ptx.sreg.{register}.x", f"emulated_{register}_x"
        )
    kernel = re.sub(
        r"@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all\(i32[^)]*\)",
        "@emulated_barrier()",
        kernel,
    )
    name, parameters = re.search(r"^define void @(\w+)\((.*)\)", kernel, re.M).groups()
    parts = re.sub(r"\([^()]*\)", "", parameters).split(",")
    types = [part.split()[0] for part in parts if part]
    lines = [f"define void @emulated_{name}(ptr %params) {{"]
    for i, type_ in enumerate(types):
        lines += [
            f"  %p{i} = getelementptr ptr, ptr %params, i64 {i}",
            f"  %a{i} = load ptr, ptr %p{i}",
            f"  %v{i} = load {type_}, ptr %a{i}",
        ]
    operands = ", ".join(f"{type_} %v{i}" for i, type_ in enumerate(types))
    lines += [f"  call void @{name}({operands})", "  ret void", "}"]
    return kernel + "\n".join(lines) + "\n"


class Program:
    """The functions of the module `text`, compiled in `folder`."""

    def __init__(self, text, folder, pipeline=PIPELINE):
        os.makedirs(folder, exist_ok=True)
        lowered = run(
            "split-opt", "-", f"--pass-pipeline={pipeline}", input=text.encode()
        )
        host = run(LLVM + "mlir-translate", "--mlir-to-llvmir", input=lowered)
        host = host.decode("latin-1")
        sources = [os.path.join(folder, "host.ll")]
        self.kernels = {}
        for name, bitcode in read_kernels(host):
            kernel = run(LLVM + "llvm-dis", "-", "-o", "-", input=bitcode).decode()
            self.kernels[name] = kernel
            sources.append(os.path.join(folder, name + ".ll"))
            with open(sources[-1], "w") as file:
                file.write(to_this_processor(kernel))
        # The emulator needs no code for devices.
        host = re.sub(r'(_binary = [^\n]*?)\[\d+ x i8\] c"[^"]*"', r"\1i8 0", host)
        with open(sources[0], "w") as file:
            file.write(host)
        library = os.path.join(folder, "program.so")
        run(LLVM + "clang", "-shared", "-fPIC", "-O1", "-w", "-Wl,-Bsymbolic", "-o", library,
            os.path.join(HERE, "emulator.c"), *sources)
        self.library = ctypes.CDLL(library)

    def get_launches(self):
        return ctypes.c_int64.in_dll(self.library, "emulator_launches").value

    def call(self, name, buffers):
        descriptors = [buffer.get_descriptor() for buffer in buffers]
        getattr(self.library, f"_mlir_ciface_{name}")(*map(ctypes.byref, descriptors))


class Buffer:
    """Memory of a memref: elements of `bytes_`, with shape and strides in elements.

    Its last byte is followed by a page that faults, and its first byte is `shift`
    elements after a multiple of 16 bytes, or as near to it as the end allows.
    """

    def __init__(self, shape, bytes_, strides=None, fill=0xA5, end_gap=0):
        self.shape, self.bytes = tuple(shape), bytes_
        if strides is None:
            strides = [1] * len(shape)
            for i in range(len(shape) - 2, -1, -1):
                strides[i] = strides[i + 1] * max(shape[i + 1], 1)
        self.strides = tuple(strides)
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
        rank = len(self.shape)
        values = (ctypes.c_int64 * (3 + 2 * rank))
        address = self.address + self.start
        return values(address, address, 0, *self.shape, *self.strides)
