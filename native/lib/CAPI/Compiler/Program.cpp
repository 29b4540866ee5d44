//===- Program.cpp - Compiled code in this process for C ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../HostAbi/Caller/FunctionCaller.h"
#include "../../HostAbi/Caller/LoadedLibrary.h"
#include "Options.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "split-mlir/Target/Native/NativeLibrary.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// Code that was compiled here, or a shared library that was loaded.
struct Program {
  explicit Program(NativeLibrary compiled) : compiled(std::move(compiled)) {}
  explicit Program(std::unique_ptr<LoadedLibrary> loaded)
      : loaded(std::move(loaded)) {}

  StringRef getSignature() const {
    return compiled ? compiled->getSignature() : loaded->getSignature();
  }

  void *lookUp(StringRef name) const {
    return compiled ? compiled->lookUp(name) : loaded->lookUp(name.str());
  }

  std::optional<NativeLibrary> compiled;
  std::unique_ptr<LoadedLibrary> loaded;
  /// The functions of the signature, by name.
  llvm::StringMap<FunctionCaller> functions;
};
} // namespace

DEFINE_C_API_PTR_METHODS(MlirSplitProgram, Program)
DEFINE_C_API_PTR_METHODS(MlirSplitFunction, FunctionCaller)

/// Adds a function of the signature to `program`. Returns whether the
/// description is complete.
static bool addFunction(Program &program, const llvm::json::Object &function) {
  std::optional<StringRef> name = function.getString("name");
  const llvm::json::Array *arguments = function.getArray("arguments");
  const llvm::json::Array *results = function.getArray("results");
  void *address = name ? program.lookUp(*name) : nullptr;
  if (!address || !arguments || !results)
    return false;
  std::vector<Passing> parameters;
  for (const llvm::json::Value &value : *arguments) {
    const llvm::json::Object *argument = value.getAsObject();
    if (!argument)
      return false;
    auto kind = argument->getString("kind");
    auto type = argument->getString("element_type");
    auto bytes = argument->getInteger("element_bytes");
    if (!kind || !type || !bytes)
      return false;
    parameters.push_back(getPassing(*kind == "tensor", *type, *bytes));
  }
  parameters.insert(parameters.end(), results->size(), Passing::Pointer);
  program.functions.try_emplace(*name, address, std::move(parameters));
  return true;
}

static bool addFunctions(Program &program) {
  auto signature = llvm::json::parse(program.getSignature());
  if (!signature) {
    llvm::consumeError(signature.takeError());
    return false;
  }
  const llvm::json::Object *object = signature->getAsObject();
  const llvm::json::Array *functions =
      object ? object->getArray("functions") : nullptr;
  return functions &&
         llvm::all_of(*functions, [&](const llvm::json::Value &value) {
           const llvm::json::Object *function = value.getAsObject();
           return function && addFunction(program, *function);
         });
}

/// Completes `program`. Emits an error and returns a null program if its
/// signature is damaged.
static MlirSplitProgram finish(std::unique_ptr<Program> program,
                               MLIRContext *context) {
  if (addFunctions(*program))
    return wrap(program.release());
  emitError(UnknownLoc::get(context), "cannot read the program's signature");
  return {nullptr};
}

MlirSplitProgram mlirSplitProgramCreate(MlirModule module,
                                        MlirSplitOptions options) {
  CompileOptions compileOptions = *unwrap(options);
  compileOptions.native.target.clear();
  ModuleOp moduleOp = unwrap(module);
  OwningOpRef<ModuleOp> copy =
      prepareModule(moduleOp, compileOptions, Emit::Object);
  if (!copy)
    return {nullptr};
  FailureOr<NativeLibrary> code = NativeLibrary::compile(
      *copy, getModelPath(moduleOp), compileOptions.native);
  if (failed(code))
    return {nullptr};
  return finish(std::make_unique<Program>(std::move(*code)),
                moduleOp.getContext());
}

MlirSplitProgram mlirSplitProgramLoad(MlirContext context, MlirStringRef path) {
  std::string error;
  auto library = LoadedLibrary::load(unwrap(path).str(), error);
  if (library)
    return finish(std::make_unique<Program>(std::move(library)),
                  unwrap(context));
  emitError(UnknownLoc::get(unwrap(context))) << error;
  return {nullptr};
}

void mlirSplitProgramDestroy(MlirSplitProgram program) {
  delete unwrap(program);
}

MlirStringRef mlirSplitProgramGetSignature(MlirSplitProgram program) {
  return wrap(unwrap(program)->getSignature());
}

void *mlirSplitProgramLookUp(MlirSplitProgram program, MlirStringRef name) {
  return unwrap(program)->lookUp(unwrap(name));
}

void mlirSplitProgramStartProfile(MlirSplitProgram program) {
  unwrap(program)->compiled->getProfile()->start();
}

void mlirSplitProgramStopProfile(MlirSplitProgram program) {
  unwrap(program)->compiled->getProfile()->stop();
}

void mlirSplitProgramPrintProfile(MlirSplitProgram program, bool asTrace,
                                  MlirStringCallback callback, void *userData) {
  const Profile *profile = unwrap(program)->compiled->getProfile();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (asTrace)
    profile->writeTrace(os);
  else
    profile->print(os);
  callback(wrap(StringRef(text)), userData);
}

// Loaded code lacks the type signatures that Clang's sanitizer checks.
#ifdef __clang__
LLVM_NO_SANITIZE("function")
#endif
MlirStringRef mlirSplitProgramGetLastError(MlirSplitProgram program) {
  void *function = unwrap(program)->lookUp("split_mlir_last_error");
  return mlirStringRefCreateFromCString(
      reinterpret_cast<const char *(*)()>(function)());
}

MlirSplitFunction mlirSplitProgramGetFunction(MlirSplitProgram program,
                                              MlirStringRef name) {
  auto &functions = unwrap(program)->functions;
  auto function = functions.find(unwrap(name));
  return wrap(function == functions.end() ? nullptr : &function->second);
}

intptr_t mlirSplitFunctionGetNumParameters(MlirSplitFunction function) {
  return unwrap(function)->getNumParameters();
}

int32_t mlirSplitFunctionCall(MlirSplitFunction function, void *const *slots) {
  return unwrap(function)->call(slots);
}
