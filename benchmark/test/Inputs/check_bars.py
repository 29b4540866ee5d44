"""Fails if a bar or exception of bars.toml names no workload, a bar requires a feature that
no machine has, or a workload has no bar."""

import pathlib
import re
import sys

benchmark = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(benchmark / "report"))

import bars
import workloads

entries, exceptions = bars.load(benchmark / "bars.toml")
others = ("sweep", "compile-time", "exponent")
subjects = {s for e in entries + exceptions if e["metric"] not in others for s in e["subjects"]}
names = workloads.names()
wrong = [f"no workload is {s}" for s in subjects if not any(re.fullmatch(s, n) for n in names)]
wrong += [f"{n} has no bar" for n in names if not any(re.fullmatch(s, n) for s in subjects)]
features = {e["where"] for e in entries if "where" in e}
source = (benchmark / "report/machine.py").read_text()
wrong += [f"no machine has the feature '{f}'" for f in features if f'"{f}"' not in source]
sys.exit("\n".join(sorted(wrong)) or 0)
