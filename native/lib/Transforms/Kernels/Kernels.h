//===- Kernels.h - Outlined functions of loops ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_KERNELS_KERNELS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_KERNELS_KERNELS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::split::native {

/// Marks functions that `split-outline-kernels` has created, in LLVM IR, too.
inline constexpr llvm::StringLiteral kKernelAttrName = "split-kernel";

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_KERNELS_KERNELS_H
