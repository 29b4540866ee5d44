//===- split-plugin.cpp - split-mlir for a stock mlir-opt -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "split-mlir/InitAll.h"
#include "split-mlir/Version.h"

using namespace mlir;

static constexpr const char *kName = "split-mlir";

// Registering a name twice is a fatal error, so the plugin registers the
// dialect and the passes only if the program that loads it has not.

static void registerDialectOnce(DialectRegistry *registry) {
  if (!registry->getDialectAllocator(
          split::SplitDialect::getDialectNamespace()))
    split::registerAll(*registry);
}

static void registerPassesOnce() {
  if (!PassInfo::lookup("convert-split-to-linalg"))
    split::registerAllPasses();
}

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, SPLIT_MLIR_VERSION_STRING,
          registerDialectOnce};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, SPLIT_MLIR_VERSION_STRING,
          registerPassesOnce};
}
