"""Random ONNX and OpenVINO models of one split, and what their specifications expect."""

import dataclasses
import re

from hypothesis import strategies as st
import numpy as np

import ir
import models
from split_mlir import CompileError, _compile, _compiler
from split_testing.functions import dtype_of, fill
from split_testing.reference import (Operand, onnx_split, openvino_split,
                                     openvino_variadic_split, require)
from split_testing.splits import (NamedCall, broken_lengths, cuts, expect, forgotten, limits,
                                  shapes)

TYPE = r"tensor<[^<>]*(?:<[^<>]*>)?>"
# The default options of the importers.
OPTIONS = _compile._create_options(
    cpu="native", threads=1, results="copies", no_runtime_checks=False, ordered_reductions=False,
    machine_profile=None, name=(), file_prefix_map=(), onnx_strict=False)


@dataclasses.dataclass
class Model(NamedCall):
    """A call of the function of a model, whose lines are the body. The form is onnx or
    openvino."""

    def write(self):
        return self.body

    def build(self):
        """The bytes of the model and of its weights."""
        lines = self.body.split("\n")
        if self.form == "onnx":
            return models.build_model(lines).SerializeToString(), b""
        text, weights = ir.build_model(lines)
        return text.encode(), weights

    def read(self):
        """Reads the function that the importer writes. Returns the error, or None."""
        model, weights = self.build()
        try:
            module = _compile._import_memory(model, self.form, weights, OPTIONS)
        except CompileError as error:
            return str(error)
        text = module.text(_compiler.Output.split, OPTIONS)
        self.text = text[text.index("\n") + 1:text.rindex("}")]
        arguments, results = re.search(r"func\.func @.*?\((.*)\) -> (.*) \{$", self.text,
                                       re.M).groups()
        self.argument_types = re.findall(TYPE, arguments)
        self.result_types = re.findall(TYPE, results)
        return None


def dims_text(shape):
    return "" if shape is None else f"[{'x'.join(map(str, shape))}]"


@st.composite
def names_of(draw, prefix, count):
    """Names of values, some of which are unused, but not all."""
    used = draw(st.lists(st.sampled_from([True, True, True, False]), min_size=count,
                         max_size=count))
    used[draw(st.integers(0, count - 1))] = True
    return [f"{prefix}{i}" if is_used else "" for i, is_used in enumerate(used)]


@st.composite
def pieces_of(draw, shape, axis, is_equal, breaks_size):
    """Changes the size of the axis, and returns lengths that add up to it."""
    count = draw(st.integers(1, 5))
    if not is_equal:
        lengths = draw(cuts(shape[axis], count))
        shape[axis] += draw(st.integers(1, 3)) if breaks_size else 0
        return lengths
    if not breaks_size:
        shape[axis] = count * draw(st.integers(0, 2))
    return [shape[axis] // count] * count


@st.composite
def bad_axes(draw, rank):
    return draw(st.sampled_from([rank, -rank - 1, 127, 2 ** 63 - 1, -2 ** 63]))


def finish(form, lines, arguments, names, place, is_static):
    """The call. `place` computes where the pieces lie."""
    model = Model("\n".join(lines), [], arguments, [], form=form, is_static=is_static)
    expect(model, lambda: [piece for piece, name in zip(place().of(arguments[0]), names) if name])
    return model


# ---- ONNX. ----

ONNX_TYPES = {"f32": "f32", "f64": "f64", "f16": "f16", "i1": "i1", "complex<f32>": "c64",
              "complex<f64>": "c128", "bf16": "bf16", "string": "str"} | {
    f"{sign}{bits}": f"{sign}{bits}" for sign in ("i", "ui") for bits in (8, 16, 32, 64)}


def elements_of(opset):
    floats = ["f32", "f64", "f16"]
    if opset == 1:
        return floats
    return [e for e in ONNX_TYPES if e != "string" and (opset >= 13 or e != "bf16")]


@st.composite
def onnx_lengths(draw, lines, opset, element, lengths):
    """Writes lengths as an attribute, a constant or an input. Returns attributes, the
    Operand or None, and whether it is constant."""
    forms = ["init", "raw", "in"] if opset >= 13 else ["attribute"]
    if opset == 1:
        forms.append("init")
    form = draw(st.sampled_from(forms))
    if form == "attribute":
        return {"split": lengths}, None, True
    type_ = element if opset == 1 else draw(st.sampled_from(["i64", "i64", "i64", "i32"]))
    low, high = (0, 100) if opset == 1 else limits(type_)
    lengths = tuple(n if low <= n <= high else high for n in lengths)
    attributes = {}
    if opset == 1 and draw(st.booleans()):
        attributes["split"] = list(lengths)
    if form == "in":
        dims = draw(forgotten((len(lengths),)))
        lines.append(f"in l {ONNX_TYPES[type_]}{dims_text(dims)}")
    else:
        lines.append(f"{form} l {ONNX_TYPES[type_]}[{len(lengths)}] = {','.join(map(str, lengths))}")
    return attributes, Operand(type_, (len(lengths),), lengths), form != "in"


@st.composite
def onnx_splits(draw):
    opset = draw(st.sampled_from([1, 2, 7, 10, 11, 12, 13, 15, 17, 18, 18, 19, 21]))
    broken = draw(st.sampled_from([None] * 8 + ["size", "axis", "lengths", "element", "both",
                                                "attribute", "rank"]))
    shape = [] if broken == "rank" else draw(shapes())
    rank = len(shape)
    element = draw(st.sampled_from(elements_of(opset)))
    if broken == "element":
        element = draw(st.sampled_from(["bf16", "i8"] if opset == 1 else ["string", "bf16"]))
    axis = draw(st.integers(-rank, rank - 1)) if rank else 0
    is_equal = draw(st.booleans())
    lengths = [1]
    if rank:
        breaks_size = broken == "size" or (opset >= 18 and draw(st.booleans()))
        lengths = draw(pieces_of(shape, axis, is_equal, breaks_size))
    if broken == "axis":
        axis = draw(bad_axes(rank))
    if broken == "lengths":
        lengths = draw(broken_lengths(lengths))
    known = draw(forgotten(shape))
    attributes = {} if axis == 0 and draw(st.booleans()) else {"axis": axis}
    lines, operand, is_constant = [f"opset {opset}"], None, True
    lines.append(f"in x {ONNX_TYPES[element]}{dims_text(known)}")
    count = len(lengths)
    if not is_equal:
        more, operand, is_constant = draw(onnx_lengths(lines, opset, element, lengths))
        attributes |= more
    elif opset >= 18 and draw(st.integers(0, 3)):
        attributes["num_outputs"] = count
        count = draw(st.integers(1, count)) if draw(st.booleans()) else count
    if broken == "both" and opset >= 18:
        attributes["num_outputs"] = count
    elif broken == "both" and opset == 1:
        attributes["split"] = [shape[axis]]
    elif broken == "attribute":
        attributes |= {"split": lengths} if opset >= 13 else {"num_outputs": count}
    names = draw(names_of("y", count))
    text = " ".join(f"{key}={str(value).replace(' ', '')}" for key, value in attributes.items())
    lines.append(f"{', '.join(names)} = Split({'x' if operand is None else 'x, l'}) {text}")
    lines += [f"out {name}" for name in names if name]
    dtype = np.uint8 if element == "string" else dtype_of(element)
    data = np.zeros(shape, dtype) if element == "string" else fill(shape, element)
    arguments = [data]
    if not is_constant:
        arguments.append(np.array(operand.values, dtype_of(operand.element)))

    def place():
        return onnx_split(opset, shape, element, count, attributes, operand)

    return finish("onnx", lines, arguments, names, place,
                  is_constant and known is not None and "?" not in known)


# ---- OpenVINO. ----

OPENVINO_TYPES = {"f32": "f32", "f64": "f64", "f16": "f16", "bf16": "bf16", "i1": "boolean",
                  "f8E4M3FN": "f8e4m3", "f8E5M2": "f8e5m2", "i4": "i4", "ui4": "u4"} | {
    f"{sign}i{bits}": f"{sign or 'i'}{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
OPENVINO_INTEGERS = [e for e in OPENVINO_TYPES if e.lstrip("u") in ("i8", "i16", "i32", "i64")]


@st.composite
def openvino_integers(draw, lines, name, values, shapes_):
    """Writes an axis or lengths as a Const or a Parameter. Returns the Operand, and
    whether it is constant."""
    element = draw(st.sampled_from(OPENVINO_INTEGERS))
    low, high = limits(element)
    values = tuple(n if low <= n <= high else high for n in values)
    shape, is_constant = draw(st.sampled_from(shapes_)), draw(st.booleans())
    type_ = f"{OPENVINO_TYPES[element]}{dims_text(shape)}"
    lines.append(f"const {name} {type_} = {','.join(map(str, values))}" if is_constant
                 else f"in {name} {type_}")
    return Operand(element, shape, values), is_constant


@st.composite
def openvino_splits(draw):
    broken = draw(st.sampled_from([None] * 8 + ["size", "axis", "lengths", "outputs", "rank"]))
    shape = [] if broken == "rank" else draw(shapes())
    rank, element = len(shape), draw(st.sampled_from(list(OPENVINO_TYPES)))
    axis = draw(st.integers(-rank, rank - 1)) if rank else 0
    is_equal = draw(st.booleans())
    lengths = [1]
    if rank:
        lengths = draw(pieces_of(shape, axis, is_equal, broken == "size"))
    if broken == "axis":
        axis = draw(bad_axes(rank))
    if not is_equal and broken == "lengths":
        lengths = draw(broken_lengths(lengths))
    elif not is_equal and draw(st.booleans()):
        lengths[draw(st.integers(0, len(lengths) - 1))] = -1
    known = draw(forgotten(shape))
    lines = [f"in x {OPENVINO_TYPES[element]}{dims_text(known)}"]
    operands = [draw(openvino_integers(lines, "a", [axis], [(), (1,)]))]
    if not is_equal:
        operands.append(draw(openvino_integers(lines, "l", lengths, [(len(lengths),)])))
    count = len(lengths) + (broken == "outputs")
    names = draw(names_of("y", count))
    ports = ", ".join(f"y{i}" for i in range(count))
    lines.append(f"{ports} = Split(x, a) num_splits={len(lengths)}" if is_equal
                 else f"{ports} = VariadicSplit(x, a, l)")
    lines += [f"out {name}" for name in names if name]
    arguments = [fill(shape, element)]
    arguments += [np.array(o.values, dtype_of(o.element)).reshape(o.shape)
                  for o, is_constant in operands if not is_constant]

    def place():
        require(count == len(lengths), "number of ports")
        if is_equal:
            return openvino_split(shape, operands[0][0], len(lengths))
        return openvino_variadic_split(shape, operands[0][0], operands[1][0])

    # Larger constants are no attributes.
    is_constant = all(is_constant and max(o.values) < 2 ** 63 for o, is_constant in operands)
    return finish("openvino", lines, arguments, names, place,
                  is_constant and known is not None and "?" not in known)
