//===- SpaceToDepth.h - SpaceToDepth and DepthToSpace -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data has the dimensions batch, channels and k others. A block has `blockSize`
// elements along each of those k dimensions; SpaceToDepth makes each of its
// elements a channel. The channel is the position in the block and the original
// channel: the position varies slower if `blocksFirst`, else faster. A size
// that is no multiple is an error, at run time where it is not known.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SPACETODEPTH_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SPACETODEPTH_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Moves elements from channels to blocks.
FailureOr<Value> createDepthToSpace(ImplicitLocOpBuilder &builder, Value data,
                                    int64_t blockSize, bool blocksFirst);

/// Moves elements from blocks to channels.
FailureOr<Value> createSpaceToDepth(ImplicitLocOpBuilder &builder, Value data,
                                    int64_t blockSize, bool blocksFirst);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SPACETODEPTH_H
