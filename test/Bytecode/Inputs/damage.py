"""Damages a bytecode file in many ways and reads it.

  damage.py FILE FIRST END

Each seed from FIRST up to END always makes the same damage. The reader of the format,
of builtin attributes and of types is upstream's: its crashes are counted apart from
those in this project's code.
"""

import collections
import pathlib
import random
import re
import signal
import subprocess
import sys

SECONDS = 60
# A stack with this project's code. The code that reads properties is upstream's, but
# is instantiated here.
OURS = re.compile(r"mlir::split::(?!\w+::readProperties)")


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


def read(data):
    """The exit status and the messages of split-opt. If it hangs, these have its
    stack."""
    reader = subprocess.Popen(["split-opt", "-", "-o", "/dev/null"],
                              stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        messages = reader.communicate(data, timeout=SECONDS)[1]
    except subprocess.TimeoutExpired:
        reader.send_signal(signal.SIGABRT)
        messages = reader.communicate()[1]
    return reader.returncode, messages.decode(errors="replace")


def classify(status, messages):
    if status == 0:
        return "read"
    if status == 1 and "error:" in messages:
        return "refused"
    if status < 0 and not OURS.search(messages):
        return "crashed upstream"
    return "wrong"


source = pathlib.Path(sys.argv[1]).read_bytes()
counts = collections.Counter()
for seed in range(int(sys.argv[2]), int(sys.argv[3])):
    status, messages = read(damage(source, random.Random(seed)))
    kind = classify(status, messages)
    counts[kind] += 1
    if kind == "wrong":
        print("seed", seed, "status", status, messages)
print(dict(counts))
sys.exit(counts["wrong"] != 0 or counts["refused"] == 0)
