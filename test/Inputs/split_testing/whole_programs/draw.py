"""Draws programs. Each op is drawn for values that are known, and is left out if the
interpreter finds that it is not defined; so programs are defined by construction."""

import math
import random

from split_testing.whole_programs.elements import (
    COMPLEX, FLOATS, INTEGERS, MOVED, WIDE, CheckFailed, Undefined, is_float, is_integer, round_to,
    width, wrap)
from split_testing.whole_programs.program import (
    BOOL, INDEX, Function, Machine, Program, Type, make_array,
    scalar, walk)
from split_testing.whole_programs.draw_control import ControlDrawer
from split_testing.whole_programs.draw_linalg import LinalgDrawer
from split_testing.whole_programs.draw_tensor import TensorDrawer
from split_testing.whole_programs import scalar_ops, tensor_ops

SIZES = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 8]
LENGTHS = [7, 9, 15, 16, 17, 31, 33, 64, 65]
CPUS = ["native"] * 6 + ["portable", "x86-64", "x86-64-v3", "x86-64-v4"]
# Properties of machines, of which small values make small programs use threads and the like.
MACHINE = {"parallel_threshold": [0, 1, 64], "parallel_loop_threshold": [0, 1, 64],
           "vector_bytes": [8, 16, 32, 64], "nontemporal_threshold": [0, 1, 64],
           "streams": [1, 4], "prefetch_distance": [0, 64], "transpose_rows": [8, 64]}
MAX_ELEMENTS = 130
# The number of programs that are compiled together, with the same options.
BATCH = 8


class Scope:
    """Where ops are added: the block, and the values that it sees. Branches may be written
    in a block that may be split (`is_open`). Ops of a dead block are not run at first."""

    def __init__(self, block, values, is_main, is_open, depth, is_dead=False):
        self.is_dead = is_dead
        self.block, self.values = block, list(values) + block.args
        self.is_main, self.is_open, self.depth = is_main, is_open, depth


class Drawer(TensorDrawer, LinalgDrawer, ControlDrawer):
    def __init__(self, seed):
        self.rng = random.Random(f"program {seed}")
        self.program = Program(seed)
        self.machine = Machine()
        self.scope, self.num_functions = None, 0
        self.elements = [self.draw_element() for _ in range(self.rng.randint(1, 3))]

    # ---- Choices. ----

    def one_in(self, count):
        return self.rng.randrange(count) == 0

    def choose(self, options):
        return self.rng.choice(options)

    def draw_element(self):
        kind = self.rng.randrange(20)
        if kind < 8:
            return self.choose(["f32", "i32", "f32", "i64"])
        if kind < 13:
            return self.choose(INTEGERS)
        if kind < 17:
            return self.choose(list(FLOATS))
        return self.choose(list(COMPLEX) if kind < 19 else list(MOVED))

    def element(self):
        return self.choose(self.elements)

    def draw_shape(self):
        if self.one_in(12):
            return (self.choose(LENGTHS),)
        rank = self.choose([0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5])
        shape = [self.choose(SIZES) for _ in range(rank)]
        while math.prod(max(n, 1) for n in shape) > MAX_ELEMENTS // 2:
            shape[shape.index(max(shape))] = self.choose([1, 2])
        return tuple(shape)

    def forget(self, shape, may_be_unranked=True):
        """A shape of a type that tells less."""
        if may_be_unranked and self.one_in(14):
            return None
        kind = self.rng.randrange(3)
        return tuple(n if kind == 0 or kind == 1 and self.one_in(2) else None for n in shape)

    def number(self, element):
        if is_integer(element) or element in MOVED:
            kind, bits = self.rng.randrange(8), width(element)
            if kind < 5 or element == "index":
                return wrap(element, self.rng.randint(-3, 9) if kind else self.rng.randint(0, 3))
            if kind == 5:
                return self.rng.getrandbits(bits)
            return wrap(element, self.choose([(1 << (bits - 1)) - 1, -1 << (bits - 1), -1, 127]))
        if element in COMPLEX:
            return complex(self.rng.randint(-4, 5), self.rng.randint(-4, 5))
        kind = self.rng.randrange(40)
        if kind < 34:
            return float(self.rng.randint(-4, 6))
        if kind < 37:
            return round_to(element, self.rng.uniform(-3, 3))
        return self.choose([-0.0, math.inf, -math.inf, math.nan, 0.5, 1.5, -2.5])

    def array(self, element, shape):
        size = math.prod(shape)
        if self.one_in(4) and not element.startswith("complex"):
            return make_array(shape, [round_to(element, float(i % 100)) if is_float(element)
                                      else wrap(element, i) for i in range(size)])
        return make_array(shape, [self.number(element) for _ in range(size)])

    # ---- Values. ----

    def get(self, value):
        """What a value is here."""
        return self.machine.env[value]

    def emit(self, op):
        """Adds an op, and returns its first result, or None if an operand could not be drawn
        or the op is not defined."""
        if None in op.operands:
            return None
        try:
            self.machine.steps = 0
            self.machine.run_op(op)
        except (Undefined, OverflowError, ValueError, MemoryError) as error:
            if not self.scope.is_dead:
                if not isinstance(error, (Undefined, OverflowError)):
                    raise
                return None
            if self.one_in(2) or not self.stand_in(op):
                return None
        self.scope.block.ops.append(op)
        # Other ops are more interesting than constants.
        if not isinstance(op, scalar_ops.Constant) or self.one_in(4):
            self.scope.values += op.results
        return op.results[0] if op.results else op

    def stand_in(self, op):
        """Chooses what an op computes that is not run and would not be defined. Returns
        whether it could."""
        if any(r.type.element in MOVED for r in op.results):
            return False
        for result in op.results:
            element, shape = result.type.element, result.type.shape
            if not result.type.is_tensor:
                self.machine.env[result] = self.number(element)
                continue
            if shape is None:
                shape = [None] * self.rng.randrange(4)
            self.machine.env[result] = self.array(
                element, [self.rng.randrange(4) if n is None else n for n in shape])
        return True

    def pick(self, fits):
        """One of the values that are seen, a late one more often."""
        values = [v for v in reversed(self.scope.values) if fits(v)]
        if len(values) > 4 and not self.one_in(3):
            values = values[:4]
        return self.choose(values) if values else None

    def constant(self, type_, value):
        return self.emit(scalar_ops.Constant([], [type_], value=value))

    def argument(self, type_, value):
        """A new argument of the public function, whose block has to be the scope's or
        around it."""
        block = self.program.main_block
        argument = Function("", [type_]).block.args[0]
        block.args.append(argument)
        self.program.inputs.append(value)
        self.machine.env[argument] = value
        self.main_scope.values.append(argument)
        if self.scope is not self.main_scope:
            self.scope.values.append(argument)
        return argument

    def can_pass(self, type_):
        return self.scope.is_main and len(self.program.inputs) < 9 and (
            type_.is_tensor or type_.element not in (*WIDE, *MOVED))

    def new(self, type_, value):
        if self.can_pass(type_) and (not type_.is_static or not self.one_in(3)):
            return self.argument(type_, value)
        if type_.element in ("ui8", "si16", "ui64"):
            return None
        if not type_.is_static:
            whole = self.constant(type_.of(value.shape), value)
            return self.cast(whole, type_)
        return self.constant(type_, value)

    def scalar(self, element):
        """A number of a type."""
        element = "i1" if element == "condition" else element
        found = self.pick(lambda v: not v.type.is_tensor and v.type.element == element)
        if found is not None and not self.one_in(4):
            return found
        tensor = self.pick(lambda v: v.type.is_tensor and v.type.element == element
                           and v.type.is_ranked and self.get(v).size)
        if tensor is not None and self.one_in(2):
            found = self.extract(tensor)
            if found is not None:
                return found
        return self.new(scalar(element), self.number(element))

    def index(self, number):
        """An index value that is a number here, or in a block that is not run any number."""
        if self.scope.is_dead and self.one_in(10):
            number = self.choose([0, -1, number + 5, -(1 << 62), 1 << 62])
        number = wrap("index", number)
        kind = self.rng.randrange(8)
        found = self.pick(lambda v: v.type == INDEX and self.get(v) == number)
        if found is not None and kind < 5:
            return found
        if kind == 5:
            value = self.pick(lambda v: v.type.is_tensor and number in self.get(v).shape)
            if value is not None:
                places = [i for i, n in enumerate(self.get(value).shape) if n == number]
                dim = self.constant(INDEX, self.choose(places))
                return self.emit(tensor_ops.Dim([value, dim], [INDEX]))
        if kind == 6:
            other = self.pick(lambda v: v.type == INDEX)
            if other is not None:
                rest = self.constant(INDEX, wrap("index", number - self.get(other)))
                name = self.choose(["arith.addi", "index.add"])
                kind = scalar_ops.Binary if name == "arith.addi" else scalar_ops.IndexBinary
                return self.emit(kind([other, rest], [INDEX], op=name))
        if kind == 7 and number < 100:
            element = self.choose(["i8", "i32", "i64"])
            narrow = self.pick(lambda v: v.type == scalar(element) and self.get(v) == number)
            if narrow is None:
                narrow = self.new(scalar(element), number)
            return self.emit(scalar_ops.Cast([narrow], [INDEX], op="arith.index_cast"))
        if self.can_pass(INDEX) and self.one_in(3):
            return self.argument(INDEX, number)
        return self.constant(INDEX, number)

    def place_in(self, size):
        """An index value that is below a size, now and in later iterations."""
        value = self.pick(lambda v: v.type == INDEX)
        if value is None or not self.one_in(2):
            return self.index(self.rng.randrange(size))
        limit = self.constant(INDEX, size)
        return self.emit(scalar_ops.Binary([value, limit], [INDEX], op="arith.remui"))

    def mix(self, numbers, values, needs_value=lambda i: False):
        """A list of numbers, some of which are values, which are added to `values`."""
        result = []
        for i, number in enumerate(numbers):
            is_value = self.one_in(4) or needs_value(i)
            if is_value:
                values.append(self.index(number))
            result.append(None if is_value else number)
        return result

    def condition(self):
        found = self.pick(lambda v: v.type == BOOL)
        if found is not None and self.one_in(2):
            return found
        if self.one_in(2):
            return self.new(BOOL, self.rng.randrange(2))
        element = self.choose(["i32", "index", "i8"])
        return self.emit(scalar_ops.Compare(
            [self.scalar(element), self.scalar(element)], [BOOL], op="arith.cmpi",
            predicate=self.choose(list(scalar_ops.COMPARE_INTEGERS))))

    def new_tensor(self, element, shape):
        return self.new(Type(element, self.forget(shape)), self.array(element, shape))

    def tensor(self, fits=lambda v: True, element=None):
        """A tensor, a new one if there is none."""
        found = self.pick(lambda v: v.type.is_tensor and fits(v) and
                          element in (None, v.type.element))
        if found is None or self.one_in(10):
            element = element or self.element()
            new = self.new_tensor(element, self.draw_shape())
            if new is not None and fits(new):
                return new
        return found

    def ranked(self, value):
        if value is None or value.type.is_ranked:
            return value
        shape = self.get(value).shape
        return self.cast(value, value.type.of(self.forget(shape, False)))

    def ranked_tensor(self, fits=lambda v: True, element=None):
        return self.ranked(self.tensor(fits, element))

    def cast(self, value, type_):
        """The value as another type, which allows its shape; by several casts if types of
        a cast would have nothing in common."""
        if value is None or value.type == type_:
            return value
        return self.emit(tensor_ops.Cast([value], [type_]))

    def like(self, element, shape, one_in=6):
        """A tensor with a shape, of any type."""
        found = self.pick(lambda v: v.type.is_tensor and v.type.element == element and
                          self.get(v).shape == tuple(shape))
        if found is not None and not self.one_in(one_in):
            return found
        return self.new_tensor(element, shape)

    # ---- Ops on elements. ----

    def draw_elementwise(self):
        element = self.element()
        if element in MOVED or element in COMPLEX:
            return
        first = self.ranked_tensor(element=element)
        if first is None:
            return
        shape, given = self.get(first).shape, []

        def pick(wanted):
            if not given and wanted == element:
                given.append(first)
                return first
            type_ = Type(wanted, first.type.shape)
            if wanted == element and self.one_in(6):
                return first
            if wanted == "condition":
                if self.one_in(3):
                    return self.condition()
                type_ = Type("i1", first.type.shape)
                wanted = "i1"
            return self.cast(self.like(wanted, shape), type_)

        op = scalar_ops.draw_scalar(self.rng, pick, element, True)
        if op:
            self.emit(op)

    def draw_scalars(self):
        element = self.choose(self.elements + ["index", "i32", "i1"])
        if element in MOVED:
            return
        op = scalar_ops.draw_scalar(self.rng, self.scalar, element, False)
        if op and "div" in op.op or op and "rem" in op.op:
            self.make_nonzero(op)
        if op:
            self.emit(op)

    def make_nonzero(self, op):
        """Makes the divisor of integers odd, so that later iterations are defined, too."""
        divisor = op.operands[1]
        if divisor is not None and is_integer(divisor.type.element) and not self.one_in(4):
            one = self.constant(divisor.type, 1)
            op.operands[1] = self.emit(scalar_ops.Binary(
                [divisor, one], [divisor.type], op="arith.ori"))

    # ---- Blocks. ----

    def fill(self, count):
        """Adds random ops to the scope's block."""
        for _ in range(count):
            draw = self.rng.choices(self.draws, self.weights)[0]
            if draw.__name__ in self.controls and self.scope.depth >= 2:
                continue
            draw()

    def inside(self, block, values=(), is_open=False, outer=True, is_dead=False):
        """A scope for a block in the present one. `values` are what its arguments are."""
        self.machine.set(block.args, values)
        old = self.scope
        return Scope(block, old.values if outer else [], old.is_main, is_open, old.depth + 1,
                     is_dead or old.is_dead)

    def build(self):
        self.draws = [getattr(self, "draw_" + name) for name in WEIGHTS]
        self.weights = list(WEIGHTS.values())
        self.controls = {"draw_" + name for name in CONTROL}
        main = Function("main")
        self.program.main_block = main.block
        self.scope = self.main_scope = Scope(main.block, [], True, True, 0)
        self.fill(self.rng.choices([1, 2, 3, 5, 8, 12], [1, 2, 3, 4, 3, 1])[0])
        if not any(v.type.is_tensor for v in self.scope.values):
            self.tensor()
        self.close(main)
        self.program.functions.append(main)
        self.program.noise = self.rng.getrandbits(64)
        self.program.options = draw_options(self.program.seed)
        if self.one_in(15) and not self.program.options["no_runtime_checks"]:
            self.break_check()
        return self.program

    def break_check(self):
        """Changes an argument so that a check fails, if there is such an argument."""
        places = [i for i, a in enumerate(self.program.main.block.args)
                  if a.type in (INDEX, scalar("i32"), scalar("i64"))]
        self.rng.shuffle(places)
        for i in places:
            old = self.program.inputs[i]
            self.program.inputs[i] = wrap("i32", old + self.choose([-2, -1, 1, 2, 100]))
            try:
                self.program.evaluate()
            except CheckFailed:
                self.program.is_failing = True
                return
            except (Undefined, OverflowError):
                pass
            self.program.inputs[i] = old

    def is_result(self, value):
        """Whether a function may return a value: all of it is initialized."""
        data = self.get(value)
        if not value.type.is_tensor:
            return value.type.element not in (*WIDE, *MOVED)
        return not any(n is None for n in data.ravel())

    def close(self, function):
        """Chooses what a function returns, often what nothing else uses."""
        count = self.choose([1, 1, 2, 2, 3, 4])
        used = {o for op in walk(function.block) for uses in op.uses() for o in uses}
        used |= set(function.block.args)
        ends = []
        for _ in range(count):
            end = not self.one_in(3) and self.pick(
                lambda v: v not in used and v not in ends and self.is_result(v)
                and (v.type.is_tensor or self.one_in(4)))
            ends.append(end or self.pick(self.is_result))
        function.block.ends = [e for e in ends if e is not None]
        if not function.block.ends:
            function.block.ends = [self.constant(INDEX, 0)]
        if self.one_in(6):
            self.draw_early_return(function.block.ends)


def draw_options(seed):
    """Options, which all programs of a batch have."""
    rng = random.Random(f"options {seed // BATCH}")
    options = {"results": rng.choice(["copies", "copies", "views"]),
            "threads": rng.choice([1, 1, 1, 2]), "cpu": rng.choice(CPUS),
            "no_runtime_checks": rng.randrange(5) == 0}
    options["machine"] = "" if rng.randrange(3) else ", ".join(
        f'"split.{key}" = {rng.choice(values)} : i64' for key, values in MACHINE.items())
    return options


# How often each form is drawn.
WEIGHTS = {
    "elementwise": 14, "scalars": 8, "affine": 2, "cast": 5, "alloc": 1, "dim": 2,
    "extract": 2, "insert": 5,
    "extract_slice": 8, "insert_slice": 6, "concat": 5, "pad": 3, "collapse": 4, "expand": 4,
    "reshape": 4, "from_elements": 3, "splat": 1, "generate": 2, "split": 12,
    "generic": 10, "reduction": 5, "fill": 3, "copy": 1, "transpose": 3, "broadcast": 3,
    "contraction": 3, "named": 3, "map": 2, "reduce": 3,
    "if": 5, "for": 5, "while": 4, "forall": 3, "switch": 3, "execute_region": 1,
    "parallel": 2, "assert": 1, "call": 4,
    "recursion": 1, "branches": 5, "branch_switch": 2, "branch_loop": 4,
}
CONTROL = ["if", "for", "while", "forall", "switch", "execute_region", "parallel",
           "call", "recursion",
           "branches", "branch_switch", "branch_loop"]


def draw(seed):
    return Drawer(seed).build()
