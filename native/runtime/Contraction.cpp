//===- Contraction.cpp - Sums of products of two tensors ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication": blocks of the left operand are packed into panels that stay
// in the level 2 cache, and are multiplied by one panel of the right operand
// after the other. Rows, columns and depths each are one or more loops with any
// strides. So the windows of a convolution are packed from the image itself.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "ContractionPacking.h"
#include <type_traits>

using namespace mlir::split;
using namespace mlir::split::native;

/// The greatest depth of a panel in bytes of one row, and the greatest number
/// of rows in a block of the left operand. Machines with a small cache take
/// fewer rows, see SplitMlirMachine.
static constexpr int64_t kMaxDepthBytes = 2048;
static constexpr int64_t kMaxBlockRows = 20 * kPanelRows;

template <typename T>
static constexpr int64_t kMaxDepth = kMaxDepthBytes / sizeof(T);

static int64_t minimum(int64_t lhs, int64_t rhs) {
  return lhs < rhs ? lhs : rhs;
}

/// Divides `lhs`, which is not negative, by `rhs` and rounds up.
static int64_t divideUp(int64_t lhs, int64_t rhs) {
  return lhs / rhs + (lhs % rhs != 0);
}

/// Returns the number of rows that scratch memory is for, of `numRows` rows.
static int64_t getNumPackedRows(int64_t numRows) {
  int64_t numBlockRows = minimum(kMaxBlockRows, numRows);
  return divideUp(numBlockRows, kPanelRows) * kPanelRows;
}

/// Whether each offset is that of the element after the one before.
static bool areNeighbours(const int64_t *offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] != offsets[0] + i)
      return false;
  return true;
}

namespace {
/// All loops of one kind, as one loop over the product of their sizes.
class Nest {
public:
  enum Operand { Lhs, Rhs, Out };

  struct Loop {
    int64_t size;
    /// The distance in elements between iterations, for each operand.
    int64_t strides[3];
  };

  /// Adds a loop within the others.
  void add(const Loop &loop) {
    size *= loop.size;
    if (loop.size == 1)
      return;
    Loop *outer = numLoops != 0 ? &loops[numLoops - 1] : nullptr;
    bool joins = outer;
    for (int i = 0; joins && i < 3; ++i)
      joins = outer->strides[i] == loop.size * loop.strides[i];
    if (!joins) {
      loops[numLoops++] = loop;
      return;
    }
    int64_t outerSize = outer->size;
    *outer = loop;
    outer->size *= outerSize;
  }

  int64_t getSize() const { return size; }

  /// Stores the offsets in elements of iterations `begin` to `begin + count`.
  void getOffsets(Operand operand, int64_t begin, int64_t count,
                  int64_t *offsets) const {
    // Divisions are slow, so do them once.
    int64_t indices[kMaxContractionLoops];
    for (int64_t i = numLoops - 1; i >= 0; --i) {
      indices[i] = i == 0 ? begin : begin % loops[i].size;
      begin /= loops[i].size;
    }
    int64_t offset = 0;
    for (int64_t i = 0; i < numLoops; ++i)
      offset += indices[i] * loops[i].strides[operand];
    for (int64_t n = 0; n < count; ++n) {
      offsets[n] = offset;
      for (int64_t i = numLoops - 1; i >= 0; --i) {
        offset += loops[i].strides[operand];
        if (++indices[i] < loops[i].size)
          break;
        offset -= loops[i].size * loops[i].strides[operand];
        indices[i] = 0;
      }
    }
  }

  int64_t getOffset(Operand operand, int64_t index) const {
    int64_t offset = 0;
    for (int64_t i = numLoops - 1; i > 0; --i) {
      offset += index % loops[i].size * loops[i].strides[operand];
      index /= loops[i].size;
    }
    return numLoops == 0 ? 0 : offset + index * loops[0].strides[operand];
  }

  /// Returns the greatest offset.
  int64_t getLastOffset(Operand operand) const {
    int64_t offset = 0;
    for (int64_t i = 0; i < numLoops; ++i)
      if (loops[i].strides[operand] > 0)
        offset += (loops[i].size - 1) * loops[i].strides[operand];
    return offset;
  }

private:
  int64_t size = 1;
  int64_t numLoops = 0;
  Loop loops[kMaxContractionLoops];
};
} // namespace

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// A contraction of inputs of type `In`, whose sums have type `T`.
template <typename In, typename T>
class Contraction {
public:
  explicit Contraction(const int64_t *description)
      : description(description), computeTile(getTileFunction<T>()) {
    const int64_t *words =
        description + static_cast<int>(ContractionWord::FirstLoop);
    Nest *nests[] = {&batches, &rows, &columns, &depths};
    for (int i = 0; i < 4; ++i) {
      int64_t count =
          description[static_cast<int>(ContractionWord::NumBatchLoops) + i];
      for (; count > 0; --count, words += 4)
        nests[i]->add({words[0], {words[1], words[2], words[3]}});
    }
  }

  void run() const {
    if (rows.getSize() == 0 || columns.getSize() == 0)
      return;
    for (int64_t batch = 0; batch < batches.getSize(); ++batch)
      runBatch(batch);
  }

  void pack(Nest::Operand operand, void *memory) const {
    auto *packed = static_cast<T *>(memory);
    const In *data = getPointer<In>(
        operand == Nest::Lhs ? ContractionWord::Lhs : ContractionWord::Rhs);
    const Nest &lines = operand == Nest::Lhs ? rows : columns;
    int64_t panelLines = operand == Nest::Lhs ? kPanelRows : kWidth;
    int64_t depth = depths.getSize();
    Block block;
    for (int64_t line = 0; line < lines.getSize(); line += panelLines) {
      int64_t count = minimum(panelLines, lines.getSize() - line);
      for (int64_t k = 0; k < depth; k += kMaxDepth<T>) {
        setDepths(block, k, kMaxDepth<T>);
        T *panel = packed + line * depth + k * panelLines;
        if (operand == Nest::Lhs)
          packRows(data, block, line, count, panel);
        else
          packPanel(data, block, line, count, panel);
      }
    }
  }

private:
  static constexpr int64_t kWidth = kPanelColumns<T>;

  /// The depths and the rows of the left operand that are in the caches.
  struct Block {
    int64_t firstRow, numRows;
    int64_t firstDepth, depth;
    /// The panels of the left operand, and the number of elements of each.
    const T *lhs;
    int64_t lhsPanelSize;
    int64_t outOffsets[kMaxBlockRows];
    int64_t lhsOffsets[kMaxDepth<T>], rhsOffsets[kMaxDepth<T>];
    /// Whether `rhsOffsets` have equal distances.
    bool hasEqualSteps;
  };

  /// A panel of the right operand, whose rows are `stride` elements apart.
  struct Panel {
    const T *data;
    int64_t stride;
  };

  template <typename Element>
  Element *getPointer(ContractionWord word) const {
    return reinterpret_cast<Element *>(description[static_cast<int>(word)]);
  }
  bool hasFlag(int64_t flag) const {
    return description[static_cast<int>(ContractionWord::Flags)] & flag;
  }

  void runBatch(int64_t batch) const {
    T *out = getPointer<T>(ContractionWord::Out) +
             batches.getOffset(Nest::Out, batch);
    int64_t depth = depths.getSize();
    if (depth == 0) {
      if (hasFlag(SPLIT_MLIR_CONTRACTION_OVERWRITES))
        fillWithZeros(out);
      return;
    }
    const In *lhs = getPointer<In>(ContractionWord::Lhs) +
                    batches.getOffset(Nest::Lhs, batch);
    const In *rhs = getPointer<In>(ContractionWord::Rhs) +
                    batches.getOffset(Nest::Rhs, batch);
    int64_t blockDepth = getBlockDepth();
    int64_t blockRows = getBlockRows(blockDepth);
    Block block;
    for (int64_t row = 0; row < rows.getSize(); row += blockRows) {
      block.firstRow = row;
      block.numRows = minimum(blockRows, rows.getSize() - row);
      rows.getOffsets(Nest::Out, row, block.numRows, block.outOffsets);
      for (int64_t k = 0; k < depth; k += blockDepth) {
        setDepths(block, k, blockDepth);
        setRows(block, lhs);
        for (int64_t j = 0; j < columns.getSize(); j += kWidth)
          multiply(block, getPanel(block, rhs, j), j, out);
      }
    }
  }

  void fillWithZeros(T *out) const {
    for (int64_t i = 0; i < rows.getSize(); ++i)
      for (int64_t j = 0; j < columns.getSize(); ++j)
        out[rows.getOffset(Nest::Out, i) + columns.getOffset(Nest::Out, j)] = 0;
  }

  /// Returns the greatest depth of a block, so that blocks have equal depths.
  int64_t getBlockDepth() const {
    int64_t numBlocks = divideUp(depths.getSize(), kMaxDepth<T>);
    return divideUp(depths.getSize(), numBlocks);
  }

  /// Returns the number of rows of a block that the machine's cache holds.
  int64_t getBlockRows(int64_t depth) const {
    int64_t panelBytes = depth * kPanelRows * static_cast<int64_t>(sizeof(T));
    int64_t panels = split_mlir_machine()->contractionBlock / panelBytes;
    return minimum(panels < 1 ? kPanelRows : panels * kPanelRows,
                   kMaxBlockRows);
  }

  void setDepths(Block &block, int64_t begin, int64_t depth) const {
    block.firstDepth = begin;
    block.depth = minimum(depth, depths.getSize() - begin);
    depths.getOffsets(Nest::Lhs, begin, block.depth, block.lhsOffsets);
    depths.getOffsets(Nest::Rhs, begin, block.depth, block.rhsOffsets);
    const int64_t *offsets = block.rhsOffsets;
    block.hasEqualSteps = true;
    for (int64_t k = 2; k < block.depth; ++k)
      block.hasEqualSteps &=
          offsets[k] - offsets[k - 1] == offsets[1] - offsets[0];
  }

  void packRows(const In *lhs, const Block &block, int64_t row, int64_t count,
                T *panel) const {
    int64_t offsets[kPanelRows];
    rows.getOffsets(Nest::Lhs, row, count, offsets);
    packLines<kPanelRows, In>(
        {lhs, offsets, count, block.lhsOffsets, block.depth}, panel);
  }

  void packPanel(const In *rhs, const Block &block, int64_t column,
                 int64_t count, T *panel) const {
    int64_t offsets[kWidth];
    columns.getOffsets(Nest::Rhs, column, count, offsets);
    int64_t numElements =
        columns.getLastOffset(Nest::Rhs) + depths.getLastOffset(Nest::Rhs) + 1;
    packColumns<In>({rhs, offsets, count, block.rhsOffsets, block.depth},
                    numElements, panel);
  }

  /// Packs the rows of the left operand unless they are packed.
  void setRows(Block &block, const In *lhs) const {
    if (hasFlag(SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED)) {
      block.lhsPanelSize = depths.getSize() * kPanelRows;
      block.lhs = getPointer<T>(ContractionWord::Lhs) +
                  block.firstRow * depths.getSize() +
                  block.firstDepth * kPanelRows;
      return;
    }
    T *panels = getPointer<T>(ContractionWord::Scratch);
    for (int64_t i = 0; i < block.numRows; i += kPanelRows)
      packRows(lhs, block, block.firstRow + i,
               minimum(kPanelRows, block.numRows - i),
               panels + i * block.depth);
    block.lhsPanelSize = block.depth * kPanelRows;
    block.lhs = panels;
  }

  /// Returns the columns from `column` on. They are not copied if few rows use
  /// them and there is a row of as many elements for each depth.
  Panel getPanel(const Block &block, const In *rhs, int64_t column) const {
    if (hasFlag(SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED))
      return {getPointer<T>(ContractionWord::Rhs) + column * depths.getSize() +
                  block.firstDepth * kWidth,
              kWidth};
    int64_t count = minimum(kWidth, columns.getSize() - column);
    if constexpr (std::is_same_v<In, T>) {
      int64_t offsets[kWidth];
      if (rows.getSize() <= kPanelRows && count == kWidth &&
          block.hasEqualSteps) {
        columns.getOffsets(Nest::Rhs, column, count, offsets);
        if (areNeighbours(offsets, count))
          return {rhs + offsets[0] + block.rhsOffsets[0],
                  block.depth > 1 ? block.rhsOffsets[1] - block.rhsOffsets[0]
                                  : 0};
      }
    }
    T *panel = getPointer<T>(ContractionWord::Scratch);
    if (!hasFlag(SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED))
      panel += getNumPackedRows(rows.getSize()) * kMaxDepth<T>;
    packPanel(rhs, block, column, count, panel);
    return {panel, kWidth};
  }

  /// Multiplies all rows of a block by the columns from `column` on.
  void multiply(const Block &block, const Panel &panel, int64_t column,
                T *out) const {
    int64_t numColumns = minimum(kWidth, columns.getSize() - column);
    int64_t offsets[kWidth];
    columns.getOffsets(Nest::Out, column, numColumns, offsets);
    bool isWhole = numColumns == kWidth && areNeighbours(offsets, numColumns);
    bool adds =
        block.firstDepth != 0 || !hasFlag(SPLIT_MLIR_CONTRACTION_OVERWRITES);
    T start = adds ? T(-0.0) : T(0.0);

    alignas(64) T results[kPanelRows * kWidth];
    int64_t resultOffsets[kPanelRows];
    for (int64_t i = 0; i < kPanelRows; ++i)
      resultOffsets[i] = i * kWidth;
    const T *lhs = block.lhs;
    for (int64_t row = 0; row < block.numRows;
         row += kPanelRows, lhs += block.lhsPanelSize) {
      int64_t numRows = minimum(kPanelRows, block.numRows - row);
      const int64_t *rowOffsets = block.outOffsets + row;
      if (isWhole) {
        computeTile({lhs, panel.data, panel.stride, block.depth,
                     out + offsets[0], rowOffsets, adds, start},
                    numRows);
        continue;
      }
      computeTile({lhs, panel.data, panel.stride, block.depth, results,
                   resultOffsets, /*adds=*/false, start},
                  numRows);
      for (int64_t i = 0; i < numRows; ++i) {
        for (int64_t j = 0; j < numColumns; ++j) {
          T &element = out[rowOffsets[i] + offsets[j]];
          T result = results[i * kWidth + j];
          element = adds ? element + result : result;
        }
      }
    }
  }

  const int64_t *description;
  Nest batches, rows, columns, depths;
  TileFunction<T> computeTile;
};
} // namespace

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

int64_t mlir::split::native::getContractionScratchBytes(int64_t numRows,
                                                        int64_t flags) {
  int64_t lines = 0;
  if (!(flags & SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED))
    lines += getNumPackedRows(numRows);
  if (!(flags & SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED))
    lines += kPanelColumns<float>;
  return lines * kMaxDepthBytes + kPackingSlackBytes;
}

int64_t mlir::split::native::getPackedOperandBytes(int64_t elementType,
                                                   bool isLhs, int64_t numLines,
                                                   int64_t depth) {
  bool isF64 = elementType == SPLIT_MLIR_ELEMENT_F64;
  int64_t width = isF64 ? kPanelColumns<double> : kPanelColumns<float>;
  int64_t panelLines = isLhs ? kPanelRows : width;
  int64_t elementBytes = isF64 ? sizeof(double) : sizeof(float);
  return divideUp(numLines, panelLines) * panelLines * depth * elementBytes;
}

/// Calls `function` with a contraction of the element type.
template <typename Function>
static void visit(const int64_t *description, const Function &function) {
  switch (description[static_cast<int>(ContractionWord::ElementType)]) {
  case SPLIT_MLIR_ELEMENT_F16:
    return function(Contraction<F16, float>(description));
  case SPLIT_MLIR_ELEMENT_BF16:
    return function(Contraction<BF16, float>(description));
  case SPLIT_MLIR_ELEMENT_F64:
    return function(Contraction<double, double>(description));
  default:
    return function(Contraction<float, float>(description));
  }
}

void mlir::split::native::packContractionOperand(const int64_t *description,
                                                 bool isLhs, void *packed) {
  visit(description, [&](const auto &contraction) {
    contraction.pack(isLhs ? Nest::Lhs : Nest::Rhs, packed);
  });
}

extern "C" void split_mlir_contract(const int64_t *description) {
  visit(description, [](const auto &contraction) { contraction.run(); });
}
