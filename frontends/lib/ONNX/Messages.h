//===- Messages.h - ONNX's protobuf messages --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading of messages, and the types and elements in them. No public header has
// a protobuf type.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_MESSAGES_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_MESSAGES_H

#include "../Builders/Limits.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "split-mlir/Frontend/ONNX/Importer.h"
#include "split-mlir/Frontend/ONNX/TensorData.h"
#include <onnx/onnx_pb.h>

namespace mlir::split::frontends::onnx {

/// Parses `file` into `message`. Errors refer to the message as `what`. Fails
/// for an empty file, a file of 2 GiB or more, and a file that is not such a
/// message. Writes nothing to standard error.
llvm::Error parseMessage(llvm::MemoryBufferRef file, llvm::StringRef what,
                         google::protobuf::MessageLite &message);

/// Returns the MLIR type of an ONNX element type. Refuses string (O11) and
/// unknown types.
llvm::Expected<Type> getElementType(int64_t dataType, MLIRContext *context);

llvm::Error makeNegativeDimError(int64_t dim);

/// Returns the tensor type that a graph input or output declares. A dimension
/// without a value is `?`, and a tensor without a shape is unranked.
llvm::Expected<TensorType> getDeclaredType(const ::onnx::TypeProto &proto,
                                           MLIRContext *context);

/// Returns an error about a tensor with too little or too much data. `unit` is
/// "bytes" or "numbers".
llvm::Error makeSizeError(uint64_t actual, uint64_t expected,
                          llvm::StringRef unit);

/// Decodes a tensor into an attribute. Reads external data as `options` say.
llvm::Expected<DenseElementsAttr>
decodeConstant(const ::onnx::TensorProto &proto, MLIRContext *context,
               const OnnxImportOptions &options);

/// Decodes a tensor of strings into an attribute, as elements of type
/// `!onnx.String`.
llvm::Expected<DenseElementsAttr>
decodeStrings(const ::onnx::TensorProto &proto, MLIRContext *context);

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_MESSAGES_H
