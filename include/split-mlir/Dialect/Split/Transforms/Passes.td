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
  let summary = "Generate checks of the rules that verifiers leave open";
  let description = [{
    Inserts before each split op a `split.assert` for every rule that attributes
    and types leave open, and none for rules that certainly hold:

    - R1: `data` has a rank of at least 1, and the axis is in range and not an
      axis of quantization of `data`'s type;
    - R2: `split`: the number of pieces divides the size along the axis;
    - R3: each run-time length is a size, or, in a tensor, -1 for at most one of
      them;
    - R4: the lengths sum to the size along the axis, or, if one is -1, to at
      most that size; a sum that overflows 64 bits fails;
    - R6: data and pieces have every rank and size that a result type states
      beyond what inference derives;
    - R7: the destinations of a `split.copy` have the sizes that are written.

    A `split.variadic_split` with a tensor of lengths then uses a list of the
    values that were checked, so that no later pass can separate the two.

    Run this pass first in a pipeline: refinement, folds and lowerings assume
    the rules, so without the checks the behaviour of a program that breaks a
    rule is undefined. Upstream's `generate-runtime-verification` generates the
    same checks as `cf.assert` ops, whose messages cannot carry values.

    ```mlir
    %0:2 = split.split %x axis(0) into 2
        : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    ```

    becomes

    ```mlir
    %dim = tensor.dim %x, %c0 : tensor<?xf32>
    %rest = arith.remui %dim, %c2 : index
    %ok = arith.cmpi eq, %rest, %c0 : index
    split.assert %ok,
        "dimension 0 of size {} is not divisible by num_splits 2"(%dim)
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

def SplitHoistChecksPass : Pass<"split-hoist-checks"> {
  let summary = "Hoist checks that all iterations share out of parallel loops";
  let description = [{
    Moves each `split.assert` whose operands do not depend on the iteration out
    of `scf.forall` and `scf.parallel`, with the ops that compute them, so that
    the host checks once what each block or thread of a kernel would check. A
    loop without iterations checks nothing, as before. The order of checks does
    not change: a check stays if it is behind another one that stays, behind an
    op with effects, or in a region of another op.

    ```mlir
    scf.forall (%i) in (%n) {
      split.assert %ok, "length {} is negative"(%length)
    }
    ```

    becomes

    ```mlir
    %c0 = arith.constant 0 : index
    %hasIterations = arith.cmpi sgt, %n, %c0 : index
    scf.if %hasIterations {
      split.assert %ok, "length {} is negative"(%length)
    }
    scf.forall (%i) in (%n) {
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numChecks", "checks", "Number of checks moved">
  ];
}

def SplitInferShapesPass : Pass<"split-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Refine tensor types around split ops";
  let description = [{
    Propagates ranks and static sizes through split ops, `tensor.cast` and the
    signatures of private functions.

    Forward, results of a split get their inferred types, and users of a cast
    get the type of its source. With run-time lengths, a single piece of unknown
    size is the rest of a known size (V3, V6). Backward, a split determines the
    type of its data: constant lengths or sizes of pieces determine the size
    along the axis (V4), and the ranks and sizes of results those of data (C5,
    R6). This holds only after the split has run, so only uses that the split
    dominates are refined, and only if one of them or a result becomes more
    precise.

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

    Split ops, `tensor.cast`, `tensor.dim` and `tensor.rank` use the refined
    types; a cast keeps the old type for other users. If all uses of a private
    function with a body are calls, its arguments get the type that all calls
    agree on, and its results the type that all returns agree on. Other
    signatures do not change. An op whose refined types would break a rule stays
    as it is: the program fails at run time.

    Run `split-generate-runtime-checks` first. This pass assumes that pieces
    have the sizes that result types state. After refinement,
    `split-generate-runtime-checks` would generate no checks of these sizes.

    A plain `canonicalize` after this pass miscompiles loops that change the
    size of a tensor that they carry: if such a loop starts from a cast, which
    this pass inserts, upstream's `ForOpTensorCastFolder` assumes that the
    tensor keeps its initial size. Disable that pattern with `disable-patterns`,
    or run `split-canonicalize` of the component Native instead.
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
