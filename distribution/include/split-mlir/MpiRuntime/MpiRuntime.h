//===- MpiRuntime.h - MPI for code of several ranks -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI between compiled functions of tensors that are sharded over the
// ranks of a communicator, and MPI. There is one library for each MPI,
// libSplitMpi-openmpi.so and libSplitMpi-mpich.so; a program links or loads the
// one for the MPI that it uses. This header does not need mpi.h: communicators
// are passed as the integers that MPI_Comm_c2f returns.
//
// Grid and coordinates. A grid is a list of sizes, at least 1 each, whose
// product is the number of ranks of the communicator. A rank's coordinates are
// its position in the grid in row-major order: the last axis varies fastest.
//
// Layouts. A layout of a tensor on a grid states, for each dimension, the list
// of grid axes that shard it; an axis is used at most once. A dimension of size
// d that is sharded by axes with the sizes n1, n2, ... has n = n1 * n2 * ...
// shards. A rank's shard is number (i1 * n2 + i2) * ..., for its coordinates
// i1, i2, ... on these axes. By default, each shard has d / n elements, and
// each of the last d % n shards has one more (split_mpi_shard_begin). Offsets
// of shards, n + 1 numbers from 0 to d that never decrease, replace the
// default. A rank holds the product of its shards of all dimensions: a box.
// Ranks whose coordinates differ only on axes that the layout does not use hold
// copies.
//
// Roots. A root is a coordinate for each grid axis, or -1 for any. Only ranks
// with these coordinates hold the source, or get the target. A layout may not
// use an axis for which it has a root.
//
// Arguments. Most functions read two arrays: `constants`, known to the
// compiler, and `values`. A list in them has the length that earlier numbers
// state. An operand of rank R in `values` is
//
//   address of its first element, sizes[R], strides[R] (in elements)
//
// On ranks that do not hold the operand, it is ignored, and its address may be
// null. Strides may have any sign; those of targets may not be 0 along a
// dimension of size 2 or more. Operands do not overlap. The caller owns them,
// and the library keeps no pointer to them. Operands have at most 64
// dimensions, and grids at most 64 axes.
//
// Collective functions. All ranks of the communicator call the same functions
// in the same order, with equal `constants` and, apart from operands, equal
// `values`. All functions that take `constants` are collective.
//
// Status. A function returns SPLIT_MPI_SUCCESS or another status, in which case
// split_mpi_last_error describes the error. Sizes, strides, axes, offsets and
// roots are checked, with overflow: an invalid number is an error and never
// leads to an access out of bounds or to a hang.
//
// Failures of single ranks. A public function of compiled code calls
// split_mpi_begin, then its body, and always ends with split_mpi_finish, even
// if one of these has failed. Each collective function in between begins with
// an agreement: one MPI_Allreduce of 16 bytes over the communicator tells all
// ranks whether a rank has failed since the last agreement, and whether all
// ranks call the same function with the same sizes. If a rank has failed or the
// calls differ, all ranks return the same status and the same message,
// `rank N: MESSAGE`, before the function sends anything. A rank that fails
// outside of these functions calls split_mpi_finish, which takes part in the
// next agreement of the others. If the process of a rank ends, mpirun ends the
// others. Functions that send nothing on any rank do not agree:
// split_mpi_redistribute to a layout in which each rank needs only what it has,
// and functions along axes of size 1.
//
// Communicators. The library communicates on duplicates of the communicator and
// of parts of it. It creates them at their first use, keeps them as an
// attribute of the communicator, and frees them with it, or in MPI_Finalize. So
// its messages never mix with those of the program. Errors of MPI in these
// communicators are returned; the error handlers of the program's communicators
// do not change.
//
// Threads. Several threads may call these functions at the same time for
// different communicators, if MPI was initialised with MPI_THREAD_MULTIPLE.
// From split_mpi_begin to split_mpi_finish, a call stays on one thread.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_MPIRUNTIME_MPIRUNTIME_H
#define SPLIT_MLIR_MPIRUNTIME_MPIRUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The status of a function: the values of split-mlir/HostAbi/Runtime.h, and
/// one more.
enum {
  /// The call succeeded.
  SPLIT_MPI_SUCCESS = 0,
  /// An argument is invalid, or is not the same on all ranks.
  SPLIT_MPI_INVALID_ARGUMENT = 1,
  /// A run-time check of the program failed.
  SPLIT_MPI_CHECK_FAILED = 2,
  /// Memory could not be allocated.
  SPLIT_MPI_OUT_OF_MEMORY = 3,
  /// A function of MPI failed. The message names it.
  SPLIT_MPI_ERROR = 5
};

/// The types of elements that can be reduced. An element of i1 is a byte of
/// which only the lowest bit counts. f16 and bf16 are rounded to nearest, ties
/// to even, after each operation.
enum {
  SPLIT_MPI_I1 = 0,
  SPLIT_MPI_I8 = 1,
  SPLIT_MPI_I16 = 2,
  SPLIT_MPI_I32 = 3,
  SPLIT_MPI_I64 = 4,
  SPLIT_MPI_U8 = 5,
  SPLIT_MPI_U16 = 6,
  SPLIT_MPI_U32 = 7,
  SPLIT_MPI_U64 = 8,
  SPLIT_MPI_F16 = 9,
  SPLIT_MPI_BF16 = 10,
  SPLIT_MPI_F32 = 11,
  SPLIT_MPI_F64 = 12,
  /// A complex number of two f32.
  SPLIT_MPI_COMPLEX_F32 = 13,
  /// A complex number of two f64.
  SPLIT_MPI_COMPLEX_F64 = 14
};

/// The reductions: the values of ReductionKind in MLIR's shard dialect. Sums
/// and products of integers wrap around. Maximum and minimum of floats are
/// those of arith.maximumf and arith.minimumf: NaN if an element is NaN, and -0
/// < +0; those of i1 are unsigned; complex numbers have none. The average is
/// that of floats and complex numbers: the sum divided by the number of ranks.
/// Bitwise reductions are those of integers.
enum {
  SPLIT_MPI_SUM = 1,
  SPLIT_MPI_MAX = 2,
  SPLIT_MPI_MIN = 3,
  SPLIT_MPI_PRODUCT = 4,
  SPLIT_MPI_AVERAGE = 5,
  SPLIT_MPI_BITWISE_AND = 6,
  SPLIT_MPI_BITWISE_OR = 7,
  SPLIT_MPI_BITWISE_XOR = 8
};

/// The first index of shard number `index` of a dimension of `size` elements
/// that is split into `shards` shards by default; for `index` == `shards`, the
/// size. Requires 0 <= size, 1 <= shards and 0 <= index <= shards.
static inline int64_t split_mpi_shard_begin(int64_t size, int64_t shards,
                                            int64_t index) {
  int64_t smaller = shards - size % shards;
  return index * (size / shards) + (index > smaller ? index - smaller : 0);
}

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

//===----------------------------------------------------------------------===//
// For compiled code
//===----------------------------------------------------------------------===//

/// Copies a tensor from its layout on the source operands to its layout on the
/// target operands. Each rank copies what it has, and receives what it lacks,
/// each element once. Where several ranks hold the same part, a rank receives
/// it from the one that has the same coordinates as itself on the axes that the
/// source's layout does not use. Elements are copied as bytes, so they may have
/// any type.
///
/// constants:
///   bytes of an element
///   rank of the grid, sizes of the grid...
///   rank of the tensor
///   for each dimension: number of axes, axes... of the source's layout
///   for each dimension: number of axes, axes... of the target's layout
///   for each dimension: 1 if offsets are passed for the source, or 0
///   for each dimension: 1 if offsets are passed for the target, or 0
/// values:
///   operand source: the rank's box
///   operand target: the rank's box
///   sizes of the whole tensor...
///   root of the source..., root of the target... (one number per grid axis)
///   for each dimension with offsets in the source: its offsets...
///   for each dimension with offsets in the target: its offsets...
int32_t split_mpi_redistribute(int32_t communicator, const int64_t *constants,
                               const int64_t *values);

/// Combines the elements of the source operands at the same position, of all
/// ranks whose coordinates differ only on the given axes, into the target
/// operands. If all of these axes have roots, only the ranks with these
/// coordinates get a target. The order of the operations depends only on the
/// sizes, the number of ranks and where they run; all targets are equal.
///
/// constants:
///   type of elements (SPLIT_MPI_I1, ...)
///   reduction (SPLIT_MPI_SUM, ...)
///   rank of the grid, sizes of the grid...
///   number of axes, axes...
///   rank of the operands
/// values:
///   operand source
///   operand target, of the same sizes
///   root... (one number per grid axis)
/// The sizes are the same on the ranks that are combined.
int32_t split_mpi_all_reduce(int32_t communicator, const int64_t *constants,
                             const int64_t *values);

/// Combines source operands as split_mpi_all_reduce does, and splits the result
/// along a dimension into shards of default sizes. A rank gets the shard whose
/// number is the position of the rank among those that are combined, in the
/// order of the given axes.
///
/// constants:
///   those of split_mpi_all_reduce
///   dimension
/// values:
///   operand source
///   operand target: the rank's shard
int32_t split_mpi_reduce_scatter(int32_t communicator, const int64_t *constants,
                                 const int64_t *values);

/// Sets `*global` to the sum of `local`, the size of a rank's shard of a
/// dimension, over all ranks whose coordinates differ only on the given axes.
/// Fails if a shard does not have its default size.
///
/// constants:
///   rank of the grid, sizes of the grid...
///   number of axes, axes...
int32_t split_mpi_global_size(int32_t communicator, const int64_t *constants,
                              int64_t local, int64_t *global);

/// Returns the rank of this process, or -1 after an error. Not collective.
int32_t split_mpi_rank(int32_t communicator);

/// Begins a call on a communicator whose ranks form a grid: `grid` is its rank
/// and its sizes. Checks, without communication, that MPI is initialised, that
/// the communicator is valid, and that the grid has as many positions as the
/// communicator has ranks.
int32_t split_mpi_begin(int32_t communicator, const int64_t *grid);

/// Ends a call. `status` is what the call would return on this rank, and
/// `message` describes it; if the status is the one of a function above, its
/// own message is used instead. Agrees with the other ranks, unless they have
/// agreed on a failure in this call before, or split_mpi_begin has failed.
/// Returns the status of the first rank that has failed, or SPLIT_MPI_SUCCESS,
/// and writes the message, `rank N: MESSAGE` or "", into `agreed`, which has
/// room for `capacity` bytes, at least 1. A longer text is truncated.
int32_t split_mpi_finish(int32_t communicator, int32_t status,
                         const char *message, char *agreed, size_t capacity);

//===----------------------------------------------------------------------===//
// For hosts
//===----------------------------------------------------------------------===//

/// The message of the last function that failed on this thread, or "". It stays
/// valid until the next call of this library on this thread.
const char *split_mpi_last_error(void);

/// Initialises MPI for one thread that communicates (MPI_THREAD_FUNNELED),
/// unless the program has done so.
int32_t split_mpi_initialize(void);

/// Ends MPI, unless it has ended or was never initialised. Collective over all
/// ranks.
int32_t split_mpi_finalize(void);

/// Ends the processes of all ranks, this one with `code`. Use it where this
/// rank cannot continue and the others wait for it. Before
/// split_mpi_initialize, it ends this process only.
void split_mpi_abort(int32_t code);

/// The communicator of all ranks, MPI_COMM_WORLD, or -1 if MPI is not
/// initialised.
int32_t split_mpi_world(void);

/// The number of ranks of a communicator, or -1 after an error.
int32_t split_mpi_size(int32_t communicator);

/// Sets `*messages` and `*bytes` to what this rank has sent to other ranks
/// since the program began, on all communicators, without agreements. A part
/// that several ranks lack counts once for each of them, even if MPI forwards
/// it from one to the next. On each of n ranks, a reduction of B bytes counts
/// as 2 * (n - 1) messages and 2 * (n - 1) * B / n bytes if all ranks get the
/// result, as n - 1 messages and (n - 1) * B / n bytes if the result is
/// scattered, and as one message of B bytes, except on the root, if the root
/// gets the result. A global size counts as a reduction that all ranks get.
void split_mpi_statistics(int64_t *messages, int64_t *bytes);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_MPIRUNTIME_MPIRUNTIME_H
