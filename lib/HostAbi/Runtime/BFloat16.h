//===- BFloat16.h - Truncations to bf16 -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_RUNTIME_BFLOAT16_H
#define SPLIT_MLIR_LIB_HOSTABI_RUNTIME_BFLOAT16_H

// What LLVM calls for truncations to bf16 where the processor has none. GCC's
// run-time library lacks them up to GCC 12. The result is a bf16 in the low
// half of a float: a bf16 is returned in the low half of the register that a
// float is returned in, and compilers that have no type for it are spared one.
extern "C" float __truncsfbf2(float value);
extern "C" float __truncdfbf2(double value);

#endif // SPLIT_MLIR_LIB_HOSTABI_RUNTIME_BFLOAT16_H
