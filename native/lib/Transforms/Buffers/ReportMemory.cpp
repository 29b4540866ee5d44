//===- ReportMemory.cpp - Memory that functions use -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITREPORTMEMORYPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// An amount of memory that is in use at one time.
struct Amount {
  uint64_t bytes = 0;
  /// The number of buffers whose sizes are dynamic.
  uint64_t numDynamic = 0;
};

/// An amount that is in use from op number `begin` until op number `end`, in
/// the order of the text.
struct Use {
  int64_t begin, end;
  Amount amount;
};

/// The memory that a function and the functions that it calls use.
struct FunctionMemory {
  llvm::SetVector<Operation *> constants;
  Amount peak;
  uint64_t numAllocations = 0, numInLoops = 0;
  /// The numbers of the ops, and what they use.
  DenseMap<Operation *, int64_t> numbers;
  SmallVector<Use> uses;
};

class MemoryAnalysis {
public:
  /// Returns the memory of `function`. Recursive calls, which ask for it while
  /// it is being computed, get none.
  FunctionMemory get(func::FuncOp function);

private:
  /// Adds what `op` allocates or refers to.
  void add(memref::AllocOp op, FunctionMemory &memory);
  void add(memref::GetGlobalOp op, FunctionMemory &memory);
  void add(func::CallOp op, FunctionMemory &memory);

  SymbolTableCollection symbols;
  DenseMap<Operation *, FunctionMemory> known;
};
} // namespace

static uint64_t getConstantBytes(const FunctionMemory &memory) {
  uint64_t bytes = 0;
  for (Operation *op : memory.constants)
    bytes += getStaticBytes(cast<memref::GlobalOp>(op).getType()).value_or(0);
  return bytes;
}

static Amount getAmount(memref::AllocOp alloc) {
  if (std::optional<int64_t> bytes = getStaticBytes(alloc.getType()))
    return {static_cast<uint64_t>(*bytes), 0};
  return {0, 1};
}

/// Returns the largest amounts that are in use at once.
static Amount getPeak(ArrayRef<Use> uses) {
  Amount peak;
  for (const Use &at : uses) {
    Amount sum;
    for (const Use &use : uses) {
      if (use.begin > at.begin || use.end <= at.begin)
        continue;
      sum.bytes = llvm::SaturatingAdd(sum.bytes, use.amount.bytes);
      sum.numDynamic += use.amount.numDynamic;
    }
    peak.bytes = std::max(peak.bytes, sum.bytes);
    peak.numDynamic = std::max(peak.numDynamic, sum.numDynamic);
  }
  return peak;
}

/// Returns the counter for allocations by `op`.
static uint64_t &getCounter(FunctionMemory &memory, Operation *op) {
  return op->getParentOfType<LoopLikeOpInterface>() ? memory.numInLoops
                                                    : memory.numAllocations;
}

void MemoryAnalysis::add(memref::AllocOp op, FunctionMemory &memory) {
  memref::DeallocOp dealloc = findDealloc(op);
  int64_t end =
      dealloc ? memory.numbers.lookup(dealloc) : memory.numbers.size();
  memory.uses.push_back({memory.numbers.lookup(op), end, getAmount(op)});
  ++getCounter(memory, op);
}

void MemoryAnalysis::add(memref::GetGlobalOp op, FunctionMemory &memory) {
  auto global =
      symbols.lookupNearestSymbolFrom<memref::GlobalOp>(op, op.getNameAttr());
  if (global && global.getConstant())
    memory.constants.insert(global);
}

void MemoryAnalysis::add(func::CallOp op, FunctionMemory &memory) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  if (!callee)
    return;
  FunctionMemory called = get(callee);
  int64_t number = memory.numbers.lookup(op);
  memory.uses.push_back({number, number + 1, called.peak});
  memory.constants.insert_range(called.constants);
  getCounter(memory, op) += called.numAllocations;
  memory.numInLoops += called.numInLoops;
}

FunctionMemory MemoryAnalysis::get(func::FuncOp function) {
  auto [entry, isNew] = known.try_emplace(function);
  if (!isNew)
    return entry->second;
  FunctionMemory memory;
  function.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { memory.numbers[op] = memory.numbers.size(); });
  function.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<memref::AllocOp, memref::GetGlobalOp, func::CallOp>(
            [&](auto op) { add(op, memory); });
  });
  memory.peak = getPeak(memory.uses);
  memory.numbers.clear();
  memory.uses.clear();
  return known[function] = memory;
}

static void print(raw_ostream &os, StringRef name,
                  const FunctionMemory &memory) {
  os << name << ":\n  constants: " << getConstantBytes(memory)
     << " bytes\n  peak: " << memory.peak.bytes << " bytes";
  if (uint64_t count = memory.peak.numDynamic)
    os << " and " << count << " buffer" << (count == 1 ? "" : "s")
       << " of dynamic size";
  os << "\n  allocations: " << memory.numAllocations;
  if (memory.numInLoops)
    os << ", and " << memory.numInLoops << " in loops";
  os << '\n';
}

namespace {
struct SplitReportMemoryPass
    : split::native::impl::SplitReportMemoryPassBase<SplitReportMemoryPass> {
  SplitReportMemoryPass() = default;
  explicit SplitReportMemoryPass(raw_ostream &os) : os(&os) {}

  void runOnOperation() override {
    MemoryAnalysis analysis;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        print(*os, function.getName(), analysis.get(function));
    markAllAnalysesPreserved();
  }

private:
  raw_ostream *os = &llvm::outs();
};
} // namespace

std::unique_ptr<Pass>
mlir::split::native::createSplitReportMemoryPass(raw_ostream &os) {
  return std::make_unique<SplitReportMemoryPass>(os);
}
