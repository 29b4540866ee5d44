"""Compiles a program for each op that split-to-llvm lowers.

  supported_ops.py SOURCE INCLUDE

SOURCE is VerifySupported.cpp, with the names of the dialects and of the ops that are not
lowered, and INCLUDE the folder of MLIR's headers, with the names of all ops. Prints ops
that are neither in the programs nor in the list, or are in both.
"""

import re
import subprocess
import sys
from pathlib import Path

# The types of operands and results, and ops with these.
SIMPLE = {
    "i1 f32 f32 -> f32": "arith.select",
    "i32 i32 -> i32": """
        arith.xori arith.subi arith.shrui arith.shrsi arith.shli arith.remui arith.remsi
        arith.ori arith.muli arith.minui arith.minsi arith.maxui arith.maxsi arith.floordivsi
        arith.divui arith.divsi arith.ceildivui arith.ceildivsi arith.andi arith.addi math.ipowi
    """,
    "i32 -> f32": "arith.uitofp arith.sitofp",
    "i64 -> i32": "arith.trunci",
    "f64 -> f32": "arith.truncf",
    "f32 f32 -> f32": """
        arith.subf arith.remf arith.mulf arith.minimumf arith.minnumf arith.maximumf
        arith.maxnumf arith.divf arith.addf math.powf math.copysign math.atan2
    """,
    "f32 -> f32": """
        arith.negf arith.bitcast math.trunc math.tanh math.tan math.sqrt math.sinh math.sin
        math.rsqrt math.round math.roundeven math.log math.log2 math.log1p math.log10 math.floor
        math.exp math.expm1 math.exp2 math.erfc math.erf math.cosh math.cos math.ceil math.cbrt
        math.atanh math.atan math.asinh math.asin math.acosh math.acos math.absf complex.bitcast
    """,
    "i32 i32 -> i32 i32": "arith.mului_extended arith.mulsi_extended",
    "index -> i32": "arith.index_castui arith.index_cast index.castu index.casts",
    "f32 -> i1": "arith.fptoui arith.fptosi math.isnormal math.isnan math.isinf math.isfinite",
    "i32 -> i64": "arith.extui arith.extsi",
    "f32 -> f64": "arith.extf",
    "-> f32": "arith.constant",
    "i32 i32 -> i1": "arith.cmpi",
    "f32 f32 -> i1": "arith.cmpf",
    "i32 i32 -> i32 i1": "arith.addui_extended",
    "f32 -> f32 f32": "math.sincos",
    "f32 f32 f32 -> f32": "math.fma math.clampf",
    "f32 i32 -> f32": "math.fpowi",
    "i32 -> i32": "math.ctpop math.cttz math.ctlz math.absi",
    "complex<f32> -> complex<f32>": """
        complex.tanh complex.tan complex.sqrt complex.sin complex.sign complex.rsqrt complex.neg
        complex.log complex.log1p complex.expm1 complex.exp complex.cos complex.conj
    """,
    "complex<f32> complex<f32> -> complex<f32>": """
        complex.sub complex.pow complex.mul complex.div complex.atan2 complex.add
    """,
    "complex<f32> -> f32": "complex.re complex.im complex.angle complex.abs",
    "complex<f32> complex<f32> -> i1": "complex.neq complex.eq",
    "f32 f32 -> complex<f32>": "complex.create",
    "-> complex<f32>": "complex.constant",
    "index index -> index": """
        index.xor index.sub index.shru index.shrs index.shl index.remu index.rems index.or
        index.mul index.minu index.mins index.maxu index.maxs index.floordivs index.divu
        index.divs index.ceildivu index.ceildivs index.and index.add
    """,
    "-> index": "index.sizeof index.constant",
    "index index -> i1": "index.cmp",
    "-> i1": "index.bool.constant",
    "tensor<4xf32> -> tensor<4xf32>": """
        tosa.tanh tosa.sin tosa.sigmoid tosa.rsqrt tosa.reciprocal tosa.log tosa.floor tosa.exp
        tosa.erf tosa.cos tosa.ceil tosa.abs tosa.identity
    """,
    "tensor<4xi32> -> tensor<4xi32>": "tosa.bitwise_not tosa.clz",
    "tensor<4xi1> -> tensor<4xi1>": "tosa.logical_not",
    "tensor<4xf32> tensor<4xf32> -> tensor<4xf32>": """
        tosa.sub tosa.pow tosa.minimum tosa.maximum tosa.add
    """,
    "tensor<4xi32> tensor<4xi32> -> tensor<4xi32>": """
        tosa.logical_right_shift tosa.logical_left_shift tosa.intdiv tosa.bitwise_xor
        tosa.bitwise_or tosa.bitwise_and
    """,
    "tensor<4xi1> tensor<4xi1> -> tensor<4xi1>": """
        tosa.logical_xor tosa.logical_or tosa.logical_and
    """,
    "tensor<4xf32> tensor<4xf32> -> tensor<4xi1>": "tosa.greater tosa.greater_equal tosa.equal",
    "tensor<4xf32> -> tensor<4xi32>": "tosa.cast",
}
ATTRIBUTES = {
    "arith.cmpf": "predicate = 2 : i64",
    "arith.cmpi": "predicate = 2 : i64",
    "arith.constant": "value = 1.0 : f32",
    "complex.constant": "value = [1.0 : f32, 2.0 : f32]",
    "index.bool.constant": "value = true",
    "index.cmp": "pred = #index<cmp_predicate slt>",
    "index.constant": "value = 1 : index",
}
# Ops of linalg with operands `ins` and `outs`, their types, and attributes.
CONTRACT = (
    "indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, "
    "affine_map<(m, n, k) -> (m, n)>]"
)
LINALG = [
    (
        "tanh square sqrt rsqrt round reciprocal negf log floor exp erf ceil abs copy",
        "4xf32 -> 4xf32",
        "",
    ),
    ("sub powf mul min max div add", "4xf32 4xf32 -> 4xf32", ""),
    ("div_unsigned", "4xi32 4xi32 -> 4xi32", ""),
    ("select", "4xi1 4xf32 4xf32 -> 4xf32", ""),
    ("vecmat", "4xf32 4x5xf32 -> 5xf32", ""),
    ("matvec", "4x5xf32 5xf32 -> 4xf32", ""),
    ("dot", "4xf32 4xf32 -> f32", ""),
    ("matmul", "4x5xf32 5x6xf32 -> 4x6xf32", ""),
    ("batch_matmul", "2x4x5xf32 2x5x6xf32 -> 2x4x6xf32", ""),
    ("batch_matvec", "2x4x5xf32 2x5xf32 -> 2x4xf32", ""),
    ("batch_vecmat", "2x4xf32 2x4x5xf32 -> 2x5xf32", ""),
    ("batch_reduce_matmul", "2x4x5xf32 2x5x6xf32 -> 4x6xf32", ""),
    ("mmt4d", "2x3x4x5xf32 6x3x7x5xf32 -> 2x6x4x7xf32", ""),
    ("batch_mmt4d", "2x2x3x4x5xf32 2x6x3x7x5xf32 -> 2x2x6x4x7xf32", ""),
    ("quantized_matmul", "4x5xi8 5x6xi8 i32 i32 -> 4x6xi32", ""),
    ("quantized_batch_matmul", "2x4x5xi8 2x5x6xi8 i32 i32 -> 2x4x6xi32", ""),
    (
        "pooling_nwc_sum pooling_nwc_min pooling_nwc_max pooling_nwc_max_unsigned pooling_nwc_min_unsigned",
        "1x8x2xi32 3xi32 -> 1x6x2xi32",
        "",
    ),
    ("pooling_ncw_sum pooling_ncw_max", "1x2x8xf32 3xf32 -> 1x2x6xf32", ""),
    (
        "pooling_nhwc_sum pooling_nhwc_min pooling_nhwc_max pooling_nhwc_max_unsigned pooling_nhwc_min_unsigned",
        "1x8x8x2xi32 3x3xi32 -> 1x6x6x2xi32",
        "",
    ),
    ("pooling_nchw_sum pooling_nchw_max", "1x2x8x8xf32 3x3xf32 -> 1x2x6x6xf32", ""),
    ("pooling_ndhwc_sum pooling_ndhwc_min pooling_ndhwc_max", "1x4x4x4x2xf32 3x3x3xf32 -> 1x2x2x2x2xf32", ""),
    ("conv_1d", "8xf32 3xf32 -> 6xf32", ""),
    ("conv_2d", "8x8xf32 3x3xf32 -> 6x6xf32", ""),
    ("conv_3d", "4x4x4xf32 3x3x3xf32 -> 2x2x2xf32", ""),
    ("conv_1d_nwc_wcf", "1x8x2xf32 3x2x4xf32 -> 1x6x4xf32", ""),
    ("conv_1d_ncw_fcw", "1x2x8xf32 4x2x3xf32 -> 1x4x6xf32", ""),
    ("conv_2d_nhwc_hwcf", "1x8x8x2xf32 3x3x2x4xf32 -> 1x6x6x4xf32", ""),
    ("conv_2d_nhwc_fhwc", "1x8x8x2xf32 4x3x3x2xf32 -> 1x6x6x4xf32", ""),
    ("conv_2d_nchw_fchw", "1x2x8x8xf32 4x2x3x3xf32 -> 1x4x6x6xf32", ""),
    ("conv_2d_nhwc_hwcf_q", "1x8x8x2xi8 3x3x2x4xi8 i32 i32 -> 1x6x6x4xi32", ""),
    ("conv_2d_nhwc_fhwc_q", "1x8x8x2xi8 4x3x3x2xi8 i32 i32 -> 1x6x6x4xi32", ""),
    ("conv_2d_nchw_fchw_q", "1x2x8x8xi8 4x2x3x3xi8 i32 i32 -> 1x4x6x6xi32", ""),
    ("conv_2d_ngchw_gfchw", "1x2x2x8x8xf32 2x4x2x3x3xf32 -> 1x2x4x6x6xf32", ""),
    ("conv_2d_ngchw_fgchw", "1x2x2x8x8xf32 4x2x2x3x3xf32 -> 1x2x4x6x6xf32", ""),
    ("conv_2d_ngchw_gfchw_q", "1x2x2x8x8xi8 2x4x2x3x3xi8 i32 i32 -> 1x2x4x6x6xi32", ""),
    ("conv_2d_nhwgc_gfhwc", "1x8x8x2x2xf32 2x4x3x3x2xf32 -> 1x6x6x2x4xf32", ""),
    ("conv_2d_nhwgc_gfhwc_q", "1x8x8x2x2xi8 2x4x3x3x2xi8 i32 i32 -> 1x6x6x2x4xi32", ""),
    ("conv_3d_ndhwc_dhwcf", "1x4x4x4x2xf32 3x3x3x2x4xf32 -> 1x2x2x2x4xf32", ""),
    ("conv_3d_ncdhw_fcdhw", "1x2x4x4x4xf32 4x2x3x3x3xf32 -> 1x4x2x2x2xf32", ""),
    ("conv_3d_ndhwc_dhwcf_q", "1x4x4x4x2xi8 3x3x3x2x4xi8 i32 i32 -> 1x2x2x2x4xi32", ""),
    ("depthwise_conv_1d_nwc_wc", "1x8x2xf32 3x2xf32 -> 1x6x2xf32", ""),
    ("depthwise_conv_1d_ncw_cw", "1x2x8xf32 2x3xf32 -> 1x2x6xf32", ""),
    ("depthwise_conv_1d_nwc_wcm", "1x8x2xf32 3x2x4xf32 -> 1x6x2x4xf32", ""),
    ("depthwise_conv_2d_nhwc_hwc", "1x8x8x2xf32 3x3x2xf32 -> 1x6x6x2xf32", ""),
    ("depthwise_conv_2d_nchw_chw", "1x2x8x8xf32 2x3x3xf32 -> 1x2x6x6xf32", ""),
    ("depthwise_conv_2d_nhwc_hwcm", "1x8x8x2xf32 3x3x2x4xf32 -> 1x6x6x2x4xf32", ""),
    ("depthwise_conv_2d_nhwc_hwc_q", "1x8x8x2xi8 3x3x2xi8 i32 i32 -> 1x6x6x2xi32", ""),
    ("depthwise_conv_2d_nhwc_hwcm_q", "1x8x8x2xi8 3x3x2x4xi8 i32 i32 -> 1x6x6x2x4xi32", ""),
    ("depthwise_conv_3d_ndhwc_dhwc", "1x4x4x4x2xf32 3x3x3x2xf32 -> 1x2x2x2x2xf32", ""),
    ("depthwise_conv_3d_ncdhw_cdhw", "1x2x4x4x4xf32 2x3x3x3xf32 -> 1x2x2x2x2xf32", ""),
    ("depthwise_conv_3d_ndhwc_dhwcm", "1x4x4x4x2xf32 3x3x3x2x4xf32 -> 1x2x2x2x2x4xf32", ""),
    ("fill", "f32 -> 4xf32", ""),
    ("fill_rng_2d", "f64 f64 i32 -> 4x4xf32", ""),
    ("elementwise", "4xf32 -> 4xf32", "kind=#linalg.elementwise_kind<exp>"),
    ("contract", "4x5xf32 5x6xf32 -> 4x6xf32", CONTRACT),
    ("winograd_filter_transform", "2x3x3x5xf32 -> 6x6x5x2xf32", "fmr(F_4_3)"),
    ("winograd_input_transform", "2x10x10x5xf32 -> 6x6x2x2x2x5xf32", "fmr(F_4_3)"),
    ("winograd_output_transform", "6x6x2x2x2x2xf32 -> 2x8x8x2xf32", "fmr(F_4_3)"),
    ("softmax", "4x8xf32 -> 4x8xf32", "dimension(1)"),
]


def create_simple(name, signature):
    inputs, outputs = (text.split() for text in signature.split("->"))
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(inputs))
    operands = ", ".join(f"%a{i}" for i in range(len(inputs)))
    results = ", ".join(f"%r#{i}" for i in range(len(outputs)))
    return f"""
        func.func @{name.replace(".", "_")}({arguments}) -> ({", ".join(outputs)}) {{
          %r:{len(outputs)} = "{name}"({operands}) {{{ATTRIBUTES.get(name, "")}}}
              : ({", ".join(inputs)}) -> ({", ".join(outputs)})
          return {results} : {", ".join(outputs)}
        }}"""


def create_linalg(name, signature, attributes):
    inputs, output = (text.split() for text in signature.split("->"))
    types = [t if t in ("f32", "f64", "i32") else f"tensor<{t}>" for t in inputs]
    out = f"tensor<{output[0]}>"
    arguments = "".join(f"%a{i}: {t}, " for i, t in enumerate(types))
    operands = ", ".join(f"%a{i}" for i in range(len(types)))
    return f"""
        func.func @linalg_{name}({arguments}%o: {out}) -> {out} {{
          %r = linalg.{name} {attributes} ins({operands} : {", ".join(types)})
              outs(%o : {out}) -> {out}
          return %r : {out}
        }}"""


def compile_program(program):
    command = ["split-compile", "-", "--emit=llvm", "-o", "/dev/null"]
    done = subprocess.run(command, input=program, text=True)
    print("exit", done.returncode)


def main():
    source = Path(sys.argv[1]).read_text()
    lists = re.findall(r"\bk(?:Supported|Unsupported)\b\S* = \{(.*?)\}", source, re.S)
    quoted = [re.findall(r'"([a-z_0-9.]+)"', names) for names in lists]
    dialects = set(quoted[0]) - {"builtin", "llvm", "split", "split_mpi"}
    unsupported = {name for name in quoted[1] if name.split(".")[0] in dialects}
    programs = [
        "".join(
            create_simple(name, types) for types, names in SIMPLE.items() for name in names.split()
        ),
        "".join(
            create_linalg(name, types, attributes)
            for names, types, attributes in LINALG
            for name in names.split()
        ),
        (Path(__file__).parent / "supported-ops.mlir").read_text(),
    ]
    for program in programs:
        compile_program(program)
    # The programs have these in another form.
    implicit = {"func.return", "vector.yield"}
    used = {".".join(name) for name in re.findall(r"\b([a-z_]+)\.([a-z_0-9.]+)", "".join(programs))}
    known = set()
    for header in Path(sys.argv[2]).glob("mlir/Dialect/**/*.h.inc"):
        names = re.findall(r'StringLiteral\("([a-z_0-9]+\.[a-z_0-9.]+)"\)', header.read_text())
        known.update(name for name in names if name.split(".")[0] in dialects)
    print(len(known), "ops,", len(known - unsupported), "of them supported")
    print("neither compiled nor in the list:", *sorted(known - used - unsupported - implicit))
    print("both compiled and in the list:", *sorted(used & unsupported))
    print("in the list, but not in MLIR:", *sorted(unsupported - known))


main()
