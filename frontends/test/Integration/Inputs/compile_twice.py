"""Compiles models to files of each kind in two folders, and compares the bytes.

  compile_twice.py WORK MODEL...

The folders, the environment and the times of the models differ.
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

COMMANDS = [
    ("split-compile", "--threads=2", "-o", "out.ll"),
    ("split-compile", "-o", "out.o"),
    ("split-compile", "-o", "out.so"),
    ("split-compile", "-o", "out.h"),
    ("split-compile", "--target=aarch64-linux-gnu", "-o", "out.s"),
    ("split-compile", "--emit=split", "-o", "out.mlir"),
]
BYTECODE = ("split-opt", "--split-to-llvm", "--emit-bytecode", "-o", "out.mlirbc")
SETTINGS = {
    "a": {"HOME": "/nonexistent", "USER": "a", "TZ": "UTC", "LC_ALL": "C"},
    "second folder/with another path": {
        "HOME": "/", "USER": "another", "LOGNAME": "another", "TZ": "Asia/Kolkata",
        "LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "COLUMNS": "60", "PWD": "/",
        "SOURCE_DATE_EPOCH": "1", "XDG_CACHE_HOME": "/nonexistent/cache",
    },
}


def compile_in(folder, environment, model):
    """The bytes of each output of a model in a folder."""
    folder.mkdir(parents=True)
    for path in (model, model.with_suffix(".bin")):
        if path.exists():
            shutil.copyfile(path, folder / path.name)
    (folder / "tmp").mkdir()
    kept = {"PATH": os.environ["PATH"], "TMPDIR": str(folder / "tmp")}
    outputs = {}
    for command in COMMANDS + [BYTECODE] * (model.suffix == ".mlir"):
        subprocess.run([*command, model.name], cwd=folder, env={**kept, **environment},
                       check=True)
        outputs[command[-1]] = (folder / command[-1]).read_bytes()
    return outputs


def main():
    work = pathlib.Path(sys.argv[1])
    models = [pathlib.Path(model) for model in sys.argv[2:]]
    jobs = [
        (work / str(number) / name, environment, model)
        for number, model in enumerate(models)
        for name, environment in SETTINGS.items()
    ]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(lambda job: compile_in(*job), jobs))
    differ = same = 0
    for number, model in enumerate(models):
        first, second = outputs[2 * number : 2 * number + 2]
        for name in first:
            same += first[name] == second[name]
            if first[name] != second[name]:
                differ += 1
                print(f"{model}: two different {name}")
    print(f"{len(models)} models, {same} files are the same, {differ} differ")
    sys.exit(differ != 0 or same == 0)


main()
