//===- Arguments.cpp - Arguments of functions as free variables -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Returns the type of an argument in a case, where each tensor has a rank.
static Type getTypeIn(BlockArgument arg, const Case &fixed) {
  auto *rank = fixed.ranks.find(arg.getArgNumber());
  if (!isa<UnrankedTensorType>(arg.getType()) || rank == fixed.ranks.end())
    return arg.getType();
  SmallVector<int64_t> shape(rank->second, ShapedType::kDynamic);
  return RankedTensorType::get(shape, getElementTypeOrSelf(arg.getType()));
}

Arguments::Arguments(Terms &terms, func::FuncOp function, const Case &fixed)
    : types(function.getArgumentTypes()), facts(terms.getBool(true)),
      exists(terms.getBool(true)) {
  for (BlockArgument arg : function.getArguments()) {
    unsigned number = arg.getArgNumber();
    std::string name = "arg" + std::to_string(number);
    Type type = getTypeIn(arg, fixed);
    if (isa<RankedTensorType, MemRefType>(type))
      tensors[number] = declareTensor(terms, cast<ShapedType>(type), name);
    else if (getScalarWidth(type) > 0)
      scalars[number] = declareScalar(terms, type, name);
  }
  if (fixed.axis) {
    if (std::optional<unsigned> number = fixed.axisArgument) {
      Symbol &axis = scalars.contains(*number) ? scalars[*number]
                                               : tensors[*number].elements[0];
      axis.term = terms.get(*fixed.axis);
    }
    ArrayRef<Value> sizes = tensors[fixed.data].rootSizes;
    int64_t dim = *fixed.axis + (*fixed.axis < 0 ? sizes.size() : 0);
    group(terms, sizes.take_front(dim), "outer");
    group(terms, sizes.drop_front(dim + 1), "inner");
  }
  for (auto &[number, tensor] : tensors) {
    Value count = terms.product(tensor.rootSizes);
    if (tensor.sizes.size() > 1)
      exists = terms.both(exists, terms.isLess(count, terms.getPowerOfTwo(63)));
  }
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
