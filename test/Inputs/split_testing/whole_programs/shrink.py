"""Makes a program that fails smaller, by edits that keep it failing in the same way."""

import copy
import itertools
import time

import numpy as np

from split_testing.whole_programs import control_ops as control
from split_testing.whole_programs.elements import (
    COMPLEX, MOVED, WIDE, CheckFailed, Undefined, is_float)
from split_testing.whole_programs.program import Machine, Value, make_array, walk
from split_testing.whole_programs.scalar_ops import Constant

TRIES, SECONDS = 600, 120
PLAIN = {"results": "copies", "threads": 1, "cpu": "native", "no_runtime_checks": False,
         "machine": ""}


class Impossible(Exception):
    """An edit does not apply."""


def need(condition):
    if not condition:
        raise Impossible


# ---- What edits are made of. ----


def replace(program, old, new):
    """Makes all uses of values use others."""
    names = dict(zip(old, new))
    for uses in all_uses(program):
        uses[:] = [names.get(v, v) for v in uses]


def all_uses(program):
    for function in program.functions:
        yield function.block.ends
    for op in program.ops():
        yield from op.uses()


def used(program):
    return set(itertools.chain.from_iterable(all_uses(program)))


def blocks_of(program):
    for function in program.functions:
        yield function.block
    for op in program.ops():
        yield from op.blocks


def find(program, number):
    """The op with a number, and the block that it is in."""
    for block in blocks_of(program):
        if number < len(block.ops):
            return block.ops[number], block
        number -= len(block.ops)
    raise Impossible


def is_in_main(program, op):
    return any(o is op for o in walk(program.main.block))


def clean(program):
    """Removes ops, functions and arguments without uses."""
    size = None
    while size != (size := sum(len(b.ops) for b in blocks_of(program))):
        uses = used(program)
        for block in blocks_of(program):
            block.ops = [op for op in block.ops if not op.results or
                         any(r in uses for r in op.results)]
        called = {op.function for op in program.ops() if isinstance(op, control.Call)}
        program.functions = [f for f in program.functions
                             if f is program.main or f in called]
    drop_arguments(program)


def drop_arguments(program):
    uses, block = used(program), program.main.block
    kept = [i for i, arg in enumerate(block.args) if arg in uses]
    block.args = [block.args[i] for i in kept]
    program.inputs = [program.inputs[i] for i in kept]


# ---- Edits of an op. ----


def delete(program, op, block, _):
    need(not any(r in used(program) for r in op.results))
    block.ops.remove(op)


def forward(program, op, block, choice):
    """Uses operands, or what blocks end in, in place of results."""
    values = [v for uses in op.uses()[:1] for v in uses]
    need(op.results and choice < 2)
    new = []
    for result in op.results:
        same = [v for v in values if v.type == result.type]
        need(same or result not in used(program))
        new.append(same[min(choice, len(same) - 1)] if same else result)
    replace(program, op.results, new)
    block.ops.remove(op)


def to_argument(program, op, block, _):
    """Passes the results as arguments."""
    need(op.results and is_in_main(program, op))
    machine = Machine()
    values = evaluate(program, machine)
    need(values is not None and all(r in machine.env for r in op.results))
    for result in op.results:
        if result not in used(program):
            continue
        need(result.type.is_tensor or result.type.element not in (*WIDE, *MOVED))
        value = machine.env[result]
        need(value is not None and not (result.type.is_tensor and None in value.ravel()))
        program.main.block.args.append(argument := Value(result.type))
        program.inputs.append(value)
        replace(program, [result], [argument])
    block.ops.remove(op)


def to_constant(program, op, block, _):
    """Computes the results at compile time."""
    need(len(op.results) == 1 and not isinstance(op, Constant))
    type_, machine = op.type, Machine()
    need((not type_.is_tensor or type_.is_static) and type_.element not in MOVED)
    evaluate(program, machine)
    need(op.results[0] in machine.env)
    value = machine.env[op.results[0]]
    need(value is not None and not (type_.is_tensor and None in value.ravel()))
    constant = Constant([], [type_], value=value)
    block.ops[block.ops.index(op)] = constant
    replace(program, op.results, constant.results)


def inline(program, op, block, choice):
    """Puts one of the op's blocks in its place."""
    if isinstance(op, control.Call):
        need(not any(o.name == "early return" for o in walk(op.function.block)))
        need(choice == 0 and not any(isinstance(o, control.Call) and o.function is op.function
                                     for o in walk(op.function.block)))
        inner = copy.deepcopy(op.function.block, {id(f): f for f in program.functions})
        inner_args, ends = op.operands, inner.ends
    else:
        need(choice < len(op.blocks) and isinstance(op, INLINED))
        inner = op.blocks[choice]
        inner_args, ends = op.operands, inner.ends
        if isinstance(op, control.For):
            inner_args = [op.operands[0], *op.operands[3:]]
        elif isinstance(op, (control.While, control.BranchLoop)):
            need(choice == 0)
            ends = inner.ends[1:]
    place = block.ops.index(op)
    block.ops[place:place + 1] = inner.ops
    replace(program, inner.args, inner_args)
    # The ends may be arguments of the block, which were replaced.
    names = dict(zip(inner.args, inner_args))
    replace(program, op.results, [names.get(e, e) for e in ends])


INLINED = (control.If, control.Switch, control.ExecuteRegion, control.Branches, control.For,
           control.While, control.BranchLoop)


def drop_result(program, op, _, choice):
    """Removes an unused result, and what a loop carries for it."""
    need(choice < len(op.results) and op.results[choice] not in used(program))
    if isinstance(op, (control.If, control.Switch, control.ExecuteRegion, control.Branches)):
        need(len(op.results) > 1)
        for inner in op.blocks:
            del inner.ends[choice]
    elif isinstance(op, control.For):
        replace(program, [op.blocks[0].args[1 + choice]], [op.operands[3 + choice]])
        del op.blocks[0].args[1 + choice], op.blocks[0].ends[choice], op.operands[3 + choice]
    elif isinstance(op, control.Parallel):
        need(len(op.results) > 1)
        del op.operands[3 + choice], op.blocks[1 + choice], op.blocks[0].ends[choice]
    elif isinstance(op, control.BranchLoop):
        need(not op.has_break)
        del op.blocks[0].ends[1 + choice]
    elif isinstance(op, control.While):
        need(op.blocks[1].args[choice] not in used(program))
        del op.blocks[0].ends[1 + choice], op.blocks[1].args[choice]
    else:
        raise Impossible
    del op.results[choice]


def drop_carried(program, op, _, choice):
    """Removes what a loop carries but does not change."""
    need(isinstance(op, (control.While, control.BranchLoop)) and choice < len(op.operands))
    need(not getattr(op, "has_break", False))
    first, last = op.blocks
    replace(program, [first.args[choice]], [op.operands[choice]])
    del first.args[choice], op.operands[choice], last.ends[choice]


def drop_operand(program, op, _, choice):
    """Removes a part of a concat, or an input of a structured op."""
    if op.name == "tensor.concat":
        need(len(op.operands) > 1 and choice < len(op.operands))
        del op.operands[choice]
        return
    need(op.name.startswith("linalg.generic") and choice < op.num_ins)
    need(op.blocks[0].args[choice] not in used(program))
    del op.operands[choice], op.blocks[0].args[choice]
    op.maps = [m for i, m in enumerate(op.maps) if i != choice]
    op.num_ins -= 1


def drop_parameter(program, op, _, choice):
    """Removes an unused argument or result of a function that is called once."""
    need(isinstance(op, control.Call))
    calls = [o for o in program.ops() if isinstance(o, control.Call) and
             o.function is op.function]
    block = op.function.block
    if choice < len(block.args):
        need(block.args[choice] not in used(program))
        del block.args[choice]
        for call in calls:
            del call.operands[choice]
        return
    choice -= len(block.args)
    need(choice < len(block.ends) and len(block.ends) > 1)
    need(not any(c.results[choice] in used(program) for c in calls))
    need(not any(o.name == "early return" for o in walk(block)))
    del block.ends[choice]
    for call in calls:
        del call.results[choice]


def earlier_operand(program, op, _, choice):
    """Reads an argument of the function in place of another value."""
    need(choice < len(op.operands))
    old = op.operands[choice]
    for function in program.functions:
        if any(o is op for o in walk(function.block)):
            same = [a for a in function.block.args if a.type == old.type and a is not old]
            need(same and old not in function.block.args)
            op.operands[choice] = same[0]
            return


OP_EDITS = [(to_argument, 1), (inline, 3), (forward, 2), (delete, 1), (to_constant, 1),
            (drop_result, 4), (drop_carried, 4), (drop_operand, 4), (drop_parameter, 6),
            (earlier_operand, 3)]


# ---- Edits of the program. ----


def keep_end(program, choice):
    ends = program.main.block.ends
    need(len(ends) > 1 and choice < len(ends))
    need(not any(o.name == "early return" for o in walk(program.main.block)))
    ends[:] = [ends[choice]]


def drop_end(program, choice):
    ends = program.main.block.ends
    need(len(ends) > 1 and choice < len(ends))
    del ends[choice]
    for op in program.main.block.ops:
        if op.name == "early return":
            del op.blocks[0].ends[choice]


def plain_option(program, choice):
    name = list(PLAIN)[choice]
    need(program.options[name] != PLAIN[name])
    program.options[name] = PLAIN[name]


def return_value(program, choice):
    """Returns an operand of the op that computes the only result."""
    ends = program.main.block.ends
    need(len(ends) == 1)
    op = next((o for o in program.main.block.ops if ends[0] in o.results), None)
    need(op is not None and choice < len(op.operands))
    ends[:] = [op.operands[choice]]


def plain_input(program, choice):
    """Makes an argument count up."""
    need(choice < len(program.inputs) and program.main.block.args[choice].type.is_tensor)
    old, element = program.inputs[choice], program.main.block.args[choice].type.element
    limit = 2 if element == "i1" else 8
    kind = float if is_float(element) else int
    new = make_array(old.shape, [kind(i % limit) for i in range(old.size)])
    need(element not in COMPLEX and list(new.ravel()) != list(old.ravel()))
    program.inputs[choice] = new


PROGRAM_EDITS = [(keep_end, 4), (drop_end, 4), (lambda p, _: clean(p), 1),
                 (lambda p, _: drop_arguments(p), 1), (return_value, 3),
                 (plain_option, 5), (plain_input, 9)]


def evaluate(program, machine=None):
    """The results, None if they are not defined or a check fails."""
    try:
        return (machine or Machine()).call(program.main, program.inputs)
    except (Undefined, OverflowError, KeyError, IndexError, TypeError, ValueError,
            AttributeError):
        return None


def is_defined(program):
    """Whether the program has results, or a check fails if it should."""
    try:
        results = program.evaluate()
        return not program.is_failing and not any(
            n is None for r in results for n in np.asarray(r, object).ravel())
    except CheckFailed:
        return program.is_failing
    except (Undefined, OverflowError, KeyError, IndexError, TypeError, ValueError,
            AttributeError):
        return False


def measure(program):
    """A number that smaller programs have less of."""
    ops = sum(1 for _ in program.ops())
    values = sum(len(uses) for uses in all_uses(program))
    is_plain = [program.options[name] == value for name, value in PLAIN.items()]
    numbers = sum(len(str(array)) for array in program.inputs)
    return (ops + len(program.functions), values, -sum(is_plain), len(program.inputs),
            numbers)


def edits(program):
    """All edits as functions of a program; those of ops begin with the last op."""
    for edit, count in PROGRAM_EDITS:
        for choice in range(count):
            yield lambda p, e=edit, c=choice: e(p, c)
    total = sum(len(b.ops) for b in blocks_of(program))
    for edit, count in OP_EDITS:
        for number in reversed(range(total)):
            for choice in range(count):
                yield lambda p, e=edit, n=number, c=choice: e(p, *find(p, n), c)


def shrink(program, fails):
    """A smaller program of which `fails` is still true."""
    tries, end, seen = 0, time.monotonic() + SECONDS, set()
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for edit in edits(program):
            smaller = copy.deepcopy(program)
            try:
                edit(smaller)
                text = f"{smaller.write()} {smaller.options} {smaller.inputs}"
            except (Impossible, KeyError, ValueError, IndexError):
                continue
            if text in seen or measure(smaller) >= measure(program) or not is_defined(smaller):
                continue
            seen.add(text)
            tries += 1
            if tries > TRIES or time.monotonic() > end:
                return program
            if fails(smaller):
                program, is_smaller = smaller, True
    return program
