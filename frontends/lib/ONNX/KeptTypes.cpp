//===- KeptTypes.cpp - Types of nodes that are kept -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptTypes.h"

#include "../Builders/KeptOperators.h"
#include "Messages.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::TensorProto;
using ::onnx::TypeProto;

static Type getOpaque(MLIRContext *context, const Twine &name) {
  return getOpaqueType(context, "onnx", name);
}

/// Returns `!onnx.name<parameters>`.
static Type getOpaque(StringRef name, ArrayRef<Type> parameters) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << name << "<";
  llvm::interleaveComma(parameters, stream);
  stream << ">";
  return getOpaque(parameters.front().getContext(), text);
}

Type mlir::split::frontends::onnx::getStringType(MLIRContext *context) {
  return getOpaque(context, "String");
}

Type mlir::split::frontends::onnx::getSequenceType(Type elementType) {
  return getOpaque("Seq", elementType);
}

Type mlir::split::frontends::onnx::getUnknownType(MLIRContext *context) {
  return UnrankedTensorType::get(getOpaque(context, "Unknown"));
}

/// Returns the type of elements, also of those that no operator supports.
static Type getKeptElementType(int64_t dataType, MLIRContext *context) {
  Builder builder(context);
  // libonnx 1.12 knows the types up to 16.
  switch (dataType) {
  case TensorProto::STRING:
    return getStringType(context);
  case 17:
    return builder.getType<Float8E4M3FNType>();
  case 18:
    return builder.getType<Float8E4M3FNUZType>();
  case 19:
    return builder.getType<Float8E5M2Type>();
  case 20:
    return builder.getType<Float8E5M2FNUZType>();
  case 21:
    return builder.getIntegerType(4, /*isSigned=*/false);
  case 22:
    return builder.getIntegerType(4);
  case 23:
    return builder.getType<Float4E2M1FNType>();
  default:
    break;
  }
  llvm::Expected<Type> type = getElementType(dataType, context);
  if (type)
    return *type;
  llvm::consumeError(type.takeError());
  return {};
}

/// Returns the type of a dense or sparse tensor, or null.
template <typename TensorT>
static Type importTensorType(const TensorT &proto, MLIRContext *context) {
  Type element = getKeptElementType(proto.elem_type(), context);
  if (!element)
    return {};
  if (!proto.has_shape())
    return UnrankedTensorType::get(element);
  SmallVector<int64_t> shape;
  for (const auto &dim : proto.shape().dim())
    shape.push_back(dim.has_dim_value() && dim.dim_value() >= 0
                        ? dim.dim_value()
                        : ShapedType::kDynamic);
  if (llvm::Error error = checkShape(shape, element)) {
    llvm::consumeError(std::move(error));
    return UnrankedTensorType::get(element);
  }
  return RankedTensorType::get(shape, element);
}

Type mlir::split::frontends::onnx::getKeptType(const TypeProto &proto,
                                               MLIRContext *context) {
  auto getPart = [&](const TypeProto &part) {
    Type type = getKeptType(part, context);
    return type ? type : getUnknownType(context);
  };
  switch (proto.value_case()) {
  case TypeProto::kTensorType:
    return importTensorType(proto.tensor_type(), context);
  case TypeProto::kSparseTensorType: {
    Type dense = importTensorType(proto.sparse_tensor_type(), context);
    return getOpaque("Sparse", dense ? dense : getUnknownType(context));
  }
  case TypeProto::kSequenceType:
    return getSequenceType(getPart(proto.sequence_type().elem_type()));
  case TypeProto::kOptionalType:
    return getOpaque("Opt", getPart(proto.optional_type().elem_type()));
  case TypeProto::kMapType: {
    Type key = getKeptElementType(proto.map_type().key_type(), context);
    return getOpaque("Map", {key ? key : getOpaque(context, "Unknown"),
                             getPart(proto.map_type().value_type())});
  }
  default:
    return {};
  }
}

TypeProto mlir::split::frontends::onnx::getTypeProto(Type type) {
  TypeProto proto;
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return proto;
  for (int number = 1; number <= TensorProto::BFLOAT16; ++number) {
    if (getKeptElementType(number, type.getContext()) !=
        tensor.getElementType())
      continue;
    proto.mutable_tensor_type()->set_elem_type(number);
    if (!tensor.hasRank())
      return proto;
    auto *shape = proto.mutable_tensor_type()->mutable_shape();
    for (int64_t size : tensor.getShape()) {
      auto *dim = shape->add_dim();
      if (!ShapedType::isDynamic(size))
        dim->set_dim_value(size);
    }
    return proto;
  }
  return proto;
}
