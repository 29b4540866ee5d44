//===- UpstreamGapPasses.td - Passes for gaps in upstream --*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_UPSTREAMGAPPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_UPSTREAMGAPPASSES_TD

include "mlir/Pass/PassBase.td"

def SplitBranchLoopsToSCFPass : Pass<"split-branch-loops-to-scf"> {
  let summary = "Convert loops of branches to scf.while";
  let description = [{
    Upstream's deallocation rejects loops of branches, and one-shot
    bufferization crashes on some tensors that such a loop carries. This pass
    lifts regions with loops to structured control flow, by upstream's
    transformation of `lift-cf-to-scf`, irreducible loops included. Regions
    without loops are not changed. If a path defines no value for a tensor that
    the lifted loop carries, the pass creates an empty tensor there.

    ```mlir
      cf.br ^head(%x : tensor<?xf32>)
    ^head(%y: tensor<?xf32>):
      %go = "test"(%y) : (tensor<?xf32>) -> i1
      cf.cond_br %go, ^body, ^done
    ^body:
      %z = "next"(%y) : (tensor<?xf32>) -> tensor<?xf32>
      cf.br ^head(%z : tensor<?xf32>)
    ^done:
      return %y : tensor<?xf32>
    ```

    becomes

    ```mlir
    %e = tensor.empty(%c0) : tensor<?xf32>
    %r:2 = scf.while (%y = %x, %last = %e) : ... {
      %go = "test"(%y) : (tensor<?xf32>) -> i1
      %next = scf.if %go -> (tensor<?xf32>) {
        %z = "next"(%y) : (tensor<?xf32>) -> tensor<?xf32>
        scf.yield %z : tensor<?xf32>
      } else {
        scf.yield %e : tensor<?xf32>
      }
      scf.condition(%go) %next, %y : tensor<?xf32>, tensor<?xf32>
    } do {
      ...
    }
    return %r#1 : tensor<?xf32>
    ```
  }];
  let statistics = [
    Statistic<"numRegions", "regions", "Number of regions lifted">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::ub::UBDialect"
  ];
}

def SplitCheckOperandSizesPass : Pass<"split-check-operand-sizes"> {
  let summary = "Check sizes and indices that tensor and linalg ops rely on";
  let description = [{
    Operands of a `linalg` op or of an elementwise op on tensors must agree on
    the size of each loop. Verifiers compare static sizes only. Code for
    operands that disagree at run time would access memory out of bounds. This
    pass inserts a `split.assert` before the op for each pair of sizes that may
    differ:

    ```mlir
    %0 = arith.addf %x, %y : tensor<?xf32>
    ```

    becomes

    ```mlir
    %dim = tensor.dim %y, %c0 : tensor<?xf32>
    %dim_0 = tensor.dim %x, %c0 : tensor<?xf32>
    %ok = arith.cmpi eq, %dim, %dim_0 : index
    split.assert %ok, "operand 1 has size {} along dimension 0, expected {}, "
                      "the size of operand 0 along dimension 0"(%dim, %dim_0)
    %0 = arith.addf %x, %y : tensor<?xf32>
    ```

    An operand that is read at a sum of loop indices with positive factors, such
    as the input of a convolution, must be long enough, unless a loop is empty.
    Operands with other indexing maps are not checked.

    Upstream also leaves ops of the `tensor` dialect undefined where an index, a
    slice or a shape does not fit. The pass checks

    - that the index of `tensor.dim` and `memref.dim` is below the rank;
    - that the indices of `tensor.extract` and `tensor.insert` are in bounds;
    - that the slices of `tensor.extract_slice` and `tensor.insert_slice` are in
      bounds unless they are empty, and that what is inserted has the size of
      its slice;
    - that `tensor.reshape` and `tensor.expand_shape` keep the number of
      elements, unless the source or the number of sizes is of unknown rank;
    - that the padding of `tensor.pad` is not negative;
    - that operands of `tensor.concat` agree on the other dimensions;
    - that results of `tensor.cast`, `tensor.concat` and `tensor.reshape` have
      the rank and the sizes that their types state.

    It inserts no check into the body of a `linalg` op, a `tensor.generate` or a
    `tensor.pad`, which would execute for each element, and none for the counter
    of a loop over the dimension that it indexes.

    The pass follows each size to its origin, through casts, slices, splits and
    inits. It inserts no check where both origins are the same, or where an
    earlier check compares them.

    Run this pass before `canonicalize`, which turns sizes that do not fit into
    casts between types that do not fit.
  }];
  let statistics = [
    Statistic<"numChecks", "checks", "Number of run-time checks generated">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitElementwiseToLinalgPass
    : Pass<"split-elementwise-to-linalg"> {
  let summary = "Convert elementwise ops on tensors to linalg.generic";
  let description = [{
    Elementwise ops of arith and math on tensors cannot be bufferized. Unlike
    upstream's `convert-elementwise-to-linalg`, this pass does not convert an
    `arith.select` between tensors by a scalar condition, whose operands may
    have different sizes. Canonicalization creates such ops from an `scf.if`
    that yields one piece or another. They can be bufferized.
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of elementwise ops lowered">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitFoldUnitDimsIntoSlicesPass
    : Pass<"split-fold-unit-dims-into-slices"> {
  let summary = "Let slices drop the dimensions that a reshape drops";
  let description = [{
    Bufferization makes a view of a slice of lower rank, but copies where a
    reshape joins dimensions of unknown strides, even if their sizes are 1, and
    copies what is written to a reshape of a slice. This pass applies upstream's
    patterns that fold such reshapes into slices. It undoes
    `split-keep-slice-ranks` where canonicalization has not used the full rank:

    ```mlir
    %s = tensor.extract_slice %x[0, %i] [%n, 1] [1, 1]
        : tensor<?x?xf32> to tensor<?x1xf32>
    %r = tensor.collapse_shape %s [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    ```

    becomes

    ```mlir
    %r = tensor.extract_slice %x[0, %i] [%n, 1] [1, 1]
        : tensor<?x?xf32> to tensor<?xf32>
    ```

    Do not canonicalize between this pass and bufferization, and run
    `split-keep-slice-ranks` after it.
  }];
}

def SplitKeepSliceRanksPass : Pass<"split-keep-slice-ranks"> {
  let summary = "Let slices keep the rank of their source";
  let description = [{
    A slice may drop dimensions of size 1. Upstream often drops the wrong ones:
    folds of constant sizes and the lowering of `memref.subview` guess which
    dimensions are meant where several have size 1. This pass lets each slice
    keep the rank of its source, and changes the rank by a reshape:

    ```mlir
    %r = tensor.extract_slice %x[0, 0, 1, 0] [1, %n, 1, %m] [1, 1, 1, 1]
        : tensor<1x?x2x?xf32> to tensor<1x?x?xf32>
    ```

    becomes

    ```mlir
    %s = tensor.extract_slice %x[0, 0, 1, 0] [1, %n, 1, %m] [1, 1, 1, 1]
        : tensor<1x?x2x?xf32> to tensor<1x?x1x?xf32>
    %r = tensor.collapse_shape %s [[0], [1], [2, 3]]
        : tensor<1x?x1x?xf32> into tensor<1x?x?xf32>
    ```

    The source of a `tensor.insert_slice` or `tensor.parallel_insert_slice`
    becomes a `tensor.expand_shape`, and a `memref.subview` of lower rank a
    `memref.reinterpret_cast` of a view of full rank.

    The shapes determine which dimensions are dropped: static sizes of the
    result are those of the slice, in order, and a size that is known only at
    run time is never dropped. Which of several neighbours of size 1 is meant
    makes no difference.
  }];
  let statistics = [
    Statistic<"numSlices", "slices", "Number of slices that dropped dimensions">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitIsolateBoundariesPass
    : Pass<"split-isolate-boundaries"> {
  let summary = "Keep value semantics at the boundaries of functions and loops";
  let description = [{
    If bufferization includes function boundaries, a function may write to the
    buffers of its arguments, and two of its results may be the same buffer. A
    caller that frees each result would free that buffer twice, and upstream's
    analysis of the caller does not know that the results alias. Before
    bufferization, this pass

    - marks tensor arguments of public functions as not writable, unless they
      carry a `bufferization.writable` already;
    - copies a result of a public function unless it certainly has a buffer that
      no other result has: one that an op allocates for it, or a constant or an
      argument, which deallocation clones;
    - copies a result of a private function if it may share a buffer with an
      earlier result, unless that is the buffer of an argument;
    - copies an unranked tensor that a loop starts from, unless its buffer has
      no other user: bufferization cannot copy unranked tensors itself;
    - copies a value that a loop carries to its next iteration if it may share a
      buffer with another carried value or with a value from before the loop:
      upstream's analysis expects that each carried value has its own buffer;
    - if many ops take pieces of an argument, gives each of them a tensor of the
      same buffer, which is never written: upstream's analysis takes quadratic
      time in the number of reads of a tensor.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      return %y, %y : tensor<4xf32>, tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false})
        -> (tensor<4xf32>, tensor<4xf32>) {
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      %0 = tensor.empty() : tensor<4xf32>
      %1 = linalg.copy ins(%y : tensor<4xf32>) outs(%0 : tensor<4xf32>)
      return %y, %1 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of values copied">
  ];
}

def SplitPackUnrankedBuffersPass : Pass<"split-pack-unranked-buffers"> {
  let summary = "Copy strided memrefs before casts to unranked memrefs";
  let description = [{
    The type of an unranked memref has no strides. Upstream's `memref.reshape`
    and the callers of functions that return an unranked memref expect
    contiguous elements. This pass copies memrefs that may be strided before
    such a cast. Run it after bufferization and before deallocation.

    ```mlir
    %0 = memref.cast %m : memref<4x2xf32, strided<[4, 1]>> to memref<*xf32>
    ```

    becomes

    ```mlir
    %alloc = memref.alloc() : memref<4x2xf32>
    memref.copy %m, %alloc
        : memref<4x2xf32, strided<[4, 1]>> to memref<4x2xf32>
    %0 = memref.cast %alloc : memref<4x2xf32> to memref<*xf32>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of copies inserted">
  ];
}

def SplitStridedCopyToLinalgPass : Pass<"split-strided-copy-to-linalg"> {
  let summary = "Convert copies of strided memrefs to linalg.generic";
  let description = [{
    Upstream lowers a `memref.copy` whose source or target is not contiguous to
    a call of `memrefCopy`, which copies one element at a time and has to be
    linked. As a `linalg.generic`, the copy becomes loops. Copies between
    contiguous memrefs are not changed; they become a `memcpy`.
  }];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of memref.copy ops lowered">
  ];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def SplitFreeAfterLastUsePass
    : Pass<"split-free-after-last-use", "::mlir::func::FuncOp"> {
  let summary = "Move deallocations behind the last use";
  let description = [{
    This pass runs upstream's `optimize-allocation-liveness` on functions in
    which it is valid. That pass takes each result of a call for a view of the
    buffers that are passed to the call, even if it is a number. If a function
    returns such a number, the deallocation would end up behind the return. This
    pass leaves such functions unchanged: their buffers are freed at the end.
  }];
}

def SplitSerializeParallelPass : Pass<"split-serialize-parallel"> {
  let summary = "Convert scf.parallel and scf.forall to scf.for";
  let description = [{
    Run this pass before passes that create parallel loops for threads. The
    loops of the program may contain checks that fail or allocations, which must
    happen on the thread of the caller.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def SplitSimplifyReshapesPass : Pass<"split-simplify-reshapes"> {
  let summary = "Replace reshapes that upstream cannot lower";
  let description = [{
    This pass replaces

    - a `tensor.expand_shape` of one dimension to several that are known only at
      run time by a `tensor.reshape`, because the lowering of views crashes on
      it;
    - a `tensor.reshape` to an unranked tensor by one to the rank that the shape
      operand states, and a cast, because the code of the former writes out of
      bounds;
    - the shape operand of a `tensor.reshape` by one of `index` values.

    ```mlir
    %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m]
        : tensor<?xf32> into tensor<?x?xf32>
    ```

    becomes

    ```mlir
    %shape = tensor.from_elements %n, %m : tensor<2xindex>
    %0 = tensor.reshape %x(%shape)
        : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    ```
  }];
  let statistics = [
    Statistic<"numReshapes", "reshapes", "Number of reshapes replaced">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitSkipEmptyLoopsPass : Pass<"split-skip-empty-loops"> {
  let summary = "Skip loops around a loop without iterations";
  let description = [{
    `convert-linalg-to-loops` creates a nest of loops. If an inner loop has no
    iterations, for example since rows of a tensor are empty, the outer loops
    have nothing to do, but may take forever. This pass lets the outer loop have
    no iterations then:

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        ...
      }
    }
    ```

    becomes

    ```mlir
    %empty = arith.cmpi sge, %c0, %m : index
    %upper = arith.select %empty, %c0, %n : index
    scf.for %i = %c0 to %upper step %c1 {
      ...
    }
    ```
  }];
  let statistics = [
    Statistic<"numLoops", "loops", "Number of loops that may be skipped">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def SplitInlineAllocaScopesPass : Pass<"split-inline-alloca-scopes"> {
  let summary = "Inline memref.alloca_scope without allocations";
  let description = [{
    `convert-scf-to-openmp` creates a `memref.alloca_scope` around the body of
    each loop. The scope must have one block, but the lowering of loops in it
    creates several. Upstream's canonicalization removes scopes only if they
    contain no op with unknown effects, such as calls and intrinsics. This pass
    inlines every scope that contains no `memref.alloca` and no `llvm.alloca`.
  }];
}

def SplitVerifyLoweredPass : Pass<"split-verify-lowered"> {
  let summary = "Reject ops that conversions to the LLVM dialect left";
  let description = [{
    Upstream's conversions to the LLVM dialect silently leave ops that they
    cannot convert, for example a function with an argument of tf32. This pass
    runs after them. It reports the first op that remains of a dialect that
    `split-to-llvm` converts, and the type without an LLVM equivalent if there
    is one.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SPLIT_MLIR_TRANSFORMS_UPSTREAMGAPPASSES_TD
