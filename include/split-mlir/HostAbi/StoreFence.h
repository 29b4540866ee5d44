//===- StoreFence.h - Order of stores past the caches -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_STOREFENCE_H
#define SPLIT_MLIR_HOSTABI_STOREFENCE_H

namespace mlir {
namespace split {

/// What orders stores past the caches before later ones.
enum class StoreFence {
  /// Nothing: the processor does.
  None,
  /// The instruction sfence of x86.
  X86SFence
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_STOREFENCE_H
