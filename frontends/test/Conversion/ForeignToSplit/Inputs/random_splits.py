"""Converts random foreign splits, runs them, and compares with NumPy.

  random_splits.py FOLDER COUNT
"""

import random
import sys

import numpy as np

from split_testing.functions import NUMPY_TYPES, Call, count_up, tensor_type
from split_testing.library import check_conversion
from split_testing.reference import cut, onnx_split
from split_testing.tools import make_folder

ELEMENTS = ["f32", "f64", "i1", "i8", "i32", "i64", "ui8", "si16", "complex<f32>"]


class Split:
    """A split as NumPy does it, and choices for its foreign text."""

    def __init__(self, rng):
        self.rng = rng
        self.op = rng.choice(["onnx.Split", "onnx.SplitV13", "onnx.SplitV11", "tf.Split",
                              "tf.SplitV", "tfl.split", "tfl.split_v"])
        self.element = rng.choice(ELEMENTS)
        self.shape = [rng.randint(0, 5) for _ in range(rng.randint(1, 4))]
        self.axis = rng.randrange(len(self.shape))
        self.num_pieces = rng.randint(1, 4)
        self.lines, self.arguments, self.argument_types = [], [], []

    def is_onnx(self):
        return self.op.startswith("onnx.")

    def has_lengths(self):
        """Whether the pieces have different lengths."""
        if self.is_onnx():
            return self.rng.random() < 0.5
        return self.op.lower() in ("tf.splitv", "tfl.split_v")

    def forget(self, shape):
        """The shape as a type may give it, with unknown sizes."""
        if self.rng.random() < 0.2:
            return None
        return [d if self.rng.random() < 0.6 else "?" for d in shape]

    def add_argument(self, array, type_):
        self.arguments.append(array)
        self.argument_types.append(type_)
        return f"%a{len(self.arguments) - 1}", type_

    def add_integers(self, numbers, element, name):
        """An operand, constant or not; a single number is a scalar."""
        array = np.array(numbers, NUMPY_TYPES[element])
        if self.rng.random() < 0.5:
            shape = self.forget(array.shape)
            if shape is None and name == "axis":
                # It is a scalar then.
                array = array.reshape(())
            return self.add_argument(array, tensor_type(shape, element))
        type_ = tensor_type(array.shape, element)
        value = f"value = dense<{array.tolist()}> : {type_}"
        producer = {"onnx": "onnx.Constant", "tf": "tf.Const", "tfl": "tfl.pseudo_const"}[
            self.op.split(".")[0]]
        if producer == "onnx.Constant" and self.rng.random() < 0.3:
            value = f"value_ints = {array.tolist()}"
        if self.rng.random() < 0.2:
            producer, value = "arith.constant", f"value = dense<{array.tolist()}> : {type_}"
        brackets = self.rng.choice([("{", "}"), ("<{", "}>")])
        self.lines.append(f'%{name} = "{producer}"() {value.join(brackets)} : () -> {type_}')
        return f"%{name}", type_

    def draw_lengths(self):
        lengths = [self.rng.randint(0, 3) for _ in range(self.num_pieces)]
        self.shape[self.axis] = sum(lengths)
        return lengths

    def draw_equal_lengths(self):
        length = self.rng.randint(0, 3)
        self.shape[self.axis] = length * self.num_pieces
        return [length] * self.num_pieces

    def draw_chunks(self):
        """ONNX's chunks; the last one may be smaller."""
        return onnx_split(18, self.shape, "f32", self.num_pieces, {"axis": self.axis}).lengths

    def signed_axis(self):
        return self.axis - self.rng.choice([0, len(self.shape)])

    def make_onnx(self):
        attributes = [f"axis = {self.signed_axis()} : si64"]
        if self.axis == 0 and self.rng.random() < 0.3:
            attributes = []
        operands = []
        if self.has_lengths():
            lengths = self.draw_lengths()
            if self.op == "onnx.SplitV11":
                attributes.append(f"split = {lengths}")
            else:
                operands = [self.add_integers(lengths, "i64", "lengths")]
        elif self.op == "onnx.Split":
            lengths = self.draw_chunks()
            attributes.append(f"num_outputs = {self.num_pieces} : si64")
        else:
            lengths = self.draw_equal_lengths()
        if not operands and self.op != "onnx.SplitV11":
            self.lines.append('%none = "onnx.NoValue"() {value} : () -> none')
            operands = [("%none", "none")]
        return lengths, [self.make_data(), *operands], attributes

    def make_tensorflow(self):
        attribute = "num_split" if self.op.startswith("tf.") else "num_splits"
        attributes = [f"{attribute} = {self.num_pieces} : i32"]
        if attribute == "num_split" and self.rng.random() < 0.7:
            attributes = []
        if not self.has_lengths():
            lengths = self.draw_equal_lengths()
            return lengths, [self.make_axis(), self.make_data()], attributes
        lengths = self.draw_lengths()
        written = list(lengths)
        if self.rng.random() < 0.5:
            written[self.rng.randrange(self.num_pieces)] = -1
        element = self.rng.choice(["i8", "i32", "i64"])
        operand = self.add_integers(written, element, "lengths")
        return lengths, [self.make_data(), operand, self.make_axis()], attributes

    def make_axis(self):
        axis = self.signed_axis()
        return self.add_integers(self.rng.choice([axis, axis, [axis]]), "i32", "axis")

    def make_data(self):
        self.data = count_up(self.shape, self.element)
        return self.add_argument(self.data, tensor_type(self.forget(self.shape), self.element))

    def make_call(self):
        make = self.make_onnx if self.is_onnx() else self.make_tensorflow
        lengths, operands, attributes = make()
        pieces = cut(self.data, self.axis, lengths)
        if any("num_outputs" in a for a in attributes):
            # The last ones have no output.
            pieces = pieces[:self.rng.randint(1, len(pieces))]
        types = [tensor_type(self.forget(piece.shape), self.element) for piece in pieces]
        absent = ["none"] * (self.is_onnx() and len(pieces) > 1 and self.rng.random() < 0.2)
        kept = len(pieces) - len(absent)
        names, operand_types = zip(*operands)
        self.rng.shuffle(attributes)
        begin, end = self.rng.choice([("<{", "}>"), ("{", "}")])
        self.lines.append(
            f'%r:{len(pieces)} = "{self.op}"({", ".join(names)}) '
            f'{begin}{", ".join(attributes)}{end} : ({", ".join(operand_types)}) '
            f'-> ({", ".join(types[:kept] + absent)})')
        return Call("\n".join(self.lines), self.argument_types, self.arguments,
                    types[:kept], pieces[:kept], self.op)


def main():
    rng = random.Random(11)
    calls = [Split(rng).make_call() for _ in range(int(sys.argv[2]))]
    check_conversion(calls, make_folder(sys.argv[1]), "convert-foreign-split",
                     ['"onnx.', '"tf.', '"tfl.'])


if __name__ == "__main__":
    main()
