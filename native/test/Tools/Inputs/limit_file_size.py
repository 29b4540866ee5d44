"""Runs a command that cannot write files of more than BYTES bytes:
limit_file_size.py BYTES COMMAND..."""

import os
import resource
import signal
import sys

# The signal would end the process before it sees the error.
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXFSZ])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
os.execvp(sys.argv[2], sys.argv[2:])
