//===- DLPack.h - Structures of DLPack --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_DLPACK_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_DLPACK_H

#include <cstdint>

namespace mlir::split::native {

// The ABI of https://github.com/dmlc/dlpack before version 1, which Python
// objects exchange in capsules that are named `dltensor`.

enum : int32_t { kDLCPU = 1, kDLCUDAHost = 3 };
enum : uint8_t {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6
};

struct DLDevice {
  int32_t deviceType, deviceId;
};

struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};

struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  /// In elements; null for row-major order.
  int64_t *strides;
  uint64_t byteOffset;
};

struct DLManagedTensor {
  DLTensor tensor;
  void *context;
  void (*deleter)(DLManagedTensor *self);
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_DLPACK_H
