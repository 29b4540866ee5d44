"""Runs a command on 1000 damaged copies of a model.

  damage.py FILE.xml COMMAND...

Half of the copies have elements, attributes and texts changed, removed, moved
or doubled, the other half bytes. Printed is how many were refused (status 1,
exactly one error) and imported (status 0, no error), and every run that ended in
another way, a sanitizer's error included. Outside of thorough runs, every 5th copy
is enough.
"""

import copy
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COPIES = 1000
EVERY = 1 if os.environ.get("SPLIT_MLIR_THOROUGH") else 5
VALUES = ("", "0", "1", "-1", "7", "?", "...", "1..8", "abc", "1e9", "9223372036854775807",
          "9223372036854775808", "-9223372036854775808", "4294967296", "2,3", "f32", "i64", "u1",
          "string", "Split", "VariadicSplit", "Const", "Parameter", "Result", "opset8", "true")


def run(job):
    index, data = job
    file = Path(f"damaged-{index}.xml")
    file.write_bytes(data)
    done = subprocess.run(command + [str(file)], capture_output=True)
    file.unlink()
    errors = done.stderr.count(b"error:") + 2 * done.stderr.count(b"runtime error:")
    if (done.returncode, errors) not in ((0, 0), (1, 1)):
        print(f"copy {index}: status {done.returncode}, {errors} errors\n{done.stderr}")
    return done.returncode


def report(what, copies):
    with ThreadPoolExecutor(2) as pool:
        statuses = list(pool.map(run, enumerate(copies[::EVERY])))
    print(f"{what}: {statuses.count(1)} refused, {statuses.count(0)} imported")


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


def change_bytes(text, source):
    data = bytearray(text)
    for _ in range(source.randint(1, 3)):
        begin = source.randrange(len(data))
        end = min(len(data), begin + source.choice((1, 1, 1, 2, 8, 64)))
        data[begin:end] = source.choice((
            b"", data[begin:end] * 2, source.randbytes(end - begin),
            bytes([data[begin] ^ 1 << source.randrange(8)]) + data[begin + 1 : end]))
    return bytes(data)


text, command = Path(sys.argv[1]).read_bytes(), sys.argv[2:]
source = random.Random(1)
for what, change in (("elements", change_tree), ("bytes", change_bytes)):
    report(what, [change(text, source) for _ in range(COPIES // 2)])
