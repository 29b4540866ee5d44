"""Reads cases.txt, which explains its format."""

import dataclasses
import re

NUMPY_TYPES = {"f16": "f2", "f32": "f4", "float": "f4", "boolean": "?",
               "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8",
               "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8"}


class Interval(tuple):
    """Sizes or values from the first to the second; None means no end."""


@dataclasses.dataclass
class Tensor:
    """A tensor of a case. A size or value is an int if it is known, an Interval if its
    range is known, and otherwise a name or `?`. A shape is None for an unknown rank."""

    element: str
    shape: list
    values: list = None

    def is_known(self, dim):
        return isinstance(self.shape[dim], int)


@dataclasses.dataclass
class Case:
    suite: str
    name: str
    op: str = ""
    data: Tensor = None
    at: list = None  # the shape of the data at run time, where it is given
    options: dict = dataclasses.field(default_factory=dict)
    gives: list = None  # of Tensor
    refused: str = None
    we_give: list = None
    we_say: str = None
    notes: list = dataclasses.field(default_factory=list)
    differs: list = dataclasses.field(default_factory=list)

    def __str__(self):
        return f"{self.suite}: {self.name}"


def parse_number(text):
    low, dots, high = text.partition("..")
    if dots:
        return Interval((int(low), int(high) if high else None))
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def parse_numbers(text):
    return [parse_number(part) for part in text.split(",") if part]


def parse_tensor(text):
    """`f32[2,?]`, `i64[2]=1,2`, `u8*`; the element type may be missing."""
    match = re.fullmatch(r"(\w*)(?:\*|\[(.*?)\])(?:=(.*))?", text)
    element, shape, values = match.groups()
    return Tensor(element, None if shape is None else parse_numbers(shape),
                  None if values is None else parse_numbers(values))


def parse_tensors(text):
    return [parse_tensor(part) for part in text.split()]


def parse_options(op, text):
    """The axis and the pieces of a case, under names that all ops share."""
    if op == "split":
        axis, pieces = re.fullmatch(r"axis (\S+) into (\d+)", text).groups()
        axis = parse_tensor(axis)
        return {"axis": axis, "num": int(pieces)}
    if op == "variadic_split":
        axis, lengths = re.fullmatch(r"axis (\S+) lengths (\S+)", text).groups()
        axis = Tensor("i64", [], [int(axis)])
        chunks = re.fullmatch(r"chunk\((\d+)\)", lengths)
        if chunks:
            return {"axis": axis, "chunks": int(chunks[1])}
        return {"axis": axis, "lengths": parse_numbers(lengths)}
    options = {}
    for name, value in re.findall(r"(\w+(?:\([\w ]+\))?)=(\S+)", text):
        options[name] = parse_numbers(value) if "split" in name else int(value)
    return options


def parse_op(case, line):
    case.op, data, text = re.fullmatch(r"(\S+) (\S+) ?(.*)", line).groups()
    case.data = parse_tensor(data)
    at = re.match(r"at \[(.*?)\] ?", text)
    if at:
        case.at = parse_numbers(at[1])
        text = text[at.end():]
    case.options = parse_options(case.op, text)


def parse_line(case, line):
    if line.startswith("gives "):
        case.gives = parse_tensors(line[len("gives "):])
    elif line.startswith("we give "):
        case.we_give = parse_tensors(line[len("we give "):])
    elif line.startswith("refused: "):
        case.refused = line[len("refused: "):]
    elif line.startswith("we say: "):
        case.we_say = line[len("we say: "):]
    elif line.startswith("differs: "):
        case.differs = line[len("differs: "):].split(", ")
    elif line.startswith(("note: ", "from: ")):
        case.notes.append(line)
    else:
        parse_op(case, line)


def read_cases(path):
    """The cases, and the reasons for kinds of differences."""
    cases, differences, suite = [], {}, None
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("== "):
            suite = line[len("== "):]
        elif line.startswith("difference "):
            kind, rule = re.fullmatch(r"difference ([\w-]+): (.*)", line).groups()
            differences[kind] = rule
        elif line.startswith("  "):
            parse_line(cases[-1], line.strip())
        else:
            cases.append(Case(suite, line))
    return cases, differences
