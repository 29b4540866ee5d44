"""Runs a command on 1000 damaged copies of files.

  damage.py FILE... -- COMMAND...

The copies are every proper prefix of the first file, that file with each byte
changed, and random changes of all. Printed is how many were refused (status 1,
exactly one error) and imported (status 0, no error), and every run that ended in
another way, a sanitizer's error included. Outside of thorough runs, every 5th copy
is enough.
"""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COPIES = 1000
EVERY = 1 if os.environ.get("SPLIT_MLIR_THOROUGH") else 5


def run(copy):
    index, data = copy
    file = Path(f"damaged-{index}.onnx")
    file.write_bytes(data)
    done = subprocess.run(command + [str(file)], capture_output=True)
    file.unlink()
    errors = done.stderr.count(b"error:") + 2 * done.stderr.count(b"runtime error:")
    if (done.returncode, errors) not in ((0, 0), (1, 1)):
        print(f"copy {index}: status {done.returncode}, {errors} errors\n{done.stderr}")
    return done.returncode


def report(what, copies):
    with ThreadPoolExecutor(2) as pool:
        statuses = list(pool.map(run, enumerate(copies[::EVERY])))
    print(f"{what}: {statuses.count(1)} refused, {statuses.count(0)} imported")


def change(data, source):
    """`data` with a few bytes, or pieces, that are others, gone or twice there."""
    data = bytearray(data)
    for _ in range(source.randint(1, 6)):
        begin = source.randrange(len(data))
        end = min(len(data), begin + source.choice((1, 1, 1, 2, 8, 64)))
        data[begin:end] = source.choice((
            b"", data[begin:end] * 2, source.randbytes(end - begin),
            bytes([data[begin] ^ 1 << source.randrange(8)]) + data[begin + 1 : end]))
        if not data:
            break
    return bytes(data)


split = sys.argv.index("--")
files, command = [Path(file).read_bytes() for file in sys.argv[1:split]], sys.argv[split + 1 :]
whole = files[0]
report("prefixes", [whole[:n] for n in range(len(whole))])
report("bytes", [whole[:i] + bytes([whole[i] ^ 0x55]) + whole[i + 1 :] for i in range(len(whole))])
source = random.Random(1)
report("random", [change(files[i % len(files)], source) for i in range(COPIES - 2 * len(whole))])
