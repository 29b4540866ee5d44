"""Programs as objects: types, values, ops and functions; their text and interpretation."""

import itertools
import typing

import numpy as np

from split_testing.whole_programs.elements import CheckFailed, Undefined

# The interpreter's limits on computed elements and on calls within calls.
MAX_STEPS, MAX_DEPTH = 20000, 20


class Type(typing.NamedTuple):
    """The type of a scalar or of a tensor, whose sizes are None if they are not known, and
    whose shape is None if the rank is not known."""

    element: str
    shape: tuple = ()
    is_tensor: bool = True

    def __str__(self):
        if not self.is_tensor:
            return self.element
        if self.shape is None:
            return f"tensor<*x{self.element}>"
        sizes = "".join("?x" if size is None else f"{size}x" for size in self.shape)
        return f"tensor<{sizes}{self.element}>"

    @property
    def is_ranked(self):
        return self.shape is not None

    @property
    def rank(self):
        return len(self.shape)

    @property
    def is_static(self):
        return self.shape is not None and None not in self.shape

    def of(self, shape):
        return Type(self.element, None if shape is None else tuple(shape))

    def with_element(self, element):
        return self._replace(element=element)

    def allows(self, shape):
        """Whether a tensor of the type may have a shape."""
        return self.shape is None or len(shape) == self.rank and all(
            mine is None or mine == size for mine, size in zip(self.shape, shape))


def scalar(element):
    return Type(element, (), False)


INDEX, BOOL = scalar("index"), scalar("i1")


class Value:
    """A result of an op, or an argument of a block."""

    def __init__(self, type_):
        self.type = type_


class Block:
    """Ops with arguments; `ends` are what the terminator passes on."""

    def __init__(self, types=()):
        self.args = [Value(t) for t in types]
        self.ops, self.ends = [], []


def iterate(sizes):
    """All points of a space. Unlike product, makes no list of a size beside an empty one."""
    return itertools.product(*map(range, sizes)) if 0 not in sizes else iter(())


def require(condition, why):
    if not condition:
        raise Undefined(why)


def check(condition, why):
    if not condition:
        raise CheckFailed(why)


class Op:
    """The base class of all ops. A class writes its ops by `text` or `lines`, and computes
    the results from the operands by `run`."""

    def __init__(self, operands, types, blocks=(), **attributes):
        self.operands, self.blocks = list(operands), list(blocks)
        self.results = [Value(t) for t in types]
        self.__dict__.update(attributes)

    @property
    def name(self):
        """What statistics count."""
        return self.op

    @property
    def type(self):
        return self.results[0].type

    def lines(self, p):
        return [p.define(self.results) + self.text(p)]

    def uses(self):
        """Lists of values that the op reads."""
        return [self.operands, *(block.ends for block in self.blocks)]

    def walk(self):
        """The op and all in its blocks."""
        yield self
        for block in self.blocks:
            yield from walk(block)


def walk(block):
    for op in block.ops:
        yield from op.walk()


class Function:
    def __init__(self, name, types=()):
        self.name, self.block = name, Block(types)

    @property
    def types(self):
        return [end.type for end in self.block.ends]


class Program:
    """Functions, the public one last, and the arrays or numbers that it is called with. `noise`
    are random bits for what must not matter; `is_failing` says that a check fails."""

    def __init__(self, seed):
        self.seed, self.functions, self.inputs = seed, [], []
        self.options, self.noise, self.is_failing = {}, 0, False

    @property
    def main(self):
        return self.functions[-1]

    def ops(self):
        return itertools.chain.from_iterable(walk(f.block) for f in self.functions)

    def is_left_out(self, failing):
        """Whether compiled code may leave out the check of an op, which is in the body of an op on
        tensors without users. Checks elsewhere stay."""
        used = self.used_values()
        bodies = [op for op in self.ops() if op.op.startswith(("linalg.", "tensor."))]
        return any(failing in op.walk() and failing is not op and not used & set(op.results)
                   for op in bodies)

    def used_values(self):
        """All values that something reads, but what a conditional yields for a result that
        nothing reads."""
        used = {end for f in self.functions for end in f.block.ends}
        conditionals = []
        for op in self.ops():
            used.update(op.operands)
            if op.op in ("scf.if", "scf.index_switch", "scf.execute_region"):
                conditionals.append(op)
            else:
                used.update(end for block in op.blocks for end in block.ends)
        count = 0
        while count < len(used):
            count = len(used)
            used.update(end for op in conditionals for block in op.blocks
                        for end, result in zip(block.ends, op.results) if result in used)
        return used

    def write(self, suffix=""):
        return "\n".join(Printer(suffix).function(f, f is self.main) for f in self.functions)

    def write_module(self, text):
        """The module of functions, with the properties of the machine."""
        if not self.options.get("machine"):
            return text + "\n"
        return (f"module attributes {{dlti.target_system_spec = #dlti.target_system_spec<\"CPU\" "
                f"= #dlti.target_device_spec<{self.options['machine']}>>}} {{\n{text}\n}}\n")

    def evaluate(self):
        """The results of the public function. Raises Undefined."""
        return Machine().call(self.main, self.inputs)


class Printer:
    """Writes one function; `suffix` makes the names of functions different."""

    def __init__(self, suffix=""):
        self.suffix, self.names, self.count, self.num_labels = suffix, {}, 0, 0

    def __call__(self, *values):
        return ", ".join(self.names[v] for v in values)

    def new(self, value):
        self.names[value] = f"%{self.count}"
        self.count += 1
        return self.names[value]

    def define(self, results):
        """Names the results of an op: the text before the op."""
        if not results:
            return ""
        base = self.new(results[0])
        if len(results) > 1:
            self.names.update({r: f"{base}#{i}" for i, r in enumerate(results)})
            return f"{base}:{len(results)} = "
        return f"{base} = "

    def label(self):
        self.num_labels += 1
        return f"^bb{self.num_labels}"

    def args(self, values):
        return ", ".join(f"{self.new(v)}: {v.type}" for v in values)

    def typed(self, values):
        """Operands and types as terminators write them, or nothing."""
        return f"{self(*values)} : {types(values)}" if values else ""

    def body(self, block):
        return ["  " + line.replace("\n", "\n  ") for op in block.ops for line in op.lines(self)]

    def region(self, block, terminator, args=True):
        """Lines in braces."""
        head = ["{"]
        if args and block.args:
            head += [f"^bb0({self.args(block.args)}):"]
        return "\n".join(head + self.body(block)
                         + [f"  {terminator} {self.typed(block.ends)}".rstrip(), "}"])

    def function(self, function, is_public):
        head = f"func.func {'' if is_public else 'private '}@{function.name}{self.suffix}"
        args = self.args(function.block.args)
        ends = function.block.ends
        lines = self.body(function.block)
        lines.append(f"  return {self.typed(ends)}".rstrip())
        return "\n".join([f"{head}({args}) -> ({types(ends)}) {{", *lines, "}"])


def types(values):
    return ", ".join(str(v.type) for v in values)


class Returned(Exception):
    """Leaves a function."""

    def __init__(self, values):
        super().__init__()
        self.values = values


class Machine:
    """Interprets functions. `env` has what each value was last."""

    def __init__(self):
        self.env, self.steps, self.depth = {}, 0, 0

    def spend(self, steps):
        self.steps += steps
        require(self.steps < MAX_STEPS, "too many steps")

    def set(self, values, numbers):
        for value, number in zip(values, numbers):
            if value.type.is_tensor:
                check(value.type.allows(number.shape), f"{number.shape} is no {value.type}")
            self.env[value] = number

    def run_op(self, op):
        self.spend(1)
        try:
            self.set(op.results, op.run(self, *(self.env[o] for o in op.operands)))
        except CheckFailed as failure:
            failure.op = failure.op or op
            raise
        for value in op.results:
            if value.type.is_tensor:
                require(self.env[value].size <= 4000, "too large")
                self.spend(self.env[value].size // 8)

    def run(self, block, args=()):
        """The values of a block's ends."""
        self.set(block.args, args)
        for op in block.ops:
            self.run_op(op)
        return [self.env[end] for end in block.ends]

    def call(self, function, args):
        require(self.depth < MAX_DEPTH, "too many calls")
        outer, self.env = self.env, {}
        self.depth += 1
        try:
            return self.run(function.block, args)
        except Returned as returned:
            self.set(function.block.ends, returned.values)
            return returned.values
        finally:
            self.env = outer
            self.depth -= 1


def make_array(shape, numbers):
    """An array of objects."""
    array = np.empty(shape, object)
    array.reshape(-1)[:] = list(numbers)
    return array


def apply(function, *arrays):
    """Applies a function of numbers to each element."""
    if not isinstance(arrays[0], np.ndarray):
        return function(*arrays)
    return make_array(arrays[0].shape, map(function, *(a.ravel() for a in arrays)))
