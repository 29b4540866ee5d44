//===- Allocator.h - Allocation of memory for calls -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_ALLOCATOR_H
#define SPLIT_MLIR_NATIVE_RUNTIME_ALLOCATOR_H

#include <stddef.h>

/// Allocates `size` bytes, at least one, by the host's allocator or, if there
/// is none, by malloc. Blocks that were freed before are used again.
/// `alignment` is a power of two. Returns null if there is no memory.
void *splitMlirAllocate(size_t size, size_t alignment = alignof(max_align_t));

/// Frees or keeps memory that splitMlirAllocate returned. If the host has not
/// set an allocator, any memory from malloc may be passed. Ignores null.
void splitMlirDeallocate(void *memory);

#endif // SPLIT_MLIR_NATIVE_RUNTIME_ALLOCATOR_H
