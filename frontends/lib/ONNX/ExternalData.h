//===- ExternalData.h - Tensor data beside the model ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_EXTERNALDATA_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_EXTERNALDATA_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include "split-mlir/Frontend/ONNX/Importer.h"

#include <onnx/onnx_pb.h>

namespace mlir::split::frontends::onnx {

/// Returns whether the tensor refers to or describes external data.
bool hasExternalData(const ::onnx::TensorProto &proto);

/// Reads the `bytes` bytes of a tensor with external data. The file has to be a
/// regular file below the folder of `options` after symbolic links are
/// resolved. An empty folder refuses external data.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readExternalData(const ::onnx::TensorProto &proto,
                 const OnnxImportOptions &options, uint64_t bytes);

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_EXTERNALDATA_H
