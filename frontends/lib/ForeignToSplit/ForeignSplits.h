//===- ForeignSplits.h - Readers of other compilers' splits -----*- C++ -*-===//
//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNSPLITS_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNSPLITS_H

#include "ForeignOp.h"

namespace mlir::split::frontends {

/// Returns the definition of `op`, or null if it is not a split of a foreign
/// dialect.
const ForeignOpDefinition *findForeignSplit(Operation *op);

/// Returns whether any split of a foreign dialect has an attribute of this
/// name.
bool isForeignSplitAttribute(StringRef name);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_FOREIGNSPLITS_H
