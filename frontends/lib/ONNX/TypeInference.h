//===- TypeInference.h - ONNX's own type inference --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_TYPEINFERENCE_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_TYPEINFERENCE_H

#include <onnx/onnx_pb.h>

#include <vector>

namespace mlir::split::frontends::onnx {

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

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_TYPEINFERENCE_H
