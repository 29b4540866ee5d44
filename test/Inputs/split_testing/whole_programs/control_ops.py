"""Control flow: the dialects scf, cf and func.

A region of branches is written as an op, too. It splits the block that it is in, which
must be that of a function or of an scf.execute_region.
"""

import itertools

import numpy as np

from split_testing.whole_programs.elements import signed, wrap
from split_testing.whole_programs.program import Op, Returned, check, require, types
from split_testing.whole_programs.tensor_ops import InsertSlice, fill_in, write_mixed

MAX_TRIPS = 12


def arrow(results):
    return f" -> ({types(results)})" if results else ""


def yielded(p, block, terminator):
    return p.region(block, terminator, False)


class If(Op):
    op = "scf.if"

    def run(self, machine, condition):
        return machine.run(self.blocks[0 if condition else 1])

    def text(self, p):
        one, other = (yielded(p, b, "scf.yield") for b in self.blocks)
        return f"scf.if {p(*self.operands)}{arrow(self.results)} {one} else {other}"


class Switch(Op):
    """The last block is the default."""

    op = "scf.index_switch"

    def run(self, machine, number):
        number = signed("index", number)
        place = self.cases.index(number) if number in self.cases else len(self.cases)
        return machine.run(self.blocks[place])

    def text(self, p):
        regions = [yielded(p, b, "scf.yield") for b in self.blocks]
        heads = [f"case {n}" for n in self.cases] + ["default"]
        result = f" -> {types(self.results)}" if self.results else ""
        return (f"scf.index_switch {p(*self.operands)}{result}\n"
                + "\n".join(f"{h} {r}" for h, r in zip(heads, regions)))


class ExecuteRegion(Op):
    op = "scf.execute_region"

    def run(self, machine):
        return machine.run(self.blocks[0])

    def text(self, p):
        return (f"scf.execute_region{arrow(self.results)} "
                f"{yielded(p, self.blocks[0], 'scf.yield')}")


class For(Op):
    """The operands are the bounds, the step, and what the loop carries."""

    op = "scf.for"

    def run(self, machine, low, high, step, *carried):
        element = self.operands[0].type.element
        low, high, step = (signed(element, n) for n in (low, high, step))
        require(step > 0 and high - low <= step * MAX_TRIPS, "trips")
        for i in range(low, high, step):
            carried = machine.run(self.blocks[0], [wrap(element, i), *carried])
        return carried

    def text(self, p):
        low, high, step, *carried = self.operands
        head, block = p(low, high, step).split(", "), self.blocks[0]
        counter = p.new(block.args[0])
        carry = ""
        if carried:
            pairs = ", ".join(f"{p.new(a)} = {p(v)}" for a, v in zip(block.args[1:], carried))
            carry = f" iter_args({pairs}){arrow(self.results)}"
        kind = "" if low.type.element == "index" else f" : {low.type}"
        return (f"scf.for {counter} = {head[0]} to {head[1]} step {head[2]}{carry}{kind} "
                f"{yielded(p, block, 'scf.yield')}")


class While(Op):
    """The first block ends in the condition and what it passes on."""

    op = "scf.while"

    def run(self, machine, *carried):
        for _ in range(MAX_TRIPS + 1):
            condition, *passed = machine.run(self.blocks[0], carried)
            if not condition:
                return passed
            carried = machine.run(self.blocks[1], passed)
        require(False, "trips")

    def text(self, p):
        before, after = self.blocks
        pairs = ", ".join(f"{p.new(a)} = {p(v)}" for a, v in zip(before.args, self.operands))
        lines = p.body(before)
        condition, *passed = before.ends
        lines.append(f"  scf.condition({p(condition)}) {p.typed(passed)}".rstrip())
        results = f"({types(self.results)})"
        return "\n".join([f"scf.while ({pairs}) : ({types(self.operands)}) -> {results} {{",
                          *lines, f"}} do {p.region(after, 'scf.yield')}"])


class ParallelInsert(InsertSlice):
    op = "tensor.parallel_insert_slice"

    def lines(self, p):
        return [self.text(p)]


class Forall(Op):
    """`counts` are the numbers of threads, None for the next of the first operands; `inserts`
    are ParallelInserts into the last arguments of the block, whose threads write different
    elements."""

    op = "scf.forall"

    def __init__(self, *args, **attributes):
        super().__init__(*args, **attributes)
        for insert in self.inserts:
            insert.results = []

    def run(self, machine, *shared):
        block, count = self.blocks[0], self.counts.count(None)
        counts, shared = fill_in(self.counts, shared[:count]), shared[count:]
        require(max(counts) <= 20, "too many threads")
        results = list(shared)
        written = [np.zeros(a.shape, bool) for a in shared]
        for point in itertools.product(*map(range, counts)):
            machine.run(block, [*point, *shared])
            for insert in self.inserts:
                place = block.args.index(insert.operands[1]) - len(self.counts)
                args = [machine.env[o] for o in insert.operands]
                marked, = insert.run(machine, np.ones(args[0].shape, bool),
                                     np.zeros(shared[place].shape, bool), *args[2:])
                require(not (marked & written[place]).any(), "threads write the same element")
                written[place] |= marked
                results[place], = insert.run(machine, args[0], results[place], *args[2:])
        return results

    def text(self, p):
        block, rank = self.blocks[0], len(self.counts)
        counters = ", ".join(p.new(a) for a in block.args[:rank])
        count = self.counts.count(None)
        pairs = ", ".join(f"{p.new(a)} = {p(v)}"
                          for a, v in zip(block.args[rank:], self.operands[count:]))
        counts = write_mixed(p, self.counts, self.operands[:count])[1:-1]
        lines = p.body(block)
        return "\n".join([
            f"scf.forall ({counters}) in ({counts}) "
            f"shared_outs({pairs}){arrow(self.results)} {{", *lines, "  scf.forall.in_parallel {",
            *("    " + i.text(p) for i in self.inserts), "  }", "}"])

    def walk(self):
        yield from super().walk()
        yield from self.inserts


class Parallel(Op):
    """scf.parallel, which reduces numbers to results. The operands are the bounds, the step,
    and what the results begin with. The first block ends in the numbers, and each of the
    others combines two."""

    op = "scf.parallel"

    def run(self, machine, low, high, step, *results):
        low, high, step = (signed("index", n) for n in (low, high, step))
        require(step > 0 and high - low <= step * MAX_TRIPS, "trips")
        block, *combiners = self.blocks
        for i in range(low, high, step):
            numbers = machine.run(block, [wrap("index", i)])
            results = [machine.run(combiner, [result, number])[0]
                       for combiner, result, number in zip(combiners, results, numbers)]
        return results

    def text(self, p):
        low, high, step, *first = self.operands
        block, *combiners = self.blocks
        counter = p.new(block.args[0])
        lines = p.body(block)
        regions = ", ".join(p.region(c, "scf.reduce.return") for c in combiners)
        lines.append(f"  scf.reduce({p.typed(block.ends)}) {regions}")
        return "\n".join([
            f"scf.parallel ({counter}) = ({p(low)}) to ({p(high)}) step ({p(step)}) init "
            f"({p(*first)}){arrow(self.results)} {{", *lines, "}"])


class Assert(Op):
    """cf.assert, or split.assert with numbers to print."""

    def run(self, machine, condition, *_):
        check(condition, "assertion")
        return []

    def text(self, p):
        condition, *numbers = self.operands
        text = f"{self.op} {p(condition)}, \"got{' {}' * len(numbers)}\""
        return text + (f"({p(*numbers)})" if numbers else "")


class Call(Op):
    op = "func.call"

    def run(self, machine, *args):
        return machine.call(self.function, args)

    def text(self, p):
        return (f"func.call @{self.function.name}{p.suffix}({p(*self.operands)}) : "
                f"({types(self.operands)}) -> ({types(self.results)})")


# ---- Branches. ----


class Branches(Op):
    """Branches to blocks, which meet in a block whose arguments are the results. `cases` are
    the numbers of a cf.switch; None for a cf.cond_br. An empty block is not written: the
    branch goes on to where they meet."""

    @property
    def op(self):
        return "cf.cond_br" if self.cases is None else "cf.switch"

    def run(self, machine, number):
        if self.cases is None:
            return machine.run(self.blocks[0 if number else 1])
        element = self.operands[0].type.element
        number = signed(element, number)
        place = self.cases.index(number) if number in self.cases else len(self.cases)
        return machine.run(self.blocks[place])

    def lines(self, p):
        # Upstream prints, but does not parse, results with numbers in a cf.switch.
        meet = p.label()
        is_bare = [not b.ops and not (self.cases and "#" in p(*b.ends)) for b in self.blocks]
        labels = [p.label() if self.is_written or not is_bare[i]
                  else None for i in range(len(self.blocks))]
        if len(labels) == 1:
            labels.append(None)
        targets = [label or meet + (f"({p.typed(b.ends)})" if b.ends else "")
                   for label, b in zip(labels, self.blocks)]
        number, = self.operands
        if self.cases is None:
            lines = [f"cf.cond_br {p(number)}, {', '.join(targets)}"]
        else:
            heads = ["default"] + list(map(str, self.cases))
            targets = targets[-1:] + targets[:-1]
            lines = [f"cf.switch {p(number)} : {number.type}, [",
                     ",\n".join(f"  {h}: {t}" for h, t in zip(heads, targets)), "]"]
        for label, block in zip(labels, self.blocks):
            if label:
                lines += [f"{label}:", *p.body(block)]
                ends = f"({p.typed(block.ends)})" if block.ends else ""
                lines.append(f"  cf.br {meet}{ends}")
        args = f"({p.args(self.results)})" if self.results else ""
        return lines + [f"{meet}{args}:"]


class BranchLoop(Op):
    """A loop of branches. The operands go to the arguments of the head, the first block, whose
    first end is the condition to go on. The body, the second block, ends in the next
    arguments. With a third block, the body can also leave the loop: its first end is the
    condition to go on, and the third block leads to where the loop ends. Otherwise, the
    other ends of the head are the results."""

    op = "cf.br"

    @property
    def name(self):
        return "loop of cf with two exits" if self.has_break else "loop of cf"

    def run(self, machine, *carried):
        head, body = self.blocks
        for _ in range(MAX_TRIPS + 1):
            condition, *results = machine.run(head, carried)
            if not condition:
                return results
            carried = machine.run(body)
            if self.has_break:
                condition, *carried = carried
                if not condition:
                    # The first carried values have the types of the results.
                    return carried[:len(self.results)]
        require(False, "trips")

    def lines(self, p):
        head, body = self.blocks
        top, middle, end = p.label(), p.label(), p.label()

        def to(label, values):
            return label + (f"({p.typed(values)})" if values else "")

        lines = [f"cf.br {to(top, self.operands)}"]
        args = f"({p.args(head.args)})" if head.args else ""
        lines += [f"{top}{args}:", *p.body(head)]
        condition, *results = head.ends
        lines += [f"  cf.cond_br {p(condition)}, {middle}, {to(end, results)}",
                  f"{middle}:", *p.body(body)]
        if self.has_break:
            condition, *carried = body.ends
            lines.append(f"  cf.cond_br {p(condition)}, {to(top, carried)}, "
                         f"{to(end, carried[:len(self.results)])}")
        else:
            lines.append(f"  cf.br {to(top, body.ends)}")
        args = f"({p.args(self.results)})" if self.results else ""
        return lines + [f"{end}{args}:"]


class EarlyReturn(Op):
    """Leaves a function if a condition holds. The block ends in the results."""

    op = "return"
    name = "early return"

    def run(self, machine, condition):
        if condition:
            raise Returned(machine.run(self.blocks[0]))
        return []

    def lines(self, p):
        leave, rest = p.label(), p.label()
        return [f"cf.cond_br {p(*self.operands)}, {leave}, {rest}", f"{leave}:",
                *p.body(self.blocks[0]), f"  return {p.typed(self.blocks[0].ends)}".rstrip(),
                f"{rest}:"]
