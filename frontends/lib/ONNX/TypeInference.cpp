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

#include "KeptTypes.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>
#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

using ::onnx::NodeProto;
using ::onnx::OpSchema;
using ::onnx::TypeProto;
using Types = std::vector<TypeProto>;

/// Operators whose inference functions were checked to be safe for every node
/// that their schema accepts. Others are not: that of Conv reads past the end
/// of a shape whose rank is too small.
static constexpr const char *kSafe[] = {
    "Bernoulli",      "DequantizeLinear",   "DynamicQuantizeLinear",
    "MatMulInteger",  "Multinomial",        "NonMaxSuppression",
    "Optional",       "OptionalGetElement", "OptionalHasElement",
    "QuantizeLinear", "RandomNormal",       "RandomNormalLike",
    "RandomUniform",  "RandomUniformLike",  "RoiAlign",
    "SequenceAt",     "SequenceConstruct",  "SequenceEmpty",
    "SequenceErase",  "SequenceInsert",     "SequenceLength",
    "Unique"};

static bool isKnown(const TypeProto &type) {
  return type.value_case() != TypeProto::VALUE_NOT_SET;
}

/// Infers types and shapes.
static Types inferShapes(const OpSchema &schema, const NodeProto &node,
                         Types inputs) {
  NodeProto copy = node;
  std::unordered_map<std::string, TypeProto *> types;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (isKnown(inputs[i]))
      types[node.input(static_cast<int>(i))] = &inputs[i];
  ::onnx::shape_inference::InferenceContextImpl context(
      copy, types, /*inputDataByName=*/{}, /*inputSparseDataByName=*/{});
  schema.GetTypeAndShapeInferenceFunction()(context);
  return context.allOutputTypes_;
}

/// Returns the formal parameter of input or output `i`, of which the last one
/// may stand for many.
static const OpSchema::FormalParameter &
getParameter(const std::vector<OpSchema::FormalParameter> &parameters,
             size_t i) {
  return parameters[std::min(i, parameters.size() - 1)];
}

/// Returns the type that the schema's constraints leave for an output: without
/// a shape that of an input with the same constraint.
static TypeProto getConstrainedType(const OpSchema &schema,
                                    const OpSchema::FormalParameter &output,
                                    const Types &inputs) {
  if (output.GetTypes().size() == 1)
    return ::onnx::Utils::DataTypeUtils::ToTypeProto(
        *output.GetTypes().begin());
  TypeProto type;
  for (size_t i = 0; i < inputs.size() && output.GetIsHomogeneous(); ++i) {
    const auto &input = getParameter(schema.inputs(), i);
    if (input.GetTypeStr() != output.GetTypeStr() ||
        !input.GetIsHomogeneous() || !inputs[i].has_tensor_type())
      continue;
    type = inputs[i];
    type.mutable_tensor_type()->clear_shape();
  }
  return type;
}

static Types inferTypes(const NodeProto &node, int version,
                        const Types &inputs) {
  std::string domain = node.domain() == "ai.onnx" ? "" : node.domain();
  const OpSchema *schema =
      ::onnx::OpSchemaRegistry::Schema(node.op_type(), version, domain);
  if (!schema)
    return {};
  // Throws if the number of inputs or outputs, or an attribute, is wrong.
  schema->Verify(node);
  bool isSafe = domain.empty() && llvm::is_contained(kSafe, node.op_type());
  if (isSafe && schema->has_type_and_shape_inference_function())
    return inferShapes(*schema, node, inputs);
  Types outputs;
  for (int i = 0; i < node.output_size(); ++i)
    outputs.push_back(getConstrainedType(
        *schema, getParameter(schema->outputs(), i), inputs));
  return outputs;
}

Types mlir::split::frontends::onnx::inferOutputTypes(const NodeProto &node,
                                                     int64_t opset,
                                                     const Types &inputs) {
  int version = static_cast<int>(
      std::clamp<int64_t>(opset, 0, std::numeric_limits<int>::max()));
  try {
    return inferTypes(node, version, inputs);
  } catch (const std::exception &) {
    return {};
  }
}
