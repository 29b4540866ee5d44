//===- ResultsToViews.cpp - Results that are views of arguments -----------===//
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
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITRESULTSTOVIEWSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// A value that bufferization certainly makes a view of an argument.
struct View {
  BlockArgument argument;
  /// Whether it is a view of a reshape of the argument.
  bool isReshaped = false;
  /// The value, what it is a part of, and so on, without the argument.
  SmallVector<OpResult> path;
};
} // namespace

/// Returns whether `argument` is one of `function` to which nothing is written:
/// a view would show what is written later.
static bool isReadOnly(BlockArgument argument, func::FuncOp function) {
  if (argument.getOwner() != &function.front())
    return false;
  auto writable = function.getArgAttrOfType<BoolAttr>(
      argument.getArgNumber(),
      bufferization::BufferizationDialect::kWritableAttrName);
  return !writable || !writable.getValue();
}

/// Returns `value` as a view. Bufferization allocates memory for empty pieces,
/// and for reshapes of what is not contiguous.
static std::optional<View> getView(Value value, func::FuncOp function) {
  View view;
  while (true) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || isStaticallyEmpty(type))
      return std::nullopt;
    if ((view.argument = dyn_cast<BlockArgument>(value)))
      break;
    Operation *op = value.getDefiningOp();
    auto split = dyn_cast<SplitOpInterface>(op);
    bool isPart = isa<tensor::ExtractSliceOp>(op) ||
                  (split && split.getSpec().axis.has_value());
    bool isReshape = isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
    if ((isPart && view.isReshaped) ||
        (!isPart && !isReshape && !isa<tensor::CastOp>(op)))
      return std::nullopt;
    view.isReshaped |= isReshape;
    view.path.push_back(cast<OpResult>(value));
    value = op->getOperand(0);
  }
  return isReadOnly(view.argument, function) ? std::optional(view)
                                             : std::nullopt;
}

/// Returns the type of a memref that may be any view of a tensor of type
/// `type`.
static MemRefType getViewType(RankedTensorType type) {
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides));
}

/// Ops and their clones. An op follows those whose results it takes.
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

/// Clones the ops between the argument, which becomes `root`, and the value, so
/// that no other use of their results, such as a write, makes bufferization
/// allocate memory for them. Takes clones that exist from `clones`.
static Value cloneView(OpBuilder &builder, const View &view, Value root,
                       ViewClones &clones) {
  Value value = root;
  for (OpResult result : llvm::reverse(view.path)) {
    Operation *&clone = clones[result.getOwner()];
    if (!clone) {
      clone = builder.clone(*result.getOwner());
      clone->setOperand(0, value);
    }
    value = clone->getResult(result.getResultNumber());
  }
  return value;
}

/// Erases the ops that were cloned, if they have no uses.
static void eraseUnused(const ViewClones &clones) {
  for (Operation *original : llvm::reverse(llvm::make_first_range(clones)))
    if (isOpTriviallyDead(original))
      original->erase();
}

/// Returns the descriptor of `view` with a null pointer to allocated memory.
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
    : split::native::impl::SplitResultsToViewsPassBase<
          SplitResultsToViewsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    LLVMTypeConverter converter(&getContext());
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!function.isPublic())
        continue;
      SmallVector<Type> types = getDescriptorTypes(function, converter);
      if (llvm::none_of(types, [](Type type) { return bool(type); }) ||
          failed(separateCallers(function, symbols)))
        continue;
      returnViews(function, types);
    }
  }

private:
  /// Returns the descriptor's type for each result that becomes a view, and
  /// null for the others.
  SmallVector<Type> getDescriptorTypes(func::FuncOp function,
                                       const LLVMTypeConverter &converter) {
    SmallVector<Type> types(function.getNumResults());
    for (auto [index, type] : llvm::enumerate(types)) {
      bool isAlwaysView = llvm::all_of(
          function.getOps<func::ReturnOp>(), [&, i = index](func::ReturnOp op) {
            return getView(op.getOperand(i), function).has_value();
          });
      if (isAlwaysView)
        type = converter.convertType(getViewType(
            cast<RankedTensorType>(function.getResultTypes()[index])));
    }
    return types;
  }

  /// Lets calls in the module call a copy of `function` that does not return
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
      // A reshape of memory with any strides would be a copy, so reshapes take
      // the argument in row-major order.
      ViewClones clones, clonesOfReshapes;
      for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), types)) {
        if (!type)
          continue;
        View view = *getView(operand.get(), function);
        BlockArgument root = view.argument;
        if (view.isReshaped)
          function.setArgAttr(root.getArgNumber(), kRowMajorAttrName,
                              builder.getUnitAttr());
        else
          root = getGivenArgument(function, root);
        Value clone = cloneView(builder, view, root,
                                view.isReshaped ? clonesOfReshapes : clones);
        operand.set(describe(builder, op.getLoc(), clone, type));
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
