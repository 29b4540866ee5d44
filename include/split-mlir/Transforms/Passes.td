//===- Passes.td - Passes on any program of tensors --------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_PASSES_TD
#define SPLIT_MLIR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Elementwise
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
// ElementTypes
//===----------------------------------------------------------------------===//

def SplitDropEncodingsPass : Pass<"split-drop-encodings"> {
  let summary = "drops encodings of tensors";
  let description = [{
    An encoding is opaque to splitting: pieces have `data`'s (C5), and passes on
    tensors keep it. Buffers have none, so it ends before bufferization (C8), here:
    every tensor type loses it, in signatures and attributes too. Upstream's
    lowerings of elementwise and quantization ops would lose some and keep
    others.

    Encodings of the `sparse_tensor` dialect stay: they say that storage is not
    dense. `split-verify-element-types` refuses them.

    ```mlir
    func.func @f(%x: tensor<4xf32, "weights">) -> tensor<2xf32, "weights">
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<2xf32>
    ```
  }];
  let statistics = [
    Statistic<"numTypes", "types",
              "Number of tensor types whose encoding was dropped">
  ];
}

def SplitLowerQuantizedTypesPass : Pass<"split-lower-quantized-types"> {
  let summary = "makes quantized values what they are stored as";
  let description = [{
    Scalars and tensors of quantized types (per tensor, axis or block, and
    `!quant.any`) become their storage, signless integers: in signatures, calls,
    branches, loops, and in ops that only move values (C1). Ops of `func`, `cf`,
    `scf`, `tensor` and `split` do, and of `linalg` copies, fills, transpositions,
    packing and generic ops whose bodies do. A `quant.scast` between a quantized
    type and its storage goes away. Encodings stay.

    What a value stands for is not in its type any more, so an op that computes
    on quantized values is an error. Lower `quant.qcast` and `quant.dcast` by
    upstream's `lower-quant-ops` first. `!quant.calibrated` says nothing of
    storage; values of it are left alone.

    ```mlir
    func.func @f(%x: tensor<4x!quant.uniform<u8:f32, 0.5>>) -> tensor<2xi8> {
      %0:2 = split.split %x axis(0) into 2
          : tensor<4x!quant.uniform<u8:f32, 0.5>>
         -> tensor<2x!quant.uniform<u8:f32, 0.5>>,
            tensor<2x!quant.uniform<u8:f32, 0.5>>
      %1 = quant.scast %0#1 : tensor<2x!quant.uniform<u8:f32, 0.5>> to tensor<2xi8>
      return %1 : tensor<2xi8>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xi8>) -> tensor<2xi8> {
      %0:2 = split.split %x axis(0) into 2
          : tensor<4xi8> -> tensor<2xi8>, tensor<2xi8>
      return %0#1 : tensor<2xi8>
    }
    ```
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops with quantized values converted">
  ];
}

def SplitVerifyElementTypesPass : Pass<"split-verify-element-types"> {
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

//===----------------------------------------------------------------------===//
// Multiversion
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
// UpstreamGaps
//===----------------------------------------------------------------------===//

def SplitBranchLoopsToSCFPass : Pass<"split-branch-loops-to-scf"> {
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

def SplitElementwiseToLinalgPass
    : Pass<"split-elementwise-to-linalg"> {
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

def SplitIsolateBoundariesPass
    : Pass<"split-isolate-boundaries"> {
  let summary = "keeps value semantics at the boundaries of functions and loops";
  let description = [{
    Bufferization of function boundaries lets a function write into the buffers
    it is given, and lets two of its results be one buffer, which a caller that
    frees each result would free twice, and upstream's analysis of a caller does
    not know of. Before bufferization, this pass

    - marks tensor arguments of public functions as not writable, unless they
      carry a `bufferization.writable` already;
    - copies a result of a public function unless it certainly gets a
      buffer that no other result has: one that an op allocates for it, that
      is, or a constant or argument, which deallocation clones anyway;
    - copies a result of a private function if it may share a buffer with an
      earlier one, unless that is the buffer of an argument;
    - copies a tensor of unknown rank that a loop starts from, unless nobody else
      has its buffer: bufferization writes to it in place or not at all;
    - copies what a loop carries to its next iteration if it may share a buffer
      with another value that is carried, or with one from before the loop:
      upstream's analysis takes what a loop carries for a buffer of its own;
    - gives each of many ops that take pieces of an argument a tensor of its own,
      of the same buffer, which nobody writes to: upstream's analysis looks at
      all reads of a tensor for each of them.

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
  let summary = "copies strided memrefs before they are cast to unknown rank";
  let description = [{
    A memref of unknown rank has strides that no type states, and upstream's
    `memref.reshape`, which gives it a rank again, takes its elements for
    contiguous. So does the caller of a function that returns one. This pass, to
    be run after bufferization and before deallocation, makes sure of it: what
    may have other strides is copied.

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

def SplitVerifyLoweredPass : Pass<"split-verify-lowered"> {
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

#endif // SPLIT_MLIR_TRANSFORMS_PASSES_TD
