//===- CacheOptions.h - what copies should know of a machine ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TARGET_NATIVE_CACHEOPTIONS_H
#define LIB_TARGET_NATIVE_CACHEOPTIONS_H

#include "mlir/Support/LLVM.h"

namespace llvm {
class Triple;
} // namespace llvm

namespace mlir {
namespace split {

struct SplitToLLVMOptions;

/// Sets what depends on caches and on how stores that bypass them are ordered.
/// `cpu` is `native` for this machine, whose caches are asked for, or the name
/// of another one, whose caches are taken to be of usual sizes.
void setCacheOptions(SplitToLLVMOptions &options, const llvm::Triple &triple,
                     StringRef cpu);

} // namespace split
} // namespace mlir

#endif // LIB_TARGET_NATIVE_CACHEOPTIONS_H
