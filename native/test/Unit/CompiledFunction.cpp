//===- CompiledFunction.cpp - Functions to call in tests ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/InitAll.h"
#include "split-mlir/Target/Native/TensorText.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static DialectRegistry getRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  return registry;
}

CompiledFunction::CompiledFunction()
    : context(getRegistry(), MLIRContext::Threading::DISABLED) {}

NativeModule CompiledFunction::compile(StringRef source,
                                       const NativeOptions &options) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, &context, "m.mlir");
  if (!module)
    llvm::report_fatal_error("a test's source cannot be read");
  FailureOr<NativeModule> native =
      NativeModule::compile(*module, "main", options);
  if (failed(native))
    llvm::report_fatal_error("a test's source does not compile");
  return std::move(*native);
}

std::vector<HostTensor> CompiledFunction::parse(ArrayRef<std::string> texts) {
  std::vector<HostTensor> tensors;
  for (StringRef text : texts)
    tensors.push_back(llvm::cantFail(parseTensorText(text, &context)));
  return tensors;
}

std::string CompiledFunction::run(const NativeModule &native,
                                  ArrayRef<std::string> inputs) {
  std::vector<HostTensor> tensors = parse(inputs);
  auto results = native.run(tensors);
  if (!results)
    return llvm::toString(results.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      *results, os,
      [&](const HostTensor &result) { printTensorText(result, os); }, " ");
  return text;
}
