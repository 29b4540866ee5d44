//===- TensorData.h - Serialized ONNX tensors -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTEND_ONNX_TENSORDATA_H
#define SPLIT_MLIR_FRONTEND_ONNX_TENSORDATA_H

#include "split-mlir/Support/Models.h"

namespace mlir::split::frontends {

/// Reads a serialized TensorProto, such as the `input_0.pb` of a test data set.
/// Accepts typed and raw data of every element type but string: a bool is one
/// byte 0 or 1, f16 and bf16 are two bytes, a complex number is two floats.
/// External data, and a shape that does not fit the data in the file, are
/// errors.
llvm::Expected<FileTensor> parseOnnxTensor(llvm::MemoryBufferRef file,
                                           MLIRContext *context);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTEND_ONNX_TENSORDATA_H
