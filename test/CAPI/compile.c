//===- compile.c - models compiled and called from C ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_link -o %t
// RUN: rm -rf %t.out && mkdir %t.out
// RUN: %t %t.out %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=failed:

#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "split-mlir-c/Compiler.h"
#include "split-mlir-c/Dialects.h"
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

static void require(bool condition, const char *what) {
  if (!condition)
    printf("failed: %s\n", what);
}

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef chunk, void *userData) {
  (void)userData;
  fwrite(chunk.data, 1, chunk.length, stdout);
}

static void count(MlirStringRef chunk, void *length) {
  *(size_t *)length += chunk.length;
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  (void)userData;
  mlirSplitLocationDescribe(mlirDiagnosticGetLocation(diagnostic), print, NULL);
  printf(": error: ");
  mlirDiagnosticPrint(diagnostic, print, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirSplitRegisterAll(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  return context;
}

static MlirModule import(MlirContext context, const char *data) {
  MlirSplitOptions options = mlirSplitOptionsCreate();
  MlirModule module =
      mlirSplitImportMemory(context, MlirSplitModelFormatMLIR, text(data),
                            text("halves"), text(""), options);
  mlirSplitOptionsDestroy(options);
  return module;
}

/// Calls @halves with `size` numbers.
static void call(MlirSplitProgram program, int64_t size) {
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
  print(mlirSplitProgramGetLastError(program), NULL);
  printf("\n");
}

static void useProgram(MlirSplitProgram program) {
  require(!mlirSplitProgramIsNull(program), "a program is created");
  call(program, 4);
  call(program, 5);
  require(!!mlirSplitProgramLookUp(program, text("halves")), "halves");
  require(!mlirSplitProgramLookUp(program, text("quarters")), "no quarters");
  require(mlirSplitFunctionIsNull(
              mlirSplitProgramGetFunction(program, text("quarters"))),
          "no function quarters");
  mlirSplitProgramDestroy(program);
}

/// Compiles to all kinds of output and to files.
static void compile(MlirModule module, const char *folder) {
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
  mlirSplitCompile(module, MlirSplitOutputSplit, options, print, NULL);
  mlirSplitOptionsSetViews(options, true);
  char path[4096];
  snprintf(path, sizeof(path), "%s/halves.so", folder);
  require(mlirLogicalResultIsSuccess(mlirSplitCompileToFile(
              module, MlirSplitOutputShared, options, text(path))),
          "output to a file");
  mlirSplitOptionsDestroy(options);

  MlirSplitProgram program =
      mlirSplitProgramLoad(mlirModuleGetContext(module), text(path));
  print(mlirSplitProgramGetSignature(program), NULL);
  printf("\n");
  mlirSplitProgramDestroy(program);
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
    MlirSplitOutput output =
        mistake == 6 ? MlirSplitOutputShared : MlirSplitOutputObject;
    require(mlirLogicalResultIsFailure(
                mlirSplitCompile(module, output, options, print, NULL)),
            "a mistake is an error");
    mlirSplitOptionsDestroy(options);
  }
}

static void loadMistakes(MlirContext context, const char *folder,
                         const char *source) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/halves.so", folder);
  FILE *whole = fopen(path, "rb");
  static char bytes[10000];
  size_t length = fread(bytes, 1, sizeof(bytes), whole);
  fclose(whole);
  snprintf(path, sizeof(path), "%s/half.so", folder);
  FILE *half = fopen(path, "wb");
  fwrite(bytes, 1, length, half);
  fclose(half);
  const char *paths[] = {"/no/file", "/", source, path, "libm.so.6"};
  for (int i = 0; i < 5; ++i)
    require(
        mlirSplitProgramIsNull(mlirSplitProgramLoad(context, text(paths[i]))),
        "a mistake is an error");
}

int main(int argc, char **argv) {
  (void)argc;
  MlirContext context = createContext();
  // CHECK: halves:1:13: error:
  require(mlirModuleIsNull(import(context, "func.func @f(")), "no module");
  // CHECK: unknown location: error: cannot read '/no/model.onnx': No such file
  MlirSplitOptions options = mlirSplitOptionsCreate();
  require(!mlirSplitOptionsIsNull(options), "options are created");
  require(mlirModuleIsNull(mlirSplitImportFile(context, text("/no/model.onnx"),
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
  // CHECK: {"abi_version":1,{{.*}}"results":"views"{{.*}}"name":"halves"
  compile(module, argv[1]);
  // CHECK: error: unknown processor 'abacus'
  // CHECK: error: number of threads is 0, expected 1 to 1024
  // CHECK: error: unsupported target 'pdp11'
  // CHECK: error: {{.*}}'int'
  // CHECK: error: --file-prefix-map=nothing: expected OLD=NEW
  // CHECK: error: cannot read machine profile '/no/profile'
  // CHECK: error: a shared library needs a file to write to
  compileWithMistakes(module);
  // CHECK: error: cannot load '/no/file': No such file or directory
  // CHECK: error: cannot load '/': not a regular file
  // CHECK: error: cannot load '{{.*}}.c': not a shared library, or truncated
  // CHECK: error: cannot load '{{.*}}half.so': not a shared library, or truncated
  // CHECK: error: cannot load 'libm.so.6': No such file or directory
  loadMistakes(context, argv[1], argv[2]);
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
