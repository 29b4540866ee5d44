//===- Layout.h - Layouts of sharded tensors --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_LAYOUT_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_LAYOUT_H

#include <cstdint>

namespace mlir::split::mpi::runtime {

/// The greatest rank of tensors and of grids.
constexpr int64_t kMaxRank = 64;

/// A list of numbers that is read from its beginning to its end.
class Reader {
public:
  explicit Reader(const int64_t *list) : next(list) {}

  int64_t read() { return *next++; }
  const int64_t *readList(int64_t count) {
    const int64_t *list = next;
    next += count;
    return list;
  }
  const int64_t *getPosition() const { return next; }

private:
  const int64_t *next;
};

/// Sizes of a grid, and the coordinates of this rank.
struct Grid {
  int64_t rank;
  const int64_t *sizes;
  int64_t coordinates[kMaxRank];
};

/// A set of grid axes: `contains` of each axis.
struct AxisSet {
  bool contains[kMaxRank] = {};
};

/// A list of different grid axes.
struct Axes {
  int64_t count;
  const int64_t *list;
};

/// A part of a dimension.
struct Interval {
  int64_t begin, end;
};

/// A part of a tensor: an interval of each dimension.
struct Box {
  int64_t begin[kMaxRank];
  int64_t sizes[kMaxRank];
};

/// A layout of a tensor of some rank on a grid, as MpiRuntime.h defines it.
struct Layout {
  Axes axes[kMaxRank];
  /// Offsets of shards, or null for the default, for each dimension.
  const int64_t *offsets[kMaxRank];
  /// The root, or null for none.
  const int64_t *roots;
};

/// Reads the rank and the sizes of a grid of `numRanks` positions, and computes
/// the coordinates of `rank`.
int32_t readGrid(Reader &reader, int64_t numRanks, int64_t rank, Grid &grid);

/// Reads the number of axes and axes, and adds them to `used`.
int32_t readAxes(Reader &reader, const Grid &grid, AxisSet &used, Axes &axes);

/// Reads a root for each axis of a grid.
int32_t readRoots(Reader &reader, const Grid &grid, const int64_t *&roots);

int32_t readRank(Reader &reader, int64_t &rank);

/// Checks that sizes are not negative, and that they are together, with `bytes`
/// for each element, less than 2^63 bytes.
int32_t checkSizes(int64_t rank, const int64_t *sizes, int64_t bytes);

/// Returns the number of shards that axes lead to.
int64_t countShards(const Grid &grid, const Axes &axes);

/// Returns the number of the shard at some coordinates.
int64_t getShard(const Grid &grid, const Axes &axes,
                 const int64_t *coordinates);

/// Returns the interval of a dimension of size `size` at some coordinates.
Interval getInterval(const Grid &grid, const Layout &layout, int64_t dimension,
                     int64_t size, const int64_t *coordinates);

/// Computes the part that is at some coordinates, disregarding roots.
void getBox(const Grid &grid, const Layout &layout, int64_t rank,
            const int64_t *sizes, const int64_t *coordinates, Box &box);

/// Returns true if the ranks at some coordinates hold a part, by the root.
bool isAtRoot(const Grid &grid, const Layout &layout,
              const int64_t *coordinates);

/// Intersects two parts. Returns false if they have no element in common.
bool intersect(int64_t rank, const Box &a, const Box &b, Box &result);

/// The ranks whose coordinates differ from those of this rank only on some
/// axes, in the order of their numbers.
class GroupMembers {
public:
  GroupMembers(const Grid &grid, const AxisSet &axes);

  int64_t getSize() const { return size; }
  /// Returns true if members may differ on an axis.
  bool contains(int64_t axis) const { return axes.contains[axis]; }
  /// Returns this rank's position.
  int64_t getSelf() const { return self; }
  /// Stores the coordinates of the member at a position.
  void getCoordinates(int64_t position, int64_t *coordinates) const;
  /// Returns the position of the member with these coordinates.
  int64_t getPosition(const int64_t *coordinates) const;

private:
  const Grid &grid;
  const AxisSet &axes;
  int64_t size = 1;
  int64_t self;
};

} // namespace mlir::split::mpi::runtime

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_LAYOUT_H
