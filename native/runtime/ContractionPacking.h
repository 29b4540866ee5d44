//===- ContractionPacking.h - Copies to packed panels -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONPACKING_H
#define SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONPACKING_H

#include "ContractionTiles.h"

namespace mlir::split::native {

/// A 16-bit float: f16 or bf16.
struct F16 {
  uint16_t bits;
};
struct BF16 {
  uint16_t bits;
};
inline float makeFloat(uint32_t bits) {
  float result;
  memcpy(&result, &bits, sizeof(result));
  return result;
}

/// Converts an element to the type of the sums.
inline float convert(float element) { return element; }
inline double convert(double element) { return element; }
inline float convert(BF16 element) {
  return makeFloat(uint32_t(element.bits) << 16);
}
inline float convert(F16 element) {
  uint32_t sign = uint32_t(element.bits & 0x8000) << 16;
  uint32_t magnitude = uint32_t(element.bits & 0x7fff) << 13;
  // Infinities and NaN.
  if (magnitude >= 0x0f800000)
    return makeFloat(sign | magnitude | 0x7f800000);
  // The exponents differ by 112. This is exact for denormal numbers, too.
  float result = makeFloat(magnitude) * 0x1p112f;
  return sign ? -result : result;
}

/// Where the elements of a panel are: rows or columns are its lines.
template <typename T>
struct PanelSource {
  const T *data;
  const int64_t *lineOffsets;
  int64_t numLines;
  const int64_t *depthOffsets;
  int64_t depth;
};
/// Packs a panel of `width` lines one by one. Lines that the source does not
/// have are 0.
template <int64_t width, typename In, typename T>
void packLines(const PanelSource<In> &source, T *panel) {
  if (source.numLines < width)
    memset(panel, 0, source.depth * width * sizeof(T));
  for (int64_t i = 0; i < source.numLines; ++i) {
    const In *line = source.data + source.lineOffsets[i];
    for (int64_t k = 0; k < source.depth; ++k)
      panel[k * width + i] = convert(line[source.depthOffsets[k]]);
  }
}

/// Copies a row of a panel of columns.
template <typename T>
void copyRow(const T *from, T *to) {
  memcpy(to, from, kPanelColumns<T> * sizeof(T));
}
template <typename In, typename T>
void copyRow(const In *from, T *to) {
  for (int64_t j = 0; j < kPanelColumns<T>; ++j)
    to[j] = convert(from[j]);
}

/// Packs a panel of columns. Successive columns that are next to each other are
/// copied together. A copy has a fixed size where the source has as many
/// elements, `numElements` from `data` on; the next copy overwrites the rest.
template <typename In, typename T>
void packColumns(const PanelSource<In> &source, int64_t numElements, T *panel) {
  constexpr int64_t width = kPanelColumns<T>;
  int64_t starts[width + 1];
  int64_t numRuns = 0;
  for (int64_t j = 0; j < source.numLines; ++j)
    if (j == 0 || source.lineOffsets[j] != source.lineOffsets[j - 1] + 1)
      starts[numRuns++] = j;
  starts[numRuns] = source.numLines;
  constexpr int64_t maxRuns = width / 4;
  if (numRuns > maxRuns)
    return packLines<width>(source, panel);

  for (int64_t k = 0; k < source.depth; ++k, panel += width) {
    for (int64_t run = 0; run < numRuns; ++run) {
      int64_t start = starts[run];
      int64_t offset = source.depthOffsets[k] + source.lineOffsets[start];
      if (offset <= numElements - width) {
        const In *from = source.data + offset;
        // The next panel will read these lines.
        __builtin_prefetch(from + width);
        __builtin_prefetch(from + width + width / 2);
        copyRow(from, panel + start);
        continue;
      }
      for (int64_t j = start; j < starts[run + 1]; ++j)
        panel[j] = convert(source.data[offset++]);
    }
    for (int64_t j = source.numLines; j < width; ++j)
      panel[j] = 0;
  }
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONPACKING_H
