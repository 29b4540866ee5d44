//===- programs.h - what tests of Compiler.h share ----------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TEST_CAPI_INPUTS_PROGRAMS_H
#define SPLIT_MLIR_TEST_CAPI_INPUTS_PROGRAMS_H

#include "Inputs/testing.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "split-mlir-c/Compiler.h"
#include "split-mlir-c/RegisterAll.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *model =
    "func.func @halves(%data: tensor<?xf32>, %add: f32)\n"
    "    -> (tensor<?xf32>, tensor<2xf32>, f32) {\n"
    "  %h:2 = split.split %data axis(0) into 2\n"
    "      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>\n"
    "  %s = arith.addf %add, %add : f32\n"
    "  %two = tensor.cast %h#1 : tensor<?xf32> to tensor<2xf32>\n"
    "  return %h#0, %two, %s : tensor<?xf32>, tensor<2xf32>, f32\n"
    "}\n";

static inline void count(MlirStringRef chunk, void *length) {
  *(size_t *)length += chunk.length;
}

static inline MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                                void *userData) {
  (void)userData;
  mlirSplitLocationDescribe(mlirDiagnosticGetLocation(diagnostic), printText,
                            NULL);
  printf(": error: ");
  mlirDiagnosticPrint(diagnostic, printText, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static inline MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirSplitRegisterAll(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  return context;
}

static inline MlirModule import(MlirContext context, const char *data) {
  MlirSplitOptions options = mlirSplitOptionsCreate();
  MlirModule module =
      mlirSplitImportMemory(context, MlirSplitModelFormatMLIR, text(data),
                            text("halves"), text(""), options);
  mlirSplitOptionsDestroy(options);
  return module;
}

/// Calls @halves with `size` numbers.
static inline void call(MlirSplitProgram program, int64_t size) {
  float numbers[] = {1, 2, 3, 4, 5}, two[2], add = 4, sum = 0;
  SplitMlirMemRef1 data = {NULL, numbers, 0, {size}, {1}}, first;
  SplitMlirMemRef1 second = {NULL, two, 0, {2}, {1}};
  void *slots[] = {&data, &add, &first, &second, &sum};
  MlirSplitFunction function =
      mlirSplitProgramGetFunction(program, text("halves"));
  require(!mlirSplitFunctionIsNull(function), "the function is there");
  require(mlirSplitFunctionGetNumParameters(function) == 5, "5 parameters");
  int32_t status = mlirSplitFunctionCall(function, slots);
  printf("status %d", status);
  if (status == SPLIT_MLIR_SUCCESS) {
    const float *half = (const float *)first.aligned + first.offset;
    printf(": %g %g, %g %g, %g\n", half[0], half[1], two[0], two[1], sum);
    void (*release)(void *);
    *(void **)&release =
        mlirSplitProgramLookUp(program, text("split_mlir_free"));
    release(first.allocated);
    return;
  }
  printf(", ");
  printText(mlirSplitProgramGetLastError(program), NULL);
  printf("\n");
}

static inline void useProgram(MlirSplitProgram program) {
  require(!mlirSplitProgramIsNull(program), "a program is created");
  call(program, 4);
  call(program, 5);
  require(!!mlirSplitProgramLookUp(program, text("halves")), "halves");
  require(!mlirSplitProgramLookUp(program, text("quarters")), "no quarters");
  require(!mlirSplitProgramLookUp(program, text("")), "no empty name");
  require(mlirSplitFunctionIsNull(
              mlirSplitProgramGetFunction(program, text("quarters"))),
          "no function quarters");
  mlirSplitProgramDestroy(program);
}

#endif // SPLIT_MLIR_TEST_CAPI_INPUTS_PROGRAMS_H
