//===- InferShapes.cpp - Refinement of types through a module -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "ShapeRefiner.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITINFERSHAPESPASS
#include "split-mlir/Dialect/Split/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

namespace {
/// Refines one module, but not nested modules.
///
/// Refines bodies and signatures until nothing changes. Sweeps alternate
/// between top-down and bottom-up order of the call graph, so that one of each
/// suffices for a chain of calls.
class ModuleRefiner {
public:
  ModuleRefiner(ModuleOp module, TypeChanger &changer)
      : module(module), changer(changer) {}

  /// Returns the number of signatures changed.
  unsigned run();

private:
  /// An op of the module's body.
  struct Body {
    explicit Body(Operation *op) : op(op) {}

    Operation *op;
    /// Its calls of functions whose signatures may change.
    SmallVector<func::CallOp> calls;
    /// Whether it is such a function; if so, its callers and returns.
    bool isFunction = false;
    SmallVector<func::CallOp> callers;
    SmallVector<func::ReturnOp> returns;
    /// Whether types in it, or operand types of its callers, have changed.
    bool hasChanged = true;
    bool haveCallersChanged = true;
  };

  void collectBodies();
  void collectCalls();
  Body &getBody(func::CallOp call) { return bodies[callees.lookup(call)]; }
  Body &getCaller(func::CallOp call) { return bodies[callers.lookup(call)]; }
  SmallVector<unsigned> sortTopDown();
  bool visit(Body &body);

  void refineArguments(Body &body);
  void refineResults(Body &body);
  void setSignature(Body &body, FunctionType type);
  SmallVector<Type> meet(ArrayRef<Operation *> ops, TypeRange types);

  ModuleOp module;
  TypeChanger &changer;
  std::vector<Body> bodies;
  /// Indices of bodies.
  llvm::DenseMap<Operation *, unsigned> callees, callers;
  BoundaryTypes boundary;
  llvm::SmallPtrSet<Operation *, 8> changedSignatures;
};
} // namespace

void ModuleRefiner::collectBodies() {
  for (Operation &op : *module.getBody())
    if (!isa<ModuleOp>(op) && op.getNumRegions() > 0)
      bodies.emplace_back(&op);
}

/// Finds the functions whose signatures may change: private functions with a
/// body, all of whose uses are known calls.
void ModuleRefiner::collectCalls() {
  llvm::DenseMap<StringAttr, unsigned> indices;
  llvm::DenseMap<Operation *, unsigned> indicesOfOps;
  for (auto [index, body] : llvm::enumerate(bodies)) {
    indicesOfOps[body.op] = index;
    auto function = dyn_cast<func::FuncOp>(body.op);
    if (!function || !function.isPrivate() || function.isExternal())
      continue;
    body.isFunction = true;
    indices[function.getSymNameAttr()] = index;
  }
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  // An unregistered op may be a symbol table.
  if (!uses) {
    for (Body &body : bodies)
      body.isFunction = false;
    return;
  }

  // Other references to a function are not calls.
  auto exclude = [&](SymbolRefAttr name) {
    if (auto it = indices.find(name.getRootReference()); it != indices.end())
      bodies[it->second].isFunction = false;
  };
  module->getAttrDictionary().walk(exclude);
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto it = indices.find(use.getSymbolRef().getRootReference());
    if (it == indices.end())
      continue;
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call || call.getCalleeAttr() != use.getSymbolRef()) {
      exclude(use.getSymbolRef());
      continue;
    }
    callees[call] = it->second;
    bodies[it->second].callers.push_back(call);
    Operation *root = module.getBodyRegion().findAncestorOpInRegion(*call);
    callers[call] = indicesOfOps.lookup(root);
  }
}

/// Returns the indices of bodies with callers before callees, except in cycles.
SmallVector<unsigned> ModuleRefiner::sortTopDown() {
  SmallVector<unsigned> order;
  llvm::BitVector isSeen(bodies.size());
  SmallVector<std::pair<unsigned, unsigned>> path;
  auto enter = [&](unsigned index) {
    if (!isSeen.test(index))
      path.push_back({index, 0});
    isSeen.set(index);
  };
  for (unsigned index = 0; index < bodies.size(); ++index) {
    enter(index);
    while (!path.empty()) {
      auto &[body, next] = path.back();
      if (next == bodies[body].callers.size()) {
        order.push_back(body);
        path.pop_back();
        continue;
      }
      enter(callers.lookup(bodies[body].callers[next++]));
    }
  }
  return order;
}

unsigned ModuleRefiner::run() {
  collectBodies();
  collectCalls();
  for (Body &body : bodies) {
    if (!body.isFunction) {
      body.callers.clear();
      continue;
    }
    for (func::CallOp call : body.callers) {
      getCaller(call).calls.push_back(call);
      boundary[call] = llvm::to_vector(call.getOperandTypes());
    }
    for (auto op : body.op->getRegion(0).getOps<func::ReturnOp>()) {
      body.returns.push_back(op);
      boundary[op] = llvm::to_vector(op.getOperandTypes());
    }
  }

  SmallVector<unsigned> order = sortTopDown();
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (unsigned index : order)
      hasChanged |= visit(bodies[index]);
    std::reverse(order.begin(), order.end());
  }
  return changedSignatures.size();
}

/// Returns whether `body` needed a visit.
bool ModuleRefiner::visit(Body &body) {
  if (!body.hasChanged && !body.haveCallersChanged)
    return false;
  if (body.isFunction && body.haveCallersChanged)
    refineArguments(body);
  body.haveCallersChanged = false;
  if (!body.hasChanged)
    return true;
  body.hasChanged = false;
  ShapeRefiner(changer, boundary, body.op).run(body.op);
  for (func::CallOp call : body.calls)
    getBody(call).haveCallersChanged = true;
  if (body.isFunction)
    refineResults(body);
  return true;
}

/// Returns the types that all of `ops` agree on, at least as precise as
/// `types`.
SmallVector<Type> ModuleRefiner::meet(ArrayRef<Operation *> ops,
                                      TypeRange types) {
  SmallVector<Type> agreed(types);
  for (auto [index, type] : llvm::enumerate(agreed)) {
    auto stated = dyn_cast<TensorType>(type);
    if (!stated || ops.empty())
      continue;
    TensorType common;
    for (Operation *op : ops) {
      auto known = cast<TensorType>(boundary[op][index]);
      common = common ? meetTypes(common, known) : known;
    }
    if (TensorType joined = joinTypes(common, stated))
      type = joined;
  }
  return agreed;
}

void ModuleRefiner::setSignature(Body &body, FunctionType type) {
  changedSignatures.insert(body.op);
  cast<func::FuncOp>(body.op).setFunctionType(type);
  body.hasChanged = true;
  for (func::CallOp call : body.callers)
    getCaller(call).hasChanged = true;
}

/// Casts `operands` of `op` to `types` where they differ.
static void castOperands(TypeChanger &changer, Operation *op,
                         ArrayRef<Type> types) {
  for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), types))
    if (operand.get().getType() != type)
      changer.setOperand(operand, changer.castBefore(op, operand.get(), type));
}

/// call @f(%x) : (tensor<4xf32>) from casts to tensor<?xf32>
///
/// func.func private @f(%arg: tensor<?xf32>) { use(%arg) }
///
/// becomes
///
/// func.func private @f(%arg: tensor<4xf32>) {
///   %0 = tensor.cast %arg : tensor<4xf32> to tensor<?xf32>
///   use(%0)
/// }
void ModuleRefiner::refineArguments(Body &body) {
  auto function = cast<func::FuncOp>(body.op);
  FunctionType old = function.getFunctionType();
  SmallVector<Operation *> ops(body.callers.begin(), body.callers.end());
  SmallVector<Type> types = meet(ops, old.getInputs());
  if (TypeRange(types) == old.getInputs())
    return;
  for (auto [argument, type] :
       llvm::reverse(llvm::zip_equal(function.getArguments(), types)))
    if (argument.getType() != type)
      changer.refineType(argument, cast<TensorType>(type));
  for (Operation *op : ops)
    castOperands(changer, op, types);
  setSignature(body, old.clone(types, old.getResults()));
}

/// Refines the result types to those that all returns agree on, as
/// refineArguments does for arguments.
void ModuleRefiner::refineResults(Body &body) {
  FunctionType old = cast<func::FuncOp>(body.op).getFunctionType();
  SmallVector<Operation *> ops(body.returns.begin(), body.returns.end());
  SmallVector<Type> types = meet(ops, old.getResults());
  if (TypeRange(types) == old.getResults())
    return;
  for (Operation *op : ops)
    castOperands(changer, op, types);
  for (func::CallOp call : body.callers)
    for (auto [result, type] :
         llvm::reverse(llvm::zip_equal(call.getResults(), types)))
      if (result.getType() != type)
        changer.refineType(result, cast<TensorType>(type));
  setSignature(body, old.clone(old.getInputs(), types));
}

namespace {
struct SplitInferShapesPass
    : split::impl::SplitInferShapesPassBase<SplitInferShapesPass> {
  void runOnOperation() override {
    TypeChanger changer;
    getOperation()->walk([&](ModuleOp module) {
      numSignatures += ModuleRefiner(module, changer).run();
    });
    numValues += changer.getNumRefinedValues();
    numCasts += changer.getNumCasts();
  }
};
} // namespace
