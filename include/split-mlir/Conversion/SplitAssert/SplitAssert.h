//===- SplitAssert.h - Lowerings of split.assert ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_SPLITASSERT_SPLITASSERT_H
#define SPLIT_MLIR_CONVERSION_SPLITASSERT_SPLITASSERT_H

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::split {

/// A pattern from `split.assert` to `cf.assert` with a constant message, as
/// `convert-split-assert-to-cf` describes.
void populateSplitAssertToCFPatterns(RewritePatternSet &patterns);

/// A conversion pattern from `split.assert` to a branch to code that aborts, as
/// `convert-split-assert-to-llvm` describes. It creates `cf.cond_br`, so the
/// patterns of ControlFlowToLLVM must be part of a conversion to LLVM.
void populateSplitAssertToLLVMPatterns(const LLVMTypeConverter &converter,
                                       RewritePatternSet &patterns);

/// Lets upstream's `convert-to-llvm` lower `split.assert`.
void registerConvertSplitAssertToLLVMInterface(DialectRegistry &registry);

} // namespace mlir::split

#endif // SPLIT_MLIR_CONVERSION_SPLITASSERT_SPLITASSERT_H
