//===- SourcePaths.cpp - Paths that compiled code may show ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace path = llvm::sys::path;

llvm::Expected<SourcePaths> SourcePaths::create(ArrayRef<std::string> maps,
                                                StringRef model) {
  SourcePaths paths;
  for (StringRef map : maps) {
    auto [from, to] = map.split('=');
    if (from.size() == map.size())
      return llvm::createStringError("--file-prefix-map=" + map +
                                     ": expected OLD=NEW");
    paths.maps.emplace_back(from.str(), to.str());
  }
  // MLIR's parser uses this name for standard input.
  paths.model = model == "-" ? "<stdin>" : model.str();
  SmallString<128> folder;
  // If the current folder is unknown, no file is below it.
  if (!llvm::sys::fs::current_path(folder)) {
    path::remove_dots(folder, /*remove_dot_dot=*/true);
    paths.folder = folder.str().str();
  }
  return paths;
}

bool SourcePaths::applyMaps(SmallVectorImpl<char> &file) const {
  return llvm::any_of(llvm::reverse(maps), [&](const auto &map) {
    return path::replace_path_prefix(file, map.first, map.second);
  });
}

std::string SourcePaths::map(StringRef file) const {
  SmallString<128> given(file);
  if (applyMaps(given))
    return given.str().str();
  SmallString<128> absolute(file);
  path::make_absolute(folder, absolute);
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  SmallString<128> mapped(absolute);
  if (applyMaps(mapped))
    return mapped.str().str();
  if (absolute == folder)
    return ".";
  StringRef relative = absolute;
  bool isBelow = !folder.empty() && relative.consume_front(folder) &&
                 (folder == "/" || relative.consume_front("/"));
  return isBelow ? relative.str() : path::filename(absolute).str();
}

std::string SourcePaths::mapName(StringRef name) const {
  StringRef part = name;
  if (part.consume_front(model) && (part.empty() || part.front() == ':'))
    return map(model) + part.str();
  // The module may be the output of an importer.
  StringRef file = name.split(':').first, ending = path::extension(file);
  if (path::is_absolute(file) && (ending == ".onnx" || ending == ".xml"))
    return map(file) + name.drop_front(file.size()).str();
  SmallString<128> mapped(name);
  applyMaps(mapped);
  return mapped.str().str();
}

/// Returns `range` with another file.
static FileLineColRange withFile(FileLineColRange range, StringAttr file) {
  if (isStrictFileLineColLoc(range))
    return FileLineColLoc::get(file, range.getStartLine(),
                               range.getStartColumn());
  return FileLineColRange::get(file, range.getStartLine(),
                               range.getStartColumn(), range.getEndLine(),
                               range.getEndColumn());
}

/// If two files are mapped to one path, neither can be restored.
void SourcePaths::addOriginal(Attribute mapped, Attribute original) {
  auto [known, isNew] = originals.try_emplace(mapped, original);
  if (!isNew && known->second != original)
    known->second = mapped;
}

void SourcePaths::mapLocations(ModuleOp module) {
  MLIRContext *context = module.getContext();
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FileLineColRange range) -> Attribute {
    std::string file = map(range.getFilename());
    Attribute mapped = withFile(range, StringAttr::get(context, file));
    addOriginal(mapped, range);
    return mapped;
  });
  replacer.addReplacement(
      [&](NameLoc location) -> std::optional<std::pair<Attribute, WalkResult>> {
        LocationAttr child = location.getChildLoc();
        auto newChild = cast<LocationAttr>(replacer.replace(child));
        auto name = StringAttr::get(context, mapName(location.getName()));
        Attribute mapped = NameLoc::get(name, newChild);
        addOriginal(mapped, location);
        return std::make_pair(mapped, WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true);
}

Location SourcePaths::restore(Location location) const {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](LocationAttr mapped)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        auto original = originals.find(mapped);
        if (original == originals.end())
          return std::nullopt;
        return std::make_pair(original->second, WalkResult::skip());
      });
  return cast<LocationAttr>(replacer.replace(LocationAttr(location)));
}

OriginalPathsHandler::OriginalPathsHandler(MLIRContext *context,
                                           const SourcePaths &paths)
    : ScopedDiagnosticHandler(context) {
  setHandler([this, context, &paths](Diagnostic &diagnostic) {
    if (isEmitting)
      return failure(); // for the next handler to print
    Diagnostic original(paths.restore(diagnostic.getLocation()),
                        diagnostic.getSeverity());
    original << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      original.attachNote(paths.restore(note.getLocation())) << note.str();
    isEmitting = true;
    context->getDiagEngine().emit(std::move(original));
    isEmitting = false;
    return success();
  });
}
