//===- SplitAssert.cpp - what lowerings of split.assert share -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAssert.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/RuntimeChecks.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Support/Locations.h"

using namespace mlir;
using namespace mlir::split;

std::string mlir::split::getConstantMessage(AssertOp op) {
  return describeLocation(op.getLoc()) +
         ": error: " + getTextWithoutValues(op.getFormat());
}

LogicalResult mlir::split::verifyUnstructured(Operation *op) {
  Operation *parent = op->getParentOp();
  if (isa<FunctionOpInterface>(parent))
    return success();
  return op->emitOpError("stands in a region of '")
         << parent->getName()
         << "', expected structured control flow to be lowered first";
}
