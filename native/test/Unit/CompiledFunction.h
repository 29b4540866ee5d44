//===- CompiledFunction.h - Functions to call in tests ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TEST_UNIT_COMPILEDFUNCTION_H
#define SPLIT_MLIR_TEST_UNIT_COMPILEDFUNCTION_H

#include "mlir/IR/OwningOpRef.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "gtest/gtest.h"

namespace mlir::split::native {

/// Tests that compile a function @main and call it.
class CompiledFunction : public testing::Test {
protected:
  CompiledFunction();

  /// Locations in `source` are in m.mlir.
  NativeModule compile(StringRef source, const NativeOptions &options = {});

  /// Inputs in the form of split-run's.
  std::vector<HostTensor> parse(ArrayRef<std::string> texts);

  /// The results in the form that split-run prints, or the error.
  std::string run(const NativeModule &native, ArrayRef<std::string> inputs);

  MLIRContext context;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TEST_UNIT_COMPILEDFUNCTION_H
