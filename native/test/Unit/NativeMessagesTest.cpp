//===- NativeMessagesTest.cpp - Errors of the C++ API ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/HostAbi/TensorBox.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

using NativeMessages = CompiledFunction;

static std::string getMessage(llvm::Expected<HostTensor> tensor) {
  return tensor ? "" : llvm::toString(tensor.takeError());
}

TEST_F(NativeMessages, TensorsThatCannotBe) {
  EXPECT_EQ(getMessage(HostTensor::create(3, NoneType::get(&context))),
            "elements of type none have no form in memory");
  Type f32 = Float32Type::get(&context);
  EXPECT_EQ(getMessage(HostTensor::create(-1, f32)),
            "a size of the shape is negative");
  EXPECT_EQ(getMessage(HostTensor::copyOf(3, f32, std::vector<char>(8))),
            "3xf32 needs 12 bytes, got 8");
  EXPECT_EQ(getMessage(HostTensor::copyOf(3, f32, std::vector<char>(12))), "");
  EXPECT_EQ(getMessage(HostTensor::copyOf(-1, f32, {})),
            "a size of the shape is negative");
  HostTensor tensor = llvm::cantFail(HostTensor::create(3, f32));
  EXPECT_EQ(getMessage(copyBox(tensor, {{0}, {-1}})),
            "a size of the shape is negative");
}

TEST_F(NativeMessages, TypesThatHaveOtherValues) {
  Type i8 = IntegerType::get(&context, 8);
  Type f32 = Float32Type::get(&context);
  HostTensor tensor = llvm::cantFail(HostTensor::create(3, f32));
  EXPECT_FALSE(tensor.reinterpretAs(i8));
  EXPECT_EQ(tensor.getElementType(), f32);
  context.loadDialect<quant::QuantDialect>();
  Type calibrated = parseType("!quant.calibrated<f32<-1.0:1.0>>", &context);
  EXPECT_FALSE(haveSameValues(calibrated, i8));
  EXPECT_FALSE(haveSameValues(i8, calibrated));
}

TEST_F(NativeMessages, FunctionsThatAreNotThere) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func private @other()", &context, "m.mlir");
  ASSERT_TRUE(module);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(NativeModule::compile(*module, "other", {})));
  EXPECT_EQ(message, "no function 'other' with a body in the module");
}

namespace {
/// Removes the operand of func.return. Reports what it does if `fails`.
struct BreakReturn : PassWrapper<BreakReturn, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakReturn)

  explicit BreakReturn(bool fails) : fails(fails) {}

  void runOnOperation() override {
    getOperation()->walk([&](func::ReturnOp op) {
      op->setOperands({});
      op.emitWarning("will be returned");
      if (!fails)
        return;
      op.emitError("cannot be returned");
      signalPassFailure();
    });
  }

  bool fails;
};
} // namespace

/// Compiles a function, and returns all messages.
static std::vector<std::string> breakReturn(MLIRContext &context, bool fails) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @main(%x: i32) -> i32 { return %x : i32 }", &context,
      "m.mlir");
  context.printOpOnDiagnostic(false);
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages.push_back(diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes())
      messages.push_back(note.str());
    return success();
  });
  NativeOptions options;
  options.configurePasses = [&](PassManager &manager) {
    manager.addPass(std::make_unique<BreakReturn>(fails));
    return success();
  };
  EXPECT_TRUE(failed(NativeModule::compile(*module, "main", options)));
  return messages;
}

TEST_F(NativeMessages, ErrorsOfPassesThatBreakOps) {
  EXPECT_EQ(
      breakReturn(context, /*fails=*/true),
      (std::vector<std::string>{"will be returned", "cannot be returned"}));
}

TEST_F(NativeMessages, ErrorsOfTheVerifier) {
  EXPECT_EQ(breakReturn(context, /*fails=*/false),
            (std::vector<std::string>{
                "will be returned",
                "an internal error keeps this part of the program from "
                "being compiled",
                "the error is: 'func.return' op has 0 operands, but enclosing "
                "function (@split_mlir_program.main) returns 1"}));
}
