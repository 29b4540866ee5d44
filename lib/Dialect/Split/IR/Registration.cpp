//===- Registration.cpp - Registration of the dialect ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process in which libMLIR.so and static libraries of MLIR meet crashes far
// from the cause, because each MLIR has its own ids of types and dialects.
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ErrorHandling.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::split;

/// Returns the file that contains `code`.
static std::string getFile(const void *code) {
  Dl_info info;
  return dladdr(code, &info) && info.dli_fname ? info.dli_fname : "the program";
}

[[noreturn]] static void reportTwo(const Twine &what) {
  llvm::report_fatal_error(what + "; link either libMLIR.so "
                                  "(MLIR_LINK_MLIR_DYLIB=ON) or static "
                                  "libraries of MLIR, not both",
                           /*gen_crash_diag=*/false);
}

// A function that each MLIR has, and its name for the loader.
static const void *const kOwn =
    reinterpret_cast<const void *>(registerMLIRContextCLOptions);
static constexpr const char *kOwnName =
    "_ZN4mlir28registerMLIRContextCLOptionsEv";

static void checkLoadedLibraries() {
  for (void *scope : {RTLD_DEFAULT, RTLD_NEXT})
    if (const void *other = dlsym(scope, kOwnName); other && other != kOwn)
      reportTwo("two MLIRs in one process: in " + getFile(kOwn) + " and in " +
                getFile(other));
}

namespace {
/// Compares the MLIR of a context with the one that this code uses, before the
/// context applies other extensions.
struct ContextCheck : DialectExtensionBase {
  ContextCheck() : DialectExtensionBase(/*dialectNames=*/{}) {}

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const override {
    Dialect *builtin = context->getLoadedDialect("builtin");
    if (builtin && builtin->getTypeID() != TypeID::get<BuiltinDialect>())
      reportTwo("two MLIRs in one process: the dialect split uses that in " +
                getFile(kOwn) + ", but the context is of another");
  }
  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<ContextCheck>();
  }
};
} // namespace

void mlir::split::registerSplitDialect(DialectRegistry &registry) {
  checkLoadedLibraries();
  registry.addExtension(TypeID::getFromOpaquePointer(&kOwn),
                        std::make_unique<ContextCheck>());
  registry.insert<SplitDialect>();
}
