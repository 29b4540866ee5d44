//===- ForeignOp.h - an op of a dialect that is not linked ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_FOREIGN_FOREIGNOP_H
#define SPLIT_MLIR_LIB_FRONTEND_FOREIGN_FOREIGNOP_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::split {

class ForeignOp;

/// What the definition of a foreign op says.
struct ForeignOpDefinition {
  /// DIALECT.OP
  StringRef name;
  /// Names of the operands, in order, and how many of them have to be there.
  ArrayRef<StringRef> operands;
  size_t minOperands;
  /// Names of the attributes.
  ArrayRef<StringRef> attributes;
  /// Builds what stands for the op, with a result of the same type for each of
  /// the op's, or of any type where the op's is `none`.
  FailureOr<ResultRange> (*build)(OpBuilder &b, const ForeignOp &op);
  /// The version of ONNX's operator, 0 for those of others.
  int64_t onnxVersion = 0;
};

/// The definition that tells what `op` means, or null if it is no split of a
/// foreign dialect.
const ForeignOpDefinition *findForeignSplit(Operation *op);

/// Whether any split of a foreign dialect has an attribute of this name.
bool isForeignSplitAttribute(StringRef name);

/// An op of a dialect that is not linked, read by its definition. Errors are at
/// the op and name it.
class ForeignOp {
public:
  ForeignOp(Operation *op, const ForeignOpDefinition &definition,
            bool onnxStrict)
      : op(op), definition(definition), onnxStrict(onnxStrict) {}

  /// Replaces the op, and erases constants that only it used.
  LogicalResult convert() const;

  const ForeignOpDefinition &getDefinition() const { return definition; }
  bool isOnnxStrict() const { return onnxStrict; }
  Location getLoc() const { return op->getLoc(); }
  ResultRange getResults() const { return op->getResults(); }
  InFlightDiagnostic emitError() const { return op->emitOpError(); }

  /// Whether the definition has an operand of this name.
  bool takesOperand(StringRef name) const {
    return llvm::is_contained(definition.operands, name);
  }
  /// The operand, or null if it is absent, which a value of type `none` counts
  /// as.
  Value getOperand(StringRef name) const;
  /// An operand that has to be a tensor.
  FailureOr<Value> getTensor(StringRef name) const;
  /// Starts an error, to be ended with what is expected.
  InFlightDiagnostic emitTypeError(StringRef name, Type type) const;

  /// The value of an attribute, or none if it is absent; an attribute of
  /// another kind is an error.
  FailureOr<std::optional<int64_t>> getIntAttribute(StringRef name) const;
  FailureOr<std::optional<SmallVector<int64_t>>>
  getIntsAttribute(StringRef name) const;

private:
  /// Checks what all definitions have in common.
  LogicalResult verify() const;
  LogicalResult verifyOperandCount() const;
  LogicalResult verifyAttributes() const;
  LogicalResult verifyResults() const;

  Operation *op;
  const ForeignOpDefinition &definition;
  bool onnxStrict;
};

/// The attribute, inherent or discardable, or null.
Attribute getForeignAttribute(Operation *op, StringRef name);

/// The elements of a constant of a dialect that is linked, onnx-mlir,
/// TensorFlow or TFLite; null if `value` is none or they cannot be read.
DenseElementsAttr getConstant(Value value);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_FOREIGN_FOREIGNOP_H
