//===- PackedConstants.h - Constants of contractions ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_PACKEDCONSTANTS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_PACKEDCONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include <vector>

namespace mlir::split::native {

/// On a module: a dictionary from the names of external globals to what is to
/// be packed there. split-lower-contractions sets it.
inline constexpr StringLiteral kDeferredPackingAttrName =
    "split.deferred_packing";

/// What split_mlir_contract reads for a constant operand.
struct PackedConstant {
  /// Not splat; its elements are in row-major order.
  ElementsAttr source;
  /// The description for packContractionOperand, without addresses.
  std::vector<int64_t> description;
  bool isLhs;
  /// The size of the packed elements.
  int64_t bytes;

  /// Converts to an element of the dictionary, and back.
  Attribute describe() const;
  static PackedConstant get(Attribute attribute);

  /// Calls `use` with the packed elements.
  void pack(llvm::function_ref<void(ArrayRef<char> elements)> use) const;
};

/// Returns the elements of `value` in row-major order if they are in memory and
/// not all the same.
ArrayRef<char> getElements(ElementsAttr value);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_PACKEDCONSTANTS_H
