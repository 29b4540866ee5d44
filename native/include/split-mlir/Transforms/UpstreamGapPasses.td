//===- UpstreamGapPasses.td - Passes for gaps in upstream --*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_UPSTREAMGAPPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_UPSTREAMGAPPASSES_TD

include "split-mlir/Transforms/PassDialects.td"

def SplitAvoidFoldsPass : Pass<"split-avoid-folds"> {
  let summary = "Rewrite ops that upstream folds to other values";
  let description = [{
    Upstream's conversions and greedy rewrites fold the ops that they visit.
    This pass rewrites the ops whose folds change values, so that they cannot
    apply: sums and differences of complex numbers become arithmetic of their
    parts, complex constants and the operands of `complex.exp` and `complex.log`
    are created from their parts, `index.ceildivs` becomes `arith.ceildivsi`,
    and zeros that `tosa.add`, `tosa.mul` and `tosa.sub` read become a
    `linalg.fill`. It also folds `math.atan2` of constants as C's Annex F
    defines it.

    The implicit bodies of named `linalg` ops do not change.
  }];
  let dependentDialects = [Arith, Complex, Linalg, Math, Tensor];
}

def SplitCanonicalizePass : Pass<"split-canonicalize"> {
  let summary =
      "Canonicalize by folds and patterns that are known to be correct";
  let description = [{
    Some of upstream's folds and canonicalization patterns change values. This
    pass applies only a list of them: those that the programs in this repository
    use and its tests cover, and all of the split dialects. So a later version
    of upstream adds none silently.

    ```mlir
    %0 = arith.index_cast %n : index to i8
    %1 = arith.index_cast %0 : i8 to index
    %c1_i64 = arith.constant 1 : i64
    %p:2 = split.split %x axis(%c1_i64 : i64) into 2 : tensor<4x6xf32>
        -> tensor<4x3xf32>, tensor<4x3xf32>
    ```

    becomes

    ```mlir
    %0 = arith.index_cast %n : index to i8
    %1 = arith.index_cast %0 : i8 to index
    %p:2 = split.split %x axis(1) into 2 : tensor<4x6xf32>
        -> tensor<4x3xf32>, tensor<4x3xf32>
    ```

    whereas `canonicalize` also replaces `%1` by `%n`, which is another value if
    `%n` does not fit in 8 bits.

    The pass also replaces slices, concatenations and reshapes by `tensor.empty`
    if types state that the result has no elements, as
    `split-simplify-reshapes` does. It removes what follows a `split.assert` of
    false in its block, and replaces paddings of negative width, slices at
    negative offsets and concatenations of more than 2^63 - 1 elements where
    constants state them: other passes would turn them into invalid ops. An
    `affine.apply` of more than 8 operands becomes ops of arith unless an op of
    affine uses it.
  }];
  let options = [
    Option<"mergeBlocks", "merge-blocks", "bool", /*default=*/"true",
           "Merge equal blocks">
  ];
  let dependentDialects = [Affine, Arith, Tensor];
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

    An operand that is accessed at another index than that of a loop, such as
    the input of a convolution, must contain all indices, unless a loop is
    empty. Verifiers look at the first and the last iteration only. If the
    dividend ranges over several multiples of the divisor, the remainder is
    assumed to take all values below the divisor.

    Upstream also leaves ops of the `tensor` dialect undefined where an index, a
    slice or a shape does not fit. The pass checks

    - that the index of `tensor.dim`, `memref.dim` and `shape.dim` is below the
      rank;
    - that the indices of `tensor.extract`, `tensor.insert` and
      `shape.get_extent` are in bounds;
    - that the slices of `tensor.extract_slice` and `tensor.insert_slice` are in
      bounds unless they are empty, and that what is inserted has the size of
      its slice;
    - that `tensor.reshape` and `tensor.expand_shape` keep the number of
      elements;
    - that the padding of `tensor.pad` is not negative;
    - that no size of the result of `tensor.collapse_shape`, `tensor.concat` or
      `tensor.pad` exceeds 2^63 - 1;
    - that the sizes of `bufferization.alloc_tensor`, `tensor.empty`,
      `tensor.generate` and `tensor.splat` are not negative;
    - that the steps of loops are positive;
    - that operands of `tensor.concat` have equal sizes along all dimensions but
      the one along which they are joined;
    - that results of `tensor.cast`, `tensor.concat`, `tensor.pad` and
      `tensor.reshape` have the rank and the sizes that their types state.

    It inserts no check for the counter of a loop over the dimension that it
    indexes, nor for an op with the attribute `split.in_bounds`, which states
    that its indices are known to be in bounds. In the body of a `linalg` op, a
    `tensor.generate` or a `tensor.pad`, checks execute for each element.

    The pass follows each size to its origin, through casts, slices, splits and
    inits. It inserts no check where both origins are the same, or where an
    earlier check compares them.

    Run this pass before `canonicalize`, which turns mismatched sizes into casts
    between incompatible types.
  }];
  let statistics = [
    Statistic<"numChecks", "checks", "Number of run-time checks generated">
  ];
  let dependentDialects = [Arith, MemRef, SCF, Split, Tensor];
}

def SplitDecomposeOpsPass : Pass<"split-decompose-ops"> {
  let summary = "Decompose ops that bufferization and LLVM do not lower";
  let description = [{
    Bufferization does not support `linalg.pack`, `linalg.unpack`, the
    `linalg.winograd` transforms and `tensor.bitcast`, and no pass lowers
    `linalg.softmax` on buffers. This pass replaces these ops by upstream's
    decompositions, `shape.assuming` by its body, and a bitcast by a
    `linalg.generic`:

    ```mlir
    %y = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
    ```

    becomes

    ```mlir
    %e = tensor.empty() : tensor<4xi32>
    %y = linalg.generic ... ins(%x : tensor<4xf32>) outs(%e : tensor<4xi32>) {
    ^bb0(%in: f32, %out: i32):
      %bits = arith.bitcast %in : f32 to i32
      linalg.yield %bits : i32
    } -> tensor<4xi32>
    ```

    An op without a decomposition is an error: one on memrefs, one with tiles of
    dynamic sizes, or one whose element type lacks the arithmetic that it needs.

    Bufferization does not support `ub.poison` of a tensor either, which becomes
    a `tensor.empty`, nor `func.constant` of a function on tensors. If such a
    constant is the callee of a `func.call_indirect`, the call becomes a
    `func.call`. An `affine.for` or `affine.if` that returns tensors is lowered
    to `scf`, with all affine ops of its function.

    Run this pass before `split-check-operand-sizes`, which checks the ops that
    it creates.
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops decomposed">
  ];
  let dependentDialects = [Affine, Arith, Linalg, Math, SCF, Tensor];
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
  let dependentDialects = [Linalg, Tensor];
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
    becomes a `tensor.expand_shape`. A `memref.subview` of lower rank becomes a
    `memref.collapse_shape` of a view of full rank, or a
    `memref.reinterpret_cast` where that would not keep the type.

    The shapes determine which dimensions are dropped: static sizes of the
    result are those of the slice, in order, and a size that is known only at
    run time is never dropped. Which of several adjacent dimensions of size 1 is
    dropped makes no difference.
  }];
  let statistics = [
    Statistic<"numSlices", "slices", "Number of slices that dropped dimensions">
  ];
  let dependentDialects = [Arith, MemRef, Tensor];
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
    - passes unranked tensors to and from loops and private functions as
      memrefs, because bufferization cannot copy unranked tensors itself. A
      value that a loop carries or a function returns is copied unless its
      buffer has no other user. The body of a public function that the module
      calls is moved to a private one;
    - copies a value that a loop carries to its next iteration if it may share a
      buffer with another carried value or with a value from before the loop:
      upstream's analysis expects that each carried value has its own buffer;
    - lets the threads of an `scf.forall` read its outputs as they were before
      the loop, unless a thread reads a slice only to replace it: upstream's
      analysis does not find that an insertion overwrites what another one
      inserts or another thread reads;
    - if many ops take pieces of an argument, gives each of them a tensor of the
      same buffer, which is never written: upstream's analysis takes quadratic
      time in the number of reads of a tensor;
    - cuts long chains of ops on one buffer, for which upstream's analysis takes
      O(n^4) time for n ops: where later ops use only one value of the buffer,
      gives them a new tensor of this buffer;
    - copies the operands and results of every 16th level of nested conditionals
      and loops: upstream's analysis takes O(2^n) time for n levels.

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
  let dependentDialects = [Bufferization, Linalg, Tensor];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of values copied">
  ];
}

def SplitPackStridedBuffersPass : Pass<"split-pack-strided-buffers"> {
  let summary = "Copy strided memrefs before casts to types without strides";
  let description = [{
    The type of an unranked memref has no strides. Upstream's `memref.reshape`
    and the callers of functions that return an unranked memref expect
    contiguous elements. The strides of a memref without a layout follow from
    its sizes; nevertheless, upstream's bufferization passes a slice with other
    strides to a function that expects such a memref, if its sizes are dynamic.
    This pass copies memrefs that may be strided before casts to both types. Run
    it after bufferization and before deallocation.

    ```mlir
    %0 = memref.cast %m : memref<4x2xf32, strided<[4, 1]>> to memref<*xf32>
    %1 = call @f(%0) : (memref<*xf32>) -> f32
    ```

    becomes

    ```mlir
    %alloc = memref.alloc() : memref<4x2xf32>
    memref.copy %m, %alloc
        : memref<4x2xf32, strided<[4, 1]>> to memref<4x2xf32>
    %0 = memref.cast %alloc : memref<4x2xf32> to memref<*xf32>
    %1 = call @f(%0) : (memref<*xf32>) -> f32
    ```
  }];
  let dependentDialects = [MemRef];
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
  let dependentDialects = [Linalg];
}

def SplitFreeAfterLastUsePass
    : Pass<"split-free-after-last-use", "::mlir::func::FuncOp"> {
  let summary = "Move deallocations after the last use";
  let description = [{
    This pass runs upstream's `optimize-allocation-liveness` on functions in
    which it is valid. That pass treats each result of a call as a view of the
    buffers that are passed to the call, even if it is a number. If a function
    returns such a number, the deallocation would end up after the return. This
    pass leaves such functions unchanged: their buffers are freed at the end.
  }];
}

def SplitLegalizeMathPass : Pass<"split-legalize-math"> {
  let summary = "Rewrite math and complex ops without an accurate lowering";
  let description = [{
    Upstream's conversions to LLVM and to calls of the math library reject some
    ops of the `math` dialect, or compute them by formulas with large errors.
    This pass converts these ops, on scalars and vectors:

    - `math.clampf`, `math.isinf` and `math.isnormal` to minima, maxima and
      comparisons;
    - `math.ipowi` to a loop over the bits of the exponent. With a negative
      exponent, the power is rounded to zero, and a power of zero is zero;
    - `math.fpowi` to `math.powf` of f64, for exponents of any width. Constant
      exponents from 1 to 4, or to 64 if the result is narrower than f64, become
      products in f64;
    - `math.expm1` to calls of the math library, where upstream would compute
      `exp(x) - 1`; `math.expm1` and `math.log1p` of more than 64 bits to ops
      that lose no digits;
    - `math.erfc` of f64 to a polynomial from 1 to 1.25, where the function of
      glibc is off by up to 5.2 units in the last place.

    It also converts ops of the `complex` dialect except for addition,
    subtraction and multiplication: to calls of the math library, or to
    arithmetic and ops of the `math` dialect. Functions of complex numbers whose
    parts have less than 64 bits use f64, because upstream does not pass a
    `complex<f32>` to the math library as C does.

    ```mlir
    %y = math.fpowi %x, %n : f32, i32
    ```

    becomes

    ```mlir
    %0 = arith.extf %x : f32 to f64
    %1 = arith.sitofp %n : i32 to f64
    %2 = math.powf %0, %1 : f64
    %y = arith.truncf %2 : f64 to f32
    ```
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops converted">
  ];
  let dependentDialects = [Arith, Complex, Func, Math, SCF, Vector];
}

def SplitSimplifyReshapesPass : Pass<"split-simplify-reshapes"> {
  let summary = "Replace reshapes and empty pieces that upstream cannot lower";
  let description = [{
    This pass replaces

    - a `tensor.expand_shape` of one dimension to several that are known only at
      run time by a `tensor.reshape`, because the lowering of views divides by
      the other sizes;
    - a `tensor.concat` with operands of size 0 along its dimension by one
      without these operands, because bufferization creates invalid views;
    - slices, concatenations, `tensor.pad`, `tensor.expand_shape` and
      `tensor.collapse_shape` whose results have no elements by `tensor.empty`,
      and a `tensor.pad` of a source without elements by `tensor.generate`, for
      the same reason;
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
  let dependentDialects = [Affine, Arith, Tensor];
}

def SplitVerifyPass : Pass<"split-verify"> {
  let summary = "Verify the IR in pipelines that run without the verifier";
  let description = [{
    Upstream's pass manager verifies all IR after each pass, or not at all. This
    pass verifies it once.
  }];
}

def SplitVerifySupportedPass : Pass<"split-verify-supported"> {
  let summary = "Reject ops and types that split-to-llvm does not lower";
  let description = [{
    Passes on tensors and conversions do not change ops that they do not know.
    Later passes then fail, at ops that the program does not contain. This pass
    runs before any other. It reports the first op without a lowering, at its
    location: an op of a dialect that `split-to-llvm` does not know, an op of a
    known dialect that it does not support, such as `tensor.gather`, or an op
    with a result or block argument, or a function with an argument or a result,
    of a type without an equivalent in the LLVM dialect, such as tf32.
  }];
  let options = [
    Option<"otherDialects", "other-dialects", "bool", /*default=*/"false",
           "Accept ops of dialects that the pipeline leaves as they are">
  ];
  let dependentDialects = [LLVM];
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
  let dependentDialects = [LLVM];
}

#endif // SPLIT_MLIR_TRANSFORMS_UPSTREAMGAPPASSES_TD
