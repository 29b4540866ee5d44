//===- TensorData.h - Serialized ONNX tensors -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTEND_ONNX_TENSORDATA_H
#define SPLIT_MLIR_FRONTEND_ONNX_TENSORDATA_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::split::frontends {

/// A tensor with its elements.
struct OnnxTensor {
  /// Statically shaped.
  RankedTensorType type;
  /// Row-major and little-endian, in the storage of compiled MLIR: a bool is
  /// one byte 0 or 1, f16 and bf16 are two bytes, a complex number is two
  /// floats.
  std::vector<char> data;
  /// May be empty.
  std::string name;
};

/// Reads a serialized TensorProto, such as the `input_0.pb` of a test data set.
/// Accepts typed and raw data of every element type but string. External data,
/// and a shape that does not fit the data in the file, are errors.
llvm::Expected<OnnxTensor> parseOnnxTensor(llvm::MemoryBufferRef file,
                                           MLIRContext *context);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTEND_ONNX_TENSORDATA_H
