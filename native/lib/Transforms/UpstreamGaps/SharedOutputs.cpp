//===- SharedOutputs.cpp - Outputs that threads share ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The insertions that end an scf.forall have no order for upstream's analysis.
// It does not find out that one of them overwrites what another one inserts,
// nor what another thread reads. An insertion overwrites nothing if its source
// is computed in place, from the slice that it replaces. All other reads of an
// output become reads of its tensor from before the loop, which the analysis
// keeps, or are copied.
//
//===----------------------------------------------------------------------===//

#include "IsolateBoundaries.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using bufferization::AnalysisState;
using tensor::ExtractSliceOp;
using tensor::ParallelInsertSliceOp;

/// Whether `insert` replaces the elements of `slice`.
static bool replaces(ParallelInsertSliceOp insert, ExtractSliceOp slice) {
  return slice.getSource() == insert.getDest() &&
         cast<OffsetSizeAndStrideOpInterface>(*slice).isSameAs(
             cast<OffsetSizeAndStrideOpInterface>(*insert),
             isEqualConstantIntOrValue);
}

/// Returns the slice of an output of `loop` that `value` is, or null.
static ExtractSliceOp getOutputSlice(scf::ForallOp loop, Value value) {
  auto slice = value.getDefiningOp<ExtractSliceOp>();
  return slice &&
                 llvm::is_contained(loop.getRegionIterArgs(), slice.getSource())
             ? slice
             : nullptr;
}

/// Whether the source of `insert` may share a buffer with a slice of an output
/// of `loop` other than the one that it replaces.
static bool mayBeOverwritten(ParallelInsertSliceOp insert, scf::ForallOp loop,
                             const AnalysisState &state) {
  llvm::SmallDenseSet<Value> seen;
  SmallVector<Value> work{insert.getSource()};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second ||
        !loop.getRegion().isAncestor(next.getParentRegion()))
      continue;
    if (ExtractSliceOp slice = getOutputSlice(loop, next)) {
      if (!replaces(insert, slice))
        return true;
      continue;
    }
    llvm::append_range(work, getAliases(next, state));
  }
  return false;
}

unsigned mlir::split::native::isolateOutputs(scf::ForallOp loop,
                                             const AnalysisState &state) {
  auto inserts = llvm::map_to_vector(
      loop.getTerminator().getYieldingOps(),
      [](Operation &op) { return cast<ParallelInsertSliceOp>(op); });
  for (auto [argument, output] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getOutputs()))
    argument.replaceUsesWithIf(output, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (auto insert = dyn_cast<ParallelInsertSliceOp>(user))
        return &use != &insert.getDestMutable();
      auto slice = dyn_cast<ExtractSliceOp>(user);
      return !slice || llvm::none_of(inserts, [&](auto insert) {
        return replaces(insert, slice);
      });
    });
  unsigned numCopies = 0;
  for (ParallelInsertSliceOp insert : inserts)
    if (mayBeOverwritten(insert, loop, state)) {
      separate(insert.getSourceMutable());
      ++numCopies;
    }
  return numCopies;
}
