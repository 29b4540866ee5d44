//===- Dialects.cpp - The split dialect for C -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/Dialects.h"

#include "mlir/CAPI/Registration.h"
#include "split-mlir/InitCore.h"

using namespace mlir;
using namespace mlir::split;

void mlirSplitRegisterCore(MlirDialectRegistry registry) {
  registerCore(*unwrap(registry));
}

static MlirDialect loadDialect(MlirContext context) {
  DialectRegistry registry;
  mlirSplitRegisterCore(wrap(&registry));
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
      mlirSplitRegisterCore, loadDialect, getNamespace};
  return {&kHooks};
}
