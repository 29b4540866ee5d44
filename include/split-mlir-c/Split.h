//===- Split.h - Building and reading splits ----------------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A split is a `split.split` or a `split.variadic_split`: it cuts a tensor
// `data` into consecutive pieces along one axis. Ids such as C4 name the rules
// in docs/Semantics.md.
//
// Errors are diagnostics for the handlers of the context; a function says what
// it returns then. Handles are those of live objects unless "or null" is said.
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
// Axis and lengths: constants, or values known at run time
//===----------------------------------------------------------------------===//

/// An axis.
struct MlirSplitAxis {
  /// An integer or index, or a 0-D or 1-element tensor of them (C3); null if
  /// the axis is a constant.
  MlirValue value;
  /// The axis where `value` is null, negative to count from the end (C4);
  /// mlirShapedTypeGetDynamicSize() if there is none.
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
  /// null if the lengths are constants.
  MlirValue value;
  /// The lengths where `value` is null, at most one of them -1 for what the
  /// others leave (V2); null if there are none.
  const int64_t *constants;
  /// How many `constants` there are.
  intptr_t numConstants;
};
typedef struct MlirSplitLengths MlirSplitLengths;

static inline MlirSplitLengths
mlirSplitLengthsFromConstants(intptr_t numConstants, const int64_t *constants) {
  MlirSplitLengths lengths;
  lengths.value.ptr = NULL;
  lengths.constants = constants;
  lengths.numConstants = numConstants;
  return lengths;
}

static inline MlirSplitLengths mlirSplitLengthsFromValue(MlirValue value) {
  MlirSplitLengths lengths;
  lengths.value = value;
  lengths.constants = NULL;
  lengths.numConstants = 0;
  return lengths;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Creates a `split.split`, which cuts `data`, a tensor, into `numSplits`
/// pieces of the same length along `axis`.
///
/// The results have the `numResultTypes` types of `resultTypes`, copied, if
/// that is not 0; they may say less or more than is inferred (C5). Otherwise
/// types are inferred.
///
/// The op is verified (C2 to C5, S1, S2) and in no block: the caller owns it,
/// and gives it to a block or destroys it. What is wrong, and a null value or
/// type, is an error at `location`, and the op returned is null. The dialect is
/// loaded into the context of `location` if it was not.
MLIR_CAPI_EXPORTED MlirOperation mlirSplitCreateSplit(
    MlirLocation location, MlirValue data, MlirSplitAxis axis,
    int64_t numSplits, intptr_t numResultTypes, const MlirType *resultTypes);

/// Creates a `split.variadic_split`, which cuts `data`, a tensor, into pieces
/// of `lengths`, which are copied, along `axis`. All else is as for
/// mlirSplitCreateSplit (C2 to C5, V1 to V3).
MLIR_CAPI_EXPORTED MlirOperation mlirSplitCreateVariadicSplit(
    MlirLocation location, MlirValue data, MlirSplitAxis axis,
    MlirSplitLengths lengths, intptr_t numResultTypes,
    const MlirType *resultTypes);

//===----------------------------------------------------------------------===//
// What an op says
//===----------------------------------------------------------------------===//

/// Whether `op`, or null, is a `split.split`.
MLIR_CAPI_EXPORTED bool mlirSplitIsASplit(MlirOperation op);

/// Whether `op`, or null, is a `split.variadic_split`.
MLIR_CAPI_EXPORTED bool mlirSplitIsAVariadicSplit(MlirOperation op);

// All functions below take any op, or null. One that does not verify is an
// error at the op, and then as one that is no split.

/// The number of pieces, which are the results of `op`; 0 if it is no split.
MLIR_CAPI_EXPORTED intptr_t mlirSplitGetNumPieces(MlirOperation op);

/// The tensor that is cut; null if `op` is no split.
MLIR_CAPI_EXPORTED MlirValue mlirSplitGetData(MlirOperation op);

/// The axis as written, not normalized; none if `op` is no split.
MLIR_CAPI_EXPORTED MlirSplitAxis mlirSplitGetAxis(MlirOperation op);

/// The lengths as written, with -1 for what the others leave; none if `op` is
/// no `split.variadic_split`. Constants live as long as the context.
MLIR_CAPI_EXPORTED MlirSplitLengths mlirSplitGetLengths(MlirOperation op);

//===----------------------------------------------------------------------===//
// What types and attributes tell
//===----------------------------------------------------------------------===//

// mlirShapedTypeGetDynamicSize() stands for what is known only at run time.
// That goes by the data's type, the axis and the lengths: what types of results
// claim beyond is not looked at, nor what defines an operand. Canonicalization
// makes attributes of operands that are constant.

/// The axis counted from the front (C4); not known if `op` is no split.
MLIR_CAPI_EXPORTED int64_t mlirSplitGetStaticAxis(MlirOperation op);

/// Stores the size of each piece along the axis (S2, V3) in `sizes`, which has
/// room for mlirSplitGetNumPieces(op) numbers. Stores nothing and fails if `op`
/// is no split.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitGetStaticSizes(MlirOperation op,
                                                             int64_t *sizes);

/// Stores where each piece starts along the axis (S3, V5) in `offsets`; the
/// rest is as for mlirSplitGetStaticSizes.
MLIR_CAPI_EXPORTED MlirLogicalResult
mlirSplitGetStaticOffsets(MlirOperation op, int64_t *offsets);

//===----------------------------------------------------------------------===//
// The same as values
//===----------------------------------------------------------------------===//

// These insert ops of arith, affine and tensor that compute values of type
// `index` before the op `before`, which is in a block where the operands of
// `op` are visible. Axis and lengths are taken to obey the rules:
// `split-generate-runtime-checks` inserts what makes sure of it. No block at
// `before`, or null, is an error at `op`.

/// The axis counted from the front (C4); null if `op` is no split or for an
/// error.
MLIR_CAPI_EXPORTED MlirValue mlirSplitCreateAxisValue(MlirOperation op,
                                                      MlirOperation before);

/// Stores the size of each piece along the axis (S2, V3, V6) in `sizes`, which
/// has room for mlirSplitGetNumPieces(op) values. Stores nothing and fails if
/// `op` is no split or for an error.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitCreateSizeValues(
    MlirOperation op, MlirOperation before, MlirValue *sizes);

/// Stores where each piece starts along the axis (S3, V5) in `offsets`; the
/// rest is as for mlirSplitCreateSizeValues.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitCreateOffsetValues(
    MlirOperation op, MlirOperation before, MlirValue *offsets);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_SPLIT_H
