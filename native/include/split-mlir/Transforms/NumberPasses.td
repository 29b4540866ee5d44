//===- NumberPasses.td - Passes on arithmetic --------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_NUMBERPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_NUMBERPASSES_TD

include "split-mlir/Transforms/PassDialects.td"

def SplitGuardDivisionsPass : Pass<"split-guard-divisions"> {
  let summary = "Guard integer divisions, and expand floor and ceil divisions";
  let description = [{
    A division by zero is undefined in the arith dialect, and so is the quotient
    of the minimum signed integer and -1. On x86, both end the process. This
    pass gives both a value: a quotient or a remainder of a division by zero is
    0, and the other quotient is the minimum integer again, with the
    remainder 0. Nothing is inserted for a constant divisor that rules out both
    cases.

    ```mlir
    %q = arith.divui %a, %b : i32
    ```

    becomes

    ```mlir
    %zero = arith.cmpi eq, %b, %c0_i32 : i32
    %divisor = arith.select %zero, %c1_i32, %b : i32
    %0 = arith.divui %a, %divisor : i32
    %q = arith.select %zero, %c0_i32, %0 : i32
    ```

    Divisions of the index dialect become those of arith. Divisions that round
    up or down become ones that round to zero, and a correction. Upstream's
    patterns for these, in `arith-expand`, create a wrong constant for -1 if the
    type has more than 64 bits.
  }];
  let statistics = [
    Statistic<"numGuarded", "guarded", "Number of divisions guarded">
  ];
  let dependentDialects = [Arith];
}

def SplitExpandFloatsPass : Pass<"split-expand-floats"> {
  let summary = "Compute bf16 in f32, and round results of bf16 and f16 once";
  let description = [{
    LLVM has no code for bf16 that is correct on all processors. The instruction
    that converts f32 to bf16 treats subnormal numbers as zeros, code for
    processors without it calls a function for each element, and LLVM cannot
    generate code for some vectors. This pass computes ops of arith and math on
    bf16, and reductions of vectors of bf16, in f32. It converts between the two
    types by integer operations.

    ```mlir
    %r = arith.addf %a, %b : bf16
    ```

    becomes

    ```mlir
    %0 = arith.bitcast %a : bf16 to i16
    %1 = arith.extui %0 : i16 to i32
    %2 = arith.shli %1, %c16_i32 : i32
    %3 = arith.bitcast %2 : i32 to f32
    ... // %7, of %b
    %8 = arith.addf %3, %7 : f32
    ... // %r, from the bits of %8
    ```

    A conversion to bf16 or f16 in two steps would round twice. The pass rounds
    to odd in the first step (the last bit of an inexact result is 1), so that
    the second step rounds correctly:

    - `arith.truncf` to bf16 or f16 from floats of 64 or more bits;
    - `arith.sitofp` and `arith.uitofp` to bf16;
    - `math.fma` and `vector.fma` of bf16 or f16, which it computes in f64.

    It also converts integers of more than 64 bits from and to f16 by way of
    f32, which is exact for all that f16 can hold: LLVM's code generator fails
    on such conversions for processors that compute in f16.

    `arith.maximumf` and `arith.minimumf` become intrinsics of LLVM, which order
    zeros by their signs, before `arith-expand` turns them into comparisons,
    which treat both zeros as equal. LLVM has no x86 code for the intrinsics of
    f80 and f128; these ops become comparisons that check signs. `math.copysign`
    becomes operations on integers: LLVM loses the sign of a bf16 number that is
    in another block.
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops expanded">
  ];
  let dependentDialects = [LLVM, Arith, Math];
}

def SplitExtendIntegersInMemoryPass
    : Pass<"split-extend-integers-in-memory"> {
  let summary = "Load and store integers with all bits of their bytes";
  let description = [{
    An integer of 4 bits takes a byte in memory, and one of 33 bits takes eight.
    LLVM expects zeros above the bits of an integer that it loads, within its
    last byte; hosts usually pass negative integers with ones there. LLVM does
    not touch the bytes after that one. This pass runs on the LLVM dialect. It
    ignores the bits above an integer that it loads, and stores zeros there. It
    does the same for integers in structs, and for vectors whose bits do not
    fill bytes:

    ```mlir
    %0 = llvm.load %p : !llvm.ptr -> i33
    llvm.store %1, %q : i4, !llvm.ptr
    ```

    becomes

    ```mlir
    %2 = llvm.load %p : !llvm.ptr -> i64
    %0 = llvm.trunc %2 : i64 to i33
    %3 = llvm.zext %1 : i4 to i8
    llvm.store %3, %q : i8, !llvm.ptr
    ```
  }];
  let statistics = [
    Statistic<"numAccesses", "accesses", "Number of loads and stores changed">
  ];
  let dependentDialects = [LLVM];
}

#endif // SPLIT_MLIR_TRANSFORMS_NUMBERPASSES_TD
