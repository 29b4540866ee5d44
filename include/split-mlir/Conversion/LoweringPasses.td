//===- LoweringPasses.td - Lowerings of split ops ----------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_LOWERINGPASSES_TD
#define SPLIT_MLIR_CONVERSION_LOWERINGPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// SplitToLinalg
//===----------------------------------------------------------------------===//

def ConvertSplitToLinalgPass : Pass<"convert-split-to-linalg"> {
  let summary = "Lower split ops to slices of tensors and copies";
  let description = [{
    Each piece becomes a `tensor.extract_slice` of `data`, which bufferizes to a
    view. A statically empty piece becomes a `tensor.empty`, because upstream
    rejects empty slices at the end of a dimension. Piece i starts where piece
    i-1 ends (S3, V5). A piece has the sizes that its type states (R6); a
    `tensor.cast` follows if the type is less precise.

    `materialize` selects the pieces that a `split.copy` copies to storage of
    their own, with one op for each run of adjacent pieces: `none`, `results`
    (pieces that must be contiguous because a function returns them, a call
    takes them, or they become unranked), or `all`.

    With a run-time axis, the offsets and sizes of slices are selected for each
    dimension. Pieces with storage of their own, and all pieces of unranked
    data, are copied in the flat form instead: data is reshaped to a matrix
    `[outer, d * inner]`, where `outer` and `inner` are the products of the
    sizes before and after the axis; its rows are split, and the pieces reshaped
    back. If data is unranked and a result type is ranked, data is cast to that
    rank, unless it is itself cast from another rank.

    With `keep-disjoint`, a split is kept for the pieces without storage of
    their own if no other op can reach the buffer of `data` afterwards. One-shot
    bufferization then creates the same views. Unlike for slices, it knows that
    the views are disjoint, so it does not copy a piece when another piece is
    written.

    `split-generate-runtime-checks` generates run-time checks; this pass only
    warns about ops whose constant operands break a rule. Later folding of such
    an op may create slices out of bounds that upstream's verifiers reject.

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
           "Which pieces are copied to storage of their own",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::Materialize::None, "none",
                        "no piece: all are views"),
             clEnumValN(::mlir::split::Materialize::Results, "results",
                        "pieces that are returned or passed to a call"),
             clEnumValN(::mlir::split::Materialize::All, "all",
                        "every piece"))}]>,
    Option<"keepsDisjoint", "keep-disjoint", "bool", "false",
           "Keep splits whose pieces bufferize to disjoint views">
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

def ConvertSplitCopyToLinalgPass : Pass<"convert-split-copy-to-linalg"> {
  let summary = "Lower split.copy to one linalg.copy per destination";
  let description = [{
    Lowers `split.copy` on tensors and on memrefs, for any sizes, strides and
    element types: copies a slice of `data` to each destination, except to
    statically empty ones.

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
  let summary = "Convert split.copy on memrefs to calls of vectorized kernels";
  let description = [{
    Each `split.copy` becomes a call of a kernel, a private function that copies
    bytes in one pass over the source. Copies of the same lengths share a
    kernel. A kernel sees the source as rows that consist of one run of bytes
    for each destination. The cost model in
    `lib/Conversion/LowerSplitCopy/CopyStrategy.h` chooses how it copies them:

    - Runs of a cache line (64 bytes) or more are copied line by line.
    - Shorter runs are combined to lines, either by shuffles of several rows at
      positions known at compile time or by overlapping stores.
    - Short runs of many destinations are transposed in blocks.
    - Lengths that are known only at run time are read from a table. There is
      specialized code for likely lengths.

    If a copy reads and writes at least `nontemporal-threshold` bytes together,
    non-temporal stores of whole lines write the destinations, and the source is
    prefetched. If the number of bytes is known only at run time, the generated
    code compares it with the threshold. Where such stores need a destination
    that is aligned to 64 bytes, the code also tests the alignment. If `threads`
    is above 1 and a copy has at least `parallel-threshold` bytes, the threads
    share its rows in an `scf.parallel`.

    If `store-prefetch-distance` is not 0, copies that use ordinary stores, and
    that read and write 256 KiB or more together, prefetch both the source and
    the destinations.

    The option `machine`, for example `machine={runtime streams=4}`, and the
    target spec of the module (`dlti.target_system_spec`) describe the machine,
    see `resolveMachine` in `include/split-mlir/Machine/MachineModel.h`. Without
    them, the generated code suits every target. With `runtime`, the code calls
    `split_mlir_machine` of the runtime library for the values that they do not
    state: the two thresholds, the number of streams and the prefetch distances.
    Copies that read and write less than 256 KiB together do not call the
    function. With `host`, these values are constants, namely those that
    the function returns in the process that compiles. For x86-64,
    `split-compile` uses `machine=runtime`, and `split-run` `machine=host`,
    which makes the code shorter.

    The pass leaves the following copies to `convert-split-copy-to-linalg`:

    - copies on tensors;
    - copies whose source has rows that are not contiguous, or rows at varying
      distances;
    - copies with a destination that is not contiguous, with elements whose size
      is not 1, 2, 4, 8 or 16 bytes, or with a memory space other than the
      default;
    - copies that certainly fail (R7).

    The pass emits a remark of category `lower-split-copy` for each copy
    (`--remark-policy=all --remarks-filter=lower-split-copy`): passed, with the
    strategy, or missed.

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
    Option<"machine", "machine", "std::string", /*default=*/"",
           "Words that describe the machine: constant, host or runtime, "
           "store-fence=NAME, and values for options of split-to-llvm">,
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that share the work on large operands">
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
  let summary = "Lower split.assert to cf.assert with a constant message";
  let description = [{
    The message of `cf.assert` is constant, so `?` replaces run-time values. Use
    this pass in pipelines that do not end in LLVM, or that have their own
    lowering of `cf.assert`.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
    cf.assert %ok, "FILE:LINE:COLUMN: error: dimension 0 of size ? is not ..."
    ```
  }];
  let statistics = [
    Statistic<"numAsserts", "asserts", "Number of split.assert ops lowered">
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertSplitAssertToLLVMPass
    : Pass<"convert-split-assert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower split.assert to a branch to code that aborts";
  let description = [{
    A failed check calls a function that the pass adds to the module. It writes
    the location and the message, with the values, to standard error and aborts
    (R5). It needs only `write` and `abort` of the C library. (`cf.assert`
    prints to a buffer that is lost if standard output is not a terminal.) If
    the caller must continue after a failure, use `split-asserts-to-status`
    instead.

    The pass fails if the program uses the name of one of these functions for
    another symbol.

    The parent of the op must be a function, so run this pass after the
    conversion of structured control flow.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
      cf.cond_br %ok, ^rest, ^failed
    ^failed:
      // %message is "FILE:LINE:COLUMN: error: dimension 0 of size \1 is ...",
      // and %values the address of an array with the only value.
      llvm.call @split_mlir_fail(%message, %length, %values, %one)
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

#endif // SPLIT_MLIR_CONVERSION_LOWERINGPASSES_TD
