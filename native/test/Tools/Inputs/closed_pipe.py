"""Runs a command whose standard output is a pipe that nobody reads.

closed_pipe.py COMMAND... prints its standard error and its status.
"""

import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
run = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE, text=True)
print(run.stderr, end="")
print("status", run.returncode)
