"""The search for overlapping buffers in the runtime library, for any number of buffers.

The claims are about an arbitrary result and another buffer. Buffers do not contain the last byte of
the address space.
"""

from abi_tensors import Runtime, at, implies, is_zero, plus, within
from llvm_paths import Address
from smt import HALF, both, either, fits, negate, smt, unsigned


def claim_in_order(text, _):
    """With an arbitrary result and another buffer."""
    def largest(machine, state, operands):
        values = [state.memory[operand.base, operand.constant] for operand in operands]
        value = machine.new()
        state.facts.append(smt("=", value, smt("ite", smt(
            "<", *(unsigned(value) for value in values)), values[1], values[0])))
        place = Address(machine.variable("stack.largest"))
        state.memory[place.base, 0] = value
        return place

    machine = Runtime(text)
    machine.stubs = {name: largest for name in machine.functions if name.startswith("_ZSt3maxIm")}
    table, count, inputs, one, other = map(
        machine.variable, ("table", "count", "inputs", "one", "other"))
    machine.axioms += [within(0, inputs, count, 2**58), within(inputs, one, plus(count, -1)),
                       within(0, other, plus(count, -1)), smt("distinct", one, other)]

    def begin(index):
        return unsigned(at(table, smt("*", 16, index)))

    def length(index):
        return unsigned(at(table, plus(8, smt("*", 16, index))))

    def end(index):
        return plus(begin(index), length(index))

    def is_there(index):
        return smt("<", 0, length(index))
    apart = either(negate(is_there(one)), negate(is_there(other)),
                   smt("<=", end(one), begin(other)), smt("<=", end(other), begin(one)))

    def exists(index):
        return both(fits(at(table, smt("*", 16, index))),
                    fits(at(table, plus(8, smt("*", 16, index)))),
                    smt("<", end(index), 2**64))
    machine.axioms += [exists(one), exists(other)]

    machine.asked = {"arguments": inputs, "buffers": count} | {
        f"buffer {label}, {word}": term for label, index in (("one", one), ("other", other))
        for word, term in (("number", index), ("address", begin(index)),
                           ("bytes", length(index)))}

    def scan(machine, state, i, first):
        last = next(value for (base, _), value in state.memory.items()
                    if base == machine.first_stack)
        machine.axioms.append(implies(smt("<=", 1, i), exists(plus(i, -1))))
        goals = [within(0, i, count)]
        for index in (one, other):
            goals.append(implies(
                both(smt("<=", i, index), smt("<=", inputs, index), is_there(index)),
                smt("<=", unsigned(first), begin(index)), smt("<=", end(index), unsigned(last))))
        return both(*goals, implies(both(smt("<=", i, one), smt("<=", i, other)), apart))
    # The largest end so far is in the function's first variable in memory.
    ops = machine.functions[machine.find("areInOrder")]["^bb0"][2]
    machine.first_stack = next(f"stack.{op[0][1:]}" for op in ops if op[1] == "llvm.alloca")
    machine.set_invariants("areInOrder", scan)
    for state, _, result in machine.paths("areInOrder", [Address(table), count, inputs]):
        if result is not False:
            machine.claim("results in order overlap nothing", state, implies(result, apart))
    return machine.finish()


def claim_find_overlap(text, _):
    """With an arbitrary result and another buffer in a sorted table."""
    machine = Runtime(text)
    table, count, inputs, one, other = map(
        machine.variable, ("table", "count", "inputs", "one", "other"))
    last = plus(table, smt("*", 24, count))
    machine.axioms += [within(0, count, 2**57), smt("<", 0, table), smt("<", last, HALF),
                       smt("distinct", one, other)]

    def begin(place):
        return unsigned(at(place, 0))

    def end(place):
        return unsigned(at(place, 8))

    def is_result(place):
        return smt("<=", inputs, at(place, 16))

    def is_entry(place):
        return both(smt("<=", table, place), smt("<", place, last),
                    is_zero(smt("mod", smt("-", place, table), 24)))
    known = []

    def describe(place):
        """The range at a place is not empty, and begins after those before."""
        machine.axioms.append(implies(is_entry(place), *(fits(at(place, 8 * i)) for i in range(3)),
                                      smt("<", begin(place), end(place))))
        for another in known:
            machine.axioms.append(implies(
                both(is_entry(place), is_entry(another)),
                either(smt("<", another, place), smt("<=", begin(place), begin(another))),
                either(smt("<", place, another), smt("<=", begin(another), begin(place)))))
        known.append(place)
    machine.axioms += [is_entry(one), is_entry(other)]
    describe(one)
    describe(other)
    apart = either(smt("<=", end(one), begin(other)), smt("<=", end(other), begin(one)),
                   both(negate(is_result(one)), negate(is_result(other))))

    machine.asked = {"arguments": inputs, "buffers": count} | {
        f"buffer {label}, {word}": term for label, place in (("one", one), ("other", other))
        for word, term in (("place", smt("div", smt("-", place, table), 24)),
                           ("number", at(place, 16)), ("address", begin(place)),
                           ("end", end(place)))}

    def scan(machine, state, *places):
        result, place, farthest = (machine.integer(value, state) for value in places)
        for value in (result, place, farthest):
            if isinstance(value, str) and value not in known:
                describe(value)
        goals = [within(table, place, last), is_zero(smt("mod", smt("-", place, table), 24)),
                 either(is_zero(result), both(is_entry(result), smt("<", result, place),
                                              is_result(result))),
                 either(is_zero(farthest), both(is_entry(farthest), smt("<", farthest, place)))]
        for buffer in (one, other):
            goals.append(implies(smt("<", buffer, place), negate(is_zero(farthest)),
                                 smt("<=", end(buffer), end(farthest)),
                                 implies(is_result(buffer), negate(is_zero(result)),
                                         smt("<=", end(buffer), end(result)))))
        return both(*goals, implies(both(smt("<", one, place), smt("<", other, place)), apart))
    machine.set_invariants("findOverlap", scan)
    for state, _, found in machine.paths("findOverlap", [Address(table), count, inputs]):
        if found == -1:
            machine.claim("no result overlaps anything", state, apart)
            continue
        result, place, farthest = (value.base for value in state.variables)
        machine.claim("the result overlaps something", state, both(
            is_entry(place), smt("<=", inputs, found),
            either(*(both(is_entry(before), smt("<", begin(place), end(before)),
                          smt("<", begin(before), end(place)), negate(smt("=", before, place)),
                          either(*(smt("=", found, at(which, 16)) for which in (before, place))))
                     for before in (result, farthest)))))
    return machine
