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

#include "ContractionTiles.h"

using namespace mlir::split;

/// The greatest depth of a panel in bytes of one row, and the greatest number
/// of rows in a block of the left operand.
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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
enum Operand { Lhs, Rhs, Out };

struct Loop {
  int64_t size;
  /// The distance in elements between iterations, for each operand.
  int64_t strides[3];
};

/// All loops of one kind, as one loop over the product of their sizes.
class Nest {
public:
  /// Adds a loop within the others.
  void add(const Loop &loop);
  int64_t getSize() const { return size; }
  /// Stores the offsets in elements of iterations `begin` to `begin + count`.
  void getOffsets(Operand operand, int64_t begin, int64_t count,
                  int64_t *offsets) const;
  int64_t getOffset(Operand operand, int64_t index) const;
  /// Returns the greatest offset.
  int64_t getLastOffset(Operand operand) const;

private:
  int64_t size = 1;
  int64_t numLoops = 0;
  Loop loops[kMaxContractionLoops];
};
} // namespace

void Nest::add(const Loop &loop) {
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

int64_t Nest::getOffset(Operand operand, int64_t index) const {
  int64_t offset = 0;
  for (int64_t i = numLoops - 1; i > 0; --i) {
    offset += index % loops[i].size * loops[i].strides[operand];
    index /= loops[i].size;
  }
  return numLoops == 0 ? 0 : offset + index * loops[0].strides[operand];
}

void Nest::getOffsets(Operand operand, int64_t begin, int64_t count,
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

int64_t Nest::getLastOffset(Operand operand) const {
  int64_t offset = 0;
  for (int64_t i = 0; i < numLoops; ++i)
    if (loops[i].strides[operand] > 0)
      offset += (loops[i].size - 1) * loops[i].strides[operand];
  return offset;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

namespace {
/// Where the elements of a panel are: rows or columns are its lines.
template <typename T>
struct PanelSource {
  const T *data;
  const int64_t *lineOffsets;
  int64_t numLines;
  const int64_t *depthOffsets;
  int64_t depth;
};
} // namespace

/// Packs a panel of `width` lines one by one. Lines that the source does not
/// have are 0.
template <typename T, int64_t width>
static void packLines(const PanelSource<T> &source, T *panel) {
  if (source.numLines < width)
    memset(panel, 0, source.depth * width * sizeof(T));
  for (int64_t i = 0; i < source.numLines; ++i) {
    const T *line = source.data + source.lineOffsets[i];
    for (int64_t k = 0; k < source.depth; ++k)
      panel[k * width + i] = line[source.depthOffsets[k]];
  }
}

/// Packs a panel of columns. Successive columns that are next to each other are
/// copied together. A copy has a fixed size where the source has as many
/// elements, `numElements` from `data` on; the next copy overwrites the rest.
template <typename T>
static void packColumns(const PanelSource<T> &source, int64_t numElements,
                        T *panel) {
  constexpr int64_t width = kPanelColumns<T>;
  int64_t starts[width + 1];
  int64_t numRuns = 0;
  for (int64_t j = 0; j < source.numLines; ++j)
    if (j == 0 || source.lineOffsets[j] != source.lineOffsets[j - 1] + 1)
      starts[numRuns++] = j;
  starts[numRuns] = source.numLines;
  constexpr int64_t maxRuns = width / 4;
  if (numRuns > maxRuns)
    return packLines<T, width>(source, panel);

  for (int64_t k = 0; k < source.depth; ++k, panel += width) {
    for (int64_t run = 0; run < numRuns; ++run) {
      int64_t start = starts[run];
      int64_t offset = source.depthOffsets[k] + source.lineOffsets[start];
      if (offset <= numElements - width) {
        const T *from = source.data + offset;
        // The next panel will read these lines.
        __builtin_prefetch(from + width);
        __builtin_prefetch(from + width + width / 2);
        memcpy(panel + start, from, width * sizeof(T));
        continue;
      }
      for (int64_t j = start; j < starts[run + 1]; ++j)
        panel[j] = source.data[offset++];
    }
    for (int64_t j = source.numLines; j < width; ++j)
      panel[j] = 0;
  }
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// A contraction whose elements have type `T`.
template <typename T>
class Contraction {
public:
  explicit Contraction(const int64_t *description);

  void run() const;
  void pack(Operand operand, void *memory) const;

private:
  static constexpr int64_t kWidth = kPanelColumns<T>;

  /// The depths and the rows of the left operand that are in the caches.
  struct Block {
    int64_t firstRow, numRows;
    int64_t firstDepth, depth;
    int64_t outOffsets[kMaxBlockRows];
    int64_t lhsOffsets[kMaxDepth<T>], rhsOffsets[kMaxDepth<T>];
  };

  T *getPointer(ContractionWord word) const {
    return reinterpret_cast<T *>(description[static_cast<int>(word)]);
  }
  bool hasFlag(int64_t flag) const {
    return description[static_cast<int>(ContractionWord::Flags)] & flag;
  }
  void runBatch(int64_t batch) const;
  void fillWithZeros(T *out) const;
  /// Returns the greatest depth of a block, so that blocks have equal depths.
  int64_t getBlockDepth() const;
  void setDepths(Block &block, int64_t begin, int64_t depth) const;
  void packRows(const T *lhs, const Block &block, int64_t row, int64_t count,
                T *panel) const;
  void packPanel(const T *rhs, const Block &block, int64_t column,
                 int64_t count, T *panel) const;
  void multiply(const Block &block, const T *lhs, const T *rhs,
                int64_t lhsPanelSize, int64_t column, T *out) const;

  const int64_t *description;
  Nest batches, rows, columns, depths;
  TileFunction<T> computeTile;
};
} // namespace

template <typename T>
Contraction<T>::Contraction(const int64_t *description)
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

template <typename T>
void Contraction<T>::run() const {
  if (rows.getSize() == 0 || columns.getSize() == 0)
    return;
  for (int64_t batch = 0; batch < batches.getSize(); ++batch)
    runBatch(batch);
}

template <typename T>
void Contraction<T>::fillWithZeros(T *out) const {
  for (int64_t i = 0; i < rows.getSize(); ++i)
    for (int64_t j = 0; j < columns.getSize(); ++j)
      out[rows.getOffset(Out, i) + columns.getOffset(Out, j)] = 0;
}

template <typename T>
int64_t Contraction<T>::getBlockDepth() const {
  int64_t numBlocks = divideUp(depths.getSize(), kMaxDepth<T>);
  return divideUp(depths.getSize(), numBlocks);
}

template <typename T>
void Contraction<T>::setDepths(Block &block, int64_t begin,
                               int64_t depth) const {
  block.firstDepth = begin;
  block.depth = minimum(depth, depths.getSize() - begin);
  depths.getOffsets(Lhs, begin, block.depth, block.lhsOffsets);
  depths.getOffsets(Rhs, begin, block.depth, block.rhsOffsets);
}

template <typename T>
void Contraction<T>::packRows(const T *lhs, const Block &block, int64_t row,
                              int64_t count, T *panel) const {
  int64_t offsets[kPanelRows];
  rows.getOffsets(Lhs, row, count, offsets);
  packLines<T, kPanelRows>({lhs, offsets, count, block.lhsOffsets, block.depth},
                           panel);
}

template <typename T>
void Contraction<T>::packPanel(const T *rhs, const Block &block, int64_t column,
                               int64_t count, T *panel) const {
  int64_t offsets[kWidth];
  columns.getOffsets(Rhs, column, count, offsets);
  int64_t numElements =
      columns.getLastOffset(Rhs) + depths.getLastOffset(Rhs) + 1;
  packColumns<T>({rhs, offsets, count, block.rhsOffsets, block.depth},
                 numElements, panel);
}

template <typename T>
void Contraction<T>::runBatch(int64_t batch) const {
  const T *lhs =
      getPointer(ContractionWord::Lhs) + batches.getOffset(Lhs, batch);
  const T *rhs =
      getPointer(ContractionWord::Rhs) + batches.getOffset(Rhs, batch);
  T *out = getPointer(ContractionWord::Out) + batches.getOffset(Out, batch);
  if (depths.getSize() == 0) {
    if (hasFlag(SPLIT_MLIR_CONTRACTION_OVERWRITES))
      fillWithZeros(out);
    return;
  }
  bool isLhsPacked = hasFlag(SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED);
  bool isRhsPacked = hasFlag(SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED);
  T *lhsPanels = getPointer(ContractionWord::Scratch);
  T *rhsPanel = lhsPanels + kMaxBlockRows * kMaxDepth<T>;
  int64_t depth = depths.getSize(), blockDepth = getBlockDepth();
  Block block;
  for (int64_t row = 0; row < rows.getSize(); row += kMaxBlockRows) {
    block.firstRow = row;
    block.numRows = minimum(kMaxBlockRows, rows.getSize() - row);
    rows.getOffsets(Out, row, block.numRows, block.outOffsets);
    for (int64_t k = 0; k < depth; k += blockDepth) {
      setDepths(block, k, blockDepth);
      for (int64_t i = 0; !isLhsPacked && i < block.numRows; i += kPanelRows)
        packRows(lhs, block, row + i, minimum(kPanelRows, block.numRows - i),
                 lhsPanels + i * block.depth);
      const T *lhsBlock =
          isLhsPacked ? lhs + row * depth + k * kPanelRows : lhsPanels;
      for (int64_t j = 0; j < columns.getSize(); j += kWidth) {
        if (!isRhsPacked)
          packPanel(rhs, block, j, minimum(kWidth, columns.getSize() - j),
                    rhsPanel);
        multiply(block, lhsBlock,
                 isRhsPacked ? rhs + j * depth + k * kWidth : rhsPanel,
                 (isLhsPacked ? depth : block.depth) * kPanelRows, j, out);
      }
    }
  }
}

/// Multiplies all rows of a block by the panel at `rhs`.
template <typename T>
void Contraction<T>::multiply(const Block &block, const T *lhs, const T *rhs,
                              int64_t lhsPanelSize, int64_t column,
                              T *out) const {
  int64_t numColumns = minimum(kWidth, columns.getSize() - column);
  int64_t offsets[kWidth];
  columns.getOffsets(Out, column, numColumns, offsets);
  bool isWhole = numColumns == kWidth;
  for (int64_t j = 1; isWhole && j < kWidth; ++j)
    isWhole = offsets[j] == offsets[0] + j;
  bool adds =
      block.firstDepth != 0 || !hasFlag(SPLIT_MLIR_CONTRACTION_OVERWRITES);

  alignas(64) T results[kPanelRows * kWidth];
  int64_t resultOffsets[kPanelRows];
  for (int64_t i = 0; i < kPanelRows; ++i)
    resultOffsets[i] = i * kWidth;
  for (int64_t row = 0; row < block.numRows;
       row += kPanelRows, lhs += lhsPanelSize) {
    int64_t numRows = minimum(kPanelRows, block.numRows - row);
    const int64_t *rowOffsets = block.outOffsets + row;
    if (isWhole) {
      computeTile({lhs, rhs, block.depth, out + offsets[0], rowOffsets, adds},
                  numRows);
      continue;
    }
    computeTile({lhs, rhs, block.depth, results, resultOffsets, /*adds=*/false},
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

template <typename T>
void Contraction<T>::pack(Operand operand, void *memory) const {
  auto *packed = static_cast<T *>(memory);
  const T *data =
      getPointer(operand == Lhs ? ContractionWord::Lhs : ContractionWord::Rhs);
  const Nest &lines = operand == Lhs ? rows : columns;
  int64_t panelLines = operand == Lhs ? kPanelRows : kWidth;
  int64_t depth = depths.getSize();
  Block block;
  for (int64_t line = 0; line < lines.getSize(); line += panelLines) {
    int64_t count = minimum(panelLines, lines.getSize() - line);
    for (int64_t k = 0; k < depth; k += kMaxDepth<T>) {
      setDepths(block, k, kMaxDepth<T>);
      T *panel = packed + line * depth + k * panelLines;
      if (operand == Lhs)
        packRows(data, block, line, count, panel);
      else
        packPanel(data, block, line, count, panel);
    }
  }
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

int64_t mlir::split::getContractionScratchBytes() {
  return (kMaxBlockRows + kPanelColumns<float>)*kMaxDepthBytes +
         kPackingSlackBytes;
}

int64_t mlir::split::getPackedOperandBytes(int64_t elementType, bool isLhs,
                                           int64_t numLines, int64_t depth) {
  bool isF64 = elementType == SPLIT_MLIR_ELEMENT_F64;
  int64_t width = isF64 ? kPanelColumns<double> : kPanelColumns<float>;
  int64_t panelLines = isLhs ? kPanelRows : width;
  int64_t elementBytes = isF64 ? sizeof(double) : sizeof(float);
  return divideUp(numLines, panelLines) * panelLines * depth * elementBytes;
}

/// Calls `function` with a contraction of the element type.
template <typename Function>
static void visit(const int64_t *description, const Function &function) {
  if (description[static_cast<int>(ContractionWord::ElementType)] ==
      SPLIT_MLIR_ELEMENT_F64)
    function(Contraction<double>(description));
  else
    function(Contraction<float>(description));
}

void mlir::split::packContractionOperand(const int64_t *description, bool isLhs,
                                         void *packed) {
  visit(description, [&](const auto &contraction) {
    contraction.pack(isLhs ? Lhs : Rhs, packed);
  });
}

extern "C" void split_mlir_contract(const int64_t *description) {
  visit(description, [](const auto &contraction) { contraction.run(); });
}
