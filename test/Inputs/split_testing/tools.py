"""Runs the project's tools on text and on arrays."""

import bisect
import pathlib
import re
import subprocess

import numpy as np

from split_testing.functions import end_if_wrong, function, is_same

MARKER = "// -----\n"


class ToolError(Exception):
    """A tool ended with another exit status than 0."""


def start(*command, **options):
    """A finished process, with its output as text; `input` is text, too."""
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True,
                          **{"stderr": subprocess.PIPE, "errors": "replace", **options})


def start_merged(*command, **options):
    """The same with messages and results in one text."""
    return start(*command, stderr=subprocess.STDOUT, **options)


def run(*command, **options):
    """The standard output of a command."""
    ran = start(*command, **options)
    if ran.returncode != 0:
        raise ToolError(f"{command[0]}: exit status {ran.returncode}: "
                        f"{ran.stderr[-3000:]}{ran.stdout[-3000:]}")
    return ran.stdout


def make_folder(path):
    folder = pathlib.Path(path).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def save(folder, kind, arrays):
    """Options of split-run that name the arrays' files: --input=@..., ..."""
    options = []
    for number, array in enumerate(arrays):
        file = folder / f"{kind}_{number}.npy"
        # Contiguous arrays keep rank 0 this way.
        np.save(file, np.ascontiguousarray(array).reshape(np.shape(array)))
        options.append(f"--{kind}=@{file}")
    return options


def split_run(folder, model, inputs, num_results, *options):
    """The arrays that a model computes from arrays."""
    outputs = [folder / f"output_{i}.npy" for i in range(num_results)]
    for path in outputs:
        path.unlink(missing_ok=True)
    run("split-run", model, *options, *save(folder, "input", inputs),
        *(f"--output=@{path}" for path in outputs))
    return [np.load(path) for path in outputs]


class SplitRun:
    """Runs calls by split-run, in a folder for its files, and counts them.

    `prelude` is the text of functions that calls may use. `agree` compares a result
    with the expected one.
    """

    def __init__(self, folder, prelude="", agree=is_same):
        self.folder, self.prelude, self.agree = make_folder(folder), prelude, agree
        self.count = 0

    def start(self, calls):
        """The results of all calls, in one process."""
        path = self.folder / "calls.mlir"
        path.write_text(self.prelude + function(calls))
        results = iter(split_run(self.folder, path, [a for c in calls for a in c.arguments],
                                 sum(len(c.result_types) for c in calls), "--function=main"))
        return [[next(results) for _ in call.result_types] for call in calls]

    def find_wrong(self, calls, batch=8):
        """Pairs of a call that does not return what is expected and the reason. Calls
        run in batches, and alone if a batch fails."""
        wrong = []
        for begin in range(0, len(calls), batch):
            part = calls[begin:begin + batch]
            try:
                results = self.start(part)
            except ToolError as error:
                if len(part) > 1:
                    wrong += (self.find_wrong(part, 1)
                              or [(part[0], f"only fails in a batch: {error}")])
                    continue
                wrong.append((part[0], str(error)))
                results = []
            self.count += len(part)
            for call, arrays in zip(part, results):
                wrong += [(call, f"result {i} is {got.tolist()} of type {got.dtype} and shape "
                                 f"{got.shape}, expected {expected.tolist()}")
                          for i, (got, expected) in enumerate(zip(arrays, call.expected))
                          if not self.agree(got, expected)]
        return wrong

    def check(self, calls, batch=8):
        """Ends the test with the first calls that are wrong."""
        end_if_wrong(self.find_wrong(calls, batch))

    def find_unrefused(self, calls, pattern="error: "):
        """Pairs of a call that does not fail with a message that fits, and the
        reason."""
        wrong = []
        for call in calls:
            self.count += 1
            path = self.folder / "call.mlir"
            path.write_text(self.prelude + function([call]))
            ran = start_merged("split-run", path, "--function=main",
                               *save(self.folder, "input", call.arguments))
            if ran.returncode != 1 or not re.search(pattern, ran.stdout):
                wrong.append((call, f"expected an error that fits '{pattern}', got exit "
                                    f"status {ran.returncode}: {ran.stdout}"))
        return wrong


def verify(modules, passes="", *options):
    """The first error of split-opt for each module alone, also in passes, or None."""
    starts = np.cumsum([1] + [source.count("\n") + 1 for source in modules]).tolist()
    ran = start_merged("split-opt", "--split-input-file", "-o", "/dev/null", "-",
                       f"--pass-pipeline=any({passes})", *options, input=MARKER.join(modules))
    errors = re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", ran.stdout, re.M)
    if ran.returncode not in (0, 1) or bool(errors) != bool(ran.returncode):
        raise ToolError(f"split-opt: exit status {ran.returncode}: {ran.stdout[-3000:]}")
    messages = [None] * len(modules)
    for line, message in errors:
        place = bisect.bisect_right(starts, int(line)) - 1
        messages[place] = messages[place] or message
    return messages


def read_modules(folders):
    """Pairs of a name and a text of each part of each .mlir file in the folders."""
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("**/*.mlir")):
            for number, part in enumerate(path.read_text().split(MARKER)):
                yield f"{path}, part {number}", part
