//===- BufferPasses.td - Passes on buffers -----------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_BUFFERPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_BUFFERPASSES_TD

include "mlir/Pass/PassBase.td"

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

#endif // SPLIT_MLIR_TRANSFORMS_BUFFERPASSES_TD
