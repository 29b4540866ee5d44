//===- ShapeValues.cpp - Folded tensors of integers -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Larger tensors are computed in a loop.
static constexpr int64_t kMaxElements = 64;

/// Returns whether tensors of this type have a few integers, in at most
/// `maxRank` dimensions.
static bool hasFewIntegers(Type type, int64_t maxRank) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() > maxRank || !tensor.hasStaticShape() ||
      tensor.getNumElements() > kMaxElements)
    return false;
  Type element = tensor.getElementType();
  return element.isSignlessInteger(1) || element.isSignlessInteger(32) ||
         element.isSignlessInteger(64);
}

bool mlir::split::frontends::isShapeValue(Type type) {
  return hasFewIntegers(type, /*maxRank=*/1);
}

bool mlir::split::frontends::isShapeTable(Value tensor) {
  return hasFewIntegers(tensor.getType(), /*maxRank=*/2) &&
         isa_and_present<arith::ConstantOp, tensor::FromElementsOp>(
             tensor.getDefiningOp());
}

SmallVector<Value>
mlir::split::frontends::createElements(ImplicitLocOpBuilder &builder,
                                       Value tensor) {
  if (auto made = tensor.getDefiningOp<tensor::FromElementsOp>())
    return llvm::to_vector(made.getElements());
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  SmallVector<Value> elements;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<Value> indices;
    for (int64_t index : delinearize(i, strides))
      indices.push_back(arith::ConstantIndexOp::create(builder, index));
    elements.push_back(
        builder.createOrFold<tensor::ExtractOp>(tensor, indices));
  }
  return elements;
}

Value mlir::split::frontends::createFromElements(ImplicitLocOpBuilder &builder,
                                                 RankedTensorType type,
                                                 ValueRange elements) {
  return builder.createOrFold<tensor::FromElementsOp>(type, elements);
}

/// Returns the elements of a tensor of unknown rank as a tensor of rank 1.
static Value createFlat(ImplicitLocOpBuilder &builder, Value tensor) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value rank = tensor::RankOp::create(builder, tensor);
  auto count = scf::ForOp::create(
      builder, zero, rank, one, one,
      [&](OpBuilder &nested, Location loc, Value dim, ValueRange product) {
        Value size = tensor::DimOp::create(nested, loc, tensor, dim);
        size = arith::MulIOp::create(nested, loc, product.front(), size);
        scf::YieldOp::create(nested, loc, size);
      });
  Value shape = tensor::FromElementsOp::create(builder, count.getResult(0));
  auto type = RankedTensorType::get({ShapedType::kDynamic},
                                    getElementTypeOrSelf(tensor));
  return tensor::ReshapeOp::create(builder, type, tensor, shape);
}

FailureOr<Value>
mlir::split::frontends::createOnlyElement(ImplicitLocOpBuilder &builder,
                                          Value tensor, StringRef what) {
  if (isa<UnrankedTensorType>(tensor.getType()))
    tensor = createFlat(builder, tensor);
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || llvm::any_of(type.getShape(), [](int64_t size) {
        return size != 1 && ShapedType::isStatic(size);
      }))
    return builder.emitError() << what << " is of type " << tensor.getType()
                               << ", expected one element";
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    OpFoldResult size = getSize(builder, tensor, dim);
    if (failed(createSizeCheck(builder, size, builder.getIndexAttr(1),
                               CheckMessage("dimension ")
                                   << dim << " of " << what << " is " << size
                                   << ", expected 1")))
      return failure();
  }
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  SmallVector<Value> indices(type.getRank(), zero);
  return builder.createOrFold<tensor::ExtractOp>(tensor, indices);
}

OpFoldResult mlir::split::frontends::createIndex(ImplicitLocOpBuilder &builder,
                                                 Value integer) {
  APInt constant;
  if (matchPattern(integer, m_ConstantInt(&constant)))
    return builder.getIndexAttr(constant.getSExtValue());
  // An index has 64 bits.
  auto cast = integer.getDefiningOp<arith::IndexCastOp>();
  if (cast && cast.getIn().getType().isIndex() &&
      integer.getType().isInteger(64))
    return cast.getIn();
  return arith::IndexCastOp::create(builder, builder.getIndexType(), integer)
      .getResult();
}

/// Returns whether `integer` is a size, or computed from sizes by at most
/// `depth` additions, multiplications and divisions.
static bool isSize(Value integer, int depth) {
  APInt constant;
  if (matchPattern(integer, m_ConstantInt(&constant)))
    return constant.isNonNegative();
  Operation *op = integer.getDefiningOp();
  if (isa_and_present<tensor::DimOp>(op))
    return true;
  if (depth == 0 || !isa_and_present<arith::IndexCastOp, arith::AddIOp,
                                     arith::MulIOp, arith::DivSIOp>(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isSize(operand, depth - 1);
  });
}

bool mlir::split::frontends::isCertainlySize(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant >= 0;
  return isSize(cast<Value>(index), /*depth=*/6);
}

FailureOr<SmallVector<OpFoldResult>>
mlir::split::frontends::createIndices(ImplicitLocOpBuilder &builder, Value list,
                                      StringRef what) {
  auto type = dyn_cast<RankedTensorType>(list.getType());
  if (!type || type.getRank() != 1 || !type.hasStaticShape())
    return builder.emitError()
           << "'" << what << "' is of type " << list.getType()
           << ", expected a 1-D tensor of known length";
  // Types of hostile files state any number.
  if (type.getNumElements() > kMaxElements)
    return builder.emitError()
           << what << " is of type " << type << ", expected at most "
           << kMaxElements << " elements";
  return llvm::map_to_vector(createElements(builder, list), [&](Value element) {
    return createIndex(builder, element);
  });
}

Value mlir::split::frontends::createShapeOf(ImplicitLocOpBuilder &builder,
                                            Value tensor, Type elementType,
                                            int64_t begin, int64_t end) {
  SmallVector<Value> elements;
  for (int64_t dim = begin; dim < end; ++dim) {
    Value size = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                                 getSize(builder, tensor, dim));
    elements.push_back(
        builder.createOrFold<arith::IndexCastOp>(elementType, size));
  }
  int64_t count = elements.size();
  return createFromElements(builder, RankedTensorType::get(count, elementType),
                            elements);
}

Value mlir::split::frontends::createSizeOf(ImplicitLocOpBuilder &builder,
                                           Value tensor, Type elementType) {
  Value count = getValueOrCreateConstantIndexOp(
      builder, builder.getLoc(),
      createProduct(builder, getSizes(builder, tensor)));
  return createFromElements(
      builder, RankedTensorType::get({}, elementType),
      builder.createOrFold<arith::IndexCastOp>(elementType, count));
}

void mlir::split::frontends::eraseUnusedShapeOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isa_and_present<arith::ArithDialect, tensor::TensorDialect>(
            op.getDialect()) &&
        isOpTriviallyDead(&op))
      op.erase();
}
