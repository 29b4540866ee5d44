"""Runs functions on several ranks with split-run.

Usage: check_ranks.py MPI FOLDER

Compares results with NumPy, and files with those of one process, byte for byte.
"""

import os
import re
import subprocess
import sys

import numpy as np

MPI, FOLDER = sys.argv[1:]
TIMEOUT = 120

# Rows and columns move between ranks; `%s` is the element type.
PIECES = """
func.func @main(%%x: tensor<?x6x%(type)s>) -> (tensor<?x2x%(type)s>, tensor<?x4x%(type)s>) {
  %%a, %%b = split.variadic_split %%x axis(1) lengths [2, 4]
      : tensor<?x6x%(type)s> -> tensor<?x2x%(type)s>, tensor<?x4x%(type)s>
  return %%a, %%b : tensor<?x2x%(type)s>, tensor<?x4x%(type)s>
}
"""

# A sum over a sharded dimension, and lengths that only a run knows.
SUM = """
func.func @main(%x: tensor<8x5xf32>, %y: tensor<5x4xf32>, %n: tensor<2xi64>)
    -> (tensor<8x4xf32>, tensor<?x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<8x5xf32>, tensor<5x4xf32>)
                     outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  %a, %b = split.variadic_split %x axis(0) lengths(%n : tensor<2xi64>)
      : tensor<8x5xf32> -> tensor<?x5xf32>, tensor<?x5xf32>
  return %0, %a : tensor<8x4xf32>, tensor<?x5xf32>
}
"""

# A function that main does not call, and that ranks do not support.
UNUSED = """
func.func @unused(%x: tensor<2xf32>, %y: tensor<4xf32, #sparse_tensor.encoding<{
    map = (d0) -> (d0 : compressed)}>>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
"""

# The annotations of the shard dialect, with shards of 1 and 6 rows.
ANNOTATED = """
shard.grid @grid(shape = 2)
func.func @main(%x: tensor<7x4xf32>) -> tensor<7x2xf32> {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 1, 7]
      : !shard.sharding
  %y = shard.shard %x to %s : tensor<7x4xf32>
  %a, %b = split.split %y axis(1) into 2
      : tensor<7x4xf32> -> tensor<7x2xf32>, tensor<7x2xf32>
  %t = shard.shard %b to %s : tensor<7x2xf32>
  return %t : tensor<7x2xf32>
}
"""


def path(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)
    return path(name)


def execute(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)


def run(*arguments, ranks=None):
    command = ["split-run", *arguments]
    if ranks:
        command[1:1] = ["--mpi=" + MPI, "--ranks=%d" % ranks]
    return execute(command)


def mpirun(*programs):
    """Runs programs, each a number of ranks and their arguments."""
    command = ["mpirun." + MPI]
    if MPI == "openmpi":
        command += ["--allow-run-as-root", "--oversubscribe", "-q"]
    for index, (ranks, *arguments) in enumerate(programs):
        command += [":"] * (index > 0) + ["-n", str(ranks), "split-run", *arguments]
    return execute(command)


def expect(condition, message, *facts):
    if not condition:
        sys.exit("\n".join([message, *map(str, facts)]))


def succeed(result):
    expect(result.returncode == 0, "status %d" % result.returncode, result.stderr)
    expect(not result.stderr, "unexpected message", result.stderr)
    return result.stdout


def fail(result, message, status=1):
    """Expects one line on standard error that matches `message`."""
    facts = "expected %s, got status %d:" % (message, result.returncode), result.stderr
    expect(result.returncode == status, *facts)
    expect(re.fullmatch(message + "\n", result.stderr), *facts)


def read_bytes(name):
    with open(path(name), "rb") as file:
        return file.read()


def check_files():
    """Reads and writes files of all types, in both orders, and shards of unequal
    length; with 2 rows, some ranks have none."""
    random = np.random.default_rng(1)
    cases = [
        ("f32", "<f4", 7, "C"),
        ("i8", "|i1", 5, "F"),
        ("complex<f64>", "<c16", 2, "C"),
        ("i1", "|b1", 6, "C"),
        ("f64", "<f8", 7, "F"),
        ("f16", "<f2", 0, "C"),
        ("ui16", "<u2", 1, "F"),
    ]
    if "SPLIT_MLIR_SANITIZER" in os.environ:
        cases = cases[:1]
    elif "SPLIT_MLIR_THOROUGH" not in os.environ:
        cases = cases[:3]
    for number, (mlir, code, rows, order) in enumerate(cases):
        model = write("pieces%d.mlir" % number, PIECES % {"type": mlir})
        x = np.asarray(random.integers(0, 100, (rows, 6)).astype(code), order=order)
        np.save(path("x.npy"), x)
        files = lambda name: ["--output=@" + path(name + "%d.npy" % i) for i in (0, 1)]
        shards = [
            "--grid=2x2",
            ["--shard=arg0=[[0],[1]]", "--shard=arg0=[[1,0]]"][number % 2],
            ["--shard=result0=[[0,1]]", "--shard=result1=[[],[0]]"][number % 2],
        ]
        given = "--input=@" + path("x.npy")
        succeed(run(model, given, *files("one")))
        succeed(run(model, given, *shards, *files("four"), ranks=4))
        for i, part in enumerate((x[:, :2], x[:, 2:])):
            expect(
                np.array_equal(np.load(path("four%d.npy" % i)), part),
                "wrong result %d of %s" % (i, mlir),
            )
            one, four = (read_bytes("%s%d.npy" % (name, i)) for name in ("one", "four"))
            expect(one == four, "result %d of %s differs in bytes" % (i, mlir))


def check_values():
    """Prints and compares as one process does."""
    model = write("sum.mlir", SUM)
    inputs = ["--input=8x5xf32=iota", "--input=5x4xf32=iota", "--input=2xi64=3,-1"]
    shards = ["--shard=arg0=[[],[0]]", "--shard=arg1=[[0]]", "--shard=result0=[[0]]"]
    files = ["--output=@" + path("sum%d.npy" % i) for i in (0, 1)]
    expected = ["--expected_output=@" + path("sum%d.npy" % i) for i in (0, 1)]
    succeed(run(model, *inputs, *files))
    output = succeed(run(model, *inputs, *shards, *expected, "--time=2", ranks=3))
    times = r"2 results match\ntime: .*\(2 runs\)\n"
    sent = r"sent: (\d+) messages, (\d+) bytes \(each run, all ranks\)\n"
    match = re.fullmatch(times + sent, output)
    # The parts of the sum, and what each rank lacks of x.
    expect(match and int(match.group(2)) > 0, "unexpected output", output)
    # These sums are exact.
    rows = ["--grid=4", "--shard=arg0=[[0]]", "--shard=result0=[[0]]"]
    one = succeed(run(model, *inputs))
    expect(one == succeed(run(model, *inputs, *rows, ranks=4)), "unequal text")
    wrong = ["--expected_output=8x4xf32=1", expected[1]]
    fail(
        run(model, *inputs, *rows, *wrong, ranks=4),
        r"split-run: error: result 0: element \[0,0\] is \S+, expected 1 "
        r"\(32 of 32 differ\)",
    )


def check_annotations():
    model = write("annotated.mlir", ANNOTATED)
    given = "--input=7x4xf32=iota"
    one = "result[0]: 7x2xf32=[2,3][6,7][10,11][14,15][18,19][22,23][26,27]\n"
    expect(succeed(run(model, given, ranks=2)) == one, "wrong result")
    expect(succeed(run(model, given)) == one, "wrong result of one process")
    model = write("dynamic.mlir", re.sub("tensor<7x", "tensor<?x", ANNOTATED))
    expect(succeed(run(model, given, ranks=2)) == one, "wrong result of 7 rows")
    fail(
        run(model, "--input=6x4xf32=iota", ranks=2),
        "split-run: error: input 0: the shards of dimension 0 end at 7, but its "
        "size is 6",
    )
    model = write("unused.mlir", ANNOTATED + UNUSED)
    output = succeed(run(model, "--function=main", given, ranks=2))
    expect(output == one, "wrong result beside an unused function")
    with open(model) as file:
        text = file.read()
    command = ["split-run", "-", given, "--mpi=" + MPI, "--ranks=2"]
    result = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=TIMEOUT
    )
    expect(succeed(result) == one, "wrong result of standard input")
    fail(
        run(model, given, ranks=3),
        "split-run: error: the grid has 2 ranks, but the run has 3",
    )


def check_mpirun():
    """Runs as ranks of the user's mpirun."""
    model = write("annotated.mlir", ANNOTATED)
    ranks = [3, "--mpi", write("sum.mlir", SUM), "--shard=arg0=[[0]]"]
    inputs = ["--input=8x5xf32=iota", "--input=5x4xf32=iota", "--input=2xi64=3,-1"]
    one = succeed(run(ranks[2], *inputs))
    expect(one == succeed(mpirun(ranks + inputs)), "unequal text")
    other = {"openmpi": "mpich", "mpich": "openmpi"}[MPI]
    result = mpirun([1, "--mpi=" + other, model])
    message = "--mpi=%s: the mpirun of %s has started this process" % (other, MPI)
    expect(message in result.stderr, "no message", result.stderr)


def check_failures():
    """One rank fails, and rank 0 says why."""
    model = write("sum.mlir", SUM)
    inputs = ["--input=8x5xf32=iota", "--input=5x4xf32=iota"]
    shards = ["--shard=arg0=[[0]]"]
    fail(
        run(model, *inputs, "--input=2xi64=9,-1", *shards, ranks=3),
        r".*/sum.mlir:9:\d+: error: lengths \[9, -1\] .*",
    )
    # Only rank 1 cannot read its file.
    right = [1, "--mpi", model, *shards, *inputs, "--input=2xi64=3,5"]
    wrong = right[:-1] + ["--input=@" + path("missing.npy")]
    result = mpirun(right, wrong, right)
    expect(result.returncode == 1, "status %d" % result.returncode)
    message = "split-run: error: rank 1: input 2: '%s': No such file or directory\n"
    lines = message % path("missing.npy")
    expect(result.stderr.startswith(lines), "no message", result.stderr)
    # Whole tensors of 7 and 9 rows; the function fails in a collective.
    model = write("pieces.mlir", PIECES % {"type": "f32"})
    given = [
        [1, "--mpi", model, "--shard=arg0=[[0]]", "--input=%dx6xf32=iota" % rows]
        for rows in (7, 9)
    ]
    result = mpirun(*given)
    expect(result.returncode == 1, "status %d" % result.returncode)
    expect(re.match(".*rank [01]: ", result.stderr), "no message", result.stderr)


def check_launcher():
    """An mpirun that fails before ranks start, with a status that could be a signal's
    number."""
    os.makedirs(path("bin"), exist_ok=True)
    launcher = write("bin/mpirun." + MPI, "#!/bin/sh\necho no hosts\nexit 9\n")
    os.chmod(launcher, 0o755)
    model = write("pieces.mlir", PIECES % {"type": "f32"})
    before = os.environ["PATH"]
    os.environ["PATH"] = path("bin") + os.pathsep + before
    result = run(model, "--input=2x6xf32=iota", ranks=2)
    os.environ["PATH"] = before
    message = "split-run: error: mpirun has ended before the ranks, with status 9"
    fail(result, message + ":\nno hosts")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    if "SPLIT_MLIR_SANITIZER" in os.environ:
        # The MPIs leak, in modules that they unload before leaks are found, so that no
        # suppression can name them.
        os.environ["ASAN_OPTIONS"] += ":detect_leaks=0"
    check_files()
    check_values()
    check_annotations()
    check_mpirun()
    check_launcher()
    check_failures()


main()
