//===- split-openvino-fuzzer.cpp - Damaged and invented OpenVINO models ---===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: parses, imports and verifies a model. If that fails, does
// so again and keeps unknown layers. See fuzz/docs/Fuzzing.md for how to run
// it.
//
//===----------------------------------------------------------------------===//

#include "XmlMutator.h"

#include "Fuzzing.h"
#include "split-mlir/Frontend/OpenVINO/Importer.h"

#include "llvm/Support/Compiler.h"

#include <sstream>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the weights of every model: numbers that suit axes and lengths.
static const llvm::MemoryBuffer &getWeights() {
  static constexpr int64_t kNumbers[] = {0, 1, -1, 2, 3, 4, 0, 1};
  static std::unique_ptr<llvm::MemoryBuffer> weights =
      llvm::MemoryBuffer::getMemBufferCopy(StringRef(
          reinterpret_cast<const char *>(kNumbers), sizeof(kNumbers)));
  return *weights;
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  llvm::MemoryBufferRef file(bytes, "model.xml");
  return testImport([&](MLIRContext &context, bool keepUnknown) {
    OpenVinoImportOptions options;
    options.keepUnknown = keepUnknown;
    return importOpenVinoModel(file, &getWeights(), &context, options);
  });
}

static bool parse(const uint8_t *data, size_t size,
                  pugi::xml_document &document) {
  return static_cast<bool>(document.load_buffer(data, size));
}

/// Writes the document over `data`. Returns its size, or 0 if there is no room.
static size_t serialize(const pugi::xml_document &document, uint8_t *data,
                        size_t maxSize) {
  std::ostringstream stream;
  document.save(stream, "", pugi::format_raw | pugi::format_no_declaration);
  return copyIfFits(stream.str(), data, maxSize);
}

/// Mutates elements of the document. One mutation in eight changes bytes, as
/// does every mutation of data that does not parse.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomMutator(
    uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  pugi::xml_document document;
  if (seed % 8 != 0 && parse(data, size, document)) {
    XmlMutator(seed).mutate(document);
    if (size_t newSize = serialize(document, data, maxSize))
      return newSize;
  }
  return LLVMFuzzerMutate(data, size, maxSize);
}

/// Copies a part of one model into another.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomCrossOver(
    const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t maxSize, unsigned seed) {
  pugi::xml_document document, other;
  if (!parse(data1, size1, document) || !parse(data2, size2, other))
    return 0;
  XmlMutator(seed).crossOver(document, other);
  return serialize(document, out, maxSize);
}
