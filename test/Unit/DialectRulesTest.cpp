//===- DialectRulesTest.cpp - Rules and inference of the split dialect ----===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "gtest/gtest.h"
#include <limits>

using namespace mlir;
using namespace mlir::split;

static constexpr int64_t kDynamic = ShapedType::kDynamic;
static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
static constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

namespace {
class DialectRules : public testing::Test {
protected:
  DialectRules() : builder(&context) {
    context.loadDialect<SplitDialect, func::FuncDialect, quant::QuantDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }

  RankedTensorType tensor(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  UnrankedTensorType unranked() {
    return UnrankedTensorType::get(builder.getF32Type());
  }

  /// A new function's arguments, with the builder in its body.
  Block::BlockArgListType arguments(TypeRange types) {
    builder.setInsertionPointToEnd(module->getBody());
    auto function = func::FuncOp::create(builder, builder.getUnknownLoc(),
                                         "f" + std::to_string(++numFunctions),
                                         builder.getFunctionType(types, {}));
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    auto end = func::ReturnOp::create(builder, builder.getUnknownLoc());
    builder.setInsertionPoint(end);
    return body->getArguments();
  }

  static SmallVector<Type> types(Operation *op) {
    EXPECT_TRUE(succeeded(mlir::verify(op)));
    return llvm::to_vector(op->getResultTypes());
  }

  Location loc() { return builder.getUnknownLoc(); }

  /// The message of a check, or "" when it passes.
  std::string message(llvm::function_ref<LogicalResult(EmitErrorFn)> check) {
    std::string text;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diag) { text += diag.str(); });
    LogicalResult result = check([&] { return emitError(loc()); });
    EXPECT_EQ(succeeded(result), text.empty());
    return text;
  }
  std::string messageOfSplit(TensorType data, std::optional<int64_t> axis,
                             int64_t numSplits) {
    return message([&](EmitErrorFn emit) {
      return verifySplit(emit, data, axis, numSplits);
    });
  }
  std::string messageOfVariadic(TensorType data, std::optional<int64_t> axis,
                                ArrayRef<int64_t> lengths) {
    return message([&](EmitErrorFn emit) {
      return verifyVariadicSplit(emit, data, axis, lengths);
    });
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  unsigned numFunctions = 0;
};
} // namespace

TEST_F(DialectRules, NormalizesAxes) { // C4
  EXPECT_EQ(normalizeAxis(0, 3), 0);
  EXPECT_EQ(normalizeAxis(2, 3), 2);
  EXPECT_EQ(normalizeAxis(-1, 3), 2);
  EXPECT_EQ(normalizeAxis(-3, 3), 0);
  EXPECT_EQ(normalizeAxis(3, 3), std::nullopt);
  EXPECT_EQ(normalizeAxis(-4, 3), std::nullopt);
  EXPECT_EQ(normalizeAxis(0, 0), std::nullopt);
  EXPECT_EQ(normalizeAxis(-1, 0), std::nullopt);
  EXPECT_EQ(normalizeAxis(kMax, 3), std::nullopt);
  EXPECT_EQ(normalizeAxis(kMin, 3), std::nullopt);
}

TEST_F(DialectRules, InfersSplit) { // S2, C5
  Value x = arguments(tensor({4, 6}))[0];
  EXPECT_EQ(types(SplitOp::create(builder, loc(), x, 1, 3)),
            SmallVector<Type>(3, tensor({4, 2})));
  EXPECT_EQ(types(SplitOp::create(builder, loc(), x, -2, 2)),
            SmallVector<Type>(2, tensor({2, 6})));
  EXPECT_EQ(types(SplitOp::create(builder, loc(), x, 0, 1)),
            SmallVector<Type>(1, tensor({4, 6})));

  Value y = arguments(tensor({kDynamic, 6}))[0];
  EXPECT_EQ(types(SplitOp::create(builder, loc(), y, 0, 2)),
            SmallVector<Type>(2, tensor({kDynamic, 6})));
  EXPECT_EQ(types(SplitOp::create(builder, loc(), y, 1, 2)),
            SmallVector<Type>(2, tensor({kDynamic, 3})));

  Value z = arguments(tensor({0, 6}))[0];
  EXPECT_EQ(types(SplitOp::create(builder, loc(), z, 0, 4)),
            SmallVector<Type>(4, tensor({0, 6})));

  Value u = arguments(unranked())[0];
  EXPECT_EQ(types(SplitOp::create(builder, loc(), u, -5, 2)),
            SmallVector<Type>(2, unranked()));
}

TEST_F(DialectRules, InfersSplitWithRunTimeAxis) { // C3, C6
  Value a = arguments({builder.getI32Type(), tensor({4, 6}), tensor({4}),
                       tensor({0, 5}), tensor({4, 5})})[0];
  auto arg = [&](unsigned i) {
    return cast<BlockArgument>(a).getOwner()->getArgument(i);
  };
  // Either dimension may be cut.
  EXPECT_EQ(types(SplitOp::create(builder, loc(), arg(1), a, 2)),
            SmallVector<Type>(2, tensor({kDynamic, kDynamic})));
  // Rank 1 has one axis.
  EXPECT_EQ(types(SplitOp::create(builder, loc(), arg(2), a, 2)),
            SmallVector<Type>(2, tensor({2})));
  // A piece of nothing is nothing, and one piece is everything.
  EXPECT_EQ(types(SplitOp::create(builder, loc(), arg(3), a, 5)),
            SmallVector<Type>(5, tensor({0, kDynamic})));
  EXPECT_EQ(types(SplitOp::create(builder, loc(), arg(1), a, 1)),
            SmallVector<Type>(1, tensor({4, 6})));
}

TEST_F(DialectRules, InfersVariadicSplit) { // V3, V4
  Value x = arguments(tensor({4, 6}))[0];
  EXPECT_EQ(
      types(VariadicSplitOp::create(builder, loc(), x, 1,
                                    ArrayRef<int64_t>{1, 0, 5})),
      (SmallVector<Type>{tensor({4, 1}), tensor({4, 0}), tensor({4, 5})}));
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), x, -2,
                                          ArrayRef<int64_t>{-1, 3})),
            (SmallVector<Type>{tensor({1, 6}), tensor({3, 6})}));
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), x, 0,
                                          ArrayRef<int64_t>{4, -1})),
            (SmallVector<Type>{tensor({4, 6}), tensor({0, 6})}));

  Value y = arguments(tensor({kDynamic}))[0];
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), y, 0,
                                          ArrayRef<int64_t>{2, -1, 0})),
            (SmallVector<Type>{tensor({2}), tensor({kDynamic}), tensor({0})}));

  Value u = arguments(unranked())[0];
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), u, 0,
                                          ArrayRef<int64_t>{2, -1})),
            SmallVector<Type>(2, unranked()));
}

TEST_F(DialectRules, InfersVariadicSplitWithRunTimeOperands) { // V6
  auto lengthsOf = [&](int64_t n) {
    return RankedTensorType::get({n}, builder.getI64Type());
  };
  auto args = arguments({tensor({4, 6}), builder.getIndexType(), lengthsOf(2),
                         lengthsOf(1), tensor({0}), tensor({4})});
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), args[0], 0, args[2])),
            SmallVector<Type>(2, tensor({kDynamic, 6})));
  EXPECT_EQ(
      types(VariadicSplitOp::create(builder, loc(), args[0], args[1], args[2])),
      SmallVector<Type>(2, tensor({kDynamic, kDynamic})));
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), args[4], 0, args[2])),
            SmallVector<Type>(2, tensor({0})));
  // A single length that obeys the rules is everything.
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), args[0], 0, args[3])),
            SmallVector<Type>(1, tensor({4, 6})));
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), args[5], args[1],
                                          ArrayRef<int64_t>{1, -1})),
            (SmallVector<Type>{tensor({1}), tensor({3})}));
}

TEST_F(DialectRules, InfersVariadicSplitWithMixedLengths) { // V4, V7
  auto args = arguments({tensor({9, 6}), builder.getIndexType(), tensor({0})});
  auto infer = [&](Value data, OpFoldResult axis, ArrayRef<int64_t> numbers) {
    SmallVector<OpFoldResult> lengths;
    for (int64_t number : numbers)
      if (ShapedType::isDynamic(number))
        lengths.push_back(args[1]);
      else
        lengths.push_back(builder.getIndexAttr(number));
    return types(
        VariadicSplitOp::create(builder, loc(), data, axis, ArrayRef(lengths)));
  };
  OpFoldResult zero = builder.getI64IntegerAttr(0);
  EXPECT_EQ(infer(args[0], zero, {kDynamic, 4, -1}),
            (SmallVector<Type>{tensor({kDynamic, 6}), tensor({4, 6}),
                               tensor({kDynamic, 6})}));
  EXPECT_EQ(infer(args[0], args[1], {kDynamic, 4}),
            (SmallVector<Type>{tensor({kDynamic, kDynamic}),
                               tensor({kDynamic, kDynamic})}));
  // A single length is everything, and the pieces of nothing are empty.
  EXPECT_EQ(infer(args[0], zero, {kDynamic}),
            SmallVector<Type>{args[0].getType()});
  EXPECT_EQ(infer(args[2], zero, {kDynamic, 0, -1}),
            SmallVector<Type>(3, tensor({0})));
}

TEST_F(DialectRules, KeepsEncodingsAndElements) { // C1, C5
  Attribute encoding = builder.getStringAttr("e");
  auto type = RankedTensorType::get({4}, builder.getIndexType(), encoding);
  Value x = arguments(type)[0];
  EXPECT_EQ(types(SplitOp::create(builder, loc(), x, 0, 2)),
            SmallVector<Type>(2, RankedTensorType::get(
                                     {2}, builder.getIndexType(), encoding)));
}

TEST_F(DialectRules, ComputesNear2To63) {
  Value x = arguments(tensor({kMax}))[0];
  EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), x, 0,
                                          ArrayRef<int64_t>{kMax - 1, -1})),
            (SmallVector<Type>{tensor({kMax - 1}), tensor({1})}));
  EXPECT_EQ(types(SplitOp::create(builder, loc(), x, 0, 7)),
            SmallVector<Type>(7, tensor({kMax / 7})));
}

TEST_F(DialectRules, TellsBeforehandWhatIsWrong) {
  EXPECT_EQ(messageOfSplit(tensor({4}), 0, 2), "");
  EXPECT_EQ(messageOfSplit(tensor({4}), std::nullopt, 3), "");
  EXPECT_EQ(messageOfSplit(unranked(), 7, 3), "");
  EXPECT_EQ(messageOfSplit(tensor({}), 0, 2),
            "data has rank 0, so there is no axis to split along");
  EXPECT_EQ(messageOfSplit(tensor({4}), 1, 2),
            "axis 1 is out of range [-1, 0] for data of rank 1");
  EXPECT_EQ(messageOfSplit(tensor({4}), 0, 0),
            "num_splits is 0, expected at least 1");
  EXPECT_EQ(messageOfSplit(tensor({4}), 0, kMin),
            "num_splits is -9223372036854775808, expected at least 1");
  EXPECT_EQ(messageOfSplit(tensor({4}), 0, kMax),
            "dimension 0 of size 4 is not divisible by num_splits "
            "9223372036854775807");

  EXPECT_EQ(messageOfVariadic(tensor({4}), 0, {1, -1}), "");
  EXPECT_EQ(messageOfVariadic(tensor({4}), std::nullopt, {5, 6}), "");
  EXPECT_EQ(messageOfVariadic(tensor({4}), 0, {}),
            "lengths are empty, expected at least one");
  EXPECT_EQ(messageOfVariadic(unranked(), 0, {1, -2}),
            "length 1 is -2, expected a size or -1");
  EXPECT_EQ(messageOfVariadic(tensor({4}), 0, {-1, -1}),
            "lengths 0 and 1 are both -1, expected at most one");
  EXPECT_EQ(messageOfVariadic(tensor({4}), 0, {1, 2}),
            "lengths [1, 2] sum to 3, expected 4, the size of dimension 0");
  EXPECT_EQ(messageOfVariadic(tensor({4}), 0, {kMax, kMax, 6}),
            "lengths [9223372036854775807, 9223372036854775807, 6] sum to more "
            "than 4, the size of dimension 0");
  EXPECT_EQ(message([&](EmitErrorFn emit) {
              return verifyVariadicSplit(
                  emit, tensor({4}), 0,
                  ArrayRef<OpFoldResult>(builder.getIndexAttr(kDynamic)));
            }),
            "length 0 is -9223372036854775808, expected a size or -1");
}

TEST_F(DialectRules, TellsQuantizationAlongTheAxis) { // C5
  auto perAxis = quant::UniformQuantizedPerAxisType::get(
      quant::QuantizationFlags::Signed, builder.getI8Type(),
      builder.getF32Type(), {2.0, 3.0}, {0, 0}, /*quantizedDimension=*/1, -128,
      127);
  auto data = RankedTensorType::get({4, 2}, perAxis);
  EXPECT_EQ(messageOfSplit(data, 0, 2), "");
  EXPECT_NE(messageOfSplit(data, 1, 2), "");
  EXPECT_NE(messageOfSplit(data, -1, 1), "");
}

TEST_F(DialectRules, ComparesPieceTypes) { // C5
  Type inferred = tensor({kDynamic, 6});
  EXPECT_TRUE(isCompatiblePieceType(inferred, tensor({4, 6})));
  EXPECT_TRUE(isCompatiblePieceType(inferred, tensor({4, kDynamic})));
  EXPECT_TRUE(isCompatiblePieceType(inferred, unranked()));
  EXPECT_TRUE(isCompatiblePieceType(unranked(), inferred));
  EXPECT_FALSE(isCompatiblePieceType(inferred, tensor({4, 5})));
  EXPECT_FALSE(isCompatiblePieceType(inferred, tensor({6})));
  EXPECT_FALSE(isCompatiblePieceType(
      inferred, RankedTensorType::get({4, 6}, builder.getF64Type())));
  EXPECT_FALSE(isCompatiblePieceType(
      inferred, RankedTensorType::get({4, 6}, builder.getF32Type(),
                                      builder.getStringAttr("e"))));
  EXPECT_FALSE(isCompatiblePieceType(inferred, builder.getF32Type()));
  EXPECT_FALSE(isCompatiblePieceType(builder.getF32Type(), inferred));
}

TEST_F(DialectRules, InfersEveryElementType) { // C1, C5, C8
  context.allowUnregisteredDialects();
  auto encoding = builder.getStringAttr("e");
  for (StringRef text : {"i1",
                         "i4",
                         "i128",
                         "ui8",
                         "si16",
                         "index",
                         "f4E2M1FN",
                         "f6E3M2FN",
                         "f8E4M3FN",
                         "f8E5M2",
                         "f16",
                         "bf16",
                         "tf32",
                         "f64",
                         "f128",
                         "complex<f32>",
                         "complex<i8>",
                         "vector<2xf32>",
                         "!quant.uniform<u4:f32, 0.5>",
                         "!quant.uniform<i8:f32:0, {0.5, 2.0}>",
                         "!quant.any<i8>",
                         "!quant.calibrated<f32<-1.0:1.0>>",
                         "!foo.bar<1>"}) {
    Type element = parseType(text, &context);
    ASSERT_TRUE(element) << text.str();
    Value x = arguments(RankedTensorType::get({2, 6}, element, encoding))[0];
    EXPECT_EQ(
        types(SplitOp::create(builder, loc(), x, 1, 3)),
        SmallVector<Type>(3, RankedTensorType::get({2, 2}, element, encoding)));
    Value y = arguments(UnrankedTensorType::get(element))[0];
    EXPECT_EQ(types(VariadicSplitOp::create(builder, loc(), y, 1,
                                            ArrayRef<int64_t>{1, 2})),
              SmallVector<Type>(2, UnrankedTensorType::get(element)));
  }
}

TEST_F(DialectRules, InfersCopiesOfWhateverIsThere) {
  auto infer = [&](ValueRange operands) {
    SmallVector<Type> inferred;
    EXPECT_TRUE(succeeded(CopyOp::inferReturnTypes(
        &context, loc(), operands, builder.getDictionaryAttr({}),
        /*properties=*/nullptr, /*regions=*/{}, inferred)));
    return inferred;
  };
  Type buffer = MemRefType::get({4}, builder.getF32Type());
  auto values = arguments({tensor({4}), tensor({3}), tensor({1}), buffer});
  EXPECT_EQ(infer({}), SmallVector<Type>());
  EXPECT_EQ(infer({values[0]}), SmallVector<Type>());
  EXPECT_EQ(infer({values[0], values[1], values[2]}),
            SmallVector<Type>({tensor({3}), tensor({1})}));
  EXPECT_EQ(infer({values[3], values[3]}), SmallVector<Type>());
}

TEST_F(DialectRules, ComputesPiecesOfAttributes) { // S3, V5
  auto index = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  using Sizes = SmallVector<OpFoldResult>;
  SplitSpec spec{cast<TensorType>(tensor({6})), 0, 3, /*equalPieces=*/true,
                 std::nullopt};
  Sizes equal = computePieceSizes(builder, loc(), index(6), spec, {});
  EXPECT_EQ(equal, Sizes({index(2), index(2), index(2)}));
  EXPECT_EQ(computePieceOffsets(builder, loc(), equal, /*equalPieces=*/true),
            Sizes({index(0), index(2), index(4)}));
  int64_t lengths[] = {1, -1, 0, 2};
  spec.equalPieces = false;
  spec.numPieces = 4;
  spec.lengths = ArrayRef(lengths);
  Sizes pieces = computePieceSizes(builder, loc(), index(6), spec,
                                   {index(1), index(-1), index(0), index(2)});
  EXPECT_EQ(pieces, Sizes({index(1), index(3), index(0), index(2)}));
  EXPECT_EQ(computePieceOffsets(builder, loc(), pieces, /*equalPieces=*/false),
            Sizes({index(0), index(1), index(4), index(4)}));
  EXPECT_TRUE(module->getBody()->empty()) << "constants need no ops";
}

TEST_F(DialectRules, InfersAxisSizesAndOffsets) { // S3, V5
  using Numbers = SmallVector<int64_t>;
  SplitSpec equal{cast<TensorType>(tensor({6})), std::nullopt, 3,
                  /*equalPieces=*/true, std::nullopt};
  EXPECT_EQ(inferAxis(equal), 0) << "there is no other axis";
  EXPECT_EQ(inferPieceSizes(equal), Numbers({2, 2, 2}));
  EXPECT_EQ(inferPieceOffsets(equal), Numbers({0, 2, 4}));

  int64_t lengths[] = {1, -1, 2};
  SplitSpec rest{cast<TensorType>(tensor({2, kDynamic})), -1, 3,
                 /*equalPieces=*/false, ArrayRef(lengths)};
  EXPECT_EQ(inferAxis(rest), 1);
  EXPECT_EQ(inferPieceSizes(rest), Numbers({1, kDynamic, 2}));
  EXPECT_EQ(inferPieceOffsets(rest), Numbers({0, 1, kDynamic}));
  rest.data = cast<TensorType>(tensor({2, 8}));
  EXPECT_EQ(inferPieceOffsets(rest), Numbers({0, 1, 6}));

  int64_t mixedLengths[] = {3, kDynamic, -1};
  SplitSpec mixed = rest;
  mixed.lengths = ArrayRef(mixedLengths);
  mixed.hasIndexLengths = true;
  EXPECT_EQ(inferPieceSizes(mixed), Numbers({3, kDynamic, kDynamic}));
  EXPECT_EQ(inferPieceOffsets(mixed), Numbers({0, 3, kDynamic}));
  EXPECT_TRUE(obeysRules(mixed));
  EXPECT_FALSE(mixed.isStatic());
  // Without index values, it is a number that is no length.
  mixed.hasIndexLengths = false;
  EXPECT_FALSE(obeysRules(mixed));
  mixed.hasIndexLengths = true;

  SplitSpec unknown{cast<TensorType>(tensor({2, 8})), std::nullopt, 2,
                    /*equalPieces=*/false, std::nullopt};
  EXPECT_EQ(inferAxis(unknown), kDynamic);
  EXPECT_EQ(inferPieceOffsets(unknown), Numbers({0, kDynamic}));

  SplitSpec known = rest;
  int64_t allKnown[] = {3, 0, 5};
  known.lengths = ArrayRef(allKnown);
  EXPECT_EQ(inferPieceOffsets(known), Numbers({0, 3, 3}));
  SplitSpec dynamic = equal;
  dynamic.data = cast<TensorType>(tensor({kDynamic}));
  EXPECT_EQ(inferPieceOffsets(dynamic), Numbers({0, kDynamic, kDynamic}));
  for (const SplitSpec &spec : {equal, rest, mixed, unknown, known, dynamic})
    for (auto [index, offset] : llvm::enumerate(inferPieceOffsets(spec)))
      EXPECT_EQ(inferPieceOffset(spec, index), offset) << index;
}

TEST_F(DialectRules, NormalizesAxesOrEmitsTheRange) { // C4
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    message = diag.str();
    return success();
  });
  auto emit = [&] { return emitError(loc()); };
  EXPECT_EQ(*normalizeAxis(emit, -1, 3, "a tensor"), 2);
  EXPECT_EQ(*normalizeAxis(emit, 0, 3), 0);
  EXPECT_EQ(message, "");
  EXPECT_TRUE(failed(normalizeAxis(emit, 3, 3, "a tensor")));
  EXPECT_EQ(message, "axis 3 is out of range [-3, 2] for a tensor of rank 3");
  EXPECT_TRUE(failed(normalizeAxis(emit, kMin, 3)));
  EXPECT_EQ(message, "axis -9223372036854775808 is out of range [-3, 2] for "
                     "data of rank 3");
}

TEST_F(DialectRules, SumsWithoutOverflow) { // V3
  BoundedSum sum(6);
  EXPECT_TRUE(sum.add(4));
  EXPECT_FALSE(sum.add(kMax));
  EXPECT_EQ(sum.get(), 4);
  EXPECT_EQ(sum.getLeft(), 2);
  EXPECT_TRUE(sum.add(2));
  EXPECT_FALSE(sum.add(1));
  BoundedSum unlimited;
  EXPECT_TRUE(unlimited.add(kMax));
  EXPECT_FALSE(unlimited.add(1));
  EXPECT_TRUE(BoundedSum(kDynamic).add(kMax));
}

TEST_F(DialectRules, VisitsEachKindOfPieceOnce) {
  int64_t lengths[] = {2, 2, -1, -1, 2};
  SplitSpec spec{cast<TensorType>(tensor({kDynamic})), 0, 5,
                 /*equalPieces=*/false, ArrayRef(lengths)};
  SmallVector<Type> types(5, tensor({kDynamic}));
  SmallVector<bool> visited;
  EXPECT_TRUE(allPieceKinds(spec, types, [&](Type, bool isLengthKnown) {
    visited.push_back(isLengthKnown);
    return true;
  }));
  EXPECT_EQ(visited, SmallVector<bool>({true, false, true}));
  EXPECT_FALSE(allPieceKinds(
      spec, types, [](Type, bool isLengthKnown) { return isLengthKnown; }));
}

TEST_F(DialectRules, BuildsFromAttributesAndValues) {
  auto args = arguments({tensor({4, 6}), builder.getIndexType(),
                         RankedTensorType::get({2}, builder.getI64Type())});
  OpFoldResult axis = builder.getI64IntegerAttr(-1);
  OpFoldResult lengths = builder.getDenseI64ArrayAttr({2, -1});
  auto equal = SplitOp::create(builder, loc(), args[0], axis, 2);
  EXPECT_EQ(types(equal), SmallVector<Type>(2, tensor({4, 3})));
  EXPECT_EQ(equal.getMixedAxis(), axis);
  auto stated =
      VariadicSplitOp::create(builder, loc(), SmallVector<Type>(2, unranked()),
                              args[0], OpFoldResult(args[1]), lengths);
  EXPECT_TRUE(succeeded(verify(stated)));
  EXPECT_EQ(stated.getMixedAxis(), OpFoldResult(args[1]));
  EXPECT_EQ(stated.getStaticLengths(), ArrayRef<int64_t>({2, -1}));
  auto dynamic = VariadicSplitOp::create(builder, loc(), args[0], axis,
                                         OpFoldResult(args[2]));
  EXPECT_EQ(dynamic.getLengthsOperand(), args[2]);
  EXPECT_TRUE(dynamic.getMixedLengths().empty());
  SmallVector<OpFoldResult> list{args[1], builder.getI64IntegerAttr(2),
                                 builder.getI64IntegerAttr(-1)};
  auto mixed =
      VariadicSplitOp::create(builder, loc(), SmallVector<Type>(3, unranked()),
                              args[0], OpFoldResult(args[1]), ArrayRef(list));
  EXPECT_TRUE(succeeded(verify(mixed)));
  EXPECT_EQ(mixed.getMixedLengths(), list);
  EXPECT_EQ(mixed.getStaticLengths(), ArrayRef<int64_t>({kDynamic, 2, -1}));
  EXPECT_FALSE(mixed.getLengthsOperand());
  EXPECT_EQ(dynamic.getStaticAxis(), uint64_t(-1));
}

TEST_F(DialectRules, InferenceFailsWithAMessageOrSilently) { // C4, V1
  Value x = arguments(tensor({4}))[0];
  SmallVector<Type> inferred;
  SplitOp::Properties split;
  split.num_splits = builder.getI64IntegerAttr(2);
  split.static_axis = builder.getI64IntegerAttr(3);
  auto inferSplit = [&](std::optional<Location> location) {
    return SplitOp::inferReturnTypes(&context, location, x, /*attributes=*/{},
                                     &split, /*regions=*/{}, inferred);
  };
  EXPECT_EQ(message([&](EmitErrorFn) { return inferSplit(loc()); }),
            "axis 3 is out of range [-1, 0] for data of rank 1");
  EXPECT_TRUE(failed(inferSplit(std::nullopt)));
  VariadicSplitOp::Properties variadic;
  variadic.static_axis = builder.getI64IntegerAttr(0);
  variadic.operandSegmentSizes = {1, 0, 0};
  EXPECT_EQ(message([&](EmitErrorFn) {
              return VariadicSplitOp::inferReturnTypes(
                  &context, loc(), x, /*attributes=*/{}, &variadic,
                  /*regions=*/{}, inferred);
            }),
            "expects lengths as an operand or as the attribute "
            "'static_lengths', got neither");
}

TEST_F(DialectRules, ComparesResultTypes) { // C5
  auto areCompatible = [](TypeRange inferred, TypeRange actual) {
    return SplitOp::isCompatibleReturnTypes(inferred, actual);
  };
  EXPECT_TRUE(areCompatible({tensor({2})}, {unranked()}));
  EXPECT_FALSE(areCompatible({tensor({2})}, {tensor({3})}));
  EXPECT_FALSE(areCompatible({tensor({2})}, {}));
}

TEST_F(DialectRules, OnlyPureCopiesOfFittingTensorsAreSpeculated) { // R7
  Type buffer = MemRefType::get({4}, builder.getF32Type());
  auto args = arguments({tensor({4}), tensor({3}), tensor({kDynamic}), buffer});
  auto canSpeculate = [&](Value data, Value out) {
    return isSpeculatable(CopyOp::create(builder, loc(), data, ValueRange(out),
                                         /*axis=*/int64_t(0)));
  };
  EXPECT_TRUE(canSpeculate(args[0], args[0]));
  EXPECT_FALSE(canSpeculate(args[0], args[1]));
  EXPECT_FALSE(canSpeculate(args[0], args[2]));
  EXPECT_FALSE(canSpeculate(args[3], args[3]));
}

#if GTEST_HAS_DEATH_TEST
TEST_F(DialectRules, BuildersEndWhereARuleIsBroken) {
  Value x = arguments(tensor({4}))[0];
  EXPECT_DEATH(SplitOp::create(builder, loc(), x, 3, 2),
               "axis 3 is out of range \\[-1, 0\\] for data of rank 1");
  EXPECT_DEATH(
      VariadicSplitOp::create(builder, loc(), x, 0, ArrayRef<int64_t>{1, 2}),
      "sum to 3, expected 4");
  SmallVector<OpFoldResult> list{builder.getIndexAttr(kDynamic)};
  EXPECT_DEATH(VariadicSplitOp::create(builder, loc(), x, 0, ArrayRef(list)),
               "number of index values for 'lengths' is 0, expected 1");
}
#endif
