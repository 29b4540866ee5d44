//===- ContractionTiles.h - Products of packed panels -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONTILES_H
#define SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONTILES_H

#include "split-mlir/HostAbi/Runtime.h"
#include <cstdint>
#include <cstring>

namespace mlir::split::native {

/// The number of rows in a panel of the left operand. Each depth has the
/// elements of all rows next to each other.
inline constexpr int64_t kPanelRows = 12;

/// The number of columns in a panel of the right operand. Each depth has the
/// elements of all columns next to each other: 128 bytes.
template <typename T>
inline constexpr int64_t kPanelColumns = 128 / sizeof(T);

/// One product of two panels, whose elements have type `T`.
template <typename T>
struct Tile {
  const T *lhs, *rhs;
  /// The number of elements between the rows of the right panel.
  int64_t rhsStride;
  /// The number of products in each sum.
  int64_t depth;
  /// The first element of the result, and the offset of each row from it. The
  /// columns of a row are next to each other.
  T *out;
  const int64_t *rowOffsets;
  /// Whether to add the product to the result rather than to overwrite it.
  bool adds;
  /// What each sum starts with: -0.0 changes no sum.
  T start;
};

/// Computes the first `rows` rows and all columns of a tile.
template <typename T>
using TileFunction = void (*)(const Tile<T> &tile, int64_t rows);

#define SPLIT_MLIR_INLINE inline __attribute__((always_inline))
#if defined(__clang__)
#define SPLIT_MLIR_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SPLIT_MLIR_UNROLL _Pragma("GCC unroll 16")
#endif

/// Computes `rows` times `vectors` vectors of a tile, in as many registers.
template <typename T, int vectorBytes, int vectors, int rows>
static SPLIT_MLIR_INLINE void computeBlock(const Tile<T> &tile, int64_t row,
                                           int64_t column) {
  typedef T Vector __attribute__((vector_size(vectorBytes)));
  constexpr int64_t lanes = vectorBytes / sizeof(T);
  Vector sums[rows][vectors];
  SPLIT_MLIR_UNROLL
  for (int i = 0; i < rows; ++i) {
    SPLIT_MLIR_UNROLL
    for (int j = 0; j < vectors; ++j)
      sums[i][j] = tile.start - Vector{};
  }
  const T *lhs = tile.lhs + row;
  const T *rhs = tile.rhs + column;
  for (int64_t k = 0; k < tile.depth; ++k) {
    SPLIT_MLIR_UNROLL
    for (int i = 0; i < rows; ++i) {
      SPLIT_MLIR_UNROLL
      for (int j = 0; j < vectors; ++j) {
        Vector factor;
        memcpy(&factor, rhs + j * lanes, vectorBytes);
        sums[i][j] += lhs[i] * factor;
      }
    }
    lhs += kPanelRows;
    rhs += tile.rhsStride;
  }
  SPLIT_MLIR_UNROLL
  for (int i = 0; i < rows; ++i) {
    T *out = tile.out + tile.rowOffsets[row + i] + column;
    SPLIT_MLIR_UNROLL
    for (int j = 0; j < vectors; ++j) {
      Vector sum = sums[i][j];
      if (tile.adds) {
        Vector old;
        memcpy(&old, out + j * lanes, vectorBytes);
        sum += old;
      }
      memcpy(out + j * lanes, &sum, vectorBytes);
    }
  }
}

/// Computes the rows from `row` to `end` in blocks of `rows` rows, then the
/// rest in smaller blocks.
template <typename T, int vectorBytes, int vectors, int rows, int... fewer>
static SPLIT_MLIR_INLINE void computeRows(const Tile<T> &tile, int64_t row,
                                          int64_t end) {
  constexpr int64_t columns = vectorBytes / sizeof(T) * vectors;
  for (; row + rows <= end; row += rows)
    for (int64_t column = 0; column < kPanelColumns<T>; column += columns)
      computeBlock<T, vectorBytes, vectors, rows>(tile, row, column);
  if constexpr (sizeof...(fewer) != 0)
    computeRows<T, vectorBytes, vectors, fewer...>(tile, row, end);
}

#if defined(__x86_64__)
#if defined(__clang__)
// Otherwise, clang uses registers of 32 bytes.
#define SPLIT_MLIR_WIDE min_vector_width(512)
#else
#define SPLIT_MLIR_WIDE
#endif

/// For 32 registers of 64 bytes.
template <typename T>
__attribute__((target("arch=x86-64-v4"), SPLIT_MLIR_WIDE)) static void
computeTileLevel4(const Tile<T> &tile, int64_t rows) {
  computeRows<T, 64, 2, 12, 8, 4, 2, 1>(tile, 0, rows);
}

/// For 16 registers of 32 bytes.
template <typename T>
__attribute__((target("arch=x86-64-v3"))) static void
computeTileLevel3(const Tile<T> &tile, int64_t rows) {
  computeRows<T, 32, 2, 6, 3, 1>(tile, 0, rows);
}
#endif

/// For registers of 16 bytes: 32 of them on AArch64, 16 on x86-64. For other
/// processors, a vector is several scalars.
template <typename T>
static void computeTileLevel1(const Tile<T> &tile, int64_t rows) {
#if defined(__aarch64__)
  computeRows<T, 16, 4, 6, 3, 1>(tile, 0, rows);
#elif defined(__x86_64__)
  computeRows<T, 16, 2, 4, 2, 1>(tile, 0, rows);
#else
  computeRows<T, 16, 2, 2, 1>(tile, 0, rows);
#endif
}

/// Returns the fastest function for this machine.
template <typename T>
static TileFunction<T> getTileFunction() {
#if defined(__x86_64__)
  int64_t level = split_mlir_machine()->isaLevel;
  if (level >= 4)
    return computeTileLevel4<T>;
  if (level >= 3)
    return computeTileLevel3<T>;
#endif
  return computeTileLevel1<T>;
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONTILES_H
