//===- Tiling.h - split ops in tiles ----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_TILING_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_TILING_H

namespace mlir {
class DialectRegistry;

namespace split {

/// Lets upstream's drivers tile `split.split`, `split.variadic_split` and
/// `split.copy`, on tensors and on memrefs, and fuse them into the loops of
/// consumers, and `split.copy` into those of the producer of its data.
///
/// The loops of an op run over the dimensions of a piece. All pieces have the
/// same tile then, each at its own place in the data, so that the axis is a
/// loop like the others where all pieces have the same length, as those of
/// `split.split` do. Otherwise the dimension that may be the axis has a loop of
/// one iteration, which takes all of it, whatever the tile size.
///
/// A tile of a piece is a slice of the data; what reads a tile of a piece
/// reads the data instead, and nothing is left of the split. A tile of
/// `split.copy` is a `split.copy` between slices, or one for each destination
/// where the axis is tiled.
///
/// An op is not tiled, and upstream's drivers say so, if data or results have
/// no rank, have an encoding, for upstream makes destinations without one, or
/// have no elements for certain, for upstream's verifiers refuse slices of
/// such; if sizes that types state contradict each other; or if the op is a
/// copy that certainly fails. Pieces are fused into loops of consumers where
/// data and the piece have a rank.
void registerTilingExternalModels(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_TILING_H
