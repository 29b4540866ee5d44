//===- ExternalModels.h - Interfaces of split ops ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function registers the models of one of upstream's interfaces, which the
// dialect promises. registerCore of InitCore.h calls them all.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_EXTERNALMODELS_H
#define SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::split {

/// Lets one-shot bufferization rewrite
/// - `split.split` and `split.variadic_split` to one `memref.subview` for each
///   used piece, or a `memref.reinterpret_cast` if the piece is statically
///   empty. The op neither reads nor writes data; all pieces share its buffer.
///   If that is a conflict, only the pieces that need a copy are copied. Pieces
///   of a split that is the last owner of its data's buffer are disjoint
///   buffers (see BufferOwnership.h). Data and pieces must be ranked.
/// - `split.copy` on tensors to `split.copy` on memrefs: in place; it writes
///   every destination and reads none.
void registerBufferizableExternalModels(DialectRegistry &registry);

/// Lets upstream's generate-runtime-verification check split ops by the rules
/// R1 to R4, R6 and R7. Its messages are constant, while
/// split-generate-runtime-checks reports values.
void registerRuntimeVerifiableExternalModels(DialectRegistry &registry);

/// Lets upstream's drivers tile `split.split`, `split.variadic_split` and
/// `split.copy`, on tensors and on memrefs, and fuse them into the loops of
/// consumers, and `split.copy` into the loops of the producer of its data.
///
/// The loops of an op iterate over the dimensions of a piece. All pieces have
/// the same tile, each at its own offset in the data. The axis has a loop like
/// other dimensions if all pieces have the same length, as those of
/// `split.split` do. Otherwise, a dimension that may be the axis has a loop of
/// one iteration over all of it, whatever the tile size.
///
/// A tile of a piece is a slice of the data, so a consumer of the tile reads
/// the data and the split disappears. A tile of `split.copy` is one
/// `split.copy` of slices, or one for each destination if the axis is tiled.
///
/// Upstream's drivers report that an op cannot be tiled if data or results are
/// unranked, have an encoding (upstream creates destinations without one) or
/// are statically empty (upstream's verifiers reject such slices), if static
/// sizes contradict each other, or if the op is a copy that certainly fails.
/// Pieces can be fused into loops of consumers if data and the piece are
/// ranked.
void registerTilingExternalModels(DialectRegistry &registry);

/// Gives upstream's analyses of value bounds the bounds of the sizes of pieces.
/// For the results of `split.copy`, upstream uses the destinations, as for
/// every op in destination-passing style.
void registerValueBoundsExternalModels(DialectRegistry &registry);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_INTERFACES_EXTERNALMODELS_H
