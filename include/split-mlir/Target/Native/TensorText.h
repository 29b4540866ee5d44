//===- TensorText.h - Tensors as text ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H
#define SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H

#include "split-mlir/HostAbi/HostTensor.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
namespace split {

/// Reads `2x3xf32=1,2,3,4,5,6`. Left of `=` stand static sizes and an element
/// type (just the type for rank 0); right of it the numbers in row-major order,
/// two for a complex element. Commas, semicolons, brackets of all kinds and
/// white space separate numbers and mean nothing else, so that nested
/// brackets and `(re,im)` can be written.
///
/// Integers are decimal and must fit their type (signless reads as signed); i1
/// is 0, 1, true or false. Floats are decimal, `nan` or `inf`, rounded to the
/// nearest value of the type and refused when beyond its largest. The one word
/// `iota` makes element i the number i, wrapped or rounded to the type.
llvm::Expected<HostTensor> parseTensorText(StringRef text,
                                           MLIRContext *context);

/// Prints `2x3xf32=[1,2,3,4,5,6]`, which parseTensorText reads back to the same
/// value (all NaNs being one). Floats have as few digits as that takes,
/// but integers below a billion all of theirs.
void printTensorText(const HostTensor &tensor, llvm::raw_ostream &os);

/// Prints the element at row-major position `element`.
void printElement(const HostTensor &tensor, int64_t element,
                  llvm::raw_ostream &os);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H
