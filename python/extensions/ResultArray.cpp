//===- ResultArray.cpp - NumPy arrays of results --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultArray.h"

#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;
using py::detail::npy_api;

char *mlir::split::native::getData(const int64_t *words, int64_t elementBytes) {
  auto *aligned = reinterpret_cast<char *>(words[kAlignedWord]);
  return aligned ? aligned + words[kOffsetWord] * elementBytes : nullptr;
}

static constexpr const char *kOwnerName = "split_mlir.memory";

py::object mlir::split::native::createOwner(std::shared_ptr<Code> code,
                                            void *allocated) {
  auto shared = std::make_unique<std::shared_ptr<Code>>(std::move(code));
  auto owner = py::reinterpret_steal<py::object>(
      PyCapsule_New(allocated, kOwnerName, [](PyObject *self) {
        auto *code =
            static_cast<std::shared_ptr<Code> *>(PyCapsule_GetContext(self));
        (*code)->free(PyCapsule_GetPointer(self, kOwnerName));
        delete code;
      }));
  if (!owner)
    throw py::error_already_set();
  PyCapsule_SetContext(owner.ptr(), shared.release());
  return owner;
}

size_t mlir::split::native::countElements(const int64_t *sizes, size_t rank) {
  size_t count = 1;
  for (size_t i = 0; i < rank; ++i)
    count *= sizes[i];
  return count;
}

py::object mlir::split::native::createArray(const Parameter &result,
                                            size_t rank, const int64_t *words,
                                            py::object owner, bool isWritable) {
  constexpr size_t kMaxRank = 32;
  if (rank > kMaxRank)
    throw py::value_error("result '" + result.name + "' has rank " +
                          std::to_string(rank) +
                          ", NumPy has arrays of at most rank 32");
  const int64_t *sizes = words + kSizesWord;
  // An array without elements needs no memory of the call.
  bool isEmpty = countElements(sizes, rank) == 0;
  Py_intptr_t strides[kMaxRank];
  for (size_t i = 0; i < rank; ++i)
    strides[i] = sizes[rank + i] * result.bytes;
  npy_api &api = npy_api::get();
  auto array = py::reinterpret_steal<py::object>(api.PyArray_NewFromDescr_(
      api.PyArray_Type_, py::object(result.dtype).release().ptr(),
      static_cast<int>(rank), reinterpret_cast<const Py_intptr_t *>(sizes),
      isEmpty ? nullptr : strides,
      isEmpty ? nullptr : getData(words, result.bytes),
      isWritable && !isEmpty ? npy_api::NPY_ARRAY_WRITEABLE_ : 0, nullptr));
  if (!array)
    throw py::error_already_set();
  if (!isEmpty &&
      api.PyArray_SetBaseObject_(array.ptr(), owner.release().ptr()) != 0)
    throw py::error_already_set();
  return array;
}

template <typename T>
static void extend(char *data, size_t count, int bits, bool isSigned) {
  T mask = (T(1) << bits) - 1, sign = T(1) << (bits - 1);
  for (size_t i = 0; i < count; ++i) {
    T number;
    std::memcpy(&number, data + i * sizeof(T), sizeof(T));
    number &= mask;
    if (isSigned)
      number = (number ^ sign) - sign;
    std::memcpy(data + i * sizeof(T), &number, sizeof(T));
  }
}

void mlir::split::native::extendIntegers(const Parameter &result, char *data,
                                         size_t count) {
  if (result.integerBits == 0)
    return;
  switch (result.bytes) {
  case 1:
    return extend<uint8_t>(data, count, result.integerBits, result.isSigned);
  case 2:
    return extend<uint16_t>(data, count, result.integerBits, result.isSigned);
  case 4:
    return extend<uint32_t>(data, count, result.integerBits, result.isSigned);
  case 8:
    return extend<uint64_t>(data, count, result.integerBits, result.isSigned);
  default:
    return;
  }
}
