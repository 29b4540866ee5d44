"""Prints what zsh completes lines to: complete_zsh.py FOLDER LINE...

FOLDER has the completion functions.
"""

import os
import pty
import re
import select
import sys
import time

folder, *lines = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb"})


def read(mark, seconds=20):
    """Reads until `mark`."""
    text, end = "", time.monotonic() + seconds
    while mark not in text and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            text += os.read(terminal, 4096).decode()
    return text


# Control-X prints the line, which ends the wait for the completion.
os.write(terminal, f"""PROMPT= RPS1=; unsetopt list_beep beep; fpath=({folder} $fpath)
autoload -U compinit; compinit -D -u; show() {{ print -r "<$BUFFER>"; BUFFER= }}
zle -N show; bindkey '^X' show; print REA''DY
""".encode())
read("READY")
for line in lines:
    os.write(terminal, line.encode() + b"\t\x18")
    print(re.search(r"<(.*)>", read(">", 20))[1])
os.write(terminal, b"exit\n")
