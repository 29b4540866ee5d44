"""Checks that relative links in Markdown pages name files and headings.

check_links.py FOLDER checks those of the tree, or of the documentation of a package.
"""

import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
# Links of Reference.md are those of the build tree, which check_reference.py checks.
pages = {*top.glob("*.md"), *top.glob("docs/*.md"), *top.glob("lib/**/*.md")}
pages |= {*top.glob("test/**/*.md")}
pages = sorted(pages - {top / "docs/Reference.md"})
if (top / "reference").exists():
    pages = sorted(top.glob("**/*.md"))


def get_anchors(page):
    """The anchors that GitHub makes: `## A pass's name` is #a-passs-name."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    return {
        re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")
        for title in re.findall(r"^#+ (.*)$", text, re.M)
    }


checked = broken = 0
for page in pages:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^):]*))?\)", text):
        checked += 1
        target = page.parent / path if path else page
        if not target.exists():
            broken += 1
            print(page.relative_to(top), "links to", path, "which is not there")
        elif anchor and target.suffix == ".md" and anchor not in get_anchors(target):
            broken += 1
            print(page.relative_to(top), f"links to {path}#{anchor}, which has no such heading")
print(checked, "links,", broken, "broken")
sys.exit(broken != 0 or not checked)
