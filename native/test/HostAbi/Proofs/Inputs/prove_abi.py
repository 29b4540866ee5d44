"""Proves the checks of what hosts pass to compiled functions (R7), and prints a table.

Usage: prove_abi.py FOLDER [--short] [--update PAGE]

Proves all programs, or a few with --short. Fails if a claim is refuted.
"""

import concurrent.futures
import os
import pathlib
import re
import sys
import time

from split_testing.tools import make_folder, run

import abi_runtime
import abi_tensors
from abi_programs import PROGRAMS, Operand, list_pairs, to_shape, write_program
from llvm_paths import Address, Machine, State
from smt import HALF, REACHED, both, decide, either, fits, negate, smt, text_of, unsigned

ELEMENTS = (1, 2, 4, 8, 16, 32)
SHORT = ("rank 2", "static, fast path", "argument and buffer", "unknown rank")


def describe(numbers):
    """The values of a counterexample, such as `argument 1: sizes [2, -1]`."""
    operands = {}
    for label, number in numbers.items():
        name, _, word = label.partition(", ")
        words = operands.setdefault(name, {})
        if match := re.fullmatch(r"(\w+) \d+", word):
            words.setdefault(match[1] + "s", []).append(number)
        else:
            words[word] = number
    return "; ".join(f"{name}: " + ", ".join(f"{word} {value}".strip() for word, value in
                                             words.items()) for name, words in operands.items())


# Functions that the compiler generates.


class Host:
    """The interface of one program."""

    def __init__(self, text, arguments, results, options=()):
        self.types = [*arguments, *(text for text, _ in results)]
        self.machine = Machine(text, stubs={
            "split_mlir_prepare_operands": self.prepare,
            "split_mlir_count_bytes": self.count_bytes,
            "split_mlir_inspect_unranked": self.inspect, "split_mlir_find_overlap": self.find,
            "split_mlir_get_machine": lambda *_: Address("machine"),
        }, check_load=self.check_load)
        words = re.search(r'sym_name = "split_mlir_operands".* value = dense<\[(.*?)\]>', text)[1]
        self.words = [int(word) for word in words.split(", ")]
        self.operands, self.bases = [], []
        self.machine.pointers = {}
        used = {source for text, source in results if text != "index"}
        for index, text in enumerate(self.types):
            is_result = index >= len(arguments)
            name = (f"result {index - len(arguments)}" if is_result else f"argument {index}")
            base = f"argument{index}"
            self.machine.variables.update({base: True, "machine": True})
            self.bases.append(base)
            is_buffer = text != "index" and not (is_result and ("?" in text or options))
            if is_buffer:
                has_elements = 0 not in (to_shape(text)[0] or ())
                self.operands.append(Operand(self.machine, name, base, text, is_result,
                                             is_result or (index in used and has_elements),
                                             bool(options)))
            else:
                self.machine.axioms.append(fits(base))
                self.machine.pointers[name] = base
        self.axioms = [fact for operand in self.operands for fact in operand.axioms]
        self.num_arguments = len(arguments)
        for base in ("passed", "list", "prepared"):
            self.machine.variables[base] = True
            self.machine.axioms.append(fits(base))
        self.machine.asked = {f"{operand.name}, {label}": term for operand in self.operands
                              for label, term in operand.list_words()}
        for name, base in self.machine.pointers.items():
            self.machine.asked[name + ", pointer"] = base

    def find_operand(self, base):
        return next(operand for operand in self.operands
                    if base in (operand.base, operand.__dict__.get("descriptor")))

    def check_load(self, state, base, offset):
        if str(base).startswith(("stack", "machine")):
            return None
        if base in ("passed", "prepared"):
            return 0 <= offset < 8 * (self.words[3] if base == "prepared" else len(self.types))
        if match := re.fullmatch(r"\(mem64 passed (\d+)\)", str(base)):
            return self.types[int(match[1]) // 8] == "index" and offset == 0
        operand = self.find_operand(base)
        if operand.shape is None:  # two words, and what inspect_unranked has examined
            size = 24 if base != operand.base else 16
        else:
            size = 24 + 16 * len(operand.shape)
        return both(smt("distinct", base, 0), 0 <= offset <= size - 8)

    def prepare(self, machine, state, operands):
        """What split_mlir_prepare_operands does, if its operands are right."""
        types, passed, _, packed, place = operands
        machine.claim("the library gets what is passed, and its types", state, text_of(
            types.base == "global_split_mlir_operands" and self.describes_types() and
            (passed.base, packed.base) == ("passed", "list")))
        state.memory[place.base, place.constant] = Address("prepared")
        status = machine.new("status")
        state.facts += [fits(status, 32), smt("=>", smt("=", status, 0), both(*(
            smt(">=", smt("mem64", "prepared", 8 * word), 0) for word in self.list_sizes())))]
        return status

    def list_sizes(self):
        """The prepared words that are dynamic sizes."""
        first = 0
        for index in range(len(self.types)):
            operand = next((o for o in self.operands if o.base == f"argument{index}"), None)
            if operand and None in (operand.shape or ()):
                yield from (first + 3 + dim for dim, size in enumerate(operand.shape)
                            if size is None)
            first += self.count_words(operand)

    def describes_types(self):
        """Whether the words that the library gets describe the operands."""
        described, total = [], 0
        for index, text in enumerate(self.types):
            operand = next((o for o in self.operands if o.base == f"argument{index}"), None)
            if operand is None:
                is_value = text == "index" and index < self.num_arguments
                described.append([0 if is_value else 1])
            elif operand.shape is None:
                described.append([2, operand.bytes_of_element])
            else:
                layout = 2 if not operand.is_used else 1 if operand.must_have_order else 0
                sizes = [-1 if size is None else size for size in operand.shape]
                described.append([3, operand.bytes_of_element, layout, len(sizes), *sizes])
            total += self.count_words(operand)
        places = self.words[4:4 + len(described)]
        return self.words[:4] == [1, self.num_arguments, len(self.types) - self.num_arguments,
                                  total] and all(
            self.words[place:place + len(description)] == description
            for place, description in zip(places, described))

    @staticmethod
    def count_words(operand):
        """How many words the library prepares."""
        if operand is None:
            return 0
        if operand.shape is None:
            return 2
        return 1 if None not in operand.shape else 3 + 2 * len(operand.shape)

    def inspect(self, machine, state, operands):
        """What abi_runtime.py claims of split_mlir_inspect_unranked."""
        operand, found = self.find_operand(operands[0].base), machine.new("found")
        facts = [negate(smt("<", operand.rank, 0)), negate(smt("=", operand.descriptor, 0)),
                 negate(operand.is_negative), operand.has_data]
        for number, fact in enumerate(facts):
            state.facts.append(smt("=", smt("=", found, 2 + number),
                                   both(*facts[:number], negate(fact))))
        state.facts += [smt("=", smt("=", found, 0), both(*facts, operand.is_row_major)),
                        both(smt("<=", 0, found), smt("<", found, 6))]
        return found

    def count_bytes(self, machine, state, operands):
        operand, bytes_ = self.find_operand(operands[1].base), machine.new("counted")
        goal = both(smt("=", operands[0], operand.rank), operands[2] == operand.bytes_of_element)
        machine.claim("the library examines this argument", state, goal)
        state.facts.append(smt("=", bytes_, smt("ite", smt("<", operand.bytes, HALF),
                                                operand.bytes, HALF - 1)))
        return bytes_

    def find(self, machine, state, operands):
        """What abi_runtime.py claims of split_mlir_find_overlap, if ranges are right."""
        table, count, num_inputs = operands
        found = machine.new("overlap")
        used = [o for o in self.operands if o.is_used]
        goals = [(count, num_inputs) == (len(used), sum(not o.is_result for o in used))]
        for index, operand in enumerate(used):
            first, length = (state.memory[table.base, table.constant + 8 * (2 * index + i)]
                             for i in range(2))
            goals += [smt("=", unsigned(first), operand.first), smt("=", length, operand.bytes)]
        machine.claim("the table of buffers is right", state, both(*goals))
        state.facts.append(smt("=>", smt("=", found, -1), both(
            *(apart for _, _, apart in list_pairs(self.operands)))))
        return found

    def list_parameters(self):
        """Scalar arguments are values, and others are pointers."""
        return [base if f"argument {i}" in self.machine.pointers else Address(base)
                for i, base in enumerate(self.bases)]

    def claim_accepted(self, state):
        """R7 holds. Its parts are claims of their own, which z3 decides faster."""
        pointers = [smt("distinct", base, 0) for name, base in self.machine.pointers.items()
                    if name.startswith("result")]
        parts = [both(*(operand.is_right() for operand in self.operands), *pointers),
                 *(apart for _, _, apart in list_pairs(self.operands))]
        for part in parts:
            self.machine.claim("what is passed obeys R7", state, part)

    def claim_fast(self, name):
        """Claims about the paths of `f.fast`."""
        machine = self.machine
        machine.stops = ["f.slow", *(name for name in machine.functions if ".impl" in name)]
        parameters = self.list_parameters()
        for state, end, value in machine.run(name, parameters, State()):
            if end == "f.slow":
                goal = [machine.integer(word, state) for word in value] == [
                    machine.integer(word, state) for word in parameters]
                machine.claim("the slow path gets all operands", state, text_of(goal))
            else:
                if not any(name == REACHED for name, *_ in machine.claims):
                    machine.claim(REACHED, state, "false")
                self.claim_accepted(state)
                self.claim_operands(state, value)

    def claim_operands(self, state, values):
        """The tensors that the function gets are those that the host passes."""
        machine = self.machine
        values, goals = [machine.integer(value, state) for value in values], []
        for index, text in enumerate(self.types):
            base = f"argument{index}"
            operand = next((o for o in self.operands if o.base == base), None)
            if operand is None:
                if text == "index" and index < self.num_arguments:
                    goals.append(smt("=", values.pop(0), base))
                continue
            if operand.shape is None:
                rank, descriptor = values.pop(0), values.pop(0)
                goals += [smt("=", rank, operand.rank),
                          smt("=", descriptor, operand.descriptor), operand.is_in_place]
                continue
            rank = len(operand.shape)
            (_, data, offset), values = values[:3], values[3:]
            sizes, strides, values = values[:rank], values[rank:2 * rank], values[2 * rank:]
            goals.append(smt("=", offset, 0))
            goals += [smt("=", size, given) for size, given in zip(sizes, operand.sizes)]
            if operand.is_used:
                goals.append(either(operand.is_empty, both(
                    operand.is_in_place, smt("=", unsigned(data), operand.first),
                    *(smt("=", stride, count)
                      for stride, count in zip(strides, operand.counts[1:])))))
        machine.claim("the function gets what is passed", state, both(*goals))
        assert not values, values

    def claim_call(self, name):
        """`f.call` passes on what the library has prepared, or the library's status."""
        machine = self.machine
        machine.stops = [name for name in machine.functions if ".impl" in name]
        for state, end, value in machine.run(name, [Address("passed"), Address("list")], State()):
            status = next(known for known in machine.variables if known.startswith("status."))
            if end == "return":
                machine.claim("the function returns the library's status", state,
                              both(smt("=", value, status), smt("distinct", status, 0)))
                continue
            machine.claim(REACHED, state, "false")
            given = [machine.integer(word, state) for word in value]
            goal = both(smt("=", status, 0), given == self.list_prepared())
            machine.claim("the function gets what is prepared", state, goal)

    def list_prepared(self):
        """The function's operands: prepared words, constants, and values."""
        listed, first = [], 0
        for index, text in enumerate(self.types):
            operand = next((o for o in self.operands if o.base == f"argument{index}"), None)
            count = self.count_words(operand)
            words = [smt("mem64", "prepared", 8 * (first + i)) for i in range(count)]
            if count == 1:
                strides = [1]
                for size in reversed(operand.shape[1:]):
                    strides.insert(0, strides[0] * size)
                words = [*words, *words, 0, *operand.shape, *strides[:len(operand.shape)]]
            if operand is None and text == "index" and index < self.num_arguments:
                words = [smt("mem64", smt("mem64", "passed", 8 * index), 0)]
            listed += words
            first += count
        return listed

    def claim_slow(self, name):
        """`f.slow` passes a table of all operands, and an empty list."""
        machine = self.machine
        machine.stops, given = ["f.call"], self.list_parameters()
        for state, end, (table, packed) in machine.run(name, given, State()):
            goals = [end == "f.call", state.memory[packed.base, 0].base == 0]
            for index, parameter in enumerate(given):
                entry = state.memory[table.base, table.constant + 8 * index]
                if not isinstance(parameter, Address):
                    entry = state.memory[entry.base, entry.constant]
                goals.append(entry == parameter)
            machine.claim("all operands are passed on", state, both(*goals))

    def claim_forwarding(self, name):
        """`f` passes all operands on."""
        machine = self.machine
        machine.stops = [known for known in machine.functions
                         if re.match(r"f\.fast", known)]
        machine.stubs["split_mlir_begin_call"] = lambda *_: None
        given = self.list_parameters()
        for state, end, operands in machine.run(name, given, State()):
            passed = [machine.integer(word, state) for word in operands]
            expected = [machine.integer(word, state) for word in given]
            machine.claim("all operands are passed on", state, both(
                end != "return", passed[:len(given)] == expected))


def verify(text, arguments, results, options=(), only=None):
    """[(function, claim, verdict, {label: number})]"""
    answers = []
    for name in re.findall(r'sym_name = "(f|f\.(?:call|fast|slow)[\w.]*)"', text):
        if only and name != only:
            continue
        host = Host(text, arguments, results, options)
        claim = {"f": host.claim_forwarding, "f.call": host.claim_call,
                 "f.slow": host.claim_slow}
        claim.get(name, host.claim_fast)(name)
        answers += [(name, *answer) for answer in decide(host.machine.claims, host.machine,
                                                         host.axioms)]
    return answers


def compile_program(folder, name):
    """The file of a program, and its lowering in generic form."""
    path = folder / (re.sub(r"\W+", "-", name) + ".mlir")
    program = PROGRAMS[name]
    path.write_text(write_program(*program))
    lowered = path.with_suffix(".llvm.mlir")
    run("split-compile", path, "--emit=llvm", "-o", lowered, *(program[2:] and program[2]))
    return path, to_generic(lowered)


def to_generic(path):
    return run(os.environ.get("MLIR_OPT", "mlir-opt"), path, "--mlir-print-op-generic",
               "--mlir-print-local-scope")


def compile_runtime(folder, name, change=lambda text: text):
    """A file of the runtime library in generic form."""
    root = pathlib.Path(__file__).resolve().parents[5]
    sources = root / "native/runtime"
    source, bitcode, lowered = (folder / (name + end) for end in (".cpp", ".bc", ".mlir"))
    source.write_text(change((sources / f"{name}.cpp").read_text()))
    run("clang++", "-std=c++17", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-exceptions",
        "-fno-rtti", "-emit-llvm", "-c", f"-I{root / 'native/include'}", f"-I{sources}", source, "-o",
        bitcode)
    run("opt", "-passes=function(sroa)", bitcode, "-o", bitcode)
    run("mlir-translate", "--import-llvm", bitcode, "-o", lowered)
    return to_generic(lowered)


def verify_runtime(function, text, element):
    machine = abi_runtime.CLAIMS[function][1](text, element)
    return [(function, *answer) for answer in decide(machine.claims, machine, [])]


def list_runs(folder, is_short):
    """(row, function that returns answers)"""
    texts = {name: compile_runtime(folder, name) for name in ("MemRefs", "Operands")}
    for name, program in PROGRAMS.items():
        if not is_short or name in SHORT:
            yield f"call: {name}", lambda name=name, program=program: (
                verify(compile_program(folder, name)[1], *program))
    for function, (file, _) in abi_runtime.CLAIMS.items():
        elements = ELEMENTS if function in abi_runtime.WITH_ELEMENTS else (None,)
        if is_short and function == "findOverlap":  # this takes as long as all others
            continue
        for element in elements[-1:] if is_short else elements:
            yield f"runtime library: {function}", (
                lambda function=function, file=file, element=element:
                verify_runtime(function, texts[file], element))
    machine = Machine("")
    machine.variables.update(dict.fromkeys("abcds", True))
    claims = [(name, [], lemma) for name, lemma in abi_tensors.LEMMAS.items()]
    yield "lemmas", lambda: [("lemma", *answer) for answer in decide(claims, machine, [])]


def update(page, table):
    """Replaces the table between the markers of a page."""
    head, rest = page.read_text().split("<!-- abi -->\n")
    tail = rest.split("<!-- end of abi -->\n")[1]
    page.write_text(f"{head}<!-- abi -->\n\n{table}\n<!-- end of abi -->\n{tail}")


def main():
    folder, rows = make_folder(sys.argv[1]), {}

    def prove(what):
        begin = time.monotonic()
        answers = what[1]()
        return what[0], answers, time.monotonic() - begin

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        runs = list(pool.map(prove, list_runs(folder, "--short" in sys.argv)))
    for name, answers, seconds in runs:
        row = rows.setdefault(name, [0, 0, 0.0])
        row[2] += seconds
        if not answers:
            sys.exit(f"{name}: no claims")
        for function, claim, verdict, numbers in answers:
            row[0] += verdict == "proven"
            row[1] += verdict == "unknown"
            if verdict != "proven":
                print(f"{name}, {function}: {claim}: {verdict} for {describe(numbers)}")
    lines = ["| checks of | claims proven | unknown | seconds |", "|---|---|---|---|"]
    lines += [f"| {name} | {proven} | {unknown} | {seconds:.1f} |"
              for name, (proven, unknown, seconds) in rows.items()]
    total = [sum(column) for column in zip(*rows.values())]
    lines.append(f"| all | {total[0]} | {total[1]} | {total[2]:.0f} |")
    table = "\n".join(lines) + "\n"
    if "--update" in sys.argv:
        update(pathlib.Path(sys.argv[sys.argv.index("--update") + 1]), table)
    print(table)
    refuted = sum(len(answers) for _, answers, _ in runs) - total[0] - total[1]
    print(f"{total[0]} claims proven, {total[1]} unknown, {refuted} refuted")
    sys.exit(refuted > 0)


if __name__ == "__main__":
    main()
