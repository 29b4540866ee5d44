//===- TypeInference.cpp - ONNX's own type inference ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libonnx reports errors by exceptions. This is the only file that is compiled
// with exceptions; none leaves it.
//
//===----------------------------------------------------------------------===//

#include "TypeInference.h"

#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <limits>

using ::onnx::NodeProto;
using ::onnx::OpSchema;
using ::onnx::TypeProto;

static std::vector<TypeProto> infer(const NodeProto &node, int version,
                                    const std::vector<TypeProto> &inputs) {
  std::string domain = node.domain() == "ai.onnx" ? "" : node.domain();
  const OpSchema *schema =
      ::onnx::OpSchemaRegistry::Schema(node.op_type(), version, domain);
  if (!schema || !schema->has_type_and_shape_inference_function())
    return {};
  schema->Verify(node);
  NodeProto copy = node;
  std::vector<TypeProto> copies = inputs;
  std::unordered_map<std::string, TypeProto *> types;
  for (size_t i = 0; i < copies.size(); ++i)
    if (copies[i].value_case() != TypeProto::VALUE_NOT_SET)
      types[node.input(static_cast<int>(i))] = &copies[i];
  ::onnx::shape_inference::InferenceContextImpl context(
      copy, types, /*inputDataByName=*/{}, /*inputSparseDataByName=*/{});
  schema->GetTypeAndShapeInferenceFunction()(context);
  return context.allOutputTypes_;
}

std::vector<TypeProto>
mlir::split::onnx::inferOutputTypes(const NodeProto &node, int64_t opset,
                                    const std::vector<TypeProto> &inputs) {
  int version = static_cast<int>(
      std::clamp<int64_t>(opset, 0, std::numeric_limits<int>::max()));
  try {
    return infer(node, version, inputs);
  } catch (const std::exception &) {
    return {};
  }
}
