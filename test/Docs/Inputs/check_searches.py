"""Runs the searches of a page: check_searches.py PAGE SOURCE_TREE

In `sh` blocks, each line that begins with `grep` has to find something, but no more
than a person looks through.
"""

import re
import subprocess
import sys

MOST = 12
page = open(sys.argv[1]).read()
blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.M | re.S)
searches = [s for block in blocks for s in block.splitlines() if s.startswith("grep")]
failed = 0
for search in searches:
    found = subprocess.run(
        ["bash", "-c", search], cwd=sys.argv[2], capture_output=True, text=True
    ).stdout.splitlines()
    if not 0 < len(found) <= MOST:
        failed += 1
        print(search, f"\n  finds {len(found)} lines, expected 1 to {MOST}")
print(len(searches), "searches,", failed, "failed")
sys.exit(failed != 0 or not searches)
