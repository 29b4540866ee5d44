//===- TorchValues.cpp - Values of torch-mlir's dialects ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchValues.h"

#include "ForeignOp.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

static constexpr StringLiteral kConstantInt = "torch.constant.int";
static constexpr StringLiteral kListConstruct = "torch.prim.ListConstruct";
static constexpr StringLiteral kLiteral = "torch.vtensor.literal";
static constexpr StringLiteral kToBuiltin = "torch_c.to_builtin_tensor";
static constexpr StringLiteral kFromBuiltin = "torch_c.from_builtin_tensor";
static constexpr StringLiteral kToInteger = "torch_c.to_i64";
static constexpr StringLiteral kFromInteger = "torch_c.from_i64";

/// Parses the element type of a !torch.vtensor; null if it is not builtin.
static Type parseElementType(MLIRContext *context, StringRef text) {
  // Builtin numbers have short names; the parser recurses on nested types.
  constexpr size_t kMaxLength = 64;
  if (text.size() > kMaxLength)
    return {};
  ScopedDiagnosticHandler ignoreErrors(context,
                                       [](Diagnostic &) { return success(); });
  Type type = parseType(text, context);
  if (isa_and_present<IntegerType>(type))
    return IntegerType::get(context, type.getIntOrFloatBitWidth());
  return isa_and_present<FloatType, ComplexType>(type) ? type : Type();
}

/// Parses sizes like `2,?,3`.
static std::optional<SmallVector<int64_t>> parseSizes(StringRef text) {
  SmallVector<StringRef> words;
  text.split(words, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/!text.empty());
  SmallVector<int64_t> sizes;
  for (StringRef word : words) {
    int64_t size = ShapedType::kDynamic;
    word = word.trim();
    if (word != "?" && (word.getAsInteger(10, size) || size < 0))
      return std::nullopt;
    sizes.push_back(size);
  }
  return sizes;
}

/// The forms are `!torch.vtensor<[2,?],f32>` and `!torch.vtensor<*,f32>`.
TensorType mlir::split::frontends::getBuiltinTensorType(Type type) {
  std::string buffer;
  llvm::raw_string_ostream(buffer) << type;
  StringRef text = buffer;
  if (!text.consume_front("!torch.vtensor<") || !text.consume_back(">"))
    return {};
  bool hasRank = text.consume_front("[");
  auto [sizesText, elementText] = hasRank ? text.split("],") : text.split("*,");
  Type element = parseElementType(type.getContext(), elementText.trim());
  if (!element)
    return {};
  if (!hasRank)
    return sizesText.empty() ? UnrankedTensorType::get(element) : TensorType();
  std::optional<SmallVector<int64_t>> sizes = parseSizes(sizesText);
  return sizes ? RankedTensorType::get(*sizes, element) : TensorType();
}

static bool hasName(Operation *op, StringRef name) {
  return op && op->getName().getStringRef() == name && op->getNumRegions() == 0;
}

std::optional<int64_t> mlir::split::frontends::getTorchInt(Value value) {
  Operation *op = value.getDefiningOp();
  if (!hasName(op, kConstantInt))
    return std::nullopt;
  return readInteger(getForeignAttribute(op, "value"));
}

static bool isTorchInt(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text == "!torch.int";
}

std::optional<SmallVector<OpFoldResult>>
mlir::split::frontends::getTorchInts(Value list) {
  Operation *op = list.getDefiningOp();
  if (!hasName(op, kListConstruct))
    return std::nullopt;
  SmallVector<OpFoldResult> integers;
  for (Value element : op->getOperands()) {
    if (!isTorchInt(element.getType()))
      return std::nullopt;
    if (std::optional<int64_t> integer = getTorchInt(element))
      integers.push_back(Builder(op->getContext()).getIndexAttr(*integer));
    else
      integers.push_back(element);
  }
  return integers;
}

DenseElementsAttr mlir::split::frontends::getTorchLiteral(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  StringRef name = getTorchName(op);
  if (name != kLiteral && name != "onnx.Constant")
    return {};
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(
      getForeignAttribute(op, name == kLiteral ? "value" : "torch.onnx.value"));
  if (!elements || !isa<IntegerType>(elements.getElementType()))
    return {};
  auto type = IntegerType::get(
      op->getContext(), elements.getElementType().getIntOrFloatBitWidth());
  return elements.bitcast(type);
}

StringRef mlir::split::frontends::getTorchName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name != "torch.operator")
    return name;
  auto attribute =
      dyn_cast_or_null<StringAttr>(getForeignAttribute(op, "name"));
  return attribute ? attribute.getValue() : name;
}

static Value createCast(ImplicitLocOpBuilder &builder, StringRef name,
                        Type type, Value value) {
  OperationState state(builder.getLoc(), name, value, type);
  return builder.create(state)->getResult(0);
}

Value mlir::split::frontends::createBuiltinTensor(ImplicitLocOpBuilder &builder,
                                                  Value value) {
  TensorType type = getBuiltinTensorType(value.getType());
  Operation *op = value.getDefiningOp();
  if (hasName(op, kFromBuiltin) && op->getNumOperands() == 1 &&
      op->getOperand(0).getType() == type)
    return op->getOperand(0);
  return createCast(builder, kToBuiltin, type, value);
}

Value mlir::split::frontends::createBuiltinIndex(ImplicitLocOpBuilder &builder,
                                                 Value value) {
  Type i64 = builder.getI64Type();
  Operation *op = value.getDefiningOp();
  bool isCast = hasName(op, kFromInteger) && op->getNumOperands() == 1 &&
                op->getOperand(0).getType() == i64;
  Value integer =
      isCast ? op->getOperand(0) : createCast(builder, kToInteger, i64, value);
  return builder.createOrFold<arith::IndexCastOp>(builder.getIndexType(),
                                                  integer);
}

void mlir::split::frontends::replaceTorchValue(ImplicitLocOpBuilder &builder,
                                               Value value, Value tensor) {
  for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
    if (hasName(user, kToBuiltin) && user->getNumOperands() == 1 &&
        user->getNumResults() == 1 &&
        user->getResult(0).getType() == tensor.getType()) {
      user->getResult(0).replaceAllUsesWith(tensor);
      user->erase();
    }
  if (!value.use_empty())
    value.replaceAllUsesWith(
        createCast(builder, kFromBuiltin, value.getType(), tensor));
}

void mlir::split::frontends::eraseUnusedTorchOps(ValueRange values) {
  llvm::SetVector<Operation *> work;
  auto add = [&](ValueRange added) {
    for (Value value : added)
      if (Operation *op = value.getDefiningOp())
        work.insert(op);
  };
  add(values);
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    bool isErasable = hasName(op, kConstantInt) ||
                      hasName(op, kListConstruct) || hasName(op, kLiteral) ||
                      hasName(op, kFromBuiltin) || hasName(op, kFromInteger) ||
                      getTorchName(op) == "onnx.Constant";
    if (!isErasable || !op->use_empty())
      continue;
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    add(operands);
  }
}
