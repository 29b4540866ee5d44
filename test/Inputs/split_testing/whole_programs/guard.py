"""Memory of arguments, results and intermediate values of calls.

With WHOLE_PROGRAMS_GUARD=1, each block lies against a page that cannot be accessed, at its
begin or its end; what is not initialized and what pads a block has a certain value; arguments
cannot be written; freed blocks cannot be accessed, and are not used again before all calls of
a program have ended.
"""

import ctypes
import mmap
import os
import types

import numpy as np

from split_mlir import _compile, _runtime

IS_GUARDED = os.environ.get("WHOLE_PROGRAMS_GUARD") == "1"
PAGE, POISON = mmap.PAGESIZE, 0xC5
READ, WRITE = 1, 2

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int,
                       ctypes.c_int, ctypes.c_long]
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class Block:
    """Bytes between two pages that cannot be accessed."""

    def __init__(self, size, alignment, at_end):
        self.size, self.pages = size, max(1, -(-size // PAGE))
        whole = (self.pages + 2) * PAGE
        self.base = _libc.mmap(None, whole, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
        if self.base in (None, ctypes.c_void_p(-1).value):
            raise MemoryError
        self.protect(READ | WRITE)
        ctypes.memset(self.base + PAGE, POISON, self.pages * PAGE)
        slack = (self.pages * PAGE - size) // alignment * alignment if at_end else 0
        self.address = self.base + PAGE + slack

    def protect(self, access):
        _libc.mprotect(self.base + PAGE, self.pages * PAGE, access)

    def is_padded(self):
        """Whether what surrounds the bytes on their pages is unchanged."""
        data = ctypes.string_at(self.base + PAGE, self.pages * PAGE)
        start = self.address - self.base - PAGE
        rest = data[:start] + data[start + self.size:]
        return rest == bytes([POISON]) * len(rest)

    def free(self):
        _libc.munmap(self.base, (self.pages + 2) * PAGE)


class Memory:
    """The memory of all calls of one program."""

    current = None

    def __enter__(self):
        self.live, self.freed, self.arguments, self.damage = {}, {}, [], []
        self.count = 0
        Memory.current = self
        return self

    def __exit__(self, *_):
        Memory.current = None
        for block in [*self.live.values(), *self.freed.values()]:
            block.free()

    def place(self, array, layout):
        """A copy of an array in row-major order."""
        if not IS_GUARDED:
            return np.array(array, order="C")
        block = Block(array.nbytes, max(array.dtype.alignment, 1), layout & 4)
        self.arguments.append(block)
        data = (ctypes.c_char * max(array.nbytes, 1)).from_address(block.address)
        copy = np.frombuffer(data, array.dtype, array.size).reshape(array.shape)
        copy[...] = array
        return copy

    def protect_arguments(self):
        for block in self.arguments:
            block.protect(READ)

    def allocate(self, size, alignment):
        self.count += 1
        block = Block(size, alignment, self.count % 4)
        self.live[block.address] = block
        return block.address

    def free(self, address):
        block = self.live.pop(address, None)
        if block is None:
            self.damage.append("memory is freed twice" if address in self.freed
                               else "memory is freed that was not allocated")
            return
        if not block.is_padded():
            self.damage.append("memory beside a block was written")
        block.protect(0)
        self.freed[address] = block

    def find_damage(self):
        """What is wrong after all results have been freed, or None."""
        for block in [*self.live.values(), *self.arguments]:
            if not block.is_padded():
                self.damage.append("memory beside a block was written")
        if self.live:
            sizes = [block.size for block in self.live.values()]
            self.damage.append(f"memory was not freed: {sizes} bytes")
        return self.damage[0] if self.damage else None


class Allocator(ctypes.Structure):
    _fields_ = [
        ("context", ctypes.c_void_p),
        ("allocate", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
                                      ctypes.c_size_t)),
        ("free", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p))]


_fields = dict(Allocator._fields_)
_allocator = Allocator(
    None, _fields["allocate"](lambda _, size, align: Memory.current.allocate(size, align)),
    _fields["free"](lambda _, address: Memory.current.free(address)))


def install():
    """Makes compiled code of this process use guarded memory."""
    wrap = _runtime.Code.wrap

    def wrap_guarded(look_up):
        address = look_up("split_mlir_set_allocator")
        ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(address)(ctypes.byref(_allocator))
        return wrap(look_up)

    _compile._runtime = types.SimpleNamespace(Code=types.SimpleNamespace(wrap=wrap_guarded))


if IS_GUARDED:
    install()
