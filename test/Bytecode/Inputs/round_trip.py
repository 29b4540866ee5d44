"""Writes the IR of the tests in folders as bytecode, reads it back, and compares.

  round_trip.py FOLDER...

Parts of files that are not valid IR, which tests of diagnostics have, are left out.
"""

import sys

from split_testing.tools import read_modules, verify

UNREGISTERED = "--allow-unregistered-dialect"

named = list(read_modules(sys.argv[1:]))
messages = verify([part for _, part in named], "", UNREGISTERED)
valid = [pair for pair, message in zip(named, messages) if message is None]
messages = verify([part for _, part in valid], "", UNREGISTERED, "--verify-roundtrip")
wrong = [(name, message) for (name, _), message in zip(valid, messages) if message]
for name, message in wrong:
    print(f"{name}: {message}")
print({"same": len(valid) - len(wrong), "invalid": len(named) - len(valid), "differ": len(wrong)})
sys.exit(bool(wrong) or not valid)
