//===- KeptTypes.h - Types of nodes that stay ONNX ops ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_KEPTTYPES_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_KEPTTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include <onnx/onnx_pb.h>
#include <vector>

namespace mlir::split::frontends::onnx {

// The types of values that nodes use or define that an import with
// `OnnxImportOptions::keepUnknown` keeps. Those that MLIR lacks are spelled as
// in onnx-mlir: `!onnx.String`, `!onnx.Seq<...>`, `!onnx.Opt<...>`. Beyond
// those, there are `!onnx.Map<key, value>`, `!onnx.Sparse<tensor>`, and
// `!onnx.Unknown`, the element type of tensors about which nothing is known.

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

/// Returns the types that libonnx knows for the outputs of `node`, some without
/// a value, or nothing if libonnx has no such operator in version `opset` of
/// the node's domain, or refuses the node. `inputs` has the type of each input,
/// without a value if that is not known. Attributes that are graphs are not
/// read. Shapes are inferred only for operators for which libonnx does so
/// safely; for others, only the constraints of their types are used.
std::vector<::onnx::TypeProto>
inferOutputTypes(const ::onnx::NodeProto &node, int64_t opset,
                 const std::vector<::onnx::TypeProto> &inputs);

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_KEPTTYPES_H
