//===- Passes.h - Passes and pipeline for splits on GPUs --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_PASSES_H
#define SPLIT_MLIR_GPU_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::split::device {

#define GEN_PASS_DECL
#include "split-mlir/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "split-mlir/GPU/Passes.h.inc"

/// Options of split-to-gpu.
struct SplitToGPUOptions : PassPipelineOptions<SplitToGPUOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("The device, as LLVM names it"),
                           llvm::cl::init("sm_90")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("Features of LLVM's target; kernels with more than 4 KB "
                     "of parameters (about 160 pieces) need +ptx81"),
      llvm::cl::init("+ptx81")};
  Option<gpu::CompilationTarget> format{
      *this, "format", llvm::cl::desc("The code in gpu.binary"),
      llvm::cl::init(gpu::CompilationTarget::Assembly),
      llvm::cl::values(
          clEnumValN(gpu::CompilationTarget::Assembly, "isa", "PTX"),
          clEnumValN(gpu::CompilationTarget::Offload, "llvm", "LLVM's bitcode"),
          clEnumValN(gpu::CompilationTarget::Binary, "bin",
                     "machine code, by ptxas"),
          clEnumValN(gpu::CompilationTarget::Fatbin, "fatbin",
                     "machine code and PTX, by ptxas and fatbinary"))};
  Option<bool> allocateOnDevice{
      *this, "allocate-on-device",
      llvm::cl::desc(
          "Allocate buffers that the host does not use by gpu.alloc"),
      llvm::cl::init(true)};
};

/// Adds the passes from split ops on tensors to the LLVM dialect for the host,
/// with a `gpu.binary` for each kernel. Tensors of functions become memrefs;
/// those that functions return belong to the caller.
void buildSplitToGPUPipeline(OpPassManager &manager,
                             const SplitToGPUOptions &options);

/// Registers split-to-gpu.
void registerSplitToGPUPipeline();

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_PASSES_H
