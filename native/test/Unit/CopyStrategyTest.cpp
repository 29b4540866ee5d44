//===- CopyStrategyTest.cpp - The cost model of lower-split-copy ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Conversion/LowerSplitCopy/CopyStrategy.h"

#include "../../runtime/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static constexpr int64_t kDynamic = CopyShape::kDynamic;

/// Rows without gaps of `runs`.
static CopyShape makeShape(int64_t rows, ArrayRef<int64_t> runs,
                           int64_t elementBytes = 1) {
  CopyShape shape;
  shape.rows = rows;
  shape.runs.assign(runs.begin(), runs.end());
  shape.elementBytes = elementBytes;
  if (shape.hasStaticRuns())
    shape.rowStride = std::accumulate(runs.begin(), runs.end(), int64_t(0));
  return shape;
}

static CopyPlan plan(const CopyShape &shape, int64_t threshold = 0) {
  MachineModel machine;
  machine.nontemporalThreshold = threshold;
  return planCopy(shape, machine);
}

static std::string plan(int64_t rows, ArrayRef<int64_t> runs,
                        int64_t threshold = 0) {
  return describe(plan(makeShape(rows, runs), threshold));
}

/// Equal runs.
static std::string planEqual(int64_t rows, int64_t outputs, int64_t run) {
  return plan(rows, SmallVector<int64_t>(outputs, run));
}

TEST(CopyStrategy, RunsOfALineAreLines) {
  EXPECT_EQ(plan(100, {64, 63}), "unrolled: lines, compose");
  EXPECT_EQ(plan(100, {64, 1000, 65}), "unrolled: lines x3");
}

TEST(CopyStrategy, EmptyRunsAreLeftOut) {
  EXPECT_EQ(plan(100, {0, 64, 0, 0}), "unrolled: empty, lines, empty x2");
}

TEST(CopyStrategy, WithoutBytesNothingIsDone) {
  EXPECT_EQ(plan(0, {8, 8}, 1), "nothing");
  EXPECT_EQ(plan(100, {0, 0}, 1), "nothing");
  EXPECT_EQ(plan(kDynamic, {0, 0}, 1), "nothing");
}

TEST(CopyStrategy, OutputsAreUnrolledUpToALimit) {
  EXPECT_EQ(planEqual(100, kMaxUnrolledOutputs, 100), "unrolled: lines x16");
  EXPECT_EQ(planEqual(100, kMaxUnrolledOutputs + 1, 100), "looped: lines");
  EXPECT_EQ(planEqual(100, kMaxUnrolledOutputs + 1, 12), "looped: compose");
}

TEST(CopyStrategy, BlocksOfEnoughOutputsAreTransposed) {
  // 16 runs of 4 bytes fill a line.
  EXPECT_EQ(planEqual(100, 16, 4), "transposed");
  EXPECT_EQ(planEqual(100, 15, 4), "unrolled: compose x15");
  // 2 of 32 do, but few outputs are better off in one pass.
  EXPECT_EQ(planEqual(100, 9, 32), "transposed");
  EXPECT_EQ(planEqual(100, 8, 32), "unrolled: compose x8");
  // 9 of 16 outputs would be written twice.
  EXPECT_EQ(planEqual(100, 9, 8), "unrolled: compose x9");
}

TEST(CopyStrategy, OnlyPowersOfTwoAreTransposed) {
  EXPECT_EQ(planEqual(100, 40, 4), "transposed");
  EXPECT_EQ(planEqual(100, 40, 12), "looped: compose");
  EXPECT_EQ(planEqual(100, 40, 64), "looped: lines");
}

TEST(CopyStrategy, FewerRowsThanFillALineAreNotTransposed) {
  EXPECT_EQ(planEqual(16, 40, 4), "transposed");
  EXPECT_EQ(StringRef(planEqual(15, 40, 4)).take_until([](char c) {
    return c == ':';
  }),
            "looped");
  EXPECT_EQ(planEqual(kDynamic, 40, 4), "transposed");
}

TEST(CopyStrategy, TransposedBlocksHoldWholeLines) {
  for (int64_t run : {1, 2, 4, 8, 16, 32}) {
    CopyPlan result = plan(makeShape(1000, SmallVector<int64_t>(64, run)));
    ASSERT_EQ(result.strategy, CopyStrategy::Transposed);
    EXPECT_EQ(result.blockRows * run % kLineBytes, 0) << run;
  }
}

TEST(CopyStrategy, WhatTakesTooManyLoadsOverlaps) {
  // Each takes more loads than the one before has left.
  CopyPlan result = plan(makeShape(1000, {61, 59, 57, 55, 53, 51, 49, 47}));
  EXPECT_EQ(result.runs.front(), RunStrategy::Compose);
  EXPECT_EQ(result.runs.back(), RunStrategy::Overlap);
  EXPECT_EQ(result.blockRows, 64);
}

TEST(CopyStrategy, EqualOutputsAreAllComposedOrNone) {
  // Unrolled, some of these would overlap.
  EXPECT_EQ(planEqual(1000, 8, 61), "looped: compose");
}

TEST(CopyStrategy, RunsInRowsOfUnknownSizeOverlap) {
  CopyShape shape = makeShape(100, {12, 64});
  shape.rowStride = kDynamic;
  EXPECT_EQ(describe(plan(shape)), "unrolled: overlap, lines");
}

TEST(CopyStrategy, BlocksFillWholeLinesOfAllShortRuns) {
  EXPECT_EQ(plan(makeShape(1000, {128, 1024})).blockRows, 1);
  EXPECT_EQ(plan(makeShape(1000, {32, 64})).blockRows, 2);
  EXPECT_EQ(plan(makeShape(1000, {32, 4, 8})).blockRows, 16);
  EXPECT_EQ(plan(makeShape(1000, {32, 3, 0})).blockRows, 64);
}

TEST(CopyStrategy, BlocksFillPairsOfLines) {
  // The shortest run has one line in a row.
  EXPECT_EQ(plan(makeShape(1000, {64, 1024})).blockRows, 2);
  EXPECT_EQ(plan(makeShape(1000, {127, 0})).blockRows, 2);
  // Composed lines: one of each output, or more than one of some output.
  EXPECT_EQ(plan(makeShape(1000, {4, 4})).blockRows, 32);
  EXPECT_EQ(plan(makeShape(1000, {4, 8})).blockRows, 16);
  // Each of 14 outputs takes 14 loads, so two blocks take 392 loads.
  EXPECT_EQ(plan(makeShape(1000, SmallVector<int64_t>(14, 1))).blockRows, 128);
  // Each output takes 64 loads. Two blocks of 8 outputs take too many.
  CopyShape wide = makeShape(1000, {1, 1});
  wide.rowStride = 4096;
  EXPECT_EQ(plan(wide).blockRows, 128);
  wide.runs.assign(8, 1);
  EXPECT_EQ(plan(wide).blockRows, 64);
  // Two short rows do not fill a line; threads may share them.
  EXPECT_EQ(plan(makeShape(2, {20, 1 << 20})).blockRows, 1);
  // Rows of a page take turns instead.
  EXPECT_EQ(plan(makeShape(1000, {64, kPageBytes})).blockRows, 1);
}

TEST(CopyStrategy, StoresBypassTheCacheFromTheThresholdOn) {
  // Read and written.
  EXPECT_EQ(plan(100, {64, 64}, 25600), "unrolled: lines x2; non-temporal");
  EXPECT_EQ(plan(100, {64, 64}, 25601), "unrolled: lines x2");
  EXPECT_EQ(plan(100, {64, 64}, 0), "unrolled: lines x2");
  EXPECT_EQ(plan(kDynamic, {64, 64}, 1),
            "unrolled: lines x2; non-temporal above the threshold");
  EXPECT_EQ(plan(kDynamic, {64, 64}, 0), "unrolled: lines x2");
}

TEST(CopyStrategy, LargeCopiesPrefetchWhereTheMachineGains) {
  auto planWith = [](int64_t rows, int64_t distance, int64_t threshold = 0) {
    MachineModel machine;
    machine.storePrefetchDistance = distance;
    machine.nontemporalThreshold = threshold;
    return describe(planCopy(makeShape(rows, {64, 64}), machine));
  };
  // 256 KiB, read and written.
  EXPECT_EQ(planWith(1024, 2048), "unrolled: lines x2; prefetched");
  EXPECT_EQ(planWith(1023, 2048), "unrolled: lines x2");
  EXPECT_EQ(planWith(1024, 0), "unrolled: lines x2");
  EXPECT_EQ(planWith(1024, MachineModel::kAtRunTime),
            "unrolled: lines x2; prefetched");
  EXPECT_EQ(planWith(kDynamic, 2048),
            "unrolled: lines x2; prefetched above the threshold");
  // Where the machine gains, non-temporal stores are slower.
  EXPECT_EQ(planWith(1024, 2048, 1), "unrolled: lines x2; prefetched");
  EXPECT_EQ(planWith(1024, MachineModel::kAtRunTime, 1),
            "unrolled: lines x2; non-temporal");
  EXPECT_EQ(planWith(kDynamic, 2048, 1),
            "unrolled: lines x2; prefetched above the threshold");
  EXPECT_EQ(
      planWith(kDynamic, MachineModel::kAtRunTime, MachineModel::kAtRunTime),
      "unrolled: lines x2; non-temporal above the threshold; prefetched "
      "above the threshold");
}

TEST(CopyStrategy, OddRunsOverlapByPrefetchedStores) {
  auto planRuns = [](ArrayRef<int64_t> runs) {
    CopyShape shape = makeShape(1000, runs);
    return planPrefetched(shape, plan(shape));
  };
  EXPECT_EQ(describe(planRuns({17, 3, 64, 0})),
            "unrolled: overlap, compose, lines, empty");
  EXPECT_EQ(planRuns({17, 3, 64, 0}).blockRows, 64);
  EXPECT_EQ(describe(planRuns({5, 4})), "unrolled: overlap, compose");
  // Two bytes move together.
  EXPECT_EQ(describe(planRuns({6, 12})), "unrolled: compose x2");
  EXPECT_EQ(describe(planRuns(SmallVector<int64_t>(40, 12))),
            "looped: compose");
  EXPECT_EQ(describe(planRuns(SmallVector<int64_t>(39, 13))),
            "looped: overlap");
}

TEST(CopyStrategy, SizesThatOverflowAreComparedAtRunTime) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(makeShape(max / 64, {64}).getBytes(), std::nullopt);
  EXPECT_EQ(makeShape(max / 32, {64}).getBytes(), std::nullopt);
  CopyShape shape = makeShape(1, {64});
  shape.runs.assign({max, 1});
  EXPECT_EQ(shape.getBytes(), std::nullopt);
  EXPECT_EQ(makeShape(max / 200, {64}).getBytes(), max / 200 * 128);
  EXPECT_EQ(plan(max / 64, {64}, 100),
            "unrolled: lines; non-temporal above the threshold");
}

TEST(CopyStrategy, StreamsShareFourPages) {
  EXPECT_EQ(plan(makeShape(100, {64, 64})).streamBlocks, 4 * kPageBytes / 256);
  EXPECT_EQ(plan(makeShape(100, {4, 4})).streamBlocks, 4 * kPageBytes / 256);
  EXPECT_EQ(plan(makeShape(100, {5 * kPageBytes})).streamBlocks, 1);
}

TEST(CopyStrategy, RowsOfAPageTakeTurns) {
  EXPECT_FALSE(plan(makeShape(100, {kPageBytes - 65, 64})).interleavesRows);
  EXPECT_TRUE(plan(makeShape(100, {kPageBytes - 64, 64})).interleavesRows);
  EXPECT_TRUE(plan(makeShape(100, {kPageBytes, 0})).interleavesRows);
  EXPECT_FALSE(plan(makeShape(100, {kPageBytes, 63})).interleavesRows);
}

TEST(CopyStrategy, UnknownRunsAreGeneric) {
  EXPECT_EQ(plan(100, {8, kDynamic}), "generic");
  EXPECT_EQ(plan(100, {8, kDynamic}, 1),
            "generic; non-temporal above the threshold");
}

TEST(CopyStrategy, ColumnsAreLikely) {
  EXPECT_EQ(plan(makeShape(100, {4, kDynamic, kDynamic}, 4)).likelyRuns,
            SmallVector<int64_t>(3, 4));
  EXPECT_TRUE(plan(makeShape(100, {8, kDynamic}, 4)).likelyRuns.empty());
  EXPECT_TRUE(plan(makeShape(100, {4, 4}, 4)).likelyRuns.empty());
}

TEST(CopyStrategy, GroupsOfRowsFillWholeLines) {
  EXPECT_EQ(getRowsPerGroup(1), 64);
  EXPECT_EQ(getRowsPerGroup(4), 16);
  EXPECT_EQ(getRowsPerGroup(12), 16);
  EXPECT_EQ(getRowsPerGroup(63), 64);
  EXPECT_EQ(getRowsPerGroup(64), 1);
}

TEST(CopyStrategy, ComposingLoadsNoMoreThanRunsOrLinesOfTheSource) {
  // The same bytes: one load for each line.
  EXPECT_EQ(countComposedLoads(4, 4), 1);
  EXPECT_EQ(countComposedLoads(63, 63), 63);
  // Half of two lines.
  EXPECT_EQ(countComposedLoads(8, 4), 2);
  // 16 runs far apart.
  EXPECT_EQ(countComposedLoads(4096, 4), 16);
  EXPECT_EQ(countComposedLoads(4096, 32), 2);
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

/// Returns the plans for copies of 128, 16 and 1 MiB, read and written, and for
/// a copy of unknown size. The copies have runs of 4 KiB, runs of 4 bytes, one
/// long run, and many outputs.
static std::string planOn(const MachineModel &machine) {
  std::string text;
  auto add = [&](const CopyShape &shape) {
    CopyPlan plan = planCopy(shape, machine);
    text += describe(plan);
    if (plan.strategy == CopyStrategy::Transposed)
      text += " of " + std::to_string(plan.blockRows);
    text += '\n';
  };
  add(makeShape(4096, SmallVector<int64_t>(4, 4096)));
  add(makeShape(699050, {4, 4, 4}));
  add(makeShape(1, {262144, 262144}));
  add(makeShape(kDynamic, SmallVector<int64_t>(64, 4)));
  return text;
}

namespace {
struct MachineCase {
  const char *name;
  /// As the runtime library detects them; nothing for an unknown machine.
  std::optional<CacheInfo> caches;
  /// The fields that follow, in the order of MachineModel.
  int64_t nontemporalThreshold, streams, prefetchDistance,
      storePrefetchDistance, parallelThreshold;
  const char *plans;
};
} // namespace

static constexpr int64_t kKiB = 1 << 10;
static constexpr int64_t kMiB = 1 << 20;

static const MachineCase kMachineCases[] = {
    {"unknown", std::nullopt, 0, 1, 2048, 0, kMiB,
     "unrolled: lines x4\n"
     "unrolled: compose x3\n"
     "unrolled: lines x2\n"
     "transposed of 32\n"},
    // What fits into the last cache of a ring stays there.
    {"AMD with a small L3",
     CacheInfo{512 * kKiB, 16 * kMiB, /*isAmd=*/true, false, false}, 12 * kMiB,
     1, 2048, 0, 12 * kMiB,
     "unrolled: lines x4; non-temporal\n"
     "unrolled: compose x3; non-temporal\n"
     "unrolled: lines x2\n"
     "transposed; non-temporal above the threshold of 32\n"},
    {"AMD with a large L3",
     CacheInfo{kMiB, 96 * kMiB, /*isAmd=*/true, false, false}, 72 * kMiB, 1,
     2048, 0, 72 * kMiB,
     "unrolled: lines x4; non-temporal\n"
     "unrolled: compose x3\n"
     "unrolled: lines x2\n"
     "transposed; non-temporal above the threshold of 32\n"},
    {"Intel with a ring",
     CacheInfo{1280 * kKiB, 24 * kMiB, false, false, false}, 18 * kMiB, 1, 2048,
     0, 18 * kMiB,
     "unrolled: lines x4; non-temporal\n"
     "unrolled: compose x3\n"
     "unrolled: lines x2\n"
     "transposed; non-temporal above the threshold of 32\n"},
    // Nothing stays in the last cache of a mesh.
    {"Sapphire Rapids",
     CacheInfo{2 * kMiB, 105 * kMiB, false, /*hasMesh=*/true, false}, 2 * kMiB,
     4, 2048, 0, kMiB,
     "unrolled: lines x4; non-temporal\n"
     "unrolled: compose x3; non-temporal\n"
     "unrolled: lines x2\n"
     "transposed; non-temporal above the threshold of 32\n"},
    {"Intel with a mesh and an unknown model",
     CacheInfo{2 * kMiB, 480 * kMiB, false, /*hasMesh=*/false, false}, 2 * kMiB,
     4, 2048, 0, kMiB,
     "unrolled: lines x4; non-temporal\n"
     "unrolled: compose x3; non-temporal\n"
     "unrolled: lines x2\n"
     "transposed; non-temporal above the threshold of 32\n"},
    // Here, prefetched ordinary stores are faster.
    {"Cascade Lake",
     CacheInfo{kMiB, 36608 * kKiB, false, /*hasMesh=*/true,
               /*gainsByStorePrefetches=*/true},
     kMiB, 4, 4096, 2048, kMiB,
     "unrolled: lines x4; prefetched\n"
     "unrolled: compose x3; prefetched\n"
     "unrolled: lines x2; prefetched\n"
     "transposed; prefetched above the threshold of 32\n"},
};

TEST(CopyStrategy, CachesDetermineFieldsAndPlans) {
  for (const MachineCase &expected : kMachineCases) {
    SCOPED_TRACE(expected.name);
    MachineModel model;
    if (expected.caches) {
      SplitMlirMachine machine = {};
      setCopyFields(machine, *expected.caches);
      model.nontemporalThreshold = machine.nontemporalThreshold;
      model.streams = machine.streams;
      model.prefetchDistance = machine.prefetchDistance;
      model.storePrefetchDistance = machine.storePrefetchDistance;
      model.parallelThreshold = machine.parallelThreshold;
    }
    EXPECT_EQ(model.nontemporalThreshold, expected.nontemporalThreshold);
    EXPECT_EQ(model.streams, expected.streams);
    EXPECT_EQ(model.prefetchDistance, expected.prefetchDistance);
    EXPECT_EQ(model.storePrefetchDistance, expected.storePrefetchDistance);
    EXPECT_EQ(model.parallelThreshold, expected.parallelThreshold);
    EXPECT_EQ(planOn(model), expected.plans);
  }
}

TEST(CopyStrategy, MachinesDetermineTheRowsOfTransposedBlocks) {
  auto planRows = [](int64_t rows) {
    MachineModel machine;
    machine.transposeRows = rows;
    return planCopy(makeShape(1000, SmallVector<int64_t>(64, 4)), machine)
        .blockRows;
  };
  EXPECT_EQ(planRows(128), 128);
  // Fewer than 16 rows would not fill lines.
  EXPECT_EQ(planRows(8), 16);
}

TEST(CopyStrategy, TheRuntimeLibraryIsAskedForLargeCopies) {
  MachineModel machine;
  machine.nontemporalThreshold = MachineModel::kAtRunTime;
  StringRef asked = "unrolled: lines x2; non-temporal above the threshold";
  int64_t run = kLeastLargeBytes / 4;
  EXPECT_EQ(describe(planCopy(makeShape(1, {run, run}), machine)), asked);
  EXPECT_EQ(describe(planCopy(makeShape(1, {run, run - 1}), machine)),
            "unrolled: lines x2");
}
