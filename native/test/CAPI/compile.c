//===- compile.c - models compiled and called from C ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_links -o %t
// RUN: %t | FileCheck %s --implicit-check-not=error:
// --implicit-check-not=failed:

#include "Inputs/programs.h"

/// Compiles to all kinds of output.
static void compile(MlirModule module) {
  MlirSplitOptions options = mlirSplitOptionsCreate();
  for (int output = MlirSplitOutputSplit; output <= MlirSplitOutputHeader;
       ++output) {
    size_t length = 0;
    if (output != MlirSplitOutputShared)
      require(mlirLogicalResultIsSuccess(mlirSplitCompile(
                  module, (MlirSplitOutput)output, options, count, &length)) &&
                  length > 100,
              "output to memory");
  }
  mlirSplitCompile(module, MlirSplitOutputSplit, options, printText, NULL);
  mlirSplitOptionsDestroy(options);
}

/// Sets one option to something invalid and compiles.
static void compileWithMistakes(MlirModule module) {
  for (int mistake = 0; mistake < 7; ++mistake) {
    MlirSplitOptions options = mlirSplitOptionsCreate();
    if (mistake == 0)
      mlirSplitOptionsSetCpu(options, text("abacus"));
    else if (mistake == 1)
      mlirSplitOptionsSetThreads(options, 0);
    else if (mistake == 2)
      mlirSplitOptionsSetTarget(options, text("pdp11"));
    else if (mistake == 3)
      mlirSplitOptionsAddName(options, text("int"));
    else if (mistake == 4)
      mlirSplitOptionsAddFilePrefixMap(options, text("nothing"));
    else if (mistake == 5)
      mlirSplitOptionsSetMachineProfile(options, text("/no/profile"));
    MlirSplitOutput output = MlirSplitOutputObject;
    if (mistake == 6)
      output = MlirSplitOutputShared;
    require(mlirLogicalResultIsFailure(
                mlirSplitCompile(module, output, options, printText, NULL)),
            "a mistake is an error");
    mlirSplitOptionsDestroy(options);
  }
}

int main(void) {
  MlirContext context = createContext();
  // CHECK: halves:1:13: error:
  require(mlirModuleIsNull(import(context, "func.func @f(")), "no module");
  // CHECK: unknown location: error: cannot read '/no/model.onnx': No such file
  MlirSplitOptions options = mlirSplitOptionsCreate();
  require(!mlirSplitOptionsIsNull(options), "options are created");
  require(mlirModuleIsNull(mlirSplitImportFile(context, text("/no/model.onnx"),
                                               text(""), options)),
          "no module");

  // CHECK: unknown location: error: unknown model format 3
  require(mlirModuleIsNull(mlirSplitImportMemory(
              context, (MlirSplitModelFormat)3, text(model), text("halves"),
              text(""), options)),
          "no module");

  MlirModule module = import(context, model);
  // CHECK: status 0: 1 2, 3 4, 8
  // CHECK: status 2, halves:3:10: error: dimension 0 of size 5 is not divisible
  MlirSplitProgram program = mlirSplitProgramCreate(module, options);
  mlirSplitOptionsDestroy(options);
  useProgram(program);
  // Compilations do not change the module.
  // CHECK: split.split %arg0 axis(0) into 2
  compile(module);
  // CHECK: error: unknown processor 'abacus'
  // CHECK: error: number of threads is 0, expected 1 to 1024
  // CHECK: error: unsupported target 'pdp11'
  // CHECK: error: {{.*}}'int'
  // CHECK: error: --file-prefix-map=nothing: expected OLD=NEW
  // CHECK: error: cannot read machine profile '/no/profile'
  // CHECK: error: a shared library needs a file to write to
  compileWithMistakes(module);
  mlirModuleDestroy(module);

  // A program does not need the context.
  module = import(context, model);
  options = mlirSplitOptionsCreate();
  mlirSplitOptionsSetCpu(options, text("native"));
  mlirSplitOptionsAddName(options, text("halves"));
  program = mlirSplitProgramCreate(module, options);
  mlirSplitOptionsDestroy(options);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  // CHECK: status 0: 1 2, 3 4, 8
  // CHECK: status 2, halves:3:10: error: dimension 0 of size 5
  useProgram(program);

  MlirSplitOptions noOptions = {NULL};
  MlirSplitProgram noProgram = {NULL};
  require(mlirSplitOptionsIsNull(noOptions), "null options");
  mlirSplitOptionsDestroy(noOptions);
  mlirSplitProgramDestroy(noProgram);
  // CHECK: done
  printf("done\n");
  return 0;
}
