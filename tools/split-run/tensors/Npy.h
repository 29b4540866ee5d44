//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLITRUN_TENSORS_NPY_H
#define SPLIT_MLIR_TOOLS_SPLITRUN_TENSORS_NPY_H

#include "split-mlir/HostAbi/HostTensor.h"

namespace llvm {
class MemoryBufferRef;
class raw_ostream;
} // namespace llvm

namespace mlir {
namespace split {

/// Reads a .npy file of format 1, 2 or 3, in C or Fortran order. The types
/// f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 c8 c16 become f16 f32 f64, signless iN,
/// uiN, i1 and complexes. Big-endian files, other types and files whose header
/// and size disagree are errors; memory is only taken for data that is there.
llvm::Expected<HostTensor> parseNpy(llvm::MemoryBufferRef file,
                                    MLIRContext *context);

/// Writes a .npy file of format 1 in C order. siN is written like iN, index as
/// i8 (NumPy's: eight bytes). Fails, having written nothing, for element types
/// that NumPy has no code for.
llvm::Error writeNpy(const HostTensor &tensor, llvm::raw_ostream &os);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TOOLS_SPLITRUN_TENSORS_NPY_H
