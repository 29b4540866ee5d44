//===- SplitToLLVM.cpp - from split ops to the LLVM dialect ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Quant/Transforms/Passes.h"
#include "mlir/Dialect/Shape/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "split-mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::split;

/// Canonicalization less an upstream pattern, which compilers name in two ways.
static std::unique_ptr<Pass> createCanonicalizerPassWithout(StringRef pattern) {
  return createCanonicalizerPass(
      GreedyRewriteConfig(),
      /*disabledPatterns=*/{("(anonymous namespace)::" + pattern).str(),
                            ("{anonymous}::" + pattern).str()});
}

/// Tensors to dense ones of elements that memory can hold, or errors.
/// Upstream's lowering of quantization asks for shapes of unknown rank in ops
/// of the shape dialect.
static void addElementTypes(OpPassManager &pm) {
  pm.addPass(createSplitDropEncodingsPass());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(quant::createLowerQuantOps());
  functions.addPass(createShapeToShapeLoweringPass());
  pm.addPass(createConvertShapeToStandardPass());
  pm.addPass(createSplitLowerQuantizedTypesPass());
  pm.addPass(createSplitVerifyElementTypesPass());
}

/// Split ops to tensor and linalg, but for pieces that bufferization makes
/// views of. Checks come first: everything after them takes the rules for
/// granted. Canonicalization moves constant operands into attributes; it must
/// not run between the lowering and LLVM, where it would turn slices whose
/// run-time sizes happen to be constant into static slices that upstream's
/// verifiers refuse when they are empty or, behind a check that fails, out of
/// bounds.
static void addLowering(OpPassManager &pm, const SplitToLLVMOptions &options) {
  if (options.runtimeChecks)
    pm.addPass(createSplitGenerateRuntimeChecksPass());
  addElementTypes(pm);
  pm.addPass(createSplitBranchLoopsToSCFPass());
  buildSplitCanonicalization(pm);
  if (options.results == ResultKind::Views)
    pm.addPass(createSplitResultsToViewsPass());
  pm.addPass(createSplitElementwiseToLinalgPass());
  pm.addPass(createSplitFuseElementwisePass());
  ConvertSplitToLinalgPassOptions toLinalg;
  toLinalg.materialize = Materialize::Results;
  toLinalg.keepsDisjoint = true;
  pm.addPass(createConvertSplitToLinalgPass(toLinalg));
}

/// Canonicalization less the pattern that puts the static source of a cast into
/// a subview: where the program casts static sizes away, a slice that is empty,
/// or that a failing check guards, would become one that upstream's verifier
/// refuses.
static std::unique_ptr<Pass> createBufferCanonicalizerPass() {
  return createCanonicalizerPassWithout("SubViewOpMemRefCastFolder");
}

/// Tensors to buffers that somebody frees: results belong to the caller. From
/// the deallocation on it is upstream's buffer-deallocation-pipeline but for
/// the canonicalization.
static void addBufferization(OpPassManager &pm,
                             const SplitToLLVMOptions &options) {
  pm.addPass(createSplitIsolateBoundariesPass());
  bufferization::OneShotBufferizePassOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  oneShot.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  oneShot.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(oneShot));
  pm.addPass(createSplitPackUnrankedBuffersPass());
  if (options.hostAbi && options.results == ResultKind::Copies)
    pm.addPass(createSplitResultsToOutParamsPass());
  pm.addPass(memref::createExpandReallocPass());
  pm.addPass(createBufferCanonicalizerPass());
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(createBufferCanonicalizerPass());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createBufferCanonicalizerPass());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// Structured ops to loops to branches. Loops that are still parallel are
/// OpenMP's, and those that the program has are not: where they end up in
/// order, what copies put on the stack would pile up in them.
static void addLoops(OpPassManager &pm, const SplitToLLVMOptions &options) {
  bool hasThreads = options.threads > 1;
  pm.addPass(createSplitSerializeParallelPass());
  LowerSplitCopyPassOptions copies;
  copies.machine = options.machine;
  copies.nontemporalThreshold = options.nontemporalThreshold;
  copies.streams = options.streams;
  copies.prefetchDistance = options.prefetchDistance;
  copies.storeFence = options.storeFence;
  copies.threads = options.threads;
  pm.addPass(createLowerSplitCopyPass(copies));
  pm.addPass(createConvertSplitCopyToLinalgPass());
  pm.addPass(createSplitStridedCopyToLinalgPass());
  SplitVectorizeElementwisePassOptions vectors;
  vectors.vectorBytes = options.vectorBytes;
  vectors.threads = options.threads;
  vectors.machine = options.machine;
  vectors.nontemporalThreshold = options.nontemporalThreshold;
  vectors.storeFence = options.storeFence;
  pm.addPass(createSplitVectorizeElementwisePass(vectors));
  pm.addPass(createSplitExpandVectorMathPass());
  pm.addPass(createConvertLinalgToLoopsPass());
  if (hasThreads) {
    ConvertSCFToOpenMPPassOptions openMP;
    openMP.numThreads = options.threads;
    pm.addPass(createConvertSCFToOpenMPPass(openMP));
    pm.addPass(createSplitInlineAllocaScopesPass());
  }
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
}

/// Checks to branches, of the kind that the ABI asks for.
static void addFailures(OpPassManager &pm, const SplitToLLVMOptions &options) {
  if (!options.hostAbi) {
    pm.addPass(createConvertSplitAssertToLLVMPass());
    return;
  }
  pm.addPass(createSplitCheckAllocationsPass());
  SplitEmitHostFunctionsPassOptions host;
  host.runtimeChecks = options.runtimeChecks;
  host.views = options.results == ResultKind::Views;
  pm.addPass(createSplitEmitHostFunctionsPass(host));
  pm.addPass(createSplitAssertsToStatusPass());
}

static void addLLVM(OpPassManager &pm, const SplitToLLVMOptions &options) {
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createConvertVectorToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memory;
  // The runtime library's, which knows what a failed call has left.
  memory.useGenericFunctions = options.hostAbi;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  if (options.threads > 1)
    pm.addPass(createConvertOpenMPToLLVMPass());
  pm.addPass(createSplitInternalizeFunctionsPass());
  pm.addPass(createSplitExtendExternalArgumentsPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createSplitVerifyLoweredPass());
  // Blocks stay apart: merged with one that returns results, the block that
  // returns a failure would be handed as many values by every check.
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  pm.addPass(createCanonicalizerPass(config));
  pm.addPass(createCSEPass());
  if (!options.multiversionCpus.empty()) {
    SplitMultiversionFunctionsPassOptions versions;
    versions.cpus.assign(options.multiversionCpus.begin(),
                         options.multiversionCpus.end());
    pm.addPass(createSplitMultiversionFunctionsPass(versions));
  }
}

void mlir::split::buildSplitCanonicalization(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPassWithout("ForOpTensorCastFolder"));
}

void mlir::split::buildSplitToLinalgPipeline(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  addLowering(pm, options);
}

void mlir::split::buildSplitToLLVMPipeline(OpPassManager &pm,
                                           const SplitToLLVMOptions &options) {
  addLowering(pm, options);
  addBufferization(pm, options);
  addLoops(pm, options);
  addFailures(pm, options);
  addLLVM(pm, options);
}

/// Adds the pipeline for options in text.
static LogicalResult
addPipeline(OpPassManager &pm, StringRef text,
            llvm::function_ref<LogicalResult(const Twine &)> reportError) {
  SplitToLLVMOptions options;
  if (failed(options.parseFromString(text)))
    return failure();
  auto needsHostAbi = [&](StringRef option) {
    return reportError("option '" + option +
                       "' of split-to-llvm needs 'host-abi', as it calls the "
                       "runtime library");
  };
  if (!options.hostAbi && options.machine == MachineValues::Runtime)
    return needsHostAbi("machine=runtime");
  if (!options.hostAbi && !options.multiversionCpus.empty())
    return needsHostAbi("multiversion-cpus");
  buildSplitToLLVMPipeline(pm, options);
  return success();
}

void mlir::split::registerSplitPipelines() {
  registerPassPipeline(
      "split-to-llvm",
      "Compile functions on tensors, split ops among them, to the LLVM dialect",
      addPipeline,
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> handle) {
        handle(SplitToLLVMOptions());
      });
}
