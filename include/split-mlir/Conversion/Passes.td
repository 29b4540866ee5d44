//===- Passes.td - conversions of split ops to other dialects *- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_PASSES_TD
#define SPLIT_MLIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"
include "split-mlir/Conversion/HostAbi/Passes.td"

//===----------------------------------------------------------------------===//
// SplitToLinalg
//===----------------------------------------------------------------------===//

def ConvertSplitToLinalgPass : Pass<"convert-split-to-linalg"> {
  let summary = "lowers split ops to slices of tensors, and copies to linalg";
  let description = [{
    Each piece becomes a `tensor.extract_slice` of `data`, which bufferizes to a
    view; a piece that is statically empty becomes a `tensor.empty`, since
    upstream takes no empty slice at the end of a dimension. Piece i starts where
    piece i-1 ends (S3, V5). A piece has the sizes that its type states (R6);
    where the type states less than is known, a `tensor.cast` follows.

    `materialize` says which pieces are written to storage of their own, by a
    `split.copy` into `tensor.empty`, one for each run of neighbours: `none`,
    `results` (those that have to be contiguous because a function returns them,
    passes them to a call, or takes them for values of unknown rank), or `all`.

    With an axis known only at run time, offsets and sizes of the slices are
    selected for each dimension. Pieces with storage of their own, and all pieces
    of data of unknown rank, are copied in the flat form instead: data is reshaped
    to a matrix `[outer, d * inner]`, with the products of the sizes before and
    after the axis, whose rows are cut, and the pieces are reshaped back. Where a
    result states the rank of data of unknown rank, data is cast to that rank,
    unless it is itself cast from another one.

    With `keep-disjoint`, pieces that get no storage of their own stay results of
    a split where nobody else can reach the buffer of `data` any more. One-shot
    bufferization makes the same views of them, and knows that they do not
    overlap, as it does not of slices: a piece that is written while others live
    is not copied.

    Checks at run time are `split-generate-runtime-checks`' affair; an op whose
    constant operands break a rule gets a warning. Where a rule is broken, later
    folding may find slices out of bounds that upstream's verifiers refuse.

    ```mlir
    %a, %b = split.variadic_split %x axis(0) lengths [2, -1]
        : tensor<6x12xf32> -> tensor<2x12xf32>, tensor<4x12xf32>
    ```

    becomes

    ```mlir
    %a = tensor.extract_slice %x[0, 0] [2, 12] [1, 1]
        : tensor<6x12xf32> to tensor<2x12xf32>
    %b = tensor.extract_slice %x[2, 0] [4, 12] [1, 1]
        : tensor<6x12xf32> to tensor<4x12xf32>
    ```
  }];
  let options = [
    Option<"materialize", "materialize", "::mlir::split::Materialize",
           "::mlir::split::Materialize::None",
           "Which pieces get storage of their own",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::Materialize::None, "none",
                        "no piece: all are views"),
             clEnumValN(::mlir::split::Materialize::Results, "results",
                        "pieces that are returned or passed to a call"),
             clEnumValN(::mlir::split::Materialize::All, "all",
                        "every piece"))}]>,
    Option<"keepsDisjoint", "keep-disjoint", "bool", "false",
           "Leave disjoint views to one-shot bufferization">
  ];
  let statistics = [
    Statistic<"numSplits", "splits", "Number of split ops lowered">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// SplitCopyToLinalg
//===----------------------------------------------------------------------===//

def ConvertSplitCopyToLinalgPass : Pass<"convert-split-copy-to-linalg"> {
  let summary = "lowers split.copy to linalg.copy, one for each destination";
  let description = [{
    The plain lowering of `split.copy`, on tensors and on memrefs, for any sizes,
    strides and element types: a slice of `data` is copied to each destination.
    Destinations that are statically empty get nothing.

    ```mlir
    split.copy ins(%m : memref<2x8xf32>)
        outs(%m0, %m1 : memref<2x3xf32>, memref<2x5xf32>) axis(1)
    ```

    becomes

    ```mlir
    %0 = memref.subview %m[0, 0] [2, 3] [1, 1]
        : memref<2x8xf32> to memref<2x3xf32, strided<[8, 1]>>
    linalg.copy ins(%0 : memref<2x3xf32, strided<[8, 1]>>)
        outs(%m0 : memref<2x3xf32>)
    %1 = memref.subview %m[0, 3] [2, 5] [1, 1]
        : memref<2x8xf32> to memref<2x5xf32, strided<[8, 1], offset: 3>>
    linalg.copy ins(%1 : memref<2x5xf32, strided<[8, 1], offset: 3>>)
        outs(%m1 : memref<2x5xf32>)
    ```
  }];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of split.copy ops lowered">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// LowerSplitCopy
//===----------------------------------------------------------------------===//

def LowerSplitCopyPass : Pass<"lower-split-copy", "::mlir::ModuleOp"> {
  let summary = "lowers split.copy on memrefs to loops over lines and vectors";
  let description = [{
    The fast lowering of `split.copy`. Copies of the same lengths call the same
    kernel, a private function that moves bytes in one pass over the source,
    which is seen as rows of one run for each output. How it does that is decided
    by the cost model in `LowerSplitCopy/CopyStrategy.h`:

    - runs of a line (64 bytes) or more are moved line by line;
    - lines of shorter runs are put together from several rows by shuffles at
      positions known at compile time, or else by stores that overlap;
    - many outputs of short runs are transposed in blocks;
    - where lengths are known only at run time, they are read from a table;
      before that, lengths that are likely are tried in code made for them.

    From `nontemporal-threshold` bytes, read and written, outputs are written as
    whole lines by stores that bypass the cache, and the source is prefetched. A
    size known only at run time is compared there. Where such a store needs an
    output to begin at a multiple of 64 and it does not, ordinary stores follow.
    From `parallel-threshold` bytes, `threads` above 1 share the rows in an
    `scf.parallel`.

    The defaults suit every target. With `machine=runtime`, the threshold, the
    number of streams and the prefetch distance are those that
    `split_mlir_machine` of the runtime library returns when the code runs.
    Copies of less than 256 KiB, read and written, do not call it. `split-run`
    and `split-compile` set this option for x86-64.

    Left to `convert-split-copy-to-linalg` are copies on tensors; with a source
    whose rows are not contiguous or that are not a fixed number of bytes apart,
    destinations that are not contiguous, elements of other sizes than 1, 2, 4, 8
    or 16 bytes, and memory spaces other than the default one; and copies that
    certainly fail (R7). Each copy is a remark of category `lower-split-copy`
    (`--remark-policy=all --remarks-filter=lower-split-copy`): passed, with the
    strategy taken, or missed.

    ```mlir
    split.copy ins(%m : memref<4096x8xf32>)
        outs(%a, %b : memref<4096x3xf32>, memref<4096x5xf32>) axis(1)
    ```

    becomes

    ```mlir
    // %m, %a and %b as pointers, rows 0 to 4096, 32 bytes apart
    call @split_copy_kernel(%0, %c0, %c4096, %c32, %1, %2)
        : (!llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
    ```
  }];
  let options = [
    Option<"machine", "machine", "::mlir::split::MachineValues",
           "::mlir::split::MachineValues::Constant",
           "Where the threshold, streams and prefetch distance "
           "come from",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::MachineValues::Constant, "constant",
                        "the options"),
             clEnumValN(::mlir::split::MachineValues::Runtime, "runtime",
                        "the runtime library"))}]>,
    Option<"nontemporalThreshold", "nontemporal-threshold", "int64_t", "0",
           "From how many bytes, read and written, stores bypass the cache; 0 "
           "for never">,
    Option<"streams", "streams", "int64_t", "4",
           "Number of places in memory that such a copy accesses in turn, 1 or "
           "4">,
    Option<"prefetchDistance", "prefetch-distance", "int64_t", "2048",
           "Number of bytes that such a copy prefetches ahead of its reads">,
    Option<"storeFence", "store-fence", "::mlir::split::StoreFence",
           "::mlir::split::StoreFence::None",
           "What follows stores that bypass the cache",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::StoreFence::None, "none",
                        "nothing"),
             clEnumValN(::mlir::split::StoreFence::X86SFence, "x86-sfence",
                        "the instruction sfence of x86"))}]>,
    Option<"threads", "threads", "unsigned", "1",
           "How many threads share the rows">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t", "1048576",
           "From how many bytes, read and written, threads do">
  ];
  let statistics = [
    Statistic<"numUnrolled", "unrolled",
              "Number of copies with code for each output">,
    Statistic<"numLooped", "looped",
              "Number of copies with a loop over equal outputs">,
    Statistic<"numTransposed", "transposed",
              "Number of copies that transpose blocks">,
    Statistic<"numGeneric", "generic",
              "Number of copies with lengths known at run time">,
    Statistic<"numLeft", "left",
              "Number of copies left to convert-split-copy-to-linalg">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// SplitAssert
//===----------------------------------------------------------------------===//

def ConvertSplitAssertToCFPass : Pass<"convert-split-assert-to-cf"> {
  let summary = "lowers split.assert to cf.assert with a constant message";
  let description = [{
    `cf.assert` carries a constant message, so run-time values are left out of
    it: `?` stands in their place. For pipelines that do not end in LLVM, or
    that have a lowering of `cf.assert` of their own.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
    cf.assert %ok, "FILE:LINE:COLUMN: error: dimension 0 of size ? is not divisible by 2"
    ```
  }];
  let statistics = [
    Statistic<"numAsserts", "asserts", "Number of split.assert ops lowered">
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertSplitAssertToLLVMPass
    : Pass<"convert-split-assert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lowers split.assert to a branch to code that aborts";
  let description = [{
    A failed check writes location and message to standard error and aborts
    (R5). The message is constant: `?` stands in the place of run-time values.
    The code needs nothing but `write` and `abort` of the C library. (`cf.assert`
    prints through a buffer that is lost when standard output is not a
    terminal.) `split-asserts-to-status` is for code whose caller goes on.

    A function of the program that has the name of one of these is an error,
    unless it declares that one.

    The op has to stand in a region that may have several blocks, so run this
    pass after the conversion of structured control flow.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
      cf.cond_br %ok, ^rest, ^failed
    ^failed:
      // %message is "FILE:LINE:COLUMN: error: dimension 0 of size ? is ..."
      llvm.call @write(%two, %message, %length)
      llvm.call @abort()
      llvm.unreachable
    ^rest:
    ```
  }];
  let statistics = [
    Statistic<"numAsserts", "asserts", "Number of split.assert ops lowered">
  ];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def SplitAssertsToStatusPass
    : Pass<"split-asserts-to-status", "::mlir::ModuleOp"> {
  let summary = "Return failed checks to the caller as a status";
  let description = [{
    Part of the host ABI. Each function that holds a `split.assert`, or calls one
    that does, through however many calls, returns an i32 first: 0, or the status
    of the check that failed; its other results are then unspecified. A failed
    check hands location, format and values to `split_mlir_record_failure` of the
    runtime library and returns its status (R5): the value of `split.status`, by
    default 2, SPLIT_MLIR_CHECK_FAILED of Runtime.h. Each call of such a
    function is followed by a test of the status, and a failure is returned to
    the caller.

    Functions without a body keep their signature. A function marked
    `split.returns_status` returns the status as its first result already, and
    what calls it does with that result what it likes; the mark is removed.

    Buffers that a failing function has allocated are not freed: run this pass
    after deallocation, and let the runtime library free them (see
    `split-emit-host-functions`). Checks and calls have to stand in a region that
    may have several blocks, so run it after the conversion of structured
    control flow too. It is an error if what may fail stands in a region of
    another op, or if the address of a function that may fail is taken.

    ```mlir
    func.func private @g(%ok: i1, %v: index) -> index {
      split.assert %ok, "got {}"(%v)
      return %v : index
    }
    func.func @f(%ok: i1, %v: index) -> index {
      %0 = call @g(%ok, %v) : (i1, index) -> index
      return %0 : index
    }
    ```

    becomes

    ```mlir
    func.func private @g(%ok: i1, %v: index) -> (i32, index) {
      cf.cond_br %ok, ^rest, ^failed
    ^rest:
      return %zero, %v : i32, index
    ^failed:
      // %values points to %v on the stack.
      llvm.call @split_mlir_record_failure(%location, %format, %values, %n)
      cf.br ^exit(%two : i32)
    ^exit(%failure: i32):
      return %failure, %poison : i32, index
    }
    func.func @f(%ok: i1, %v: index) -> (i32, index) {
      %status, %0 = call @g(%ok, %v) : (i1, index) -> (i32, index)
      %succeeded = arith.cmpi eq, %status, %zero : i32
      cf.cond_br %succeeded, ^rest, ^exit(%status : i32)
    ^rest:
      return %zero, %0 : i32, index
    ^exit(%failure: i32):
      return %failure, %poison : i32, index
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::ub::UBDialect"
  ];
  let statistics = [
    Statistic<"numFunctions", "functions",
              "Number of functions that may fail">
  ];
}

//===----------------------------------------------------------------------===//
// StridedCopyToLinalg
//===----------------------------------------------------------------------===//

def ConvertStridedCopyToLinalgPass : Pass<"convert-strided-copy-to-linalg"> {
  let summary = "lowers copies of strided memrefs to linalg.generic";
  let description = [{
    Upstream lowers a `memref.copy` whose source or target is not contiguous to
    a runtime function that moves one element at a time and has to be linked. As
    a `linalg.generic` it becomes loops like any other op. Copies between
    contiguous memrefs stay: they become a memcpy.
  }];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of memref.copy ops lowered">
  ];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

//===----------------------------------------------------------------------===//
// ElementwiseToLinalg
//===----------------------------------------------------------------------===//

def ConvertElementwiseTensorsToLinalgPass
    : Pass<"convert-elementwise-tensors-to-linalg"> {
  let summary = "lowers elementwise ops on tensors to linalg.generic";
  let description = [{
    Elementwise ops of arith and math on whole tensors have no bufferization.
    This is upstream's `convert-elementwise-to-linalg` but for an `arith.select`
    between tensors by one condition, which need not have the same size:
    canonicalization makes one of an `scf.if` that yields one piece or another.
    It bufferizes as it is.
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of elementwise ops lowered">
  ];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// VectorizeElementwise
//===----------------------------------------------------------------------===//

def SplitFuseElementwisePass : Pass<"split-fuse-elementwise"> {
  let summary = "joins elementwise linalg ops on tensors to one";
  let description = [{
    An elementwise op, here, is a `linalg.generic` on tensors, or a named op like
    `linalg.add`, all of whose loops are parallel, and whose body is an expression
    of arith and math that cannot fail. Operands may be broadcast, by dimensions
    left out or of size 1.

    Such an op is fused with an op of its block that makes one of its operands,
    dimension for dimension. Values that others use as well become further
    results; these uses must come later, so that nothing is computed twice. A
    fused op has at most 12 operands to read.

    Constants and tensors of one value become scalars. A result that would take
    the place of a piece, of an argument or of what is fused gets a tensor of its
    own, as it would have to be copied from there.

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
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitVectorizeElementwisePass
    : Pass<"split-vectorize-elementwise", "::mlir::ModuleOp"> {
  let summary = "lowers elementwise linalg ops on memrefs to loops over vectors";
  let description = [{
    Elementwise ops are those of `split-fuse-elementwise`, here on memrefs of any
    rank but 0, of integers of 8 to 64 bits, f16, bf16, f32 and f64, whose
    innermost dimension is contiguous. Outer dimensions may have any strides, so
    that pieces are read where they are. Other ops stay for
    `convert-linalg-to-loops`.

    Dimensions that are contiguous in all operands become one. Of the innermost
    one, each iteration takes a vector of `vector-bytes` bytes of the result, and
    what is left is a shorter vector, or a masked one if the size is not known.
    Other dimensions become a loop each. Nothing outside of operands is read.

    An operand that overlaps a result must do so element by element: loops of a
    `linalg.generic` are parallel, so that no iteration may depend on another.
    One-shot bufferization makes no others of tensors.

    Where operands have together `nontemporal-threshold` bytes or more, asked at
    run time if sizes are not known, results are written past the caches, in
    whole lines of 64 bytes but for the ends of rows, and operands are prefetched
    one row ahead if there are two or more. Several results must then be of
    one element size and lie alike relative to lines, or are written as ever.
    `store-fence` selects the fence that follows such stores. With
    `machine=runtime`, the threshold is the one that `split_mlir_machine` of the
    runtime library returns; if the operands have together less than 256 KiB,
    results are written with ordinary stores.

    With `threads` of 2 or more, operands of together `parallel-threshold` bytes
    or more are worked on by that many iterations of an `scf.parallel`, each with
    a part of the rows; if there is one dimension, of it. Below, there is none.

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
    Option<"vectorBytes", "vector-bytes", "unsigned", "64",
           "Bytes of the result that an iteration computes">,
    Option<"machine", "machine", "::mlir::split::MachineValues",
           "::mlir::split::MachineValues::Constant",
           "Where the threshold comes from",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::MachineValues::Constant, "constant",
                        "the options"),
             clEnumValN(::mlir::split::MachineValues::Runtime, "runtime",
                        "the runtime library"))}]>,
    Option<"nontemporalThreshold", "nontemporal-threshold", "int64_t", "0",
           "Bytes of operands from which results are written past the caches; "
           "0 for never">,
    Option<"storeFence", "store-fence", "::mlir::split::StoreFence",
           "::mlir::split::StoreFence::None",
           "What orders stores past the caches before later ones",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::StoreFence::None, "none", "nothing"),
             clEnumValN(::mlir::split::StoreFence::X86SFence, "x86-sfence",
                        "the instruction sfence of x86"))}]>,
    Option<"threads", "threads", "unsigned", "1",
           "Number of threads that share the work on large operands">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t", "1048576",
           "Bytes of operands from which threads share the work">
  ];
  let statistics = [
    Statistic<"numVectorized", "vectorized", "Number of ops vectorized">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// ExpandVectorMath
//===----------------------------------------------------------------------===//

def SplitExpandVectorMathPass : Pass<"split-expand-vector-math"> {
  let summary = "computes exp, tanh, log and erf of vectors by polynomials";
  let description = [{
    Upstream's lowerings call libm for each element of a vector. This pass makes
    vector arithmetic of `math.exp`, `math.tanh`, `math.log` and `math.erf` on
    vectors of f32, and of f16 and bf16 by way of f32. Results are within 2 units
    in the last place of the exact ones, infinities, NaN, zeros of both signs and
    denormal numbers included. Other ops, element types and scalars stay as they
    are.

    Products may be rounded together with a sum (`contract`), so that
    processors with and without such an instruction differ in the last place.
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops expanded">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect"
  ];
}

//===----------------------------------------------------------------------===//
// SerializeParallel
//===----------------------------------------------------------------------===//

def SplitSerializeParallelPass : Pass<"split-serialize-parallel"> {
  let summary = "makes loops one after the other of parallel ones";
  let description = [{
    Lowers `scf.parallel`, with reductions, and `scf.forall` to `scf.for`. It
    belongs before passes that make parallel loops for threads: what a program
    has in its own may fail a check or allocate, which has to happen on
    the thread of the caller.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

//===----------------------------------------------------------------------===//
// InlineAllocaScopes
//===----------------------------------------------------------------------===//

def SplitInlineAllocaScopesPass : Pass<"split-inline-alloca-scopes"> {
  let summary = "removes scopes of stack memory that hold none";
  let description = [{
    `convert-scf-to-openmp` puts a `memref.alloca_scope` round the body of each
    loop. It must not have several blocks, which its loops would become, and
    upstream's canonicalization removes it only if no op in it is one whose
    effects are unknown, such as a call or an intrinsic. This pass inlines every
    scope in which no `memref.alloca` or `llvm.alloca` stands.
  }];
}

//===----------------------------------------------------------------------===//
// BranchLoopsToSCF
//===----------------------------------------------------------------------===//

def ConvertBranchLoopsToSCFPass : Pass<"convert-branch-loops-to-scf"> {
  let summary = "makes scf.while of loops that are made of branches";
  let description = [{
    One-shot bufferization does not end on a tensor that branches carry round a
    loop, and upstream's deallocation refuses such loops. This pass lifts regions
    that hold one to structured control flow, by upstream's transformation of
    `lift-cf-to-scf`, irreducible loops included; regions without loops stay as
    they are. Where that leaves a tensor without a value, on a path where nothing
    reads it, it is empty.

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

//===----------------------------------------------------------------------===//
// MultiversionFunctions
//===----------------------------------------------------------------------===//

def SplitMultiversionFunctionsPass
    : Pass<"split-multiversion-functions", "::mlir::ModuleOp"> {
  let summary = "Compile functions for several levels of x86-64";
  let description = [{
    Function multiversioning on the LLVM dialect: functions get a clone for each
    of `cpus`, with the attribute `target_cpu`, and callers choose one by the
    `isaLevel` that `split_mlir_machine` of the runtime library returns. Clones
    of one level call each other directly, so a version is selected only in
    calls from functions without clones.

    Private functions with a body get clones if they contain a loop, a vector or
    an op of OpenMP, or if they have at most 1000 ops and call a function with
    clones. Compiling longer callers again would take more time than it saves.
    The following functions get no clones:

    - functions whose address is taken, functions marked `optnone`, and
      functions with a `target_cpu`;
    - functions that would pass vectors to, or get them from, a function without
      clones, because different levels pass vectors in different registers.

    ```mlir
    llvm.func internal @work(%x: !llvm.ptr) { ... }
    llvm.func @f(%x: !llvm.ptr) {
      llvm.call @work(%x) : (!llvm.ptr) -> ()
      llvm.return
    }
    ```

    becomes, with `cpus=x86-64-v3`,

    ```mlir
    llvm.func internal @work(%x: !llvm.ptr) { ... }
    llvm.func internal @work.x86_64_v3(%x: !llvm.ptr)
        attributes {target_cpu = "x86-64-v3"} { ... }
    llvm.func @f(%x: !llvm.ptr) {
      // It calls split_mlir_machine the first time.
      %machine = llvm.call @split_mlir_get_machine() : () -> !llvm.ptr
      %level = llvm.load %machine : !llvm.ptr -> i64
      %has = llvm.icmp "sge" %level, %three : i64
      llvm.cond_br %has, ^version, ^otherwise
    ^version:
      llvm.call @work.x86_64_v3(%x) : (!llvm.ptr) -> ()
      llvm.br ^rest
    ^otherwise:
      llvm.call @work(%x) : (!llvm.ptr) -> ()
      llvm.br ^rest
    ^rest:
      llvm.return
    }
    ```
  }];
  let options = [
    ListOption<"cpus", "cpus", "std::string",
               "Processors to make clones for: x86-64-v2, x86-64-v3 and "
               "x86-64-v4">
  ];
  let statistics = [
    Statistic<"numFunctions", "functions", "Number of functions with clones">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// VerifyLowered
//===----------------------------------------------------------------------===//

def VerifyElementTypesPass : Pass<"verify-element-types"> {
  let summary = "refuses tensors that have no form in memory";
  let description = [{
    Belongs before bufferization, which fails on some tensors in words of its
    own, makes invalid memrefs of others, and takes sparse storage for dense. The
    first op is an error that has, as an operand, a result, or an argument or
    result of its signature,

    - a tensor whose element type no memref can have or LLVM has no type for
      (C1): tf32, quantized types, integers of no bits, vectors of a length known
      only at run time, and types of most dialects, registered or not; or a
      complex scalar of such a type;
    - a tensor with an encoding of the `sparse_tensor` dialect (C8): tensors are
      dense and row-major from here on. Other encodings do not say otherwise.

    ```mlir
    // error: 'func.func' op argument 0 of type 'tensor<4xtf32>' has no form in memory
    func.func private @f(tensor<4xtf32>)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def VerifyLoweredToLLVMPass : Pass<"verify-lowered-to-llvm"> {
  let summary = "refuses what conversions to the LLVM dialect left behind";
  let description = [{
    Upstream's conversions to the LLVM dialect leave alone, without a word, what
    they cannot convert: a function with an argument of tf32, say. After them,
    this pass makes the first op that is left of a dialect that `split-to-llvm`
    converts an error, which names a type without an LLVM counterpart if that is
    why.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// TensorToSplit
//===----------------------------------------------------------------------===//

def SplitRaiseSlicesPass : Pass<"split-raise-slices"> {
  let summary = "raises slices that cover a tensor to split ops";
  let description = [{
    `tensor.extract_slice` ops of one block that together cut a tensor along one
    axis become one `split.split` if they are of the same size, else one
    `split.variadic_split`. Such slices

    - have the same source, its encoding, strides of 1, and all of every
      dimension but one;
    - follow each other along that axis from 0 to the end, without gap or
      overlap, in any order in the block.

    What sizes and offsets are is followed through `affine.apply`, additions,
    subtractions and multiplications by a constant of `arith`, on index values
    and on i64 that is cast to index, through `tensor.dim`, and through what
    `ValueBoundsOpInterface` says of the size of a tensor. Everything else is
    equal only to itself: let `cse` run before, and note that slices of
    `d floordiv n` elements need not cover `d`, so that a lowered `split.split`
    of a size that is not known is not raised.

    Equal slices become one result. A tensor may be covered several times, along
    one axis or several, by a split for each; a slice becomes a result of only
    one of them. Slices that cover a tensor in part stay, those without elements
    among them: they are no part of a cover. So does a slice of the whole tensor.

    The split goes before the last of the slices, or the first use of one if that
    is earlier. Lengths known at compile time become the attribute, with -1 for
    one that is not; if several are not, they are an operand, and have to be
    computed before that place, again but for one. A `tensor.cast` follows where
    the type of a slice states other sizes than the split tells, and where it has
    fewer dimensions a slice of the piece that drops them.

    Slices are in bounds, or the program is undefined, as with
    `memref.subview`; so what is checked of a split at run time holds, and fails
    only where slices are out of bounds. As it fails earlier than some slice
    might have been reached, slices that are not certainly in bounds stay if an
    op with effects on memory, a call or a check say, stands between that place
    and the last of them. Passes that hoist slices out of loops and branches
    which keep them in bounds belong after this one.

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
    Statistic<"numSplits", "splits", "Number of split ops made">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SPLIT_MLIR_CONVERSION_PASSES_TD
