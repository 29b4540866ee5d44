//===- HostSignatureTest.cpp - Signatures of host functions ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostSignature.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class HostSignatureTest : public ::testing::Test {
protected:
  HostSignatureTest() { context.loadDialect<func::FuncDialect>(); }

  Type parse(StringRef text) { return parseType(text, &context); }

  FailureOr<SmallVector<HostSignature>> getSignatures(StringRef text,
                                                      bool views) {
    module = parseSourceString<ModuleOp>(text, &context);
    return getHostSignatures(*module, views);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(HostSignatureTest, ScalarsOfUpTo64BitsAreValues) {
  for (StringRef type : {"i1", "i64", "index", "f16", "bf16", "f64", "ui7"})
    EXPECT_TRUE(isPassedByValue(parse(type))) << type.str();
  for (StringRef type : {"i65", "f80", "f128", "complex<f32>", "tensor<f32>",
                         "memref<f32>", "none"})
    EXPECT_FALSE(isPassedByValue(parse(type))) << type.str();
}

TEST_F(HostSignatureTest, OwnershipOfResults) {
  struct {
    StringRef type;
    Ownership copies, views;
  } cases[] = {
      {"f32", Ownership::Value, Ownership::Value},
      {"tensor<2x3xf32>", Ownership::Caller, Ownership::ViewOrCallee},
      {"memref<2x3xf32>", Ownership::Caller, Ownership::ViewOrCallee},
      {"tensor<2x?xf32>", Ownership::Callee, Ownership::ViewOrCallee},
      {"tensor<*xf32>", Ownership::Callee, Ownership::Callee},
      {"memref<*xf32>", Ownership::Callee, Ownership::Callee},
  };
  for (auto [type, copies, views] : cases) {
    EXPECT_EQ(getOwnership(parse(type), /*views=*/false), copies) << type.str();
    EXPECT_EQ(getOwnership(parse(type), /*views=*/true), views) << type.str();
  }
}

TEST_F(HostSignatureTest, NamesAreDifferentIdentifiers) {
  auto signatures = getSignatures(R"(
    func.func private @hidden(%x: i32) { return }
    func.func @f(%a: tensor<?xf32> {onnx.name = "in put"},
                 %b: tensor<?xf32> {onnx.name = "in:put",
                                    bufferization.writable = true},
                 %c: f32) -> (tensor<?xf32> {onnx.name = "f"}, f32)
        attributes {split.model_name = "my f"} {
      return %a, %c : tensor<?xf32>, f32
    })",
                                  /*views=*/false);
  ASSERT_TRUE(succeeded(signatures));
  ASSERT_EQ(signatures->size(), 1u);
  const HostSignature &signature = signatures->front();
  EXPECT_EQ(signature.name, "f");
  EXPECT_EQ(signature.modelName, "my f");
  ASSERT_EQ(signature.arguments.size(), 3u);
  EXPECT_EQ(signature.arguments[0].name, "in_put");
  EXPECT_EQ(signature.arguments[0].modelName, "in put");
  EXPECT_FALSE(signature.arguments[0].isWritable);
  EXPECT_EQ(signature.arguments[1].name, "in_put_");
  EXPECT_TRUE(signature.arguments[1].isWritable);
  EXPECT_EQ(signature.arguments[2].name, "argument2");
  ASSERT_EQ(signature.results.size(), 2u);
  EXPECT_EQ(signature.results[0].name, "f_");
  EXPECT_EQ(signature.results[0].ownership, Ownership::Callee);
  EXPECT_EQ(signature.results[1].name, "result1");
}

TEST_F(HostSignatureTest, AttributesThatSayNothing) {
  auto signatures = getSignatures(R"(
    func.func @f(%a: f32 {onnx.name = 3}, %b: tensor<2xf32>
                     {bufferization.writable = false}) { return })",
                                  /*views=*/false);
  ASSERT_TRUE(succeeded(signatures));
  EXPECT_EQ(signatures->front().arguments[0].name, "argument0");
  EXPECT_FALSE(signatures->front().arguments[1].isWritable);
}

TEST_F(HostSignatureTest, TypesThatHostsCannotPass) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(failed(getSignatures(
      "func.func @f(%x: i1, %y: memref<2xf32>) { return }", false)));
  EXPECT_EQ(StringRef(message).split(',').first,
            "argument 1 is of type 'memref<2xf32>'");
  EXPECT_TRUE(failed(getSignatures("func.func private @f()", false)));
  EXPECT_TRUE(StringRef(message).starts_with("no public function with a body"));
}
