//===- SplitCopyToGPU.cpp - split.copy to one launch ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/GPU/Passes.h"
#include "llvm/Support/Regex.h"

namespace mlir::split::device {
#define GEN_PASS_DEF_CONVERTSPLITCOPYTOGPUPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// Returns whether all operands of `op` are memrefs that satisfy `predicate`.
static bool allMemRefs(CopyOp op, function_ref<bool(MemRefType)> predicate) {
  return llvm::all_of(op->getOperandTypes(), [&](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && predicate(memref);
  });
}

/// Returns whether a kernel can do what `op` does on the host: its memrefs have
/// strides, and destinations are in one memory space.
static bool isSupported(CopyOp op) {
  auto getSpace = [](Value out) {
    return cast<MemRefType>(out.getType()).getMemorySpace();
  };
  return allMemRefs(op, [](MemRefType type) { return type.isStrided(); }) &&
         llvm::all_equal(llvm::map_range(op.getOuts(), getSpace)) &&
         !isDeviceCode(op);
}

/// Returns the dimensions of the operands of `op` in groups that are as one
/// dimension: those that number the rows, then that of the rows.
static SmallVector<ReassociationIndices> groupDims(CopyOp op,
                                                   bool isContiguous) {
  int64_t axis = op.getNormalizedAxis();
  int64_t rank = cast<MemRefType>(op.getData().getType()).getRank();
  int64_t rowEnd = isContiguous ? rank : axis + 1;
  ReassociationIndices outer, row;
  for (int64_t dim = 0; dim < rank; ++dim)
    (dim < axis || dim >= rowEnd ? outer : row).push_back(dim);
  SmallVector<ReassociationIndices> groups{outer, row};
  auto isMatrix = [&](MemRefType type) {
    return memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups);
  };
  if (isContiguous && axis > 0 && allMemRefs(op, isMatrix))
    return groups;
  groups.clear();
  for (int64_t dim : outer)
    groups.push_back({dim});
  groups.push_back(row);
  return groups;
}

/// Returns the rows of `memref`, with one dimension for each of `groups`.
static Rows getRows(OpBuilder &builder, Value memref,
                    ArrayRef<ReassociationIndices> groups) {
  IndexMath math(builder, memref.getLoc());
  auto metadata = memref::ExtractStridedMetadataOp::create(
      builder, memref.getLoc(), memref);
  SmallVector<OpFoldResult> sizes = metadata.getConstifiedMixedSizes();
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  Rows rows;
  rows.buffer = metadata.getBaseBuffer();
  rows.offset = math.get(metadata.getConstifiedMixedOffset());
  for (const ReassociationIndices &group : groups) {
    rows.sizes.push_back(math.get(1));
    int64_t last = group.front();
    for (int64_t dim : group) {
      rows.sizes.back() = math.mul(rows.sizes.back(), sizes[dim]);
      // The stride of a dimension of one element says nothing.
      if (getConstantIntValue(sizes[dim]) != 1)
        last = dim;
    }
    rows.strides.push_back(math.get(strides[last]));
  }
  return rows;
}

/// Computes the form of `op` in host code before it.
static RowForm computeRowForm(CopyOp op) {
  OpBuilder builder(op);
  IndexMath math(builder, op.getLoc());
  auto dataType = cast<MemRefType>(op.getData().getType());
  int64_t rank = dataType.getRank(), rowRank = rank - op.getNormalizedAxis();
  RowForm form;
  form.isContiguous = allMemRefs(op, [&](MemRefType type) {
    return type.areTrailingDimsContiguous(rowRank);
  });
  bool hasStaticRows = allMemRefs(op, [&](MemRefType type) {
    return type.areTrailingDimsContiguous(rank) &&
           !ShapedType::isDynamicShape(type.getShape().take_back(rowRank));
  });
  SmallVector<ReassociationIndices> groups = groupDims(op, form.isContiguous);
  form.data = getRows(builder, op.getData(), groups);
  Value start = math.get(0);
  for (Value out : op.getOuts()) {
    if (llvm::is_contained(cast<MemRefType>(out.getType()).getShape(), 0))
      continue;
    form.pieces.push_back(getRows(builder, out, groups));
    form.starts.push_back(start);
    Value length = form.pieces.back().sizes.back();
    start = math.add(start, length);
    if (hasStaticRows)
      form.lengths.push_back(*getConstantIntValue(length));
  }
  form.width = llvm::sum_of(form.lengths);
  return form;
}

/// Replaces `op` by a launch. A copy that certainly fails at run time is
/// erased, as its kernel would access memory out of bounds.
static void convert(CopyOp op) {
  auto emitWarning = [&] {
    return op.emitWarning() << "'split.copy' op fails at run time: ";
  };
  if (succeeded(verifyCopySizes(op, emitWarning))) {
    RowForm form = computeRowForm(op);
    if (!form.pieces.empty())
      createKernel(op, form);
  }
  op.erase();
}

/// Puts `launch` into an scf.if, unless its grid certainly has blocks or it is
/// asynchronous.
static void skipIfEmpty(gpu::LaunchOp launch) {
  if (launch.getAsyncToken())
    return;
  OpBuilder builder(launch);
  IndexMath math(builder, launch.getLoc());
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  Value hasBlocks;
  for (Value size : {grid.x, grid.y, grid.z})
    if (getConstantIntValue(size).value_or(0) == 0)
      hasBlocks = math.both(hasBlocks, math.isLess(math.get(0), size));
  if (!hasBlocks)
    return;
  auto op = scf::IfOp::create(builder, launch.getLoc(), hasBlocks,
                              /*withElseRegion=*/false);
  launch->moveBefore(op.thenBlock()->getTerminator());
}

/// Names the kernel of `launch` if PTX does not allow the name that it would
/// get from its function.
static void nameKernel(gpu::LaunchOp launch) {
  auto function = launch->getParentOfType<FunctionOpInterface>();
  if (!function || launch.getFunctionAttr() ||
      llvm::Regex("^[a-zA-Z_][a-zA-Z0-9_$]*$").match(function.getName()))
    return;
  std::string name = "kernel_";
  for (char c : function.getName())
    name.push_back(llvm::isAlnum(c) ? c : '_');
  launch.setFunctionAttr(SymbolRefAttr::get(function.getContext(), name));
}

namespace {
struct ConvertSplitCopyToGPUPass
    : device::impl::ConvertSplitCopyToGPUPassBase<ConvertSplitCopyToGPUPass> {
  void runOnOperation() override {
    getOperation()->walk([](CopyOp op) {
      if (isSupported(op))
        convert(op);
    });
    getOperation()->walk([](gpu::LaunchOp launch) {
      skipIfEmpty(launch);
      nameKernel(launch);
    });
  }
};
} // namespace
