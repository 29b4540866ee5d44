//===- ForeignOp.h - Ops of dialects that are not linked --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNOP_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNOP_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Operation.h"
#include <map>
#include <optional>
#include <string>

namespace mlir::split::frontends {

class ForeignOp;

/// The definition of a foreign op.
struct ForeignOpDefinition {
  /// DIALECT.OP
  StringRef name;
  /// Names of the operands, in order, and the number of required ones.
  ArrayRef<StringRef> operands;
  size_t minOperands;
  /// Names of the attributes.
  ArrayRef<StringRef> attributes;
  /// Builds the ops that replace the op. Results have the types of the op's
  /// results, or any type if that is `none`.
  FailureOr<ResultRange> (*build)(ImplicitLocOpBuilder &builder,
                                  const ForeignOp &op);
  /// The version of the ONNX operator, or 0 for other dialects.
  int64_t onnxVersion = 0;
};

/// An op of a dialect that is not linked, read by its definition. Errors are op
/// errors.
class ForeignOp {
public:
  ForeignOp(Operation *op, const ForeignOpDefinition &definition,
            bool onnxStrict)
      : op(op), definition(definition), onnxStrict(onnxStrict) {}

  /// Replaces the op, and erases constants that only it used.
  LogicalResult convert() const;

  const ForeignOpDefinition &getDefinition() const { return definition; }
  bool isOnnxStrict() const { return onnxStrict; }
  ResultRange getResults() const { return op->getResults(); }
  InFlightDiagnostic emitError() const { return op->emitOpError(); }

  /// Returns whether the definition has an operand of this name.
  bool takesOperand(StringRef name) const {
    return llvm::is_contained(definition.operands, name);
  }
  /// Returns the operand, or null if it is absent or of type `none`.
  Value getOperand(StringRef name) const;
  /// Returns an operand, which has to be a tensor.
  FailureOr<Value> getTensor(StringRef name) const;
  /// Starts an error. The caller appends the expected type.
  InFlightDiagnostic emitTypeError(StringRef name, Type type) const;

  /// Reads an attribute into `value`, which stays as it is if there is none; an
  /// attribute of another kind is an error.
  LogicalResult readInt(StringRef name, std::optional<int64_t> &value) const;
  LogicalResult readInts(StringRef name,
                         std::optional<SmallVector<int64_t>> &value) const;

private:
  /// Checks the op against its definition.
  LogicalResult verify() const;
  LogicalResult verifyOperandCount() const;
  LogicalResult verifyAttributes() const;
  LogicalResult verifyResults() const;

  Operation *op;
  const ForeignOpDefinition &definition;
  bool onnxStrict;
};

/// Returns the inherent or discardable attribute, or null.
Attribute getForeignAttribute(Operation *op, StringRef name);

/// Reads an integer of any type but i1, or an array of such integers; none if
/// the attribute is null, or one does not fit into 64 bits.
std::optional<int64_t> readInteger(Attribute attribute);
std::optional<SmallVector<int64_t>> readIntegers(Attribute attribute);

/// Returns the elements of a constant of a linked dialect, onnx-mlir,
/// TensorFlow, TFLite or StableHLO; null if `value` is not such a constant or
/// cannot be read.
DenseElementsAttr getConstant(Value value);

/// Erases ops that are constants of dialects that are not linked, define one of
/// `values`, and have no uses.
void eraseUnusedConstants(ValueRange values);

/// Foreign ops that a pass reads but does not convert, for one remark.
class LeftOps {
public:
  /// Adds an op. `reason` follows the name of the op in the remark.
  void add(Operation *op, StringRef reason);

  /// Emits a remark at the first op, if there is one, with the number of ops
  /// and each reason. `action` says what does not happen to them.
  void emitRemark(StringRef action) const;

private:
  std::optional<Location> first;
  unsigned count = 0;
  std::map<std::string, unsigned> counts;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNOP_H
