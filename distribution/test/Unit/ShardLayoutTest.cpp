//===- ShardLayoutTest.cpp - Parts of tensors that ranks pass -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Distribution/ShardLayout.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

namespace {
class ShardLayouts : public ::testing::Test {
protected:
  ShardLayouts() : context(getRegistry()) {
    context.loadDialect<func::FuncDialect, SplitMpiDialect>();
  }

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerHostAbiInterface(registry);
    return registry;
  }

  /// Returns the layout of the argument of a function on a grid.
  FailureOr<std::optional<ShardLayout>>
  getLayout(StringRef grid, StringRef type, StringRef attributes) {
    std::string text =
        "func.func private @f(" + type.str() + " {" + attributes.str() +
        "}) attributes {split_mpi.grid = array<i64: " + grid.str() + ">}";
    module = parseSourceString<ModuleOp>(text, &context);
    auto layouts = getArgumentLayouts(*module->getOps<func::FuncOp>().begin());
    if (failed(layouts))
      return failure();
    return std::move(layouts->front());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

/// Returns text like `0+2,3+3`: offset and size of each dimension.
static std::string getBox(const ShardLayout &layout, ArrayRef<int64_t> shape,
                          int64_t rank) {
  llvm::Expected<TensorBox> box = layout.getBox(shape, rank);
  if (!box)
    return llvm::toString(box.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      llvm::zip_equal(box->offsets, box->sizes), os,
      [&](auto interval) {
        os << std::get<0>(interval) << '+' << std::get<1>(interval);
      },
      ",");
  return text;
}

TEST_F(ShardLayouts, HaveLargerShardsAtTheEnd) {
  auto layout = getLayout("3", "tensor<?x4xf32>",
                          "split_mpi.global_type = tensor<?x4xf32>, "
                          "split_mpi.axes = #shard<axisarray[[0]]>");
  ASSERT_TRUE(succeeded(layout) && *layout);
  EXPECT_EQ(getBox(**layout, {8, 4}, 0), "0+2,0+4");
  EXPECT_EQ(getBox(**layout, {8, 4}, 1), "2+3,0+4");
  EXPECT_EQ(getBox(**layout, {8, 4}, 2), "5+3,0+4");
  EXPECT_EQ(getBox(**layout, {1, 4}, 0), "0+0,0+4");
  EXPECT_EQ(getBox(**layout, {1, 4}, 2), "0+1,0+4");
}

TEST_F(ShardLayouts, UseGridAxesInTheirOrder) {
  auto layout = getLayout("2, 3", "tensor<2x?xf32>",
                          "split_mpi.global_type = tensor<2x6xf32>, "
                          "split_mpi.axes = #shard<axisarray[[], [1, 0]]>");
  ASSERT_TRUE(succeeded(layout) && *layout);
  // Rank 4 has the coordinates 1, 1: shard 1 * 2 + 1.
  EXPECT_EQ(getBox(**layout, {2, 6}, 4), "0+2,3+1");
  EXPECT_EQ(getBox(**layout, {2, 6}, 1), "0+2,2+1");
  EXPECT_TRUE((*layout)->isSharded());
  for (int64_t rank = 0; rank < 6; ++rank)
    EXPECT_TRUE((*layout)->isFirstHolder(rank));
}

TEST_F(ShardLayouts, HaveCopiesAlongUnusedAxes) {
  auto layout = getLayout("2, 3", "tensor<?xf32>",
                          "split_mpi.global_type = tensor<7xf32>, "
                          "split_mpi.axes = #shard<axisarray[[0]]>");
  ASSERT_TRUE(succeeded(layout) && *layout);
  EXPECT_EQ(getBox(**layout, {7}, 3), getBox(**layout, {7}, 5));
  for (int64_t rank = 0; rank < 6; ++rank)
    EXPECT_EQ((*layout)->isFirstHolder(rank), rank % 3 == 0);
}

TEST_F(ShardLayouts, HaveOffsetsForOneSize) {
  auto layout = getLayout("2", "tensor<?x?xf32>",
                          "split_mpi.global_type = tensor<?x?xf32>, "
                          "split_mpi.axes = #shard<axisarray[[], [0]]>, "
                          "split_mpi.offsets = array<i64: 0, 6, 7>");
  ASSERT_TRUE(succeeded(layout) && *layout);
  EXPECT_EQ(getBox(**layout, {2, 7}, 0), "0+2,0+6");
  EXPECT_EQ(getBox(**layout, {2, 7}, 1), "0+2,6+1");
  EXPECT_EQ(getBox(**layout, {2, 8}, 1),
            "the shards of dimension 1 end at 7, but its size is 8");
  (*layout)->axes = {{0}, {}};
  EXPECT_EQ(getBox(**layout, {8, 7}, 1),
            "the shards of dimension 0 end at 7, but its size is 8");
}

TEST_F(ShardLayouts, HaveOffsetsOfEachShardedDimension) {
  auto layout = getLayout("2, 2", "tensor<?x4x?xf32>",
                          "split_mpi.global_type = tensor<7x4x9xf32>, "
                          "split_mpi.axes = #shard<axisarray[[0], [], [1]]>, "
                          "split_mpi.offsets = array<i64: 0, 6, 7, 0, 1, 9>");
  ASSERT_TRUE(succeeded(layout) && *layout);
  EXPECT_EQ(getBox(**layout, {7, 4, 9}, 1), "0+6,0+4,1+8");
  EXPECT_EQ(getBox(**layout, {7, 4, 9}, 2), "6+1,0+4,0+1");
  EXPECT_TRUE((*layout)->getOffsets(1).empty());
}

TEST_F(ShardLayouts, AreWholeWithoutAxes) {
  auto layout =
      getLayout("2", "tensor<4xf32>", "split_mpi.global_type = tensor<4xf32>");
  ASSERT_TRUE(succeeded(layout) && *layout);
  EXPECT_FALSE((*layout)->isSharded());
  EXPECT_EQ(getBox(**layout, {4}, 1), "0+4");
  // Without a grid.
  auto function = *module->getOps<func::FuncOp>().begin();
  function->removeAttr("split_mpi.grid");
  EXPECT_TRUE(getGrid(function).empty());
}

TEST_F(ShardLayouts, AreNoneWithoutAttributes) {
  auto layout = getLayout("2", "tensor<4xf32>", "");
  ASSERT_TRUE(succeeded(layout));
  EXPECT_FALSE(*layout);
}

TEST_F(ShardLayouts, RefuseOtherTypesAndAxes) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(failed(getLayout("2", "tensor<4xf32>",
                               "split_mpi.global_type = tensor<8x2xf32>")));
  EXPECT_EQ(message,
            "argument 0: type 'tensor<4xf32>' is not that of a part of "
            "'tensor<8x2xf32>'");
  EXPECT_TRUE(failed(getLayout("2", "tensor<4xf32>",
                               "split_mpi.global_type = tensor<8xf16>")));
  EXPECT_TRUE(failed(getLayout("2", "tensor<*xf32>",
                               "split_mpi.global_type = tensor<8xf32>")));
  EXPECT_TRUE(failed(getLayout("2", "tensor<4xf32>",
                               "split_mpi.global_type = tensor<8xf32>, "
                               "split_mpi.axes = #shard<axisarray[[2]]>")));
  EXPECT_TRUE(failed(getLayout("2", "tensor<4xf32>",
                               "split_mpi.global_type = tensor<8xf32>, "
                               "split_mpi.axes = #shard<axisarray[[0]]>, "
                               "split_mpi.offsets = array<i64: 0, 4>")));
  // The dialect's verifier rejects such a grid before.
  ASSERT_TRUE(succeeded(getLayout("2", "tensor<4xf32>",
                                  "split_mpi.global_type = tensor<4xf32>")));
  auto function = *module->getOps<func::FuncOp>().begin();
  function->setAttr("split_mpi.grid", DenseI64ArrayAttr::get(&context, 0));
  EXPECT_TRUE(failed(getArgumentLayouts(function)));
}

TEST_F(ShardLayouts, AreCheckedForSignaturesOfHosts) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  auto fails = [&](StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    return failed(getHostSignatures(*module, /*views=*/false));
  };
  EXPECT_TRUE(fails("func.func @f(%x: tensor<4xf32> "
                    "{split_mpi.global_type = tensor<2x4xf32>}) { return }"));
  EXPECT_EQ(message, "argument 0: type 'tensor<4xf32>' is not that of a part "
                     "of 'tensor<2x4xf32>'");
  EXPECT_TRUE(fails("func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32> "
                    "{split_mpi.global_type = tensor<2x4xf32>}) "
                    "{ return %x : tensor<4xf32> }"));
  EXPECT_EQ(message, "result 0: type 'tensor<4xf32>' is not that of a part "
                     "of 'tensor<2x4xf32>'");
}
