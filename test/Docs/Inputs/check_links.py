"""Checks that relative links in Markdown pages name files and headings.

check_links.py FOLDER checks those of a repository, or of the documentation of a package.
"""

import pathlib
import re
import subprocess
import sys

top = pathlib.Path(sys.argv[1])
if (top / ".git").exists():
    # All pages that git has, or will have.
    listed = subprocess.run(
        ["git", "-C", top, "ls-files", "-co", "--exclude-standard", "*.md"],
        check=True, capture_output=True, text=True).stdout
    pages = sorted(page for line in listed.splitlines() if (page := top / line).exists())
else:
    # A tree without git may contain builds.
    builds = {cache.parent for cache in top.glob("*/**/CMakeCache.txt")}
    pages = sorted(page for page in top.glob("**/*.md") if not builds & {*page.parents})


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
