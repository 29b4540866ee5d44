//===- load.c - shared libraries written and loaded from C ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The runtime library with sanitizers cannot be linked to shared libraries.
// UNSUPPORTED: sanitizer
// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_links -o %t
// RUN: rm -rf %t.out && mkdir %t.out
// RUN: %t %t.out %s | FileCheck %s --implicit-check-not=error:
// --implicit-check-not=failed:

#include "Inputs/programs.h"

/// Compiles to a shared library in `folder` and loads it.
static void compile(MlirModule module, const char *folder) {
  MlirSplitOptions options = mlirSplitOptionsCreate();
  char path[4096];
  snprintf(path, sizeof(path), "%s/halves.so", folder);
  require(mlirLogicalResultIsSuccess(mlirSplitCompileToFile(
              module, MlirSplitOutputShared, options, text(path))),
          "output to a file");
  mlirSplitOptionsDestroy(options);

  MlirSplitProgram program =
      mlirSplitProgramLoad(mlirModuleGetContext(module), text(path));
  printText(mlirSplitProgramGetSignature(program), NULL);
  printf("\n");
  useProgram(program);
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
  require(mlirSplitProgramIsNull(mlirSplitProgramLoad(
              context, mlirStringRefCreate("/no\0file", 8))),
          "a name ends at a null character");
}

int main(int argc, char **argv) {
  (void)argc;
  MlirContext context = createContext();
  MlirModule module = import(context, model);
  // CHECK: {"abi_version":1,{{.*}}"results":"copies"{{.*}}"name":"halves"
  // CHECK: status 0: 1 2, 3 4, 8
  // CHECK: status 2, halves:3:10: error: dimension 0 of size 5 is not divisible
  compile(module, argv[1]);
  mlirModuleDestroy(module);
  // CHECK: error: cannot load '/no/file': No such file or directory
  // CHECK: error: cannot load '/': not a regular file
  // CHECK: error: cannot load '{{.*}}.c': not a shared library, or truncated
  // CHECK: error: cannot load '{{.*}}half.so': not a shared library, or
  // truncated CHECK: error: cannot load 'libm.so.6': No such file or directory
  // CHECK: error: cannot load '/no{{.*}}': its name has a null character
  loadMistakes(context, argv[1], argv[2]);
  mlirContextDestroy(context);
  // CHECK: done
  printf("done\n");
  return 0;
}
