"""Crashes a tool while it reads standard input: crash.py TOOL ARGUMENT...

Prints what it writes to standard error.
"""

import signal
import subprocess
import sys
import time

tool = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE)
# More than a pipe holds, so that the tool has read the rest once this is written. It
# has then set its signal handlers, and waits for the end.
tool.stdin.write(b"// A comment.\n" * 10000)
tool.stdin.flush()
tool.send_signal(signal.SIGSEGV)
print(tool.stderr.read().decode(), end="")
print("status", tool.wait())
