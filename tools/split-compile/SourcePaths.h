//===- SourcePaths.h - Paths that compiled code may show --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SOURCEPATHS_H
#define SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SOURCEPATHS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir {
namespace split {

/// What compiled code shows for the paths of files of this machine.
class SourcePaths {
public:
  /// `maps` holds values OLD=NEW of --file-prefix-map, `model` the path of the
  /// model as the user gave it. Fails when a value has no equals sign.
  static llvm::Expected<SourcePaths> create(ArrayRef<std::string> maps,
                                            StringRef model);

  /// The path to show for `file`. The last OLD that begins `file` or its
  /// absolute form is replaced by its NEW. Without one, a file below the
  /// current folder keeps its path from there, and another one only its own
  /// name.
  std::string map(StringRef file) const;

  /// The path to show for the model.
  std::string mapModel() const { return map(model); }

  /// Maps the files in the locations of `module`: those of lines, and the
  /// beginnings of the names that importers give, FILE:PART.
  void mapLocations(ModuleOp module);

  /// The location that mapLocations has turned into `location`.
  Location restore(Location location) const;

private:
  /// Applies the last --file-prefix-map that is about `file`, if any.
  bool applyMaps(SmallVectorImpl<char> &file) const;
  std::string mapName(StringRef name) const;

  SmallVector<std::pair<std::string, std::string>> maps;
  std::string model;
  std::string folder;
  /// From mapped locations to those that they replace.
  void addOriginal(Attribute mapped, Attribute original);

  DenseMap<Attribute, Attribute> originals;
};

/// Lets diagnostics show the paths that the user gave, also after
/// SourcePaths::mapLocations.
class OriginalPathsHandler : public ScopedDiagnosticHandler {
public:
  OriginalPathsHandler(MLIRContext *context, const SourcePaths &paths);

private:
  bool isEmitting = false;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SOURCEPATHS_H
