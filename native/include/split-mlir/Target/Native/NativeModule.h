//===- NativeModule.h - Functions compiled for this machine -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_NATIVEMODULE_H
#define SPLIT_MLIR_TARGET_NATIVE_NATIVEMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/Timing.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "split-mlir/Target/Native/Profile.h"
#include "llvm/Support/Memory.h"
#include <chrono>

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::split::native {

/// The error of a call in which a run-time check failed.
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

/// Checks that a function of type `type` has `count` arguments.
llvm::Error checkInputCount(FunctionType type, size_t count);

/// Checks that a tensor of the static type `input` can be an argument of type
/// `argument`, as adaptInputs requires.
llvm::Error checkInput(Type argument, RankedTensorType input);

/// Checks that `inputs` can be the arguments of a function of type `type`:
/// their number, element types (see haveSameValues) and static ranks and sizes
/// must be those of the arguments. The input for a scalar is a tensor of rank
/// 0. Changes the element types of the inputs to those of the arguments. Errors
/// contain the index of the input.
llvm::Error adaptInputs(FunctionType type, MutableArrayRef<HostTensor> inputs);

/// Loads LLVM's OpenMP runtime into the process. Code for several threads calls
/// it.
llvm::Error loadThreadRuntime();

/// One function of a module, compiled and loaded into this process.
class NativeModule {
public:
  /// Lowers `module` in place with the pipeline split-to-llvm, compiles it and
  /// loads it. `function` names a func.func with a body whose arguments and
  /// results are ranked or unranked tensors, and scalars. It becomes the only
  /// public function, and symbols that it does not need are erased. Emits
  /// errors as diagnostics. Nests the times of stages in `timing`.
  static FailureOr<NativeModule> compile(ModuleOp module, StringRef function,
                                         const NativeOptions &options = {},
                                         TimingScope timing = {});

  NativeModule(NativeModule &&other);
  NativeModule &operator=(NativeModule &&other);
  ~NativeModule();

  /// Returns the function's type before lowering.
  FunctionType getFunctionType() const { return type; }

  /// Calls the function. Pass `inputs` to adaptInputs before; the function may
  /// overwrite them. Results share no memory with the inputs, and have the
  /// element types of the result types; scalars have rank 0. Sets `elapsed`, if
  /// not null, to the duration of the call alone. Returns a CheckFailure if a
  /// check fails; the function can then be called again.
  llvm::Expected<SmallVector<HostTensor>>
  run(MutableArrayRef<HostTensor> inputs,
      std::chrono::nanoseconds *elapsed = nullptr) const;

  /// Calls the function with the ABI of Runtime.h, and returns its status. Each
  /// parameter has a slot, in order: the pointer to pass, or a pointer to the
  /// scalar to pass by value. Several threads may call at the same time.
  int32_t invoke(MutableArrayRef<void *> slots) const;

  /// Returns what `run` has spent on each op; null without
  /// NativeOptions::profile.
  Profile *getProfile() const { return profile.get(); }

private:
  using EntryPoint = int32_t (*)(void **slots);

  NativeModule();

  FunctionType type;
  bool views = false;
  std::unique_ptr<llvm::sys::OwningMemoryBlock> weights;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  EntryPoint entry = nullptr;
  std::unique_ptr<Profile> profile;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVEMODULE_H
