//===- SliceTest.cpp - Slices of tensors and memrefs ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Slice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;

namespace {
class SliceTest : public testing::Test {
protected:
  SliceTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<memref::MemRefDialect, tensor::TensorDialect>();
    builder.setInsertionPointToStart(&block);
  }

  OpFoldResult index(int64_t value) { return builder.getIndexAttr(value); }
  Type tensor(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  Type memref(ArrayRef<int64_t> shape) {
    return MemRefType::get(shape, builder.getF32Type());
  }
  Value argument(Type type) { return block.addArgument(type, loc); }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  Block block;
};
} // namespace

TEST_F(SliceTest, KnowsStaticallyEmptyTypesAndSizes) {
  EXPECT_TRUE(isStaticallyEmpty(tensor({4, 0})));
  EXPECT_TRUE(isStaticallyEmpty(memref({0, ShapedType::kDynamic})));
  EXPECT_FALSE(isStaticallyEmpty(tensor({4, ShapedType::kDynamic})));
  EXPECT_FALSE(isStaticallyEmpty(tensor({})));
  EXPECT_TRUE(isStaticallyEmpty({index(4), index(0)}));
  EXPECT_FALSE(isStaticallyEmpty({index(4), argument(builder.getIndexType())}));
}

TEST_F(SliceTest, KnowsStaticallyEmptySlices) { // C7
  Slice slice{{index(0), index(2)}, {index(4), index(3)}};
  EXPECT_FALSE(slice.isStaticallyEmpty(tensor({4, 8})));
  EXPECT_FALSE(slice.isStaticallyEmpty(tensor({4, ShapedType::kDynamic})));
  EXPECT_TRUE(slice.isStaticallyEmpty(tensor({4, 2}))) << "starts at the end";
  EXPECT_TRUE(slice.isStaticallyEmpty(tensor({0, 8})));
  slice.sizes[1] = index(0);
  EXPECT_TRUE(slice.isStaticallyEmpty(tensor({4, 8})));
}

TEST_F(SliceTest, ChecksBounds) {
  Slice slice{{index(0), index(2)}, {index(4), index(3)}};
  EXPECT_TRUE(slice.isInBounds({4, 5}));
  EXPECT_TRUE(slice.isInBounds({4, ShapedType::kDynamic}));
  EXPECT_FALSE(slice.isInBounds({4, 4}));
  EXPECT_TRUE(Slice().isInBounds({}));
}

TEST_F(SliceTest, CreatesSlicesOfTensorsAndMemrefs) {
  Slice slice{{index(0), index(2)}, {index(4), index(3)}};
  EXPECT_EQ(slice.create(builder, loc, argument(tensor({4, 8}))).getType(),
            tensor({4, 3}));
  auto view = slice.create(builder, loc, argument(memref({4, 8})))
                  .getDefiningOp<memref::SubViewOp>();
  ASSERT_TRUE(view);
  EXPECT_EQ(view.getStaticOffsets(), ArrayRef<int64_t>({0, 2}));
  EXPECT_EQ(view.getStaticStrides(), ArrayRef<int64_t>({1, 1}));

  slice = {{index(0), index(8)}, {index(4), index(0)}};
  Value empty = slice.createOrEmpty(builder, loc, argument(tensor({4, 8})));
  EXPECT_TRUE(empty.getDefiningOp<tensor::EmptyOp>());
  EXPECT_EQ(empty.getType(), tensor({4, 0}));
}

TEST_F(SliceTest, ReadsSizesOfTensorsAndMemrefs) {
  for (Type type :
       {tensor({4, ShapedType::kDynamic}), memref({4, ShapedType::kDynamic})}) {
    SmallVector<OpFoldResult> sizes =
        getMixedSizes(builder, loc, argument(type));
    ASSERT_EQ(sizes.size(), 2u);
    EXPECT_EQ(sizes[0], index(4));
    Operation *dim = cast<Value>(sizes[1]).getDefiningOp();
    EXPECT_EQ(isa<tensor::DimOp>(dim), isa<TensorType>(type));
    EXPECT_EQ(isa<memref::DimOp>(dim), isa<MemRefType>(type));
    EXPECT_EQ(getMixedSize(builder, loc, argument(type), 0), index(4));
  }
}
