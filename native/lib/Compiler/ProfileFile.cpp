//===- ProfileFile.cpp - Machine profiles in files ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "split-mlir/Support/Files.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace fs = llvm::sys::fs;

llvm::Expected<TargetEntries> mlir::split::native::readMachineProfile(
    StringRef named, bool isNative,
    llvm::function_ref<void(const Twine &)> warn) {
  std::string path = named.str();
  if (named.empty() && isNative)
    path = getDefaultProfilePath();
  fs::file_status status;
  if (path.empty() || path == "none" ||
      (named.empty() && fs::status(path, status)))
    return TargetEntries();
  // Models also run without the user's own profile.
  auto reject =
      [&](const llvm::Twine &message) -> llvm::Expected<TargetEntries> {
    if (!named.empty())
      return llvm::createStringError(message);
    warn(message);
    return TargetEntries();
  };
  auto rejectFile = [&](llvm::Error error) {
    return reject("cannot read machine profile '" + path +
                  "': " + llvm::toString(std::move(error)));
  };
  // Opening a pipe may take for ever.
  if (named.empty() && !fs::is_regular_file(status))
    return rejectFile(llvm::createStringError("not a regular file"));
  auto text = readFileStart(path, MachineProfile::kMaxBytes + 1);
  if (!text)
    return rejectFile(text.takeError());
  auto profile = MachineProfile::parse(*text);
  if (!profile)
    return rejectFile(profile.takeError());
  ProcessorDescription here = ProcessorDescription::getThis();
  if (!isNative || profile->processor == here)
    return std::move(profile->fields);
  return reject("machine profile '" + path + "' holds for " +
                profile->processor.describe() + ", but this is " +
                here.describe());
}

llvm::Error mlir::split::native::addMachineProfile(
    ModuleOp module, StringRef named, const NativeOptions &native,
    llvm::function_ref<void(const Twine &)> warn) {
  bool isNative = native.cpu == "native" && native.target.empty();
  auto entries = readMachineProfile(named, isNative, warn);
  if (!entries)
    return entries.takeError();
  addTargetEntries(module, *entries);
  return llvm::Error::success();
}
