//===- Tensors.h - NumPy's files, comparison of tensors ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_TENSORS_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_TENSORS_H

#include "split-mlir/HostAbi/TensorBox.h"

namespace llvm {
class MemoryBufferRef;
class raw_ostream;
} // namespace llvm

namespace mlir::split::native {

/// Parses a .npy file of format 1, 2 or 3, in C or Fortran order. The types
/// f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 c8 c16 become f16 f32 f64, signless iN,
/// uiN, i1 and complex types. Fails for big-endian files, other types, and
/// files whose size is not that of the header. Allocates no more memory than
/// the file takes. With `select`, returns only the part of the tensor that it
/// selects, and reads no other data.
llvm::Expected<HostTensor> parseNpy(llvm::MemoryBufferRef file,
                                    MLIRContext *context,
                                    SelectBox select = {});

/// Returns what precedes the data in the .npy file of a tensor of type `type`,
/// as writeNpy writes it.
llvm::Expected<std::string> getNpyHeader(ShapedType type);

/// Writes a .npy file of format 1 in C order. Writes siN as iN, and index as
/// NumPy's i8 (eight bytes). Fails for element types that NumPy lacks, and then
/// writes nothing.
llvm::Error writeNpy(const HostTensor &tensor, llvm::raw_ostream &os);

/// Begins the .npy file `path` for a tensor of the static type `whole`: the
/// header that writeNpy writes, and space for the elements, in a file of its
/// own, `path` and `.parts`. Refuses pipes and devices.
llvm::Error createNpy(StringRef path, RankedTensorType whole);

/// Writes `part`, which is the part `box` of a tensor of type `whole`, into the
/// file that createNpy has begun. Several processes may write at the same time.
llvm::Error writeNpyBox(StringRef path, RankedTensorType whole,
                        const TensorBox &box, const HostTensor &part);

/// Gives the file that createNpy has begun the name `path`, after all parts.
/// Then it is that of writeNpy.
llvm::Error finishNpy(StringRef path);

/// Removes the file that createNpy has begun.
void discardNpy(StringRef path);

/// Floats are equal if |got - expected| <= absolute + relative * |expected|.
/// For complex numbers, this must hold in both parts, with the modulus
/// |expected|.
struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
};

/// Compares shapes, then types (see haveSameValues), then elements: integers
/// exactly, floats within `tolerance`. Infinities equal themselves, and all
/// NaNs are equal. The error states the first element that differs, both
/// values, and the number of elements that differ.
llvm::Error compareTensors(const HostTensor &got, const HostTensor &expected,
                           const Tolerance &tolerance = {});

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_TENSORS_H
