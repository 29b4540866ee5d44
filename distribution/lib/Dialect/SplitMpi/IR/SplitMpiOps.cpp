//===- SplitMpiOps.cpp - The ops of the split_mpi dialect -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

//===----------------------------------------------------------------------===//
// Ops in destination-passing style
//===----------------------------------------------------------------------===//

/// The result has the type of the destination if that is a tensor.
static LogicalResult inferTransferTypes(ValueRange operands,
                                        SmallVectorImpl<Type> &types) {
  if (operands.size() > 1 && isa<TensorType>(operands[1].getType()))
    types.push_back(operands[1].getType());
  return success();
}

static void addEffect(OpOperand &operand, MemoryEffects::Effect *effect,
                      SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (isa<MemRefType>(operand.get().getType()))
    effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
}

static void
addCommunication(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(),
                       CommunicationResource::get());
  effects.emplace_back(MemoryEffects::Write::get(),
                       CommunicationResource::get());
}

static void
getTransferEffects(OpOperand &source, OpOperand &init,
                   SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffect(source, MemoryEffects::Read::get(), effects);
  addEffect(init, MemoryEffects::Write::get(), effects);
  addCommunication(effects);
}

/// The result has the sizes of the destination.
static LogicalResult reifyTransferShapes(OpBuilder &builder,
                                         DestinationStyleOpInterface op,
                                         ReifiedRankedShapedTypeDims &shapes) {
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isa<RankedTensorType>(init.get().getType()))
      shapes.push_back(tensor::getMixedSizes(builder, op.getLoc(), init.get()));
  return success();
}

static StringRef getStorageKind(Type type) {
  return isa<TensorType>(type) ? "tensor" : "memref";
}

/// Checks that `source` and `init` are both tensors or both memrefs, and have
/// the same rank and element type.
static LogicalResult verifyOperands(Operation *op, Value source, Value init) {
  auto sourceType = cast<ShapedType>(source.getType());
  auto initType = cast<ShapedType>(init.getType());
  StringRef expected = getStorageKind(sourceType);
  if (getStorageKind(initType) != expected)
    return op->emitOpError("destination is a ")
           << getStorageKind(initType) << ", expected a " << expected
           << " as the source is";
  if (initType.getRank() != sourceType.getRank())
    return op->emitOpError("destination has rank ")
           << initType.getRank() << ", expected " << sourceType.getRank()
           << ", the rank of the source";
  if (initType.getElementType() != sourceType.getElementType())
    return op->emitOpError("destination has element type ")
           << initType.getElementType() << ", expected "
           << sourceType.getElementType() << ", that of the source";
  return success();
}

/// Checks a list of coordinates, which is empty or has one for each axis, and
/// none for those in `lists`.
static LogicalResult verifyRoot(function_ref<InFlightDiagnostic()> emitError,
                                StringRef name, ArrayRef<int64_t> grid,
                                ArrayRef<int64_t> root,
                                ArrayRef<SmallVector<int16_t>> lists = {}) {
  if (root.empty())
    return success();
  if (root.size() != grid.size())
    return emitError() << name << " has " << root.size()
                       << " coordinates, expected none or " << grid.size()
                       << ", one for each axis of the grid";
  for (auto [axis, coordinate, size] : llvm::enumerate(root, grid))
    if (!ShapedType::isDynamic(coordinate) &&
        (coordinate < -1 || coordinate >= size))
      return emitError() << name << " has coordinate " << coordinate
                         << " along axis " << axis << ", expected -1 or in [0, "
                         << size << ")";
  for (const SmallVector<int16_t> &axes : lists)
    for (int16_t axis : axes)
      if (root[axis] >= 0)
        return emitError() << name << " has coordinate " << root[axis]
                           << " along axis " << axis
                           << ", which shards the tensor, expected -1";
  return success();
}

static Value getDpsInit(Operation *op) {
  return cast<DestinationStyleOpInterface>(op).getDpsInits().front();
}

//===----------------------------------------------------------------------===//
// RedistributeOp
//===----------------------------------------------------------------------===//

/// Checks that there are as many operands as dynamic values in `list`.
static LogicalResult verifyList(Operation *op, StringRef name,
                                ArrayRef<int64_t> list, ValueRange values) {
  size_t expected = llvm::count_if(list, ShapedType::isDynamic);
  if (values.size() == expected)
    return success();
  return op->emitOpError() << name << " has "
                           << formatCount(values.size(), "operand")
                           << ", expected " << expected
                           << ", the number of dynamic values in its attribute";
}

void RedistributeOp::build(OpBuilder &builder, OperationState &state,
                           Value source, Value init, Value communicator,
                           ArrayRef<int64_t> grid, ArrayRef<OpFoldResult> sizes,
                           const Layout &from, const Layout &to) {
  SmallVector<Value> dynamic[5];
  SmallVector<int64_t> fixed[5];
  ArrayRef<OpFoldResult> lists[] = {sizes, from.offsets, from.root, to.offsets,
                                    to.root};
  for (auto [list, values, constants] : llvm::zip_equal(lists, dynamic, fixed))
    dispatchIndexOpFoldResults(list, values, constants);
  MLIRContext *context = builder.getContext();
  build(builder, state, source, init, communicator, dynamic[0], dynamic[1],
        dynamic[2], dynamic[3], dynamic[4], grid, fixed[0],
        getAxesAttr(context, from.axes), fixed[1], fixed[2],
        getAxesAttr(context, to.axes), fixed[3], fixed[4]);
}

SmallVector<OpFoldResult> RedistributeOp::getMixedSizes() {
  Builder builder(getContext());
  return ::getMixedValues(getStaticSizes(), getSizes(), builder);
}

Layout RedistributeOp::getFromLayout() {
  Builder builder(getContext());
  int64_t rank = getStaticSizes().size();
  return {getAxesLists(getFrom(), rank),
          getMixedValues(getStaticFromOffsets(), getFromOffsets(), builder),
          getMixedValues(getStaticFromRoot(), getFromRoot(), builder)};
}

Layout RedistributeOp::getToLayout() {
  Builder builder(getContext());
  int64_t rank = getStaticSizes().size();
  return {getAxesLists(getTo(), rank),
          getMixedValues(getStaticToOffsets(), getToOffsets(), builder),
          getMixedValues(getStaticToRoot(), getToRoot(), builder)};
}

LogicalResult RedistributeOp::verify() {
  if (failed(verifyOperands(*this, getSource(), getInit())))
    return failure();
  auto emit = [&] { return emitOpError(); };
  int64_t rank = cast<ShapedType>(getSource().getType()).getRank();
  ArrayRef<int64_t> sizes = getStaticSizes();
  if (static_cast<int64_t>(sizes.size()) != rank)
    return emit() << "sizes has " << formatCount(sizes.size(), "value")
                  << ", expected " << rank << ", one for each dimension";
  for (int64_t size : sizes)
    if (size < 0 && !ShapedType::isDynamic(size))
      return emit() << "sizes has " << size << ", expected at least 0";
  if (failed(verifyGrid(emit, getGrid())))
    return failure();
  SmallVector<SmallVector<int16_t>> from = getAxesLists(getFrom(), rank);
  SmallVector<SmallVector<int16_t>> to = getAxesLists(getTo(), rank);
  return success(
      succeeded(verifyList(*this, "sizes", sizes, getSizes())) &&
      succeeded(verifyList(*this, "from_offsets", getStaticFromOffsets(),
                           getFromOffsets())) &&
      succeeded(
          verifyList(*this, "from_root", getStaticFromRoot(), getFromRoot())) &&
      succeeded(verifyList(*this, "to_offsets", getStaticToOffsets(),
                           getToOffsets())) &&
      succeeded(verifyList(*this, "to_root", getStaticToRoot(), getToRoot())) &&
      succeeded(verifyAxesLists(emit, "from", getGrid(), from, rank)) &&
      succeeded(verifyAxesLists(emit, "to", getGrid(), to, rank)) &&
      succeeded(verifyOffsets(emit, "from_offsets", getGrid(), from, sizes,
                              getStaticFromOffsets())) &&
      succeeded(verifyOffsets(emit, "to_offsets", getGrid(), to, sizes,
                              getStaticToOffsets())) &&
      succeeded(verifyRoot(emit, "from_root", getGrid(), getStaticFromRoot(),
                           from)) &&
      succeeded(verifyRoot(emit, "to_root", getGrid(), getStaticToRoot(), to)));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Checks the axes of an op that is collective over `axes`.
static LogicalResult verifyAxes(Operation *op, ArrayRef<int64_t> grid,
                                ArrayRef<int16_t> axes) {
  auto emit = [&] { return op->emitOpError(); };
  if (failed(verifyGrid(emit, grid)))
    return failure();
  return verifyAxesLists(emit, "axes", grid, SmallVector<int16_t>(axes),
                         /*rank=*/1);
}

static bool isReducible(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth());
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() ||
         type.isF64();
}

bool mlir::split::mpi::isReducibleBy(Type type, shard::ReductionKind kind) {
  if (!isReducible(type))
    return false;
  switch (kind) {
  case shard::ReductionKind::Sum:
  case shard::ReductionKind::Product:
    return true;
  case shard::ReductionKind::Average:
    return isa<ComplexType, FloatType>(type);
  case shard::ReductionKind::Max:
  case shard::ReductionKind::Min:
    return !isa<ComplexType>(type);
  case shard::ReductionKind::BitwiseAnd:
  case shard::ReductionKind::BitwiseOr:
  case shard::ReductionKind::BitwiseXor:
    return isa<IndexType, IntegerType>(type);
  case shard::ReductionKind::Generic:
    return false;
  }
  llvm_unreachable("all kinds are handled");
}

static LogicalResult verifyReduction(Operation *op, Value source,
                                     ArrayRef<int64_t> grid,
                                     ArrayRef<int16_t> axes,
                                     shard::ReductionKind kind) {
  if (failed(verifyOperands(op, source, getDpsInit(op))) ||
      failed(verifyAxes(op, grid, axes)))
    return failure();
  Type type = getElementTypeOrSelf(source);
  if (!isReducible(type))
    return op->emitOpError("has element type ")
           << type
           << ", expected an integer of 1, 8, 16, 32 or 64 bits, index, f16, "
              "bf16, f32, f64, complex<f32> or complex<f64>";
  if (!isReducibleBy(type, kind))
    return op->emitOpError("has kind ")
           << stringifyReductionKind(kind) << ", expected one that reduces "
           << type;
  return success();
}

void AllReduceOp::build(OpBuilder &builder, OperationState &state, Value source,
                        Value init, Value communicator, ArrayRef<int64_t> grid,
                        ArrayRef<int16_t> axes, shard::ReductionKind kind,
                        ArrayRef<OpFoldResult> root) {
  auto [fixed, dynamic] = decomposeMixedValues(root);
  build(builder, state, source, init, communicator, dynamic, grid, axes, kind,
        fixed);
}

SmallVector<OpFoldResult> AllReduceOp::getMixedRoot() {
  Builder builder(getContext());
  return getMixedValues(getStaticRoot(), getRoot(), builder);
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyReduction(*this, getSource(), getGrid(), getAxes(),
                             getKind())) ||
      failed(verifyList(*this, "root", getStaticRoot(), getRoot())))
    return failure();
  return verifyRoot([&] { return emitOpError(); }, "root", getGrid(),
                    getStaticRoot());
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(
          verifyReduction(*this, getSource(), getGrid(), getAxes(), getKind())))
    return failure();
  int64_t dimension = getDimensionAttr().getInt();
  int64_t rank = cast<ShapedType>(getSource().getType()).getRank();
  if (dimension >= 0 && dimension < rank)
    return success();
  return emitOpError("has dimension ")
         << dimension << ", expected a dimension in [0, " << rank << ")";
}

//===----------------------------------------------------------------------===//
// GlobalSizeOp
//===----------------------------------------------------------------------===//

void GlobalSizeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addCommunication(effects);
}

LogicalResult GlobalSizeOp::verify() {
  return verifyAxes(*this, getGrid(), getAxes());
}

//===----------------------------------------------------------------------===//
// GridIndexOp
//===----------------------------------------------------------------------===//

void GridIndexOp::build(OpBuilder &builder, OperationState &state,
                        Value communicator, ArrayRef<int64_t> grid) {
  build(builder, state, SmallVector<Type>(grid.size(), builder.getIndexType()),
        communicator, builder.getDenseI64ArrayAttr(grid));
}

void GridIndexOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  for (Value coordinate : getCoordinates())
    setNameFn(coordinate, "coordinate");
}

LogicalResult GridIndexOp::verify() {
  if (failed(verifyGrid([&] { return emitOpError(); }, getGrid())))
    return failure();
  if (getNumResults() == getGrid().size())
    return success();
  return emitOpError("has ")
         << formatCount(getNumResults(), "result") << ", expected "
         << getGrid().size() << ", one for each axis of the grid";
}

#define GET_OP_CLASSES
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpiOps.cpp.inc"
