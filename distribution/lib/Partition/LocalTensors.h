//===- LocalTensors.h - The parts of tensors that a rank has ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is partitioned op by op. The old function has values of whole
// tensors; the new one has, for each of them, parts in one or more layouts.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_LOCALTENSORS_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_LOCALTENSORS_H

#include "TensorLayout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"

namespace mlir::split::mpi {

inline RankedTensorType getTensorType(Value whole) {
  return cast<RankedTensorType>(whole.getType());
}

/// The values of a new function that belong to values of the old one. Arguments
/// called `whole` are values of the old function.
class LocalTensors {
public:
  /// Inserts ops at the builder's insertion point, and what all of them share
  /// at the beginning of `entry`.
  LocalTensors(OpBuilder &builder, Grid grid, Value communicator, Block &entry)
      : builder(builder), grid(std::move(grid)), communicator(communicator),
        entry(entry) {}

  OpBuilder &getBuilder() { return builder; }
  const Grid &getGrid() const { return grid; }
  Value getCommunicator() const { return communicator; }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// Registers `local` as the part of `whole` in `layout`, which becomes the
  /// preferred layout. Casts it to the type that follows from the layout.
  /// `sizes` are those of the whole tensor: null, or none at all, if they are
  /// static or follow from `local`.
  void set(Value whole, Value local, TensorLayout layout,
           ArrayRef<OpFoldResult> sizes = {});

  /// Registers `whole` as equal to `source`, preferably in `layout`.
  void setAlias(Value whole, Value source, TensorLayout layout);

  /// Registers `value` for `whole`, which is not a ranked tensor.
  void setValue(Value whole, Value value) { values.map(whole, value); }

  /// Returns the layout in which a part of `whole` exists, or in which it
  /// should be according to an annotation.
  TensorLayout getLayout(Value whole) const;

  /// Returns the layout that an annotation states for `whole`, or none.
  std::optional<TensorLayout> getWanted(Value whole) const;

  void setWanted(Value whole, TensorLayout layout);

  /// Returns the part of `whole` in `layout`. Creates ops if there is none.
  Value get(Value whole, TensorLayout layout);

  /// Returns all of `whole`, which may be of any type.
  Value getWhole(Value whole);

  /// Maps values of the old function to whole values of the new one.
  void mapWhole(ValueRange wholes, IRMapping &map);

  /// Estimates how many elements each rank receives to get the part of `whole`
  /// in `layout`.
  double getCost(Value whole, const TensorLayout &layout) const;

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  /// Returns the size of the whole tensor along `dim`.
  OpFoldResult getSize(Value whole, int64_t dim);
  SmallVector<OpFoldResult> getSizes(Value whole);

  /// Returns the interval of this rank in a dimension of `size` elements.
  Interval getInterval(Location loc, const DimLayout &layout,
                       OpFoldResult size);
  /// Returns the sizes of the part of a tensor of `sizes`.
  SmallVector<OpFoldResult> getLocalSizes(Location loc,
                                          const TensorLayout &layout,
                                          ArrayRef<OpFoldResult> sizes);
  /// Creates an uninitialized part of a tensor of type `whole` and `sizes`.
  Value createEmpty(Location loc, RankedTensorType whole,
                    const TensorLayout &layout, ArrayRef<OpFoldResult> sizes);
  /// Returns the element of `table` for this rank's shard along `axes`.
  OpFoldResult lookUp(Location loc, ArrayRef<int16_t> axes,
                      ArrayRef<int64_t> table);

private:
  struct Part {
    TensorLayout layout;
    Value value;
  };

  /// Checks at run time that dynamic sizes of `whole` are what the offsets of
  /// `layout` say.
  void checkOffsets(Value whole, const TensorLayout &layout);
  /// Returns the value whose parts `whole` shares.
  Value resolve(Value whole) const;
  /// Creates the part of an op that needs no other part; null if it has no such
  /// op.
  Value createPart(Value whole, const TensorLayout &layout);
  Value createSlice(const Part &part, Value whole, const TensorLayout &to);
  Value createRedistribute(const Part &part, Value whole,
                           const TensorLayout &to);
  /// Returns the number of this rank's shard along `axes`.
  Value getShard(Location loc, ArrayRef<int16_t> axes);

  OpBuilder &builder;
  Grid grid;
  Value communicator;
  Block &entry;
  SmallVector<Value> coordinates;
  IRMapping values;
  DenseMap<Value, Value> aliases;
  DenseMap<Value, TensorLayout> layouts, wanted;
  DenseMap<Value, SmallVector<Part, 1>> parts;
  DenseMap<Value, SmallVector<OpFoldResult>> sizes;
};

/// Returns whether `op`, which may be null, creates any part of its result
/// without data.
bool isCreatedInParts(Operation *op);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_LOCALTENSORS_H
