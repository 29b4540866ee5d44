//===- Dialects.cpp - The split dialect for C -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/Dialects.h"

#include "mlir/CAPI/Registration.h"
#include "split-mlir/InitAll.h"

using namespace mlir;
using namespace mlir::split;

void mlirSplitRegisterAll(MlirDialectRegistry registry) {
  registerAll(*unwrap(registry));
  static const bool kHasFormats = (registerAllModelFormats(), true);
  (void)kHasFormats;
}

static MlirDialect loadDialect(MlirContext context) {
  DialectRegistry registry;
  mlirSplitRegisterAll(wrap(&registry));
  unwrap(context)->appendDialectRegistry(registry);
  return wrap(unwrap(context)->getOrLoadDialect<SplitDialect>());
}

static MlirStringRef getNamespace() {
  return wrap(SplitDialect::getDialectNamespace());
}

/// Upstream's macro would define hooks that load the dialect without the models
/// of the interfaces that it promises.
MlirDialectHandle mlirGetDialectHandle__split__() {
  static const MlirDialectRegistrationHooks kHooks = {
      mlirSplitRegisterAll, loadDialect, getNamespace};
  return {&kHooks};
}
