//===- passes.c - Passes of all components from C -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_links -o %t
// RUN: %t | FileCheck %s

#include "Inputs/testing.h"
#include "mlir-c/RegisterEverything.h"
#include "split-mlir-c/Dialects.h"
#include "split-mlir-c/NativePasses.h"
#include "split-mlir-c/RegisterAll.h"

// A context has the dialect of libSplitMLIR-C.so, and passes of the other
// library lower its ops.
int main(void) {
  // Once more changes nothing.
  mlirSplitRegisterAllPasses();
  mlirSplitRegisterAllPasses();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__split__(), registry);
  mlirSplitRegisterAll(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  MlirModule module = mlirModuleCreateParse(
      context, text("func.func @tail(%x: tensor<?xf32>) -> tensor<?xf32> {"
                    "  %0:2 = split.variadic_split %x axis(0) lengths [2, -1]"
                    "      : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>"
                    "  return %0#1 : tensor<?xf32>"
                    "}"));
  require(!mlirModuleIsNull(module), "parsing");
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(
      manager, mlirCreateSplitTransformsSplitVerifyElementTypesPass());
  MlirLogicalResult added =
      mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                   text("split-to-llvm"), printText, NULL);
  require(mlirLogicalResultIsSuccess(added), "split-to-llvm");
  MlirOperation op = mlirModuleGetOperation(module);
  require(mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)),
          "passes");
  // CHECK: llvm.func @tail
  // CHECK-NOT: {{split|tensor|memref}}[.]
  mlirOperationPrint(op, printText, NULL);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
