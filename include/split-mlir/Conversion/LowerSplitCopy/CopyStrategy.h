//===- CopyStrategy.h - how the bytes of a split move -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost model of `lower-split-copy`, apart from any IR. All sizes are in
// bytes. docs/Performance.md has the measurements behind the constants.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_LOWERSPLITCOPY_COPYSTRATEGY_H
#define SPLIT_MLIR_CONVERSION_LOWERSPLITCOPY_COPYSTRATEGY_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/Support/LLVM.h"
#include "split-mlir/HostAbi/MachineValues.h"
#include "split-mlir/HostAbi/StoreFence.h"

namespace mlir {
namespace split {

/// What lines of the cache hold, and one step of a copy moves. Vectors of this
/// size are right on every target: a smaller machine takes several registers.
inline constexpr int64_t kLineBytes = 64;

/// The machine that code is made for, as far as copies depend on it.
struct CopyTarget {
  /// Where the next three come from; the values here are for Constant.
  MachineValues machine = MachineValues::Constant;
  /// From this many bytes, read and written, stores bypass the cache and
  /// reads are prefetched; 0 for never.
  int64_t nontemporalThreshold = 0;
  /// How many places of memory such a copy takes turns at: 1 or 4.
  int64_t streams = 4;
  /// How many bytes ahead of its reads it prefetches.
  int64_t prefetchDistance = 2048;
  StoreFence storeFence = StoreFence::None;
  /// How many threads take part, and from how many bytes, read and written.
  int64_t threads = 1;
  int64_t parallelThreshold = 0;
};

/// A split collapsed to rows: each row of the source holds one run for each
/// output, in order; output k holds run k of each row, one after the other.
struct CopyShape {
  static constexpr int64_t kDynamic = ShapedType::kDynamic;

  /// The number of rows, kDynamic if known only at run time.
  int64_t rows = kDynamic;
  /// From one row to the next: at least the sum of the runs, kDynamic where
  /// that is known only at run time. Sources with gaps between rows have it
  /// larger.
  int64_t rowStride = kDynamic;
  /// The length of each output's run; kDynamic if known only at run time.
  SmallVector<int64_t> runs;
  /// Of one element: 1, 2, 4, 8 or 16.
  int64_t elementBytes = 1;

  bool hasStaticRuns() const;
  bool hasEqualRuns() const;
  /// Read and written, if known.
  std::optional<int64_t> getBytes() const;
};

/// How one output's runs are written.
enum class RunStrategy {
  /// There are none.
  Empty,
  /// A line or more: moved line by line. Where stores bypass the cache, lines
  /// that two runs share are put together from both.
  Lines,
  /// Less than a line: lines are put together from as many rows as they hold
  /// runs of, at positions known at compile time.
  Compose,
  /// Less than a line, and fewer rows than fill lines: each run on its own.
  Exact,
  /// Less than a line: one load and one store of a line for each run, which the
  /// next run's overwrites in part. Stores that bypass the cache go by a buffer
  /// of 64 rows.
  Overlap
};

/// How a whole copy is done.
enum class CopyStrategy {
  /// No byte moves.
  Nothing,
  /// Code for each output in one pass over the rows.
  Unrolled,
  /// Code for one output in a loop over the outputs, whose runs are equal.
  Looped,
  /// Blocks of as many rows and outputs as a line has runs are transposed.
  Transposed,
  /// Lengths are read from a table at run time.
  Generic
};

/// Whether stores bypass the cache.
enum class NontemporalStores { Never, Always, AboveThreshold };

struct CopyPlan {
  CopyStrategy strategy = CopyStrategy::Generic;
  /// For Unrolled one for each output, for Looped and Transposed the only one.
  SmallVector<RunStrategy> runs;
  /// How many rows are finished before the next are begun: as many as fill
  /// whole lines of all outputs with short runs, or 1 if there are none.
  int64_t blockRows = 1;
  NontemporalStores nontemporal = NontemporalStores::Never;
  /// With non-temporal stores: how many blocks each of four streams has in a
  /// row before all go on. The streams take turns, so that reads and writes are
  /// spread over pages of memory.
  int64_t streamBlocks = 1;
  /// With non-temporal stores of Lines: whether four rows, each of a page or
  /// more, take turns line by line instead.
  bool interleavesRows = false;
  /// For Generic: lengths that are tried first, in a copy of the code that is
  /// made for them; empty if there are none.
  SmallVector<int64_t> likelyRuns;
};

/// The cost model. What it takes into account, in this order:
///
/// 1. Bytes. A copy is limited by memory if it is larger than the cache, so
///    each line of the source is read once: all outputs of a few rows are
///    written before the next rows are read. From the target's threshold,
///    stores bypass the cache, which saves reading what is overwritten.
/// 2. Run lengths. Lines that lie within one run are moved as they are. Runs
///    of less than a line are put together in registers if positions are known
///    at compile time and that takes no more than kMaxComposedLoads loads in
///    all (for outputs in a loop: in one), else by overlapping stores.
/// 3. Many outputs of short runs. Where a line of the source holds runs of as
///    many outputs as a line of an output holds rows, both are a power of two,
///    and few outputs are left over, blocks are transposed: one shuffle for
///    each line and doubling instead of one for each run.
/// 4. Pages. One stream of lines does not saturate memory; four that are apart
///    by a page or more do. So rows below a page are taken from four places in
///    turn, and larger ones line by line from four rows, or from four pages of
///    one run.
/// 5. Code size. Outputs are unrolled up to kMaxUnrolledOutputs, beyond that
///    they are a loop over a table of pointers.
CopyPlan planCopy(const CopyShape &shape, const CopyTarget &target);

/// How many loads composing the lines of one output takes, for as many rows as
/// fill whole lines.
int64_t countComposedLoads(int64_t rowStride, int64_t run);

/// How many rows of runs of this length fill whole lines: 1 to 64.
int64_t getRowsPerGroup(int64_t run);

/// A one-line description for remarks: `unrolled: lines x4, non-temporal`.
std::string describe(const CopyPlan &plan);

/// Of memory.
inline constexpr int64_t kPageBytes = 4096;

inline constexpr int64_t kMaxUnrolledOutputs = 16;
inline constexpr int64_t kMaxComposedLoads = 768;

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_CONVERSION_LOWERSPLITCOPY_COPYSTRATEGY_H
