//===- Elements.cpp - Elements of tensors in memory -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "Object.h"
#include <algorithm>

using namespace mlir::split;
using namespace mlir::split::native;

bool Elements::isRowMajor() const {
  if (std::find(sizes, sizes + rank, 0) != sizes + rank)
    return true;
  int64_t stride = bytes;
  for (size_t i = rank; i-- > 0;) {
    if (sizes[i] != 1 && strides[i] != stride)
      return false;
    stride *= sizes[i];
  }
  return true;
}

bool Elements::findExtent(uintptr_t &begin, uintptr_t &end) const {
  int64_t low = 0, high = 0;
  for (size_t i = 0; i < rank; ++i) {
    int64_t distance;
    if (sizes[i] == 0) {
      begin = end = reinterpret_cast<uintptr_t>(data);
      return true;
    }
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &distance) ||
        __builtin_add_overflow(distance < 0 ? low : high, distance,
                               distance < 0 ? &low : &high))
      return false;
  }
  auto address = static_cast<int64_t>(reinterpret_cast<uintptr_t>(data));
  int64_t first, last;
  if (__builtin_add_overflow(address, low, &first) ||
      __builtin_add_overflow(address, high, &last) ||
      __builtin_add_overflow(last, bytes, &last) || first < 0)
    return false;
  begin = first;
  end = last;
  return true;
}

bool Elements::countBytes(int64_t &result) const {
  result = bytes;
  if (std::find(sizes, sizes + rank, 0) != sizes + rank)
    result = 0;
  for (size_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(result, sizes[i], &result))
      return false;
  return true;
}

void Elements::copyTo(char *memory, int64_t numBytes) const {
  if (numBytes == 0)
    return;
  Py_buffer view = {};
  view.buf = data;
  view.len = numBytes;
  view.itemsize = bytes;
  view.readonly = 1;
  view.ndim = static_cast<int>(rank);
  view.shape =
      const_cast<Py_ssize_t *>(reinterpret_cast<const Py_ssize_t *>(sizes));
  view.strides =
      const_cast<Py_ssize_t *>(reinterpret_cast<const Py_ssize_t *>(strides));
  check(PyBuffer_ToContiguous(memory, &view, numBytes, 'C'));
}
