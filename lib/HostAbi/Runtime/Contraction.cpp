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

#include "ContractionNest.h"
#include "ContractionPacking.h"

using namespace mlir::split;
using Nest = ContractionNest;

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
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// A contraction of inputs of type `In`, whose sums have type `T`.
template <typename In, typename T>
class Contraction {
public:
  explicit Contraction(const int64_t *description);

  void run() const;
  void pack(Nest::Operand operand, void *memory) const;

private:
  static constexpr int64_t kWidth = kPanelColumns<T>;

  /// The depths and the rows of the left operand that are in the caches.
  struct Block {
    int64_t firstRow, numRows;
    int64_t firstDepth, depth;
    int64_t outOffsets[kMaxBlockRows];
    int64_t lhsOffsets[kMaxDepth<T>], rhsOffsets[kMaxDepth<T>];
  };

  template <typename Element>
  Element *getPointer(ContractionWord word) const {
    return reinterpret_cast<Element *>(description[static_cast<int>(word)]);
  }
  bool hasFlag(int64_t flag) const {
    return description[static_cast<int>(ContractionWord::Flags)] & flag;
  }
  void runBatch(int64_t batch) const;
  void fillWithZeros(T *out) const;
  /// Returns the greatest depth of a block, so that blocks have equal depths.
  int64_t getBlockDepth() const;
  void setDepths(Block &block, int64_t begin, int64_t depth) const;
  void packRows(const In *lhs, const Block &block, int64_t row, int64_t count,
                T *panel) const;
  void packPanel(const In *rhs, const Block &block, int64_t column,
                 int64_t count, T *panel) const;
  void multiply(const Block &block, const T *lhs, const T *rhs,
                int64_t lhsPanelSize, int64_t column, T *out) const;

  const int64_t *description;
  Nest batches, rows, columns, depths;
  TileFunction<T> computeTile;
};
} // namespace

template <typename In, typename T>
Contraction<In, T>::Contraction(const int64_t *description)
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

template <typename In, typename T>
void Contraction<In, T>::run() const {
  if (rows.getSize() == 0 || columns.getSize() == 0)
    return;
  for (int64_t batch = 0; batch < batches.getSize(); ++batch)
    runBatch(batch);
}

template <typename In, typename T>
void Contraction<In, T>::fillWithZeros(T *out) const {
  for (int64_t i = 0; i < rows.getSize(); ++i)
    for (int64_t j = 0; j < columns.getSize(); ++j)
      out[rows.getOffset(Nest::Out, i) + columns.getOffset(Nest::Out, j)] = 0;
}

template <typename In, typename T>
int64_t Contraction<In, T>::getBlockDepth() const {
  int64_t numBlocks = divideUp(depths.getSize(), kMaxDepth<T>);
  return divideUp(depths.getSize(), numBlocks);
}

template <typename In, typename T>
void Contraction<In, T>::setDepths(Block &block, int64_t begin,
                                   int64_t depth) const {
  block.firstDepth = begin;
  block.depth = minimum(depth, depths.getSize() - begin);
  depths.getOffsets(Nest::Lhs, begin, block.depth, block.lhsOffsets);
  depths.getOffsets(Nest::Rhs, begin, block.depth, block.rhsOffsets);
}

template <typename In, typename T>
void Contraction<In, T>::packRows(const In *lhs, const Block &block,
                                  int64_t row, int64_t count, T *panel) const {
  int64_t offsets[kPanelRows];
  rows.getOffsets(Nest::Lhs, row, count, offsets);
  packLines<kPanelRows, In>(
      {lhs, offsets, count, block.lhsOffsets, block.depth}, panel);
}

template <typename In, typename T>
void Contraction<In, T>::packPanel(const In *rhs, const Block &block,
                                   int64_t column, int64_t count,
                                   T *panel) const {
  int64_t offsets[kWidth];
  columns.getOffsets(Nest::Rhs, column, count, offsets);
  int64_t numElements =
      columns.getLastOffset(Nest::Rhs) + depths.getLastOffset(Nest::Rhs) + 1;
  packColumns<In>({rhs, offsets, count, block.rhsOffsets, block.depth},
                  numElements, panel);
}

template <typename In, typename T>
void Contraction<In, T>::runBatch(int64_t batch) const {
  const In *lhs = getPointer<In>(ContractionWord::Lhs) +
                  batches.getOffset(Nest::Lhs, batch);
  const In *rhs = getPointer<In>(ContractionWord::Rhs) +
                  batches.getOffset(Nest::Rhs, batch);
  T *out =
      getPointer<T>(ContractionWord::Out) + batches.getOffset(Nest::Out, batch);
  if (depths.getSize() == 0) {
    if (hasFlag(SPLIT_MLIR_CONTRACTION_OVERWRITES))
      fillWithZeros(out);
    return;
  }
  bool isLhsPacked = hasFlag(SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED);
  bool isRhsPacked = hasFlag(SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED);
  // Packed operands have no batches.
  const T *packedLhs =
      isLhsPacked ? getPointer<T>(ContractionWord::Lhs) : nullptr;
  const T *packedRhs =
      isRhsPacked ? getPointer<T>(ContractionWord::Rhs) : nullptr;
  T *lhsPanels = getPointer<T>(ContractionWord::Scratch);
  T *rhsPanel = lhsPanels + kMaxBlockRows * kMaxDepth<T>;
  int64_t depth = depths.getSize(), blockDepth = getBlockDepth();
  Block block;
  for (int64_t row = 0; row < rows.getSize(); row += kMaxBlockRows) {
    block.firstRow = row;
    block.numRows = minimum(kMaxBlockRows, rows.getSize() - row);
    rows.getOffsets(Nest::Out, row, block.numRows, block.outOffsets);
    for (int64_t k = 0; k < depth; k += blockDepth) {
      setDepths(block, k, blockDepth);
      for (int64_t i = 0; !isLhsPacked && i < block.numRows; i += kPanelRows)
        packRows(lhs, block, row + i, minimum(kPanelRows, block.numRows - i),
                 lhsPanels + i * block.depth);
      const T *lhsBlock =
          isLhsPacked ? packedLhs + row * depth + k * kPanelRows : lhsPanels;
      for (int64_t j = 0; j < columns.getSize(); j += kWidth) {
        if (!isRhsPacked)
          packPanel(rhs, block, j, minimum(kWidth, columns.getSize() - j),
                    rhsPanel);
        multiply(block, lhsBlock,
                 isRhsPacked ? packedRhs + j * depth + k * kWidth : rhsPanel,
                 (isLhsPacked ? depth : block.depth) * kPanelRows, j, out);
      }
    }
  }
}

/// Multiplies all rows of a block by the panel at `rhs`.
template <typename In, typename T>
void Contraction<In, T>::multiply(const Block &block, const T *lhs,
                                  const T *rhs, int64_t lhsPanelSize,
                                  int64_t column, T *out) const {
  int64_t numColumns = minimum(kWidth, columns.getSize() - column);
  int64_t offsets[kWidth];
  columns.getOffsets(Nest::Out, column, numColumns, offsets);
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

template <typename In, typename T>
void Contraction<In, T>::pack(Nest::Operand operand, void *memory) const {
  auto *packed = static_cast<T *>(memory);
  const In *data = getPointer<In>(operand == Nest::Lhs ? ContractionWord::Lhs
                                                       : ContractionWord::Rhs);
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

void mlir::split::packContractionOperand(const int64_t *description, bool isLhs,
                                         void *packed) {
  visit(description, [&](const auto &contraction) {
    contraction.pack(isLhs ? Nest::Lhs : Nest::Rhs, packed);
  });
}

extern "C" void split_mlir_contract(const int64_t *description) {
  visit(description, [](const auto &contraction) { contraction.run(); });
}
