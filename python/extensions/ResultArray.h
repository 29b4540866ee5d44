//===- ResultArray.h - NumPy arrays of results ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_RESULTARRAY_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_RESULTARRAY_H

#include "Code.h"
#include "Parameter.h"

namespace mlir::split::native {

/// The words of a descriptor (Runtime.h).
enum { kAllocatedWord, kAlignedWord, kOffsetWord, kSizesWord };

/// Returns the address of the first element of the tensor that `words`
/// describe.
char *getData(const int64_t *words, int64_t elementBytes);

/// Returns an object that frees `allocated` with the allocator of `code`.
py::object createOwner(std::shared_ptr<Code> code, void *allocated);

/// Returns an array of the elements that `words` describe. `owner` keeps their
/// memory alive.
py::object createArray(const Parameter &result, size_t rank,
                       const int64_t *words, py::object owner, bool isWritable);

/// Sets the bits of integers that their type does not have to zero or to the
/// sign. The array must be in row-major order.
void extendIntegers(const Parameter &result, char *data, size_t count);

/// Returns the number of elements.
size_t countElements(const int64_t *sizes, size_t rank);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_RESULTARRAY_H
