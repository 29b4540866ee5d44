//===- Operators.h - The table of ONNX operators ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H

#include "../Builders/Elementwise.h"
#include "NodeImporter.h"

namespace mlir::split::onnx {

/// Returns the row of an operator of the default domain, or null.
const Operator<NodeImporter> *findOperator(StringRef name);

/// Imports an elementwise operator whose result has the element type of its
/// inputs. Since opset 7, or 8 where the number of inputs is not fixed, shapes
/// broadcast as in NumPy; before that by the attributes `broadcast` and `axis`.
LogicalResult importElementwise(NodeImporter &node, ScalarBuilder scalar);
/// Does the same for a result of bools.
LogicalResult importComparison(NodeImporter &node, ScalarBuilder scalar);

template <ScalarFunction &scalar>
LogicalResult importElementwise(NodeImporter &node) {
  return importElementwise(node, scalar);
}
template <ScalarFunction &scalar>
LogicalResult importComparison(NodeImporter &node) {
  return importComparison(node, scalar);
}

using ImportFunction = LogicalResult(NodeImporter &node);

/// Imports Split by rules O1 to O11.
ImportFunction importSplit;

/// Import operators on sequences. The number of tensors and the position that
/// an operator uses must be known at import.
ImportFunction importSplitToSequence, importSequenceEmpty,
    importSequenceConstruct, importSequenceInsert, importSequenceErase,
    importSequenceAt, importSequenceLength, importConcatFromSequence;

/// Import convolutions, pools, pads and interpolation.
ImportFunction importAveragePool, importConv, importConvTranspose,
    importDepthToSpace, importGlobalPool, importLpPool, importLRN,
    importMaxPool, importPad, importResize, importSpaceToDepth;

/// Import the other operators.
ImportFunction importCast, importConcat, importConstant, importConstantOfShape,
    importErf, importExpand, importFlatten, importGather, importIdentity,
    importMatMul, importPow, importReshape, importShape, importSlice,
    importSoftmax, importSqueeze, importTranspose, importUnsqueeze, importWhere;

} // namespace mlir::split::onnx

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H
