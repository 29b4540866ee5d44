//===- CopyStrategy.cpp - Cost model of copies ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyStrategy.h"

#include "OutputCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

bool CopyShape::hasStaticRuns() const {
  return !llvm::is_contained(runs, kDynamic);
}

int64_t CopyShape::getRowBytes() const {
  return std::accumulate(runs.begin(), runs.end(), int64_t(0));
}

std::optional<int64_t> CopyShape::getBytes() const {
  if (rows == kDynamic || !hasStaticRuns())
    return std::nullopt;
  int64_t bytes = 0;
  for (int64_t run : runs)
    if (llvm::AddOverflow(bytes, run, bytes))
      return std::nullopt;
  if (llvm::MulOverflow(bytes, rows, bytes) ||
      llvm::MulOverflow(bytes, int64_t(2), bytes))
    return std::nullopt;
  return bytes;
}

int64_t mlir::split::native::getRowsPerGroup(int64_t run) {
  return kLineBytes / std::gcd(run, kLineBytes);
}

int64_t mlir::split::native::countComposedLoads(int64_t rowStride,
                                                int64_t run) {
  int64_t lines = getRowsPerGroup(run) * run / kLineBytes;
  int64_t loads = 0;
  for (int64_t line = 0; line < lines; ++line)
    loads += composeLine({rowStride, run, std::nullopt}, line).size();
  return loads;
}

/// Returns how many rows fill whole lines of all outputs with short runs. The
/// number for each output is a power of two and so divides the largest one.
static int64_t getBlockRows(ArrayRef<int64_t> runs) {
  int64_t rows = 1;
  for (int64_t run : runs)
    if (run != 0 && run < kLineBytes)
      rows = std::max(rows, getRowsPerGroup(run));
  return rows;
}

/// Chooses how one output is written. Composing it may take up to `maxLoads`
/// loads, from which this subtracts those that it takes.
static RunStrategy planRun(const CopyShape &shape, int64_t run,
                           int64_t blockRows, int64_t &maxLoads) {
  if (run == 0)
    return RunStrategy::Empty;
  if (run >= kLineBytes)
    return RunStrategy::Lines;
  if (shape.rows != CopyShape::kDynamic && shape.rows < blockRows)
    return RunStrategy::Exact;
  if (shape.rowStride == CopyShape::kDynamic)
    return RunStrategy::Overlap;
  int64_t loads = countComposedLoads(shape.rowStride, run) *
                  (blockRows / getRowsPerGroup(run));
  if (loads > maxLoads)
    return RunStrategy::Overlap;
  maxLoads -= loads;
  return RunStrategy::Compose;
}

/// Returns the sizes of at least `threshold` among `bytes`, all if not given.
static SizeRange getSizesFrom(int64_t threshold, std::optional<int64_t> bytes) {
  if (!bytes)
    return SizeRange::AboveThreshold;
  return *bytes >= threshold ? SizeRange::All : SizeRange::None;
}

static SizeRange planNontemporal(const CopyShape &shape,
                                 const MachineModel &machine) {
  // Where ordinary stores gain by prefetches, they are faster.
  if (machine.storePrefetchDistance > 0)
    return SizeRange::None;
  std::optional<int64_t> bytes = shape.getBytes();
  if (machine.nontemporalThreshold == MachineModel::kAtRunTime)
    return bytes && *bytes < kLeastLargeBytes ? SizeRange::None
                                              : SizeRange::AboveThreshold;
  return machine.nontemporalThreshold == 0
             ? SizeRange::None
             : getSizesFrom(machine.nontemporalThreshold, bytes);
}

static SizeRange planPrefetches(const CopyShape &shape,
                                const MachineModel &machine) {
  return machine.storePrefetchDistance == 0
             ? SizeRange::None
             : getSizesFrom(kLeastLargeBytes, shape.getBytes());
}

/// Returns how many blocks to join: 2 if an output would otherwise get only one
/// line at a time and joining takes few loads, because memory moves pairs of
/// lines; else 1. `loads` is the number of loads that composing one block
/// takes.
static int64_t countJoinedBlocks(const CopyShape &shape, const CopyPlan &plan,
                                 int64_t loads) {
  constexpr int64_t kPairBytes = 2 * kLineBytes;
  // Rows of Exact are too few to fill lines.
  if (plan.interleavesRows ||
      llvm::is_contained(plan.runs, RunStrategy::Overlap) ||
      llvm::is_contained(plan.runs, RunStrategy::Exact))
    return 1;
  int64_t shortest = kPairBytes, longest = 0;
  for (int64_t run : shape.runs) {
    if (run == 0)
      continue;
    shortest = std::min(shortest, run);
    longest = std::max(longest, run);
  }
  if (loads == 0)
    return shortest * plan.blockRows < kPairBytes ? 2 : 1;
  // Composing more than one line of each output costs more than pairs save.
  return longest * plan.blockRows < kPairBytes && 2 * loads <= kMaxComposedLoads
             ? 2
             : 1;
}

/// Plans the order of the blocks. `loads` is the number of loads that composing
/// one block takes.
static void planStreams(const CopyShape &shape, int64_t loads, CopyPlan &plan) {
  // Streams that are four pages apart do not compete for one bank of memory.
  constexpr int64_t kStreamBytes = 4 * kPageBytes;
  int64_t rowBytes = shape.getRowBytes();
  bool hasLinesOnly = llvm::all_of(plan.runs, [](RunStrategy run) {
    return run == RunStrategy::Lines || run == RunStrategy::Empty;
  });
  plan.interleavesRows = hasLinesOnly && rowBytes >= kPageBytes;
  plan.blockRows *= countJoinedBlocks(shape, plan, loads);
  plan.streamBlocks =
      std::max<int64_t>(1, kStreamBytes / (plan.blockRows * rowBytes));
}

/// Whether transposing blocks may pay. Outputs that do not fill a block are
/// written twice.
static bool maySaveByTransposing(const CopyShape &shape) {
  int64_t run = shape.runs.front();
  int64_t outputs = shape.runs.size();
  if (!llvm::isPowerOf2_64(run) || run >= kLineBytes)
    return false;
  int64_t cells = kLineBytes / run;
  int64_t written = llvm::divideCeil(outputs, cells) * cells;
  return outputs >= cells && outputs > 8 && written * 4 <= outputs * 5 &&
         (shape.rows == CopyShape::kDynamic || shape.rows >= cells);
}

CopyPlan mlir::split::native::planCopy(const CopyShape &shape,
                                       const MachineModel &machine) {
  CopyPlan plan;
  if (shape.rows == 0 ||
      llvm::all_of(shape.runs, [](int64_t run) { return run == 0; })) {
    plan.strategy = CopyStrategy::Nothing;
    return plan;
  }
  plan.nontemporal = planNontemporal(shape, machine);
  plan.prefetched = planPrefetches(shape, machine);
  int64_t outputs = shape.runs.size();
  if (!shape.hasStaticRuns()) {
    plan.strategy = CopyStrategy::Generic;
    // Programs that split a tensor into columns gain most by code for lengths
    // that are known at compile time.
    bool mayBeElements = llvm::all_of(shape.runs, [&](int64_t run) {
      return run == CopyShape::kDynamic || run == shape.elementBytes;
    });
    if (mayBeElements)
      plan.likelyRuns.assign(outputs, shape.elementBytes);
    return plan;
  }
  int64_t run = shape.runs.front();
  bool isEqual = llvm::all_equal(shape.runs);
  if (isEqual && maySaveByTransposing(shape)) {
    plan.strategy = CopyStrategy::Transposed;
    // Few enough rows that their lines of the source stay in the cache, and
    // enough that more than one line is written to each output in a row.
    plan.blockRows = std::max(machine.transposeRows, kLineBytes / run);
    return plan;
  }
  int64_t maxLoads = kMaxComposedLoads;
  plan.blockRows = getBlockRows(shape.runs);
  if (outputs <= kMaxUnrolledOutputs) {
    plan.strategy = CopyStrategy::Unrolled;
    for (int64_t run : shape.runs)
      plan.runs.push_back(planRun(shape, run, plan.blockRows, maxLoads));
  }
  // Either all or none of the outputs are composed if they are equal.
  if (isEqual && (outputs > kMaxUnrolledOutputs ||
                  plan.runs.front() != plan.runs.back())) {
    maxLoads = kMaxComposedLoads;
    plan.strategy = CopyStrategy::Looped;
    plan.runs = {planRun(shape, run, plan.blockRows, maxLoads)};
  }
  if (llvm::is_contained(plan.runs, RunStrategy::Overlap))
    plan.blockRows = 64;
  else if (!llvm::is_contained(plan.runs, RunStrategy::Compose))
    plan.blockRows = 1;
  planStreams(shape, kMaxComposedLoads - maxLoads, plan);
  return plan;
}

CopyPlan mlir::split::native::planPrefetched(const CopyShape &shape,
                                             CopyPlan plan) {
  // All runs and the row stride are known if an output is composed.
  if (!llvm::is_contained(plan.runs, RunStrategy::Compose))
    return plan;
  int64_t laneBytes = std::gcd(shape.rowStride, int64_t(8));
  for (int64_t run : shape.runs)
    laneBytes = std::gcd(laneBytes, run);
  for (auto [strategy, run] : llvm::zip(plan.runs, shape.runs)) {
    if (strategy != RunStrategy::Compose || laneBytes > 1 ||
        run < kLeastOverlap)
      continue;
    strategy = RunStrategy::Overlap;
    plan.blockRows = 64;
  }
  return plan;
}

/// Names of the enumerators, in order.
static constexpr StringLiteral kCopyStrategyNames[] = {
    "nothing", "unrolled", "looped", "transposed", "generic"};
static constexpr StringLiteral kRunStrategyNames[] = {
    "empty", "lines", "compose", "exact", "overlap"};

template <size_t size, typename EnumT>
static StringRef getName(const StringLiteral (&names)[size], EnumT value) {
  assert(static_cast<size_t>(value) < size && "each enumerator has a name");
  return names[static_cast<size_t>(value)];
}

std::string mlir::split::native::describe(const CopyPlan &plan) {
  std::string text = getName(kCopyStrategyNames, plan.strategy).str();
  for (size_t i = 0; i < plan.runs.size();) {
    size_t end = i + 1;
    while (end < plan.runs.size() && plan.runs[end] == plan.runs[i])
      ++end;
    text +=
        (i == 0 ? ": " : ", ") + getName(kRunStrategyNames, plan.runs[i]).str();
    if (end - i > 1)
      text += " x" + std::to_string(end - i);
    i = end;
  }
  if (plan.nontemporal == SizeRange::All)
    text += "; non-temporal";
  if (plan.nontemporal == SizeRange::AboveThreshold)
    text += "; non-temporal above the threshold";
  if (plan.nontemporal == SizeRange::All)
    return text;
  if (plan.prefetched == SizeRange::All)
    text += "; prefetched";
  if (plan.prefetched == SizeRange::AboveThreshold)
    text += "; prefetched above the threshold";
  return text;
}
