//===- CopyOp.cpp - The op split.copy -------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult CopyOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &inferredReturnTypes) {
  // Without data there are no destinations; the verifier reports that.
  ValueRange outs = operands.empty() ? operands : operands.drop_front();
  llvm::copy_if(outs.getTypes(), std::back_inserter(inferredReturnTypes),
                llvm::IsaPred<TensorType>);
  return success();
}

int64_t CopyOp::getNormalizedAxis() {
  int64_t rank = cast<ShapedType>(getData().getType()).getRank();
  return *normalizeAxis(static_cast<int64_t>(getAxis()), rank);
}

static Attribute getEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getEncoding() : Attribute();
}

/// C5, except for sizes.
static LogicalResult verifyDestination(CopyOp op, size_t index, Type type) {
  auto emit = [&] {
    return op.emitOpError() << "destination " << index << " ";
  };
  auto data = cast<ShapedType>(op.getData().getType());
  auto destination = cast<ShapedType>(type);
  if (isa<TensorType>(data) != isa<TensorType>(destination))
    return emit() << "is a "
                  << (isa<TensorType>(destination) ? "tensor" : "memref")
                  << ", expected a "
                  << (isa<TensorType>(data) ? "tensor" : "memref")
                  << " as data is";
  if (destination.getRank() != data.getRank())
    return emit() << "has rank " << destination.getRank() << ", expected "
                  << data.getRank() << " as data has";
  if (destination.getElementType() != data.getElementType())
    return emit() << "has element type " << destination.getElementType()
                  << ", expected " << data.getElementType() << " as data has";
  if (getEncoding(destination) != getEncoding(data)) {
    InFlightDiagnostic diag = emit() << "has ";
    appendEncoding(diag, getEncoding(destination));
    diag << ", expected ";
    appendEncoding(diag, getEncoding(data));
    return diag << " as data has";
  }
  return success();
}

LogicalResult CopyOp::verify() {
  if (getOuts().empty())
    return emitOpError("expects at least one destination"); // C5
  if (failed(verifyAxis([&] { return emitOpError(); },
                        cast<ShapedType>(getData().getType()),
                        static_cast<int64_t>(getAxis()))))
    return failure();
  for (auto [index, type] : llvm::enumerate(getOuts().getTypes()))
    if (failed(verifyDestination(*this, index, type)))
      return failure();
  return success();
}

/// The op has effects on memrefs only.
void CopyOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!hasPureBufferSemantics())
    return;
  effects.emplace_back(MemoryEffects::Read::get(), &getDataMutable());
  for (OpOperand &destination : getOutsMutable())
    effects.emplace_back(MemoryEffects::Write::get(), &destination);
}

LogicalResult mlir::split::verifyCopySizes(CopyOp op, EmitErrorFn emitError) {
  auto data = cast<ShapedType>(op.getData().getType());
  int64_t axis = op.getNormalizedAxis();
  bool hasAllSizes = !data.isDynamicDim(axis);
  BoundedSum sum(data.getDimSize(axis));
  for (auto [index, type] : llvm::enumerate(op.getOuts().getTypes())) {
    auto destination = cast<ShapedType>(type);
    for (int64_t dim = 0; dim < data.getRank(); ++dim)
      if (dim != axis && !destination.isDynamicDim(dim) &&
          !data.isDynamicDim(dim) &&
          destination.getDimSize(dim) != data.getDimSize(dim))
        return emitError() << "destination " << index << " has size "
                           << destination.getDimSize(dim) << " along dimension "
                           << dim << ", expected " << data.getDimSize(dim)
                           << " as data has";
    if (destination.isDynamicDim(axis)) {
      hasAllSizes = false;
      continue;
    }
    if (!sum.add(destination.getDimSize(axis)))
      return emitError() << "destinations 0 to " << index
                         << " sum to more than " << sum.get() + sum.getLeft()
                         << (!data.isDynamicDim(axis)
                                 ? ", the size of data along dimension "
                                 : ", the largest size, along dimension ")
                         << axis;
  }
  if (hasAllSizes && sum.getLeft() != 0)
    return emitError() << "destinations sum to " << sum.get() << ", expected "
                       << data.getDimSize(axis)
                       << ", the size of data along dimension " << axis;
  return success();
}

bool mlir::split::obeysRules(CopyOp op) {
  return succeeded(
      verifyCopySizes(op, [&] { return emitNothing(op.getContext()); }));
}

/// Returns whether no size needs a check at run time (R7).
static bool cannotFail(CopyOp op) {
  auto isStatic = [](Type type) {
    return cast<ShapedType>(type).hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) && obeysRules(op);
}

/// %c = memref.cast %m : memref<4xf32> to memref<?xf32>
/// split.copy ins(%c : memref<?xf32>) ...
///   ->  split.copy ins(%m : memref<4xf32>) ...
///
/// A cast that adds a static size is not folded: the lowering uses that size.
LogicalResult CopyOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  LogicalResult folded = failure();
  for (OpOperand &operand : (*this)->getOpOperands()) {
    auto cast = operand.get().getDefiningOp<memref::CastOp>();
    if (!cast || !memref::CastOp::canFoldIntoConsumerOp(cast))
      continue;
    operand.set(cast.getSource());
    folded = success();
  }
  return folded;
}

Speculation::Speculatability CopyOp::getSpeculatability() {
  return hasPureTensorSemantics() && cannotFail(*this)
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

/// The results have the sizes of their destinations.
LogicalResult CopyOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &reified) {
  for (Value destination : getOuts())
    if (isa<TensorType>(destination.getType()))
      reified.push_back(tensor::getMixedSizes(builder, getLoc(), destination));
  return success();
}
