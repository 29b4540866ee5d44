"""Kills ranks of split-run at random times.

Usage: kill_ranks.py MPI MODEL ARGUMENTS...

Runs `split-run --mpi=MPI --ranks=3 MODEL ARGUMENTS...` 3 times, or 100 times in the
thorough tier, and kills one of the ranks with SIGKILL after a random time. Each run
must end within seconds, either as an undisturbed run does, or with one line that
names the rank.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time

RANKS = 3
# A slow machine under load; a run that hangs takes forever.
TIMEOUT = 60
# As in "rank 1 was killed by signal 9 (Killed)". mpirun's status does not always tell the
# signal. Under load, it may name a rank that mpirun has terminated since.
MESSAGE = (
    r"split-run: error: rank \d was killed( at its start)?"
    r"( by signal (9 \(Killed\)|15 \(Terminated\)))?\n"
)

# mpirun itself may fail if a rank is killed while it starts; its own words follow.
EARLY = "split-run: error: mpirun has ended before the ranks"

# Words of MPICH's transport, in a rank that misses another one. It also writes them to
# the standard output.
TRANSPORT = r"(?m)^\[.* UCX +ERROR .*\n"


def find_ranks(launcher):
    """Returns the processes of ranks below the process `launcher`."""
    parents, ranks = {}, []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name) as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            with open("/proc/%s/cmdline" % name, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"/split-run") and b"--rank-channel" in words[1]:
            ranks.append(int(name))

    def is_below(process):
        while process in parents and process != launcher:
            process = parents[process]
        return process == launcher

    return [rank for rank in ranks if is_below(rank)]


def run(command, delay=None):
    """Runs `command`, kills a rank after `delay` seconds, and returns the status,
    the outputs, whether a rank was killed, and how long the run took."""
    start = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    killed = False
    if delay is not None:
        time.sleep(delay)
        ranks = find_ranks(process.pid)
        if ranks:
            try:
                os.kill(random.choice(ranks), signal.SIGKILL)
                killed = True
            except ProcessLookupError:
                pass
    try:
        output, errors = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.terminate()
        sys.exit("hangs after %s s: %s" % (delay, process.communicate()))
    return process.returncode, output, errors, killed, time.monotonic() - start


def main():
    mpi, *arguments = sys.argv[1:]
    count = 100 if "SPLIT_MLIR_THOROUGH" in os.environ else 3
    command = ["split-run", "--mpi=" + mpi, "--ranks=%d" % RANKS, *arguments]
    status, expected, errors, _, duration = run(command)
    if status != 0 or errors:
        sys.exit("fails without a killed rank: %d\n%s" % (status, errors))
    random.seed(17)
    ended = 0
    for _ in range(count):
        delay = random.uniform(0, 1.1 * duration)
        status, output, errors, killed, _ = run(command, delay)
        if status == 0:
            # A rank that is killed after it has reported its end is not missed.
            good = output == expected and not errors
        else:
            output = re.sub(TRANSPORT, "", output)
            errors = re.sub(r"(?m)^\n", "", re.sub(TRANSPORT, "", errors))
            good = killed and status == 1 and expected.startswith(output)
            good = good and (
                re.fullmatch(MESSAGE, errors) is not None or errors.startswith(EARLY)
            )
            ended += 1
        if not good:
            sys.exit(
                "after %s s (killed: %s): status %d\n%s\n%s"
                % (delay, killed, status, output, errors)
            )
    print("%d runs, %d ended by a killed rank" % (count, ended))


main()
