"""Runs a tool on a terminal: progress.py MODEL SECONDS TOOL ARGUMENT...

Passes MODEL to standard input of the tool after SECONDS, and prints what appears on the
terminal that is its standard error, with `<erase>` for the code that erases a line, and
its status. Standard output of the tool is this script's.
"""

import os
import pty
import re
import subprocess
import sys
import time

model, seconds, *command = sys.argv[1:]
terminal, device = pty.openpty()
tool = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=device,
                        env={**os.environ, "TERM": "xterm"})
os.close(device)
time.sleep(float(seconds))
with open(model, "rb") as file:
    tool.stdin.write(file.read())
tool.stdin.close()
shown = b""
try:
    while part := os.read(terminal, 4096):
        shown += part
except OSError:  # The tool has closed its end.
    pass
text = shown.decode().replace("\r\x1b[K", "\n<erase>").replace("\r\n", "\n")
print(re.sub(r"\x1b\[[0-9;]*m", "", text).strip("\n"))
print("status", tool.wait())
