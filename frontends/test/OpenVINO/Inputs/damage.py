"""Runs a command on 1000 damaged copies of a model.

  damage.py FILE.xml COMMAND...

One half of the copies has elements, attributes and texts changed, removed, moved
or doubled, the other half bytes.
"""

import copy
import random
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from split_testing.damage import change_bytes, report

COPIES = 1000
VALUES = ("", "0", "1", "-1", "7", "?", "...", "1..8", "abc", "1e9", "9223372036854775807",
          "9223372036854775808", "-9223372036854775808", "4294967296", "2,3", "f32", "i64", "u1",
          "string", "Split", "VariadicSplit", "Const", "Parameter", "Result", "opset8", "true")


def change_element(net, source):
    elements = list(net.iter())
    element = source.choice(elements)
    kind = source.randrange(6)
    if kind == 0 and element.attrib:
        values = [v for e in elements for v in e.attrib.values()]
        element.set(source.choice(list(element.attrib)), source.choice((*VALUES, *values)))
    elif kind == 1 and element.attrib:
        del element.attrib[source.choice(list(element.attrib))]
    elif kind == 2:
        element.text = source.choice(VALUES)
    elif len(element):
        child = source.randrange(len(element))
        if kind == 3:
            del element[child]
        elif kind == 4:
            element.append(copy.deepcopy(element[child]))
        else:
            source.choice(elements).append(copy.deepcopy(element[child]))


def change_tree(text, source):
    net = ET.fromstring(text)
    for _ in range(source.randint(1, 3)):
        change_element(net, source)
    return ET.tostring(net)


text, command = Path(sys.argv[1]).read_bytes(), sys.argv[2:]
source = random.Random(1)
for what, change in (("elements", change_tree),
                     ("bytes", lambda text, source: change_bytes(text, source, 3))):
    report(what, [change(text, source) for _ in range(COPIES // 2)], ".xml", command)
