//===- MultiversionFunctions.cpp - Functions for several processors -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../HostAbi/MachineTable.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITMULTIVERSIONFUNCTIONSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;
using LLVM::LLVMFuncOp;

//===----------------------------------------------------------------------===//
// Which functions have versions
//===----------------------------------------------------------------------===//

/// Whether `function` has code that wider vectors may make faster.
static bool hasHotCode(LLVMFuncOp function) {
  bool hasVectorsOrRegions =
      function
          .walk([&](Operation *op) {
            auto isVector = [](Type type) { return isa<VectorType>(type); };
            // OpenMP's regions are loops that threads share.
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

/// Whether compiling further versions of `function` would take more time than
/// it saves by selecting versions less often.
static bool isLong(LLVMFuncOp function) {
  constexpr size_t maxOps = 1000;
  size_t ops = 0;
  for (Block &block : function.getBody())
    ops += block.getOperations().size();
  return ops > maxOps;
}

/// Whether a vector is passed or returned: in which registers depends on the
/// processor that a function is compiled for.
static bool passesVectors(LLVMFuncOp function) {
  return function.getFunctionType()
      .walk([](VectorType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
/// Who calls whom in a module, and which of the functions get versions.
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
  /// Whose addresses are taken.
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
  // The code of one that is too large to optimise is the same for all.
  ArrayAttr passed = function.getPassthroughAttr();
  return !passed ||
         !llvm::is_contained(passed,
                             StringAttr::get(module.getContext(), "optnone"));
}

/// Whether all vectors that `function` passes and gets stay within functions of
/// one version.
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
  // Callers too, so that a call of the module takes one decision.
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
/// A level of x86-64's instructions.
struct Level {
  int64_t number;
  StringRef cpu;
};

/// The versions of a module's functions.
class Versions {
public:
  /// `levels` begin with the highest.
  Versions(ModuleOp module, LibraryCalls &calls, ArrayRef<Level> levels)
      : module(module), calls(calls), levels(levels) {}

  void create(ArrayRef<LLVMFuncOp> functions);
  /// Makes calls of functions that have versions choose one, in functions that
  /// have none.
  void dispatchCalls(ArrayRef<LLVMFuncOp> callers);

private:
  void dispatch(LLVM::CallOp call, ArrayRef<StringAttr> callees);
  LLVMFuncOp createMachineQuery(LLVM::GlobalOp table);
  LLVMFuncOp getMachineGetter();

  static constexpr unsigned kPointerAlignment = 8;
  ModuleOp module;
  LibraryCalls &calls;
  ArrayRef<Level> levels;
  /// From a function's name to the names of its versions, one for each level.
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
      std::string suffix = level.cpu.str();
      llvm::replace(suffix, '-', '_');
      clone.setSymName((function.getSymName() + "." + suffix).str());
      clone.setTargetCpu(level.cpu);
      // What it says to debuggers may belong to one function only.
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
  Location loc = module.getLoc();
  MLIRContext *context = module.getContext();
  OpBuilder b(context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto query = LLVMFuncOp::create(b, loc, "split_mlir_ask_machine",
                                  LLVM::LLVMFunctionType::get(pointer, {}),
                                  LLVM::Linkage::Internal, /*dsoLocal=*/false,
                                  LLVM::CConv::PreserveMost);
  query.setPrivate();
  query.setNoInline(true);
  query.setPassthroughAttr(b.getStrArrayAttr({"cold"}));
  calls.getSymbols().insert(query);
  b.setInsertionPointToStart(query.addEntryBlock(b));
  Value machine = calls.call(b, loc, RuntimeFunction::Machine, {});
  Value address = LLVM::AddressOfOp::create(b, loc, table);
  LLVM::StoreOp::create(b, loc, machine, address, kPointerAlignment,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::release);
  LLVM::ReturnOp::create(b, loc, machine);
  return query;
}

/// Returns the function that returns the machine's description. It calls the
/// library the first time, and is inlined.
LLVMFuncOp Versions::getMachineGetter() {
  if (machineGetter)
    return machineGetter;
  Location loc = module.getLoc();
  MLIRContext *context = module.getContext();
  OpBuilder b(context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto table = LLVM::GlobalOp::create(
      b, loc, pointer, /*isConstant=*/false, LLVM::Linkage::Internal,
      "split_mlir_machine_table", /*value=*/Attribute());
  b.createBlock(&table.getInitializerRegion());
  LLVM::ReturnOp::create(b, loc, LLVM::ZeroOp::create(b, loc, pointer));
  calls.getSymbols().insert(table);
  LLVMFuncOp query = createMachineQuery(table);

  b.clearInsertionPoint();
  machineGetter = LLVMFuncOp::create(b, loc, "split_mlir_get_machine",
                                     LLVM::LLVMFunctionType::get(pointer, {}),
                                     LLVM::Linkage::Internal);
  machineGetter.setPrivate();
  calls.getSymbols().insert(machineGetter);
  Block *entry = machineGetter.addEntryBlock(b);
  Block *ask = b.createBlock(&machineGetter.getBody());
  Block *done = b.createBlock(&machineGetter.getBody(), {}, pointer, loc);
  b.setInsertionPointToStart(entry);
  Value address = LLVM::AddressOfOp::create(b, loc, table);
  Value known = LLVM::LoadOp::create(
      b, loc, pointer, address, kPointerAlignment, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire);
  Value isUnknown = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, known,
                                         LLVM::ZeroOp::create(b, loc, pointer));
  LLVM::CondBrOp::create(b, loc, isUnknown, ask, ValueRange(), done, known);
  b.setInsertionPointToStart(ask);
  auto machine = LLVM::CallOp::create(b, loc, query, ValueRange());
  machine.setCConv(LLVM::CConv::PreserveMost);
  LLVM::BrOp::create(b, loc, machine.getResults(), done);
  b.setInsertionPointToStart(done);
  LLVM::ReturnOp::create(b, loc, done->getArgument(0));
  return machineGetter;
}

/// call @f
///   becomes
/// if level >= 4: call @f.x86_64_v4
/// else if level >= 3: call @f.x86_64_v3
/// else: call @f
void Versions::dispatch(LLVM::CallOp call, ArrayRef<StringAttr> callees) {
  Location loc = call.getLoc();
  LLVMFuncOp getter = getMachineGetter();
  OpBuilder b(call);
  Value machine =
      LLVM::CallOp::create(b, loc, getter, ValueRange()).getResult();
  Value isaLevel = loadMachineField(b, loc, machine, MachineField::IsaLevel);
  Block *test = call->getBlock();
  Block *rest = test->splitBlock(std::next(Block::iterator(call)));
  SmallVector<Location> locations(call->getNumResults(), loc);
  auto results = rest->addArguments(call->getResultTypes(), locations);
  call->replaceAllUsesWith(results);
  for (auto [level, callee] : llvm::zip_equal(levels, callees)) {
    Block *version = b.createBlock(rest);
    auto clone = cast<LLVM::CallOp>(b.clone(*call));
    clone.setCalleeAttr(FlatSymbolRefAttr::get(callee));
    LLVM::BrOp::create(b, loc, clone->getResults(), rest);
    Block *otherwise = b.createBlock(rest);
    b.setInsertionPointToEnd(test);
    if (call->getBlock() == test)
      b.setInsertionPoint(call);
    Value least = calls.createConstant(b, loc, level.number);
    Value has =
        LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::sge, isaLevel, least);
    LLVM::CondBrOp::create(b, loc, has, version, otherwise);
    call->moveBefore(otherwise, otherwise->end());
    test = otherwise;
  }
  // Inlined, it would make the caller save registers before the decision.
  call.setNoInline(true);
  b.setInsertionPointToEnd(test);
  LLVM::BrOp::create(b, loc, call->getResults(), rest);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct SplitMultiversionFunctionsPass
    : split::impl::SplitMultiversionFunctionsPassBase<
          SplitMultiversionFunctionsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<SmallVector<Level>> levels = getLevels();
    if (failed(levels))
      return signalPassFailure();
    SmallVector<LLVMFuncOp> versioned = CallGraph(module).getVersioned();
    if (levels->empty() || versioned.empty())
      return;
    LibraryCalls calls(module);
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
  /// What the option asks for, highest first.
  FailureOr<SmallVector<Level>> getLevels() {
    SmallVector<Level> levels;
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
      levels.push_back({number, cpu});
    }
    llvm::sort(levels, [](const Level &a, const Level &b) {
      return a.number > b.number;
    });
    levels.erase(llvm::unique(levels,
                              [](const Level &a, const Level &b) {
                                return a.number == b.number;
                              }),
                 levels.end());
    return levels;
  }
};
} // namespace
