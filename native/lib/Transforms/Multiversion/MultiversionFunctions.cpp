//===- MultiversionFunctions.cpp - Functions for several processors -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Machine/LargeOperands.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITMULTIVERSIONFUNCTIONSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using LLVM::LLVMFuncOp;

//===----------------------------------------------------------------------===//
// Which functions have versions
//===----------------------------------------------------------------------===//

/// Whether `function` contains code that wider vectors may speed up.
static bool hasHotCode(LLVMFuncOp function) {
  bool hasVectorsOrRegions =
      function
          .walk([&](Operation *op) {
            auto isVector = [](Type type) { return isa<VectorType>(type); };
            // The regions of OpenMP are loops that threads share.
            bool isHot = (op != function && op->getNumRegions() != 0) ||
                         llvm::any_of(op->getResultTypes(), isVector) ||
                         llvm::any_of(op->getOperandTypes(), isVector);
            return isHot ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  if (hasVectorsOrRegions || function.getBody().hasOneBlock())
    return hasVectorsOrRegions;
  DominanceInfo dominance(function);
  CFGLoopInfo loops(dominance.getDomTree(&function.getBody()));
  return !loops.getTopLevelLoops().empty();
}

/// Whether `function` is so long that compiling more versions of it would take
/// more time than they save.
static bool isLong(LLVMFuncOp function) {
  constexpr size_t kMaxOps = 1000;
  size_t ops = 0;
  for (Block &block : function.getBody())
    ops += block.getOperations().size();
  return ops > kMaxOps;
}

/// Whether `function` has a vector argument or result. The registers for them
/// depend on the processor that a function is compiled for.
static bool passesVectors(LLVMFuncOp function) {
  return function.getFunctionType()
      .walk([](VectorType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
/// Decides which functions of a module get versions.
class CallGraph {
public:
  explicit CallGraph(ModuleOp module);

  /// The functions that get versions, in the module's order.
  SmallVector<LLVMFuncOp> getVersioned();

private:
  bool canHaveVersions(LLVMFuncOp function);
  bool isSafe(LLVMFuncOp function);

  ModuleOp module;
  SymbolTable symbols;
  DenseMap<Operation *, SmallVector<LLVMFuncOp>> callers, callees;
  /// Functions whose addresses are taken.
  DenseSet<Operation *> taken;
  DenseSet<Operation *> versioned;
};
} // namespace

CallGraph::CallGraph(ModuleOp module) : module(module), symbols(module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses) {
    // An unregistered op may use any symbol.
    for (auto function : module.getOps<LLVMFuncOp>())
      taken.insert(function);
    return;
  }
  for (SymbolTable::SymbolUse use : *uses) {
    auto callee =
        symbols.lookup<LLVMFuncOp>(use.getSymbolRef().getLeafReference());
    if (!callee)
      continue;
    auto call = dyn_cast<LLVM::CallOp>(use.getUser());
    auto caller = use.getUser()->getParentOfType<LLVMFuncOp>();
    if (!call || call.getCalleeAttr() != use.getSymbolRef() || !caller) {
      taken.insert(callee);
      continue;
    }
    callers[callee].push_back(caller);
    callees[caller].push_back(callee);
  }
}

bool CallGraph::canHaveVersions(LLVMFuncOp function) {
  if (function.isExternal() || !function.isPrivate() ||
      function.getTargetCpu() || taken.contains(function))
    return false;
  // Code that is not optimized, or seldom runs, is the same for all processors.
  ArrayAttr passed = function.getPassthroughAttr();
  return !passed || llvm::none_of(passed, [&](Attribute attribute) {
    return attribute == StringAttr::get(module.getContext(), "optnone") ||
           attribute == StringAttr::get(module.getContext(), "cold");
  });
}

/// Whether `function` passes vectors only to, and gets them only from,
/// functions with versions.
bool CallGraph::isSafe(LLVMFuncOp function) {
  auto staysWithin = [&](ArrayRef<LLVMFuncOp> others) {
    return llvm::all_of(
        others, [&](LLVMFuncOp other) { return versioned.contains(other); });
  };
  if (passesVectors(function) && !staysWithin(callers[function]))
    return false;
  return llvm::all_of(callees[function], [&](LLVMFuncOp callee) {
    return versioned.contains(callee) || !passesVectors(callee);
  });
}

SmallVector<LLVMFuncOp> CallGraph::getVersioned() {
  SmallVector<LLVMFuncOp> hot;
  for (auto function : module.getOps<LLVMFuncOp>())
    if (canHaveVersions(function) && hasHotCode(function))
      hot.push_back(function);
  versioned.insert(hot.begin(), hot.end());
  // Callers get versions too, so that a call selects a version only once.
  while (!hot.empty())
    for (LLVMFuncOp caller : callers[hot.pop_back_val()])
      if (canHaveVersions(caller) && !isLong(caller) &&
          versioned.insert(caller).second)
        hot.push_back(caller);

  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (auto function : module.getOps<LLVMFuncOp>())
      if (versioned.contains(function) && !isSafe(function))
        hasChanged = versioned.erase(function);
  }
  return llvm::filter_to_vector(
      module.getOps<LLVMFuncOp>(),
      [&](LLVMFuncOp function) { return versioned.contains(function); });
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

namespace {
/// Maps levels of x86-64 to names of processors; the highest level is first.
using Levels = std::map<int64_t, StringRef, std::greater<>>;

/// Creates and calls the versions of a module's functions.
class Versions {
public:
  Versions(ModuleOp module, RuntimeCalls &calls, const Levels &levels)
      : module(module), calls(calls), levels(levels) {}

  void create(ArrayRef<LLVMFuncOp> functions);
  /// In `callers`, which have no versions, makes calls select a version.
  void dispatchCalls(ArrayRef<LLVMFuncOp> callers);

private:
  void dispatch(LLVM::CallOp call, ArrayRef<StringAttr> callees);
  LLVMFuncOp createMachineQuery(LLVM::GlobalOp table);
  LLVMFuncOp getMachineGetter();

  static constexpr unsigned kPointerAlignment = 8;
  ModuleOp module;
  RuntimeCalls &calls;
  const Levels &levels;
  /// Maps the name of a function to the names of its versions, one per level.
  DenseMap<StringAttr, SmallVector<StringAttr>> names;
  LLVMFuncOp machineGetter;
};
} // namespace

void Versions::create(ArrayRef<LLVMFuncOp> functions) {
  OpBuilder builder(module.getContext());
  SmallVector<SmallVector<LLVMFuncOp>> clones(levels.size());
  for (LLVMFuncOp function : functions) {
    auto position = std::next(Block::iterator(function));
    for (auto [level, known] : llvm::zip_equal(levels, clones)) {
      LLVMFuncOp clone = function.clone();
      std::string suffix = level.second.str();
      llvm::replace(suffix, '-', '_');
      clone.setSymName((function.getSymName() + "." + suffix).str());
      clone.setTargetCpu(level.second);
      // Debug information in the location may belong to one function only.
      if (auto fused = dyn_cast<FusedLoc>(clone.getLoc()))
        clone->setLoc(FusedLoc::get(module.getContext(), fused.getLocations()));
      calls.getSymbols().insert(clone, position);
      names[function.getSymNameAttr()].push_back(clone.getSymNameAttr());
      known.push_back(clone);
    }
  }
  for (auto [index, known] : llvm::enumerate(clones))
    for (LLVMFuncOp clone : known)
      clone.walk([&, index = index](LLVM::CallOp call) {
        FlatSymbolRefAttr callee = call.getCalleeAttr();
        auto found = callee ? names.find(callee.getAttr()) : names.end();
        if (found != names.end())
          call.setCalleeAttr(FlatSymbolRefAttr::get(found->second[index]));
      });
}

void Versions::dispatchCalls(ArrayRef<LLVMFuncOp> callers) {
  for (LLVMFuncOp caller : callers) {
    SmallVector<std::pair<LLVM::CallOp, ArrayRef<StringAttr>>> found;
    caller.walk([&](LLVM::CallOp call) {
      FlatSymbolRefAttr callee = call.getCalleeAttr();
      auto versions = callee ? names.find(callee.getAttr()) : names.end();
      if (versions != names.end())
        found.emplace_back(call, versions->second);
    });
    for (auto [call, callees] : found)
      dispatch(call, callees);
  }
}

/// Creates the function that asks the library, and stores what it returns in
/// `table`. It preserves its caller's registers, as it is called once, and from
/// functions that are fast.
LLVMFuncOp Versions::createMachineQuery(LLVM::GlobalOp table) {
  MLIRContext *context = module.getContext();
  ImplicitLocOpBuilder builder(module.getLoc(), context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto query = LLVMFuncOp::create(builder, "split_mlir_ask_machine",
                                  LLVM::LLVMFunctionType::get(pointer, {}),
                                  LLVM::Linkage::Internal, /*dsoLocal=*/false,
                                  LLVM::CConv::PreserveMost);
  query.setPrivate();
  query.setNoInline(true);
  query.setPassthroughAttr(builder.getStrArrayAttr({"cold"}));
  calls.getSymbols().insert(query);
  builder.setInsertionPointToStart(query.addEntryBlock(builder));
  Value machine =
      calls.call(builder, builder.getLoc(), RuntimeFunction::Machine, {});
  Value address = LLVM::AddressOfOp::create(builder, table);
  LLVM::StoreOp::create(builder, machine, address, kPointerAlignment,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::release);
  LLVM::ReturnOp::create(builder, machine);
  return query;
}

/// Returns the function that returns the machine's description. It calls the
/// library the first time, and is inlined.
LLVMFuncOp Versions::getMachineGetter() {
  if (machineGetter)
    return machineGetter;
  MLIRContext *context = module.getContext();
  ImplicitLocOpBuilder builder(module.getLoc(), context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto table = LLVM::GlobalOp::create(
      builder, pointer, /*isConstant=*/false, LLVM::Linkage::Internal,
      "split_mlir_machine_table", /*value=*/Attribute());
  builder.createBlock(&table.getInitializerRegion());
  LLVM::ReturnOp::create(builder, LLVM::ZeroOp::create(builder, pointer));
  calls.getSymbols().insert(table);
  LLVMFuncOp query = createMachineQuery(table);

  builder.clearInsertionPoint();
  machineGetter = LLVMFuncOp::create(builder, "split_mlir_get_machine",
                                     LLVM::LLVMFunctionType::get(pointer, {}),
                                     LLVM::Linkage::Internal);
  machineGetter.setPrivate();
  calls.getSymbols().insert(machineGetter);
  Block *entry = machineGetter.addEntryBlock(builder);
  Block *ask = builder.createBlock(&machineGetter.getBody());
  Block *done = builder.createBlock(&machineGetter.getBody(), {}, pointer,
                                    builder.getLoc());
  builder.setInsertionPointToStart(entry);
  Value address = LLVM::AddressOfOp::create(builder, table);
  Value known = LLVM::LoadOp::create(
      builder, pointer, address, kPointerAlignment, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire);
  Value isUnknown =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, known,
                           LLVM::ZeroOp::create(builder, pointer));
  LLVM::CondBrOp::create(builder, isUnknown, ask, ValueRange(), done, known);
  builder.setInsertionPointToStart(ask);
  auto machine = LLVM::CallOp::create(builder, query, ValueRange());
  machine.setCConv(LLVM::CConv::PreserveMost);
  LLVM::BrOp::create(builder, machine.getResults(), done);
  builder.setInsertionPointToStart(done);
  LLVM::ReturnOp::create(builder, done->getArgument(0));
  return machineGetter;
}

/// call @f
///   becomes
/// if level >= 4: call @f.x86_64_v4
/// else if level >= 3: call @f.x86_64_v3
/// else: call @f
void Versions::dispatch(LLVM::CallOp call, ArrayRef<StringAttr> callees) {
  LLVMFuncOp getter = getMachineGetter();
  ImplicitLocOpBuilder builder(call.getLoc(), call);
  Value machine =
      LLVM::CallOp::create(builder, getter, ValueRange()).getResult();
  Value isaLevel = loadMachineField(builder, builder.getLoc(), machine,
                                    &SplitMlirMachine::isaLevel);
  Block *test = call->getBlock();
  Block *rest = test->splitBlock(std::next(Block::iterator(call)));
  SmallVector<Location> locations(call->getNumResults(), builder.getLoc());
  auto results = rest->addArguments(call->getResultTypes(), locations);
  call->replaceAllUsesWith(results);
  for (auto [level, callee] : llvm::zip_equal(levels, callees)) {
    Block *version = builder.createBlock(rest);
    auto clone = cast<LLVM::CallOp>(builder.clone(*call));
    clone.setCalleeAttr(FlatSymbolRefAttr::get(callee));
    LLVM::BrOp::create(builder, clone->getResults(), rest);
    Block *otherwise = builder.createBlock(rest);
    builder.setInsertionPointToEnd(test);
    if (call->getBlock() == test)
      builder.setInsertionPoint(call);
    Value least = calls.createConstant(builder, builder.getLoc(), level.first);
    Value has = LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::sge,
                                     isaLevel, least);
    LLVM::CondBrOp::create(builder, has, version, otherwise);
    call->moveBefore(otherwise, otherwise->end());
    test = otherwise;
  }
  // If this call were inlined, the caller would save registers before it
  // selects a version.
  call.setNoInline(true);
  builder.setInsertionPointToEnd(test);
  LLVM::BrOp::create(builder, call->getResults(), rest);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct SplitMultiversionFunctionsPass
    : split::native::impl::SplitMultiversionFunctionsPassBase<
          SplitMultiversionFunctionsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<Levels> levels = getLevels();
    if (failed(levels))
      return signalPassFailure();
    SmallVector<LLVMFuncOp> versioned = CallGraph(module).getVersioned();
    if (levels->empty() || versioned.empty())
      return;
    RuntimeCalls calls(module);
    if (failed(calls.verify(RuntimeFunction::Machine)))
      return signalPassFailure();
    SmallVector<LLVMFuncOp> others = llvm::filter_to_vector(
        module.getOps<LLVMFuncOp>(), [&](LLVMFuncOp function) {
          return !llvm::is_contained(versioned, function);
        });
    Versions versions(module, calls, *levels);
    versions.create(versioned);
    versions.dispatchCalls(others);
    numFunctions += versioned.size();
  }

private:
  FailureOr<Levels> getLevels() {
    Levels levels;
    for (StringRef cpu : cpus) {
      int64_t number = llvm::StringSwitch<int64_t>(cpu)
                           .Case("x86-64-v2", 2)
                           .Case("x86-64-v3", 3)
                           .Case("x86-64-v4", 4)
                           .Default(0);
      if (number == 0)
        return emitError(getOperation().getLoc())
               << "option 'cpus' names '" << cpu
               << "', expected x86-64-v2, x86-64-v3 or x86-64-v4";
      levels[number] = cpu;
    }
    return levels;
  }
};
} // namespace
