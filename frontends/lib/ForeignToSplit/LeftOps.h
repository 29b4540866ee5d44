//===- LeftOps.h - Remarks on ops left unconverted --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_LEFTOPS_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_LEFTOPS_H

#include "mlir/IR/Operation.h"
#include <map>
#include <optional>
#include <string>

namespace mlir::split::frontends {

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

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_LEFTOPS_H
