"""Checks a machine profile for this machine: check_profile.py FILE."""

import json
import re
import shutil
import subprocess
import sys

with open(sys.argv[1]) as file:
    profile = json.load(file)
assert sorted(profile) == ["fields", "format", "processor"] and profile["format"] == 1
assert all(key.startswith("split.") and isinstance(value, int)
           for key, value in profile["fields"].items()), profile
assert profile["fields"].keys() >= {"split.transpose_rows", "split.parallel_threshold"}

# lscpu of util-linux states the caches, too. It omits those that it does not know.
caches = profile["processor"]["caches"]
if shutil.which("lscpu"):
    text = subprocess.run(["lscpu", "-B", "-C=LEVEL,TYPE,ONE-SIZE"], text=True,
                          capture_output=True, check=True).stdout
    for level, type_, size in re.findall(r"^ *(\d) +(\S+) +(\d+)$", text, re.M):
        if type_ != "Instruction" and int(level) <= 3:
            assert caches[int(level) - 1] == int(size), (caches, text)
with open("/proc/cpuinfo") as file:
    cpuinfo = dict(re.findall(r"^([a-z _]+?)\s*: (.*)$", file.read(), re.M))
if "vendor_id" in cpuinfo:
    found = profile["processor"]
    assert found["vendor"] == cpuinfo["vendor_id"], found
    assert found["family"] == int(cpuinfo["cpu family"]), found
    assert found["model"] == int(cpuinfo["model"]), found
print("fields of the model, caches of this machine")
