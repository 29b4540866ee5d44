//===- Reductions.cpp - Products and reductions of ONNX -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Elementwise.h"
#include "../Builders/Reduce.h"
#include "../Builders/Shapes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

/// Builds alpha * product + beta * bias. The bias, which may be null, is
/// broadcast to the product.
static FailureOr<Value> createLinear(NodeImporter &node, Value product,
                                     Value bias, double alpha, double beta) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Type element = getRankedType(product).getElementType();
  auto scale = [&](ImplicitLocOpBuilder &builder, Value x, double factor) {
    return factor == 1
               ? x
               : buildMul(builder, element,
                          {x, createNumber(builder, x.getType(), factor)});
  };
  SmallVector<OpFoldResult> sizes = getSizes(builder, product);
  SmallVector<Value> operands = {product};
  SmallVector<AffineMap> maps = {builder.getMultiDimIdentityMap(2)};
  if (bias) {
    FailureOr<AffineMap> map =
        createMapTo(builder, sizes, bias, 2 - getRankedType(bias).getRank());
    if (failed(map))
      return failure();
    operands.push_back(bias);
    maps.push_back(*map);
  } else if (alpha == 1) {
    return product;
  }
  return createParallel(
      builder, sizes, element, operands, maps,
      [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        SmallVector<Value> terms = castToSignless(builder, args);
        terms[0] = scale(builder, terms[0], alpha);
        if (bias)
          terms[0] = buildAdd(builder, element,
                              {terms[0], scale(builder, terms[1], beta)});
        return castSign(builder, terms[0], element);
      });
}

LogicalResult mlir::split::frontends::onnx::importGemm(NodeImporter &node) {
  double alpha = 1, beta = 1;
  MatMulTransposes transposes;
  SmallVector<Value> operands(3);
  if (failed(node.readFloat("alpha", alpha)) ||
      failed(node.readFloat("beta", beta)) ||
      failed(node.readBool("transA", transposes.lhs)) ||
      failed(node.readBool("transB", transposes.rhs)))
    return failure();
  for (int64_t i : {0, 1, 2}) {
    if (!node.hasInput(i))
      continue;
    operands[i] = node.getInput(i);
    if (failed(node.checkAlike(i, node.getElementType(0))))
      return failure();
    int64_t rank = getRankedType(operands[i]).getRank();
    if (i < 2 && rank != 2)
      return node.emitError()
             << "input #" << i << " has rank " << rank << ", expected 2";
  }
  FailureOr<Value> product =
      createMatMul(node.getBuilder(), operands[0], operands[1], transposes);
  if (failed(product))
    return failure();
  return node.setResult(createLinear(node, *product, operands[2], alpha, beta));
}

/// Reads the dimensions of a reduction. `isIdentity` says whether an empty list
/// of them means that nothing is reduced.
static LogicalResult readReduced(NodeImporter &node, int64_t rank,
                                 llvm::SmallBitVector &reduced,
                                 bool &isIdentity) {
  std::optional<SmallVector<int64_t>> axes;
  bool ignoresEmpty = false;
  if (failed(node.readConstantIndices(1, "axes", axes)) ||
      failed(node.readBool("noop_with_empty_axes", ignoresEmpty)))
    return failure();
  isIdentity = ignoresEmpty && (!axes || axes->empty());
  if (!axes || axes->empty()) {
    reduced.resize(rank, true);
    return success();
  }
  FailureOr<llvm::SmallBitVector> dims =
      getDims(node.getBuilder(), *axes, rank);
  if (failed(dims))
    return failure();
  reduced = *dims;
  return success();
}

LogicalResult
mlir::split::frontends::onnx::importReduction(NodeImporter &node,
                                              ReductionBuilder build) {
  Value data = node.getInput(0);
  bool keepsDims = true, isIdentity;
  llvm::SmallBitVector reduced;
  if (failed(readReduced(node, getRankedType(data).getRank(), reduced,
                         isIdentity)) ||
      failed(node.readBool("keepdims", keepsDims)))
    return failure();
  return node.setResult(
      isIdentity ? data : build(node.getBuilder(), data, reduced, keepsDims));
}

LogicalResult
mlir::split::frontends::onnx::importReduceLogSumExp(NodeImporter &node) {
  return importReduction(node, createLogSumExp);
}
