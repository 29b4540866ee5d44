//===- ThreadMessage.h - The last message of each thread --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_THREADMESSAGE_H
#define SPLIT_MLIR_HOSTABI_THREADMESSAGE_H

/// The size of the buffer for a message, including the terminating null. The
/// name of the function contains the ABI version, because libraries of other
/// versions may have buffers of other sizes.
#define SPLIT_MLIR_MESSAGE_BYTES 4096

/// Returns the buffer with the last message of this thread, null-terminated.
///
/// Shared libraries export this function and call it through the dynamic
/// linker. If several are linked to one program, all of them use the buffer of
/// the first, so any split_mlir_last_error returns the last message of all. The
/// function has a source file of its own so that the compiler cannot inline it.
extern "C" __attribute__((visibility("default"))) char *
split_mlir_thread_message_1(void);

#endif // SPLIT_MLIR_HOSTABI_THREADMESSAGE_H
