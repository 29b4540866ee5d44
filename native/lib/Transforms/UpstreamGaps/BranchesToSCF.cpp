//===- BranchesToSCF.cpp - Branches to scf.if and scf.while ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Numbers/Numbers.h"
#include "UpstreamGaps.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITBRANCHESTOSCFPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static bool isTensor(Type type) { return isa<TensorType>(type); }

/// Whether `region` has a block argument or an op with a tensor.
static bool hasTensors(Region &region) {
  auto check = [](Operation *op) {
    return WalkResult(failure(llvm::any_of(op->getOperandTypes(), isTensor) ||
                              llvm::any_of(op->getResultTypes(), isTensor)));
  };
  return llvm::any_of(region.getArgumentTypes(), isTensor) ||
         region.walk(check).wasInterrupted();
}

/// Whether `region` has something that deallocation cannot handle in functions
/// without tensors either: a loop of branches, some terminators, or an op with
/// regions. Deallocation replaces such an op by another one with more results,
/// and then reads the freed results where later blocks use them.
static bool needsLifting(Region &region) {
  for (auto it = llvm::scc_begin(&region); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      return true;
  return llvm::any_of(
      region.getOps(),
      llvm::IsaPred<cf::SwitchOp, ub::UnreachableOp, RegionBranchOpInterface>);
}

namespace {
/// Replaces an scf.index_switch by a balanced tree of scf.if: the time of
/// bufferization grows fast with the number of nested ops.
class SwitchTree {
public:
  explicit SwitchTree(scf::IndexSwitchOp op) : b(op.getLoc(), op), op(op) {}

  void replace() {
    IRRewriter rewriter(b);
    SmallVector<Region *> regions;
    for (Region &region : op.getCaseRegions())
      regions.push_back(&region);
    regions.push_back(&op.getDefaultRegion());
    if (regions.size() > 1)
      rewriter.replaceOp(op, createIf(regions, /*first=*/0));
    else
      replaceByBody(rewriter, op, op.getDefaultBlock());
  }

private:
  Value createConstant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  /// Creates the scf.if for several regions, from that of the case `first` on.
  scf::IfOp createIf(ArrayRef<Region *> regions, size_t first) {
    size_t half = regions.size() / 2;
    auto ifOp = scf::IfOp::create(b, op.getResultTypes(), isAmong(first, half));
    fill(ifOp.getThenRegion(), regions.take_front(half), first);
    fill(ifOp.getElseRegion(), regions.drop_front(half), first + half);
    return ifOp;
  }

  void fill(Region &target, ArrayRef<Region *> regions, size_t first) {
    if (regions.size() == 1)
      return target.takeBody(*regions.front());
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&target);
    scf::IfOp ifOp = createIf(regions, first);
    scf::YieldOp::create(b, ifOp.getResults());
  }

  Value isCase(int64_t value) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, op.getArg(),
                                 createConstant(value));
  }

  /// Returns whether the case is one of the `count` ones from `first` on, given
  /// that it is none of those before.
  Value isAmong(size_t first, size_t count) {
    if (count == 1)
      return isCase(op.getCases()[first]);
    Value number = getNumber();
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number,
                                 createConstant(first + count));
  }

  /// Returns the index of the case, counted from 0; that of the default is the
  /// number of cases.
  Value getNumber() {
    if (number)
      return number;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(op);
    int64_t count = op.getNumCases();
    number = createConstant(count);
    if (llvm::equal(op.getCases(), llvm::seq(count)))
      return number = arith::MinUIOp::create(b, op.getArg(), number);
    for (auto [i, value] : llvm::enumerate(op.getCases())) {
      Value isThis = isCase(value);
      number = arith::SelectOp::create(b, isThis, createConstant(i), number);
    }
    return number;
  }

  ImplicitLocOpBuilder b;
  scf::IndexSwitchOp op;
  Value number;
};
} // namespace

namespace {
struct BranchLifting : ControlFlowToSCFTransformation {
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    if (auto tensor = dyn_cast<TensorType>(type))
      return split::native::createUndefinedTensor(builder, loc, tensor);
    return ControlFlowToSCFTransformation::getUndefValue(loc, builder, type);
  }

  /// Supports scf.execute_region, too.
  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &region) override {
    auto op = dyn_cast<scf::ExecuteRegionOp>(region.getParentOp());
    if (!op)
      return ControlFlowToSCFTransformation::createUnreachableTerminator(
          loc, builder, region);
    auto undefined = llvm::map_to_vector(op.getResultTypes(), [&](Type type) {
      return getUndefValue(loc, builder, type);
    });
    return scf::YieldOp::create(builder, loc, undefined).getOperation();
  }

  /// Supports flags that are wider than an index, and all cases.
  FailureOr<Operation *>
  createStructuredBranchRegionOp(OpBuilder &builder, Operation *op,
                                 TypeRange resultTypes,
                                 MutableArrayRef<Region> regions) override {
    auto switchOp = dyn_cast<cf::SwitchOp>(op);
    if (switchOp && switchOp.getCaseValues() && !hasIndexCases(switchOp))
      numberCases(ImplicitLocOpBuilder(op->getLoc(), builder), switchOp);
    return ControlFlowToSCFTransformation::createStructuredBranchRegionOp(
        builder, op, resultTypes, regions);
  }

private:
  /// Whether the cases of `op` may be those of an scf.index_switch. Its
  /// verifier looks them up in a set that reserves the greatest numbers.
  static bool hasIndexCases(cf::SwitchOp op) {
    constexpr int64_t kGreatest = std::numeric_limits<int64_t>::max();
    return op.getFlag().getType().getIntOrFloatBitWidth() <= 64 &&
           llvm::none_of(*op.getCaseValues(), [](const APInt &value) {
             return value.getZExtValue() - (kGreatest - 1) <= 1;
           });
  }

  /// Replaces the flag by the number of the case, from 1, or by 0.
  static void numberCases(ImplicitLocOpBuilder b, cf::SwitchOp op) {
    Value flag = op.getFlag();
    Value number = arith::ConstantIntOp::create(b, 0, 64);
    SmallVector<APInt> numbers;
    DenseIntElementsAttr values = *op.getCaseValues();
    for (APInt value : values) {
      numbers.emplace_back(64, numbers.size() + 1);
      Value isCase =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, flag,
                                createInteger(b, flag.getType(), value));
      Value next = arith::ConstantIntOp::create(b, int64_t(numbers.size()), 64);
      number = arith::SelectOp::create(b, isCase, next, number);
    }
    op.getFlagMutable().assign(number);
    auto type = VectorType::get(int64_t(numbers.size()), number.getType());
    op.setCaseValuesAttr(DenseIntElementsAttr::get(type, numbers));
  }
};

struct SplitBranchesToSCFPass
    : split::native::impl::SplitBranchesToSCFPassBase<SplitBranchesToSCFPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        if (!region.empty() && !region.hasOneBlock() &&
            (hasTensors(region) || needsLifting(region)) &&
            failed(lift(region)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    // Bufferization does not support an scf.parallel that reduces tensors.
    auto reducesNumbers = [](Operation *op) {
      return isa<scf::ForallOp>(op) ||
             !llvm::any_of(op->getResultTypes(), isTensor);
    };
    if (result.wasInterrupted() ||
        failed(serializeParallel(getOperation(), reducesNumbers)))
      return signalPassFailure();
    getOperation()->walk([&](scf::IndexSwitchOp op) {
      if (!llvm::any_of(op->getRegions(), hasTensors))
        return;
      SwitchTree(op).replace();
      ++numSwitches;
    });
  }

private:
  LogicalResult lift(Region &region) {
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, region);
    BranchLifting lifting;
    for (Block &block : region) {
      auto op = dyn_cast<ub::UnreachableOp>(block.getTerminator());
      if (!op)
        continue;
      // Otherwise, a branch to it would stay.
      rewriter.setInsertionPoint(op);
      if (failed(lifting.createUnreachableTerminator(op.getLoc(), rewriter,
                                                     region)))
        return failure();
      rewriter.eraseOp(op);
    }
    ++numRegions;
    DominanceInfo dominance(region.getParentOp());
    return transformCFGToSCF(region, lifting, dominance);
  }
};
} // namespace
