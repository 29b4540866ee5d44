//===- Normalize.h - Normalization of tensors -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_NORMALIZE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_NORMALIZE_H

#include "Elementwise.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split::frontends {

/// Computes (x - mean) / deviation * scale + bias of a ranked tensor of floats,
/// those narrower than 32 bits in f32.
class Normalization {
public:
  /// `tensor` is the data. `dims` are the dimensions along which mean and
  /// deviation are the same.
  Normalization(ImplicitLocOpBuilder &builder, Value tensor,
                llvm::SmallBitVector dims);

  /// Computes mean and variance along `dims`. If `isCentered` is false, uses 0
  /// as the mean.
  void computeMoments(bool isCentered = true);
  /// Sets 1-D tensors of the mean and the variance of each channel. The
  /// channels are the only dimension that is not in `dims`.
  void setMoments(Value channelMean, Value channelVariance);

  /// Sets the deviation to sqrt(variance + epsilon), or to sqrt(variance) +
  /// epsilon if `isOutside`.
  void computeDeviation(double epsilon, bool isOutside = false);

  /// Set tensors whose dimensions are those of the data from `firstDim` on.
  /// Each size is that of the data or 1. The tensors may be null.
  LogicalResult setScale(Value tensor, int64_t firstDim);
  LogicalResult setBias(Value tensor, int64_t firstDim);

  /// Builds the result, of the type of the data.
  Value build();

  /// Return the mean, the variance and the reciprocal of the deviation, as
  /// tensors of floats of at least 32 bits that lack `dims`. The mean is null
  /// if it is 0.
  Value getMean() const { return mean.tensor; }
  Value getVariance() const { return variance.tensor; }
  Value getReciprocal() const { return reciprocal.tensor; }

private:
  /// A tensor, and where an element of the result reads it.
  struct Operand {
    Value tensor;
    AffineMap map;
  };

  /// Makes an operand of a tensor that lacks `dims`.
  Operand getReduced(Value tensor) const;
  LogicalResult setOperand(Operand &operand, Value tensor, int64_t firstDim);
  /// Builds a tensor of the shape of the data from the operands that are there.
  Value createParallelTo(ArrayRef<Operand> operands, ScalarBuilder body);

  ImplicitLocOpBuilder &builder;
  llvm::SmallBitVector dims;
  SmallVector<OpFoldResult> sizes;
  Type narrow, element;
  Operand data, mean, variance, reciprocal, scale, bias;
};

/// Checks that `parameters` are 1-D and have an element for each channel.
LogicalResult checkChannelParameters(ImplicitLocOpBuilder &builder,
                                     OpFoldResult numChannels,
                                     ValueRange parameters);

struct GroupNormalization {
  int64_t numGroups = 1;
  double epsilon = 0;
  /// Whether scale and bias have an element for each group, else for each
  /// channel.
  bool hasGroupParameters = false;
};

/// Normalizes groups of channels of a ranked tensor of floats. The channels are
/// dimension 1, whose size must be a known multiple of the number of groups.
FailureOr<Value> createGroupNormalization(ImplicitLocOpBuilder &builder,
                                          Value data, Value scale, Value bias,
                                          const GroupNormalization &options);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_NORMALIZE_H
