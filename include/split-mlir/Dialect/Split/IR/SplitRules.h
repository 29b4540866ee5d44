//===- SplitRules.h - the rules of splitting --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules C, S and V in one place, apart from any op: verifiers, builders and
// importers ask here whether a split is right and what its pieces are. One
// algorithm computes offsets and sizes, for constants and for IR alike.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITRULES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITRULES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir {
class OpBuilder;

namespace split {

/// What attributes and operand types tell about one split.
struct SplitSpec {
  /// The type of the tensor that is cut, ranked or not.
  TensorType data;
  /// The axis as written (negative: from the end); none when a run-time value.
  std::optional<int64_t> axis;
  /// How many pieces are asked for.
  int64_t numPieces = 0;
  /// Whether all pieces have the same length.
  bool equalPieces = false;
  /// The length of each piece (-1: what the others leave); none when pieces are
  /// equal or lengths are run-time values.
  std::optional<ArrayRef<int64_t>> lengths;

  /// The axis counted from the front; none unless axis and rank are known and
  /// the axis is in range.
  std::optional<int64_t> getNormalizedAxis() const;
  /// The size of `data` along the axis, or ShapedType::kDynamic.
  int64_t getAxisSize() const;
  /// Whether pieces, and that they obey the rules, follow from this alone.
  bool isStatic() const;
  /// The same where the rank of data is `rank`, as results may tell.
  SplitSpec withRank(int64_t rank) const;
};

/// Starts a diagnostic at the place a caller wants it.
using EmitErrorFn = function_ref<InFlightDiagnostic()>;

/// A diagnostic that goes nowhere, for callers that only want to know.
InFlightDiagnostic emitNothing(MLIRContext *context);

/// Appends what a tensor's encoding, perhaps none, is called in messages.
void appendEncoding(InFlightDiagnostic &diag, Attribute encoding);

/// `axis` counted from the front of a tensor of rank `rank`, or none if it is
/// outside `[-rank, rank-1]` (C4).
std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);

/// Checks rules C2, C4, S1, S2 and V1 to V3 as far as `spec` decides, and C5
/// for `results`; a violation is one error from `emitError`. With no `results`
/// only what is asked for is checked.
LogicalResult verifySplitSpec(EmitErrorFn emitError, const SplitSpec &spec,
                              TypeRange results = {});

/// Whether `spec` and `results` break no rule as far as they tell.
bool obeysRules(const SplitSpec &spec, TypeRange results);

/// Whether a split like `spec`, which has these `results` and breaks no rule as
/// far as they tell, cannot fail: it needs none of the checks R1 to R6.
bool isCertain(const SplitSpec &spec, TypeRange results);

/// Checks whether `data` can be split along `axis` (none: at run time) into
/// `numSplits` equal pieces, before there is an op.
LogicalResult verifySplit(EmitErrorFn emitError, TensorType data,
                          std::optional<int64_t> axis, int64_t numSplits);

/// Checks whether `data` can be split along `axis` (none: at run time) into
/// pieces of `lengths`, before there is an op.
LogicalResult verifyVariadicSplit(EmitErrorFn emitError, TensorType data,
                                  std::optional<int64_t> axis,
                                  ArrayRef<int64_t> lengths);

/// Checks that data of type `data`, which has a rank, can be cut along `axis`
/// (negative: from the end): rules C2, C4, and C5 for per-axis quantization.
LogicalResult verifyAxis(EmitErrorFn emitError, ShapedType data, int64_t axis);

/// The most precise types that follow for the pieces of a `spec` that obeys the
/// rules, one per piece (C5, S2, V3, V4).
SmallVector<Type> inferPieceTypes(const SplitSpec &spec);

/// Whether `actual` does not contradict `inferred`: same element type and
/// encoding, ranks and dimensions equal where both are known (C5).
bool isCompatiblePieceType(Type inferred, Type actual);

/// The dimensions by which a tensor of `element` is quantized; no axis may be
/// one of them (C5).
SmallVector<int64_t> getQuantizedDims(Type element);

/// The sizes of the pieces of a dimension of size `dim` (or kDynamic) as far as
/// `spec` decides; what it does not is kDynamic.
SmallVector<int64_t> inferPieceSizes(const SplitSpec &spec, int64_t dim);

/// The sizes of the `numPieces` pieces of a dimension of size `dim` (S2, V3,
/// V6): equal ones if `lengths` is empty, else one per length, where -1 is what
/// the others leave. `lengths` are all attributes or all index values. Ops are
/// inserted for what is no attribute. Nothing is checked: where lengths break
/// the rules, so do the pieces.
SmallVector<OpFoldResult> computePieceSizes(OpBuilder &builder, Location loc,
                                            OpFoldResult dim, int64_t numPieces,
                                            ArrayRef<OpFoldResult> lengths);

/// Where pieces of `sizes` start (S3, V5); `equalPieces` if they are all of the
/// same size.
SmallVector<OpFoldResult> computePieceOffsets(OpBuilder &builder, Location loc,
                                              ArrayRef<OpFoldResult> sizes,
                                              bool equalPieces);

/// Reads `source`, an integer of C3's types or the element of a tensor of them
/// at `position`, as an index: sign-extended unless its type is unsigned.
Value readAsIndex(OpBuilder &builder, Location loc, Value source,
                  ArrayRef<int64_t> position = {});

/// Reads an axis operand in any form of C3; not normalized.
Value readAxis(OpBuilder &builder, Location loc, Value axis);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITRULES_H
