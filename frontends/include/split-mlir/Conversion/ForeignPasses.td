//===- ForeignPasses.td - Conversions of foreign dialects --*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_FOREIGNPASSES_TD
#define SPLIT_MLIR_CONVERSION_FOREIGNPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSplitToTosaPass : Pass<"convert-split-to-tosa"> {
  let summary = "Convert split ops to slices of TOSA";
  let description = [{
    Each piece becomes a `tosa.slice` whose start and size are
    `tosa.const_shape` ops. A `tensor.cast` follows if the type of the piece is
    less precise.

    The pass fails if the axis, the lengths or the shape of the data are not
    static, or if TOSA lacks the type of a piece: TOSA has no tensors without
    elements.

    ```mlir
    %a, %b = split.variadic_split %x axis(0) lengths [2, 4]
        : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
    ```

    becomes

    ```mlir
    %0 = tosa.const_shape {values = dense<0> : tensor<1xindex>}
        : () -> !tosa.shape<1>
    %1 = tosa.const_shape {values = dense<2> : tensor<1xindex>}
        : () -> !tosa.shape<1>
    %a = tosa.slice %x, %0, %1
        : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
    // and in the same way for %b
    ```
  }];
  let statistics = [
    Statistic<"numSplits", "splits", "Number of split ops converted">
  ];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect",
    "::mlir::tosa::TosaDialect"
  ];
}

def ConvertSplitToStableHLOPass : Pass<"convert-split-to-stablehlo"> {
  let summary = "Convert split ops to slices of StableHLO in generic form";
  let description = [{
    Each piece becomes a `stablehlo.slice` in generic form. Its dialect is not
    linked, so `split-opt` needs `--allow-unregistered-dialect`. A `tensor.cast`
    follows if the type of the piece is less precise.

    The pass fails if the axis, the lengths or the shape of the data are not
    static.

    ```mlir
    %a, %b = split.variadic_split %x axis(0) lengths [2, 4]
        : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
    ```

    becomes

    ```mlir
    %a = "stablehlo.slice"(%x) {limit_indices = array<i64: 2>,
        start_indices = array<i64: 0>, strides = array<i64: 1>}
        : (tensor<6xf32>) -> tensor<2xf32>
    %b = "stablehlo.slice"(%x) {limit_indices = array<i64: 6>,
        start_indices = array<i64: 2>, strides = array<i64: 1>}
        : (tensor<6xf32>) -> tensor<4xf32>
    ```
  }];
  let statistics = [
    Statistic<"numSplits", "splits", "Number of split ops converted">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def SplitRaiseSlicesPass : Pass<"split-raise-slices"> {
  let summary = "Raise slices that cover a tensor to split ops";
  let description = [{
    Slices of one block that together cover a tensor along one axis become one
    `split.split` if they have equal sizes, otherwise one
    `split.variadic_split`. The pass reads `tensor.extract_slice` and
    `tosa.slice`, and `stablehlo.slice` and `stablehlo.dynamic_slice` in generic
    form, because that dialect is not linked. Such slices

    - have the same source, its encoding, strides of 1, and the full size of
      every dimension but one;
    - follow each other along that axis from 0 to the end without gap or
      overlap, in any order in the block.

    The pass derives sizes and offsets through `affine.apply`; through
    additions, subtractions and multiplications by a constant of `arith`, on
    index values and on i64 values that are cast to index; through `tensor.dim`;
    and through the bounds of tensor sizes from `ValueBoundsOpInterface`. Any
    other value equals only itself, so run `cse` before this pass. Slices of `d
    floordiv n` elements need not cover `d`, so the pass does not raise a
    lowered `split.split` of a dynamic size.

    Starts and sizes of `tosa.slice` and starts of `stablehlo.dynamic_slice`
    must be constants. The pass clamps the latter as the op does at run time. A
    remark counts slices of TOSA and StableHLO that stay, with the reasons.

    Equal slices become one result. Several splits may cover one tensor, along
    one axis or several; each slice becomes a result of only one of them. The
    pass does not change empty slices, slices of a whole tensor, and slices that
    together cover a tensor only in part.

    The split is inserted before the last of the slices, or before the first use
    of one if that is earlier. A single dynamic length becomes -1. Several
    dynamic lengths become `index` values among the static ones; all but one of
    them must be computed before the split. A `tensor.cast` follows if a slice
    type states other sizes, and a rank-reducing slice if it has fewer
    dimensions.

    Slices are assumed to be in bounds, so the run-time checks of the split fail
    only if a slice is out of bounds. The split may fail earlier than the slice,
    so slices that are not certainly in bounds are not raised if an op with
    memory effects, such as a call or a check, is between the split and the last
    slice. Run passes that hoist slices out of loops and branches after this
    pass.

    ```mlir
    %a = tensor.extract_slice %x[0, 0] [%d, 2] [1, 1]
        : tensor<?x6xf32> to tensor<?x2xf32>
    %b = tensor.extract_slice %x[0, 2] [%d, 4] [1, 1]
        : tensor<?x6xf32> to tensor<?x4xf32>
    ```

    becomes

    ```mlir
    %0:2 = split.variadic_split %x axis(1) lengths [2, 4]
        : tensor<?x6xf32> -> tensor<?x2xf32>, tensor<?x4xf32>
    ```
  }];
  let statistics = [
    Statistic<"numSplits", "splits", "Number of split ops created">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertForeignSplitPass : Pass<"convert-foreign-split"> {
  let summary =
      "Convert split ops of onnx-mlir, TensorFlow, TFLite and torch-mlir";
  let description = [{
    Converts `onnx.Split`, `onnx.SplitV13`, `onnx.SplitV11`, `tf.Split`,
    `tf.SplitV`, `tfl.split`, `tfl.split_v`, the splits of torch-mlir
    (`torch.aten.split.Tensor`, `split.sizes`, `split_with_sizes`, `chunk`,
    `unbind.int`, `tensor_split.sections`, `tensor_split.indices`) and
    `torch.operator "onnx.Split"` to `split.split` and `split.variadic_split`,
    in all regions and nested modules.
    Their dialects are not linked. The pass reads the generic form, which
    `--allow-unregistered-dialect` parses, and interprets each op by its own
    definition (frontends/docs/Frontends.md has the tables).

    Splits of torch-mlir return lists. The pass also replaces the ops that take
    these apart: `torch.prim.ListUnpack`, and `torch.aten.__getitem__.t` with a
    constant index. The tensor types are opaque: `torch_c.to_builtin_tensor`
    converts the operand to a builtin tensor, and `torch_c.from_builtin_tensor`
    converts pieces back, except where the operand or a use of a piece already
    is such a cast.

    A constant axis and constant lengths become attributes. Others stay
    operands, and run-time checks cover what a foreign type leaves open. Results
    keep their types, so users do not change. A type that contradicts the
    inferred type is an error; a type that is more precise is checked at run
    time (R6).

    The pass erases `onnx.Constant`, `onnx.NoValue`, `tf.Const` and
    `tfl.pseudo_const` ops that only defined an axis or lengths, because MLIR
    never treats an op of an unknown dialect as dead. All other ops stay
    unchanged. An op that violates its definition is an error, and the pass
    fails. A remark counts, with reasons, the splits of torch-mlir that stay
    because of their form, for example indices that are not constant, and ops of
    unregistered dialects whose names contain `split`, `chunk` or `unbind`.

    ```mlir
    %axis = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %0:2 = "tf.Split"(%axis, %x) {device = ""}
        : (tensor<i32>, tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<*xf32>)
    ```

    becomes

    ```mlir
    %0:2 = split.split %x axis(-1) into 2
        : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<*xf32>
    ```
  }];
  let options = [
    Option<"onnxStrict", "onnx-strict", "bool", /*default=*/"false",
           "Turn the warnings of O4 and O7 into errors">
  ];
  let statistics = [
    Statistic<"numOps", "ops", "Number of foreign ops converted">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SPLIT_MLIR_CONVERSION_FOREIGNPASSES_TD
