//===- ResultsToViews.cpp - results that are views of arguments -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITRESULTSTOVIEWSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// Whether `argument` is what the caller of `function` passes, and nothing
/// writes there: a view would show it.
static bool isReadOnly(BlockArgument argument, func::FuncOp function) {
  if (argument.getOwner() != &function.front())
    return false;
  auto writable = function.getArgAttrOfType<BoolAttr>(
      argument.getArgNumber(),
      bufferization::BufferizationDialect::kWritableAttrName);
  return !writable || !writable.getValue();
}

/// Whether bufferization certainly makes `value` a view of an argument. It
/// allocates for empty pieces, and for reshapes of what is not contiguous.
static bool isView(Value value, func::FuncOp function) {
  bool isReshaped = false;
  while (true) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || llvm::is_contained(type.getShape(), 0))
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return isReadOnly(argument, function);
    Operation *op = value.getDefiningOp();
    auto split = dyn_cast<SplitOpInterface>(op);
    bool isPart = isa<tensor::ExtractSliceOp>(op) ||
                  (split && split.getSpec().axis.has_value());
    bool isReshape = isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
    if ((isPart && isReshaped) ||
        (!isPart && !isReshape && !isa<tensor::CastOp>(op)))
      return false;
    isReshaped |= isReshape;
    value = op->getOperand(0);
  }
}

/// A memref that describes any view of a tensor of type `type`.
static MemRefType getViewType(RankedTensorType type) {
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides));
}

/// Whether `value`, which is a view, is one of a reshape of an argument.
static bool isViewOfReshape(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      return true;
    value = op->getOperand(0);
  }
  return false;
}

/// The argument that a view is a part of.
static BlockArgument getViewedArgument(Value value) {
  while (Operation *op = value.getDefiningOp())
    value = op->getOperand(0);
  return cast<BlockArgument>(value);
}

/// Ops and their copies; what an op takes is before it.
using ViewClones = llvm::MapVector<Operation *, Operation *>;

/// Returns the argument of `function` that is marked as `argument` with the
/// strides that the host passes. Adds it as the last argument if there is none.
static BlockArgument getGivenArgument(func::FuncOp function,
                                      BlockArgument argument) {
  int64_t index = argument.getArgNumber();
  unsigned number = function.getNumArguments();
  for (unsigned i = index + 1; i < number; ++i) {
    auto given = function.getArgAttrOfType<IntegerAttr>(i, kGivenAttrName);
    if (given && given.getInt() == index)
      return function.getArgument(i);
  }
  Builder builder(function.getContext());
  MemRefType viewType = getViewType(cast<RankedTensorType>(argument.getType()));
  NamedAttribute attributes[] = {
      {builder.getStringAttr(kGivenAttrName), builder.getIndexAttr(index)},
      {builder.getStringAttr(
           bufferization::BufferizationDialect::kBufferLayoutAttrName),
       viewType.getLayout()},
      {builder.getStringAttr(
           bufferization::BufferizationDialect::kWritableAttrName),
       builder.getBoolAttr(false)}};
  (void)function.insertArgument(number, argument.getType(),
                                builder.getDictionaryAttr(attributes),
                                argument.getLoc());
  return function.getArgument(number);
}

/// A copy of the ops between an argument, which becomes `root`, and `value`, so
/// that no other use, a write say, makes bufferization allocate for them.
/// `clones` has those that there are.
static Value cloneView(OpBuilder &builder, Value value, Value root,
                       ViewClones &clones) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return root;
  Value source =
      cloneView(builder, result.getOwner()->getOperand(0), root, clones);
  Operation *&clone = clones[result.getOwner()];
  if (!clone) {
    clone = builder.clone(*result.getOwner());
    clone->setOperand(0, source);
  }
  return clone->getResult(result.getResultNumber());
}

/// Erases the ops that were cloned, from the last, where nobody uses them now.
static void eraseUnused(const ViewClones &clones) {
  for (Operation *original : llvm::reverse(llvm::make_first_range(clones)))
    if (isOpTriviallyDead(original))
      original->erase();
}

/// The descriptor of `view`, of which nothing is allocated.
static Value describe(OpBuilder &builder, Location loc, Value view,
                      Type descriptorType) {
  auto type = cast<RankedTensorType>(view.getType());
  Value buffer = bufferization::ToBufferOp::create(
      builder, loc, getViewType(type), view, /*read_only=*/true);
  Value descriptor =
      UnrealizedConversionCastOp::create(builder, loc, descriptorType, buffer)
          .getResult(0);
  Value null = LLVM::ZeroOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  return LLVM::InsertValueOp::create(builder, loc, descriptor, null,
                                     ArrayRef<int64_t>{0});
}

namespace {
struct SplitResultsToViewsPass
    : split::impl::SplitResultsToViewsPassBase<SplitResultsToViewsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    LLVMTypeConverter converter(&getContext());
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!function.isPublic() || function.isExternal())
        continue;
      SmallVector<Type> types = getDescriptorTypes(function, converter);
      if (llvm::none_of(types, [](Type type) { return bool(type); }) ||
          failed(separateCallers(function, symbols)))
        continue;
      returnViews(function, types);
    }
  }

private:
  /// The types of the descriptors of those results that become views.
  SmallVector<Type> getDescriptorTypes(func::FuncOp function,
                                       const LLVMTypeConverter &converter) {
    SmallVector<Type> types(function.getNumResults());
    for (auto [index, type] : llvm::enumerate(types)) {
      bool isAlwaysView = llvm::all_of(
          function.getOps<func::ReturnOp>(), [&, i = index](func::ReturnOp op) {
            return isView(op.getOperand(i), function);
          });
      if (isAlwaysView)
        type = converter.convertType(getViewType(
            cast<RankedTensorType>(function.getResultTypes()[index])));
    }
    return types;
  }

  /// Gives calls in the module a function of their own: callers do not know of
  /// views.
  static LogicalResult separateCallers(func::FuncOp function,
                                       SymbolTable &symbols) {
    Operation *module = symbols.getOp();
    std::optional<SymbolTable::UseRange> uses = function.getSymbolUses(module);
    if (!uses)
      return failure();
    if (uses->empty())
      return success();
    func::FuncOp copy = function.clone();
    copy.setPrivate();
    StringAttr name = symbols.insert(copy);
    return SymbolTable::replaceAllSymbolUses(function, name, module);
  }

  void returnViews(func::FuncOp function, ArrayRef<Type> types) {
    for (auto op : function.getOps<func::ReturnOp>()) {
      OpBuilder builder(op);
      // Reshapes of memory with any strides would be copies, so they are of the
      // argument in row-major order.
      ViewClones clones, clonesOfReshapes;
      for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), types)) {
        if (!type)
          continue;
        bool isReshaped = isViewOfReshape(operand.get());
        BlockArgument root = getViewedArgument(operand.get());
        if (isReshaped)
          function.setArgAttr(root.getArgNumber(), kRowMajorAttrName,
                              builder.getUnitAttr());
        else
          root = getGivenArgument(function, root);
        Value view = cloneView(builder, operand.get(), root,
                               isReshaped ? clonesOfReshapes : clones);
        operand.set(describe(builder, op.getLoc(), view, type));
      }
      eraseUnused(clones);
      eraseUnused(clonesOfReshapes);
    }
    SmallVector<Type> results(function.getResultTypes());
    for (auto [result, type] : llvm::zip_equal(results, types))
      if (type) {
        result = type;
        ++numResults;
      }
    function.setType(
        FunctionType::get(&getContext(), function.getArgumentTypes(), results));
  }
};
} // namespace
