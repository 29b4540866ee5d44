"""Prints the texts of SVG files, and how many visible shapes each group of cells or
baseline has."""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"

for path in map(pathlib.Path, sys.argv[1:]):
    root = ElementTree.parse(path).getroot()
    for group in root.iter(SVG + "g"):
        name = group.get("id", "")
        if name.startswith(("cells-", "baseline-")):
            styles = [shape.get("style", "") for shape in group.iter(SVG + "path")]
            drawn = sum("fill: none; stroke: #ffffff" not in style for style in styles)
            print(f"{path.name}: {name}: {drawn}")
    texts = [text.text for text in root.iter(SVG + "text") if text.text]
    print(f"{path.name}: {'; '.join(texts)}")
