//===- Calls.h - Calls of the compiled function -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_CALLS_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_CALLS_H

#include "Ranks.h"
#include "split-mlir/Target/Native/NativeModule.h"

namespace mlir::split::native {

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

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_CALLS_H
