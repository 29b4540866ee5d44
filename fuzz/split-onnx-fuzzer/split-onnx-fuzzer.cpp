//===- split-onnx-fuzzer.cpp - Damaged and invented ONNX models -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: parses, imports and verifies a model. If that fails, does
// so again and keeps unknown operators; the result must parse again. See
// fuzz/docs/Fuzzing.md for how to run it.
//
//===----------------------------------------------------------------------===//

#include "ModelMutator.h"

#include "Fuzzing.h"
#include "split-mlir/Frontend/ONNX/Importer.h"

#include "llvm/Support/Compiler.h"

#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  llvm::MemoryBufferRef file(bytes, "model.onnx");
  return testImport([&](MLIRContext &context, bool keepUnknown) {
    OnnxImportOptions options;
    options.keepUnknown = keepUnknown;
    return importOnnxModel(file, &context, options);
  });
}

static bool parse(const uint8_t *data, size_t size, onnx::ModelProto &model) {
  google::protobuf::LogSilencer silencer;
  return model.ParseFromArray(data, size);
}

/// Writes the model over `data`. Returns its size, or 0 if there is no room.
static size_t serialize(const onnx::ModelProto &model, uint8_t *data,
                        size_t maxSize) {
  size_t size = model.ByteSizeLong();
  if (size > maxSize || !model.SerializeToArray(data, size))
    return 0;
  return size;
}

/// Mutates fields of the model. One mutation in four changes bytes, as does
/// every mutation of data that does not parse.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomMutator(
    uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  onnx::ModelProto model;
  if (seed % 4 != 0 && parse(data, size, model)) {
    ModelMutator(seed).mutate(model);
    if (size_t newSize = serialize(model, data, maxSize))
      return newSize;
  }
  return LLVMFuzzerMutate(data, size, maxSize);
}

/// Copies a part of one model into another.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomCrossOver(
    const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t maxSize, unsigned seed) {
  onnx::ModelProto model, other;
  if (!parse(data1, size1, model) || !parse(data2, size2, other))
    return 0;
  ModelMutator(seed).crossOver(model, other);
  return serialize(model, out, maxSize);
}
