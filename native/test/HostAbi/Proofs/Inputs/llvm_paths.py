"""The paths through functions of MLIR's LLVM dialect, in generic form, as SMT-LIB terms.

Numbers and pointers are signed integers without bounds, wrapped around after each operation.
A word of memory that is read before it is written is `(memN pointer offset)`. Pointers from
different sources are assumed to point to memory that the function does not change. A path ends
at a return or at a call of a function in `stops`. A loop needs an invariant, which becomes two
claims: it holds at the first iteration, and is kept by any iteration.
"""

import re

from llvm_text import fields_of, find_headers, offset_of, read_functions, size_of, split_list
from smt import both, either, fits, negate, smt, unsigned, wrap_number

DYNAMIC_INDEX = -2147483648
COMPARISONS = ["=", "distinct", "<", "<=", ">", ">="]


class NotModelled(Exception):
    """What a function does has no translation."""


class Restart(Exception):
    """A loop changes more memory than was assumed."""


def to_pairs(word):
    """The pairs of words whose differences are in a word."""
    return word if isinstance(word, list) else [(word, 0)]


class Address:
    """A pointer, plus bytes: a constant, and pairs of a factor and a term."""

    def __init__(self, base, constant=0, terms=()):
        self.base, self.constant, self.terms = base, constant, terms

    def plus(self, scale, index):
        if isinstance(index, int):
            return Address(self.base, self.constant + scale * index, self.terms)
        return Address(self.base, self.constant, self.terms + ((scale, index),))

    def offset(self):
        if not self.terms:
            return self.constant
        return smt("+", self.constant, *(smt("*", scale, term) for scale, term in self.terms))


class State:
    """What a path knows."""

    def __init__(self, other=None):
        self.values = dict(other.values) if other else {}
        self.memory = dict(other.memory) if other else {}
        self.facts = list(other.facts) if other else []
        self.stores = list(other.stores) if other else []  # to places that are not constant
        self.calls = list(other.calls) if other else []  # that stubs record
        self.loops = dict(other.loops) if other else {}
        self.variables = other.variables if other else None  # of the last loop
        self.join = other.join if other else None  # where it waits for other paths


class Machine:
    """Runs functions.

    `invariants` maps (function, number of the loop) to a function of the machine, the state and
    the loop's variables, which returns a formula. `stubs` maps the names of other functions to
    functions of the machine, the state and the operands. `check_load` returns what must hold
    for a load from a pointer, at an offset.
    """

    def __init__(self, text, stops=(), invariants=None, stubs=None, check_load=None):
        self.functions, self.texts = read_functions(text)
        self.stops, self.invariants = stops, invariants or {}
        self.stubs, self.check_load = stubs or {}, check_load
        self.variables, self.axioms, self.definitions = {}, [], []
        self.products, self.factors, self.bits = {}, {}, {}
        self.asked, self.spec_functions, self.names = {}, [], {}
        self.changed, self.claims, self.count = {}, [], 0
        self.headers = {name: find_headers(blocks) for name, blocks in self.functions.items()}

    # Terms.

    def new(self, name="v"):
        self.count += 1
        name = f"{name}.{self.count}"
        self.variables[name] = True
        return name

    def integer(self, value, state):
        if not isinstance(value, Address):
            return value
        if not value.terms and (value.constant == 0 or isinstance(value.base, int)):
            return value.base if value.constant == 0 else value.base + value.constant
        return self.wrap(smt("+", value.base, value.offset()), state)

    def wrap(self, term, state, width=64):
        if isinstance(term, int):
            return wrap_number(term, width)
        value, turns = self.new(), self.new("k")
        state.facts += [fits(value, width),
                        smt("=", term, smt("+", value, smt("*", 2**width, turns)))]
        return value

    def exact(self, names):
        """The exact product of variables, as a variable, with linear facts about it."""
        names = tuple(sorted(names))
        if len(names) < 2:
            return names[0] if names else 1
        if names in self.products:
            return self.products[names]
        value = self.products[names] = self.new("p")
        for index, name in enumerate(names):
            rest = self.exact(names[:index] + names[index + 1:])
            if index == 0:
                self.definitions.append(smt("=", value, smt("*", name, rest)))
            self.axioms += [
                smt("=>", either(smt("=", name, 0), smt("=", rest, 0)), smt("=", value, 0)),
                smt("=>", smt("=", name, 1), smt("=", value, rest)),
                smt("=>", both(smt(">=", name, 2), smt(">=", rest, 1)),
                    both(smt(">=", value, smt("*", 2, rest)), smt(">=", value, name))),
                smt("=>", both(smt(">=", name, 0), smt(">=", rest, 0)), smt(">=", value, 0))]
        return value

    def multiply(self, lhs, rhs):
        """The product, wrapped around, and the exact product of the same variables.

        Wrapping is a homomorphism: a product of wrapped numbers is that of exact ones, wrapped.
        """
        def split(value):
            return (value, ()) if isinstance(value, int) else self.factors.get(value, (1, (value,)))
        (left, first), (right, second) = split(lhs), split(rhs)
        factor, names = left * right, tuple(sorted(first + second))
        if not names:
            return wrap_number(factor), factor
        exact = smt("*", factor, self.exact(names)) if factor != 1 else self.exact(names)
        if factor == 1 and len(names) == 1:
            return names[0], exact
        if (factor, names) not in self.products:
            value, turns = self.new("w"), self.new("k")
            self.axioms += [fits(value),
                            smt("=", exact, smt("+", value, smt("*", 2**64, turns)))]
            self.products[factor, names] = value
            self.factors[value] = factor, names
        return self.products[factor, names], exact

    # Paths.

    def claim(self, name, state, goal):
        self.claims.append((name, list(state.facts), goal))

    def run(self, name, arguments, state):
        """Yields (state, "return" or the function that ended the path, result or operands)."""
        blocks = self.functions[name]
        yield from self.enter(name, next(iter(blocks)), arguments, state)

    def enter(self, function, label, arguments, state):
        names, types, _ = self.functions[function][label]
        if state.join == (function, label):
            yield state, "join", label
            return
        if label in self.headers[function]:
            arguments = self.enter_loop(function, label, arguments, types, state)
            if arguments is None:
                return
        state.values.update(zip(names, arguments))
        yield from self.run_ops(function, label, 0, state)

    def enter_loop(self, function, label, arguments, types, state):
        number, key = self.headers[function].index(label), (function, label)
        if (function, number) not in self.invariants:
            raise NotModelled(f"loop {number} of {function}")
        invariant = self.invariants[function, number]
        where = f"loop {number} of {self.names.get(function, function)}"
        changed = self.changed.setdefault(key, set())
        if key in state.loops:
            before, stores = state.loops[key]
            more = {place for place, value in state.memory.items() if before.get(place) != value}
            if not more <= changed:
                changed |= more
                raise Restart
            if len(state.stores) != stores:
                raise NotModelled(f"a store in {where}")
            self.claim(f"{where}: kept", state, invariant(self, state, *arguments))
            return None
        self.claim(f"{where}: at first", state, invariant(self, state, *arguments))
        for place in changed:
            state.memory[place] = self.fresh(state.memory.get(place), state)
        arguments = [self.fresh(argument, state) for argument in arguments]
        state.loops[key] = dict(state.memory), len(state.stores)
        state.facts.append(invariant(self, state, *arguments))
        state.variables = arguments
        return arguments

    def fresh(self, like, state):
        name = self.new()
        state.facts.append(fits(name))
        return Address(name) if isinstance(like, Address) else name

    def run_ops(self, function, label, first, state):
        ops = self.functions[function][label][2]
        for index, op in enumerate(ops[first:], first):
            result, name, operands, successors, attributes, types, out = op
            operands = [state.values[word] for word in split_list(operands)]
            if name == "llvm.return":
                state.loops = {key: loop for key, loop in state.loops.items()
                               if key[0] != function}
                yield state, "return", operands[0] if operands else None
                return
            if name in ("llvm.br", "llvm.cond_br"):
                yield from self.branch(function, name, operands, split_list(successors),
                                       attributes, state)
                return
            if name == "llvm.call":
                callee = re.search(r'callee = @"?([\w.$]+)', attributes)[1]
                if callee in self.stops:
                    yield state, callee, operands
                    return
                for after, end, value in self.call(callee, operands, out, state):
                    if end != "return":
                        yield after, end, value
                        continue
                    after.values[result] = value
                    yield from self.run_ops(function, label, index + 1, after)
                return
            if name == "llvm.alloca":
                state.values[result] = self.allocate(result, state)
                continue
            state.values[result] = self.compute(name, operands, attributes or "",
                                                split_list(types), out, state)

    def call(self, callee, operands, out, state):
        if callee in self.stubs:
            yield state, "return", self.stubs[callee](self, state, operands)
        elif self.functions.get(callee):
            yield from self.run(callee, operands, state)
        else:
            raise NotModelled(callee)

    def branch(self, function, name, operands, successors, attributes, state):
        if name == "llvm.br":
            yield from self.enter(function, successors[0], operands, state)
            return
        condition, rest = operands[0], operands[1:]
        _, first, _ = map(int, re.search(r"operandSegmentSizes = array<i32: (.*?)>",
                                         attributes)[1].split(", "))
        if not isinstance(condition, bool) and not rest[:first] and (
                self.is_join(function, successors[0])):
            yield from self.branch_and_join(function, condition, successors, rest, state)
            return
        for holds, label, passed in ((condition, successors[0], rest[:first]),
                                     (negate(condition), successors[1], rest[first:])):
            if holds is False or negate(holds) in state.facts:
                continue
            after = State(state)
            if holds is not True:
                after.facts.append(holds)
            yield from self.enter(function, label, passed, after)

    def is_join(self, function, label):
        blocks = self.functions[function]
        before = [name for name, (*_, ops) in blocks.items()
                  if label in split_list(ops[-1][3])]
        return len(before) > 1 and not self.headers[function] and not blocks[label][0]

    def branch_and_join(self, function, condition, successors, passed, state):
        """Paths that meet where a condition leads to become one, if only facts differ."""
        first, second = State(state), State(state)
        first.facts.append(condition)
        second.facts.append(negate(condition))
        second.join = function, successors[0]
        paths = [first]
        for after, end, value in self.enter(function, successors[1], passed, second):
            if (end, value) == ("join", successors[0]):
                after.join = state.join
                paths.append(after)
            else:
                yield after, end, value
        known = len(state.facts)
        if any((after.memory, after.calls, after.stores) !=
               (state.memory, state.calls, state.stores) for after in paths):
            for after in paths:
                yield from self.enter(function, successors[0], [], after)
            return
        merged = State(state)
        merged.facts.append(either(*(both(*after.facts[known:]) for after in paths)))
        yield from self.enter(function, successors[0], [], merged)

    # Operations.

    def load(self, address, kind, state):
        fields = fields_of(kind)
        if fields is not None:
            return [self.load(address.plus(1, offset_of(fields, i)), field, state)
                    for i, field in enumerate(fields)]
        offset, width = address.offset(), size_of(kind) * 8
        if (address.base, offset) in state.memory:
            return state.memory[address.base, offset]
        if any(address.base == base for base, *_ in state.stores):
            raise NotModelled(f"a load from {address.base} after a store")
        if self.check_load and (goal := self.check_load(state, address.base, offset)):
            self.claim("reads lie within what is passed", state, goal)
        word = smt(f"mem{width}", address.base, offset)
        state.facts.append(fits(word, width))
        return Address(word) if kind.endswith("ptr") else word

    def allocate(self, result, state):
        base = f"stack.{result[1:]}"
        self.variables[base] = True
        state.facts.append(both(fits(base), smt("distinct", base, 0)))
        return Address(base)

    def compute(self, name, operands, attributes, types, out, state):
        width = int(types[0][1:]) if types and re.fullmatch(r"i\d+", types[0]) else 64
        kind = name.removeprefix("llvm.").removeprefix("intr.")
        if kind == "mlir.constant":
            return self.constant(attributes, out)
        if kind == "mlir.zero":
            return Address(0)
        if kind == "mlir.addressof":
            name = re.search(r'global_name = @"?([\w.]+)', attributes)[1]
            self.variables["global_" + name] = True
            return Address("global_" + name)
        if kind == "load":
            return self.load(operands[0], out, state)
        if kind == "store":
            value, address = operands
            if address.terms or not address.base.startswith(("stack", "this")):
                state.stores.append((address.base, address.offset(), value))
            else:
                state.memory[address.base, address.offset()] = value
            return None
        if kind == "extractvalue":
            value = operands[0]
            for index in re.search(r"position = array<i64: (.*?)>", attributes)[1].split(", "):
                value = value[int(index)]
            return value
        if kind == "getelementptr":
            return self.get_element(operands, attributes, state)
        if kind == "vector.reduce.or":
            return [pair for word in operands[0] for pair in to_pairs(word)]
        if kind == "xor" and isinstance(operands[0], list):
            return [[pair] for pair in zip(*operands)]
        if kind == "or" and any(isinstance(operand, list) and isinstance(operand[0], tuple)
                                for operand in operands):
            return to_pairs(operands[0]) + to_pairs(operands[1])
        if kind == "or" and isinstance(operands[0], list):
            return [to_pairs(left) + to_pairs(right) for left, right in zip(*operands)]
        if kind == "and" and isinstance(operands[0], list):
            return [to_pairs(word) if mask == -1 else [] for word, mask in zip(*operands)]
        if kind == "assume":
            self.claim("what LLVM may assume holds", state, operands[0])
            return None
        if kind == "smul.with.overflow":
            value, exact = self.multiply(*operands)
            return [value, negate(fits(exact))]
        operands = [self.integer(operand, state) for operand in operands]
        if kind == "xor" and width == 64:
            return [tuple(operands)]
        if kind == "smin":
            return smt("ite", smt("<", *operands), *operands)
        if kind in ("ptrtoint", "inttoptr", "sext"):
            return operands[0] if kind != "inttoptr" else Address(operands[0])
        if kind == "zext" and width == 1:
            term = smt("ite", operands[0], 1, 0)
            self.bits[term] = operands[0]
            return term
        if kind == "zext":
            return self.bits.get(operands[0]) and operands[0] or unsigned(operands[0], width)
        if kind == "trunc" and out == "i1":
            known = self.bits.get(operands[0])
            return known if known is not None else smt("=", smt("mod", operands[0], 2), 1)
        if kind == "select":
            condition, lhs, rhs = operands
            return (lhs if condition else rhs) if isinstance(condition, bool) else (
                smt("ite", condition, lhs, rhs))
        if kind == "icmp":
            return self.compare(int(re.search(r"predicate = (\d+)", attributes)[1]), *operands,
                                width)
        return self.combine(kind, *operands, attributes, width, state)

    @staticmethod
    def constant(attributes, out):
        value = re.search(r"value = (?:dense<\[?(.*?)\]?> : vector<(\d+)|(\S+))", attributes)
        if value[3]:
            return value[3] == "true" if out == "i1" else int(value[3])
        numbers = [int(number) for number in value[1].split(", ")]
        return numbers * (int(value[2]) // len(numbers))

    def compare(self, predicate, lhs, rhs, width):
        if isinstance(lhs, list):
            assert rhs == 0 and predicate == 0
            return both(*(smt("=", *pair) for pair in lhs))
        if lhs in self.bits and rhs == 0 and predicate < 2:
            return self.bits[lhs] if predicate == 1 else negate(self.bits[lhs])
        if predicate >= 6:
            lhs, rhs, predicate = unsigned(lhs, width), unsigned(rhs, width), predicate - 4
        if isinstance(lhs, int) and isinstance(rhs, int):
            return [lhs == rhs, lhs != rhs, lhs < rhs, lhs <= rhs, lhs > rhs,
                    lhs >= rhs][predicate]
        if predicate == 1:
            return negate(smt("=", lhs, rhs))
        return smt(COMPARISONS[predicate], lhs, rhs)

    def combine(self, kind, lhs, rhs, attributes, width, state):
        if width == 1:
            return smt({"and": "and", "or": "or", "xor": "xor"}[kind], lhs, rhs)
        if kind == "or" and lhs in self.bits and rhs in self.bits:
            term = smt("ite", smt("or", self.bits[lhs], self.bits[rhs]), 1, 0)
            self.bits[term] = smt("or", self.bits[lhs], self.bits[rhs])
            return term
        if kind not in ("add", "sub", "mul"):
            raise NotModelled(kind)
        is_constant = isinstance(lhs, int) and isinstance(rhs, int)
        if kind == "mul":
            value, exact = self.multiply(lhs, rhs)
        else:
            exact = (lhs + rhs if kind == "add" else lhs - rhs) if is_constant else (
                smt("+" if kind == "add" else "-", lhs, rhs))
            value = self.wrap(exact, state, width)
        if re.search(r"overflowFlags = [23]", attributes):
            raise NotModelled("a flag of unsigned overflow")
        if "overflowFlags = 1" in attributes and not is_constant:
            self.claim("no signed arithmetic wraps around", state, fits(exact, width))
        return value

    def get_element(self, operands, attributes, state):
        address, indices = operands[0], list(operands[1:])
        kind = re.search(r"elem_type = (.*), noWrap", attributes)[1]
        numbers = re.search(r"rawConstantIndices = array<i32: (.*?)>", attributes)[1].split(", ")
        for position, number in enumerate(map(int, numbers)):
            index = self.integer(indices.pop(0), state) if number == DYNAMIC_INDEX else number
            if position:
                fields = fields_of(kind)
                address, kind = address.plus(1, offset_of(fields, index)), fields[index]
            else:
                address = address.plus(size_of(kind), index)
        return address
