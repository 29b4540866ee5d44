//===- SplitRun.h - Parts of split-run --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_SPLITRUN_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_SPLITRUN_H

#include "CommandLine.h"
#include "Ranks.h"
#include "split-mlir/HostAbi/TensorBox.h"
#include "split-mlir/Target/Native/NativeModule.h"

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

/// Returns copies of `tensors`, because a call may overwrite its inputs.
llvm::Expected<SmallVector<HostTensor>>
copyTensors(ArrayRef<HostTensor> tensors);

/// Calls the function once, and sets `elapsed`, if not null, to the duration of
/// the call. Collective; prints an error on failure.
FailureOr<SmallVector<HostTensor>>
callFunction(const NativeModule &native, MutableArrayRef<HostTensor> inputs,
             const Ranks &ranks, std::chrono::nanoseconds *elapsed = nullptr);

/// Times `count` calls, each on a copy of `inputs`, and prints the durations
/// and, for several ranks, what they have sent in a call. Collective.
ExitStatus timeCalls(const NativeModule &native, ArrayRef<HostTensor> inputs,
                     unsigned count, Ranks &ranks);

/// Writes the results to files, and compares or prints them. Each rank passes
/// its parts, and the first rank passes `expected`. Collective.
ExitStatus deliver(MutableArrayRef<HostTensor> results,
                   ArrayRef<HostTensor> expected, const CommandLine &options,
                   const Ranks &ranks);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_SPLITRUN_H
