//===- SharedLibrary.cpp - Linking of shared libraries --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "LinkPaths.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace fs = llvm::sys::fs;

RuntimeFolders
mlir::split::native::getRuntimeFoldersOfTool(StringRef executable) {
  return {llvm::sys::path::parent_path(executable).str(),
          {"../lib", SPLIT_MLIR_RUNTIME_DIR}};
}

RuntimeFolders
mlir::split::native::getRuntimeFoldersOfLibrary(StringRef library) {
  return {llvm::sys::path::parent_path(library).str(), {".", "split-mlir"}};
}

/// Returns the path of the library `name` for `machine` in `folders`. `use` is
/// what needs it, for the error.
static llvm::Expected<std::string> findLibrary(const RuntimeFolders &folders,
                                               StringRef machine,
                                               StringRef name, StringRef use) {
  SmallVector<std::string> tried;
  for (StringRef folder : folders.relative) {
    SmallString<128> file(folders.base);
    llvm::sys::path::append(file, folder, machine, name);
    llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
    if (fs::exists(file))
      return file.str().str();
    StringRef parent = llvm::sys::path::parent_path(file);
    if (!llvm::is_contained(tried, parent))
      tried.push_back(parent.str());
  }
  return llvm::createStringError("cannot find " + name + ", which " + use +
                                 ", in " + llvm::join(tried, " and "));
}

llvm::Expected<std::string>
mlir::split::native::findMpiRuntime(const RuntimeFolders &folders,
                                    StringRef mpi) {
  // The package has it in the folder above that of the other library.
  std::string above = (folders.relative.back() + "/..").str();
  RuntimeFolders own{folders.base, {folders.relative.front(), above}};
  return findLibrary(own, "", ("libSplitMpi-" + mpi + ".so").str(),
                     "ranks need");
}

llvm::Expected<std::string>
mlir::split::native::chooseMpi(StringRef mpi, const RuntimeFolders &folders) {
  if (!mpi.empty())
    return mpi.str();
  std::string errors;
  for (StringRef name : {"openmpi", "mpich"}) {
    llvm::Expected<std::string> library = findMpiRuntime(folders, name);
    if (library)
      return name.str();
    errors = llvm::toString(library.takeError());
  }
  return llvm::createStringError(errors);
}

namespace {
/// A compiler driver that links.
struct Driver {
  std::string program;
  bool usesLLD;
};

/// A file that the destructor removes.
struct TemporaryFile {
  SmallString<128> path;
  llvm::FileRemover remover;

  llvm::Error create(StringRef suffix, StringRef contents) {
    int descriptor;
    if (std::error_code error =
            fs::createTemporaryFile("split-compile", suffix, descriptor, path))
      return llvm::createStringError("cannot write a temporary file: " +
                                     error.message());
    remover.setFile(path);
    llvm::sys::RemoveFileOnSignal(path);
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << contents;
    return closeFile(os, path);
  }
};
} // namespace

/// Finds a compiler driver. Unlike a linker, it knows where the C library is.
static llvm::Expected<Driver> findDriver(StringRef machine) {
  if (!machine.empty()) {
    auto program = llvm::sys::findProgramByName((machine + "-gcc").str());
    if (program)
      return Driver{*program, /*usesLLD=*/false};
    std::string package = "gcc-" + machine.str();
    llvm::replace(package, '_', '-');
    return llvm::createStringError("no " + machine +
                                   "-gcc in PATH to link a shared library "
                                   "with; Debian's package " +
                                   package + " has it");
  }
  static constexpr StringLiteral kNames[] = {"clang-22", "clang", "cc", "gcc"};
  auto isThere = [](StringRef name) {
    return !llvm::sys::findProgramByName(name).getError();
  };
  bool hasLinker = isThere("ld"), hasLLD = isThere("ld.lld");
  for (StringRef name : kNames) {
    auto program = llvm::sys::findProgramByName(name);
    if (program && (hasLinker || hasLLD))
      return Driver{*program, !hasLinker};
  }
  return llvm::createStringError(
      "nothing to link a shared library with, expected in PATH: one of "
      "clang-22, clang, cc and gcc, and one of ld and ld.lld");
}

/// The functions of the runtime library that a shared library exports: those
/// that a host program calls, and the one that returns the shared message.
static constexpr StringLiteral kHostFunctions[] = {
    "split_mlir_allocate",
    "split_mlir_check_abi",
    "split_mlir_free",
    "split_mlir_free_unranked",
    "split_mlir_last_error",
    "split_mlir_limit_kept_memory",
    "split_mlir_release_memory",
    "split_mlir_set_allocator",
    "split_mlir_thread_message_1"};

/// Returns a version script, with which a linker exports only these symbols and
/// those in `symbols`. Their version is that of the ABI, so the loader does not
/// bind them to a library or program with another version.
static std::string getVersionScript(const CodeSymbols &symbols) {
  std::string script = "SPLIT_MLIR_ABI_" +
                       std::to_string(SPLIT_MLIR_ABI_VERSION) +
                       " {\n  global:\n";
  for (StringRef name : symbols.functions)
    script += ("    " + name + ";\n").str();
  for (StringRef name : kHostFunctions)
    script += ("    " + name + ";\n").str();
  return script + "  local:\n    *;\n};\n";
}

/// Runs the driver. On failure, returns its output as the error.
static llvm::Error run(StringRef program, ArrayRef<std::string> arguments) {
  TemporaryFile output;
  if (llvm::Error error = output.create("txt", ""))
    return error;
  SmallVector<StringRef> words{program};
  llvm::append_range(words, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), output.path.str(),
                                          output.path.str()};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(program, words, std::nullopt,
                                         redirects, 0, 0, &message);
  if (status == 0)
    return llvm::Error::success();
  if (auto text = llvm::MemoryBuffer::getFile(output.path))
    message += (*text)->getBuffer().trim();
  return llvm::createStringError("'" + program + "' fails to link: " + message);
}

/// Adds the arguments of a linker for the library of `mpi`, which a program
/// finds where it is now.
static llvm::Error addMpiRuntime(const RuntimeFolders &folders, StringRef mpi,
                                 SmallVectorImpl<std::string> &arguments) {
  llvm::Expected<std::string> chosen = chooseMpi(mpi, folders);
  if (!chosen)
    return chosen.takeError();
  llvm::Expected<std::string> library = findMpiRuntime(folders, *chosen);
  if (!library)
    return library.takeError();
  arguments.append({*library, "-Xlinker", "-rpath", "-Xlinker",
                    llvm::sys::path::parent_path(*library).str()});
  return llvm::Error::success();
}

llvm::Error mlir::split::native::linkSharedLibrary(
    StringRef object, const CodeSymbols &symbols, StringRef path,
    StringRef machine, const RuntimeFolders &folders, StringRef mpi) {
  fs::file_status status;
  if (!fs::status(path, status) && status.type() != fs::file_type::regular_file)
    return llvm::createStringError("cannot write '" + path +
                                   "': not a regular file");
  llvm::Expected<std::string> runtime =
      findLibrary(folders, machine, "libSplitMLIRRuntime.a",
                  "shared libraries are linked with");
  if (!runtime)
    return runtime.takeError();
  SmallVector<std::string> mpiArguments;
  if (symbols.needsMpi)
    if (llvm::Error error = addMpiRuntime(folders, mpi, mpiArguments))
      return error;
  llvm::Expected<Driver> driver = findDriver(machine);
  if (!driver)
    return driver.takeError();
  TemporaryFile objectFile, script;
  if (llvm::Error error = objectFile.create("o", object))
    return error;
  if (llvm::Error error = script.create("map", getVersionScript(symbols)))
    return error;

  // Link to another file in the same folder, so that `path` is replaced at
  // once.
  llvm::Expected<fs::TempFile> linked = fs::TempFile::create(path + ".%%%%%%");
  if (!linked)
    return describeWriteError(path, linked.takeError());
  SmallVector<std::string> arguments = {
      "-shared", "-o", linked->TmpName, objectFile.path.str().str(), *runtime,
      // -Wl would split the paths at commas.
      "-Xlinker", "--version-script=" + script.path.str().str(), "-Xlinker",
      ("-soname=" + llvm::sys::path::filename(path)).str(), "-Wl,-z,defs",
      // The loader must bind split_mlir_thread_message_1 at once.
      "-Wl,-z,now",
      // Some drivers bind calls within a library by default.
      "-Wl,-Bno-symbolic", "-Wl,--as-needed"};
  for (StringRef name : kHostFunctions)
    arguments.push_back(("-Wl,--undefined=" + name).str());
  if (driver->usesLLD)
    arguments.push_back("-fuse-ld=lld");
  if (symbols.needsOpenMP)
    // Link the name that the JIT also loads; libomp.so may not exist.
    arguments.push_back("-l:libomp.so.5");
  llvm::append_range(arguments, mpiArguments);
  arguments.append({"-lm", "-pthread"});
  if (llvm::Error error = run(driver->program, arguments))
    return llvm::joinErrors(std::move(error), linked->discard());
  return describeWriteError(path, linked->keep(path));
}
