//===- Passes.td - Passes on any program of tensors --------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_PASSES_TD
#define SPLIT_MLIR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "split-mlir/Machine/MachineOptions.td"

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

def SplitPlanBuffersPass : Pass<"split-plan-buffers"> {
  let summary = "Let buffers of disjoint lifetimes share memory";
  let description = [{
    This pass replaces the temporaries of a function by parts of one buffer,
    which is allocated at the beginning of the function and freed at its end.
    Temporaries whose lifetimes are disjoint share memory. The lifetime of a
    temporary begins at the first op that may use it and ends at its
    deallocation, so run upstream's `optimize-allocation-liveness` before.

    The addresses of the parts are computed as integers. So LLVM treats the
    parts as separate objects: in loops that access several of them, it checks
    at run time whether they overlap, and vectorizes the loop.

    A temporary is a `memref.alloc` of static shape and identity layout whose
    only `memref.dealloc` is in the same block. The block must not be in a loop
    that several threads execute. Elements are integers, floats, indices or
    complex numbers. All temporaries begin at multiples of 64 bytes. A function
    with a single temporary is not changed.

    The largest temporary is placed first, and each at the lowest offset that is
    free during its lifetime.

    ```mlir
    %a = memref.alloc() : memref<32xf32>
    "write"(%a) : (memref<32xf32>) -> ()
    %b = memref.alloc() : memref<64xf32>
    "read_and_write"(%a, %b) : (memref<32xf32>, memref<64xf32>) -> ()
    memref.dealloc %a : memref<32xf32>
    %c = memref.alloc() : memref<16xf32>
    "read_and_write"(%b, %c) : (memref<64xf32>, memref<16xf32>) -> ()
    memref.dealloc %b : memref<64xf32>
    memref.dealloc %c : memref<16xf32>
    return
    ```

    becomes

    ```mlir
    %memory = memref.alloc() {alignment = 64 : i64} : memref<384xi8>
    %a = ... : memref<32xf32> // at byte 256 of %memory
    "write"(%a) : (memref<32xf32>) -> ()
    %b = ... : memref<64xf32> // at byte 0
    "read_and_write"(%a, %b) : (memref<32xf32>, memref<64xf32>) -> ()
    %c = ... : memref<16xf32> // at byte 256
    "read_and_write"(%b, %c) : (memref<64xf32>, memref<16xf32>) -> ()
    memref.dealloc %memory : memref<384xi8>
    return
    ```
  }];
  let statistics = [
    Statistic<"numPlanned", "planned", "Number of temporaries replaced">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def SplitReportMemoryPass : Pass<"split-report-memory", "::mlir::ModuleOp"> {
  let summary = "Print the memory that public functions use";
  let description = [{
    This pass prints, for each public function with a body:

    - the bytes of the constants that it uses, directly or through calls;
    - the peak: the bytes that a call has allocated and not freed at any one
      time, and how many buffers of dynamic size there are besides. Memory of
      the caller is not included;
    - the number of allocations, if both regions of each `scf.if` are executed.
      Those in loops count once and are listed separately.

    Memory that external functions and recursive calls allocate is not included.
    A buffer that is not freed in the block that allocates it, for example a
    result, is counted until the function returns. Run this pass on memrefs,
    when no later pass creates or removes buffers.

    ```mlir
    memref.global "private" constant @c : memref<4xf32> = dense<0.5>
    func.func @f(%size: index, %out: memref<4xf32>) {
      %0 = memref.get_global @c : memref<4xf32>
      %1 = memref.alloc() : memref<16xf32>
      %2 = memref.alloc(%size) : memref<?xf32>
      "use"(%0, %1, %2, %out)
          : (memref<4xf32>, memref<16xf32>, memref<?xf32>, memref<4xf32>) -> ()
      memref.dealloc %1 : memref<16xf32>
      memref.dealloc %2 : memref<?xf32>
      return
    }
    ```

    prints

    ```
    f:
      constants: 16 bytes
      peak: 64 bytes and 1 buffer of dynamic size
      allocations: 2
    ```
  }];
}

def SplitReuseOperandsPass : Pass<"split-reuse-operands"> {
  let summary = "Write results of elementwise ops over their operands";
  let description = [{
    An elementwise op, as `split-fuse-elementwise` defines it, often writes its
    result to an empty tensor. This pass replaces the empty tensor by an operand
    that has the type of the result and no other use. Bufferization then
    allocates no buffer for the result. The operand must be a result of a linalg
    op in the same block that is neither elementwise nor a reduction of rows,
    because `split-vectorize-elementwise` may keep only one row of the results
    of those in memory.

    ```mlir
    %0 = linalg.matmul ... -> tensor<4x4xf32>
    %1 = tensor.empty() : tensor<4x4xf32>
    %2 = linalg.generic {...} ins(%0, %b : tensor<4x4xf32>, tensor<4xf32>)
        outs(%1 : tensor<4x4xf32>) { ... } -> tensor<4x4xf32>
    ```

    becomes

    ```mlir
    %0 = linalg.matmul ... -> tensor<4x4xf32>
    %2 = linalg.generic {...} ins(%0, %b : tensor<4x4xf32>, tensor<4xf32>)
        outs(%0 : tensor<4x4xf32>) { ... } -> tensor<4x4xf32>
    ```
  }];
  let statistics = [
    Statistic<"numReused", "reused", "Number of operands replaced">
  ];
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

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
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
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
    in place. The innermost stride of an input may be 0 or 1 as an
    `arith.select` chooses; with 0, the input is broadcast. An elementwise op
    with such inputs becomes two versions of loops: one loop over all elements,
    for inputs that are not broadcast and operands that are contiguous, and a
    nest for the other cases. Other ops are left to `convert-linalg-to-loops`.

    A reduction of rows, together with the ops before and after it that compute
    row by row, becomes one loop over the rows. So each row is in the nearest
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
    aligned addresses, otherwise stores are ordinary. Values that no option
    states come from the target spec of the module
    (`dlti.target_system_spec`, see `resolveMachine` in
    `include/split-mlir/Machine/MachineModel.h`). If neither states the
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
    MachineOption<"vectorBytes", "vector-bytes",
                  "Number of bytes of the result that an iteration computes">,
    MachineOption<"prefetchDistance", "prefetch-distance",
                  "Distance in bytes, rounded up to whole rows, at which loops "
                  "with non-temporal stores prefetch what they read, or 0 for "
                  "never">,
    MachineOption<"parallelLoopThreshold", "parallel-loop-threshold",
                  "Least number of bytes, read plus written, for which threads "
                  "share a loop">
  ] # MachineOptions;
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
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def SplitLowerContractionsPass
    : Pass<"split-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "Convert matrix products and convolutions to library calls";
  let description = [{
    A contraction is a linalg op on memrefs that adds products of the elements
    of its two inputs to its result: named ops such as `linalg.matmul`,
    `linalg.batch_matmul` and `linalg.conv_2d_nchw_fchw`, and `linalg.generic`.
    Elements have type f32 or f64, or inputs have type f16 or bf16 and the body
    extends them to f32. The results of the indexing maps of inputs are sums of
    multiples of loops, so inputs may be transposed, broadcast or windows; the
    map of the result is a projected permutation. Memrefs may have any strides.

    The pass converts contractions to calls of `split_mlir_contract` of the
    runtime library, which reads the operands in place. Each function that
    contains calls allocates one scratch buffer for all of them. Contractions of
    fewer than 128 products, those without a reduction, those in parallel loops
    (`scf.parallel`, `scf.forall`), and reductions of rows, which
    `split-vectorize-elementwise` converts, are not changed.

    The pass removes a `linalg.fill` with zeros right before the op. It packs a
    constant input of static size that is the same for all batches, unless all
    its elements are equal or it would grow: it replaces the input by a constant
    whose elements are in the order in which the library reads them.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
    linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>)
                  outs(%c : memref<64x32xf32>)
    ```

    becomes

    ```mlir
    %scratch = memref.alloc() {alignment = 64 : i64} : memref<213120xi8>
    // Stores flags, addresses, sizes and strides to an array on the stack.
    ...
    llvm.call @split_mlir_contract(%array) : (!llvm.ptr) -> ()
    memref.dealloc %scratch : memref<213120xi8>
    ```
  }];
  let statistics = [
    Statistic<"numCalls", "calls", "Number of ops converted">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// ElementTypes
//===----------------------------------------------------------------------===//

def SplitDropEncodingsPass : Pass<"split-drop-encodings"> {
  let summary = "Drop the encodings of tensors";
  let description = [{
    Splits do not interpret encodings: pieces have the encoding of `data` (C5),
    and passes on tensors keep it. Memrefs have no encodings, so this pass
    removes them from all tensor types before bufferization (C8), also in
    signatures and attributes. Upstream's lowerings of elementwise and
    quantization ops would keep some of them and lose others.

    Encodings of the `sparse_tensor` dialect stay, because they describe storage
    that is not dense. `split-verify-element-types` rejects them.

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
  let summary = "Convert quantized types to their storage types";
  let description = [{
    Scalars and tensors of quantized types (per tensor, axis or block, and
    `!quant.any`) become signless integers: in signatures, calls, branches,
    loops, and in ops that only move values (C1). These are the ops of `func`,
    `cf`, `scf`, `tensor` and `split`, and of `linalg` copies, fills,
    transpositions, packing and generic ops whose bodies only move values. A
    `quant.scast` between a quantized type and its storage type is removed.
    Encodings stay.

    A storage type does not determine which numbers its values represent, so an
    op that computes on quantized values is an error. Run upstream's
    `lower-quant-ops` first, which lowers `quant.qcast` and `quant.dcast`.
    `!quant.calibrated` has no storage type and is not changed.

    ```mlir
    func.func @f(%x: tensor<4x!quant.uniform<u8:f32, 0.5>>) -> tensor<2xi8> {
      %0:2 = split.split %x axis(0) into 2
          : tensor<4x!quant.uniform<u8:f32, 0.5>>
         -> tensor<2x!quant.uniform<u8:f32, 0.5>>,
            tensor<2x!quant.uniform<u8:f32, 0.5>>
      %1 = quant.scast %0#1
          : tensor<2x!quant.uniform<u8:f32, 0.5>> to tensor<2xi8>
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
  let summary = "Reject tensors that cannot be bufferized";
  let description = [{
    Run this pass before bufferization, which fails on some tensors with other
    messages, creates invalid memrefs from others, and treats sparse tensors as
    dense. The pass reports the first op that has one of the following types as
    an operand, a result, or an argument or result of its signature:

    - a tensor whose element type is not valid in memrefs or not supported by
      LLVM (C1): tf32, quantized types, integers of no bits, scalable vectors,
      and types of most other dialects, registered or not; or a complex scalar
      of such a type;
    - a tensor with an encoding of the `sparse_tensor` dialect (C8).

    ```mlir
    // error: 'func.func' op argument 0 of type 'tensor<4xtf32>' has no form in
    // memory
    func.func private @f(tensor<4xtf32>)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def SplitOutlineKernelsPass
    : Pass<"split-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move loops to functions, one for all equal loops";
  let description = [{
    The passes of LLVM take more than linear time for a function with many
    loops, and networks repeat blocks of the same ops. In functions with at
    least `min-loops` loop nests, this pass replaces each nest by a call of a
    private function. Nests that are equal, except for the values from outside
    that they use, share one function. Constants are part of the nest.

    A loop nest is an op of `scf` without results at the top level of a
    function. It contains a loop, but no op that may fail, call a function of
    the program, or allocate or free memory.

    ```mlir
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %y, %b[%i] : memref<8xf32>
    }
    ```

    becomes

    ```mlir
    call @split_kernel(%x, %a) : (f32, memref<8xf32>) -> ()
    call @split_kernel(%y, %b) : (f32, memref<8xf32>) -> ()
    ```
  }];
  let options = [
    Option<"minLoops", "min-loops", "unsigned", /*default=*/"6",
           "Least number of loop nests of a function from which they are moved">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Number of functions created">,
    Statistic<"numCalls", "calls", "Number of loop nests replaced by calls">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Multiversion
//===----------------------------------------------------------------------===//

def SplitMultiversionFunctionsPass
    : Pass<"split-multiversion-functions", "::mlir::ModuleOp"> {
  let summary = "Compile functions for several levels of x86-64";
  let description = [{
    The pass works on the LLVM dialect. It clones functions for each of `cpus`,
    with the attribute `target_cpu`. Callers select a clone by the `isaLevel`
    that `split_mlir_machine` of the runtime library returns. Clones for one
    level call each other directly, so only calls from functions without clones
    select one.

    Private functions with a body are cloned if they contain a loop, a vector or
    an op of OpenMP, or if they have at most 1000 ops and call a function with
    clones. Compiling longer callers several times would take more time than it
    saves.
    The following functions are not cloned:

    - functions whose address is taken, functions marked `optnone` or `cold`,
      and functions with a `target_cpu`;
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
      // @split_mlir_get_machine calls split_mlir_machine the first time.
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
  let summary = "Check that operands of linalg ops have sizes that fit";
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

#endif // SPLIT_MLIR_TRANSFORMS_PASSES_TD
