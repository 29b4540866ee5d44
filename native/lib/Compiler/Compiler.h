//===- Compiler.h - Steps of compiling tools --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_COMPILER_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_COMPILER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "split-mlir/HostAbi/TensorBox.h"
#include "split-mlir/Machine/MachineProfile.h"
#include "split-mlir/Target/Native/NativeCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <array>
#include <optional>
#include <string>

namespace llvm {
class raw_fd_ostream;
class raw_ostream;
} // namespace llvm

namespace mlir::split::native {

/// Maps paths of files on this machine to the paths that compiled code
/// contains.
class SourcePaths {
public:
  /// `maps` are the values OLD=NEW of --file-prefix-map, and `model` is the
  /// path of the model on the command line. Fails if a value has no equals
  /// sign.
  static llvm::Expected<SourcePaths> create(ArrayRef<std::string> maps,
                                            StringRef model);

  /// Returns the path for `file`. Replaces the last OLD that is a prefix of the
  /// path or the absolute path. If there is none, returns the relative path of
  /// a file below the current folder, and the name of another file.
  std::string map(StringRef file) const;

  /// Returns the path for the model.
  std::string mapModel() const { return map(model); }

  /// Maps the files in the locations of `module`: those of file locations, and
  /// those at the beginning of an importer's names, FILE:PART.
  void mapLocations(ModuleOp module);

  /// Returns the location that mapLocations has replaced by `location`.
  Location restore(Location location) const;

private:
  /// Applies the last --file-prefix-map whose OLD is a prefix of `file`.
  /// Returns whether there is one.
  bool applyMaps(SmallVectorImpl<char> &file) const;
  std::string mapName(StringRef name) const;
  void addOriginal(Attribute mapped, Attribute original);

  SmallVector<std::pair<std::string, std::string>> maps;
  std::string model;
  std::string folder;
  /// Maps new locations to those that they replace.
  DenseMap<Attribute, Attribute> originals;
};

/// Restores the original paths in diagnostics after SourcePaths::mapLocations.
class OriginalPathsHandler : public ScopedDiagnosticHandler {
public:
  OriginalPathsHandler(MLIRContext *context, const SourcePaths &paths);

private:
  bool isEmitting = false;
};

/// The kinds of output that `--emit` of split-compile names.
enum class Emit {
  ByEnding,
  Split,
  Linalg,
  LLVMDialect,
  LLVMIR,
  Assembly,
  Object,
  Shared,
  Header
};

/// Returns the kind of output that the ending of `path` determines, or
/// Emit::ByEnding if it determines none.
Emit getEmitKind(StringRef path);

/// Returns whether output of this kind keeps the names of functions as they
/// are in the model.
bool keepsModelNames(Emit kind);

/// Returns whether output of this kind is compiled code.
bool isCode(Emit kind);

/// Returns the path of the model in the location of `module`.
StringRef getModelPath(ModuleOp module);

/// The file of weights of an output. It has a temporary name until `keep` is
/// called. Without that call, the destructor removes it.
class WeightsFile {
public:
  explicit WeightsFile(std::string path) : path(std::move(path)) {}
  ~WeightsFile();

  StringRef getPath() const { return path; }

  /// Refuses to replace a file that is no file of weights.
  llvm::Error write(llvm::function_ref<void(llvm::raw_ostream &)> write);
  /// Replaces the file, if something was written.
  llvm::Error keep();

private:
  std::string path;
  std::optional<llvm::sys::fs::TempFile> temporary;
};

/// Writes output of the given kind to `os`; an object for a shared library.
/// `title` is that of writeHostHeader. Changes `module`: call nameHostFunctions
/// before, and addTargetEntries for code. With debug information, writes the
/// listing of a model without lines to `listing`, if given. Writes large
/// constants to `weights`, unless its path is empty; keep that file when the
/// output is written. Emits errors as diagnostics.
FailureOr<CodeSymbols>
writeOutput(ModuleOp module, Emit kind, const NativeOptions &native,
            SourcePaths &paths, StringRef title, llvm::raw_pwrite_stream &os,
            TimingScope &timing, StringRef listing, WeightsFile &weights);

/// Returns the path of the listing for the output `path`; empty for none.
std::string getListingPath(StringRef path);

/// Returns the path of the weights for an output of this kind; empty if it has
/// none, because it is no code, or no file.
std::string getWeightsPath(StringRef path, Emit kind);

/// Returns the error of writing the file `path` for `error`, if there is one.
llvm::Error describeWriteError(StringRef path, llvm::Error error);

/// Closes `file`, and returns its error, if any.
llvm::Error closeFile(llvm::raw_fd_ostream &file, StringRef path);

/// Writes the contents of a file; an error means that they are incomplete.
using WriteContentsFn = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// Creates the file `path`, or replaces it if it is a regular file or a link to
/// one, which stays as it is on failure. Writes to pipes and devices.
llvm::Error writeFile(StringRef path, WriteContentsFn write);

/// Does the same for contents in memory. Writes them to standard output if
/// `path` is `-`.
llvm::Error writeFile(StringRef path, StringRef contents);

/// Returns the fields of the machine profile that `--machine-profile=named`
/// stands for; none without a profile. `isNative` is whether code is compiled
/// for this processor. Ignores the default profile, and calls `warn`, if it
/// cannot be read or holds for another processor. Returns an error if a named
/// profile cannot be read or, with `isNative`, holds for another processor.
llvm::Expected<TargetEntries>
readMachineProfile(StringRef named, bool isNative,
                   llvm::function_ref<void(const Twine &)> warn);

/// Adds the fields of that profile to the target spec of `module`, which is
/// compiled with `native`.
llvm::Error addMachineProfile(ModuleOp module, StringRef named,
                              const NativeOptions &native,
                              llvm::function_ref<void(const Twine &)> warn);

/// The folders that may contain the runtime library: those of `relative`, which
/// are relative to `base`.
struct RuntimeFolders {
  std::string base;
  std::array<StringRef, 2> relative;
};

/// Returns the folders for a program, or for a shared library of this project,
/// in the build tree or in an installation.
RuntimeFolders getRuntimeFoldersOfTool(StringRef executable);
RuntimeFolders getRuntimeFoldersOfLibrary(StringRef library);

/// Returns the path of the library in `folders` through which compiled code
/// calls `mpi`, which is `openmpi` or `mpich`.
llvm::Expected<std::string> findMpiRuntime(const RuntimeFolders &folders,
                                           StringRef mpi);

/// Returns `mpi`, or if it is empty, the first MPI that `folders` has a runtime
/// library of; an error if there is none.
llvm::Expected<std::string> chooseMpi(StringRef mpi,
                                      const RuntimeFolders &folders);

/// Links an object file, whose contents are `object`, to the shared library
/// `path`, together with the runtime library in `folders`. `machine` is
/// Debian's name for the machine to link for; empty for this one. Code that
/// calls MPI is linked with the library for `mpi`, as chooseMpi does. Does not
/// create `path` on failure, and replaces only regular files.
llvm::Error linkSharedLibrary(StringRef object, const CodeSymbols &symbols,
                              StringRef path, StringRef machine,
                              const RuntimeFolders &folders,
                              StringRef mpi = "");

/// A tensor that is cut into parts.
struct Drawing {
  struct Part {
    TensorBox box;
    /// What is in the box, a line each.
    SmallVector<std::string> lines;
  };
  std::string title;
  SmallVector<Part> parts;
};

/// Returns a drawing of each split in the function `name` of `module` whose
/// axis is known. If `inputs` are given, sizes and lengths are those of a call
/// with them.
SmallVector<Drawing> drawSplits(ModuleOp module, StringRef name,
                                ArrayRef<HostTensor> inputs);

/// Prints text with lines that terminals show, or SVG. Shows the two first
/// dimensions that are cut.
void printDrawings(ArrayRef<Drawing> drawings, bool asSvg, raw_ostream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_COMPILER_H
