//===- ThreadMessage.cpp - The last message of each thread ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/ThreadMessage.h"

/// Initially zero. It has no destructor, because an unloaded library could not
/// run one.
static thread_local char threadMessage[SPLIT_MLIR_MESSAGE_BYTES];

extern "C" char *split_mlir_thread_message_1(void) { return threadMessage; }
