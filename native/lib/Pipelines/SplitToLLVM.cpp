//===- SplitToLLVM.cpp - From split ops to the LLVM dialect ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Pipelines/Pipelines.h"

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
#include "split-mlir/Conversion/NativePasses.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static SmallVector<std::pair<PipelinePoint, PipelineExtension>> &
getExtensions() {
  static SmallVector<std::pair<PipelinePoint, PipelineExtension>> extensions;
  return extensions;
}

void mlir::split::native::extendSplitToLLVMPipeline(
    PipelinePoint point, PipelineExtension extension) {
  getExtensions().emplace_back(point, std::move(extension));
}

/// Adds the passes of other components at `point`.
static void extend(OpPassManager &pm, PipelinePoint point,
                   const SplitToLLVMOptions &options) {
  for (const auto &[place, extension] : getExtensions())
    if (place == point)
      extension(pm, options);
}

/// Converts tensors to dense tensors of elements that memrefs can have, or
/// reports errors. Upstream's lowering of quantization creates ops of the shape
/// dialect for unranked tensors.
static void addElementTypes(OpPassManager &pm) {
  pm.addPass(createSplitDropEncodingsPass());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(quant::createLowerQuantOps());
  functions.addPass(createShapeToShapeLoweringPass());
  pm.addPass(createConvertShapeToStandardPass());
  pm.addPass(createSplitLowerQuantizedTypesPass());
  pm.addPass(createSplitVerifyElementTypesPass());
}

/// Checks come first, because all other passes rely on the rules.
/// Canonicalization moves constant operands into attributes.
static void addCheckedOps(OpPassManager &pm,
                          const SplitToLLVMOptions &options) {
  bool needsChecks = options.runtimeChecks && !options.hasChecks;
  if (needsChecks)
    pm.addPass(createSplitGenerateRuntimeChecksPass());
  // Otherwise, they have run when the checks were created.
  if (!options.hasChecks)
    extend(pm, PipelinePoint::AfterChecks, options);
  if (options.forKernels)
    pm.addPass(createSplitHoistChecksPass());
  pm.addPass(createSplitAvoidFoldsPass());
  pm.addPass(createSplitLowerTosaPass());
  pm.addPass(createSplitDecomposeOpsPass());
  if (needsChecks)
    pm.addPass(createSplitCheckOperandSizesPass());
  addElementTypes(pm);
  pm.addPass(createSplitSimplifyReshapesPass());
  pm.addPass(createSplitBranchesToSCFPass());
  buildSplitCanonicalization(pm);
  pm.addPass(createSplitFoldUnitDimsIntoSlicesPass());
}

/// Lowers split ops to tensor and linalg, except for pieces that become views.
/// Tensors must not be canonicalized after this lowering: dynamic slices with
/// constant sizes would become static slices, which upstream's verifiers reject
/// if they are empty or, behind a check that fails, out of bounds.
void mlir::split::native::buildSplitToLinalgPipeline(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  addCheckedOps(pm, options);
  if (options.results == ResultKind::Views)
    pm.addPass(createSplitResultsToViewsPass());
  pm.addPass(createSplitElementwiseToLinalgPass());
  pm.addPass(createSplitFuseElementwisePass());
  ConvertSplitToLinalgPassOptions toLinalg;
  toLinalg.materialize =
      options.forKernels ? Materialize::Destinations : Materialize::Results;
  toLinalg.keepsDisjoint = true;
  pm.addPass(createConvertSplitToLinalgPass(toLinalg));
  // Before copies are added to keep results apart, which it would remove.
  if (options.forKernels)
    pm.addPass(bufferization::createEmptyTensorEliminationPass());
  extend(pm, PipelinePoint::OnTensors, options);
}

/// Bufferizes, and inserts deallocations; results belong to the caller. From
/// expand-realloc on, this is upstream's buffer-deallocation-pipeline with
/// another canonicalizer.
static void addBufferization(OpPassManager &pm,
                             const SplitToLLVMOptions &options) {
  pm.addPass(createSplitReuseOperandsPass());
  pm.addPass(createSplitIsolateBoundariesPass());
  bufferization::OneShotBufferizePassOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  oneShot.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  oneShot.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(oneShot));
  pm.addPass(createSplitKeepSliceRanksPass());
  pm.addPass(createSplitPackStridedBuffersPass());
  if (options.hostAbi && options.results == ResultKind::Copies)
    pm.addPass(createSplitResultsToOutParamsPass());
  pm.addPass(memref::createExpandReallocPass());
  // Bufferization computes the size of a concatenation for each of its uses,
  // and canonicalization would compose each with the size of each operand.
  pm.addPass(createCSEPass());
  pm.addPass(createSplitCanonicalizePass());
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(createSplitCanonicalizePass());
  // The simplification of deallocations folds all ops. It crashes if there is
  // something to fold, because it uses an analysis meanwhile. So fold first.
  pm.addPass(createCanonicalizerPass(GreedyRewriteConfig(), /*disabled=*/{},
                                     /*enabled=*/{"none"}));
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSplitCanonicalizePass());
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.addNestedPass<func::FuncOp>(createSplitFreeAfterLastUsePass());
}

SplitToLLVMOptions::SplitToLLVMOptions() {
  for (const MachineModelField &field : getMachineModelFields())
    if (!field.option.empty())
      machineFields.emplace_back(*this, field.option,
                                 llvm::cl::desc(field.description),
                                 llvm::cl::init(kNotGiven));
}

std::string SplitToLLVMOptions::describeMachine() const {
  std::string text =
      (stringify(machine) + " store-fence=" + stringify(storeFence)).str();
  for (const PassOptions::Option<int64_t> &field : machineFields)
    if (field != kNotGiven)
      text += (" " + field.getArgStr() + "=" + Twine(field)).str();
  return text;
}

/// Lowers structured ops to loops and loops to branches. Parallel loops of the
/// program are serialized first, so that those that passes create for threads
/// are the only ones. Otherwise allocations on the stack for copies would pile
/// up in loops that are serialized later.
static void addLoops(OpPassManager &pm, const SplitToLLVMOptions &options) {
  bool hasThreads = options.threads > 1;
  pm.addPass(createSplitSerializeParallelPass());
  pm.addPass(createSplitCountIterationsPass());
  // The library adds the products in an order of its own.
  if (options.hostAbi && !options.orderedReductions)
    pm.addPass(createSplitLowerContractionsPass({options.weights}));
  std::string machine = options.describeMachine();
  pm.addPass(createLowerSplitCopyPass({machine, options.threads}));
  pm.addPass(createConvertSplitCopyToLinalgPass());
  pm.addPass(createSplitStridedCopyToLinalgPass());
  pm.addPass(createSplitVectorizeElementwisePass(
      {machine, options.threads, options.orderedReductions}));
  pm.addPass(createSplitExpandVectorMathPass());
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createSplitLegalizeMathPass());
  pm.addPass(createSplitSkipEmptyLoopsPass());
  pm.addPass(createSplitOutlineKernelsPass());
  pm.addPass(createSplitPlanBuffersPass());
  if (options.memoryReport)
    pm.addPass(createSplitReportMemoryPass(*options.memoryReport));
  if (hasThreads) {
    ConvertSCFToOpenMPPassOptions openMP;
    openMP.numThreads = options.threads;
    pm.addPass(createConvertSCFToOpenMPPass(openMP));
    pm.addPass(createSplitInlineAllocaScopesPass());
  }
  extend(pm, PipelinePoint::OnBuffers, options);
  if (options.profile)
    pm.addPass(createSplitProfileOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
}

/// Lowers checks to branches. With the host ABI, a failed check returns to the
/// caller, otherwise it aborts.
static void addFailures(OpPassManager &pm, const SplitToLLVMOptions &options) {
  if (!options.hostAbi) {
    pm.addPass(createConvertSplitAssertToLLVMPass());
    return;
  }
  pm.addPass(createSplitCheckAllocationsPass());
  SplitEmitHostFunctionsPassOptions host;
  host.runtimeChecks = options.runtimeChecks;
  host.weights = options.weights;
  host.views = options.results == ResultKind::Views;
  pm.addPass(createSplitEmitHostFunctionsPass(host));
  pm.addPass(createSplitAssertsToStatusPass());
}

static void addLLVM(OpPassManager &pm, const SplitToLLVMOptions &options) {
  pm.addPass(createSplitGuardDivisionsPass());
  pm.addPass(createSplitExpandFloatsPass());
  pm.addPass(arith::createArithExpandOpsPass());
  // The approximation is log(1 + x), which is 0 for small x.
  ConvertMathToLLVMPassOptions math;
  math.approximateLog1p = false;
  pm.addPass(createConvertMathToLLVMPass(math));
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createConvertVectorToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memory;
  // Call the runtime library, which frees what a failed call has allocated.
  memory.useGenericFunctions = options.hostAbi;
  // Otherwise, code aligns pointers as integers, which hides from LLVM that
  // they point into the allocation.
  memory.useAlignedAlloc = true;
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
  pm.addPass(createSplitExtendIntegersInMemoryPass());
  pm.addPass(createSplitVerifyLoweredPass());
  // Do not merge blocks: if the block that returns a failure were merged with
  // one that returns results, each check would pass as many values to it.
  SplitCanonicalizePassOptions canonicalize;
  canonicalize.mergeBlocks = false;
  pm.addPass(createSplitCanonicalizePass(canonicalize));
  pm.addPass(createCSEPass());
  if (!options.multiversionCpus.empty()) {
    SplitMultiversionFunctionsPassOptions versions;
    versions.cpus.assign(options.multiversionCpus.begin(),
                         options.multiversionCpus.end());
    pm.addPass(createSplitMultiversionFunctionsPass(versions));
  }
}

void mlir::split::native::buildSplitCanonicalization(OpPassManager &pm) {
  pm.addPass(createSplitKeepSliceRanksPass());
  pm.addPass(createSplitCanonicalizePass());
}

void mlir::split::native::buildSplitToLLVMPipeline(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  buildSplitToBuffersPipeline(pm, options);
  buildBuffersToLLVMPipeline(pm, options);
}

void mlir::split::native::buildSplitToBuffersPipeline(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  // Without a host, other passes may lower what this pipeline leaves.
  SplitVerifySupportedPassOptions supported;
  supported.otherDialects = !options.hostAbi;
  pm.addPass(createSplitVerifySupportedPass(supported));
  buildSplitToLinalgPipeline(pm, options);
  addBufferization(pm, options);
}

void mlir::split::native::buildStructuredOps(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  addCheckedOps(pm, options);
  pm.addPass(createSplitElementwiseToLinalgPass());
}

void mlir::split::native::buildBuffersToLLVMPipeline(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  addLoops(pm, options);
  pm.addPass(createSplitVerifyPass());
  extend(pm, PipelinePoint::BeforeLLVM, options);
  addFailures(pm, options);
  addLLVM(pm, options);
  extend(pm, PipelinePoint::AfterLLVM, options);
}

/// Adds the pipeline `name` for the options in `text`.
static LogicalResult
addPipeline(OpPassManager &pm, StringRef name, PipelineBuilder build,
            StringRef text,
            llvm::function_ref<LogicalResult(const Twine &)> reportError) {
  // Otherwise, upstream ends the process at the first pass for modules.
  std::optional<StringRef> op = pm.getOpName();
  if (op && *op != ModuleOp::getOperationName())
    return reportError(name + " cannot run on '" + *op +
                       "', expected 'builtin.module'");
  SplitToLLVMOptions options;
  if (failed(options.parseFromString(text)))
    return failure();
  auto needsHostAbi = [&](StringRef option) {
    return reportError("option '" + option + "' of " + name +
                       " needs 'host-abi', as it calls the runtime library");
  };
  if (!options.hostAbi && options.machine == MachineValues::Runtime)
    return needsHostAbi("machine=runtime");
  if (!options.hostAbi && !options.multiversionCpus.empty())
    return needsHostAbi("multiversion-cpus");
  build(pm, options);
  return success();
}

void mlir::split::native::registerSplitToLLVMVariant(StringRef name,
                                                     StringRef description,
                                                     PipelineBuilder build) {
  registerPassPipeline(
      name, description,
      [name = name.str(),
       build](OpPassManager &pm, StringRef text,
              llvm::function_ref<LogicalResult(const Twine &)> reportError) {
        return addPipeline(pm, name, build, text, reportError);
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> handle) {
        handle(SplitToLLVMOptions());
      });
}

void mlir::split::native::registerSplitPipelines() {
  registerSplitToLLVMVariant(
      "split-to-llvm",
      "Compile functions on tensors, split ops among them, to the LLVM dialect",
      buildSplitToLLVMPipeline);
}
