"""Runs a command on 1000 damaged copies of files.

  damage.py FILE... -- COMMAND...

The copies are every proper prefix of the first file, that file with each byte
changed, and random changes of all files.
"""

import random
import sys
from pathlib import Path

from split_testing.damage import change_bytes, report

COPIES = 1000

end = sys.argv.index("--")
files, command = [Path(file).read_bytes() for file in sys.argv[1:end]], sys.argv[end + 1:]
whole, source = files[0], random.Random(1)
for what, copies in (
        ("prefixes", [whole[:n] for n in range(len(whole))]),
        ("bytes", [whole[:i] + bytes([byte ^ 0x55]) + whole[i + 1:]
                   for i, byte in enumerate(whole)]),
        ("random", [change_bytes(files[i % len(files)], source, 6)
                    for i in range(COPIES - 2 * len(whole))])):
    report(what, copies, ".onnx", command)
