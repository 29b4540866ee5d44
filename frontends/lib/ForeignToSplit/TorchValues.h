//===- TorchValues.h - Values of torch-mlir's dialects ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of torch-mlir are opaque, since its dialects are not linked.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHVALUES_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHVALUES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>

namespace mlir::split::frontends {

/// Returns the type of torch_c.to_builtin_tensor for a !torch.vtensor, which
/// has the same sizes and signless integers. Returns null for any other type,
/// and if the element type is unknown or of torch-mlir.
TensorType getBuiltinTensorType(Type type);

/// Returns the value of a torch.constant.int.
std::optional<int64_t> getTorchInt(Value value);
/// Returns the elements of a torch.prim.ListConstruct of !torch.int: the values
/// of torch.constant.int as attributes.
std::optional<SmallVector<OpFoldResult>> getTorchInts(Value list);
/// Returns the elements of a torch.vtensor.literal or of torch.operator
/// "onnx.Constant" as signless integers, or null.
DenseElementsAttr getTorchLiteral(Value value);

/// Returns the name of an op, or for torch.operator the one in its attribute
/// `name`.
StringRef getTorchName(Operation *op);

/// Returns the builtin tensor of `value`, of which `getBuiltinTensorType` has
/// the type.
Value createBuiltinTensor(ImplicitLocOpBuilder &builder, Value value);

/// Returns the index of `value`, a !torch.int.
Value createBuiltinIndex(ImplicitLocOpBuilder &builder, Value value);

/// Replaces `value`, a !torch.vtensor, by the builtin tensor `tensor`, both in
/// casts to builtin tensors, which it erases, and elsewhere.
void replaceTorchValue(ImplicitLocOpBuilder &builder, Value value,
                       Value tensor);

/// Erases constants, lists and casts of torch-mlir that define one of `values`
/// or an operand of one, and have no uses.
void eraseUnusedTorchOps(ValueRange values);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHVALUES_H
