//===- Messages.h - ONNX's protobuf messages --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How messages are read, and what they say of types and elements. Private to
// the importer: no protobuf type is in a public header.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_MESSAGES_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_MESSAGES_H

#include "../Builders/Limits.h"

#include "split-mlir/Frontend/ONNX/TensorData.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <onnx/onnx_pb.h>

namespace mlir::split {

/// Parses `file` into `message`, of which `what` says in an error what it is.
/// Fails for an empty file, one of 2 GiB or more, and one that is no such
/// message; nothing is written to standard error.
llvm::Error parseMessage(llvm::MemoryBufferRef file, llvm::StringRef what,
                         google::protobuf::MessageLite &message);

/// A set of ONNX's element types, as bits numbered by TensorProto::DataType.
using ElementTypeSet = uint32_t;

/// The MLIR type of an ONNX element type. Refuses string (O11) and numbers that
/// are no element type.
llvm::Expected<Type> getElementType(int32_t dataType, MLIRContext *context);

/// Whether `type`, an MLIR type from `getElementType`, is in the set.
bool contains(ElementTypeSet set, Type type);

llvm::Error makeNegativeDimError(int64_t dim);

/// The tensor type that a graph input or output declares: a dimension without a
/// value is `?`, a tensor without a shape is unranked.
llvm::Expected<TensorType> getDeclaredType(const ::onnx::TypeProto &proto,
                                           MLIRContext *context);

/// An error about a tensor with too few or too many bytes or numbers, the
/// `unit`.
llvm::Error makeSizeError(uint64_t actual, uint64_t expected,
                          llvm::StringRef unit);

/// Decodes a tensor into an attribute. External data is read below `folder`, or
/// refused if that is empty.
llvm::Expected<DenseElementsAttr>
decodeConstant(const ::onnx::TensorProto &proto, MLIRContext *context,
               llvm::StringRef folder);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_MESSAGES_H
