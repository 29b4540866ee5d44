//===- ElementwisePasses.td - Passes on elementwise ops ----*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_ELEMENTWISEPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_ELEMENTWISEPASSES_TD

include "split-mlir/Transforms/PassDialects.td"

def SplitFuseElementwisePass : Pass<"split-fuse-elementwise"> {
  let summary = "Fuse elementwise linalg ops on tensors";
  let description = [{
    An elementwise op is a `linalg.generic` on tensors, or a named op such as
    `linalg.add`, whose loops are all parallel and whose body consists of pure
    ops of arith and math. Operands may be broadcast: they may lack dimensions,
    or have the size 1.

    A reduction of rows is like an elementwise op, but its last loop is a
    reduction: it combines the elements of each row by one op, for example
    `arith.addf`. It may have elementwise results as well. `linalg.reduce` along
    the last dimension becomes a reduction of rows.

    The pass fuses an elementwise op or a reduction of rows with the elementwise
    ops in its block that produce its operands, unless the operand is broadcast.
    Intermediate values with other users become additional results of the fused
    op. These users must come after the op, so that no value is computed twice.
    A fused op has at most 12 inputs.

    Inputs whose elements are all equal become scalars. If the init of a result
    is a piece, an argument or a result of a fused op, a new tensor replaces it,
    because bufferization would otherwise insert a copy.

    ```mlir
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%x : tensor<4xf32>)
        -> tensor<4xf32>
    %1 = linalg.mul ins(%0, %b : tensor<4xf32>, tensor<4xf32>)
        outs(%y : tensor<4xf32>) -> tensor<4xf32>
    ```

    becomes

    ```mlir
    %1 = linalg.generic {...} ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
        outs(%y : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = math.exp %in : f32
      %3 = arith.mulf %2, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4xf32>
    ```
  }];
  let statistics = [
    Statistic<"numFused", "fused", "Number of ops fused into others">
  ];
  let dependentDialects = [Arith, Linalg, Tensor];
}

def SplitVectorizeElementwisePass
    : Pass<"split-vectorize-elementwise", "::mlir::ModuleOp"> {
  let summary =
      "Convert elementwise linalg ops and row reductions to loops over vectors";
  let description = [{
    `split-fuse-elementwise` defines elementwise ops and reductions of rows.
    This pass converts those on memrefs of rank 1 and above with a contiguous
    innermost dimension and with elements of type f16, bf16, f32, f64 or integer
    of 8 to 64 bits. Outer dimensions may have any strides, so pieces are read
    in place. An `arith.select` may choose 0 or 1 as the innermost stride of an
    input; with 0, the input is broadcast. An elementwise op with such inputs
    becomes two versions of loops: one loop over all elements, for inputs that
    are not broadcast and operands that are contiguous, and a nest for the other
    cases. Other ops are left to `convert-linalg-to-loops`.

    A reduction of rows, together with the ops before and after it that compute
    row by row, becomes one loop over the rows. So each row is still in the
    caches when the next op reads it. A memref that only these ops access is
    replaced by a buffer with one row for each thread, or by scalars. If one of
    the ops writes a memref, no other may access it at a different row. Only
    allocations, deallocations and ops without side effects may be between the
    ops. Arguments of a public function must not overlap if the function writes
    to one of them.

    Lanes of vectors combine the elements of a row in an order that depends only
    on the length of the row, `vector-bytes` and the architecture of the target,
    not on the processor or the number of threads. `linalg` does not define the
    order of reductions. The rounding errors of sums of floats differ from those
    of sums in index order. `arith.maximumf` and `arith.minimumf` return NaN if
    an element is NaN.

    If the only use of a result is a copy to a part of another memref, as
    bufferization creates for `tensor.concat`, the op writes to that part.

    Dimensions that are contiguous in all operands of an elementwise op without
    such a reduction are collapsed. Each iteration of the innermost loop
    computes a vector of `vector-bytes` bytes of the result. The rest is a
    shorter vector, or a masked one if the size is dynamic. Each outer dimension
    becomes a loop. The loops never access memory outside the operands.

    Operands may overlap a result only element by element, because the loops of
    the op are parallel. One-shot bufferization creates no other overlaps.

    If the operands together have at least `nontemporal-threshold` bytes, which
    is compared at run time if sizes are dynamic, results are written by
    non-temporal stores of whole lines of 64 bytes, except at the ends of rows.
    If two or more inputs have rows, they are prefetched `prefetch-distance`
    bytes ahead, rounded up to whole rows, unless the distance is 0. If it is
    known only at run time, it counts as 2048.

    Several results must have one element size and the same distance from
    aligned addresses, otherwise stores are ordinary. Values that `machine` does
    not state come from the target spec of the module
    (`dlti.target_system_spec`, see `resolveMachine` in
    `split-mlir/Machine/MachineModel.h`). If neither states the
    threshold, `machine=runtime` makes the code get it from `split_mlir_machine`
    of the runtime library, and stores are ordinary if the operands together
    have less than 256 KiB. With `machine=host`, the threshold is the one that
    the function returns in the process that compiles.

    If `threads` is 2 or more, ops whose operands together have at least
    `parallel-loop-threshold` bytes become an `scf.parallel` with `threads`
    iterations. Each iteration computes a part of the rows, or of the only
    dimension. A reduction of all elements is computed by one thread.

    ```mlir
    linalg.generic {...} ins(%a, %b : memref<8x64xf32, strided<[128, 1]>>, ...)
        outs(%r : memref<8x64xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %0 = arith.mulf %in, %in_0 : f32
      linalg.yield %0 : f32
    }
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c64 step %c16 {
        %0 = vector.load %a[%i, %j] : ...
        %1 = vector.load %b[%i, %j] : ...
        %2 = arith.mulf %0, %1 : vector<16xf32>
        vector.store %2, %r[%i, %j] : memref<8x64xf32>, vector<16xf32>
      }
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"",
           "Words that describe the machine: constant, host or runtime, "
           "store-fence=NAME, and values for options of split-to-llvm">,
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that share the work on large operands">,
    Option<"orderedReductions", "ordered-reductions", "bool",
           /*default=*/"false",
           "Leave sums and products of the floats of rows to loops, which "
           "compute them in order">
  ];
  let statistics = [
    Statistic<"numVectorized", "vectorized", "Number of ops vectorized">
  ];
  let dependentDialects = [Arith, LLVM, MemRef, SCF, Vector];
}

def SplitExpandVectorMathPass : Pass<"split-expand-vector-math"> {
  let summary = "Expand exp, tanh, log and erf of vectors to polynomials";
  let description = [{
    Upstream's lowerings to libm call a function for each element of a vector.
    This pass expands `math.exp`, `math.tanh`, `math.log` and `math.erf` on
    vectors of f32 to vector arithmetic. It converts vectors of f16 and bf16 to
    f32 for these ops. Results differ from the exact ones by at most 2 units in
    the last place, also for infinities, NaN, zeros of both signs and denormal
    numbers. Other ops, other element types and scalars are not changed.

    Products and sums have the flag `contract`, so processors with fused
    multiply-add may compute results that differ in the last place from those of
    other processors.
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops expanded">
  ];
  let dependentDialects = [Arith, Math];
}

#endif // SPLIT_MLIR_TRANSFORMS_ELEMENTWISEPASSES_TD
