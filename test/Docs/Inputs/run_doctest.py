"""Runs the Python examples of Markdown pages: run_doctest.py PAGE...

The lines after `>>>` and `...` in all blocks of a page that are marked `python` are one
session, as in the module doctest.
"""

import doctest
import pathlib
import re
import sys

OPTIONS = doctest.ELLIPSIS
runner = doctest.DocTestRunner(optionflags=OPTIONS)
for name in sys.argv[1:]:
    text = pathlib.Path(name).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    runner.run(test)
    if not test.examples:
        sys.exit(f"{name}: no examples")
failed, tried = runner.summarize(verbose=False)
print(tried, "examples,", failed, "failed")
sys.exit(failed != 0)
