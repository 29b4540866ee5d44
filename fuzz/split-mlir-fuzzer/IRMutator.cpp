//===- IRMutator.cpp - Random changes of modules --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IRMutator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::split;

/// Ops beyond this number make a module too slow to be changed further.
static constexpr size_t kMaxOps = 200;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

int64_t IRMutator::makeSize() {
  if (getBelow(3) == 0)
    return ShapedType::kDynamic;
  int64_t size = getBelow(8) == 0 ? makeInteger() : int64_t(getBelow(12));
  return std::max(size, int64_t(0));
}

Type IRMutator::makeElementType(MLIRContext *context) {
  Builder builder(context);
  static constexpr unsigned kWidths[] = {1, 2, 4, 7, 8, 16, 24, 32, 64, 128};
  switch (getBelow(8)) {
  case 0:
    return builder.getF32Type();
  case 1:
    return builder.getF64Type();
  case 2:
    return builder.getBF16Type();
  case 3:
    return builder.getIndexType();
  case 4:
    return ComplexType::get(builder.getF32Type());
  case 5:
    return Float8E4M3FNType::get(context);
  default:
    return builder.getIntegerType(pick(kWidths));
  }
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns `type` with another shape and element type, or null if no such type
/// exists.
static Type rebuild(ShapedType type, std::optional<ArrayRef<int64_t>> shape,
                    Type element) {
  if (isa<TensorType>(type)) {
    if (!TensorType::isValidElementType(element))
      return {};
    if (!shape)
      return UnrankedTensorType::get(element);
    auto ranked = dyn_cast<RankedTensorType>(type);
    return RankedTensorType::get(*shape, element,
                                 ranked ? ranked.getEncoding() : Attribute());
  }
  auto memRef = dyn_cast<BaseMemRefType>(type);
  if (!memRef || !BaseMemRefType::isValidElementType(element))
    return {};
  if (!shape)
    return UnrankedMemRefType::get(element, memRef.getMemorySpace());
  return MemRefType::get(*shape, element, MemRefLayoutAttrInterface(),
                         memRef.getMemorySpace());
}

Type IRMutator::mutateType(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || isa<VectorType>(type))
    return makeElementType(type.getContext());
  SmallVector<int64_t> shape;
  if (shaped.hasRank())
    shape = llvm::to_vector(shaped.getShape());
  Type element = shaped.getElementType();
  std::optional<ArrayRef<int64_t>> newShape;
  switch (getBelow(8)) {
  case 0:
    break; // without a rank
  case 1:
    element = makeElementType(type.getContext());
    newShape = shape;
    break;
  case 2:
    shape.insert(shape.begin() + getBelow(shape.size() + 1), makeSize());
    newShape = shape;
    break;
  case 3:
    if (!shape.empty())
      shape.erase(shape.begin() + getBelow(shape.size()));
    newShape = shape;
    break;
  default:
    if (!shape.empty())
      pick(shape) = makeSize();
    newShape = shape;
  }
  Type result = rebuild(shaped, newShape, element);
  return result ? result : type;
}

void IRMutator::substitute(ModuleOp module) {
  SmallVector<ShapedType> types;
  for (Value value : values)
    if (isa<TensorType, BaseMemRefType>(value.getType()))
      types.push_back(cast<ShapedType>(value.getType()));
  if (types.empty())
    return;
  ShapedType old = pick(types);
  bool changesSize = old.hasRank() && old.getRank() > 0 && getBelow(4) != 0;
  int64_t oldSize = changesSize ? pick(old.getShape()) : 0;
  int64_t newSize = makeSize();
  Type newElement = makeElementType(module.getContext());

  auto replace = [&](ShapedType type) -> Type {
    SmallVector<int64_t> shape;
    if (type.hasRank())
      shape = llvm::to_vector(type.getShape());
    if (changesSize)
      llvm::replace(shape, oldSize, newSize);
    bool changesElement =
        !changesSize && type.getElementType() == old.getElementType();
    Type result = rebuild(
        type,
        type.hasRank() ? std::optional<ArrayRef<int64_t>>(shape) : std::nullopt,
        changesElement ? newElement : type.getElementType());
    return result ? result : type;
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](TensorType type) { return replace(type); });
  replacer.addReplacement([&](BaseMemRefType type) { return replace(type); });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute IRMutator::mutateAttribute(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    unsigned width = integer.getValue().getBitWidth();
    APInt value =
        APInt(64, makeInteger(), /*isSigned=*/true).sextOrTrunc(width);
    return IntegerAttr::get(integer.getType(), value);
  }
  if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    SmallVector<int64_t> numbers(list.asArrayRef());
    if (numbers.empty() || getBelow(4) == 0)
      numbers.push_back(makeInteger());
    else if (getBelow(4) == 0)
      numbers.pop_back();
    else
      pick(numbers) = makeInteger();
    return DenseI64ArrayAttr::get(attribute.getContext(), numbers);
  }
  if (auto list = dyn_cast<DenseI32ArrayAttr>(attribute)) {
    SmallVector<int32_t> numbers(list.asArrayRef());
    if (!numbers.empty())
      pick(numbers) = int32_t(makeInteger());
    return DenseI32ArrayAttr::get(attribute.getContext(), numbers);
  }
  if (auto elements = dyn_cast<DenseElementsAttr>(attribute)) {
    if (!elements.getElementType().isIntOrIndex())
      return attribute;
    unsigned width = elements.getElementType().isIndex()
                         ? 64
                         : elements.getElementType().getIntOrFloatBitWidth();
    APInt value =
        APInt(64, makeInteger(), /*isSigned=*/true).sextOrTrunc(width);
    return DenseElementsAttr::get(elements.getType(), value);
  }
  if (auto list = dyn_cast<ArrayAttr>(attribute)) {
    SmallVector<Attribute> items(list.getValue());
    if (items.empty())
      return attribute;
    if (getBelow(4) == 0)
      items.push_back(pick(items));
    else if (getBelow(4) == 0)
      items.pop_back();
    else
      for (Attribute &item :
           MutableArrayRef(items).slice(getBelow(items.size()), 1))
        item = mutateAttribute(item);
    return ArrayAttr::get(attribute.getContext(), items);
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    SmallVector<NamedAttribute> entries(dictionary.getValue());
    if (entries.empty())
      return attribute;
    size_t position = getBelow(entries.size());
    if (getBelow(8) == 0)
      entries.erase(entries.begin() + position);
    else
      entries[position].setValue(mutateAttribute(entries[position].getValue()));
    return DictionaryAttr::get(attribute.getContext(), entries);
  }
  if (auto type = dyn_cast<TypeAttr>(attribute))
    return isa<FunctionType>(type.getValue())
               ? attribute
               : TypeAttr::get(mutateType(type.getValue()));
  return attribute;
}

void IRMutator::mutateAttributes(Operation *op) {
  if (Attribute properties = op->getPropertiesAsAttribute();
      properties && getBelow(4) != 0) {
    (void)op->setPropertiesFromAttribute(mutateAttribute(properties),
                                         [&] { return op->emitError(); });
    return;
  }
  op->setDiscardableAttrs(cast<DictionaryAttr>(
      mutateAttribute(op->getDiscardableAttrDictionary())));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void IRMutator::mutateTypeOf(Operation *op) {
  SmallVector<Value> own(op->getResults());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(own, block.getArguments());
  if (own.empty())
    return;
  Value value = pick(own);
  value.setType(mutateType(value.getType()));
}

void IRMutator::mutateOperand(Operation *op) {
  if (op->getNumOperands() == 0)
    return;
  OpOperand &operand = op->getOpOperand(getBelow(op->getNumOperands()));
  // A value of the same type, where there is one soon.
  for (int i = 0; i < 8; ++i) {
    Value value = pick(values);
    if (value.getType() == operand.get().getType() || i == 7)
      return operand.set(value);
  }
}

void IRMutator::moveOrCopy(Operation *op) {
  Operation *place = pick(ops);
  if (op->isAncestor(place) || op->hasTrait<OpTrait::IsTerminator>() ||
      isa<FunctionOpInterface>(op))
    return;
  if (flip())
    return op->moveBefore(place);
  OpBuilder(place).clone(*op);
}

void IRMutator::erase(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  for (OpResult result : op->getResults()) {
    for (Value value : values)
      if (value.getType() == result.getType() && value.getDefiningOp() != op) {
        result.replaceAllUsesWith(value);
        break;
      }
    if (!result.use_empty())
      return;
  }
  bool isNeeded = false;
  op->walk([&](Operation *inner) {
    isNeeded |= inner != op && !isa<FunctionOpInterface>(op);
  });
  // A mutation may have used its values in other functions.
  for (Value value : values)
    if (Operation *owner = value.getParentBlock()->getParentOp();
        owner && op->isAncestor(owner))
      isNeeded |= llvm::any_of(value.getUsers(), [&](Operation *user) {
        return !op->isAncestor(user);
      });
  if (!isNeeded)
    op->erase();
}

void IRMutator::mutateResultCount(Operation *op) {
  if (op->getNumResults() == 0 || op->getNumRegions() != 0)
    return;
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.attributes = op->getDiscardableAttrDictionary();
  state.propertiesAttr = op->getPropertiesAsAttribute();
  if (flip() && op->getResults().back().use_empty() && op->getNumResults() > 1)
    state.types.pop_back();
  else
    state.types.push_back(op->getResults().back().getType());
  OpBuilder builder(op);
  Operation *copy = builder.create(state);
  for (auto [old, replacement] :
       llvm::zip(op->getResults(), copy->getResults()))
    old.replaceAllUsesWith(replacement);
  op->erase();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Makes the signatures of functions agree with their arguments and returns.
static void repairSignatures(ModuleOp module) {
  module.walk([](func::FuncOp function) {
    // A mutation may have removed the type.
    if (!function.getFunctionTypeAttr() || function.isExternal() ||
        function.getBody().front().empty())
      return;
    TypeRange results = function.getResultTypes();
    Operation &last = function.getBody().back().back();
    if (isa<func::ReturnOp>(last))
      results = last.getOperandTypes();
    auto type = FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(), results);
    function.setFunctionTypeAttr(TypeAttr::get(type));
  });
}

void IRMutator::mutateOnce(ModuleOp module) {
  ops.clear();
  values.clear();
  module.walk([&](Operation *op) {
    if (op != module.getOperation())
      ops.push_back(op);
    llvm::append_range(values, op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
  });
  if (ops.empty() || values.empty() || ops.size() > kMaxOps)
    return;
  Operation *op = pick(ops);
  switch (getBelow(10)) {
  case 0:
  case 1:
    return substitute(module);
  case 2:
  case 3:
  case 4:
    return mutateAttributes(op);
  case 5:
    return mutateTypeOf(op);
  case 6:
    return mutateOperand(op);
  case 7:
    return moveOrCopy(op);
  case 8:
    return mutateResultCount(op);
  default:
    return erase(op);
  }
}

void IRMutator::mutate(ModuleOp module) {
  size_t count = 1 + getBelow(4);
  for (size_t i = 0; i < count; ++i)
    mutateOnce(module);
  repairSignatures(module);
}

void IRMutator::crossOver(ModuleOp module, ModuleOp other) {
  SmallVector<func::FuncOp> functions(other.getOps<func::FuncOp>());
  if (functions.empty())
    return;
  SymbolTable(module).insert(pick(functions)->clone());
}
