//===- NativeLibrary.h - Modules compiled for this process ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_NATIVELIBRARY_H
#define SPLIT_MLIR_TARGET_NATIVE_NATIVELIBRARY_H

#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "split-mlir/Target/Native/Profile.h"
#include "llvm/Support/Memory.h"
#include <memory>

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::split::native {

/// All public functions of a module, compiled and loaded into this process.
class NativeLibrary {
public:
  /// Compiles and loads `module` as split-compile does for a shared library.
  /// The module must fulfil the conditions of writeNativeCode; it is lowered in
  /// place. `source` is the path of the model. Emits errors as diagnostics.
  static FailureOr<NativeLibrary> compile(ModuleOp module, StringRef source,
                                          const NativeOptions &options);

  NativeLibrary(NativeLibrary &&other);
  ~NativeLibrary();

  /// Returns the description of all functions in JSON. It lives as long as the
  /// library.
  StringRef getSignature() const { return signature; }

  /// Returns the address of a compiled function, or of a function that
  /// Runtime.h declares for hosts; null if there is no such function. Several
  /// threads may call it at the same time.
  void *lookUp(StringRef name) const;

  /// Returns the profile for calls of the functions, which its user starts and
  /// stops; null without NativeOptions::profile.
  Profile *getProfile() const { return profile.get(); }

private:
  NativeLibrary();

  std::unique_ptr<llvm::sys::OwningMemoryBlock> weights;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  StringRef signature;
  std::unique_ptr<Profile> profile;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVELIBRARY_H
