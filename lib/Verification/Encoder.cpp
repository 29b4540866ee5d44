//===- Encoder.cpp - Functions as terms -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;

unsigned mlir::split::getScalarWidth(Type type) {
  if (type.isIndex())
    return 64;
  constexpr unsigned kMaxWidth = 64;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() <= kMaxWidth ? integer.getWidth() : 0;
}

int64_t mlir::split::getAxis(CopyOp op) {
  int64_t axis = op.getAxis();
  auto type = cast<ShapedType>(op.getData().getType());
  return axis < 0 ? axis + type.getRank() : axis;
}

SmallVector<Value, 0> mlir::split::getExact(ArrayRef<Symbol> symbols) {
  return llvm::map_to_vector<0>(symbols,
                                [](const Symbol &s) { return s.getExact(); });
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Arguments::Arguments(Terms &terms, func::FuncOp function, const Case &fixed)
    : types(function.getArgumentTypes()), facts(terms.getBool(true)),
      exists(terms.getBool(true)) {
  auto getName = [](unsigned number) { return "arg" + std::to_string(number); };
  for (BlockArgument arg : function.getArguments()) {
    unsigned number = arg.getArgNumber();
    if (isa<RankedTensorType, MemRefType>(arg.getType()))
      tensors[number] = declareTensor(terms, cast<ShapedType>(arg.getType()),
                                      getName(number));
    else if (getScalarWidth(arg.getType()) > 0)
      scalars[number] = declareScalar(terms, arg.getType(), getName(number));
  }
  for (CopyOp op : function.getOps<CopyOp>())
    if (op.hasPureBufferSemantics())
      joinSizes(terms, op);
  for (auto &[number, tensor] : tensors)
    if (auto memref = dyn_cast<MemRefType>(types[number]))
      declareBuffer(terms, memref, tensor, getName(number));
  if (fixed.axis)
    fix(terms, fixed);
  for (auto &[number, tensor] : tensors)
    if (!isa<MemRefType>(types[number]) && tensor.sizes.size() > 1)
      exists =
          terms.both(exists, terms.isLess(terms.product(getExact(tensor.sizes)),
                                          terms.getPowerOfTwo(63)));
}

/// Makes the axis a constant.
void Arguments::fix(Terms &terms, const Case &fixed) {
  Symbol &axis = scalars.count(fixed.axis->first)
                     ? scalars[fixed.axis->first]
                     : tensors[fixed.axis->first].elements[0];
  axis.term = terms.get(fixed.axis->second);
  ArrayRef<Value> sizes = tensors[fixed.data].rootSizes;
  int64_t dim = fixed.axis->second;
  dim += dim < 0 ? sizes.size() : 0;
  group(terms, sizes.take_front(dim), "outer");
  group(terms, sizes.drop_front(dim + 1), "inner");
}

/// Lets a variable stand for a product of sizes: it is 0 if one of them is.
void Arguments::group(Terms &terms, ArrayRef<Value> sizes,
                      const std::string &name) {
  SmallVector<Value> factors;
  for (Value size : sizes)
    if (!Terms::getConstant(size))
      factors.push_back(size);
  if (factors.size() < 2)
    return;
  Value isZero = terms.getBool(false);
  for (Value factor : factors)
    isZero = terms.either(isZero, terms.isEqual(factor, 0));
  Value definition = terms.product(factors);
  Value product = terms.declareInteger(name);
  definitions.push_back(terms.isEqual(product, definition));
  facts = terms.both(facts, terms.isNonNegative(product));
  facts = terms.both(facts, terms.isEqual(terms.isEqual(product, 0), isZero));
  terms.addGroup(factors, product);
}

/// Replaces sizes of the arguments of a copy by those that they are equal to
/// (R7), which makes many terms the same.
void Arguments::joinSizes(Terms &terms, CopyOp op) {
  SmallVector<TensorSymbol *> operands;
  for (Value operand : op->getOperands()) {
    auto arg = dyn_cast<BlockArgument>(operand);
    if (!arg || !tensors.contains(arg.getArgNumber()) ||
        llvm::count(op->getOperands(), operand) > 1)
      return;
    operands.push_back(&tensors[arg.getArgNumber()]);
  }
  TensorSymbol &data = *operands.front();
  int64_t rank = data.sizes.size();
  int64_t axis = getAxis(op);
  Value sum = terms.get(0);
  for (TensorSymbol *out : ArrayRef(operands).drop_front()) {
    sum = terms.add(sum, out->sizes[axis].term);
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != axis && !Terms::getConstant(out->sizes[dim].term))
        out->sizes[dim] = data.sizes[dim];
  }
  if (!Terms::getConstant(data.sizes[axis].term))
    data.sizes[axis].term = sum;
}

Symbol Arguments::declareScalar(Terms &terms, Type type,
                                const std::string &name) {
  Value no = terms.getBool(false);
  unsigned width = getScalarWidth(type);
  Value term =
      width == 1 ? terms.declareBool(name) : terms.declareInteger(name);
  if (width > 1)
    facts = terms.both(facts, terms.fits(term, width));
  variables[term] = name;
  return {term, no, no};
}

TensorSymbol Arguments::declareTensor(Terms &terms, ShapedType type,
                                      const std::string &name) {
  constexpr int64_t kMaxElements = 1024;
  TensorSymbol tensor;
  Value no = terms.getBool(false);
  Type index = IndexType::get(type.getContext());
  tensor.root = createRoot();
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    tensor.offsets.push_back({terms.get(0), no, no});
    if (!ShapedType::isDynamic(size)) {
      tensor.sizes.push_back({terms.get(size), no, no});
      continue;
    }
    tensor.sizes.push_back(
        declareScalar(terms, index, name + "_dim" + std::to_string(dim)));
    facts = terms.both(facts, terms.isNonNegative(tensor.sizes.back().term));
    terms.setNonNegative(tensor.sizes.back().term);
  }
  tensor.rootSizes = getExact(tensor.sizes);
  if (isa<TensorType>(type) && getScalarWidth(type.getElementType()) > 0 &&
      type.hasStaticShape() && type.getRank() <= 1 &&
      type.getNumElements() <= kMaxElements)
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      tensor.elements.push_back(declareScalar(
          terms, type.getElementType(), name + "_element" + std::to_string(i)));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Encoder::Encoder(Terms &terms, Arguments &arguments)
    : passed(terms.getBool(true)), contract(passed), terms(terms),
      arguments(arguments), path(passed) {}

Symbol Encoder::getScalar(Value value) { return scalars.lookup(value); }

Symbol Encoder::getScalar(OpFoldResult value) {
  if (auto attr = dyn_cast<Attribute>(value))
    return makeSymbol(terms.get(cast<IntegerAttr>(attr).getInt()));
  return getScalar(cast<Value>(value));
}

SmallVector<Symbol> Encoder::getScalars(ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(
      values, [&](OpFoldResult value) { return getScalar(value); });
}

TensorSymbol &Encoder::getTensor(Value value) {
  std::unique_ptr<TensorSymbol> &tensor = tensors[value];
  if (!tensor)
    tensor = std::make_unique<TensorSymbol>();
  return *tensor;
}

Symbol Encoder::taint(Value term, ArrayRef<Symbol> operands) {
  Symbol result = makeSymbol(term);
  for (const Symbol &operand : operands) {
    result.poison = terms.either(result.poison, operand.poison);
    result.wraps = terms.either(result.wraps, operand.wraps);
  }
  return result;
}

void Encoder::require(Operation *op, StringRef claim, Value condition) {
  if (Terms::getKnown(condition) != true)
    requirements.push_back({op, claim, terms.both(path, passed), condition});
}

Value Encoder::readElement(Value value, unsigned index) {
  Type type = getElementTypeOrSelf(value);
  Value term = isa<TensorType>(value.getType())
                   ? getTensor(value).elements[index].term
                   : getScalar(value).term;
  return type.isUnsignedInteger() ? terms.toUnsigned(term, getScalarWidth(type))
                                  : term;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Encoder::encode(func::FuncOp function) {
  auto isOnMemory = [](Operation *op) {
    auto copy = dyn_cast<CopyOp>(op);
    return isa_and_nonnull<LLVM::LLVMDialect, memref::MemRefDialect>(
               op->getDialect()) ||
           (copy && copy.hasPureBufferSemantics());
  };
  function.walk([&](Operation *op) { isExact |= isOnMemory(op); });
  for (BlockArgument arg : function.getArguments()) {
    unsigned number = arg.getArgNumber();
    if (arguments.scalars.contains(number))
      scalars[arg] = arguments.scalars[number];
    else if (arguments.tensors.contains(number))
      getTensor(arg) = arguments.tensors[number];
  }
  entry = &function.getBody().front();
  if (function.getBody().hasOneBlock())
    encodeBlock(*entry);
  else if (!encodeBlocks(function.getBody()))
    skipped.push_back(function);
}

void Encoder::encodeBlock(Block &block) {
  for (Operation &op : block)
    encodeOp(&op);
}

void Encoder::declareUnknown(Value value, Operation *op) {
  auto note = [&](const Symbol &symbol) {
    if (symbol.term.getDefiningOp<smt::DeclareFunOp>())
      arguments.unknowns[symbol.term] = op;
  };
  std::string name = "unknown" + std::to_string(arguments.variables.size());
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    TensorSymbol &tensor = getTensor(value);
    tensor = arguments.declareTensor(terms, type, name);
    arguments.unknownRoots[tensor.root] = op;
    llvm::for_each(tensor.sizes, note);
    llvm::for_each(tensor.elements, note);
  } else if (getScalarWidth(value.getType()) > 0) {
    scalars[value] = arguments.declareScalar(terms, value.getType(), name);
    note(scalars[value]);
  }
}

/// Returns whether the effects of an op that the encoder does not know leave
/// nothing out: it has none, or it prefetches memory.
static bool hasNoEffect(Operation *op) {
  return isPure(op) || isa<LLVM::Prefetch>(op);
}

/// Gives arbitrary values to the results of an op. Those of arithmetic may be
/// poison.
void Encoder::encodeUnknown(Operation *op) {
  bool mayBePoison =
      isa_and_nonnull<arith::ArithDialect, ub::UBDialect>(op->getDialect());
  for (Value result : op->getResults()) {
    declareUnknown(result, op);
    if (!mayBePoison || !scalars.count(result))
      continue;
    Symbol &symbol = scalars[result];
    symbol.poison = terms.declareBool("poison");
    symbol.wraps = terms.declareBool("wraps");
    arguments.unknowns[symbol.poison] = arguments.unknowns[symbol.wraps] = op;
  }
  WalkResult walked = op->walk([](Operation *nested) {
    bool matters =
        isa<AssertOp, cf::AssertOp, tensor::ExtractSliceOp, tensor::InsertOp,
            tensor::InsertSliceOp, SplitOpInterface, CopyOp, func::CallOp,
            LLVM::LoadOp, LLVM::StoreOp, LLVM::MemcpyOp>(nested);
    return matters ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walked.wasInterrupted() || !hasNoEffect(op))
    skipped.push_back(op);
}

void Encoder::encodeOp(Operation *op) {
  if (isa<func::ReturnOp>(op)) {
    if (callDepth == 0 && !exit)
      encodeReturn(op->getOperands());
    return;
  }
  if (auto check = dyn_cast<AssertOp>(op))
    return encodeCheck(check.getCondition(), check.getFormat(), op,
                       check.getValues());
  if (auto check = dyn_cast<cf::AssertOp>(op))
    return encodeCheck(check.getArg(), check.getMsg(), op);
  if (canEncodeSplit(op))
    return encodeSplit(op);
  if (encodeControl(op) || encodeInteger(op) || encodeCast(op) ||
      encodeTensor(op) || encodeMemory(op))
    return;
  encodeUnknown(op);
}

void Encoder::encodeReturn(ValueRange operands) {
  for (Value operand : operands) {
    results.push_back(isa<RankedTensorType>(operand.getType())
                          ? &getTensor(operand)
                          : nullptr);
    scalarResults.push_back(getScalar(operand));
  }
}

/// A check that has passed is known to hold afterwards, and not before.
void Encoder::encodeCheck(Value condition, StringRef message, Operation *op,
                          ValueRange values) {
  Symbol symbol = getScalar(condition);
  require(op, "bounds", terms.negate(symbol.poison));
  Value passes = terms.implies(path, holds(symbol));
  Check check{op, message, passes, terms.both(path, passed), {}};
  for (Value value : values)
    check.values.push_back(getScalar(value));
  checks.push_back(std::move(check));
  passed = terms.both(passed, passes);
}

/// Returns whether data has a rank, and the values of the axis and the lengths
/// are terms: those of a slice, for example, are not.
bool Encoder::canEncodeSplit(Operation *op) {
  auto split = dyn_cast<SplitOpInterface>(op);
  if (!split || !isa<RankedTensorType>(split.getData().getType()))
    return false;
  return llvm::all_of(op->getOperands().drop_front(), [&](Value operand) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      return getScalar(operand).term != nullptr;
    return type.getNumElements() ==
           static_cast<int64_t>(getTensor(operand).elements.size());
  });
}

/// A split is what the rules state, and its rules hold afterwards. A lowered
/// function must obey them, as it has no other check.
void Encoder::encodeSplit(Operation *op) {
  SplitOperands operands;
  operands.data = getPositioned(op->getOperand(0), op);
  auto split = cast<SplitOpInterface>(op);
  if (Value axis = split.getAxisOperand()) {
    operands.axis = readElement(axis, 0);
  } else {
    auto attr = op->getAttrOfType<IntegerAttr>("static_axis");
    operands.axis = terms.get(attr.getInt());
  }
  if (Value lengths = split.getLengthsOperand()) {
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      operands.lengths.push_back(readElement(lengths, i));
    operands.areIndexValues.assign(op->getNumResults(), false);
  } else if (auto variadic = dyn_cast<VariadicSplitOp>(op)) {
    auto values = variadic.getLengths().begin();
    ArrayRef<int64_t> lengths = *variadic.getStaticLengths();
    for (int64_t length : lengths) {
      bool isValue = ShapedType::isDynamic(length);
      operands.lengths.push_back(isValue ? readElement(*values++, 0)
                                         : terms.get(length));
      operands.areIndexValues.push_back(isValue);
    }
  }
  SplitRules rules(terms, op, operands);
  rules.passedBefore = passed;
  for (Value rule : rules.rules) {
    require(op, "bounds", rule);
    passed = terms.both(passed, terms.implies(path, rule));
  }
  for (auto [result, piece] : llvm::zip_equal(op->getResults(), rules.pieces))
    getTensor(result) = piece;
  splits.emplace_back(op, std::move(rules));
}
