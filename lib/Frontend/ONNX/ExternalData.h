//===- ExternalData.h - tensor data beside the model ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_EXTERNALDATA_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_EXTERNALDATA_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <onnx/onnx_pb.h>

namespace mlir::split {

/// Whether the tensor says that its data is, or describes data, in a file of
/// its own.
bool hasExternalData(const ::onnx::TensorProto &proto);

/// Reads the `bytes` bytes of a tensor with external data, and no others. The
/// file is a regular one below `folder`, also after symbolic links are
/// followed; an empty `folder` refuses all.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readExternalData(const ::onnx::TensorProto &proto, StringRef folder,
                 uint64_t bytes);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_EXTERNALDATA_H
