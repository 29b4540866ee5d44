//===- LoopChecks.cpp - Checks of the steps of loops ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class LoopChecks : public SizeChecks {
public:
  using SizeChecks::SizeChecks;

  void generate();

private:
  void checkStep(Value step, bool isUnsigned);
};
} // namespace

/// Checks a step of `scf.for`, which has any type of integers. The check is in
/// this type; the message states the step as an index.
void LoopChecks::checkStep(Value step, bool isUnsigned) {
  Location loc = op->getLoc();
  Type type = step.getType();
  Type index = builder.getIndexType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  auto predicate =
      isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  Value isPositive =
      builder.createOrFold<arith::CmpIOp>(loc, predicate, step, zero);
  if (!type.isIndex())
    step = isUnsigned
               ? builder.createOrFold<arith::IndexCastUIOp>(loc, index, step)
               : builder.createOrFold<arith::IndexCastOp>(loc, index, step);
  CheckMessage message("step of the loop is ");
  message << getAsOpFoldResult(step) << ", expected at least 1";
  emitCheck(isPositive, message);
}

void LoopChecks::generate() {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  std::optional<SmallVector<OpFoldResult>> steps =
      loop ? loop.getLoopSteps() : std::nullopt;
  if (!steps)
    return;
  auto forOp = dyn_cast<scf::ForOp>(op);
  bool isUnsigned = forOp && forOp.getUnsignedCmp();
  for (OpFoldResult step : *steps) {
    if (std::optional<int64_t> known = getConstantIntValue(step);
        known && *known > 0)
      continue;
    checkStep(getValueOrCreateConstantIndexOp(builder, op->getLoc(), step),
              isUnsigned);
  }
}

unsigned mlir::split::native::generateLoopChecks(Operation *op,
                                                 SizeOrigins &origins,
                                                 CheckedPairs &checked) {
  LoopChecks checks(op, origins, checked);
  checks.generate();
  return checks.getNumChecks();
}
