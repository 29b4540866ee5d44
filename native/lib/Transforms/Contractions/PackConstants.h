//===- PackConstants.h - Packed constant operands ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_PACKCONSTANTS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_PACKCONSTANTS_H

#include "ContractionLoops.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include <map>
#include <vector>

namespace mlir::split::native {

/// Packs constants of a module at compile time. Equal uses share the result.
class ConstantPacker {
public:
  explicit ConstantPacker(SymbolTable &symbols) : symbols(symbols) {}

  /// Returns the left or right input of a contraction, packed in the order in
  /// which split_mlir_contract reads it; null if the input is not a constant
  /// that can be packed, or differs between batches. `sizes` are those of the
  /// loops.
  Value pack(OpBuilder &builder, Location loc,
             const ContractionLoops &contraction, bool isLhs,
             ArrayRef<OpFoldResult> sizes);

  /// Erases the constants of `module` that were packed and have no other use.
  void eraseUnused(ModuleOp module);

private:
  SymbolTable &symbols;
  /// The packed constants, by the constant and the description.
  std::map<std::pair<Operation *, std::vector<int64_t>>, memref::GlobalOp>
      packed;
};

/// Returns the element type of split_mlir_contract for inputs of type f16,
/// bf16, f32 or f64.
int64_t getContractionElementType(Type type);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_CONTRACTIONS_PACKCONSTANTS_H
