//===- SplitToGPU.cpp - From split ops to code for GPUs -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/GPU/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Pipelines/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// The elements of a block of upstream's kernels.
static constexpr int64_t kBlockElements = 256;

static void addBufferization(OpPassManager &manager) {
  manager.addPass(createSplitGenerateRuntimeChecksPass());
  manager.addPass(createSplitHoistChecksPass());
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createLinalgElementwiseOpFusionPass());
  ConvertSplitToLinalgPassOptions toLinalg;
  toLinalg.materialize = Materialize::Destinations;
  manager.addPass(createConvertSplitToLinalgPass(toLinalg));
  manager.addNestedPass<func::FuncOp>(createSplitKeepArgumentsPass());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  oneShot.allowReturnAllocsFromLoops = true;
  oneShot.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(oneShot));
  bufferization::buildBufferDeallocationPipeline(
      manager, bufferization::BufferDeallocationPipelineOptions());
  manager.addPass(createConvertBufferizationToMemRefPass());
}

/// Maps loops to blocks and threads. Canonicalization between tiling and
/// mapping would merge the loops to one of one thread a block.
static void addKernels(OpPassManager &manager) {
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createConvertLinalgToParallelLoopsPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  functions.addPass(createSplitCollapseLoopsPass());
  functions.addPass(createParallelLoopTilingPass(kBlockElements,
                                                 /*noMinMaxBounds=*/true));
  functions.addPass(createGpuMapParallelLoopsPass());
  functions.addPass(createConvertParallelLoopToGpuPass());
}

void mlir::split::device::buildSplitToGPUPipeline(
    OpPassManager &manager, const SplitToGPUOptions &options) {
  addBufferization(manager);
  addKernels(manager);
  manager.addPass(createSplitPlaceBuffersPass({options.allocateOnDevice}));
  // If canonicalization followed, kernels would take descriptors of memrefs
  // instead of addresses, and many pieces would need too many parameters.
  manager.addPass(createConvertSplitCopyToGPUPass());
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  // Upstream lowers gpu.alloc only on a stream.
  if (options.allocateOnDevice)
    manager.addNestedPass<func::FuncOp>(createGpuAsyncRegionPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertSplitAssertToLLVMPass());
  gpu::GPUToNVVMPipelineOptions toNVVM;
  toNVVM.cubinChip = options.chip;
  toNVVM.cubinFeatures = options.features;
  // Upstream's pass names bitcode otherwise than its attribute does.
  toNVVM.cubinFormat =
      options.format == gpu::CompilationTarget::Offload
          ? "llvm"
          : gpu::stringifyCompilationTarget(options.format).str();
  toNVVM.optLevel = 3;
  gpu::buildLowerToNVVMPassPipeline(manager, toNVVM);
}

void mlir::split::device::registerSplitToGPUPipeline() {
  PassPipelineRegistration<SplitToGPUOptions>(
      "split-to-gpu",
      "Compile functions on tensors, split ops among them, to kernels of GPUs",
      buildSplitToGPUPipeline);
}
