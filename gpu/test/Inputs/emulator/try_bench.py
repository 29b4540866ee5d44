"""try_bench.py FOLDER [fault]: runs benchmark/gpu/bench.py in the emulator, with less data.

With `fault`, one split is compiled with other lengths than it is compared with.
"""

import dataclasses
import os
import pathlib
import sys

from emulate import compile_program, load_emulator
import bench

MOST_ELEMENTS = 40000


def shrink(split):
    """The same split of fewer rows or columns."""
    shape = list(split.shape)
    for i, size in enumerate(shape):
        if i != split.axis:
            shape[i] = min(size, max(1, MOST_ELEMENTS // shape[split.axis]))
    return dataclasses.replace(split, shape=tuple(shape))


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    load_emulator(str(folder))
    bench.SAMPLES = bench.LAUNCHES = 1
    measured = {name: (shrink(split), bar) for name, (split, bar) in bench.MEASURED.items()}
    checked = [shrink(split) for split in bench.get_checked() if split.name != "huge"]
    if "fault" in sys.argv:
        measured, checked = {}, [split for split in checked if split.name == "lengths4"]
    text = ""
    for split in [split for split, _ in measured.values()] + checked:
        if "fault" in sys.argv:
            split = dataclasses.replace(split, lengths=(8, 0, 32))
        text += split.get_text()
        program = folder / f"{split.name}.so"
        program.unlink(missing_ok=True)
        os.symlink("program.so", program)
    compile_program(text, str(folder))
    _, wrong = bench.run(measured, checked, folder, bench.Device())
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
