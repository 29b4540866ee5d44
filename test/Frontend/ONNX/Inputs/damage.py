"""Runs a command on damaged copies of a file.

  damage.py FILE COMMAND...

The copies are every proper prefix, and the file with each byte changed. Printed
is how many were refused (status 1, exactly one error) and imported (status 0,
no error), and every run that ended in another way, a sanitizer's error included.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


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
    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(run, enumerate(copies)))
    print(f"{what}: {statuses.count(1)} refused, {statuses.count(0)} imported")


whole, command = Path(sys.argv[1]).read_bytes(), sys.argv[2:]
report("prefixes", [whole[:n] for n in range(len(whole))])
report("bytes", [whole[:i] + bytes([whole[i] ^ 0x55]) + whole[i + 1 :] for i in range(len(whole))])
