"""Writes the pages of the package: write_installed_docs.py SOURCE FOLDER.

Copies the tree's Markdown pages to FOLDER. Links to files that are not installed become
their text. The list of messages and Reference.md are pages of the generated reference.
"""

import os
import re
import sys
from pathlib import Path

source, folder = map(Path, sys.argv[1:])
REFERENCE = {
    source / "docs/Reference.md": source / "reference/README.md",
    source / "test/Diagnostics/messages.md": source / "reference/Messages.md",
}
pages = {*source.glob("*.md"), *source.glob("docs/**/*.md")} - REFERENCE.keys()
# As in Installation.cmake, with the generated reference.
installed = [source / "docs", source / "examples", source / "reference"]


def is_installed(path):
    return path in pages or any(path.is_relative_to(top) for top in installed)


def adapt_links(page):
    """The text of `page`; its examples are left alone."""

    def adapt(match):
        text, path, anchor = match[1], match[2], match[3] or ""
        if not path or ":" in path:
            return match[0]
        target = Path(os.path.normpath(page.parent / path))
        if target in REFERENCE:
            path = os.path.relpath(REFERENCE[target], page.parent)
            return f"[{text}]({path}{anchor})"
        return match[0] if is_installed(target) else text

    parts = re.split(r"(^```.*?^```$)", page.read_text(), flags=re.M | re.S)
    parts[::2] = [
        re.sub(r"\[([^][]*)\]\(([^)#\s]*)(#[^)]*)?\)", adapt, part) for part in parts[::2]
    ]
    return "".join(parts)


for old in folder.glob("**/*.md"):
    if source / old.relative_to(folder) not in pages:
        old.unlink()  # The page has been removed since the last build.
for page in pages:
    copy = folder / page.relative_to(source)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(adapt_links(page))
