//===- Passes.td - Conversions to and from split ops -------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_PASSES_TD
#define SPLIT_MLIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

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

//===----------------------------------------------------------------------===//
// ForeignToSplit
//===----------------------------------------------------------------------===//

def ConvertForeignSplitPass : Pass<"convert-foreign-split"> {
  let summary = "Convert split ops of onnx-mlir, TensorFlow and TFLite";
  let description = [{
    Converts `onnx.Split`, `onnx.SplitV13`, `onnx.SplitV11`, `tf.Split`,
    `tf.SplitV`, `tfl.split` and `tfl.split_v` to `split.split` and
    `split.variadic_split`, in all regions and nested modules. Their dialects
    are not linked. The pass reads the generic form, which
    `--allow-unregistered-dialect` parses, and interprets each op by its own
    definition (docs/Frontends.md has the table).

    A constant axis and constant lengths become attributes. Others stay
    operands, and run-time checks cover what a foreign type leaves open. Results
    keep their types, so users do not change. A type that contradicts the
    inferred type is an error; a type that is more precise is checked at run
    time (R6).

    The pass erases `onnx.Constant`, `onnx.NoValue`, `tf.Const` and
    `tfl.pseudo_const` ops that only defined an axis or lengths, because MLIR
    never treats an op of an unknown dialect as dead. All other ops stay
    unchanged. An op that violates its definition is an error, and the pass
    fails.

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

#endif // SPLIT_MLIR_CONVERSION_PASSES_TD
