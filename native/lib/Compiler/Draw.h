//===- Draw.h - Pictures of splits and shards -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_DRAW_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_DRAW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/TensorBox.h"

namespace mlir::split::native {

/// A tensor that is cut into parts.
struct Drawing {
  struct Part {
    TensorBox box;
    /// What is in the box, a line each.
    SmallVector<std::string> lines;
  };
  std::string title;
  SmallVector<Part> parts;
};

/// Returns a drawing of each split in the function `name` of `module` whose
/// axis is known. If `inputs` are given, sizes and lengths are those of a call
/// with them.
SmallVector<Drawing> drawSplits(ModuleOp module, StringRef name,
                                ArrayRef<HostTensor> inputs);

/// Prints text with lines that terminals show, or SVG. Shows the two first
/// dimensions that are cut.
void printDrawings(ArrayRef<Drawing> drawings, bool asSvg, raw_ostream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_DRAW_H
