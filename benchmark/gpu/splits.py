"""Splits as functions of MLIR, and what they return by NumPy."""

import ctypes
import dataclasses

import numpy as np

# An element type for each number of bytes. NumPy has the bytes of an element as a
# last dimension.
TYPES = {1: "i8", 2: "f16", 4: "f32", 8: "f64", 16: "complex<f64>"}

# How the numbers of a split are known: `equal` and `lengths` statically, `rest` with
# one length of -1, `runtime` with lengths in a tensor, `axis` with the axis too.
FORMS = ("equal", "lengths", "rest", "runtime", "axis")


@dataclasses.dataclass
class Split:
    """A split of `shape`, of elements of `bytes`, along `axis` into `lengths`.

    The function copies the pieces to destinations, or returns them if `is_returned`. With
    `is_dynamic`, no size of the data is static.
    """

    name: str
    bytes: int
    shape: tuple
    axis: int
    lengths: tuple
    form: str = "equal"
    is_dynamic: bool = False
    is_returned: bool = False

    def get_shapes(self):
        """The shapes of the pieces."""
        before, after = self.shape[: self.axis], self.shape[self.axis + 1 :]
        return [(*before, length, *after) for length in self.lengths]

    def get_pieces(self, data):
        ends = np.cumsum(self.lengths, dtype=np.int64)[:-1]
        return np.split(data, ends, self.axis)

    def get_text(self):
        rank, count = len(self.shape), len(self.lengths)
        unknown = ["?"] * rank

        def show(kind, sizes):
            return f"{kind}<{'x'.join([*map(str, sizes), TYPES[self.bytes]])}>"

        data = show("tensor", unknown if self.is_dynamic else self.shape)
        shapes = self.get_shapes()
        if self.is_dynamic or self.form in ("runtime", "axis"):
            shapes = [unknown] * count
        results = [show("tensor", shape) for shape in shapes]
        arguments, op = [f"%x: {data}"], "split.variadic_split"
        where, lengths = f"axis({self.axis})", f"lengths [{', '.join(map(str, self.lengths))}]"
        if self.form == "equal":
            op, lengths = "split.split", f"into {count}"
        elif self.form == "rest":
            rest = [-1 if i == count // 2 else n for i, n in enumerate(self.lengths)]
            lengths = f"lengths [{', '.join(map(str, rest))}]"
        elif self.form in ("runtime", "axis"):
            arguments.append(f"%lengths: tensor<{count}xi64>")
            lengths = f"lengths(%lengths : tensor<{count}xi64>)"
        if self.form == "axis":
            arguments.append("%axis: i64")
            where = "axis(%axis : i64)"
        types = ", ".join(results)
        body = f"  %p:{count} = {op} %x {where} {lengths} : {data} -> {types}\n"
        if self.is_returned:
            values = ", ".join(f"%p#{i}" for i in range(count))
            signature, body = f" -> ({types})", f"{body}  return {values} : {types}\n"
        else:
            signature = ""
            for i, type_ in enumerate(results):
                memref = show("memref", shapes[i])
                arguments.append(f"%d{i}: {memref}")
                body += (f"  bufferization.materialize_in_destination %p#{i} in restrict"
                         f" writable %d{i} : ({type_}, {memref}) -> ()\n")
            body += "  return\n"
        return (f"func.func @{self.name}({', '.join(arguments)}){signature} attributes"
                f" {{llvm.emit_c_interface}} {{\n{body}}}\n")

    def prepare(self, library, data, pieces):
        """Returns a call of the function in `library`. `data` and `pieces` are
        addresses; with `is_returned` there are no `pieces`, and the call returns theirs.
        """
        count, rank = len(self.lengths), len(self.shape)
        arguments = [get_descriptor(data, self.shape)]
        lengths = np.array(self.lengths, np.int64)
        if self.form in ("runtime", "axis"):
            arguments.append(get_descriptor(lengths.ctypes.data, [count]))
        arguments = [ctypes.byref(argument) for argument in arguments]
        if self.form == "axis":
            arguments.append(ctypes.c_int64(self.axis))
        function = getattr(library, f"_mlir_ciface_{self.name}")
        function.restype = None
        if self.is_returned:
            fields = 3 + 2 * rank
            returned = (ctypes.c_int64 * (count * fields))()
            arguments.insert(0, ctypes.byref(returned))
        else:
            returned = None
            for address, shape in zip(pieces, self.get_shapes()):
                arguments.append(ctypes.byref(get_descriptor(address, shape)))

        def call():
            function(*arguments)
            if returned is None:
                return pieces
            for i, shape in enumerate(self.get_shapes()):
                sizes = returned[i * fields + 3 : i * fields + 3 + rank]
                if tuple(sizes) != tuple(shape):
                    raise ValueError(f"piece {i} has shape {sizes} instead of {shape}")
            return [returned[i * fields + 1] for i in range(count)]

        call.lengths = lengths  # The arguments have its address.
        return call


def get_strides(shape):
    """Those of the identity layout."""
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * shape[i + 1]
    return strides


def get_descriptor(address, shape, strides=None):
    """A memref."""
    strides = strides or get_strides(shape)
    return (ctypes.c_int64 * (3 + 2 * len(shape)))(
        address, address, 0, *shape, *strides
    )
