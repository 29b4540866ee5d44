"""If, Loop and TensorIterator, evaluated by NumPy.

Inputs and results are pairs of an array and an element type. `evaluate` evaluates the
layers of a body.
"""

import numpy as np


def run_body(layer, key, given, evaluate):
    """A function that returns a value of the body, given those of its Parameters."""
    values, types = ({name: pair[i] for name, pair in given.items()} for i in (0, 1))
    evaluate(layer.bodies[key], values, types)
    return lambda name: (values[name], types[name])


def sort_outputs(rules):
    rules = [rule for rule in rules if rule[1].isdigit()]
    return sorted(rules, key=lambda rule: int(rule[1]))


def evaluate_if(layer, inputs, evaluate):
    prefix = "then_" if inputs[0][0].reshape(()) else "else_"
    given = {name: inputs[int(port)] for name, port, _ in layer.rules[prefix + "in"]}
    get = run_body(layer, prefix + "body", given, evaluate)
    return [get(name) for name, _, _ in sort_outputs(layer.rules[prefix + "out"])]


def take_parts(value, axis, start="0", end="-1", stride="1", part_size="1"):
    """The parts of an array, in the order of iterations."""
    axis, size = int(axis), int(part_size)
    positions = range(value.shape[axis])
    first, last = positions[int(start)], positions[int(end)]
    if abs(int(stride)) != size or (abs(last - first) + 1) % size:
        raise ValueError("parts that do not fill their range")
    foremost = np.arange(min(first, last), max(first, last) + 1, size)
    parts = [np.take(value, np.arange(begin, begin + size), axis) for begin in foremost]
    return parts if int(stride) > 0 else parts[::-1]


def evaluate_loop(layer, inputs, evaluate):
    rules, is_loop = layer.rules, layer.kind == "Loop"
    back = {parameter: name for name, parameter in rules.get("back", [])}
    parts = {name: take_parts(inputs[int(port)][0], **attributes)
             for name, port, attributes in rules["in"] if attributes}
    given = {name: inputs[int(port)] for name, port, _ in rules["in"] if port != "iteration"}
    carried = {name: given[name] for name in back}
    limit = int(inputs[0][0].reshape(())) if is_loop else min(map(len, parts.values()))
    goes_on = not is_loop or inputs[1][0].reshape(())
    counters = [name for name, port, _ in rules["in"] if port == "iteration"]
    conditions = [name for name, port, _ in rules["out"] if port == "condition"]
    stacks, i, get = {}, 0, None
    while goes_on and (i < limit or (is_loop and limit < 0)):
        given |= {name: (parts[name][i], given[name][1]) for name in parts} | carried
        given |= {name: (np.array(i), "i64") for name in counters}
        get = run_body(layer, "body", given, evaluate)
        carried = {parameter: get(name) for parameter, name in back.items()}
        for name, _, _ in sort_outputs(rules["out"]):
            stacks.setdefault(name, {})[i] = get(name)[0]
        goes_on = all(get(name)[0].reshape(()) for name in conditions)
        i += 1
    if get is None and not all(name in back.values() for name, _, _ in sort_outputs(rules["out"])):
        raise ValueError("results of the last of no iterations")
    results = []
    for name, _, attributes in sort_outputs(rules["out"]):
        carriers = [parameter for parameter, result in back.items() if result == name]
        if attributes:
            order = -1 if int(attributes.get("stride", 1)) < 0 else 1
            joined = np.concatenate(list(stacks[name].values())[::order], int(attributes["axis"]))
            results.append((joined, get(name)[1]))
        else:
            results.append(carried[carriers[0]] if carriers else get(name))
    return results


EVALUATE = {"If": evaluate_if, "Loop": evaluate_loop, "TensorIterator": evaluate_loop}
