//===- Rules.h - The rules of splitting -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules C, S and V on a SplitSpec, which needs no op: verifiers, builders
// and importers call the same functions.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_RULES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_RULES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"
#include <limits>
#include <optional>

namespace mlir::split {

/// A split as its attributes and operand types describe it.
struct SplitSpec {
  /// The type of the tensor to split, ranked or unranked.
  TensorType data;
  /// The axis as written: a negative axis counts from the end. None if the axis
  /// is a run-time value.
  std::optional<int64_t> axis;
  int64_t numPieces = 0;
  /// Whether all pieces have the same length.
  bool equalPieces = false;
  /// The length of each piece, -1 for the piece that takes the rest. None if
  /// pieces are equal or lengths are a tensor.
  std::optional<ArrayRef<int64_t>> lengths;
  /// Whether ShapedType::kDynamic in `lengths` stands for an index value (V7).
  /// Otherwise it is a negative length, which violates V2.
  bool hasIndexLengths = false;

  /// Returns the axis counted from the front, or none unless axis and rank are
  /// known and the axis is in range.
  std::optional<int64_t> getNormalizedAxis() const;
  /// Returns the size of `data` along the axis, or ShapedType::kDynamic.
  int64_t getAxisSize() const;
  /// Returns whether this alone determines the pieces and proves that they obey
  /// the rules.
  bool isStatic() const;
  /// Sets `lengths` to a list of integer attributes and index values (V7),
  /// whose numbers `storage` keeps. Returns false if an attribute is
  /// ShapedType::kDynamic, which is not a length.
  bool setList(ArrayRef<OpFoldResult> list, SmallVectorImpl<int64_t> &storage);
  /// Returns the same spec with `data` of rank `rank` if `data` is unranked.
  SplitSpec withRank(int64_t rank) const;
};

/// Starts an error at a location that the caller chooses.
using EmitErrorFn = function_ref<InFlightDiagnostic()>;

/// Returns a diagnostic that is never reported.
InFlightDiagnostic emitNothing(MLIRContext *context);

/// Appends the encoding of a tensor to `diag`; `encoding` may be null.
void appendEncoding(InFlightDiagnostic &diag, Attribute encoding);

/// A sum of sizes that cannot overflow because it never exceeds a limit.
class BoundedSum {
public:
  /// A `limit` of ShapedType::kDynamic stands for the largest int64_t.
  explicit BoundedSum(int64_t limit = ShapedType::kDynamic)
      : left(ShapedType::isDynamic(limit) ? std::numeric_limits<int64_t>::max()
                                          : limit) {}

  /// Adds `size`, which is at least 0. Returns false and changes nothing if the
  /// sum would exceed the limit.
  [[nodiscard]] bool add(int64_t size) {
    if (size > left)
      return false;
    sum += size;
    left -= size;
    return true;
  }
  int64_t get() const { return sum; }
  /// Returns the limit minus the sum.
  int64_t getLeft() const { return left; }

private:
  int64_t sum = 0, left;
};

/// Returns `axis` counted from the front of a tensor of rank `rank`, or none if
/// it is outside `[-rank, rank-1]` (C4).
std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);

/// Does the same, and emits an error if `axis` is out of range. `what` names
/// the tensor.
FailureOr<int64_t> normalizeAxis(EmitErrorFn emitError, int64_t axis,
                                 int64_t rank, StringRef what = "data");

/// Returns the text that follows an axis in the message of C4:
/// ` is out of range [-2, 1] for data of rank 2`.
std::string describeAxisRange(int64_t rank, StringRef what = "data");

/// Checks rules C2, C4, S1, S2 and V1 to V3 as far as `spec` decides them, and
/// C5 for the result types `results`. Emits one error for the first violation.
/// Without `results`, checks only the operands and attributes.
LogicalResult verifySplitSpec(EmitErrorFn emitError, const SplitSpec &spec,
                              TypeRange results = {});

/// Returns whether verifySplitSpec succeeds, without any diagnostic.
bool obeysRules(const SplitSpec &spec, TypeRange results = {});

/// Returns whether a split that obeys the rules cannot fail at run time, so
/// that it needs none of the checks R1 to R6.
bool isCertain(const SplitSpec &spec, TypeRange results);

/// Returns whether `predicate` holds for every piece type and whether a
/// constant determines the piece's length. Neighbours of the same kind are
/// visited once.
bool allPieceKinds(const SplitSpec &spec, TypeRange types,
                   function_ref<bool(Type type, bool isLengthKnown)> predicate);

/// Checks whether `data` can be split along `axis` (none: a run-time value)
/// into `numSplits` equal pieces.
LogicalResult verifySplit(EmitErrorFn emitError, TensorType data,
                          std::optional<int64_t> axis, int64_t numSplits);

/// Checks whether `data` can be split along `axis` (none: a run-time value)
/// into pieces of `lengths`.
LogicalResult verifyVariadicSplit(EmitErrorFn emitError, TensorType data,
                                  std::optional<int64_t> axis,
                                  ArrayRef<int64_t> lengths);
/// The same for a list of integer attributes and index values (V7).
LogicalResult verifyVariadicSplit(EmitErrorFn emitError, TensorType data,
                                  std::optional<int64_t> axis,
                                  ArrayRef<OpFoldResult> lengths);

/// Checks that ranked data of type `data` can be split along `axis`: rules C2,
/// C4, and C5 for per-axis quantization.
LogicalResult verifyAxis(EmitErrorFn emitError, ShapedType data, int64_t axis);

/// Returns the most precise type of each piece that follows from a `spec` that
/// obeys the rules (C5, S2, V3, V4).
SmallVector<Type> inferPieceTypes(const SplitSpec &spec);

/// Returns whether `actual` does not contradict `inferred`: same element type
/// and encoding, and equal ranks and sizes where both are static (C5).
bool isCompatiblePieceType(Type inferred, Type actual);

/// Returns the dimensions along which tensors of `element` are quantized; none
/// of them may be the axis (C5).
SmallVector<int64_t> getQuantizedDims(Type element);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_RULES_H
