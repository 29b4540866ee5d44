//===- SizeChecks.cpp - Checks that compare sizes -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

void SizeChecks::emitCheck(Value condition, const CheckMessage &message) {
  if (matchPattern(condition, m_One()))
    return;
  ++numChecks;
  AssertOp::create(builder, op->getLoc(), condition, message.getFormat(),
                   message.getValues());
}

bool SizeChecks::moveCheck(SizeOrigin given, SizeOrigin expected) {
  auto check = dyn_cast_or_null<AssertOp>(checked.find(given, expected, op));
  if (!check || check.getValues().size() != 1 ||
      origins.get(check.getValues().front()) != given)
    return false;
  Value size =
      getValueOrCreateConstantIndexOp(builder, op->getLoc(), create(given));
  check.getConditionMutable().assign(math.isEqual(size, create(expected)));
  check.getValuesMutable().assign(size);
  check->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  return true;
}

void SizeChecks::checkEqual(
    SizeOrigin given, SizeOrigin expected,
    function_ref<CheckMessage(OpFoldResult, OpFoldResult)> describe) {
  // The check of a cast may come before ops in front of the cast.
  Operation *place = &*builder.getInsertionPoint();
  if (checked.areEqual(given, expected, place) || moveCheck(given, expected))
    return;
  OpFoldResult left = create(given), right = create(expected);
  emitCheck(math.isEqual(left, right), describe(left, right));
  checked.add(given, expected, place->getPrevNode());
}
