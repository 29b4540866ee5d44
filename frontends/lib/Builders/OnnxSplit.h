//===- OnnxSplit.h - ONNX Split to the split dialect ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ONNXSPLIT_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ONNXSPLIT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>

namespace mlir::split::frontends {

/// The inputs and attributes of an ONNX Split, from a model file or from
/// another compiler's IR.
struct OnnxSplit {
  /// The version of the operator: 1, 2, 11, 13 or 18.
  int64_t version = 0;
  /// A tensor.
  Value data;
  /// Negative counts from the end in every version (O5).
  int64_t axis = 0;
  /// The attribute `split` (O1, O2).
  std::optional<SmallVector<int64_t>> lengthsAttribute;
  /// The second input (O1, O3, O4): its elements where they are known, else a
  /// tensor.
  DenseElementsAttr constantLengths;
  Value lengths;
  /// Whether lengths may be int32. If not, int32 causes a warning (O10).
  bool allowsInt32 = false;
  /// The attribute `num_outputs` (O4).
  std::optional<int64_t> numOutputs;
  /// The number of outputs, at least 1 (O9).
  int64_t numResults = 0;
  /// Turns the warnings of O4 and O7 into errors.
  bool strict = false;
};

/// Builds the split op for a Split by rules O1 to O10, with the checks that
/// ONNX asks for beyond those of the op. Returns the results of the outputs;
/// the op may have one more (O8).
FailureOr<ResultRange> createOnnxSplit(ImplicitLocOpBuilder &builder,
                                       const OnnxSplit &split);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ONNXSPLIT_H
