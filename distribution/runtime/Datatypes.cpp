//===- Datatypes.cpp - MPI's datatypes of parts of operands ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redistribution.h"
#include "Status.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <climits>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

namespace {
/// Replaces a datatype, which is no predefined one but MPI_BYTE, step by step.
/// After an error, it stays as it is.
class TypeBuilder {
public:
  /// Repeats the datatype `count` times at a distance of `stride` bytes.
  void repeat(int64_t count, int64_t stride);
  void moveBy(MPI_Aint displacement);
  void resize(int64_t extent);
  void commit();

  MPI_Datatype type = MPI_BYTE;
  int32_t status = SPLIT_MPI_SUCCESS;

private:
  void replaceBy(MPI_Datatype other);
  MPI_Datatype createVector(int64_t count, int64_t stride);
  /// The largest count that MPI's functions are given.
  static constexpr int64_t kMaxCount = int64_t{1} << 30;
};
} // namespace

void TypeBuilder::replaceBy(MPI_Datatype other) {
  if (type != MPI_BYTE)
    MPI_Type_free(&type);
  type = other;
}

MPI_Datatype TypeBuilder::createVector(int64_t count, int64_t stride) {
  MPI_Datatype other = MPI_DATATYPE_NULL;
  auto length = static_cast<int>(count);
  // MPICH 4.0 packs an hvector of bytes that follow each other byte by byte.
  if (type == MPI_BYTE && stride == 1)
    status = checkMpi(MPI_Type_contiguous(length, type, &other),
                      "MPI_Type_contiguous");
  else
    status = checkMpi(MPI_Type_create_hvector(length, 1, stride, type, &other),
                      "MPI_Type_create_hvector");
  return other;
}

void TypeBuilder::repeat(int64_t count, int64_t stride) {
  if (status)
    return;
  int64_t block = count > INT_MAX ? kMaxCount : count;
  MPI_Datatype other = createVector(block, stride);
  if (status)
    return;
  if (block == count)
    return replaceBy(other);

  // Blocks, and the rest.
  TypeBuilder blocks;
  blocks.type = other;
  blocks.repeat(count / block, block * stride);
  status = blocks.status;
  int64_t rest = count % block;
  MPI_Datatype parts[] = {blocks.type, MPI_BYTE};
  if (rest != 0 && !status)
    parts[1] = createVector(rest, stride);
  int lengths[] = {1, rest != 0};
  MPI_Aint displacements[] = {0, (count - rest) * stride};
  if (!status) {
    int error =
        MPI_Type_create_struct(2, lengths, displacements, parts, &other);
    status = checkMpi(error, "MPI_Type_create_struct");
  }
  for (MPI_Datatype &part : parts)
    if (part != MPI_BYTE && part != MPI_DATATYPE_NULL)
      MPI_Type_free(&part);
  if (!status)
    replaceBy(other);
}

void TypeBuilder::moveBy(MPI_Aint displacement) {
  if (status || displacement == 0)
    return;
  int length = 1;
  MPI_Datatype other = MPI_DATATYPE_NULL;
  int error = MPI_Type_create_hindexed(1, &length, &displacement, type, &other);
  status = checkMpi(error, "MPI_Type_create_hindexed");
  if (!status)
    replaceBy(other);
}

void TypeBuilder::resize(int64_t extent) {
  if (status)
    return;
  MPI_Datatype other = MPI_DATATYPE_NULL;
  int error = MPI_Type_create_resized(type, 0, extent, &other);
  status = checkMpi(error, "MPI_Type_create_resized");
  if (!status)
    replaceBy(other);
}

void TypeBuilder::commit() {
  if (!status)
    status = checkMpi(MPI_Type_commit(&type), "MPI_Type_commit");
}

/// Returns the datatype, or frees it after an error.
static int32_t finish(TypeBuilder &builder, MPI_Datatype &type) {
  builder.commit();
  type = builder.type;
  if (builder.status && type != MPI_BYTE)
    MPI_Type_free(&type);
  return builder.status;
}

int32_t mlir::split::mpi::runtime::createPartType(
    int64_t rank, int64_t distance, const int64_t *sizes,
    const int64_t *strides, int64_t bytes, MPI_Datatype &type) {
  int64_t run = bytes;
  int64_t last = rank - 1;
  for (; last >= 0 && (sizes[last] == 1 || strides[last] * bytes == run);
       --last)
    run *= sizes[last];
  TypeBuilder builder;
  builder.repeat(run, 1);
  for (; last >= 0; --last) {
    int64_t stride = strides[last] * bytes;
    if (sizes[last] == 1)
      continue;
    // Open MPI 4.1 takes bytes at a distance of -1 for a run in memory.
    if (stride < 0)
      builder.resize(stride);
    builder.repeat(sizes[last], stride);
  }
  builder.moveBy(distance);
  return finish(builder, type);
}

int32_t mlir::split::mpi::runtime::resizeType(int64_t extent,
                                              MPI_Datatype &type) {
  TypeBuilder builder;
  builder.type = type;
  builder.resize(extent);
  return finish(builder, type);
}
