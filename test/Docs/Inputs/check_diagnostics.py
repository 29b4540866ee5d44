"""Checks test/Diagnostics/messages.md: check_diagnostics.py TREE.

It has an entry for every message, a test expects the message of each entry (or the entry
says why none does), and each is still in the sources. Messages are complete: every literal
in lib/, tools/ and python/ with a blank in it is part of one, together with those that
`<<` or `+` join to it, apart from short ones and NOT_MESSAGES. cmake/write_messages.py reads
the list and finds the tests.
"""

import ast
import re
import sys
from pathlib import Path

sys.path.append(sys.argv[1] + "/cmake")
from write_messages import LIST, Entry, find_tests, is_untested, read_list

# Shorter literals are likely to be part of a message by chance.
SHORTEST = 10
NOT_MESSAGES = {
    # Descriptions of tools, options and pipelines.
    "Basic options",
    "split-mlir optimizer driver\\n",
    "split-mlir version ",
    "\\n  commit ",
    "The processor to compile for: native for this machine's, portable for all of the "
    "architecture, or a name; help lists the names (default: {})",
    "split-mlir translation driver",
    "import a model of this format",
    "Compile a function of a model for this machine and run it\\n",
    "Compile a model to a file\\n",
    "The MPI of the ranks; without --ranks, mpirun has started this process as a rank "
    "(default: with --ranks, the first that is built)",
    "Compile what each rank of a grid executes; a shared library is linked for this MPI "
    "(default: the first that is built)",
    # What options need.
    "--ranks=N, or --mpi under mpirun",
    # What split-run prints with --profile, and writes for perf.
    "{0,12:f2} {1,6:f1} %",
    " {0,12} {1,6:f1}  {2} at {3}\\n",
    "s, on average",
    "{0} {1}:{2}",
    "{0:x-} {1:x-} {2}\\n",
    # What split-run draws.
    ": {} on {} ranks",
    "{0}: {1} of {2} along dimension {3}",
    "... {0:N} more ...",
    "{0}{1} long",
    '<rect x=\\"{0}\\" y=\\"{1}\\" width=\\"{2}\\" height=\\"{3}\\" '
    'fill=\\"hsl({4},60%,85%)\\" stroke=\\"black\\"/>\\n',
    '<svg xmlns=\\"http://www.w3.org/2000/svg\\" width=\\"{0}\\" height=\\"{1}\\" '
    'font-family=\\"monospace\\" font-size=\\"13\\">\\n',
    # What split-run prints with --time.
    "sent: {}, {} (each run, all ranks)\\n",
    # What rank 0 removes from the message of another rank.
    "split-run: error: ",
    " (not stable; from the table)\\n",
    # A location and a message of libSplitMpi.
    "%s: error: %s\\n",
    # Parts of messages: which values are valid, and what a processor is.
    "a power of two from 8 to 256",
    "a vector of rank 1",
    "an input of at most 32 bits, or 48 with 'scale32 = false'",
    "an output of at most 32 bits",
    "a function without tensors, or a call as the only use",
    "a callee that a 'func.constant' names",
    "floats of at least 16 bits",
    "floats of at most 64 bits",
    "tensors of known rank",
    "a result type with the size 0",
    "all elements of a tensor of static shape",
    "integers of at most 64 bits",
    "parts of at most 64 bits",
    "integers other than index",
    "numbers as results",
    "an output of the type of the input",
    "tensors of static shape",
    "starts of at least 0",
    "multiples of at least 0",
    "a result of dynamic size",
    "the error is: ",
    "a power of two from 8 to 4096",
    "{0} family {1} model {2} with caches of {3}, {4} and {5} bytes",
    "Measure which copies are fastest on this machine, and write its profile\\n",
    "Compile functions on tensors, split ops among them, to the LLVM dialect",
    "Compile functions for several ranks of MPI to the LLVM dialect",
    # Remarks on what an optimisation did.
    "; non-temporal",
    "; non-temporal above the threshold",
    "; prefetched",
    "; prefetched above the threshold",
    "left to the plain lowering: strides, element type or memory space",
    # Reasons in remarks that count ops, which the page has in tables.
    "in a region that may be a graph",
    "of a tensor of unknown rank or type",
    "of a tensor of unknown type",
    "of an unknown form",
    "that covers no tensor together with others",
    "that is not known",
    "that is out of bounds",
    "whose list has other uses than unpacking",
    "whose list is not unpacked",
    "whose number of pieces is unknown",
    "with a dimension that is not constant",
    "with a number that is not constant",
    "with a list of unknown integers",
    "with a piece of unknown type",
    "with a start that is not constant",
    "with indices into a dimension of unknown size",
    "with indices that decrease",
    "with indices that are not constant",
    "with strides",
    "with too many pieces",
    "without pieces",
    # Names of claims, which verification/docs/Verification.md lists, and parts of counterexamples.
    "rules: what breaks them is checked",
    "rules: no other check fails",
    ": what breaks it is checked",
    ": no other check fails",
    "other checks: none is missing",
    "other checks: no other fails",
    "; loops at [",
    "expected sizes",
    "found sizes",
    "product of sizes",
    " for ranks 0 to ",
    "; {}: {}\\n",
    "; sat refutes nothing, as this '{}' is not modelled\\n",
    "Child timed out",
    " proven, {} refuted, {} unknown, {} not compared\\n",
    "rule {}: its message is true",
    "pieces are disjoint and cover the data",
    "uneven: no check fails",
    "uneven: result ",
    "axis{}, axis size ",
    ", lengths [",
    " of any value",
    " of sizes ",
    # What the solver reads.
    "(get-value ({}))\\n",
    # Rows of a report of times.
    "LLVM optimisation",
    "Code generation",
    # What a crash prints.
    "This is a bug in split-mlir {}. Please report it to {}, with the command, its input "
    "and the text below.",
    "the provider of the package split-mlir",
    # Progress on a terminal.
    "reading the model",
    "generating code",
    "{0} % {1} ({2} s)",
    # A report of memory.
    ":\\n  constants: {} bytes\\n  peak: {} bytes",
    " and {} buffer",
    " of dynamic size",
    "\\n  allocations: ",
    ", and {} in loops",
    # What a C header says, and the script of a linker.
    "any rank of ",
    "stored there",
    "; may be written to",
    "; part of ",
    ", offsets [",
    "; whole on each rank",
    "; MPI_Comm_c2f of the communicator of the ranks",
    " call the function together, see split-mlir/MpiRuntime/MpiRuntime.h\\n",
    "int32_t {}(",
    "const char *{}(void);\\n\\n",
    "SPLIT_MLIR_ABI_{} {\\n  global:\\n",
    # What a message calls an operand.
    "the variance",
    # What stands between a location and a message.
    "%s: error: ",
    "rank %d: %s",
    "the caller's buffer, written to",
    # Elements and attributes of OpenVINO's files.
    "layers edges rt_info meta_data quantization_parameters statistics",
    "data input output rt_info ",
    "port_map back_edges body",
    "then_port_map else_port_map then_body else_body",
    # Where a message belongs, and what of an OpenVINO layer it is about.
    "edge at line ",
    "batch_shape is",
    "diagonal_index is",
    "indices are",
    "lengths are",
    "num_columns is",
    "num_rows is",
    "positions are",
    "repeats are",
    "the Parameter",
    "the elements of the axes",
    "the elements of the axis",
    "the execution condition",
    "the lengths",
    "the elements of axes_mapping",
    "the result",
    "the positions in the order",
    "the updates",
    "graph '{}'",
    "initializer '{}'",
    "output '{}'",
    "result {}: ",
    "node {} ({})",
    "unknown location",
    # The documentation of modules of Python.
    "Loads a shared library.",
    "Wraps functions in this process.",
    "The signature in JSON.",
    "Returns the seconds of a call.",
    "Loads and calls compiled code. Needs no compiler.",
    # A name that compilers give.
    "(anonymous namespace)::",
    # What split-run skips in values, prints of results, and writes into .npy files.
    ",;[](){} \\t\\r\\n",
    "result[{}]: ",
    "{0:f2} {1}",
    "time: min {}, median {}, max {} (",
    " results match\\n",
    " result matches\\n",
    "{'descr': '{}', 'fortran_order': False, {}'shape': (",
}


# What MLIR adds to messages about operands and syntax.
UPSTREAM = {
    " must be ",
    " must be variadic of statically shaped ",
    " or index, but got ",
    ", but got ",
    "custom op '",
}

# Tables of operators, which hold names of attributes.
TABLES = {"frontends/lib/ONNX/Operators.cpp", "frontends/lib/OpenVINO/Layers.cpp"}

# The lines of a C header, and of the script of a linker, and reserved words of C.
NOT_MESSAGES_BEGIN = (
    "proves that a lowering of splits is right, ",
    "Compile functions on tensors, ",
    # Descriptions of the options of split-to-llvm for fields of MachineModel.
    "Number of ", "Least number of bytes, ", "Distance in bytes at which ",
    "#ifdef ", "#ifndef ", "// ", "filled in by the call; ",
    ",\\n    {});\\n",
    "{\\n  global:", "  local:", "    ", "alignas ", "func.func @main(",
    "return {0} : ", "%1 = arith."
)


LITERAL = r'"(?:[^"\\\n]|\\.)*"'
# What stands between literals of one message: values, but neither choices nor
# statements.
BETWEEN = r'\s*\)?\s*(?:<<|\+)(?:[^;?"{}]*(?:<<|\+))?\s*'


def read_literals(tree):
    """(file, literals of one message) of what may be a message in the sources."""
    folders = ("distribution", "frontends", "gpu", "lib", "native", "python", "tools",
               "verification")
    for file in sorted(file for folder in folders for file in tree.glob(folder + "/**/*.*")):
        if file.suffix not in (".cpp", ".h") or str(file.relative_to(tree)) in TABLES:
            continue
        if "test" in file.relative_to(tree).parts:
            continue
        source = re.sub(r"^\s*//.*|^#.*", "", file.read_text(), flags=re.M)
        # Literals that no user of a released tool sees, or only with --help or --debug.
        source = re.sub(r"\b(static_assert|assert|llvm_unreachable|cl::desc|clEnumValN"
                        r"|notifyMatchFailure)"
                        r'\(([^()";]|"[^"]*"|\([^()]*\))*\)', "", source)
        # A number and its noun.
        source = re.sub(r'\bformatCount\([^"]*, "\w+"\)', "count", source)
        source = re.sub(r"\bLDBG\(\)[^;]*;", "", source)
        # The names of attributes in the tables of operators.
        source = re.sub(r"\{\d+, [^{}]*\}|\bk\w*Attributes =[^;]*;", "", source)
        source = re.sub(r'(?<!\\)"\s+"', "", source)
        pattern = rf"[?:]\s*{LITERAL}|{LITERAL}(?:{BETWEEN}{LITERAL})*"
        for chain in re.findall(pattern, source):
            yield file.relative_to(tree), [text[1:-1] for text in re.findall(LITERAL, chain)]
    # The constraints of operands, which ODS puts into messages.
    base = "include/split-mlir/Dialect/Split/IR/SplitBase.td"
    source = re.sub(r"^.*(//|summary).*", "", (tree / base).read_text(), flags=re.M)
    for literals in re.findall(r'"[^"]*"(?:\s+"[^"]*")*', source):
        if "::" not in literals:
            yield base, [re.sub(r'"\s+"', "", literals)[1:-1]]


def read_raised(tree):
    """The same for what the Python package raises."""
    for file in sorted(tree.glob("python/split_mlir/*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                for text in node.exc.args[:1]:
                    yield file.relative_to(tree), [write_format(text)]


def write_format(node):
    """The text of an expression, with `{}` for values."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(write_format, node.values))
    if isinstance(node, ast.BinOp):
        return write_format(node.left) + write_format(node.right)
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "format":
        return re.sub(r"\{\}(\.\{\})+", "{}", write_format(node.func.value))
    return "{}"


def split_format(text):
    """The parts of a literal between the values that are put in."""
    return re.split(r"\{u?\}|%(?:z|ll)?[dsu]", text)


def check_sources(tree, entries):
    """Each message of the sources is in the list, and each of the list in the sources."""
    messages = "\n".join(entry.message for entry in entries)
    count, parts = 0, set(UPSTREAM)
    for file, literals in [*read_literals(tree), *read_raised(tree)]:
        text = "{}".join(literals)
        for literal in literals:
            parts.update(split_format(literal))
        if len(text) < SHORTEST or " " not in text or text in NOT_MESSAGES or (
                text.startswith(NOT_MESSAGES_BEGIN)):
            continue
        count += 1
        if not re.search(".*".join(map(re.escape, split_format(text))), messages):
            yield f"{file}: not in the list: {text!r}"
    print(count, "messages in the sources")
    yield from check_parts(entries, parts)


def check_parts(entries, pieces):
    """What stands between the values of a message is part of a literal, or of up to three."""
    sources = "\n".join(["", *pieces, ""])
    for entry in entries:
        for part in re.split(r"\{\}|\d+", entry.message):
            if len(part) >= SHORTEST and part not in sources and not is_joined(
                    part, sources):
                yield f"not in the sources: {entry.message}: {part!r}"


def is_joined(part, sources):
    """Whether the part is the end of a literal, perhaps another, and the begin of one."""
    ends = [i for i in range(1, len(part)) if part[:i] + "\n" in sources]
    begins = [i for i in range(1, len(part)) if "\n" + part[i:] in sources]
    return any(i == j or i < j and f"\n{part[i:j]}\n" in sources for i in ends for j in begins)


def check_tests(tree, entries):
    tests = find_tests(tree, [entry.message for entry in entries])
    for entry, test in zip(entries, tests):
        if test and is_untested(entry):
            yield f"tested in {test.file}: {entry.message}"
        if not test and not is_untested(entry):
            yield f"no test expects: {entry.message}"


def main():
    tree = Path(sys.argv[1])
    items = read_list((tree / LIST).read_text())
    entries = [item for item in items if isinstance(item, Entry)]
    mistakes = [*check_sources(tree, entries), *check_tests(tree, entries)]
    print(len(entries), "entries,", len(mistakes), "mistakes")
    print(*mistakes, sep="\n")
    sys.exit(bool(mistakes) or not entries)


if __name__ == "__main__":
    main()
