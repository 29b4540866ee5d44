//===- LeftOps.cpp - Remarks on ops left unconverted ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftOps.h"

#include "TorchValues.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

void LeftOps::add(Operation *op, StringRef reason) {
  if (!first)
    first = op->getLoc();
  ++count;
  StringRef name = getTorchName(op);
  ++counts[("'" + name + "' " + reason).str()];
}

void LeftOps::emitRemark(StringRef action) const {
  if (!first)
    return;
  InFlightDiagnostic remark = mlir::emitRemark(*first)
                              << count << (count == 1 ? " op is " : " ops are ")
                              << action << ": ";
  llvm::interleaveComma(counts, remark, [&](const auto &entry) {
    remark << entry.second << " " << entry.first;
  });
}
