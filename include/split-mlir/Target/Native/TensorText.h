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

namespace mlir::split {

/// Parses text like `2x3xf32=1,2,3,4,5,6`: static sizes and an element type
/// (only the type for rank 0), then the numbers in row-major order, two for a
/// complex element. Commas, semicolons, brackets of all kinds and white space
/// separate numbers and have no other meaning, so that `[[1,2],[3,4]]` and
/// `(re,im)` are accepted.
///
/// Integers are decimal and must fit their type; signless integers are signed.
/// i1 is 0, 1, true or false. Floats are decimal, `nan` or `inf`; they are
/// rounded to the nearest value of the type, and it is an error if they are
/// above its largest. The word `iota` instead of numbers makes element i the
/// number i, wrapped or rounded to the type.
llvm::Expected<HostTensor> parseTensorText(StringRef text,
                                           MLIRContext *context);

/// Prints text like `2x3xf32=[1,2,3,4,5,6]`, which parseTensorText parses to
/// the same values, except that all NaNs become one. Floats have as few digits
/// as that requires, but integers below a billion have all of theirs.
void printTensorText(const HostTensor &tensor, llvm::raw_ostream &os);

/// Prints the element with index `element` in row-major order.
void printElement(const HostTensor &tensor, int64_t element,
                  llvm::raw_ostream &os);

} // namespace mlir::split

#endif // SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H
