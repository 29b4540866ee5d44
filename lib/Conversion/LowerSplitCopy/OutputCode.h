//===- OutputCode.h - code that writes one output ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LOWERSPLITCOPY_OUTPUTCODE_H
#define LIB_CONVERSION_LOWERSPLITCOPY_OUTPUTCODE_H

#include "ByteBuilder.h"
#include "LineComposition.h"
#include "split-mlir/Conversion/LowerSplitCopy/CopyStrategy.h"

namespace mlir {
namespace split {

/// How many rows take turns with CopyPlan::interleavesRows.
inline constexpr int64_t kInterleavedRows = 4;

/// How many rows Overlap takes at a time, and must leave to exact copies at the
/// end: what it reads or writes too much lies in these.
inline constexpr int64_t kOverlapRows = 64;

/// What depends on the machine in copies whose stores bypass the caches; null
/// in others.
struct StreamValues {
  /// Whether four places of memory take turns, an i1.
  Value takeTurns;
  /// How many bytes ahead of reads the source is prefetched, an i64.
  Value prefetchBytes;
};

/// Builds the code that writes one output, for rows `begin` to `end` of a
/// kernel's. All pointers are to the first byte of row 0.
class OutputCode {
public:
  struct Parameters {
    Value source, target;
    /// Of the run from the begin of its row.
    Value offset;
    /// In bytes; the same numbers again where they are known, else kDynamic.
    Value run, rowStride;
    int64_t staticRun = CopyShape::kDynamic;
    int64_t staticRowStride = CopyShape::kDynamic;
    std::optional<int64_t> staticOffset = {};
    /// Of a row less the gap after it, if known.
    int64_t rowBytes = 0;
    /// The kernel's rows.
    Value begin, end;
    StoreKind stores = StoreKind::Ordinary;
    StreamValues streams = {};
    /// Room for 64 rows of runs that take less than a line, with non-temporal
    /// Overlap.
    Value buffer = {};
  };

  OutputCode(ByteBuilder &b, const Parameters &parameters)
      : b(b), p(parameters) {}

  Value getRun() const { return p.run; }
  Value getTarget() const { return p.target; }

  /// One row of RunStrategy::Lines.
  void writeLines(Value row);
  /// kInterleavedRows rows from `first`, in turns; non-temporal.
  void writeInterleavedLines(Value first);
  /// What non-temporal writeLines leaves after the last row.
  void writeLastLine();

  /// `rows` rows from `first` of RunStrategy::Compose, a multiple of those that
  /// fill whole lines; runs and row strides are known. Non-temporal ones begin
  /// at whole lines.
  void composeRows(Value first, int64_t rows);
  /// The same for a number of rows known at run time.
  void composeRowsInLoop(Value first, Value last);

  /// Rows `first` to `last`, at most 64, of RunStrategy::Overlap. Non-temporal
  /// ones begin at whole lines.
  void overlapRows(Value first, Value last);

  /// A run of less than a line, and no byte else.
  void copyRow(Value row) { copyRun(getTarget(row), getSource(row)); }
  /// The same for rows `first` to `last`.
  void copyRows(Value first, Value last);

private:
  Value getSource(Value row) { return b.at(p.source, b.mul(row, p.rowStride)); }
  Value getTarget(Value row) { return b.at(p.target, b.mul(row, p.run)); }
  void writeOrdinaryLines(Value source, Value target);
  Value writeFirstLine(Value row, Value source, Value target);
  void moveLine(Value source, Value target, Value byte, Value ahead);
  void writeNontemporalLines(Value row, Value source, Value target);
  Value composeLine(Value source, const ComposedOutput &output, int64_t line);
  void overlapBlock(Value first, int64_t width);
  void copyRun(Value target, Value source);
  void copyRunOf(Value target, Value source, int64_t bytes);

  ByteBuilder &b;
  Parameters p;
};

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_OUTPUTCODE_H
