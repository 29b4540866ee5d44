//===- OutputCode.h - Code that writes one output ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_OUTPUTCODE_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_OUTPUTCODE_H

#include "ByteBuilder.h"
#include "CopyStrategy.h"
#include "mlir/Support/LLVM.h"
#include "split-mlir/Machine/MachineModel.h"

namespace mlir::split::native {

/// A load of as many bytes as a line has, and the use of its bytes.
struct LineWindow {
  /// The begin of the load relative to the output's run in the first row.
  int64_t begin;
  /// For each byte of the output's line, its byte in the window, or -1 if it is
  /// in another window.
  SmallVector<int64_t> bytes;
};

/// An output of a block of rows whose lines are combined from several runs.
struct ComposedOutput {
  int64_t rowStride;
  /// The length of a run, less than a line.
  int64_t run;
  /// The offset of the run in its row, and the size of the block from its first
  /// row to the end of its last row, if they are known.
  std::optional<int64_t> offset;
  int64_t blockBytes = 0;
  /// The size of a line of the output, and of a window.
  int64_t lineBytes = kLineBytes;
};

/// Returns the windows that contain line `line` of the output. No window reads
/// outside of the bytes between the first and the last byte of the line in the
/// source or, if the offset is known, outside of the block.
SmallVector<LineWindow> composeLine(const ComposedOutput &output, int64_t line);

/// The number of rows that take turns with CopyPlan::interleavesRows.
inline constexpr int64_t kInterleavedRows = 4;

/// The number of rows in a block of Overlap. The last block is copied exactly,
/// because Overlap reads and writes beyond the end of a run.
inline constexpr int64_t kOverlapRows = 64;

/// The values that depend on the machine. Each is null in copies that do not
/// use it.
struct StreamValues {
  /// An i1: whether the copy accesses four places in memory in turn. Only
  /// copies with non-temporal stores use it.
  Value takeTurns;
  /// An i64: how many bytes ahead of its reads the copy prefetches. Null if it
  /// does not prefetch, as always with StoreKind::Ordinary.
  Value prefetchBytes;
  /// An i64: how many bytes ahead of its stores the copy prefetches. Only
  /// copies with prefetched stores use it.
  Value storePrefetchBytes;
};

/// Builds the code that writes one output. All pointers point to row 0.
class OutputCode {
public:
  struct Parameters {
    Value source, target;
    /// The offset of the run in its row.
    Value offset;
    /// In bytes; also as numbers, kDynamic if they are not known.
    Value run, rowStride;
    int64_t staticRun = CopyShape::kDynamic;
    int64_t staticRowStride = CopyShape::kDynamic;
    std::optional<int64_t> staticOffset = {};
    /// The size of a row without the gap after it, if known.
    int64_t rowBytes = 0;
    /// The rows that the kernel copies.
    Value begin, end;
    StoreKind stores = StoreKind::Ordinary;
    StreamValues streams = {};
    /// A buffer for the runs of a block of Overlap with non-temporal stores.
    Value buffer = {};
  };

  OutputCode(ByteBuilder &b, const Parameters &parameters)
      : b(b), p(parameters) {}

  Value getRun() const { return p.run; }
  Value getTarget() const { return p.target; }

  /// Copies one row of RunStrategy::Lines.
  void writeLines(Value row);
  /// Copies kInterleavedRows rows from `first` in turns by non-temporal stores.
  void writeInterleavedLines(Value first);
  /// Copies the rest that non-temporal writeLines leaves after the last row.
  void writeLastLine();

  /// Copies `rows` rows of RunStrategy::Compose from `first`, a multiple of
  /// those that fill whole lines. Runs and row strides are known. For
  /// non-temporal stores, the target of row `first` is aligned.
  void composeRows(Value first, int64_t rows);
  /// The same for a number of rows known at run time.
  void composeRowsInLoop(Value first, Value last);

  /// Copies rows `first` to `last`, at most kOverlapRows, of
  /// RunStrategy::Overlap. For non-temporal stores, the target of row `first`
  /// is aligned.
  void overlapRows(Value first, Value last);

  /// Copies a run shorter than a line and no other byte.
  void copyRow(Value row) { copyRun(getTarget(row), getSource(row)); }
  /// The same for rows `first` to `last`.
  void copyRows(Value first, Value last);

private:
  Value getSource(Value row) { return b.at(p.source, b.mul(row, p.rowStride)); }
  Value getTarget(Value row) { return b.at(p.target, b.mul(row, p.run)); }
  void prefetchSource(Value source);
  void prefetchTarget(Value target);
  void copyLine(Value source, Value target, Value byte);
  void writeOrdinaryLines(Value source, Value target);
  Value writeFirstLine(Value row, Value source, Value target);
  void moveLine(Value source, Value target, Value byte, Value ahead);
  void writeNontemporalLines(Value row, Value source, Value target);
  Value composeLine(Value source, const ComposedOutput &output, int64_t line);
  Value composeParts(Value source, ComposedOutput output, int64_t line);
  void overlapBuffered(Value first, int64_t width);
  void overlapBlock(Value first, int64_t width);
  void copyRun(Value target, Value source);
  void copyRunOf(Value target, Value source, int64_t bytes);

  ByteBuilder &b;
  Parameters p;
};

/// Loads a line from each of `sources` as cells of `cellBytes`, a power of two
/// below the line's size, and returns the transpose: line i consists of cell i
/// of each source.
SmallVector<Value> loadTransposed(ByteBuilder &b, ArrayRef<Value> sources,
                                  int64_t cellBytes);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_OUTPUTCODE_H
