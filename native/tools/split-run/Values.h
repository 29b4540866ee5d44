//===- Values.h - Tensors named on the command line -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_VALUES_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_VALUES_H

#include "split-mlir/HostAbi/TensorBox.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::split::native {

/// Returns the part to read of value `index`, whose type is `whole`.
using SelectPart = llvm::function_ref<llvm::Expected<TensorBox>(
    unsigned index, RankedTensorType whole)>;

/// Reads the values that `specs` describe. Each is text for parseTensorText,
/// or `@FILE.npy` or `@FILE.pb` (an ONNX TensorProto). Errors begin with `what`
/// and the index of the value. The seed of value i is `seed` + i. With
/// `select`, reads only the parts that it returns.
llvm::Expected<SmallVector<HostTensor>>
loadValues(ArrayRef<std::string> specs, StringRef what, uint64_t seed,
           MLIRContext *context, SelectPart select = {});

/// Returns the specs `@DIR/PREFIX_0.pb`, `@DIR/PREFIX_1.pb`, ... up to the
/// first file that does not exist.
SmallVector<std::string> listTestData(StringRef directory, StringRef prefix);

/// Writes `tensor` to the .npy file at `path`.
llvm::Error saveNpy(const HostTensor &tensor, StringRef path);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_VALUES_H
