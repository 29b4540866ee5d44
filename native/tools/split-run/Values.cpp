//===- Values.cpp - Tensors named on the command line ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitRun.h"

#include "ModelTool.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Support/Models.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Reads the file of a tensor in the format of a model.
static llvm::Expected<HostTensor> parseTensor(llvm::MemoryBufferRef file,
                                              MLIRContext *context,
                                              SelectBox select) {
  llvm::Expected<FileTensor> tensor = importTensor(file, context);
  if (!tensor)
    return tensor.takeError();
  ArrayRef<int64_t> shape = tensor->type.getShape();
  Type elementType = tensor->type.getElementType();
  llvm::Expected<TensorBox> box = selectBox(shape, elementType, select);
  if (!box)
    return box.takeError();
  llvm::Expected<HostTensor> whole =
      HostTensor::copyOf(shape, elementType, tensor->data);
  if (!whole || !select)
    return whole;
  return copyBox(*whole, *box);
}

static llvm::Expected<HostTensor> loadFile(StringRef path, MLIRContext *context,
                                           SelectBox select) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file = mapFile(path);
  if (!file)
    return file.takeError();
  return path.ends_with(".npy") ? parseNpy(**file, context, select)
                                : parseTensor(**file, context, select);
}

static llvm::Expected<HostTensor> loadValue(StringRef spec, uint64_t seed,
                                            MLIRContext *context,
                                            SelectBox select) {
  if (!spec.consume_front("@"))
    return parseTensorText(spec, context, seed, select);
  llvm::Expected<HostTensor> tensor = loadFile(spec, context, select);
  if (tensor)
    return tensor;
  return llvm::createStringError("'" + spec +
                                 "': " + llvm::toString(tensor.takeError()));
}

llvm::Expected<SmallVector<HostTensor>>
mlir::split::native::loadValues(ArrayRef<std::string> specs, StringRef what,
                                uint64_t seed, MLIRContext *context,
                                SelectPart select) {
  SmallVector<HostTensor> values;
  for (auto [index, spec] : llvm::enumerate(specs)) {
    auto selectBox = [&, index = index](RankedTensorType whole) {
      return select(index, whole);
    };
    llvm::Expected<HostTensor> value =
        loadValue(spec, seed + index, context,
                  select ? SelectBox(selectBox) : SelectBox());
    if (!value)
      return llvm::createStringError(what + " " + Twine(index) + ": " +
                                     llvm::toString(value.takeError()));
    values.push_back(std::move(*value));
  }
  return values;
}

SmallVector<std::string> mlir::split::native::listTestData(StringRef directory,
                                                           StringRef prefix) {
  SmallVector<std::string> specs;
  while (true) {
    SmallString<128> path(directory);
    llvm::sys::path::append(path, prefix + "_" + Twine(specs.size()) + ".pb");
    if (!llvm::sys::fs::exists(path))
      return specs;
    specs.push_back(("@" + path).str());
  }
}

llvm::Error mlir::split::native::saveNpy(const HostTensor &tensor,
                                         StringRef path) {
  return writeFile(path,
                   [&](llvm::raw_ostream &os) { return writeNpy(tensor, os); });
}
