//===- toy-compiler.cpp - A compiler that uses the split dialect ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// toy-compiler FILE.mlir INPUT... compiles the function @main of a module with
// ops of the toy dialect for this machine, and prints its results.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/InitAll.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "ToyOp.h.inc"

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOp.cpp.inc"

void toy::ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOp.cpp.inc"
      >();
}

namespace {
/// %r = toy.gate %x : tensor<?x6xf32> -> tensor<?x3xf32>
///
/// becomes
///
/// %value, %gate = split.split %x axis(-1) into 2
///     : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
/// %r = arith.mulf %value, %gate : tensor<?x3xf32>
struct LowerGate : OpConversionPattern<toy::GateOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(toy::GateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // The types are given, so the verifier of the split reports errors.
    Type half = op.getType();
    auto halves = split::SplitOp::create(
        rewriter, op.getLoc(), TypeRange{half, half}, adaptor.getData(),
        /*axis=*/Value(), rewriter.getI64IntegerAttr(-1), /*numSplits=*/2);
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, halves.getResult(0),
                                               halves.getResult(1));
    return success();
  }
};

/// Converts the toy dialect to split and arith.
struct ConvertToy : PassWrapper<ConvertToy, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertToy)

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, split::SplitDialect>();
  }

  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, split::SplitDialect>();
    target.addIllegalDialect<toy::ToyDialect>();
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerGate>(&getContext());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

/// Compiles @main of `module`, calls it, and prints its results.
static llvm::Error compileAndRun(ModuleOp module, ArrayRef<char *> texts) {
  PassManager passes(module.getContext());
  passes.addPass(std::make_unique<ConvertToy>());
  passes.addPass(split::createSplitInferShapesPass());
  passes.addPass(createCanonicalizerPass());
  if (failed(passes.run(module)))
    return llvm::createStringError("cannot lower the toy dialect");
  module.print(llvm::outs());

  auto native = split::native::NativeModule::compile(module, "main");
  if (failed(native))
    return llvm::createStringError("cannot compile @main");
  SmallVector<split::native::HostTensor> inputs;
  for (char *text : texts) {
    auto input = split::native::parseTensorText(text, module.getContext());
    if (!input)
      return input.takeError();
    inputs.push_back(std::move(*input));
  }
  if (auto error =
          split::native::adaptInputs(native->getFunctionType(), inputs))
    return error;
  auto results = native->run(inputs);
  if (!results)
    return results.takeError();
  for (const split::native::HostTensor &result : *results) {
    split::native::printTensorText(result, llvm::outs());
    llvm::outs() << '\n';
  }
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::ExitOnError exitOnError("toy-compiler: ");
  if (argc < 2)
    exitOnError(llvm::createStringError("usage: toy-compiler FILE INPUT..."));

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  split::registerAll(registry);
  registry.insert<toy::ToyDialect>();
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(argv[1], sources, &context);
  if (!module)
    exitOnError(llvm::createStringError("cannot read '%s'", argv[1]));
  exitOnError(compileAndRun(*module, ArrayRef(argv, argc).drop_front(2)));
  return 0;
}
