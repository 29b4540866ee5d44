"""Damages a bytecode file and reads it: damage.py FILE COUNT

Whatever is wrong is said in words. The reader itself is upstream's, and has
crashes of its own; those are counted, and fail only where this project's code is
on the stack.
"""

import collections
import pathlib
import random
import subprocess
import sys

# On the stack of a crash only where it is in our code.
OURS = "mlir::split::"


def damage(data, generator):
    data = bytearray(data)
    kind = generator.randrange(4)
    if kind == 0:
        return data[: generator.randrange(len(data))]
    if kind == 1:
        start = generator.randrange(len(data))
        del data[start : start + generator.randrange(1, 9)]
        return data
    for _ in range(generator.randrange(1, 4)):
        position = generator.randrange(len(data))
        if kind == 2:
            data[position] ^= 1 << generator.randrange(8)
        else:
            data[position] = generator.randrange(256)
    return data


def classify(data):
    ran = subprocess.run(
        ["split-opt", "-", "-o", "/dev/null"],
        input=data,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    message = ran.stderr.decode(errors="replace")
    if ran.returncode == 0:
        return "read", message
    if ran.returncode == 1 and "error:" in message:
        return "refused", message
    if ran.returncode < 0 and OURS not in message:
        return "upstream crashed", message
    return "wrong", message


source = pathlib.Path(sys.argv[1]).read_bytes()
counts = collections.Counter()
for seed in range(int(sys.argv[2])):
    data = bytes(damage(source, random.Random(seed)))
    kind, message = classify(data)
    counts[kind] += 1
    if kind == "wrong":
        print("seed", seed, message)
    if len(sys.argv) > 3 and kind == sys.argv[3]:
        print("seed", seed, message)
print(dict(counts))
sys.exit(counts["wrong"] != 0 or counts["refused"] == 0)
