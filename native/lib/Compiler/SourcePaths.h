//===- SourcePaths.h - Paths that compiled code may show --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_SOURCEPATHS_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_SOURCEPATHS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <string>

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

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_SOURCEPATHS_H
