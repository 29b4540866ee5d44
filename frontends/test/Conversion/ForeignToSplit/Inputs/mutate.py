"""Converts random mutations of the functions in MLIR files.

  mutate.py COUNT FILE...

Prints how many splits were refused and how many were converted, and every mutation
on which split-opt ends otherwise than with status 0, or status 1 and an error.
"""

import pathlib
import random
import re
import sys

from split_testing.tools import MARKER, start

TYPE = r"(?:!torch\.vtensor|tensor|memref|vector)<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>"
# Patterns of what is replaced by others of its kind, and unusual ones of that kind.
KINDS = [
    (rf"{TYPE}|\bnone\b", """!torch.vtensor|!torch.vtensor<*,f32>|!torch.vtensor<[],f32>
!torch.vtensor<[2,3],unk>|!torch.vtensor<[-1,?],f32>|!torch.vtensor<[2,],f32>|!torch.vtensor<[2],>
!torch.vtensor<[9223372036854775808],f32>|!torch.vtensor<[2],f32,#a.b>|!torch.tensor<[2],f32>
!torch.vtensor<[0,?],si64>|!torch.int|!torch.vtensor<[2],tensor<f32>>|!tosa.shape<2>|none|index|i32|memref<4xf32>|memref<*xf32>|vector<4xf32>
tensor<*xi1>|tensor<0xi64>|tensor<?x?xi64>|tensor<*xi128>|tensor<4xvector<2xf32>>|!a.b
tensor<2x4xf32, "e">|tensor<2x4x!quant.uniform<i8:f32:1, {1.0, 2.0, 1.0, 1.0}>>|tuple<>
tensor<9223372036854775807xf32>|tensor<4294967296x4294967296xi8>|tensor<1xui64>|i1|() -> ()
tensor<f32>|tensor<?xf32>|tensor<*xf32>|tensor<?xi64>|tensor<1xi32>|tensor<i32>|tensor<2xi32>"""),
    (rf"(?<= = )(?:dense<[^>]*> : {TYPE}|\[[^\]]*\]|array<[^>]*>|-?[\d.]+ : \w+)|\btrue\b|\bvalue\b",
     """9223372036854775807 : si64|-9223372036854775808 : si64|18446744073709551615 : ui64
-1 : si64|0 : i32|0 : index|1.0 : f32|3 : i128|"s"|[]|[1, "s"]|[0]|[-1, -1]|[1 : i128]|unit
[9223372036854775807, 9223372036854775807]|array<i64: 1, 2>|array<i64: -1>
array<i64: 9223372036854775807, -9223372036854775808>|array<i64>|array<i32: 1>|"onnx.Split"|@f|{a = 1}|f32|false|#a.b
dense<> : tensor<0xi32>|dense<> : tensor<0xi64>|dense<[[1, 2]]> : tensor<1x2xi64>
dense<1> : tensor<99999999999xi32>|dense<1> : tensor<99999999999xi64>|dense<2> : tensor<2xui8>
dense<1> : tensor<i128>|dense<true> : tensor<2xi1>|dense<0.5> : tensor<2xf32>|dense<3> : tensor<i8>
dense<"a"> : tensor<2x!a.b>|dense<(1, 2)> : tensor<2xcomplex<i32>>|dense<-1> : tensor<2xi32>
dense_resource<x> : tensor<2xi64>|sparse<0, 1> : tensor<2xi64>|affine_map<() -> ()>"""),
    (r"\b(?!value\b)\w+(?= = )", """axis|split|num_outputs|num_split|num_splits|value_int
value_ints|value|name|start_indices|limit_indices|strides|slice_sizes|static_axis|num_pieces"""),
    (r'"[a-z_]+\.[\w.]+"(?=\()', """"onnx.Split"|"onnx.SplitV11"|"tf.Split"|"tf.SplitV"|"tfl.split"
"tfl.split_v"|"torch.aten.chunk"|"torch.aten.unbind.int"|"torch.aten.split.Tensor"
"torch.aten.split_with_sizes"|"torch.prim.ListUnpack"|"torch.operator"|"stablehlo.slice"
"stablehlo.dynamic_slice"|"stablehlo.constant"|"torch_c.to_builtin_tensor"|"onnx.Constant"|"onnx.NoValue"|"tf.Const"|"split.split"|"tensor.cast"|"a.b"
"split.variadic_split"|"func.return"|"arith.constant"|"builtin.unrealized_conversion_cast\""""),
    (r"%\w+(?:#\d+)?", "%x|%axis|%none|%l|%lengths|%0#0|%0#1|%0"),
    (r"[<]?\{|\}[>]?", "{|}|<{|}>|({ ^bb0: })|({}) {|[^bb1] {"),
]
KINDS = [(re.compile(pattern), nasty.replace("\n", "|").split("|")) for pattern, nasty in KINDS]


def read_functions(file):
    functions = re.findall(r"^ *func\.func .*?\n *\}\n", file.read_text(), re.S | re.M)
    return [re.sub(r" *//.*\n", "", source) for source in functions]


def mutate(rng, source, common):
    for _ in range(rng.randint(1, 3)):
        number = rng.randrange(len(KINDS))
        pattern, nasty = KINDS[number]
        # The names of functions and parameters do not matter.
        found = list(pattern.finditer(source, source.index("\n")))
        if not found:
            continue
        old, new = rng.choice(found), rng.choice(rng.choice([nasty, common[number]]))
        if number == 0 and rng.random() < 0.8:
            # Change a type everywhere, because a value has one type.
            source = source.replace(old[0], new)
        else:
            source = source[:old.start()] + new + source[old.end():]
    return source


def convert(sources):
    """Whether split-opt ended well, and the finished process."""
    ran = start("split-opt", "--allow-unregistered-dialect", "--convert-foreign-split",
                "--split-raise-slices", "--split-input-file", "-", input=MARKER.join(sources))
    is_fine = ran.returncode == 0 or (ran.returncode == 1 and "error: " in ran.stderr)
    return is_fine and "runtime error: " not in ran.stderr, ran


def main():
    count = int(sys.argv[1])
    rng = random.Random(count)
    sources = [f for file in sys.argv[2:] for f in read_functions(pathlib.Path(file))]
    common = [[t for s in sources for t in pattern.findall(s)] for pattern, _ in KINDS]
    mutants = [mutate(rng, rng.choice(sources), common) for _ in range(count)]
    refused = converted = bad = 0
    for begin in range(0, count, 100):
        batch = mutants[begin:begin + 100]
        is_fine, ran = convert(batch)
        refused += len(re.findall(r"error: '(?:onnx|tf|tfl|torch)\.", ran.stderr))
        converted += len(re.findall(r"\bsplit\.(?:variadic_)?split\b", ran.stdout))
        for mutant in batch if not is_fine else ():
            is_fine, ran = convert([mutant])
            if not is_fine:
                bad += 1
                print(f"exit status {ran.returncode}\n{mutant}\n{ran.stderr[-3000:]}")
    print(f"{count} mutants: {refused} splits refused, {converted} converted, "
          f"{bad} bad ends")
    return bool(bad)


sys.exit(main())
