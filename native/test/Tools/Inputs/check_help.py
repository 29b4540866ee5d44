"""Checks that `--help` of tools states the default of each option that has a value.

check_help.py TOOL... Options without a value are off by default. --input and --test-data
have no default.
"""

import re
import subprocess
import sys

missing = options = 0
for tool in sys.argv[1:]:
    text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True)
    own = text.stdout.split("Basic options:")[1].split("General options:")[0]
    for name, description in re.findall(r"^  --?([\w-]+)[= ]<.*?> +- (.*)", own, re.M):
        options += 1
        stated = re.search(r"\(default: .+\)$|\(required\)$", description)
        if not stated and name not in ("input", "test-data"):
            missing += 1
            print(f"{tool} --{name} states no default")
print(options, "options")
sys.exit(missing != 0 or options < 20)
