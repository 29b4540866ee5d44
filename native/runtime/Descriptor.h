//===- Descriptor.h - The beginning of a memref descriptor ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_DESCRIPTOR_H
#define SPLIT_MLIR_NATIVE_RUNTIME_DESCRIPTOR_H

#include <stdint.h>

namespace mlir::split::native {

/// The beginning of a memref descriptor. The sizes and then the strides, in
/// elements, follow it.
struct Descriptor {
  char *allocated;
  char *aligned;
  int64_t offset;

  const int64_t *getSizes() const {
    return reinterpret_cast<const int64_t *>(this + 1);
  }
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_DESCRIPTOR_H
