//===- NativePasses.td - Copies and TOSA -------------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_NATIVEPASSES_TD
#define SPLIT_MLIR_CONVERSION_NATIVEPASSES_TD

include "split-mlir/Transforms/PassDialects.td"

def LowerSplitCopyPass : Pass<"lower-split-copy", "::mlir::ModuleOp"> {
  let summary = "Convert split.copy on memrefs to calls of vectorized kernels";
  let description = [{
    Each `split.copy` becomes a call of a kernel, a private function that copies
    bytes in one pass over the source. Copies of the same lengths share a
    kernel. A kernel sees the source as rows that consist of one run of bytes
    for each destination. The cost model in
    `CopyStrategy.h` of this pass chooses how it copies them:

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
    see `resolveMachine` in `split-mlir/Machine/MachineModel.h`. Without them,
    the generated code suits every target. With `runtime`, the code calls
    `split_mlir_machine` of the runtime library for the values that neither
    states: the two thresholds, the number of streams and the prefetch
    distances. Copies that read and write less than 256 KiB together do not call
    the function. With `host`, these values are constants, namely those that the
    function returns in the process that compiles. For x86-64, `split-compile`
    uses `machine=runtime`, and `split-run` `machine=host`, which makes the code
    shorter.

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
  let dependentDialects = [Arith, Func, LLVM, MemRef, SCF, Vector];
}

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
  let dependentDialects = [Arith, Func, Linalg, Math, SCF, Tensor];
}

#endif // SPLIT_MLIR_CONVERSION_NATIVEPASSES_TD
