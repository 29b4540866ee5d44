//===- NativeModule.h - Functions compiled for this machine -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_NATIVEMODULE_H
#define SPLIT_MLIR_TARGET_NATIVE_NATIVEMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include <chrono>

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir {
namespace split {

/// A run-time check of compiled code failed; the call had no effect.
class CheckFailure : public llvm::ErrorInfo<CheckFailure> {
public:
  static char ID;

  explicit CheckFailure(StringRef message) : message(message) {}

  /// Prints `LOCATION: error: MESSAGE`.
  void log(raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string message;
};

/// Checks that `inputs` can be the arguments of a function of type `type`: as
/// many, of the arguments' element types (up to haveSameValues) and, where
/// these are known, ranks and sizes; a scalar takes a tensor of rank 0. Gives
/// the inputs the arguments' element types. Errors name the input by number.
llvm::Error adaptInputs(FunctionType type, MutableArrayRef<HostTensor> inputs);

/// One function of a module, compiled and loaded into this process.
class NativeModule {
public:
  /// Lowers `module` in place by the pipeline split-to-llvm, compiles it and
  /// loads it. `function` names a func.func with a body in it, whose arguments
  /// and results are tensors, ranked or not, and scalars; it becomes the only
  /// public one, and what it does not need is erased. Errors are emitted as
  /// diagnostics.
  static FailureOr<NativeModule> compile(ModuleOp module, StringRef function,
                                         const NativeOptions &options = {});

  NativeModule(NativeModule &&other);
  NativeModule &operator=(NativeModule &&other);
  ~NativeModule();

  /// The function's type before it was lowered.
  FunctionType getFunctionType() const { return type; }

  /// Calls the function. `inputs` must be as adaptInputs leaves them; the
  /// function may overwrite them. Results belong to the caller, share no memory
  /// with the inputs, and have the result types' element types; scalars have
  /// rank 0. Sets `elapsed`, if given, to the duration of the call alone. A
  /// check that fails is a CheckFailure, after which the function can be called
  /// again.
  llvm::Expected<SmallVector<HostTensor>>
  run(MutableArrayRef<HostTensor> inputs,
      std::chrono::nanoseconds *elapsed = nullptr) const;

  /// Calls the function as Runtime.h has it, and returns its status. Each
  /// parameter has a slot, in order: the pointer that is passed, or a pointer
  /// to the scalar that is passed by value. Several threads may do so at a
  /// time.
  int32_t invoke(MutableArrayRef<void *> slots) const;

private:
  using EntryPoint = int32_t (*)(void **slots);

  NativeModule(FunctionType type, bool views,
               std::unique_ptr<llvm::orc::LLJIT> jit, EntryPoint entry);

  FunctionType type;
  bool views;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  EntryPoint entry;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVEMODULE_H
