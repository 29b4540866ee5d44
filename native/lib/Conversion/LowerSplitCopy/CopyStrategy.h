//===- CopyStrategy.h - Cost model of copies --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost model of `lower-split-copy`, independent of any IR. All sizes are in
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYSTRATEGY_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYSTRATEGY_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/Support/LLVM.h"
#include "split-mlir/Machine/MachineModel.h"

namespace mlir::split::native {

/// A split collapsed to rows. Each row of the source has one run of bytes for
/// each output, in order. Output k consists of run k of all rows. Numbers are
/// kDynamic where they are known only at run time.
struct CopyShape {
  static constexpr int64_t kDynamic = ShapedType::kDynamic;

  int64_t rows = kDynamic;
  /// The distance between rows: the sum of the runs, or more if the source has
  /// gaps between rows.
  int64_t rowStride = kDynamic;
  /// The length of each output's run.
  SmallVector<int64_t> runs;
  /// The size of an element: 1, 2, 4, 8 or 16.
  int64_t elementBytes = 1;

  bool hasStaticRuns() const;
  /// Returns the sum of the runs, which are static.
  int64_t getRowBytes() const;
  /// Returns how many bytes are read and written, if known.
  std::optional<int64_t> getBytes() const;
};

/// How the runs of one output are written.
enum class RunStrategy {
  /// The output has no bytes.
  Empty,
  /// Runs of a line or more are copied line by line. With non-temporal stores,
  /// lines that two runs share are combined from both.
  Lines,
  /// For runs shorter than a line, lines are combined from several rows, at
  /// positions known at compile time.
  Compose,
  /// Runs shorter than a line, of too few rows to fill lines, are copied one by
  /// one.
  Exact,
  /// For runs shorter than a line, each run is loaded and stored as a whole
  /// line, of which the next run overwrites a part. Non-temporal stores copy
  /// from a buffer of 64 rows.
  Overlap
};

/// How a whole copy is done.
enum class CopyStrategy {
  /// There are no bytes to copy.
  Nothing,
  /// Code for each output in one pass over the rows.
  Unrolled,
  /// Code for one output in a loop over the outputs, whose runs are equal.
  Looped,
  /// Square blocks of as many rows and outputs as a line has runs are
  /// transposed.
  Transposed,
  /// Lengths are read from a table at run time.
  Generic
};

/// The sizes of copies, in bytes, for which a property holds.
enum class SizeRange { None, All, AboveThreshold };

struct CopyPlan {
  CopyStrategy strategy = CopyStrategy::Generic;
  /// One strategy for each output (Unrolled), or one for all outputs (Looped).
  SmallVector<RunStrategy> runs;
  /// The number of rows in a block, which is finished before the next block
  /// begins: as many rows as fill whole lines of all outputs with short runs,
  /// or 1 if no output has short runs. Twice as many rows fill pairs of lines,
  /// if that takes few loads.
  int64_t blockRows = 1;
  /// The sizes for which stores are non-temporal.
  SizeRange nontemporal = SizeRange::None;
  /// The sizes for which ordinary stores, and the loads, are prefetched. The
  /// threshold is kLeastLargeBytes.
  SizeRange prefetched = SizeRange::None;
  /// With non-temporal stores, four streams of this many consecutive blocks
  /// take turns, so that reads and writes are spread over pages of memory.
  int64_t streamBlocks = 1;
  /// With non-temporal stores of Lines, whether four rows of a page or more
  /// take turns line by line instead.
  bool interleavesRows = false;
  /// For Generic, lengths for which there is specialized code; may be empty.
  SmallVector<int64_t> likelyRuns;
};

/// Chooses how to do a copy, by these criteria in this order:
///
/// 1. Bytes. A copy beyond the caches is limited by memory, so each line of the
///    source is read once: all outputs of a few rows are written before the
///    next rows are read. From MachineModel::nontemporalThreshold on,
///    non-temporal stores avoid reading what is overwritten. On some machines,
///    ordinary stores to lines that were prefetched are faster than those
///    (MachineModel::storePrefetchDistance).
/// 2. Run lengths. Lines within one run are copied as they are. Runs shorter
///    than a line are combined in registers if positions are known at compile
///    time and kMaxComposedLoads loads suffice for all outputs (Looped: for one
///    output). Otherwise, overlapping stores write them.
/// 3. Many outputs with short runs. Blocks are transposed if the run length is
///    a power of two and few outputs are left over. This takes log2(n) shuffles
///    for a line of n runs instead of n.
/// 4. Pages. One stream of lines does not saturate memory; four streams that
///    are a page or more apart do. Rows shorter than a page are taken from four
///    places in turn, longer ones line by line from four rows or from four
///    pages of one run. Memory moves pairs of lines, so two consecutive lines
///    are written to an output where that takes few loads.
/// 5. Code size. Up to kMaxUnrolledOutputs outputs are unrolled; more outputs
///    are written by a loop over a table of pointers.
CopyPlan planCopy(const CopyShape &shape, const MachineModel &machine);

/// Returns the plan for a kernel that does the same copy with prefetched
/// stores. Prefetched stores need not be aligned to lines. So runs of an odd
/// number of bytes are written by overlapping stores from the length on at
/// which these cost less than shuffles of bytes.
CopyPlan planPrefetched(const CopyShape &shape, CopyPlan plan);

/// Returns how many loads combine the lines of one output, for as many rows as
/// fill whole lines.
int64_t countComposedLoads(int64_t rowStride, int64_t run);

/// Returns how many rows with runs of this length fill whole lines: 1 to 64.
int64_t getRowsPerGroup(int64_t run);

/// Describes the plan for remarks: `unrolled: lines x4; non-temporal`.
std::string describe(const CopyPlan &plan);

inline constexpr int64_t kPageBytes = 4096;

inline constexpr int64_t kMaxUnrolledOutputs = 16;
inline constexpr int64_t kMaxComposedLoads = 768;
/// The least odd run length in bytes for which prefetched stores overlap.
inline constexpr int64_t kLeastOverlap = 5;

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYSTRATEGY_H
