//===- Passes.td - Passes on split ops ---------------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_TRANSFORMS_PASSES_TD
#define SPLIT_MLIR_DIALECT_SPLIT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitGenerateRuntimeChecksPass : Pass<"split-generate-runtime-checks"> {
  let summary = "checks at run time what verifiers could not decide";
  let description = [{
    Inserts before each split op a `split.assert` for every rule that attributes
    and types leave open, and none for what is certain:

    - R1: `data` has a rank of at least 1, and the axis is in range and not a
      dimension that `data`'s type quantizes by;
    - R2: `split`: the number of pieces divides the size along the axis;
    - R3: each run-time length is a size, or -1 for at most one of them;
    - R4: the lengths sum to the size along the axis, or with -1 among them to
      no more than it; sums that overflow 64 bits do not pass;
    - R6: data and pieces have every rank and size that a result type states
      beyond what inference derives;
    - R7: the destinations of a `split.copy` have the sizes that are written.

    It belongs first in a pipeline: refinement, folds and lowerings take the rules
    for granted, so without the checks a program that breaks one is undefined.
    Upstream's `generate-runtime-verification` makes the same checks by
    `cf.assert`, whose messages cannot carry values.

    ```mlir
    %0:2 = split.split %x axis(0) into 2
        : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    ```

    becomes

    ```mlir
    %dim = tensor.dim %x, %c0 : tensor<?xf32>
    %rest = arith.remui %dim, %c2 : index
    %ok = arith.cmpi eq, %rest, %c0 : index
    split.assert %ok, "dimension 0 of size {} is not divisible by num_splits 2"(%dim)
    %0:2 = split.split %x axis(0) into 2
        : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numChecks", "checks", "Number of run-time checks generated">
  ];
}

def SplitInferShapesPass : Pass<"split-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "refines tensor types around split ops";
  let description = [{
    Replaces unknown ranks and sizes in types by what is known of them, across
    split ops, `tensor.cast` and the signatures of private functions.

    Forward, the results of a split take what inference derives, and users of a
    cast the type of its source. With run-time lengths, one piece whose size no
    type states is what the others leave of a known size (V3, V6). Backward, what a split takes for granted is
    known of its data: constant lengths or sizes of pieces tell the size along
    the axis (V4), and the ranks and sizes of results those of data (C5, R6).
    That holds where the split has run, so it is for uses that the split
    dominates, and only if one of them or a result gains by it.

    ```mlir
    %p:2 = split.variadic_split %x axis(0) lengths [3, 4]
        : tensor<?x?xf32> -> tensor<3x?xf32>, tensor<4x8xf32>
    %q = split.split %x axis(1) into 1 : tensor<?x?xf32> -> tensor<?x?xf32>
    "use"(%q) : (tensor<?x?xf32>) -> ()
    ```

    becomes

    ```mlir
    %y = tensor.cast %x : tensor<?x?xf32> to tensor<7x8xf32>
    %p:2 = split.variadic_split %y axis(0) lengths [3, 4]
        : tensor<7x8xf32> -> tensor<3x8xf32>, tensor<4x8xf32>
    %q = split.split %y axis(1) into 1 : tensor<7x8xf32> -> tensor<7x8xf32>
    %c = tensor.cast %q : tensor<7x8xf32> to tensor<?x?xf32>
    "use"(%c) : (tensor<?x?xf32>) -> ()
    ```

    Split ops, `tensor.cast`, `tensor.dim` and `tensor.rank` take the refined
    types; other users keep the old one by a cast. An argument of a private
    function with a body, of which all uses are calls, takes the type that all
    calls agree on, and a result what all returns do; other signatures stay.
    Where refined types would break a rule, the op and its types stay too: the
    program fails at run time.

    `split-generate-runtime-checks` comes first, as in every pipeline: what
    refinement takes for granted is no longer a claim afterwards, so no check
    would be generated for it.

    A plain `canonicalize` after it miscompiles loops that change the size of a
    tensor that they carry: upstream's `ForOpTensorCastFolder` takes such a tensor
    for one of the size that it starts with where it starts from a cast, which
    this pass inserts. Leave that pattern out by `disable-patterns`, as
    `split-to-llvm` does.
  }];
  let dependentDialects = [
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numValues", "refined-values",
              "Number of values whose types were refined">,
    Statistic<"numCasts", "casts", "Number of casts inserted">,
    Statistic<"numSignatures", "signatures",
              "Number of functions whose signatures were refined">
  ];
}

#endif // SPLIT_MLIR_DIALECT_SPLIT_TRANSFORMS_PASSES_TD
