//===- passes.c - passes, pipelines and native code from C ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_link -o %t
// RUN: %t | FileCheck %s

#include "split-mlir-c/Passes.h"
#include "Inputs/testing.h"
#include "mlir-c/ExecutionEngine.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Transforms.h"
#include "split-mlir-c/Dialects.h"
#include <stdio.h>
#include <stdlib.h>

static const char *source =
    "func.func @tail(%x: tensor<?xf32>) -> tensor<?xf32>"
    "    attributes {llvm.emit_c_interface} {"
    "  %0:2 = split.variadic_split %x axis(0) lengths [2, -1]"
    "      : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>"
    "  return %0#1 : tensor<?xf32>"
    "}";

static MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirSplitRegisterCore(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  return context;
}

static MlirModule parse(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(context, text(source));
  require(!mlirModuleIsNull(module), "parsing");
  return module;
}

static void run(MlirModule module, MlirPassManager manager) {
  MlirOperation op = mlirModuleGetOperation(module);
  require(mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)),
          "passes");
  mlirPassManagerDestroy(manager);
}

static void runPipeline(MlirModule module, const char *pipeline) {
  MlirPassManager manager = mlirPassManagerCreate(mlirModuleGetContext(module));
  MlirLogicalResult added =
      mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                   text(pipeline), printText, NULL);
  require(mlirLogicalResultIsSuccess(added), pipeline);
  run(module, manager);
}

static void print(const char *title, MlirModule module) {
  puts(title);
  mlirOperationPrint(mlirModuleGetOperation(module), printText, NULL);
}

// CHECK-LABEL: passes by function
// CHECK: split.assert
// CHECK: tensor.extract_slice %{{.*}}[2] [%{{.*}}] [1]
// CHECK-NOT: split.variadic_split
static void testPasses(MlirContext context) {
  MlirModule module = parse(context);
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager,
                              mlirCreateSplitSplitGenerateRuntimeChecksPass());
  mlirPassManagerAddOwnedPass(
      manager, mlirCreateSplitConversionConvertSplitToLinalgPass());
  run(module, manager);
  print("passes by function", module);
  mlirModuleDestroy(module);
}

// CHECK-LABEL: passes by name
// CHECK: split.copy ins(%{{.*}}) outs(%{{.*}})
static void testOptions(MlirContext context) {
  MlirModule module = parse(context);
  runPipeline(module, "convert-split-to-linalg{materialize=results}");
  print("passes by name", module);
  mlirModuleDestroy(module);
}

/// A memref of rank 1, as compiled code has it.
struct MemRef {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

/// Calls `tail` through its C wrapper, which fills the first argument in.
static void callTail(MlirExecutionEngine engine) {
  float numbers[] = {1, 2, 3, 4, 5};
  struct MemRef data = {numbers, numbers, 0, 5, 1}, result;
  struct MemRef *in = &data, *out = &result;
  void *arguments[] = {&out, &in};
  require(mlirLogicalResultIsSuccess(
              mlirExecutionEngineInvokePacked(engine, text("tail"), arguments)),
          "call");
  for (int64_t i = 0; i < result.size; ++i)
    printf("%g\n", result.aligned[result.offset + i * result.stride]);
  free(result.allocated);
}

// CHECK-LABEL: pipeline
// CHECK: llvm.func @tail
// CHECK-NOT: {{split|tensor|memref}}.
// CHECK-LABEL: native
// CHECK-NEXT: {{^}}3{{$}}
// CHECK-NEXT: {{^}}4{{$}}
// CHECK-NEXT: {{^}}5{{$}}
static void testPipeline(MlirContext context) {
  MlirModule module = parse(context);
  runPipeline(module, "split-generate-runtime-checks,"
                      "convert-split-to-linalg{materialize=results},"
                      "convert-split-copy-to-linalg,"
                      "one-shot-bufferize{bufferize-function-boundaries},"
                      "convert-linalg-to-loops,memref-expand,"
                      "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
                      "convert-to-llvm,reconcile-unrealized-casts");
  print("pipeline", module);
  mlirRegisterAllLLVMTranslations(context);
  MlirExecutionEngine engine =
      mlirExecutionEngineCreate(module, 2, 0, NULL, false, false);
  require(!mlirExecutionEngineIsNull(engine), "compiling");
  puts("native");
  callTail(engine);
  mlirExecutionEngineDestroy(engine);
  mlirModuleDestroy(module);
}

// Without the models that come with the dialect, this pass of upstream's would
// find nothing to check.
// CHECK-NEXT: dialect by its handle
// CHECK: cf.assert
// CHECK: split.variadic_split
static void testHandle(void) {
  MlirDialectHandle split = mlirGetDialectHandle__split__();
  require(
      mlirStringRefEqual(mlirDialectHandleGetNamespace(split), text("split")),
      "namespace");
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  require(!mlirDialectIsNull(mlirDialectHandleLoadDialect(split, context)),
          "loading");
  MlirModule module = parse(context);
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(
      manager, mlirCreateTransformsGenerateRuntimeVerification());
  run(module, manager);
  print("dialect by its handle", module);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

int main(void) {
  mlirRegisterAllPasses();
  // Once more changes nothing.
  mlirSplitRegisterCorePasses();
  mlirSplitRegisterCorePasses();
  MlirContext context = createContext();
  testPasses(context);
  testOptions(context);
  testPipeline(context);
  mlirContextDestroy(context);
  testHandle();
  return 0;
}
