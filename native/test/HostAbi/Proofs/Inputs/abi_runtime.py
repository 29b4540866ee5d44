"""Claims about the checks of the runtime library (native/runtime)."""

from abi_overlaps import claim_find_overlap, claim_in_order
from abi_tensors import Runtime, Tensor, at, implies, is_one, is_zero, plus, within
from llvm_paths import Address, State
from smt import HALF, both, either, fits, negate, smt, unsigned


def claim_count_bytes(text, element):
    machine = Runtime(text)
    base, rank = map(machine.variable, ("given", "rank"))
    tensor = Tensor(machine, base, rank, element)

    def search(machine, state, i):
        return both(within(0, i, rank), is_zero(smt("empty", i)))

    def multiply(machine, state, i):
        (value,) = state.memory.values()
        tensor.numbers.append(value)
        return both(within(0, i, rank), smt("=", value, smt("product", i)),
                    is_zero(smt("empty", rank)))
    machine.set_invariants("countBytes", search, multiply)
    start = State()
    start.facts.append(tensor.is_valid)
    for state, _, result in machine.paths("split_mlir_count_bytes", [rank, Address(base), element],
                                          start):
        goal = smt("ite", tensor.is_empty, is_zero(result),
                   smt("=", result, smt("ite", smt("<", tensor.bytes, HALF), tensor.bytes,
                                        HALF - 1)))
        machine.claim("it is the number of bytes, or INT64_MAX", state, goal)
    return machine.finish()


def order_invariant(tensor, layout=None):
    """Of a loop from the last dimension on, whose variables are the stride that is expected and
    the dimension. For tensors of a type with a layout, a flag in memory is 0 once a stride is
    wrong, and the loop has ended if the layout must be row-major."""
    def invariant(machine, state, expected, i):
        tensor.numbers.append(expected)
        strided = smt("strided", i)
        flag = is_zero(strided)
        if layout:
            value = state.memory[machine.argument("checkStrides", 4, state).base, 0]
            flag = both(within(0, value, 1), smt("=", value, smt("-", 1, strided)),
                        either(is_zero(strided), negate(is_one(layout))))
        return both(within(0, i, tensor.rank), flag, implies(is_zero(strided), both(
            smt("=", expected, smt("inner", i)),
            smt("=", expected, plus(smt("extent", i), 1)))))
    return invariant


def claim_is_contiguous(text, element):
    machine = Runtime(text)
    base, rank = map(machine.variable, ("given", "rank"))
    tensor = Tensor(machine, base, rank, element)
    machine.set_invariants("isContiguous", order_invariant(tensor))
    start = State()
    start.facts += [tensor.has_elements, smt("distinct", tensor.data, 0)]
    for state, _, result in machine.paths("isContiguous", [rank, Address(base)], start):
        machine.claim("it is whether elements are in row-major order, from offset 0", state,
                      smt("=", result, both(is_zero(tensor.offset), tensor.has_order)))
    return machine.finish()


def claim_inspect_unranked(text, element):
    def inspect_order(machine, state, operands):
        machine.claim("elements that it inspects exist", state, both(
            smt("=", operands[0], rank), operands[1].base == base, tensor.has_elements,
            smt("distinct", tensor.data, 0)))
        return both(is_zero(tensor.offset), tensor.has_order)

    machine = Runtime(text, stubs={"isContiguous": inspect_order})
    given = machine.variable("passed")
    given_rank, base = at(given, 0), at(given, 8)
    machine.axioms += [fits(given_rank), fits(base)]
    rank = machine.variable("rank")
    tensor = Tensor(machine, base, rank, element)
    machine.axioms.append(implies(smt(">=", given_rank, 0), smt("=", rank, given_rank)))

    def search(machine, state, is_empty, i):
        return both(within(0, i, rank), smt("=", rank, given_rank),
                    smt("=", is_empty, smt("empty", i)), is_zero(smt("negative", i)))
    machine.set_invariants("split_mlir_inspect_unranked", search)
    facts = [smt(">=", given_rank, 0), smt("distinct", base, 0), tensor.is_valid,
             either(tensor.is_empty, smt("distinct", tensor.data, 0)),
             both(is_zero(tensor.offset), either(tensor.is_empty, tensor.has_order))]
    expected = smt("ite", facts[4], 0, 1)
    for number in (3, 2, 1, 0):
        expected = smt("ite", facts[number], expected, 2 + number)
    for state, _, result in machine.paths("split_mlir_inspect_unranked", [Address(given)]):
        machine.claim("it is what is wrong, or the order of elements", state,
                      smt("=", result, expected))
    return machine.finish()


def claim_check_ranked(text, element):
    def add_range(machine, state, operands):
        state.calls.append(("range", operands))

    def refuse(machine, state, operands):
        _, operand, text, values, count = operands
        numbers = [state.memory[values.base, values.constant + 8 * i] for i in range(count)]
        state.calls.append(("refuse", machine.texts[text.base.removeprefix("global_")], operand,
                            numbers))
        return False

    machine = Runtime(text, stubs={"addRange": add_range, "refuse": refuse})
    machine.axioms.append(fits(machine.variable("this")))
    operand, kind, base = map(machine.variable, ("operand", "type", "given"))
    layout, rank = at(kind, 16), at(kind, 24)
    start = State()
    start.memory[kind, 8] = element

    def type_size(dim):
        return at(kind, plus(32, smt("*", 8, dim)))
    tensor = Tensor(machine, base, rank, element, type_size)
    machine.axioms += [fits(layout), within(0, layout, 2), fits(at("this", 40))]

    def sizes(machine, state, is_empty, bytes_, i):
        tensor.numbers.append(bytes_)
        return both(within(0, i, rank), smt("=", is_empty, smt("empty", i)),
                    is_zero(smt("wrong", i)), is_zero(smt("negative", i)),
                    smt("<=", 0, smt("product", i)),
                    implies(smt("<", smt("product", i), HALF),
                            smt("=", bytes_, smt("product", i))))
    machine.set_invariants("checkRanked", sizes)
    machine.set_invariants("checkStrides", order_invariant(tensor, layout))
    is_read = both(negate(tensor.is_empty), negate(smt("=", layout, 2)))
    has_data = either(tensor.is_empty, smt("distinct", tensor.data, 0))
    for state, _, result in machine.paths(
            "checkRanked", [Address("this"), operand, Address(kind), Address(base)], start):
        refusals = [call for call in state.calls if call[0] == "refuse"]
        ranges = [call[1] for call in state.calls if call[0] == "range"]
        if refusals:
            (_, message, refused, numbers), = refusals
            goal = both(smt("=", refused, operand), negate(result),
                        is_broken(message, numbers, tensor, layout))
            machine.claim("a refused tensor is wrong as the message says", state, goal)
            continue
        machine.claim("the tensor obeys R7", state, both(
            result, tensor.is_right, tensor.is_valid, has_data,
            either(tensor.is_empty, negate(is_one(layout)), tensor.has_order)))
        goals = [smt("=", len(ranges), smt("ite", is_read, 1, 0))]
        flags = [value for base_, offset, value in state.stores]
        for _, number, first, count in ranges:
            goals += [smt("=", number, operand), smt("=", unsigned(first), tensor.first),
                      smt("=", count, smt("ite", tensor.has_order, tensor.bytes, 0)),
                      len(flags) == 1, smt("=", smt("ite", tensor.has_order, 0, 1), flags[0]),
                      either(negate(smt("<=", at("this", 40), operand)),
                             is_one(state.memory.get(("this", 80), 0)))]
        last = [state.memory.get(("this", offset)) for offset in (88, 96, 104)]
        if last[0]:
            goals += [tensor.has_order, is_read, last[0].base == kind, last[1].base == base,
                      smt("=", last[2], tensor.bytes)]
        machine.claim("its range of memory is recorded", state, both(*goals))
    return machine.finish()


def is_broken(message, numbers, tensor, layout):
    if message == "%s has elements, but its data is a null pointer":
        return both(negate(tensor.is_empty), is_zero(tensor.data))
    value, dim, *expected = numbers
    is_dimension = both(smt("<=", 0, dim), smt("<", dim, tensor.rank))
    if message.startswith("%s has size {}"):
        known = tensor.type_sizes(dim)
        if message.endswith("expected at least 0"):
            return both(is_dimension, smt("=", value, tensor.size(dim)), smt("<", value, 0),
                        smt("<", known, 0), is_one(smt("wrong", tensor.rank)))
        return both(is_dimension, smt("=", value, tensor.size(dim)), smt("<=", 0, known),
                    smt("=", expected[0], known), negate(smt("=", value, known)),
                    is_one(smt("wrong", tensor.rank)))
    assert message.startswith("%s has stride {} along dimension {}"), message
    return both(is_dimension, negate(tensor.is_empty), is_one(layout),
                smt("=", value, tensor.stride(dim)), negate(smt("=", value, expected[0])),
                smt("=", expected[0], smt("inner", plus(dim, 1))),
                negate(is_one(tensor.size(dim))), is_one(smt("strided", 0)))


def claim_is_like_last(text, _):
    """With an arbitrary word of descriptors."""
    machine = Runtime(text, stubs={"getType": lambda machine, state, operands:
                                   Address("type")})
    for name in ("this", "type"):
        machine.variable(name)
    operand, word = machine.variable("operand"), machine.variable("word")
    kind, last = at("this", 88), at("this", 96)
    rank = at(kind, 24)
    given = at(at("this", 8), smt("*", 8, operand))
    machine.axioms += [within(0, rank, 2**59), fits(operand), both(smt("<=", 0, word))]

    def same(index):
        return smt("=", at(given, plus(24, smt("*", 8, index))),
                   at(last, plus(24, smt("*", 8, index))))

    machine.asked = {"rank": rank, "word": word, "given, data": at(given, 8),
                     "given, word": at(given, plus(24, smt("*", 8, word))),
                     "last, word": at(last, plus(24, smt("*", 8, word)))}

    def compare(machine, state, i):
        return both(within(0, i, smt("*", 2, rank)), implies(smt("<", word, i), same(word)))
    machine.set_invariants("isLikeLast", compare)
    for state, _, result in machine.paths("isLikeLast", [Address("this"), operand]):
        if result is not False:
            machine.claim("sizes and strides are those of the last tensor", state, implies(
                result, smt("=", kind, "type"), smt("distinct", given, 0),
                smt("distinct", at(given, 8), 0),
                implies(smt("<", word, smt("*", 2, rank)), same(word))))
    return machine.finish()


WITH_ELEMENTS = ("split_mlir_count_bytes", "isContiguous", "split_mlir_inspect_unranked",
                 "OperandReader::checkRanked")
CLAIMS = {
    "split_mlir_count_bytes": ("MemRefs", claim_count_bytes),
    "isContiguous": ("MemRefs", claim_is_contiguous),
    "split_mlir_inspect_unranked": ("MemRefs", claim_inspect_unranked),
    "OperandReader::checkRanked": ("Operands", claim_check_ranked),
    "OperandReader::isLikeLast": ("Operands", claim_is_like_last),
    "areInOrder": ("MemRefs", claim_in_order),
    "findOverlap": ("MemRefs", claim_find_overlap),
}
