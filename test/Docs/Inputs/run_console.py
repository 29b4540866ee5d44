"""Runs the console examples of a Markdown page and compares their output.

In a fenced block marked `console`, a line that begins with `$ ` is a command, and
lines right after it that begin with `> ` continue it. The lines up to the next
command are all it prints, on both streams.
"""

import re
import subprocess
import sys

page = open(sys.argv[1]).read()
blocks = re.findall(r"^```console\n(.*?)^```$", page, re.M | re.S)
examples = []
for block in blocks:
    for line in block.splitlines():
        if line.startswith("$ "):
            examples.append([line[2:], []])
        elif (line + " ").startswith("> ") and not examples[-1][1]:
            examples[-1][0] += "\n" + line[2:]
        else:
            examples[-1][1].append(line)

failed = 0
for command, expected in examples:
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=sys.argv[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    got = ran.stdout.rstrip("\n").splitlines()
    if got != expected:
        failed += 1
        print("$", command, "\n--- expected", *expected, "--- got", *got, sep="\n")
print(len(examples), "examples,", failed, "failed")
sys.exit(failed != 0 or not examples)
