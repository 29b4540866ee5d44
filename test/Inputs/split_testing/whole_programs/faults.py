"""Faults that the test of whole programs has to find."""

import ctypes

from split_testing.whole_programs import control_ops, guard, tensor_ops


def swap_parts():
    """The interpreter joins tensors in the wrong order."""
    run = tensor_ops.Concat.run
    tensor_ops.Concat.run = lambda self, machine, *arrays: run(self, machine, *arrays[::-1])


def swap_branches():
    """The text has the blocks of scf.if in the wrong order."""
    text = control_ops.If.text

    def swapped(self, p):
        self.blocks.reverse()
        try:
            return text(self, p)
        finally:
            self.blocks.reverse()

    control_ops.If.text = swapped


def lose_byte():
    """Each allocation is a byte too small, so that compiled code writes beyond it."""
    allocate = guard.Memory.allocate
    guard.Memory.allocate = lambda self, size, alignment: allocate(self, max(size - 1, 1),
                                                                   alignment)


def keep_memory():
    """Compiled code never frees memory."""
    guard.Memory.free = lambda self, address: None


def write_argument():
    """Compiled code writes to its first argument."""
    place = guard.Memory.place
    protect = guard.Memory.protect_arguments

    def place_first(self, array, layout):
        copy = place(self, array, layout)
        if not hasattr(self, "first"):
            self.first = copy
        return copy

    def protect_late(self):
        if getattr(self, "first", None) is not None and self.first.nbytes:
            ctypes.memset(self.first.ctypes.data, 1, 1)
        protect(self)

    guard.Memory.place, guard.Memory.protect_arguments = place_first, protect_late


FAULTS = {"parts": swap_parts, "branches": swap_branches, "byte": lose_byte,
          "leak": keep_memory, "argument": write_argument}
