//===- Partition.cpp - The program of one rank ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "LocalTensors.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Distribution/Passes.h"

namespace mlir::split::mpi {
#define GEN_PASS_DEF_SPLITPARTITIONPASS
#include "split-mlir/Distribution/Passes.h.inc"
} // namespace mlir::split::mpi

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using shard::ShardingOp;
using shard::ShardOp;

/// Returns the annotation that states how `argument` is sharded, or null: the
/// first one of its definition, or the only use.
static ShardOp getAnnotation(BlockArgument argument) {
  ShardOp annotation;
  for (Operation *user : argument.getUsers()) {
    auto shard = dyn_cast<ShardOp>(user);
    if (shard && !shard.getAnnotateForUsers() &&
        (!annotation || shard->isBeforeInBlock(annotation)))
      annotation = shard;
  }
  if (!annotation && argument.hasOneUse())
    annotation = dyn_cast<ShardOp>(*argument.user_begin());
  return annotation;
}

/// Returns the attributes that describe a part of a tensor of type `whole`.
static void addAttributes(Builder &builder, const Grid &grid,
                          RankedTensorType whole, const TensorLayout &layout,
                          NamedAttrList &attributes) {
  SmallVector<SmallVector<int16_t>> axes;
  SmallVector<int64_t> offsets;
  bool hasOffsets = false;
  for (auto [dim, size] : llvm::zip_equal(layout.dims, whole.getShape())) {
    axes.push_back(dim.axes);
    hasOffsets |= !dim.offsets.empty();
  }
  if (hasOffsets)
    for (auto [dim, size] : llvm::zip_equal(layout.dims, whole.getShape()))
      if (!dim.isWhole())
        llvm::append_range(offsets, grid.getOffsets(dim, size));
  attributes.set(kGlobalTypeAttrName, TypeAttr::get(whole));
  attributes.set(kAxesAttrName, getAxesAttr(builder.getContext(), axes));
  if (hasOffsets)
    attributes.set(kOffsetsAttrName, builder.getDenseI64ArrayAttr(offsets));
}

namespace {
/// Replaces the body of a function by what one rank executes.
class FunctionPartition {
public:
  FunctionPartition(func::FuncOp function, const Grid &grid)
      : function(function), grid(grid), builder(function.getContext()) {}

  LogicalResult run();

private:
  LogicalResult verify();
  void createEntry();
  void addArgument(BlockArgument whole, BlockArgument local);
  OpFoldResult addArgumentSize(BlockArgument local, RankedTensorType type,
                               int64_t dim, const DimLayout &layout);
  void collectAnnotations();
  void partition(Operation *op);
  void replicate(Operation *op);
  void createReturn(func::ReturnOp op);
  TensorLayout getArgumentLayout(BlockArgument argument) {
    if (ShardOp annotation = getAnnotation(argument))
      return getLayout(annotation, grid);
    return TensorLayout(cast<RankedTensorType>(argument.getType()).getRank());
  }

  func::FuncOp function;
  const Grid &grid;
  OpBuilder builder;
  /// The function before, outside of the module.
  OwningOpRef<func::FuncOp> old;
  std::optional<LocalTensors> tensors;
};
} // namespace

LogicalResult FunctionPartition::verify() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("has several blocks, which split-partition "
                                "does not support");
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, function->getParentOp());
  if (uses && uses->empty())
    return success();
  return function.emitOpError("is used in the module, expected a public "
                              "function that only hosts call");
}

/// Returns the size of the whole tensor along a sharded dimension of the
/// argument, after a check of the size that the rank has.
OpFoldResult FunctionPartition::addArgumentSize(BlockArgument local,
                                                RankedTensorType type,
                                                int64_t dim,
                                                const DimLayout &layout) {
  Location loc = local.getLoc();
  int64_t fixed =
      layout.offsets.empty() ? type.getDimSize(dim) : layout.offsets.back();
  OpFoldResult given = tensor::getMixedSize(builder, loc, local, dim);
  if (ShapedType::isDynamic(fixed))
    return GlobalSizeOp::create(builder, loc, cast<Value>(given),
                                tensors->getCommunicator(), grid.getShape(),
                                layout.axes)
        .getResult();
  OpFoldResult size = builder.getIndexAttr(fixed);
  if (!isa<Value>(given))
    return size;
  IndexMath math(builder, loc);
  Value expected = math.get(tensors->getInterval(loc, layout, size).size);
  std::string message = "argument " + std::to_string(local.getArgNumber()) +
                        " has size {} along dimension " + std::to_string(dim) +
                        ", expected {}, the size of this rank's shard";
  AssertOp::create(builder, loc, math.isEqual(given, expected), message,
                   ValueRange{cast<Value>(given), expected});
  return size;
}

void FunctionPartition::addArgument(BlockArgument whole, BlockArgument local) {
  auto type = dyn_cast<RankedTensorType>(whole.getType());
  if (!type)
    return tensors->setValue(whole, local);
  TensorLayout layout = getArgumentLayout(whole);
  SmallVector<OpFoldResult> sizes(type.getRank());
  for (auto [dim, dimLayout] : llvm::enumerate(layout.dims))
    if (!dimLayout.isWhole())
      sizes[dim] = addArgumentSize(local, type, dim, dimLayout);
  tensors->set(whole, local, layout, sizes);
  NamedAttrList attributes(function.getArgAttrDict(local.getArgNumber()));
  addAttributes(builder, grid, type, layout, attributes);
  function.setArgAttrs(local.getArgNumber(), attributes);
}

void FunctionPartition::createEntry() {
  old = function.cloneWithoutRegions();
  old->getBody().takeBody(function.getBody());
  SmallVector<Type> types;
  SmallVector<Location> locs;
  for (BlockArgument whole : old->getArguments()) {
    auto type = dyn_cast<RankedTensorType>(whole.getType());
    types.push_back(type ? grid.getLocalType(type, getArgumentLayout(whole))
                         : whole.getType());
    locs.push_back(whole.getLoc());
  }
  Block *entry = builder.createBlock(&function.getBody(), {}, types, locs);
  function.setType(builder.getFunctionType(types, function.getResultTypes()));
  // The function has no uses.
  Value communicator = *getOrAddCommunicator(function);
  builder.setInsertionPointToEnd(entry);
  tensors.emplace(builder, grid, communicator, *entry);
  for (auto [whole, local] :
       llvm::zip(old->getArguments(), entry->getArguments()))
    addArgument(whole, local);
}

/// Annotations of definitions come before those for users. Results without an
/// annotation are whole.
void FunctionPartition::collectAnnotations() {
  for (bool isForUsers : {false, true})
    for (auto op : old->getOps<ShardOp>())
      if (op.getAnnotateForUsers() == isForUsers)
        tensors->setWanted(op.getSrc(), getLayout(op, grid));
  for (Value result : old->front().getTerminator()->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      tensors->setWanted(result, TensorLayout(type.getRank()));
}

/// Creates `op` on whole tensors.
void FunctionPartition::replicate(Operation *op) {
  IRMapping map;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  tensors->mapWhole(op->getOperands(), map);
  tensors->mapWhole(captured.getArrayRef(), map);
  Operation *local = builder.clone(*op, map);
  for (auto [whole, value] :
       llvm::zip_equal(op->getResults(), local->getResults())) {
    if (auto type = dyn_cast<RankedTensorType>(whole.getType()))
      tensors->set(whole, value, TensorLayout(type.getRank()));
    else
      tensors->setValue(whole, value);
  }
}

void FunctionPartition::createReturn(func::ReturnOp op) {
  SmallVector<Value> values;
  for (OpOperand &operand : op->getOpOperands()) {
    Value whole = operand.get();
    auto type = dyn_cast<RankedTensorType>(whole.getType());
    if (!type) {
      values.push_back(tensors->getWhole(whole));
      continue;
    }
    TensorLayout layout(type.getRank());
    if (whole.getDefiningOp<ShardOp>())
      layout = tensors->getLayout(whole);
    values.push_back(tensors->get(whole, layout));
    unsigned index = operand.getOperandNumber();
    NamedAttrList attributes(function.getResultAttrDict(index));
    addAttributes(builder, grid, type, layout, attributes);
    function.setResultAttrs(index,
                            attributes.getDictionary(builder.getContext()));
  }
  func::ReturnOp::create(builder, op.getLoc(), values);
  function.setType(builder.getFunctionType(function.getArgumentTypes(),
                                           ValueRange(values).getTypes()));
}

void FunctionPartition::partition(Operation *op) {
  if (auto shard = dyn_cast<ShardOp>(op))
    return tensors->setAlias(shard, shard.getSrc(), getLayout(shard, grid));
  if (auto terminator = dyn_cast<func::ReturnOp>(op))
    return createReturn(terminator);
  if (isa<ShardingOp>(op) || isCreatedInParts(op))
    return;
  if (!partitionLinalg(*tensors, op) && !partitionPieces(*tensors, op) &&
      !partitionShape(*tensors, op))
    replicate(op);
}

LogicalResult FunctionPartition::run() {
  if (failed(verify()))
    return failure();
  createEntry();
  collectAnnotations();
  for (Operation &op : old->front())
    partition(&op);
  return success();
}

/// Removes the annotations of a function that each rank executes on whole
/// tensors.
static void removeAnnotations(func::FuncOp function) {
  for (auto op : llvm::make_early_inc_range(function.getOps<ShardOp>())) {
    op.replaceAllUsesWith(op.getSrc());
    op.erase();
  }
  for (auto op : llvm::make_early_inc_range(function.getOps<ShardingOp>()))
    op.erase();
}

namespace {
struct SplitPartitionPass
    : split::mpi::impl::SplitPartitionPassBase<SplitPartitionPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<shard::GridOp> gridOp = findGrid(module);
    if (failed(gridOp))
      return signalPassFailure();
    if (!*gridOp || isPartitioned(module))
      return;
    Grid grid(gridOp->getShape());
    if (failed(inlineCalls()) || failed(verifyAnnotations(module, grid)))
      return signalPassFailure();

    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (function.isPrivate())
        removeAnnotations(function);
      else if (failed(FunctionPartition(function, grid).run()))
        return signalPassFailure();
    }
    module->setAttr(kGridAttrName,
                    DenseI64ArrayAttr::get(&getContext(), grid.getShape()));
    for (auto op : llvm::make_early_inc_range(module.getOps<shard::GridOp>()))
      op.erase();
  }

private:
  LogicalResult inlineCalls() {
    OpPassManager pipeline(ModuleOp::getOperationName());
    pipeline.addPass(createInlinerPass({}, [](OpPassManager &) {}));
    return runPipeline(pipeline, getOperation());
  }
};
} // namespace
