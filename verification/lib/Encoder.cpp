//===- Encoder.cpp - Functions as terms -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

unsigned mlir::split::verification::getScalarWidth(Type type) {
  if (type.isIndex())
    return 64;
  constexpr unsigned kMaxWidth = 64;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() <= kMaxWidth ? integer.getWidth() : 0;
}

bool mlir::split::verification::hasNested(
    Operation *op, function_ref<bool(Operation *)> predicate) {
  WalkResult walked = op->walk([&](Operation *nested) {
    return predicate(nested) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

int64_t mlir::split::verification::getAxis(CopyOp op) {
  int64_t axis = op.getAxis();
  auto type = cast<ShapedType>(op.getData().getType());
  return axis < 0 ? axis + type.getRank() : axis;
}

SmallVector<Value, 0>
mlir::split::verification::getExact(ArrayRef<Symbol> symbols) {
  return llvm::map_to_vector<0>(symbols,
                                [](const Symbol &s) { return s.getExact(); });
}

Encoder::Encoder(Terms &terms, Arguments &arguments, bool isLowered)
    : passed(terms.getBool(true)), passedUnknown(passed), rulesHold(passed),
      products(passed), terms(terms), arguments(arguments),
      isLowered(isLowered), path(passed) {}

StringRef mlir::split::verification::getName(Need need) {
  switch (need) {
  case Need::Bounds:
    return "bounds";
  case Need::Product:
    return "product of sizes";
  case Need::NoWrap:
    return "wrap";
  }
  llvm_unreachable("not a need");
}

Symbol Encoder::getScalar(Value value) { return scalars.lookup(value); }

Symbol Encoder::getNumber(Value value) {
  return getScalarWidth(value.getType()) > 1 ? getScalar(value) : Symbol();
}

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

void Encoder::require(Operation *op, Value condition, Need need) {
  if (Terms::getKnown(condition) == true)
    return;
  Value assumption = terms.both(terms.both(path, passed), products);
  requirements.push_back({op, need, assumption, condition});
  if (need == Need::Product)
    products = terms.both(products, terms.implies(path, condition));
}

Value Encoder::readElement(Operation *op, Value value, unsigned index) {
  Type type = getElementTypeOrSelf(value);
  Symbol symbol = isa<TensorType>(value.getType())
                      ? getTensor(value).elements[index]
                      : getScalar(value);
  require(op, terms.negate(symbol.poison));
  return type.isUnsignedInteger()
             ? terms.toUnsigned(symbol.term, getScalarWidth(type))
             : symbol.term;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Returns whether a function has splits or copies, or calls others of a module
/// that has.
static bool returnsPieces(Operation *function) {
  bool hasPieces = false, hasCalls = false;
  function->walk([&](Operation *op) {
    hasPieces |= isa<SplitOpInterface>(op) ||
                 (isa<CopyOp>(op) && op->getNumResults() > 0);
    hasCalls |= isa<CallOpInterface>(op);
  });
  return hasPieces || (hasCalls && isa<func::FuncOp>(function) &&
                       returnsPieces(function->getParentOp()));
}

void Encoder::encode(func::FuncOp function) {
  hasPieces = returnsPieces(function);
  callStack.push_back(function);
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
  else if (Operation *end = encodeBlocks(function.getBody()))
    skip(end);
  if (cutOff)
    skip(cutOff);
}

void Encoder::skip(Operation *op) {
  skipped.push_back(op);
  Value passes = arguments.declareUnknown(terms, op);
  passedUnknown = terms.both(passedUnknown, passes);
  passed = terms.both(passed, passes);
}

void Encoder::encodeBlock(Block &block) {
  for (Operation &op : block)
    encodeOp(&op);
}

void Encoder::forget(Value value) {
  scalars.erase(value);
  tensors.erase(value);
}

void Encoder::declareUnknown(Value value, Operation *op) {
  forget(value);
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

void Encoder::declareAny(Value value, Operation *op) {
  declareUnknown(value, op);
  auto spoil = [&](Symbol &symbol) {
    symbol.poison = terms.declareBool("poison");
    symbol.wraps = terms.declareBool("wraps");
    arguments.unknowns[symbol.poison] = arguments.unknowns[symbol.wraps] = op;
  };
  if (scalars.count(value))
    spoil(scalars[value]);
  if (isa<RankedTensorType>(value.getType()))
    llvm::for_each(getTensor(value).elements, spoil);
}

/// Returns whether the numbers that an op gives are never poison: sizes, and
/// elements of arguments.
bool Encoder::isNeverPoison(Operation *op) {
  if (isa<tensor::DimOp, tensor::RankOp>(op))
    return true;
  auto extract = dyn_cast<tensor::ExtractOp>(op);
  if (!extract || !tensors.count(extract.getTensor()))
    return false;
  unsigned root = getTensor(extract.getTensor()).root;
  return !arguments.roots.contains(root) &&
         !arguments.unknownRoots.contains(root);
}

/// Returns whether an op that is not modelled is defined for all operands: it
/// computes numbers, which may be poison. What others need is unknown.
static bool isAlwaysDefined(Operation *op) {
  auto isNumber = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return (vector ? vector.getElementType() : type).isIntOrIndexOrFloat();
  };
  bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
  // Divisions by 0, which MLIR takes for pure.
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          math::IPowIOp>(op))
    return false;
  return isa_and_nonnull<arith::ArithDialect, index::IndexDialect,
                         math::MathDialect, ub::UBDialect>(op->getDialect()) &&
         isPure(op) && llvm::all_of(op->getOperandTypes(), isNumber) &&
         ((isConstant && !isa<ub::PoisonOp>(op)) ||
          llvm::all_of(op->getResultTypes(), isNumber));
}

/// Gives arbitrary values to the results of an op. What it needs is unknown,
/// too, but defined in the original.
void Encoder::encodeUnknown(Operation *op) {
  bool neverPoison = isNeverPoison(op);
  for (Value result : op->getResults())
    if (neverPoison)
      declareUnknown(result, op);
    else
      declareAny(result, op);
  // The ends of blocks that are modelled.
  if (isa<scf::YieldOp, tensor::YieldOp, cf::BranchOp, cf::CondBranchOp>(op))
    return;
  if (hasNested(
          op,
          llvm::IsaPred<AssertOp, cf::AssertOp, SplitOpInterface, CopyOp>) ||
      !isPure(op) || op->hasTrait<OpTrait::IsTerminator>())
    skip(op);
  else if (isLowered && !isAlwaysDefined(op))
    skipped.push_back(op);
}

void Encoder::encodeOp(Operation *op) {
  // The op may have run before, in another iteration or call.
  llvm::for_each(op->getResults(), [&](Value result) { forget(result); });
  if (!cutOff && ++numOps > kMaxOps)
    cutOff = op;
  if (cutOff)
    return;
  if (isa<func::ReturnOp>(op)) {
    if (callStack.size() == 1 && !exit)
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
      encodeTensor(op))
    return;
  encodeUnknown(op);
}

void Encoder::encodeReturn(ValueRange operands) {
  for (Value operand : operands) {
    results.push_back(tensors.count(operand) ? &getTensor(operand) : nullptr);
    scalarResults.push_back(getScalar(operand));
  }
}

/// A check that has passed is known to hold afterwards, and not before.
void Encoder::encodeCheck(Value condition, StringRef message, Operation *op,
                          ValueRange values) {
  Symbol symbol = getScalar(condition);
  require(op, terms.negate(symbol.poison));
  Value passes = terms.implies(path, symbol.term);
  Check check{op, message, passes, terms.both(path, passed), {}};
  for (Value value : values)
    check.values.push_back(getScalar(value));
  checks.push_back(std::move(check));
  passed = terms.both(passed, passes);
}

/// Returns whether data is known, and the values of the axis and the lengths
/// are terms: those of a slice, for example, are not.
bool Encoder::canEncodeSplit(Operation *op) {
  auto split = dyn_cast<SplitOpInterface>(op);
  if (!split)
    return false;
  Value data = split.getData();
  if (!tensors.count(data) ||
      (isa<UnrankedTensorType>(data.getType()) &&
       isa<quant::QuantizedType>(getElementTypeOrSelf(data))))
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
  Value axis = split.getAxisOperand();
  operands.axis =
      axis ? readElement(op, axis, 0) : getScalar(split.getMixedAxis()).term;
  if (Value lengths = split.getLengthsOperand()) {
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      operands.lengths.push_back(readElement(op, lengths, i));
    operands.areIndexValues.assign(op->getNumResults(), false);
  } else if (auto variadic = dyn_cast<VariadicSplitOp>(op)) {
    auto values = variadic.getLengths().begin();
    ArrayRef<int64_t> lengths = *variadic.getStaticLengths();
    for (int64_t length : lengths) {
      bool isValue = ShapedType::isDynamic(length);
      operands.lengths.push_back(isValue ? readElement(op, *values++, 0)
                                         : terms.get(length));
      operands.areIndexValues.push_back(isValue);
    }
  }
  SplitRules rules(terms, op, operands);
  rules.passedBefore = passed;
  rules.path = path;
  Value reaches = terms.both(path, passed);
  for (Value rule : rules.rules) {
    require(op, rule);
    Value holds = terms.implies(path, rule);
    passed = terms.both(passed, holds);
    rulesHold = terms.both(rulesHold, terms.implies(reaches, holds));
  }
  for (auto [result, piece] : llvm::zip_equal(op->getResults(), rules.pieces)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() == static_cast<int64_t>(piece.sizes.size()))
      getTensor(result) = piece;
    else
      declareUnknown(result, op); // R6 is broken: nothing after this op runs.
  }
  splits.emplace_back(op, std::move(rules));
}
