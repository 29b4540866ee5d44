//===- OutlineKernels.cpp - Loops moved to shared functions ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITOUTLINEKERNELSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Whether `op` cannot fail and neither allocates nor frees memory.
static bool isComputation(Operation *op) {
  return isa<arith::ArithDialect, index::IndexDialect, LLVM::LLVMDialect,
             math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
             vector::VectorDialect>(op->getDialect()) &&
         !hasEffect<MemoryEffects::Allocate>(op) &&
         !hasEffect<MemoryEffects::Free>(op);
}

static bool canBeArgument(Value value) {
  return isa<IndexType, IntegerType, FloatType, LLVM::LLVMPointerType,
             MemRefType>(value.getType());
}

/// Whether `op` is a loop, or contains one, and computes only.
static bool isLoopNest(Operation &op) {
  if (!isa<scf::SCFDialect>(op.getDialect()) || op.getNumResults() != 0)
    return false;
  bool hasLoop = false;
  WalkResult result = op.walk([&](Operation *inner) {
    hasLoop |= isa<LoopLikeOpInterface>(inner);
    return WalkResult(success(inner->getDialect() && isComputation(inner)));
  });
  return hasLoop && !result.wasInterrupted();
}

namespace {
/// A loop nest, and what it uses.
struct LoopNest {
  Operation *op;
  /// Values from outside, in the order of their use: constants and others.
  SetVector<Value> used;
};
} // namespace

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

static std::optional<LoopNest> findLoopNest(Operation &op) {
  if (!isLoopNest(op))
    return std::nullopt;
  LoopNest nest = {&op, {}};
  nest.used.insert_range(op.getOperands());
  getUsedValuesDefinedAbove(op.getRegions(), nest.used);
  if (!llvm::all_of(nest.used, [](Value value) {
        return isConstant(value) || canBeArgument(value);
      }))
    return std::nullopt;
  return nest;
}

/// Whether the type of the memref operands of `op` may change.
static bool isAccess(Operation *op) {
  return isa<memref::DimOp, memref::LoadOp, memref::PrefetchOp, memref::StoreOp,
             vector::LoadOp, vector::MaskedLoadOp, vector::MaskedStoreOp,
             vector::StoreOp>(op);
}

/// Returns `value`, cast to a type with a dynamic offset if it is a memref with
/// a static one.
static Value castToAnyOffset(OpBuilder &builder, Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  auto layout = type ? dyn_cast<StridedLayoutAttr>(type.getLayout())
                     : StridedLayoutAttr();
  if (!layout || ShapedType::isDynamic(layout.getOffset()))
    return value;
  auto dynamic = StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic,
                                        layout.getStrides());
  return memref::CastOp::create(builder, value.getLoc(),
                                MemRefType::get(type.getShape(),
                                                type.getElementType(), dynamic,
                                                type.getMemorySpace()),
                                value);
}

/// Makes pieces at different offsets share code: casts those that `nest` only
/// loads from or stores to.
static void generalizeOffsets(LoopNest &nest) {
  llvm::SmallDenseSet<Value> fixed;
  nest.op->walk([&](Operation *op) {
    if (!isAccess(op))
      fixed.insert_range(op->getOperands());
  });
  OpBuilder builder(nest.op);
  IRMapping casts;
  SetVector<Value> used;
  for (Value value : nest.used) {
    Value cast =
        fixed.contains(value) ? value : castToAnyOffset(builder, value);
    casts.map(value, cast);
    used.insert(cast);
  }
  nest.op->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(casts.lookupOrDefault(operand.get()));
  });
  nest.used = std::move(used);
}

static llvm::hash_code getHash(const LoopNest &nest) {
  llvm::hash_code hash = llvm::hash_value(nest.used.size());
  nest.op->walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

/// Whether two nests are equal, except for values from outside that are no
/// constants.
static bool areEqual(const LoopNest &lhs, const LoopNest &rhs) {
  if (lhs.used.size() != rhs.used.size())
    return false;
  DenseMap<Value, Value> equal;
  for (auto [value, other] : llvm::zip_equal(lhs.used, rhs.used)) {
    if (value.getType() != other.getType() ||
        isConstant(value) != isConstant(other))
      return false;
    if (isConstant(value) && !OperationEquivalence::isEquivalentTo(
                                 value.getDefiningOp(), other.getDefiningOp(),
                                 OperationEquivalence::IgnoreLocations))
      return false;
    equal[value] = other;
  }
  return OperationEquivalence::isEquivalentTo(
      lhs.op, rhs.op,
      [&](Value value, Value other) {
        return success(equal.lookup(value) == other);
      },
      [&](Value value, Value other) { equal[value] = other; },
      OperationEquivalence::IgnoreLocations);
}

/// Creates a function that executes `nest`. Its arguments are the values from
/// outside, except constants.
static func::FuncOp createKernel(const LoopNest &nest, SymbolTable &symbols) {
  OpBuilder builder(nest.op->getContext());
  Location loc = nest.op->getLoc();
  auto function = func::FuncOp::create(builder, loc, "split_kernel",
                                       builder.getFunctionType({}, {}));
  function.setPrivate();
  // Inlined again, the kernels would be one large function.
  function->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", kKernelAttrName}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (Value value : nest.used) {
    if (isConstant(value))
      builder.clone(*value.getDefiningOp(), mapping);
    else
      mapping.map(value, body->addArgument(value.getType(), loc));
  }
  builder.clone(*nest.op, mapping);
  func::ReturnOp::create(builder, loc);
  function.setFunctionType(
      builder.getFunctionType(body->getArgumentTypes(), {}));
  symbols.insert(function);
  return function;
}

static void replaceByCall(const LoopNest &nest, func::FuncOp kernel) {
  OpBuilder builder(nest.op);
  SmallVector<Value> arguments = llvm::filter_to_vector(
      nest.used, [](Value value) { return !isConstant(value); });
  func::CallOp::create(builder, nest.op->getLoc(), kernel, arguments);
}

namespace {
struct SplitOutlineKernelsPass
    : split::native::impl::SplitOutlineKernelsPassBase<
          SplitOutlineKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<LoopNest> nests;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<LoopNest> found = findLoopNests(function);
      if (found.size() >= minLoops)
        llvm::append_range(nests, found);
    }
    // Kernels by hash: the first nest of each, and its function.
    DenseMap<llvm::hash_code, SmallVector<std::pair<LoopNest, func::FuncOp>>>
        kernels;
    for (LoopNest &nest : nests) {
      generalizeOffsets(nest);
      auto &similar = kernels[getHash(nest)];
      auto *kernel = llvm::find_if(similar, [&](const auto &other) {
        return areEqual(other.first, nest);
      });
      if (kernel == similar.end()) {
        similar.emplace_back(nest, createKernel(nest, symbols));
        kernel = std::prev(similar.end());
        ++numKernels;
      }
      replaceByCall(nest, kernel->second);
      ++numCalls;
    }
    for (const LoopNest &nest : nests)
      nest.op->erase();
  }

private:
  static SmallVector<LoopNest> findLoopNests(func::FuncOp function) {
    SmallVector<LoopNest> nests;
    for (Block &block : function.getBody())
      for (Operation &op : block)
        if (std::optional<LoopNest> nest = findLoopNest(op))
          nests.push_back(std::move(*nest));
    return nests;
  }
};
} // namespace
