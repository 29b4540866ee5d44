"""Checks that splits of all forms become PTX with one launch and accesses of 16 bytes."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../benchmark/gpu"))

from splits import FORMS, TYPES, Split  # noqa: E402

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
    # Complex numbers have no vectors, and tiles of whole rows are stored by 4 bytes, and
    # those of 120 single bytes are loaded by 8.
    load = 8 if split.bytes == 16 or split.name == "equal1" else 16
    store = 4 if split.name in ("equal1", "pieces3x5") else 8 if split.bytes == 16 else 16
    for kind, widest in (("ld", load), ("st", store)):
        if max(accesses[kind]) != widest or min(split.bytes, 8) not in accesses[kind]:
            return f"{kind} of {sorted(accesses[kind])} bytes"
    return None


def main():
    messages = {split.name: check(split) for split in get_splits()}
    wrong = [f"{name}: {message}" for name, message in messages.items() if message]
    print(*wrong, f"{len(messages)} splits, {len(wrong)} wrong", sep="\n")
    return len(wrong) != 0


if __name__ == "__main__":
    sys.exit(main())
