//===- Passes.td - Passes on any program of tensors --------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_PASSES_TD
#define SPLIT_MLIR_TRANSFORMS_PASSES_TD

include "split-mlir/Transforms/ControlFlowGapPasses.td"
include "split-mlir/Transforms/ElementwisePasses.td"
include "split-mlir/Transforms/NumberPasses.td"
include "split-mlir/Transforms/PassDialects.td"
include "split-mlir/Transforms/UpstreamGapPasses.td"

def SplitPlanBuffersPass : Pass<"split-plan-buffers"> {
  let summary = "Let buffers of disjoint lifetimes share memory";
  let description = [{
    This pass replaces the temporaries of a function by parts of one buffer,
    which is allocated at the beginning of the function and freed at its end.
    Temporaries whose lifetimes are disjoint share memory. The lifetime of a
    temporary begins at the first op that may use it and ends at its
    deallocation, so run `split-free-after-last-use` before.

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
  let dependentDialects = [Arith, LLVM, MemRef];
}

def SplitProfileOpsPass : Pass<"split-profile-ops", "::mlir::ModuleOp"> {
  let summary = "Call a function after each op of the model";
  let description = [{
    Lowering has turned an op of the model into a sequence of ops with its
    location. After each such sequence at the top level of a function, this pass
    adds a call of `split_mlir_profile_op` with a description of the location
    and the bytes of the memrefs that the sequence accesses. The callee takes
    the time: a sequence begins where the one before it ended. A call with a
    null pointer marks the beginning of a function.

    Ops that were fused are one sequence, whose description names each of them.
    A loop of the model is one sequence, too. Deallocations belong to the
    sequence before them.

    ```mlir
    func.func @f(%x: memref<?xf32>, %y: memref<8xf32>) {
      %zero = arith.constant 0.0 : f32
      linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>) loc("a")
      linalg.fill ins(%zero : f32) outs(%y : memref<8xf32>) loc("b")
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<?xf32>, %y: memref<8xf32>) {
      %null = llvm.mlir.zero : !llvm.ptr
      llvm.call @split_mlir_profile_op(%null, %c0) : (!llvm.ptr, i64) -> ()
      %zero = arith.constant 0.0 : f32
      linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>)
      // %bytes is 4 * memref.dim %x, %c0
      llvm.call @split_mlir_profile_op(%a, %bytes) : (!llvm.ptr, i64) -> ()
      linalg.fill ins(%zero : f32) outs(%y : memref<8xf32>)
      llvm.call @split_mlir_profile_op(%b, %c32) : (!llvm.ptr, i64) -> ()
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numCalls", "calls", "Number of sequences with a call after them">
  ];
  let dependentDialects = [Arith, LLVM, MemRef];
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
    whose elements are in the order in which the library reads them. With
    `defer-packing`, the pass does not compute these elements, to save memory:
    the constant is an external `memref.global`, and the module's attribute
    `split.deferred_packing` describes its elements for the code generator,
    which computes them.

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
  let options = [
    Option<"deferPacking", "defer-packing", "bool", /*default=*/"false",
           "Describe packed constants instead of computing them">
  ];
  let statistics = [
    Statistic<"numCalls", "calls", "Number of ops converted">
  ];
  let dependentDialects = [Affine, Arith, LLVM, MemRef];
}

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
    Encodings do not change.

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
  let dependentDialects = [LLVM];
}

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
  let dependentDialects = [Func, MemRef];
}

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
  let dependentDialects = [LLVM];
}

#endif // SPLIT_MLIR_TRANSFORMS_PASSES_TD
