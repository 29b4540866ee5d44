//===- Passes.td - Conversions to and from split ops -------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_PASSES_TD
#define SPLIT_MLIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"
include "split-mlir/Machine/MachineOptions.td"

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

    The options and the target spec of the module (`dlti.target_system_spec`)
    describe the machine, see `resolveMachine` in
    `include/split-mlir/Machine/MachineModel.h`. Without them, the generated
    code suits every target. With `machine=runtime`, the code calls
    `split_mlir_machine` of the runtime library for the values that they do not
    state: the two thresholds, the number of streams and the prefetch distances.
    Copies that read and write less than 256 KiB together do not call the
    function. With `machine=host`, these values are constants, namely those that
    the function returns in the process that compiles. For x86-64,
    `split-compile` sets `machine=runtime`, and `split-run` sets `machine=host`,
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
  let options = MachineOptions # [
    MachineOption<"streams", "streams",
                  "Number of places in memory that copies with non-temporal "
                  "stores access in turn, 1 or 4">,
    MachineOption<"prefetchDistance", "prefetch-distance",
                  "Distance in bytes at which large copies prefetch what they "
                  "read, or 0 for never">,
    MachineOption<"storePrefetchDistance", "store-prefetch-distance",
                  "Distance in bytes at which large copies with ordinary "
                  "stores prefetch what they write, or 0 for never">,
    MachineOption<"transposeRows", "transpose-rows",
                  "Number of rows that copies to many outputs transpose at "
                  "once">,
    MachineOption<"parallelThreshold", "parallel-threshold",
                  "Least number of bytes, read plus written, for which threads "
                  "share a copy">
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

//===----------------------------------------------------------------------===//
// SplitToSlices
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// TensorToSplit
//===----------------------------------------------------------------------===//

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
    so slices that are not certainly in bounds stay if an op with memory
    effects, such as a call or a check, is between the split and the last slice.
    Run passes that hoist slices out of loops and branches after this pass.

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

//===----------------------------------------------------------------------===//
// ForeignToSplit
//===----------------------------------------------------------------------===//

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
    definition (docs/Frontends.md has the tables).

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

//===----------------------------------------------------------------------===//
// ShardToSplitMpi
//===----------------------------------------------------------------------===//

def ConvertShardToSplitMpiPass
    : Pass<"convert-shard-to-split-mpi", "::mlir::ModuleOp"> {
  let summary = "Convert collectives of the shard dialect to split_mpi";
  let description = [{
    This pass converts the collectives and queries of upstream's shard dialect,
    which `shard-partition` creates, on tensors of any shape and for groups of
    ranks along any axes. Sizes may be dynamic: shards have the default
    distribution, and `split_mpi.global_size` computes the size of a whole
    tensor. The pass adds a communicator as the last argument to each function
    that needs one, and to its callers. It removes `shard.sharding` and
    `shard.grid`, whose shape becomes the attribute `split_mpi.grid` of the
    module.

    The pass does not support `shard.shift`, `shard.send`, `shard.recv`,
    `shard.update_halo`, `shard.get_sharding` and grids with dynamic sizes, and
    reports an error for them. It also reports an error for `shard.shard`, which
    `shard-partition` removes.

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = shard.all_gather %x on @grid grid_axes = [0] gather_axis = 0
          : tensor<?x4xf32> -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<?x4xf32>, %comm: i32 {split_mpi.communicator})
        -> tensor<?x4xf32> {
      %local = tensor.dim %x, %c0 : tensor<?x4xf32>
      %n = split_mpi.global_size %local communicator(%comm) grid = [2]
          axes = [0] : index
      %init = tensor.empty(%n) : tensor<?x4xf32>
      %0 = split_mpi.redistribute ins(%x : tensor<?x4xf32>)
          outs(%init : tensor<?x4xf32>) communicator(%comm) grid = [2]
          sizes = [%n, 4] from = [[0]] to = [[]] -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::split::SplitDialect",
    "::mlir::split::SplitMpiDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// SplitMpiToCalls
//===----------------------------------------------------------------------===//

def ConvertSplitMpiToCallsPass
    : Pass<"convert-split-mpi-to-calls", "::mlir::ModuleOp"> {
  let summary = "Convert split_mpi ops on memrefs to calls of libSplitMpi";
  let description = [{
    This pass converts each op to a call of the function of the same name in
    `MpiRuntime.h`. The call passes two arrays: a constant array, which encodes
    the op's attributes, and an array on the stack, which has the addresses,
    sizes and strides of the operands. `split_mpi.grid_index` becomes a call of
    `split_mpi_rank` and divisions.

    A `split.assert` checks the status that the function returns. Its attribute
    `split.mpi_status` makes `split-asserts-to-status` and
    `convert-split-assert-to-llvm` report the library's message.

    All ops of a module must have the same grid, which becomes the attribute
    `split_mpi.grid` of the module. The pass does not change a module without
    such ops.

    ```mlir
    split_mpi.redistribute ins(%x : memref<?x4xf32>) outs(%y : memref<7x4xf32>)
        communicator(%comm) grid = [2] sizes = [7, 4] from = [[0]] to = [[]]
    ```

    becomes

    ```mlir
    // Stores addresses, sizes and strides to %values.
    %status = llvm.call @split_mpi_redistribute(%comm, %constants, %values)
        : (i32, !llvm.ptr, !llvm.ptr) -> i32
    %ok = arith.cmpi eq, %status, %c0_i32 : i32
    %value = arith.index_cast %status : i32 to index
    split.assert %ok, "a function of libSplitMpi returned {}"(%value)
        {split.mpi_status}
    ```
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops converted">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::split::SplitDialect"
  ];
}

//===----------------------------------------------------------------------===//
// TosaToLinalg
//===----------------------------------------------------------------------===//

def SplitLowerTosaPass : Pass<"split-lower-tosa", "::mlir::ModuleOp"> {
  let summary = "Convert TOSA to linalg, tensor, scf and arith";
  let description = [{
    Runs upstream's passes if the module contains TOSA ops:

    - `tosa-to-scf` for control flow;
    - in functions, the passes of upstream's `tosa-to-linalg-pipeline` except
      for `tosa-validate`;
    - `tosa-to-tensor`, and `tosa-to-arith` with `include-apply-rescale`.

    `tosa-validate` rejects types and sizes that the profiles of TOSA lack, such
    as f64 and 7 dimensions, although the lowering supports them.

    If a TOSA op has unsigned integers, `tosa-convert-integer-type-to-signless`
    runs first and makes all integers signless, also in signatures. TOSA ops
    other than `tosa.rescale` and those that only move values must not have
    unsigned integers.

    The pass fails if upstream does not lower a TOSA op.

    ```mlir
    %start = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>}
        : () -> !tosa.shape<2>
    %size = tosa.const_shape {values = dense<[4, 4]> : tensor<2xindex>}
        : () -> !tosa.shape<2>
    %0 = tosa.slice %x, %start, %size
        : (tensor<6x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x4xf32>
    ```

    becomes

    ```mlir
    %0 = tensor.extract_slice %x[2, 0] [4, 4] [1, 1]
        : tensor<6x4xf32> to tensor<4x4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SPLIT_MLIR_CONVERSION_PASSES_TD
