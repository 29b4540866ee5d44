//===- Arguments.cpp - Arguments of functions as free variables -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;

Arguments::Arguments(Terms &terms, func::FuncOp function, const Case &fixed)
    : types(function.getArgumentTypes()), facts(terms.getBool(true)),
      exists(terms.getBool(true)) {
  auto getName = [](unsigned number) { return "arg" + std::to_string(number); };
  for (BlockArgument arg : function.getArguments()) {
    unsigned number = arg.getArgNumber();
    if (isa<UnrankedTensorType>(arg.getType()))
      tensors[number] = declareUnranked(terms, number, getName(number), fixed);
    else if (isa<RankedTensorType, MemRefType>(arg.getType()))
      tensors[number] = declareTensor(terms, cast<ShapedType>(arg.getType()),
                                      getName(number));
    else if (getScalarWidth(arg.getType()) > 0)
      scalars[number] = declareScalar(terms, arg.getType(), getName(number));
  }
  // Copies obey their rules if nothing stops before them.
  WalkResult walked = function.walk([](Operation *op) {
    return isa<AssertOp, cf::AssertOp, CallOpInterface>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!walked.wasInterrupted())
    for (CopyOp op : function.getOps<CopyOp>())
      if (op.hasPureBufferSemantics())
        joinSizes(terms, op);
  for (auto &[number, tensor] : tensors)
    if (auto memref = dyn_cast<MemRefType>(types[number]))
      declareBuffer(terms, memref, tensor, getName(number));
  if (fixed.axis)
    fix(terms, fixed);
  if (fixed.axisSign)
    fixSign(terms, *fixed.axisSign);
  for (auto &[number, tensor] : tensors)
    if (!isa<MemRefType>(types[number]) && tensor.sizes.size() > 1)
      exists =
          terms.both(exists, terms.isLess(terms.product(getExact(tensor.sizes)),
                                          terms.getPowerOfTwo(63)));
}

/// Returns an argument that is an axis.
Symbol &Arguments::getAxisArgument(unsigned number) {
  return scalars.count(number) ? scalars[number] : tensors[number].elements[0];
}

/// Makes the axis a constant.
void Arguments::fix(Terms &terms, const Case &fixed) {
  getAxisArgument(fixed.axis->first).term = terms.get(fixed.axis->second);
  ArrayRef<Value> sizes = tensors[fixed.data].rootSizes;
  int64_t dim = fixed.axis->second;
  dim += dim < 0 ? sizes.size() : 0;
  group(terms, sizes.take_front(dim), "outer");
  group(terms, sizes.drop_front(dim + 1), "inner");
}

/// Makes the axis negative, or at least 0.
void Arguments::fixSign(Terms &terms, std::pair<unsigned, bool> axisSign) {
  auto [number, isNegative] = axisSign;
  Value axis = getAxisArgument(number).term;
  Value sign = terms.isNegative(axis);
  facts = terms.both(facts, isNegative ? sign : terms.negate(sign));
  unsigned width = getScalarWidth(getElementTypeOrSelf(types[number]));
  llvm::APInt zero(width, 0);
  if (isNegative)
    terms.setRange(axis, llvm::APInt::getSignedMinValue(width), zero - 1);
  else
    terms.setRange(axis, zero, llvm::APInt::getSignedMaxValue(width));
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
    if (!arg || !arg.getOwner()->isEntryBlock() ||
        !tensors.contains(arg.getArgNumber()) ||
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

Value Arguments::declareNumber(Terms &terms, StringRef prefix) {
  std::string name = prefix.str() + std::to_string(variables.size());
  Value number = terms.declareInteger(name);
  variables[number] = name;
  return number;
}

Value Arguments::declareUnknown(Terms &terms, Operation *op) {
  Value unknown = terms.declareBool("unknown");
  unknowns[unknown] = op;
  return unknown;
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

/// Declares a tensor of unknown rank, or of the rank of the case.
TensorSymbol Arguments::declareUnranked(Terms &terms, unsigned number,
                                        const std::string &name,
                                        const Case &fixed) {
  TensorSymbol tensor;
  if (number != fixed.data || !fixed.rank) {
    tensor.root = createRoot();
    unranked.push_back(std::make_unique<Dimensions>(terms, name + "_size"));
    tensor.unranked.data = unranked.back().get();
    return tensor;
  }
  SmallVector<int64_t> shape(*fixed.rank, ShapedType::kDynamic);
  tensor = declareTensor(
      terms, RankedTensorType::get(shape, getElementTypeOrSelf(types[number])),
      name);
  constexpr int64_t kLargest = 4;
  for (const Symbol &size : tensor.sizes)
    if (fixed.hasSmallSizes)
      facts = terms.both(facts,
                         terms.isLessOrEqual(size.term, terms.get(kLargest)));
  return tensor;
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
