"""Proves the lowerings of all forms of splits, and prints a table.

Usage: prove.py FOLDER PIECES [--only LOWERING] [--form FORM] [--step STEP] [--max-rank RANK]
                [--update PAGE]

PIECES is a list of numbers such as 1,2,16. With --update, replaces the table in PAGE,
between its markers. With --only, runs one of forms.PIPELINES; with --form, forms whose
name starts with FORM; with --step, every STEP-th program of each form, and at least one.
Data of unknown rank has at most RANK dimensions, by default 6. Fails if a claim is refuted.
"""

import argparse
import pathlib
import re
import sys

import forms
from proofs import run_all, total, write_table
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


def list_runs(folder, counts, step):
    """Rows of a form, a pipeline, the programs, a module and options. The first
    pipeline runs with all counts, the others with few pieces."""
    few = [count for count in counts if count <= forms.FEW]
    for form in forms.FORMS:
        for number, (name, options) in enumerate(forms.PIPELINES.items()):
            if not is_lowered(form, name):
                continue
            for count in few if number else counts:
                text, programs = forms.write_module(form, [count], step)
                if not programs:
                    continue
                path = folder / (re.sub(r"\W+", "-", form) + f"-{count}.mlir")
                path.write_text(text)
                yield form, name, programs, path, options
    for count, path in write_uneven(folder, counts):
        for name, options in list(forms.PIPELINES.items())[:1 if count > forms.FEW else None]:
            yield "ONNX, num_outputs", name, 1, path, [*options, f"--uneven=1,{count}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=make_folder)
    parser.add_argument("pieces", type=lambda text: [int(word) for word in text.split(",")])
    parser.add_argument("--only", default="")
    parser.add_argument("--form", default="")
    parser.add_argument("--step", default=1, type=int)
    parser.add_argument("--max-rank", default=6, type=int)
    parser.add_argument("--update", type=pathlib.Path)
    args = parser.parse_args()
    runs = [(form, name, programs, path, [*options, f"--max-rank={args.max_rank}"])
            for form, name, programs, path, options in list_runs(args.folder, args.pieces, args.step)
            if args.only in ("", name) and form.startswith(args.form)]
    rows, reasons, refuted = run_all(runs)
    table = write_table(rows, "programs of")
    if args.update:
        head, rest = args.update.read_text().split("<!-- proven -->\n")
        tail = rest.split("<!-- end of proven -->\n")[1]
        args.update.write_text(
            f"{head}<!-- proven -->\n\n{table}\n<!-- end of proven -->\n{tail}")
    print(table)
    print(*reasons, sep="\n")
    totals = total(rows)
    print(f"{totals[1]} claims proven, {totals[2]} unknown, {refuted} refuted")
    sys.exit(refuted > 0)


main()
