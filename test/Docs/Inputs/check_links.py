"""Checks that relative links in the tree's Markdown pages name files."""

import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
pages = sorted([*top.glob("*.md"), *top.glob("docs/*.md"), *top.glob("test/*/*.md")])
checked = broken = 0
for page in pages:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        checked += 1
        if not (page.parent / target).exists():
            broken += 1
            print(page.relative_to(top), "links to", target, "which is not there")
print(checked, "links,", broken, "broken")
sys.exit(broken != 0 or not checked)
