"""Writes the pages of the package: write_installed_docs.py SOURCE FOLDER DOCS...

Copies the Markdown pages of SOURCE and of its folders DOCS to FOLDER. Links to files that
are not installed become their text. The list of messages is the generated page Messages.md,
which has examples.
"""

import os
import re
import sys
from pathlib import Path

source, folder = map(Path, sys.argv[1:3])
MESSAGES = source / "test/Diagnostics/messages.md"
pages = {*source.glob("*.md")}
for docs in sys.argv[3:]:
    pages |= {*(source / docs).rglob("*.md")}
# As in Installation.cmake.
installed = [source / name for name in ("docs", "examples", "benchmark/docs/performance")]


def is_installed(path):
    return path in pages or any(path.is_relative_to(top) for top in installed)


def adapt_links(page):
    """The text of `page`; its examples are left alone."""

    def adapt(match):
        text, path, anchor = match[1], match[2], match[3] or ""
        if not path or ":" in path:
            return match[0]
        target = Path(os.path.normpath(page.parent / path))
        if target == MESSAGES:
            path = os.path.relpath(source / "docs/reference/Messages.md", page.parent)
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
