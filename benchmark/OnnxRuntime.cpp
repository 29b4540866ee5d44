//===- OnnxRuntime.cpp - ONNX Runtime, by its C API -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include "llvm/ADT/ScopeExit.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// Indices in the table of functions, to which versions only append.
enum ApiFunction : unsigned {
  GetErrorMessage = 2,
  CreateEnv = 3,
  CreateSession = 7,
  Run = 9,
  CreateSessionOptions = 10,
  SetIntraOpNumThreads = 24,
  CreateTensorWithDataAsOrtValue = 49,
  CreateCpuMemoryInfo = 69,
  ReleaseStatus = 93,
  ReleaseMemoryInfo = 94,
  ReleaseSession = 95,
  ReleaseValue = 96,
  ReleaseSessionOptions = 100,
};

struct ApiBase {
  void (*const *(*getApi)(uint32_t version))();
  const char *(*getVersion)();
};
} // namespace

/// Returns the API's number of an element type; 0 if it is not supported here.
static int getOnnxType(Type type) {
  if (type.isF32())
    return 1;
  if (type.isF64())
    return 11;
  return type.isUnsignedInteger(8) ? 2 : 0;
}

llvm::Expected<OnnxRuntime> OnnxRuntime::load(StringRef library) {
  void *handle = ::dlopen(library.str().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return llvm::createStringError(::dlerror());
  auto *getBase =
      reinterpret_cast<const ApiBase *(*)()>(::dlsym(handle, "OrtGetApiBase"));
  OnnxRuntime runtime;
  // The table of this version has all of these functions.
  if (getBase)
    runtime.functions = getBase()->getApi(16);
  if (!runtime.functions)
    return llvm::createStringError(library + " is no ONNX Runtime");
  constexpr int severityError = 3;
  if (llvm::Error error =
          runtime.check(runtime.get<void *(*)(int, const char *, void **)>(
              CreateEnv)(severityError, "split-bench", &runtime.environment)))
    return error;
  return runtime;
}

llvm::Error OnnxRuntime::check(void *status) const {
  if (!status)
    return llvm::Error::success();
  std::string message = get<const char *(*)(void *)>(GetErrorMessage)(status);
  get<void (*)(void *)>(ReleaseStatus)(status);
  return llvm::createStringError("ONNX Runtime: " + message);
}

llvm::Error OnnxRuntime::openModel(StringRef path, unsigned threads) {
  if (session)
    get<void (*)(void *)>(ReleaseSession)(session);
  session = nullptr;
  void *options = nullptr;
  if (llvm::Error error =
          check(get<void *(*)(void **)>(CreateSessionOptions)(&options)))
    return error;
  llvm::scope_exit release(
      [&] { get<void (*)(void *)>(ReleaseSessionOptions)(options); });
  if (llvm::Error error = check(
          get<void *(*)(void *, int)>(SetIntraOpNumThreads)(options, threads)))
    return error;
  return check(get<void *(*)(void *, const char *, void *, void **)>(
      CreateSession)(environment, path.str().c_str(), options, &session));
}

llvm::Expected<void *> OnnxRuntime::createValue(const TensorView &tensor,
                                                int elementType) {
  void *memory = nullptr, *value = nullptr;
  constexpr int arena = 1, ofOutputs = 0;
  if (llvm::Error error = check(get<void *(*)(int, int, void **)>(
          CreateCpuMemoryInfo)(arena, ofOutputs, &memory)))
    return error;
  void *status = get<void *(*)(void *, void *, size_t, const int64_t *, size_t,
                               int, void **)>(CreateTensorWithDataAsOrtValue)(
      memory, tensor.data, tensor.getNumBytes(), tensor.shape.data(),
      tensor.shape.size(), elementType, &value);
  get<void (*)(void *)>(ReleaseMemoryInfo)(memory);
  if (llvm::Error error = check(status))
    return error;
  return value;
}

llvm::Error OnnxRuntime::bind(const Workload &workload, TensorView data,
                              ArrayRef<TensorView> results) {
  auto release = get<void (*)(void *)>(ReleaseValue);
  if (input)
    release(input);
  for (void *output : outputs)
    release(output);
  input = nullptr;
  outputs.clear();
  names.clear();
  int type = getOnnxType(workload.input.getElementType());
  llvm::Expected<void *> value = createValue(data, type);
  if (!value)
    return value.takeError();
  input = *value;
  for (const TensorView &result : results) {
    value = createValue(result, type);
    if (!value)
      return value.takeError();
    outputs.push_back(*value);
    names.push_back(workload.computes.empty() || workload.hasConstants()
                        ? "r" + std::to_string(names.size())
                        : "gated");
  }
  namePointers.clear();
  for (const std::string &name : names)
    namePointers.push_back(name.c_str());
  return llvm::Error::success();
}

bool OnnxRuntime::run(bool allocates) {
  const char *inputName = "x";
  passed = outputs;
  if (allocates)
    passed.assign(outputs.size(), nullptr);
  void *status =
      get<void *(*)(void *, void *, const char *const *, void *const *, size_t,
                    const char *const *, size_t, void **)>(Run)(
          session, nullptr, &inputName, &input, 1, namePointers.data(),
          namePointers.size(), passed.data());
  if (allocates)
    for (void *output : passed)
      if (output)
        get<void (*)(void *)>(ReleaseValue)(output);
  return !status;
}
