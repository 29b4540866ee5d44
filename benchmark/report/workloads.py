"""What the files of the workloads say about them."""

import pathlib
import re

FOLDER = pathlib.Path(__file__).parents[1] / "workloads"


def read(name):
    return (FOLDER / f"{name}.mlir").read_text()


def names():
    """All workloads; W2 comes before W10."""
    found = [path.stem for path in FOLDER.glob("*.mlir")]
    parts = lambda name: re.fullmatch(r"(\D+)(\d*)(.*)", name).groups()
    return sorted(found, key=lambda n: (parts(n)[0], int(parts(n)[1] or 0), parts(n)[2]))


def title(name):
    """The first line of the workload's file, which describes it in words."""
    return read(name).splitlines()[0].removeprefix("// ")


def refer_to(name):
    return f"{title(name)} ({name})"


def write_type(text):
    shape, _, element = text.rpartition("x")
    return f"{shape.replace('x', '×')} {element}"


def describe(name):
    words = dict(re.findall(r"(\w+)=(\S+)", read(name).split("// split-bench:")[1]))
    given = write_type(words["input"])
    if "results" in words:
        return f"{given} to {', '.join(map(write_type, words['results'].split(',')))}"
    into = words.get("into") or words["lengths"].replace(",", ", ")
    return f"{given}, axis {words['axis']} into {into}"
