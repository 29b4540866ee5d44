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

#include "Fuzzing.h"
#include "split-mlir/Frontend/ONNX/Importer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <limits>
#include <onnx/onnx_pb.h>
#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using google::protobuf::FieldDescriptor;
using google::protobuf::Reflection;

namespace {
/// Changes protobuf messages field by field, so that they remain valid messages
/// of their type and exercise the code after the parser. The same seed causes
/// the same changes.
class ModelMutator : RandomChoices {
public:
  explicit ModelMutator(unsigned seed) : RandomChoices(seed) {}

  /// Changes a few fields, anywhere in `root`.
  void mutate(google::protobuf::Message &root);

  /// Replaces a message in `root` by one of the same type in `other`.
  void crossOver(google::protobuf::Message &root,
                 google::protobuf::Message &other);

private:
  using Message = google::protobuf::Message;
  using Field = google::protobuf::FieldDescriptor;

  /// Adds `message` and those in it to `messages`, and its strings to `names`.
  void collect(Message &message);
  void mutateField(Message &message, const Field &field);
  void mutateRepeated(Message &message, const Field &field);
  /// Sets a field, or adds to a repeated one.
  void put(Message &message, const Field &field);
  void putMessage(Message &message, const Field &field);
  double makeFloat();
  std::string makeString(const Field &field);

  std::vector<Message *> messages;
  std::vector<std::string> names;
};
} // namespace

/// Messages beyond this number are not mutated.
static constexpr size_t kMaxMessages = 10000;

void ModelMutator::collect(Message &message) {
  if (messages.size() >= kMaxMessages)
    return;
  messages.push_back(&message);
  const Reflection &access = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  access.ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    bool isMessage = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    bool isString = field->type() == FieldDescriptor::TYPE_STRING;
    if (!field->is_repeated()) {
      if (isMessage)
        collect(*access.MutableMessage(&message, field));
      else if (isString)
        names.push_back(access.GetString(message, field));
      continue;
    }
    for (int i = 0, e = access.FieldSize(message, field); i != e; ++i) {
      if (isMessage)
        collect(*access.MutableRepeatedMessage(&message, field, i));
      else if (isString)
        names.push_back(access.GetRepeatedString(message, field, i));
    }
  }
}

void ModelMutator::mutate(Message &root) {
  size_t count = 1 + getBelow(4);
  for (size_t i = 0; i < count; ++i) {
    // A change may have removed messages.
    messages.clear();
    names = {""};
    collect(root);
    Message &message = *pick(messages);
    const auto &descriptor = *message.GetDescriptor();
    mutateField(message, *descriptor.field(getBelow(descriptor.field_count())));
  }
}

void ModelMutator::crossOver(Message &root, Message &other) {
  collect(root);
  Message &to = *pick(messages);
  messages.clear();
  collect(other);
  llvm::erase_if(messages, [&](Message *message) {
    return message->GetDescriptor() != to.GetDescriptor();
  });
  if (!messages.empty())
    to.CopyFrom(*pick(messages));
}

void ModelMutator::mutateField(Message &message, const Field &field) {
  if (field.is_repeated())
    return mutateRepeated(message, field);
  const Reflection &access = *message.GetReflection();
  if (access.HasField(message, &field) && getBelow(4) == 0)
    return access.ClearField(&message, &field);
  put(message, field);
}

void ModelMutator::mutateRepeated(Message &message, const Field &field) {
  const Reflection &access = *message.GetReflection();
  int size = access.FieldSize(message, &field);
  if (size == 0)
    return put(message, field);
  enum { Add, Swap, Remove, Replace };
  size_t action = getBelow(4);
  // Add first: `messages` may refer to what is removed.
  if (action == Add || action == Replace)
    put(message, field);
  if (action == Add)
    return;
  int last = access.FieldSize(message, &field) - 1;
  access.SwapElements(&message, &field, getBelow(size), last);
  if (action != Swap)
    access.RemoveLast(&message, &field);
}

void ModelMutator::put(Message &message, const Field &field) {
  const Reflection &access = *message.GetReflection();
  bool adds = field.is_repeated();
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return adds ? access.AddInt32(&message, &field, makeInteger())
                : access.SetInt32(&message, &field, makeInteger());
  case FieldDescriptor::CPPTYPE_INT64:
    return adds ? access.AddInt64(&message, &field, makeInteger())
                : access.SetInt64(&message, &field, makeInteger());
  case FieldDescriptor::CPPTYPE_UINT64:
    return adds ? access.AddUInt64(&message, &field, makeInteger())
                : access.SetUInt64(&message, &field, makeInteger());
  case FieldDescriptor::CPPTYPE_FLOAT:
    return adds ? access.AddFloat(&message, &field, makeFloat())
                : access.SetFloat(&message, &field, makeFloat());
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return adds ? access.AddDouble(&message, &field, makeFloat())
                : access.SetDouble(&message, &field, makeFloat());
  case FieldDescriptor::CPPTYPE_ENUM: {
    const auto &type = *field.enum_type();
    const auto *value = type.value(getBelow(type.value_count()));
    return adds ? access.AddEnum(&message, &field, value)
                : access.SetEnum(&message, &field, value);
  }
  case FieldDescriptor::CPPTYPE_STRING:
    return adds ? access.AddString(&message, &field, makeString(field))
                : access.SetString(&message, &field, makeString(field));
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return putMessage(message, field);
  default:
    return;
  }
}

void ModelMutator::putMessage(Message &message, const Field &field) {
  std::vector<Message *> others;
  for (Message *other : messages)
    if (other->GetDescriptor() == field.message_type())
      others.push_back(other);
  const Reflection &access = *message.GetReflection();
  std::unique_ptr<Message> copy;
  if (!others.empty()) {
    // Copy first: the original may be or contain the replaced message.
    copy.reset(others.front()->New());
    copy->CopyFrom(*pick(others));
  }
  Message &added = field.is_repeated()
                       ? *access.AddMessage(&message, &field)
                       : *access.MutableMessage(&message, &field);
  if (copy)
    added.CopyFrom(*copy);
}

double ModelMutator::makeFloat() {
  double floats[] = {0,
                     -0.0,
                     1,
                     2,
                     -1,
                     0.5,
                     1e300,
                     9223372036854775808.0,
                     std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()};
  return pick(floats);
}

std::string ModelMutator::makeString(const Field &field) {
  // Names of values, operators and attributes have an effect only if they occur
  // elsewhere.
  if (field.type() == FieldDescriptor::TYPE_STRING && getBelow(8) != 0)
    return pick(names);
  std::string text = pick(names);
  size_t size = text.size();
  text.resize(size + 16);
  text.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(text.data()), size,
                               text.size()));
  return text;
}

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
