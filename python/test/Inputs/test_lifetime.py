"""Memory and threads."""

import gc
import itertools
import os
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import split_mlir

SPLIT = """
func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
"""
UNRANKED = SPLIT.replace("tensor<?xf32>", "tensor<*xf32>")
STATIC = SPLIT.replace("x: tensor<?xf32>", "x: tensor<4096xf32>").replace(
    "2 : tensor<?xf32>", "2 : tensor<4096xf32>"
).replace("tensor<?xf32>", "tensor<2048xf32>")
MODELS = {
    "copies": lambda: split_mlir.compile(SPLIT),
    "static": lambda: split_mlir.compile(STATIC),
    "unranked": lambda: split_mlir.compile(UNRANKED),
    "views": lambda: split_mlir.compile(SPLIT, results="views"),
}


def make_input():
    return np.arange(4096, dtype=np.float32)


@pytest.mark.parametrize("kind", MODELS)
def test_any_order_of_freeing(kind):
    """Model, argument and both results are freed in each order."""
    for order in itertools.permutations(range(4)):
        model = MODELS[kind]()
        x = make_input()
        first, second = model(x)
        objects = [model, x, first, second]
        expected = {2: np.arange(2048.0), 3: np.arange(2048.0, 4096.0)}
        del model, x, first, second
        for index in order:
            objects[index] = None
            gc.collect()
            for left in (2, 3):
                if objects[left] is not None:
                    np.testing.assert_array_equal(objects[left], expected[left])


def test_views_keep_the_argument():
    model = split_mlir.compile(SPLIT, results="views")

    class Array(np.ndarray):
        pass

    x = np.arange(4096, dtype=np.float32).view(Array)
    alive = weakref.ref(x)
    first, _ = model(x)
    x[0] = 5
    assert first[0] == 5 and first.flags.writeable
    first[1] = 6
    assert x[1] == 6
    x.flags.writeable = False
    assert not model(x)[0].flags.writeable
    del x, _
    assert np.all(first[2:] == np.arange(2, 2048))
    del alive


def get_memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif("SPLIT_MLIR_SANITIZER" in os.environ, reason="freed memory is kept")
@pytest.mark.parametrize("kind", MODELS)
def test_nothing_leaks(kind):
    model, x = MODELS[kind](), make_input()
    wrong = x.astype(np.float64)

    def call(count):
        for _ in range(count):
            model(x)
            try:
                model(wrong)
            except split_mlir.ArgumentTypeError:
                pass
            try:
                model(x[:4095])
            except split_mlir.Error:
                pass

    call(1000)
    references = [sys.getrefcount(o) for o in (x, model, x.dtype)]
    before = get_memory()
    call(5000)
    # 5000 results of 8 KiB would be 40 MB.
    assert get_memory() - before < 4_000_000
    assert [sys.getrefcount(o) for o in (x, model, x.dtype)] == references


@pytest.mark.skipif("SPLIT_MLIR_SANITIZER" in os.environ, reason="freed memory is kept")
def test_models_are_freed():
    x = make_input()
    for _ in range(3):
        split_mlir.compile(SPLIT)(x)
    before = get_memory()
    for _ in range(20):
        split_mlir.compile(SPLIT)(x)
    gc.collect()
    assert get_memory() - before < 60_000_000


LOOP = """
func.func @f(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %j = arith.index_cast %i : index to i64
    %k = arith.sitofp %j : i64 to f64
    %t = math.sqrt %k : f64
    %next = arith.addf %s, %t : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
"""


def test_calls_release_the_lock():
    """While a long call runs, other threads of Python run."""
    model = split_mlir.compile(LOOP)
    thread = threading.Thread(target=model, args=(200_000_000,))
    start = time.perf_counter()
    thread.start()
    count, longest, last = 0, 0, time.perf_counter()
    while thread.is_alive():
        now = time.perf_counter()
        longest, last, count = max(longest, now - last), now, count + 1
    thread.join()
    duration = time.perf_counter() - start
    assert count > 100 and longest < duration / 2


def test_threads():
    """Threads call one model at the same time, and free each other's results."""
    model = split_mlir.compile(SPLIT)
    results = []

    def call(seed):
        x = np.random.default_rng(seed).random(2048, np.float32)
        for _ in range(300):
            first, second = model(x)
            np.testing.assert_array_equal(first, x[:1024])
            np.testing.assert_array_equal(second, x[1024:])
            results.append(first)
            if len(results) > 100:
                results.pop(0)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(call, range(6)))


def test_threads_compile():
    """Threads compile at the same time, and one model's stages from several threads."""
    shared = split_mlir.compile(SPLIT)

    def compile(_):
        assert "split.split" in shared.mlir()
        with pytest.raises(split_mlir.CompileError):
            split_mlir.compile("func.func @f(\n")
        return split_mlir.compile(SPLIT)

    with ThreadPoolExecutor(4) as pool:
        for model in pool.map(compile, range(4)):
            assert model(make_input())[1][0] == 2048


@pytest.mark.parametrize("repetition", range(4))
def test_exit_while_threads_run(repetition):
    """Python ends while other threads call, time, compile, and destroy what they compiled."""
    program = f"""
import sys, threading, time, split_mlir
text = {LOOP!r}
model = split_mlir.compile(text)
def compile():
    while True:
        split_mlir.compile(text)
for target, args in [(model, (2_000_000_000,)), (model.time, (1000,)), (compile, ())]:
    kwargs = dict(seconds=1000) if args == (1000,) else {{}}
    threading.Thread(target=target, args=args, kwargs=kwargs, daemon=True).start()
time.sleep(0.3)
"""
    ran = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_fork():
    model = split_mlir.compile(SPLIT)
    child = os.fork()
    if child == 0:
        os._exit(0 if model(make_input())[1][0] == 2048 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_no_memory():
    """A result that is larger than memory is an error."""
    text = """func.func @f(%n: index) -> tensor<?xf32> {
      %c = arith.constant 1.0 : f32
      %0 = tensor.splat %c[%n] : tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    model = split_mlir.compile(text)
    assert model(3).tolist() == [1, 1, 1]
    with pytest.raises(MemoryError):
        model(2**50)
    static = split_mlir.compile(
        """func.func @f() -> tensor<1125899906842624xf32> {
      %0 = tensor.empty() : tensor<1125899906842624xf32>
      return %0 : tensor<1125899906842624xf32>
    }"""
    )
    with pytest.raises(MemoryError) as caught:
        static()
    assert str(caught.value) == "no memory for result 'result0' of 4503599627370496 bytes"
