//===- TensorText.h - Tensors as text ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H
#define SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H

#include "split-mlir/HostAbi/TensorBox.h"
#include <limits>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::split::native {

/// Parses text like `2x3xf32=1,2,3,4,5,6`: static sizes and an element type
/// (only the type for rank 0), then the numbers in row-major order, two for a
/// complex element. Commas, semicolons, brackets of all kinds and white space
/// separate numbers and have no other meaning, so that `[[1,2],[3,4]]` and
/// `(re,im)` are accepted.
///
/// Integers are decimal and must fit their type; signless integers are signed.
/// i1 is 0, 1, true or false. Floats are decimal, `nan` or `inf`; they are
/// rounded to the nearest value of the type, and it is an error if they are
/// above its largest.
///
/// There are shorter forms:
/// - `4x6xf32=1`: the numbers of one element stand for all elements, if there
///   are more than one.
/// - `4x6xf32`, without numbers and `=`: all elements are zero, or the number
///   nearest to it for types without zero.
/// - `4x6xf32=iota`: element i is the number i, wrapped or rounded to the type.
/// - `4x6xf32=random`: numbers that `seed` determines. Number i depends on b,
///   output i of the generator SplitMix64 with this seed. A float is
///   (b >> 11) * 2^-52 - 1, which is at least -1 and less than 1, rounded to
///   the type; for a type without a sign, it is (b >> 11) * 2^-53. An integer
///   is the upper 8 bits of b as a signed or unsigned number, or the upper n
///   bits for types of n < 8 bits.
/// These forms allocate at most 16 GiB; the others, no more than their text.
///
/// With `select`, returns only the part of the tensor that it selects.
llvm::Expected<HostTensor> parseTensorText(StringRef text, MLIRContext *context,
                                           uint64_t seed = 0,
                                           SelectBox select = {});

/// Prints text like `3xf32=[1,2,3]` or `2x3xf32=[1,2,3][4,5,6]`, with brackets
/// around each row and around each group of rows, except the outermost, as
/// IREE's tools do. Prints `...` in place of elements after `maxElements`.
/// Otherwise, parseTensorText parses the text to the same values, except that
/// all NaNs become one. Floats have as few digits as that requires, but
/// integers below a billion have all of theirs.
void printTensorText(const HostTensor &tensor, llvm::raw_ostream &os,
                     int64_t maxElements = std::numeric_limits<int64_t>::max());

/// Prints the element with index `element` in row-major order.
void printElement(const HostTensor &tensor, int64_t element,
                  llvm::raw_ostream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TARGET_NATIVE_TENSORTEXT_H
