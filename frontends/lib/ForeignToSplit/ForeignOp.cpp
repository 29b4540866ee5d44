//===- ForeignOp.cpp - An op of a dialect that is not linked --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"

#include "ForeignSplits.h"
#include "TorchValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

void LeftOps::add(Operation *op, StringRef reason) {
  if (!first)
    first = op->getLoc();
  ++count;
  StringRef name = getTorchName(op);
  ++counts[("'" + name + "' " + reason).str()];
}

void LeftOps::emitRemark(StringRef action) const {
  if (!first)
    return;
  InFlightDiagnostic remark = mlir::emitRemark(*first)
                              << count << (count == 1 ? " op is " : " ops are ")
                              << action << ": ";
  llvm::interleaveComma(counts, remark, [&](const auto &entry) {
    remark << entry.second << " " << entry.first;
  });
}

/// Returns the attributes that are printed between `<{` and `}>`.
static DictionaryAttr getInherentAttributes(Operation *op) {
  return dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
}

Attribute mlir::split::frontends::getForeignAttribute(Operation *op,
                                                      StringRef name) {
  DictionaryAttr inherent = getInherentAttributes(op);
  if (Attribute attribute = inherent ? inherent.get(name) : Attribute())
    return attribute;
  return op->getDiscardableAttr(name);
}

std::optional<int64_t>
mlir::split::frontends::readInteger(Attribute attribute) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  if (!integer || integer.getType().isInteger(1))
    return std::nullopt;
  APInt value = integer.getValue();
  if (integer.getType().isUnsignedInteger())
    value = value.zext(value.getBitWidth() + 1);
  return value.trySExtValue();
}

std::optional<SmallVector<int64_t>>
mlir::split::frontends::readIntegers(Attribute attribute) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return std::nullopt;
  SmallVector<int64_t> integers;
  for (Attribute element : array) {
    std::optional<int64_t> integer = readInteger(element);
    if (!integer)
      return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

static bool isForeignConstant(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return (name == "onnx.Constant" || name == "onnx.NoValue" ||
          name == "stablehlo.constant" || name == "tf.Const" ||
          name == "tfl.pseudo_const") &&
         op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         op->getNumSuccessors() == 0;
}

static DenseElementsAttr readForeignConstant(Operation *op) {
  Type i64 = IntegerType::get(op->getContext(), 64);
  if (Attribute value = getForeignAttribute(op, "value"))
    return dyn_cast<DenseElementsAttr>(value);
  if (Attribute value = getForeignAttribute(op, "value_int"))
    if (std::optional<int64_t> integer = readInteger(value))
      return DenseElementsAttr::get(RankedTensorType::get({}, i64), *integer);
  if (Attribute value = getForeignAttribute(op, "value_ints"))
    if (std::optional<SmallVector<int64_t>> integers = readIntegers(value))
      return DenseElementsAttr::get(
          RankedTensorType::get({int64_t(integers->size())}, i64),
          ArrayRef<int64_t>(*integers));
  return {};
}

DenseElementsAttr mlir::split::frontends::getConstant(Value value) {
  Operation *op = value.getDefiningOp();
  DenseElementsAttr constant;
  if (op && isForeignConstant(op))
    constant = readForeignConstant(op);
  else
    matchPattern(value, m_Constant(&constant));
  if (constant &&
      constant.getElementType() != getElementTypeOrSelf(value.getType()))
    return {};
  return constant;
}

void mlir::split::frontends::eraseUnusedConstants(ValueRange values) {
  llvm::SetVector<Operation *> constants;
  for (Value value : values)
    if (Operation *producer = value.getDefiningOp())
      if (isForeignConstant(producer))
        constants.insert(producer);
  for (Operation *constant : constants)
    if (constant->use_empty())
      constant->erase();
}

LogicalResult ForeignOp::verify() const {
  // The replacement has neither.
  if (op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return emitError() << "has regions or successors, expected none";
  if (failed(verifyOperandCount()) || failed(verifyAttributes()))
    return failure();
  return verifyResults();
}

LogicalResult ForeignOp::verifyOperandCount() const {
  size_t numOperands = op->getNumOperands();
  if (numOperands < definition.minOperands)
    return emitError() << "operand '" << definition.operands[numOperands]
                       << "' is missing";
  if (numOperands > definition.operands.size())
    return emitError() << "number of operands is " << numOperands
                       << ", expected at most " << definition.operands.size();
  return success();
}

/// Inherent attributes have a meaning. A discardable attribute has one only if
/// older versions print an inherent attribute that way.
LogicalResult ForeignOp::verifyAttributes() const {
  Attribute properties = op->getPropertiesAsAttribute();
  if (properties && !isa<DictionaryAttr>(properties))
    return emitError() << "has properties " << properties
                       << ", expected a dictionary";
  SmallVector<StringRef> names;
  if (DictionaryAttr inherent = getInherentAttributes(op))
    for (NamedAttribute attribute : inherent)
      names.push_back(attribute.getName());
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isForeignSplitAttribute(attribute.getName()))
      names.push_back(attribute.getName());
  for (StringRef name : names)
    if (!llvm::is_contained(definition.attributes, name))
      return emitError() << "has an attribute '" << name << "', expected only "
                         << llvm::join(definition.attributes, ", ");
  return success();
}

LogicalResult ForeignOp::verifyResults() const {
  // C5, O9.
  if (op->getNumResults() == 0)
    return emitError() << "expects at least one result";
  for (OpResult result : op->getResults()) {
    // O9: an output that is absent.
    bool isAbsent = definition.onnxVersion != 0 &&
                    isa<NoneType>(result.getType()) && result.use_empty();
    if (!isa<TensorType>(result.getType()) && !isAbsent)
      return emitError() << "result " << result.getResultNumber()
                         << " is of type " << result.getType()
                         << ", expected a tensor";
  }
  return success();
}

Value ForeignOp::getOperand(StringRef name) const {
  const auto *position = llvm::find(definition.operands, name);
  size_t index = position - definition.operands.begin();
  if (index >= op->getNumOperands() ||
      isa<NoneType>(op->getOperand(index).getType()))
    return {};
  return op->getOperand(index);
}

InFlightDiagnostic ForeignOp::emitTypeError(StringRef name, Type type) const {
  return emitError() << "operand '" << name << "' is of type " << type
                     << ", expected ";
}

FailureOr<Value> ForeignOp::getTensor(StringRef name) const {
  Value operand = getOperand(name);
  if (!operand)
    return emitError() << "operand '" << name << "' is missing";
  if (!isa<TensorType>(operand.getType()))
    return emitTypeError(name, operand.getType()) << "a tensor";
  return operand;
}

template <typename T>
static LogicalResult
readAttribute(const ForeignOp &op, StringRef name, Attribute attribute,
              std::optional<T> (*read)(Attribute), StringRef expected,
              std::optional<T> &value) {
  if (!attribute)
    return success();
  value = read(attribute);
  if (value)
    return success();
  return op.emitError() << "attribute '" << name << "' is " << attribute
                        << ", expected " << expected << " of 64 bits";
}

LogicalResult ForeignOp::readInt(StringRef name,
                                 std::optional<int64_t> &value) const {
  return readAttribute(*this, name, getForeignAttribute(op, name), readInteger,
                       "an integer", value);
}

LogicalResult
ForeignOp::readInts(StringRef name,
                    std::optional<SmallVector<int64_t>> &value) const {
  return readAttribute(*this, name, getForeignAttribute(op, name), readIntegers,
                       "an array of integers", value);
}

LogicalResult ForeignOp::convert() const {
  if (failed(verify()))
    return failure();
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  FailureOr<ResultRange> results = definition.build(builder, *this);
  if (failed(results))
    return failure();
  for (auto [from, to] : llvm::zip_equal(op->getResults(), *results))
    if (!isa<NoneType>(from.getType()))
      from.replaceAllUsesWith(to);
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  eraseUnusedConstants(operands);
  return success();
}
