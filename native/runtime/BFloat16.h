//===- BFloat16.h - Truncations to bf16 -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_BFLOAT16_H
#define SPLIT_MLIR_NATIVE_RUNTIME_BFLOAT16_H

// LLVM calls these functions to truncate to bf16 on processors without such an
// instruction. The run-time library of GCC 12 and earlier lacks them. The
// result is a bf16 in the low half of a float, because the C ABI returns both
// types in the same register, and not every compiler has a type for bf16.
extern "C" float __truncsfbf2(float value);
extern "C" float __truncdfbf2(double value);

#endif // SPLIT_MLIR_NATIVE_RUNTIME_BFLOAT16_H
