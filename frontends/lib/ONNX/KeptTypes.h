//===- KeptTypes.h - Types of nodes that are kept ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of values that nodes use or define that an import with
// `OnnxImportOptions::keepUnknown` keeps. Those that MLIR lacks are spelled as
// in onnx-mlir: `!onnx.String`, `!onnx.Seq<...>`, `!onnx.Opt<...>`. Beyond
// those, there are `!onnx.Map<key, value>`, `!onnx.Sparse<tensor>`, and
// `!onnx.Unknown`, the element type of tensors about which nothing is known.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_KEPTTYPES_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_KEPTTYPES_H

#include "mlir/IR/BuiltinTypes.h"

#include <onnx/onnx_pb.h>

namespace mlir::split::frontends::onnx {

/// Returns `!onnx.String`.
Type getStringType(MLIRContext *context);

/// Returns `!onnx.Seq<elementType>`.
Type getSequenceType(Type elementType);

/// Returns `tensor<*x!onnx.Unknown>`.
Type getUnknownType(MLIRContext *context);

/// Returns the type of a value, or null if `proto` states none. A shape that a
/// tensor cannot have is left out.
Type getKeptType(const ::onnx::TypeProto &proto, MLIRContext *context);

/// Returns a tensor type in ONNX's words, or a type without a value for a type
/// that is no tensor of numbers.
::onnx::TypeProto getTypeProto(Type type);

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_KEPTTYPES_H
