//===- SplitAssertsToStatus.cpp - Failed checks return to the caller ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/HostAbiInterface.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITASSERTSTOSTATUSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the status of a call in which `op` fails.
static int32_t getStatus(AssertOp op) {
  auto status = op->getAttrOfType<IntegerAttr>(kStatusAttrName);
  return status ? static_cast<int32_t>(status.getInt())
                : static_cast<int32_t>(SPLIT_MLIR_CHECK_FAILED);
}

static LogicalResult verifyStatus(AssertOp op) {
  Attribute given = op->getAttr(kStatusAttrName);
  auto status = dyn_cast_or_null<IntegerAttr>(given);
  if (!given || (status && status.getType().isSignlessInteger(32) &&
                 status.getInt() > SPLIT_MLIR_SUCCESS))
    return success();
  return op.emitOpError("has '")
         << kStatusAttrName << "' " << given << ", expected a positive i32";
}

static bool returnsStatus(func::FuncOp function) {
  return function->hasAttr(kReturnsStatusAttrName);
}

namespace {
/// Finds the operations of a module that may fail.
class FailureAnalysis {
public:
  /// The asserts and the calls whose status must be tested in each function.
  llvm::MapVector<func::FuncOp, llvm::SetVector<Operation *>> points;

  LogicalResult run(ModuleOp module) {
    if (failed(findAsserts(module)))
      return failure();
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(&module.getBodyRegion());
    if (!uses)
      return module.emitError("holds an op of an unknown dialect with a "
                              "region, so uses of symbols are unknown");
    llvm::MapVector<StringAttr, SmallVector<Operation *>> users;
    for (SymbolTable::SymbolUse use : *uses)
      users[use.getSymbolRef().getRootReference()].push_back(use.getUser());

    // Direct and indirect callers of functions that may fail may fail too.
    llvm::SetVector<func::FuncOp> work;
    for (auto &[function, asserts] : points)
      work.insert(function);
    for (size_t i = 0; i < work.size(); ++i) {
      func::FuncOp callee = work[i];
      // Its callers handle the status already.
      if (returnsStatus(callee))
        continue;
      for (Operation *user : users[callee.getSymNameAttr()]) {
        FailureOr<func::FuncOp> caller = getCaller(user, callee);
        if (failed(caller))
          return failure();
        points[*caller].insert(user);
        work.insert(*caller);
      }
    }
    return success();
  }

private:
  /// Finds the asserts, except those of nested modules, which have their own
  /// analysis.
  LogicalResult findAsserts(ModuleOp module) {
    WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != module && isa<ModuleOp>(op))
        return WalkResult::skip();
      if (!isa<AssertOp>(op))
        return WalkResult::advance();
      FailureOr<func::FuncOp> function = getFunction(op);
      if (failed(function) || failed(verifyStatus(cast<AssertOp>(op))))
        return WalkResult::interrupt();
      points[*function].insert(op);
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  FailureOr<func::FuncOp> getCaller(Operation *user, func::FuncOp callee) {
    if (isa<func::CallOp>(user))
      return getFunction(user);
    return user->emitOpError("refers to '@")
           << callee.getSymName()
           << "', which may fail; expected it to be called directly";
  }

  /// Returns the function whose body contains `op`.
  FailureOr<func::FuncOp> getFunction(Operation *op) {
    if (failed(verifyUnstructured(op)))
      return failure();
    auto function = dyn_cast<func::FuncOp>(op->getParentOp());
    if (function && isa<ModuleOp>(function->getParentOp()))
      return function;
    return op->emitOpError("may fail in a '")
           << op->getParentOp()->getName() << "' of a '"
           << op->getParentOp()->getParentOp()->getName()
           << "', expected a 'func.func' of a 'builtin.module'";
  }
};

/// Rewrites a function to return a status.
class StatusLowering {
public:
  StatusLowering(func::FuncOp function, RuntimeCalls &calls)
      : function(function), calls(calls), rewriter(function.getContext()) {}

  void run(ArrayRef<Operation *> points) {
    if (!returnsStatus(function))
      addStatus();
    createExit();
    // Splitting blocks from the last point to the first moves each op only
    // once.
    SmallVector<Block *> rests;
    for (Operation *point : llvm::reverse(points))
      rests.push_back(rewriter.splitBlock(point->getBlock(),
                                          std::next(point->getIterator())));
    for (auto [point, rest] : llvm::zip_equal(points, llvm::reverse(rests))) {
      if (auto op = dyn_cast<AssertOp>(point))
        lower(op, rest);
      else
        lower(cast<func::CallOp>(point), rest);
    }
  }

private:
  void addStatus() {
    (void)function.insertResult(0, rewriter.getI32Type(), DictionaryAttr());
    for (auto op : function.getBody().getOps<func::ReturnOp>()) {
      rewriter.setInsertionPoint(op);
      Value zero = arith::ConstantIntOp::create(rewriter, op.getLoc(), 0, 32);
      op->insertOperands(0, zero);
    }
  }

  /// Creates the block that returns its argument as the status, and unspecified
  /// other results.
  void createExit() {
    Location loc = function.getLoc();
    exit = rewriter.createBlock(&function.getBody(), function.getBody().end(),
                                rewriter.getI32Type(), loc);
    SmallVector<Value> operands{exit->getArgument(0)};
    for (Type type : function.getResultTypes().drop_front())
      operands.push_back(createUnspecified(loc, type));
    func::ReturnOp::create(rewriter, loc, operands);
  }

  Value createUnspecified(Location loc, Type type) {
    auto unranked = dyn_cast<UnrankedMemRefType>(type);
    if (!unranked)
      return ub::PoisonOp::create(rewriter, loc, type);
    // The conversion to LLVM copies the descriptor of an unranked result, so it
    // must be valid.
    auto scalar = MemRefType::get({}, unranked.getElementType(), AffineMap(),
                                  unranked.getMemorySpace());
    Value memory = memref::AllocaOp::create(rewriter, loc, scalar);
    return memref::CastOp::create(rewriter, loc, type, memory);
  }

  /// Lowers `op`, the last op of its block, to a branch to `rest` or `exit`.
  void lower(AssertOp op, Block *rest) {
    Location loc = op.getLoc();
    Block *failed = rewriter.createBlock(exit);
    std::optional<HostFailure> own = createOwnFailure(op);
    ValueRange shown = own ? ValueRange() : op.getValues();
    Value values = calls.storeValues(rewriter, loc, shown);
    Value location = calls.getString(rewriter, loc, describeLocation(loc));
    Value format =
        own ? own->message : calls.getString(rewriter, loc, op.getFormat());
    Value count = calls.createConstant(rewriter, loc, shown.size());
    calls.call(rewriter, loc, RuntimeFunction::RecordFailure,
               {location, format, values, count});
    Value status =
        own ? own->status
            : arith::ConstantIntOp::create(rewriter, loc, getStatus(op), 32);
    cf::BranchOp::create(rewriter, loc, exit, status);

    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, op.getCondition(), rest,
                                                  failed);
  }

  /// Creates the failure of an assert with an attribute of a dialect that has
  /// failures of its own.
  std::optional<HostFailure> createOwnFailure(AssertOp op) {
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (Dialect *dialect = attribute.getNameDialect())
        if (auto *interface =
                dialect->getRegisteredInterface<HostAbiDialectInterface>())
          if (auto failure = interface->createFailure(rewriter, calls, op))
            return failure;
    return std::nullopt;
  }

  /// Lowers `op`, the last op of its block, to a branch to `rest` or `exit`.
  void lower(func::CallOp op, Block *rest) {
    Location loc = op.getLoc();
    rewriter.setInsertionPoint(op);
    SmallVector<Type> types{rewriter.getI32Type()};
    llvm::append_range(types, op.getResultTypes());
    auto call = func::CallOp::create(rewriter, loc, op.getCalleeAttr(), types,
                                     op.getOperands());
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    Value zero = arith::ConstantIntOp::create(rewriter, loc, 0, 32);
    Value ok = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                     call.getResult(0), zero);
    rewriter.replaceOp(op, call.getResults().drop_front());
    rewriter.setInsertionPointAfterValue(ok);
    cf::CondBranchOp::create(rewriter, loc, ok, rest, ValueRange(), exit,
                             call.getResult(0));
  }

  func::FuncOp function;
  RuntimeCalls &calls;
  IRRewriter rewriter;
  Block *exit = nullptr;
};

} // namespace

/// Replaces a `cf.assert`, whose message has no placeholders, so that it
/// returns to the caller, too.
static void replaceAssert(cf::AssertOp op) {
  std::string format;
  for (char c : op.getMsg()) {
    // A space keeps braces in the text from being a placeholder.
    if (!format.empty() && format.back() == '{')
      format += ' ';
    format += c;
  }
  OpBuilder builder(op);
  AssertOp::create(builder, op.getLoc(), op.getArg(), format, ValueRange());
  op.erase();
}

namespace {
struct SplitAssertsToStatusPass
    : split::native::impl::SplitAssertsToStatusPassBase<
          SplitAssertsToStatusPass> {
  void runOnOperation() override {
    SmallVector<ModuleOp> modules;
    getOperation()->walk([&](ModuleOp module) { modules.push_back(module); });
    for (ModuleOp module : modules)
      if (failed(lower(module)))
        return signalPassFailure();
  }

private:
  LogicalResult lower(ModuleOp module) {
    module.walk([](cf::AssertOp op) {
      if (isa<func::FuncOp>(op->getParentOp()))
        replaceAssert(op);
    });
    FailureAnalysis analysis;
    if (failed(analysis.run(module)))
      return failure();
    RuntimeCalls calls(module);
    if (!analysis.points.empty() &&
        failed(calls.verify(RuntimeFunction::RecordFailure)))
      return failure();
    for (auto &[function, points] : analysis.points) {
      if (failed(verifyStatus(function)))
        return failure();
      StatusLowering(function, calls).run(points.getArrayRef());
      ++numFunctions;
    }
    for (auto function : module.getOps<func::FuncOp>())
      function->removeAttr(kReturnsStatusAttrName);
    return success();
  }

  LogicalResult verifyStatus(func::FuncOp function) {
    if (!returnsStatus(function) ||
        (function.getNumResults() > 0 &&
         function.getResultTypes().front().isSignlessInteger(32)))
      return success();
    return function.emitOpError("is marked '")
           << kReturnsStatusAttrName << "', expected i32 as its first result";
  }
};
} // namespace
