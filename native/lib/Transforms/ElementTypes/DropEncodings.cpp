//===- DropEncodings.cpp - Removal of encodings ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITDROPENCODINGSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Returns `type` without its encoding, unless that describes sparse storage
/// (C8).
static RankedTensorType dropEncoding(RankedTensorType type) {
  Attribute encoding = type.getEncoding();
  if (!encoding ||
      isa<sparse_tensor::SparseTensorDialect>(encoding.getDialect()))
    return type;
  return type.dropEncoding();
}

namespace {
struct SplitDropEncodingsPass
    : split::native::impl::SplitDropEncodingsPassBase<SplitDropEncodingsPass> {
  /// Replaces types in place, also in attributes: no op depends on an encoding.
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](RankedTensorType type) -> std::optional<Type> {
      RankedTensorType dense = dropEncoding(type);
      numTypes += dense != type;
      return dense;
    });
    // AttrTypeReplacer does not replace the type of a DenseElementsAttr.
    replacer.addReplacement(
        [](DenseElementsAttr attr) -> std::optional<Attribute> {
          auto type = dyn_cast<RankedTensorType>(attr.getType());
          if (!type)
            return std::nullopt;
          return attr.reshape(dropEncoding(type));
        });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
};
} // namespace
