//===- Passes.td - split ops of other compilers ------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTEND_FOREIGN_PASSES_TD
#define SPLIT_MLIR_FRONTEND_FOREIGN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertForeignSplitPass : Pass<"convert-foreign-split"> {
  let summary = "converts split ops of onnx-mlir, TensorFlow and TFLite";
  let description = [{
    Converts `onnx.Split`, `onnx.SplitV13`, `onnx.SplitV11`, `tf.Split`,
    `tf.SplitV`, `tfl.split` and `tfl.split_v` to `split.split` and
    `split.variadic_split`, in all regions and nested modules. Their dialects
    are not linked: the ops are read in the generic form, which
    `--allow-unregistered-dialect` parses, and each means what its own
    definition says (docs/Frontends.md has the table).

    An axis or lengths from a constant become attributes, others stay operands,
    with checks at run time for what a foreign type leaves open. Results keep
    their types, so that users are not touched; a type that contradicts what the
    split infers is an error, what it claims beyond that is checked at run time
    (R6).

    `onnx.Constant`, `onnx.NoValue`, `tf.Const` and `tfl.pseudo_const` that
    gave an op its axis or lengths are erased with their last use, since MLIR
    takes no op of an unknown dialect for dead. All else stays as it is. What an
    op's definition does not allow is an error at the op, and the pass fails.

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

#endif // SPLIT_MLIR_FRONTEND_FOREIGN_PASSES_TD
