//===- Operators.h - the table of ONNX operators ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H

#include "../Builders/Elementwise.h"
#include "NodeImporter.h"

namespace mlir::split {

/// One version of an operator.
struct OperatorVersion {
  /// The first opset with this version.
  int64_t since;
  /// The types that the first input's elements may have.
  ElementTypeSet elementTypes;
  /// Inputs beyond `minInputs` may be absent.
  int64_t minInputs;
  int64_t maxInputs;
  /// The names of its attributes, separated by blanks.
  StringLiteral attributes;
};

/// A row of the table.
struct Operator {
  StringLiteral name;
  /// Ascending.
  ArrayRef<OperatorVersion> versions;
  int64_t maxOutputs;
  /// Imports a node that agrees with the row: defines every named output, or
  /// reports an error.
  LogicalResult (*import)(NodeImporter &node);
  /// Whether the first input is a sequence. All others are tensors.
  bool takesSequence = false;

  /// The version that an opset selects, or null if there is none yet.
  const OperatorVersion *findVersion(int64_t opset) const;
};

/// The row of an operator of the default domain, or null.
const Operator *findOperator(StringRef name);

/// Imports Split by rules O1 to O11.
LogicalResult importSplit(NodeImporter &node);

/// Imports operators on sequences. What they ask for is known at import: the
/// number of tensors, and a position.
LogicalResult importSplitToSequence(NodeImporter &node);
LogicalResult importSequenceEmpty(NodeImporter &node);
LogicalResult importSequenceConstruct(NodeImporter &node);
LogicalResult importSequenceInsert(NodeImporter &node);
LogicalResult importSequenceErase(NodeImporter &node);
LogicalResult importSequenceAt(NodeImporter &node);
LogicalResult importSequenceLength(NodeImporter &node);
LogicalResult importConcatFromSequence(NodeImporter &node);

/// Imports an elementwise operator whose result has the element type of its
/// inputs. Since opset 7, or 8 where the number of inputs is not fixed, shapes
/// broadcast as in NumPy; before that by the attributes `broadcast` and `axis`.
LogicalResult importElementwise(NodeImporter &node, ScalarBuilder scalar);
/// The same with a result of bools.
LogicalResult importComparison(NodeImporter &node, ScalarBuilder scalar);

using ScalarFunction = Value (*)(OpBuilder &, Location, Type, ValueRange);

template <ScalarFunction scalar>
LogicalResult importElementwise(NodeImporter &node) {
  return importElementwise(node, scalar);
}
template <ScalarFunction scalar>
LogicalResult importComparison(NodeImporter &node) {
  return importComparison(node, scalar);
}

LogicalResult importCast(NodeImporter &node);
LogicalResult importConcat(NodeImporter &node);
LogicalResult importConstant(NodeImporter &node);
LogicalResult importConstantOfShape(NodeImporter &node);
LogicalResult importErf(NodeImporter &node);
LogicalResult importExpand(NodeImporter &node);
LogicalResult importFlatten(NodeImporter &node);
LogicalResult importGather(NodeImporter &node);
LogicalResult importIdentity(NodeImporter &node);
LogicalResult importMatMul(NodeImporter &node);
LogicalResult importPow(NodeImporter &node);
LogicalResult importReshape(NodeImporter &node);
LogicalResult importShape(NodeImporter &node);
LogicalResult importSlice(NodeImporter &node);
LogicalResult importSoftmax(NodeImporter &node);
LogicalResult importSqueeze(NodeImporter &node);
LogicalResult importTranspose(NodeImporter &node);
LogicalResult importUnsqueeze(NodeImporter &node);
LogicalResult importWhere(NodeImporter &node);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H
