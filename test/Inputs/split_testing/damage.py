"""Runs a command on damaged copies of files."""

import os
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

# Outside of thorough runs, one copy of five is enough.
EVERY = 1 if os.environ.get("SPLIT_MLIR_THOROUGH") else 5


def change_bytes(data, source, most):
    """`data` after up to `most` random changes: bytes or pieces are other ones, are
    gone, or occur twice."""
    data = bytearray(data)
    for _ in range(source.randint(1, most)):
        begin = source.randrange(len(data))
        end = min(len(data), begin + source.choice((1, 1, 1, 2, 8, 64)))
        data[begin:end] = source.choice((
            b"", data[begin:end] * 2, source.randbytes(end - begin),
            bytes([data[begin] ^ 1 << source.randrange(8)]) + data[begin + 1:end]))
        if not data:
            break
    return bytes(data)


def report(what, copies, suffix, command):
    """Prints how many of the copies the command refuses (status 1, exactly one error) and
    imports (status 0, no error), and each other end; errors of sanitizers count."""
    def run(job):
        index, data = job
        file = pathlib.Path(f"damaged-{index}{suffix}")
        file.write_bytes(data)
        done = subprocess.run([*command, file], capture_output=True)
        file.unlink()
        errors = done.stderr.count(b"error:") + 2 * done.stderr.count(b"runtime error:")
        if (done.returncode, errors) not in ((0, 0), (1, 1)):
            print(f"copy {index}: status {done.returncode}, {errors} errors\n{done.stderr}")
        return done.returncode

    with ThreadPoolExecutor(2) as pool:
        statuses = list(pool.map(run, enumerate(copies[::EVERY])))
    print(f"{what}: {statuses.count(1)} refused, {statuses.count(0)} imported")
