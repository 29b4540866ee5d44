//===- SliceCovers.cpp - Slices that cover a tensor -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceCovers.h"

#include "IndexSums.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the dimension that `slice` takes a part of if it takes all others.
static std::optional<int64_t> getCutAxis(const TensorSlice &slice,
                                         IndexSums &sums) {
  if (slice.getType().getEncoding() != slice.getSourceType().getEncoding())
    return std::nullopt;
  std::optional<int64_t> axis;
  for (auto [dim, offset] : llvm::enumerate(slice.offsets)) {
    if (sums.areEqual(sums.get(offset), IndexSum(0)) &&
        sums.areEqual(getSize(slice, dim, sums),
                      sums.getDim(slice.getSource(), dim)))
      continue;
    if (axis)
      return std::nullopt;
    axis = dim;
  }
  return axis;
}

namespace {
/// A graph whose edges are slices of one tensor along one axis, between the
/// positions where they start and end.
class SliceGraph {
public:
  SliceGraph(IndexSums &sums, const IndexSum &size)
      : sums(sums), start(*getNode(IndexSum(0))), end(getNode(size)) {}

  void add(const TensorSlice &slice, int64_t axis) {
    IndexSum position = sums.get(slice.offsets[axis]);
    std::optional<unsigned> from = getNode(position);
    position.add(getSize(slice, axis, sums));
    std::optional<unsigned> to = getNode(position);
    // An empty slice is not part of a cover.
    if (!from || !to || from == to)
      return;
    auto [it, isNew] = edgeNumbers.try_emplace({*from, *to}, edges.size());
    if (isNew) {
      edges.push_back({*from, *to, {}});
      nodes[*from].edges.push_back(it->second);
    }
    edges[it->second].slices.push_back(slice);
  }

  /// Removes the edges of a path from start to end and returns them, or nothing
  /// if there is no path. All calls together visit each dead end once.
  SmallVector<EqualSlices> takePath() {
    SmallVector<Edge *> path;
    unsigned node = start;
    while (node != end) {
      ArrayRef<unsigned> out = nodes[node].edges;
      if (nodes[node].numTaken < out.size()) {
        path.push_back(&edges[out[nodes[node].numTaken++]]);
        node = path.back()->to;
        continue;
      }
      if (path.empty())
        break;
      node = path.pop_back_val()->from;
    }
    return llvm::map_to_vector(path, [](Edge *edge) { return edge->slices; });
  }

private:
  struct Node {
    IndexSum position;
    /// In the order of the block.
    SmallVector<unsigned, 1> edges;
    size_t numTaken = 0;
  };
  struct Edge {
    unsigned from, to;
    EqualSlices slices;
  };

  /// Returns none if the node of `position` is uncertain.
  std::optional<unsigned> getNode(const IndexSum &position) {
    auto [it, isNew] = nodeNumbers.try_emplace(position.hash, nodes.size());
    if (isNew)
      nodes.push_back({position, {}});
    else if (!sums.areEqual(position, nodes[it->second].position))
      return std::nullopt;
    return it->second;
  }

  IndexSums &sums;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::map<uint64_t, unsigned> nodeNumbers;
  DenseMap<std::pair<unsigned, unsigned>, unsigned> edgeNumbers;
  unsigned start;
  std::optional<unsigned> end;
};
} // namespace

IndexSum mlir::split::frontends::getSize(const TensorSlice &slice, int64_t dim,
                                         IndexSums &sums) {
  if (slice.sizes[dim])
    return sums.get(slice.sizes[dim]);
  IndexSum size = sums.getDim(slice.getSource(), dim);
  size.add(sums.get(slice.offsets[dim]), /*factor=*/-1);
  return size;
}

SmallVector<SliceCover>
mlir::split::frontends::findSliceCovers(Block &block, IndexSums &sums) {
  llvm::MapVector<std::pair<Value, int64_t>, SmallVector<TensorSlice>> groups;
  for (Operation &op : block)
    if (std::optional<TensorSlice> slice = readSlice(&op))
      if (std::optional<int64_t> axis = getCutAxis(*slice, sums))
        groups[{slice->getSource(), *axis}].push_back(std::move(*slice));

  SmallVector<SliceCover> covers;
  for (const auto &[key, slices] : groups) {
    auto [source, axis] = key;
    SliceGraph graph(sums, sums.getDim(source, axis));
    for (const TensorSlice &slice : slices)
      graph.add(slice, axis);
    while (true) {
      SliceCover cover{axis, graph.takePath()};
      if (cover.pieces.empty())
        break;
      covers.push_back(std::move(cover));
    }
  }
  return covers;
}
