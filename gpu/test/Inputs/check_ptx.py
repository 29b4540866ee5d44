"""check_ptx.py: compiles splits of all forms to PTX, and checks what matters in it.

One launch of one kernel, which has accesses of 16 bytes and, for addresses and tails that do
not allow them, of one element.
"""

import re
import subprocess
import sys

from emulate import BENCHMARK  # noqa: F401, which is added to the path
from splits import FORMS, TYPES, Split

ROWS = 301


def get_splits():
    for size in TYPES:
        for form in FORMS:
            lengths = (40, 40, 40) if form == "equal" else (7, 0, 133)
            is_dynamic = form in ("runtime", "axis")
            yield Split(f"{form}{size}", size, (ROWS, sum(lengths)), 1, lengths, form,
                        is_dynamic, form == "axis")
    for lengths in ((1, 1, 1), (1, 2, 5), (1,) * 4, (5,), (64,) * 200, (1,) * 1000):
        yield Split(f"pieces{len(lengths)}x{lengths[-1]}", 4, (ROWS, sum(lengths)), 1, lengths,
                    "lengths")
    yield Split("rgba", 1, (ROWS, 4), 1, (1,) * 4)
    yield Split("huge", 1, (3, 2**32), 1, (2**31 + 1, 2**31 - 1), "lengths")


def check(split):
    """Returns what is wrong in the code, or nothing."""
    host = subprocess.run(["split-opt", "-", "--split-to-gpu"], check=True, text=True,
                          input=split.get_text(), stdout=subprocess.PIPE).stdout
    launches, kernels = host.count("gpu.launch_func"), host.count(".visible .entry")
    if launches != 1 or kernels != 1:
        return f"{launches} launches of {kernels} kernels"
    accesses = {"ld": set(), "st": set()}
    for kind, count, bits in re.findall(r"(ld|st)(?:\.global)?(?:\.v(\d))?\.b(\d+)", host):
        accesses[kind].add(int(count or 1) * int(bits) // 8)
    # Complex numbers have no vectors, and tiles of whole rows are stored by 4 bytes.
    widest = {kind: max(widths) for kind, widths in accesses.items()}
    part = min(split.bytes, 8)
    if widest["ld"] != (8 if split.bytes == 16 or split.name == "equal1" else 16):
        return f"loads of {sorted(accesses['ld'])} bytes"
    is_tile = split.name in ("equal1", "pieces3x5")
    if widest["st"] != (8 if split.bytes == 16 else 4 if is_tile else 16):
        return f"stores of {sorted(accesses['st'])} bytes"
    if part not in accesses["ld"] or part not in accesses["st"]:
        return f"no accesses of {part} bytes"
    return None


def main():
    splits, wrong = list(get_splits()), 0
    for split in splits:
        message = check(split)
        if message:
            wrong += 1
            print(f"{split.name}: {message}")
    print(f"{len(splits)} splits, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
