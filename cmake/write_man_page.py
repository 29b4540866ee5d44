"""Writes the manual page of a tool from its --help.

write_man_page.py TOOL VERSION PAGE.1.gz
"""

import gzip
import re
import subprocess
import sys
from pathlib import Path

# The tools whose --help names upstream's driver. Others state what they do.
SUMMARIES = {
    "split-lsp-server": "language server for MLIR files with the split dialect",
    "split-opt": "mlir-opt with the split dialect, its passes and pipelines",
    "split-reduce": "shrink a module of the split dialect that shows a bug",
    "split-translate": "convert ONNX and OpenVINO models and LLVM IR to and from MLIR",
}
STATUS = """.SH EXIT STATUS
0 on success, 1 if the input is wrong, a check fails or output cannot be written{}.
"""
ENDING = """.SH SEE ALSO
.UR file:///usr/share/doc/split-mlir/docs/Tutorial.md
The tutorial
.UE
and the documentation beside it.
"""


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def write_entries(lines):
    """The options: a heading for each group, a paragraph for each option or value."""
    for line in lines:
        option = re.match(r"( {2,})(-.*?)(?: +- +(.*))?$", line)
        value = re.match(r" +(=\S+) +-? *(.*)$", line)
        if option and line.startswith(" " * 8):
            value, option = option.group(2, 3), None
        elif value:
            value = value.group(1, 2)
        if option:
            name = re.sub(r"<(.*)>", r"\\fI\1\\fP", escape(option[2]))
            yield f".TP\n\\fB{name}\\fP\n{escape(option[3] or '')}"
        elif value:
            yield f".RS\n.TP\n\\fB{escape(value[0])}\\fP\n{escape(value[1] or '')}\n.RE"
        elif line.strip():
            yield f".SS {escape(line.strip().rstrip(':'))}"


def main():
    tool, version, page = sys.argv[1:]
    name = Path(tool).name
    help_text = subprocess.run([tool, "--help"], capture_output=True, text=True,
                               check=True).stdout
    head, options = help_text.split("OPTIONS:", 1)
    overview, usage = head.removeprefix("OVERVIEW: ").split("USAGE: ")
    overview = overview.strip()
    summary = SUMMARIES.get(name) or overview[0].lower() + overview[1:]
    parts = [
        f'.TH {name.upper()} 1 "" "split\\-mlir {version}" "User Commands"',
        f".SH NAME\n{escape(name)} \\- {escape(summary)}",
        f".SH SYNOPSIS\n.B {escape(usage.strip())}",
        ".SH OPTIONS",
        *write_entries(options.splitlines()),
        STATUS.format(", 2 if the command line is wrong" * (name not in SUMMARIES)) + ENDING,
    ]
    data = ("\n".join(parts)).encode()
    # No time of the build, so that equal pages are equal files.
    Path(page).write_bytes(gzip.compress(data, 9, mtime=0))


main()
