"""Processes that try programs, so that crashes and endless loops are findings, too."""

import os
import pickle
import resource
import select
import subprocess
import sys
import tempfile

# Seconds and bytes for one program.
LIMIT, MEMORY = 30, 4 << 30


class Worker:
    """A process that is started again when it ends."""

    def __init__(self, guard=False, fault=None):
        self.environment = {**os.environ, "WHOLE_PROGRAMS_GUARD": "1" * guard}
        self.fault = fault or ""
        self.process = self.errors = None

    def start(self):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-c", "from split_testing.whole_programs import workers; "
             f"workers.serve('{self.fault}')"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors, env=self.environment)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def send(self, request):
        if self.process is None:
            self.start()
        pickle.dump(request, self.process.stdin)
        self.process.stdin.flush()

    def receive(self, count):
        """The answer, or a text that says how the process ended."""
        ready, _, _ = select.select([self.process.stdout], [], [], LIMIT + 2 * count)
        if not ready:
            self.stop()
            return "hang"
        try:
            return pickle.load(self.process.stdout)
        except (EOFError, pickle.UnpicklingError):
            status = self.process.wait()
            self.errors.seek(0)
            error = self.errors.read().decode(errors="replace").strip()
            self.process = None
            # A Python exception is a fault of this test.
            why = error.split("\n")[-1] if status < 0 or "Traceback" not in error else error
            return f"crash: status {status} {why[-2000:]}"

    def try_one(self, program):
        """What happens to a program: a kind and a message."""
        self.send([program])
        answer = self.receive(1)
        return (answer.split(":")[0], answer) if isinstance(answer, str) else answer[0]

    def try_all(self, programs):
        """What happens to each. If the process ends, each program is tried on its own."""
        self.send(programs)
        answer = self.receive(len(programs))
        if isinstance(answer, str):
            return [self.try_one(p) for p in programs]
        return answer


def serve(fault):
    """Answers requests: lists of programs."""
    from split_testing.whole_programs.faults import FAULTS
    from split_testing.whole_programs.run import try_programs
    if fault:
        FAULTS[fault]()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.setrecursionlimit(20000)
    # Sanitizers reserve far more addresses.
    if "SPLIT_MLIR_SANITIZER" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        try:
            programs = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(try_programs(programs), answers)
        answers.flush()
