//===- CopyStrategy.cpp - how the bytes of a split move -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/LowerSplitCopy/CopyStrategy.h"

#include "LineComposition.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::split;

bool CopyShape::hasStaticRuns() const {
  return !llvm::is_contained(runs, kDynamic);
}

bool CopyShape::hasEqualRuns() const {
  return hasStaticRuns() && llvm::all_equal(runs);
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

int64_t mlir::split::getRowsPerGroup(int64_t run) {
  return kLineBytes / std::gcd(run, kLineBytes);
}

int64_t mlir::split::countComposedLoads(int64_t rowStride, int64_t run) {
  int64_t lines = getRowsPerGroup(run) * run / kLineBytes;
  int64_t loads = 0;
  for (int64_t line = 0; line < lines; ++line)
    loads += composeLine({rowStride, run, std::nullopt}, line).size();
  return loads;
}

/// Rows that fill whole lines of all outputs with short runs; those of any
/// output are a part of the most that one has.
static int64_t getBlockRows(ArrayRef<int64_t> runs) {
  int64_t rows = 1;
  for (int64_t run : runs)
    if (run != 0 && run < kLineBytes)
      rows = std::max(rows, getRowsPerGroup(run));
  return rows;
}

/// How one output is written, if composing it may take `maxLoads`; subtracts
/// what it takes.
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

static NontemporalStores planStores(const CopyShape &shape,
                                    const CopyTarget &target) {
  std::optional<int64_t> bytes = shape.getBytes();
  if (target.machine == MachineValues::Runtime)
    return bytes && *bytes < kLeastNontemporalBytes
               ? NontemporalStores::Never
               : NontemporalStores::AboveThreshold;
  if (target.nontemporalThreshold == 0)
    return NontemporalStores::Never;
  if (!bytes)
    return NontemporalStores::AboveThreshold;
  return *bytes >= target.nontemporalThreshold ? NontemporalStores::Always
                                               : NontemporalStores::Never;
}

static void planStreams(const CopyShape &shape, CopyPlan &plan) {
  // Four pages apart, streams do not compete for one bank of memory.
  constexpr int64_t streamBytes = 4 * kPageBytes;
  int64_t rowBytes = 0;
  for (int64_t run : shape.runs)
    rowBytes += run;
  bool hasLinesOnly = llvm::all_of(plan.runs, [](RunStrategy run) {
    return run == RunStrategy::Lines || run == RunStrategy::Empty;
  });
  plan.interleavesRows = hasLinesOnly && rowBytes >= kPageBytes;
  plan.streamBlocks =
      std::max<int64_t>(1, streamBytes / (plan.blockRows * rowBytes));
}

/// Whether blocks of as many rows and outputs as a line has runs are worth it:
/// outputs that fill no block are written twice.
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

CopyPlan mlir::split::planCopy(const CopyShape &shape,
                               const CopyTarget &target) {
  CopyPlan plan;
  plan.nontemporal = planStores(shape, target);
  int64_t outputs = shape.runs.size();
  if (!shape.hasStaticRuns()) {
    plan.strategy = CopyStrategy::Generic;
    // Columns taken apart: the case in which lengths known at compile time
    // matter most, and one that programs have.
    bool mayBeElements = llvm::all_of(shape.runs, [&](int64_t run) {
      return run == CopyShape::kDynamic || run == shape.elementBytes;
    });
    if (mayBeElements)
      plan.likelyRuns.assign(outputs, shape.elementBytes);
    return plan;
  }
  if (shape.rows == 0 ||
      llvm::all_of(shape.runs, [](int64_t run) { return run == 0; })) {
    plan.strategy = CopyStrategy::Nothing;
    plan.nontemporal = NontemporalStores::Never;
    return plan;
  }

  int64_t run = shape.runs.front();
  bool isEqual = shape.hasEqualRuns();
  if (isEqual && maySaveByTransposing(shape)) {
    plan.strategy = CopyStrategy::Transposed;
    // Few enough that what is left of the source's lines stays in the cache,
    // and the outputs' pages are not left after one line.
    plan.blockRows = std::max<int64_t>(32, kLineBytes / run);
    return plan;
  }
  int64_t maxLoads = kMaxComposedLoads;
  plan.blockRows = getBlockRows(shape.runs);
  if (outputs <= kMaxUnrolledOutputs) {
    plan.strategy = CopyStrategy::Unrolled;
    for (int64_t run : shape.runs)
      plan.runs.push_back(planRun(shape, run, plan.blockRows, maxLoads));
  }
  // Of equal outputs, all are composed, or none.
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
  planStreams(shape, plan);
  return plan;
}

static StringRef getName(CopyStrategy strategy) {
  switch (strategy) {
  case CopyStrategy::Nothing:
    return "nothing";
  case CopyStrategy::Unrolled:
    return "unrolled";
  case CopyStrategy::Looped:
    return "looped";
  case CopyStrategy::Transposed:
    return "transposed";
  case CopyStrategy::Generic:
    return "generic";
  }
  llvm_unreachable("all strategies have names");
}

static StringRef getName(RunStrategy strategy) {
  switch (strategy) {
  case RunStrategy::Empty:
    return "empty";
  case RunStrategy::Lines:
    return "lines";
  case RunStrategy::Compose:
    return "compose";
  case RunStrategy::Exact:
    return "exact";
  case RunStrategy::Overlap:
    return "overlap";
  }
  llvm_unreachable("all strategies have names");
}

std::string mlir::split::describe(const CopyPlan &plan) {
  std::string text = getName(plan.strategy).str();
  for (size_t i = 0; i < plan.runs.size();) {
    size_t end = i + 1;
    while (end < plan.runs.size() && plan.runs[end] == plan.runs[i])
      ++end;
    text += (i == 0 ? ": " : ", ") + getName(plan.runs[i]).str();
    if (end - i > 1)
      text += " x" + std::to_string(end - i);
    i = end;
  }
  if (plan.nontemporal == NontemporalStores::Always)
    text += "; non-temporal";
  if (plan.nontemporal == NontemporalStores::AboveThreshold)
    text += "; non-temporal above the threshold";
  return text;
}
