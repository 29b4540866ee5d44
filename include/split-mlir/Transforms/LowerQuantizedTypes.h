//===- Patterns.h - patterns of passes on split ops -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_LOWERQUANTIZEDTYPES_H
#define SPLIT_MLIR_TRANSFORMS_LOWERQUANTIZEDTYPES_H

namespace mlir {
class RewritePatternSet;
class TypeConverter;

namespace split {

/// Makes `converter` convert quantized scalars and tensors to their storage, in
/// types of functions too. A type without integer storage stays.
void populateStorageTypeConversions(TypeConverter &converter);

/// Adds patterns that rewrite any op, as one that takes and returns storage in
/// place of quantized values; whether the op means the same on it is for the
/// conversion's target to know. `converter` must outlive the patterns.
void populateLowerQuantizedTypesPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TRANSFORMS_LOWERQUANTIZEDTYPES_H
