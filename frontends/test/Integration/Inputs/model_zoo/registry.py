"""Registers modules together with the inputs that they take."""

import dataclasses
import zlib
from typing import Callable

import torch

# The values of symbolic sizes: first those of the export, then others that models with
# dynamic axes run with, too.
SIZES = {
    "batch": (2, 3, 1),
    "length": (6, 9, 1),
    "source": (5, 7, 1),
    "height": (8, 16, 4),
    "width": (12, 8, 4),
    "boxes": (7, 4, 1),
}

MODULES = {}


@dataclasses.dataclass(frozen=True)
class Input:
    """The sizes of an input, as numbers and symbols, and how to draw its values."""

    dims: tuple
    draw: Callable[[tuple], torch.Tensor]


def floats(*dims, low=-1.0, high=1.0):
    return Input(dims, lambda shape: torch.rand(shape) * (high - low) + low)


def ints(limit, *dims):
    return Input(dims, lambda shape: torch.randint(limit, shape))


def bools(*dims):
    return Input(dims, lambda shape: torch.rand(shape) < 0.5)


def images(channels):
    """The inputs of a module that takes images of any size."""
    return {"x": floats("batch", channels, "height", "width")}


def vary(module):
    """Moves the parameters and statistics that PyTorch starts with 0 or 1."""
    with torch.no_grad():
        for parameter in module.parameters():
            if parameter.ndim == 1:
                parameter += torch.rand_like(parameter) * 0.4 - 0.2
        for name, buffer in module.named_buffers():
            if name.endswith(("running_mean", "running_var")):
                buffer += torch.rand_like(buffer) * 0.6 - 0.3


@dataclasses.dataclass(frozen=True)
class Entry:
    """A module, its inputs by name, and the sizes that its symbols stand for."""

    name: str
    make: Callable[[], torch.nn.Module]
    inputs: dict
    sizes: dict
    is_script: bool

    def build(self):
        """The module for inference, with the same weights each time."""
        torch.manual_seed(zlib.crc32(self.name.encode()))
        module = self.make()
        vary(module)
        return (torch.jit.script(module) if self.is_script else module).eval()

    def symbols(self):
        return list(dict.fromkeys(dim for value in self.inputs.values() for dim in value.dims
                                  if isinstance(dim, str)))

    def dynamic_axes(self):
        """The symbolic axes by the name of the input, as torch.onnx.export takes them."""
        axes = {name: {axis: dim for axis, dim in enumerate(value.dims)
                       if isinstance(dim, str)}
                for name, value in self.inputs.items()}
        return {name: value for name, value in axes.items() if value}

    def num_choices(self):
        """The number of choices of sizes, the first of which is that of the export."""
        return max((len(self.sizes[symbol]) for symbol in self.symbols()), default=1)

    def arguments(self, choice):
        """Inputs of the sizes of a choice, by name."""
        torch.manual_seed(choice)
        values = {}
        for name, value in self.inputs.items():
            shape = [self.sizes[dim][choice % len(self.sizes[dim])]
                     if isinstance(dim, str) else dim for dim in value.dims]
            values[name] = value.draw(tuple(shape))
        return values


def register(make, inputs, sizes=None, name=None, is_script=False):
    name = name or make.__name__
    assert name not in MODULES, name
    MODULES[name] = Entry(name, make, inputs, SIZES | (sizes or {}), is_script)


def module(sizes=None, **inputs):
    """Registers a class, which needs no arguments, with its inputs in order."""
    def add(make):
        register(make, inputs, sizes)
        return make
    return add


def script(sizes=None, **inputs):
    """The same for a class that torch.jit.script compiles."""
    def add(make):
        register(make, inputs, sizes, is_script=True)
        return make
    return add
