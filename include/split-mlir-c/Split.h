//===- Split.h - Building and reading splits ----------------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A split is a `split.split` or a `split.variadic_split`: it splits a tensor
// `data` into consecutive pieces along one axis. Ids such as C4 name the rules
// in docs/Semantics.md.
//
// Functions report errors as diagnostics to the handlers of the context. The
// comment of each function states what it returns after an error. Handles must
// not be null unless the comment permits it.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_SPLIT_H
#define SPLIT_MLIR_C_SPLIT_H

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Axis and lengths: constants, and values known at run time
//===----------------------------------------------------------------------===//

/// An axis.
struct MlirSplitAxis {
  /// An integer or index, or a 0-D or 1-element tensor of either (C3); null if
  /// the axis is a constant.
  MlirValue value;
  /// The constant axis if `value` is null; a negative axis counts from the end
  /// (C4). mlirShapedTypeGetDynamicSize() if there is no constant axis.
  int64_t constant;
};
typedef struct MlirSplitAxis MlirSplitAxis;

static inline MlirSplitAxis mlirSplitAxisFromConstant(int64_t constant) {
  MlirSplitAxis axis;
  axis.value.ptr = NULL;
  axis.constant = constant;
  return axis;
}

static inline MlirSplitAxis mlirSplitAxisFromValue(MlirValue value) {
  MlirSplitAxis axis;
  axis.value = value;
  axis.constant = mlirShapedTypeGetDynamicSize();
  return axis;
}

/// The lengths of the pieces along the axis.
struct MlirSplitLengths {
  /// A 1-D tensor of integers or index with a static number of elements (V1);
  /// null if the lengths are a list.
  MlirValue value;
  /// The list if `value` is null. At most one of these lengths is -1: that
  /// piece takes what the others leave (V2). mlirShapedTypeGetDynamicSize()
  /// stands for the next element of `indexValues`. Null if there is no list.
  const int64_t *constants;
  /// The number of `constants`.
  intptr_t numConstants;
  /// Lengths known at run time, of type `index` (V7). Null if there are none.
  const MlirValue *indexValues;
  /// The number of `indexValues`.
  intptr_t numIndexValues;
};
typedef struct MlirSplitLengths MlirSplitLengths;

static inline MlirSplitLengths
mlirSplitLengthsFromList(intptr_t numConstants, const int64_t *constants,
                         intptr_t numIndexValues,
                         const MlirValue *indexValues) {
  MlirSplitLengths lengths;
  lengths.value.ptr = NULL;
  lengths.constants = constants;
  lengths.numConstants = numConstants;
  lengths.indexValues = indexValues;
  lengths.numIndexValues = numIndexValues;
  return lengths;
}

static inline MlirSplitLengths
mlirSplitLengthsFromConstants(intptr_t numConstants, const int64_t *constants) {
  return mlirSplitLengthsFromList(numConstants, constants, 0, NULL);
}

static inline MlirSplitLengths mlirSplitLengthsFromValue(MlirValue value) {
  MlirSplitLengths lengths = mlirSplitLengthsFromList(0, NULL, 0, NULL);
  lengths.value = value;
  return lengths;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Creates a `split.split`, which splits the tensor `data` into `numSplits`
/// pieces of the same length along `axis`.
///
/// If `numResultTypes` is not 0, the results have the types `resultTypes`,
/// which may be less or more precise than the inferred types (C5). Otherwise
/// the function infers the types. It copies `resultTypes`.
///
/// The function verifies the op (C2 to C5, S1, S2) and inserts it in no block:
/// the caller owns the op, and inserts it in a block or destroys it. If the op
/// violates a rule, or if a value or a type is null, the function reports an
/// error at `location` and returns a null op. It loads the dialect into the
/// context of `location` if necessary.
MLIR_CAPI_EXPORTED MlirOperation mlirSplitCreateSplit(
    MlirLocation location, MlirValue data, MlirSplitAxis axis,
    int64_t numSplits, intptr_t numResultTypes, const MlirType *resultTypes);

/// Creates a `split.variadic_split`, which splits the tensor `data` into pieces
/// of the given lengths along `axis`. Copies `lengths`. Verifies C2 to C5, V1
/// to V3 and V7. In all other respects, this is like mlirSplitCreateSplit.
MLIR_CAPI_EXPORTED MlirOperation mlirSplitCreateVariadicSplit(
    MlirLocation location, MlirValue data, MlirSplitAxis axis,
    MlirSplitLengths lengths, intptr_t numResultTypes,
    const MlirType *resultTypes);

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// Returns whether `op` is a `split.split`. `op` may be null.
MLIR_CAPI_EXPORTED bool mlirSplitIsASplit(MlirOperation op);

/// Returns whether `op` is a `split.variadic_split`. `op` may be null.
MLIR_CAPI_EXPORTED bool mlirSplitIsAVariadicSplit(MlirOperation op);

// All functions below accept any op, and null. If a split is invalid, they
// report an error at the op and treat it like an op that is not a split.

/// Returns the number of pieces, which are the results of `op`; 0 if `op` is
/// not a split.
MLIR_CAPI_EXPORTED intptr_t mlirSplitGetNumPieces(MlirOperation op);

/// Returns the tensor that `op` splits; null if `op` is not a split.
MLIR_CAPI_EXPORTED MlirValue mlirSplitGetData(MlirOperation op);

/// Returns the axis as written, not normalized. Returns neither a value nor a
/// constant if `op` is not a split.
MLIR_CAPI_EXPORTED MlirSplitAxis mlirSplitGetAxis(MlirOperation op);

/// Returns the lengths as written; -1 means what the other lengths leave.
/// Returns neither a value nor constants if `op` is not a
/// `split.variadic_split`. Constants live as long as the context. `indexValues`
/// is null even if `numIndexValues` is not 0: mlirSplitGetIndexLengths stores
/// the values.
MLIR_CAPI_EXPORTED MlirSplitLengths mlirSplitGetLengths(MlirOperation op);

/// Stores the index values of a list of lengths (V7) in `values`, which has
/// room for `numIndexValues` of mlirSplitGetLengths(op). Fails and stores
/// nothing if `op` is not a split.
MLIR_CAPI_EXPORTED MlirLogicalResult
mlirSplitGetIndexLengths(MlirOperation op, MlirValue *values);

//===----------------------------------------------------------------------===//
// Static axis, sizes and offsets
//===----------------------------------------------------------------------===//

// mlirShapedTypeGetDynamicSize() stands for a number that is known only at run
// time. These functions use the type of the data, and the axis and the lengths
// that are attributes. They use neither the result types nor the ops that
// define operands. Canonicalization turns constant operands into attributes.

/// Returns the axis counted from the front (C4), or
/// mlirShapedTypeGetDynamicSize() if it is unknown or `op` is not a split.
MLIR_CAPI_EXPORTED int64_t mlirSplitGetStaticAxis(MlirOperation op);

/// Stores the size of each piece along the axis (S2, V3) in `sizes`, which has
/// room for mlirSplitGetNumPieces(op) numbers. Fails and stores nothing if `op`
/// is not a split.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitGetStaticSizes(MlirOperation op,
                                                             int64_t *sizes);

/// Stores the offset of each piece along the axis (S3, V5) in `offsets`. In all
/// other respects, this is like mlirSplitGetStaticSizes.
MLIR_CAPI_EXPORTED MlirLogicalResult
mlirSplitGetStaticOffsets(MlirOperation op, int64_t *offsets);

//===----------------------------------------------------------------------===//
// Axis, sizes and offsets as values
//===----------------------------------------------------------------------===//

// These functions insert ops of arith, affine and tensor before the op
// `before`. The ops compute values of type `index`. The operands of `op` must
// be visible at `before`. The functions assume that the axis and the lengths
// obey the rules, which the checks of `split-generate-runtime-checks` ensure.
// If `before` is null or in no block, they report an error at `op`.

/// Returns the axis counted from the front (C4); null if `op` is not a split or
/// after an error.
MLIR_CAPI_EXPORTED MlirValue mlirSplitCreateAxisValue(MlirOperation op,
                                                      MlirOperation before);

/// Stores the size of each piece along the axis (S2, V3, V6, V7) in `sizes`,
/// which has room for mlirSplitGetNumPieces(op) values. Fails and stores
/// nothing if `op` is not a split or after an error.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitCreateSizeValues(
    MlirOperation op, MlirOperation before, MlirValue *sizes);

/// Stores the offset of each piece along the axis (S3, V5) in `offsets`. In all
/// other respects, this is like mlirSplitCreateSizeValues.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitCreateOffsetValues(
    MlirOperation op, MlirOperation before, MlirValue *offsets);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_SPLIT_H
