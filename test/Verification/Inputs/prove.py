"""Proves the lowerings of all forms of splits, and prints a table.

Usage: prove.py FOLDER PIECES [--only LOWERING] [--form FORM] [--update PAGE]

PIECES is a list of numbers such as 1,2,16. With --update, replaces the rows that were
measured in the table in PAGE, between its markers. With --only, runs one of
forms.PIPELINES; with --form, forms whose name starts with FORM. Fails if a claim is
refuted.
"""

import pathlib
import re
import sys

import forms
from proofs import run_all, total, update, write_table
from split_testing.tools import make_folder, run


def write_uneven(folder, counts):
    """Models of ONNX with `num_outputs`, imported."""
    import onnx
    from onnx import TensorProto, helper

    for count in counts:
        names = [f"y{i}" for i in range(count)]
        node = helper.make_node("Split", ["x"], names, axis=1, num_outputs=count)
        values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["b", name])
                  for name in ["x", *names]]
        graph = helper.make_graph([node], "g", values[:1], values[1:])
        opset = [helper.make_opsetid("", 18)]
        path = folder / f"uneven{count}.onnx"
        onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), path)
        module = path.with_suffix(".mlir")
        module.write_text(run("split-translate", "--import-onnx", path))
        yield count, module


def is_lowered(form, name):
    """Whether to try the lowering: the flat form of quantized data has no type, and with
    `linalg.copy` z3 takes many minutes for the flat form of three and more dimensions."""
    flat = "unknown rank|rank of results|run-time axis, rank [3-6]"
    if name == "checks, linalg.copy" and re.match(flat, form):
        return False
    return form != "quantized data" or "copy" not in name


def list_runs(folder, counts):
    """Rows of a form, a pipeline, the programs, a module and options. The first
    pipeline runs with all counts, the others with few pieces."""
    few = [count for count in counts if count <= forms.FEW]
    for form in forms.FORMS:
        for number, (name, options) in enumerate(forms.PIPELINES.items()):
            if not is_lowered(form, name):
                continue
            for count in few if number else counts:
                text, programs = forms.write_module(form, [count])
                if not programs:
                    continue
                path = folder / (re.sub(r"\W+", "-", form) + f"-{count}.mlir")
                path.write_text(text)
                yield form, name, programs, path, options
    for count, path in write_uneven(folder, counts):
        for name, options in list(forms.PIPELINES.items())[:1 if count > forms.FEW else None]:
            yield "ONNX, num_outputs", name, 1, path, f"{options} uneven=1,{count}"


def read_table(text):
    """The rows of a table that write_table has written."""
    lines = [line.strip("| \n").split(" | ") for line in text.strip().split("\n")[2:-1]]
    return {(form, name): [*map(int, counts), float(seconds)]
            for form, name, *counts, seconds in lines}


def merge(old, new):
    """All rows, in the order of forms.py."""
    order = [(form, name) for form in [*forms.FORMS, "ONNX, num_outputs"] for name in forms.PIPELINES]
    rows = {**old, **new}
    return {key: rows[key] for key in order if key in rows}


def main():
    folder = make_folder(sys.argv[1])
    counts = [int(word) for word in sys.argv[2].split(",")]
    runs = list(list_runs(folder, counts))
    if "--only" in sys.argv:
        only = sys.argv[sys.argv.index("--only") + 1]
        runs = [ran for ran in runs if ran[1] == only]
    if "--form" in sys.argv:
        form = sys.argv[sys.argv.index("--form") + 1]
        runs = [ran for ran in runs if ran[0].startswith(form)]
    rows, reasons, refuted = run_all(runs)
    if "--update" in sys.argv:
        page = pathlib.Path(sys.argv[sys.argv.index("--update") + 1])
        old = page.read_text().split("<!-- proven -->\n")[1].split("<!-- end of proven -->\n")[0]
        update(page, "proven", write_table(merge(read_table(old), rows), "programs of"))
    print(write_table(rows, "programs of"))
    print(*reasons, sep="\n")
    totals = total(rows)
    print(f"{totals[1]} claims proven, {totals[2]} unknown, {refuted} refuted")
    sys.exit(refuted > 0)


main()
