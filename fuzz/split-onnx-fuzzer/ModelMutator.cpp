//===- ModelMutator.cpp - Random changes of models ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelMutator.h"

#include "llvm/ADT/STLExtras.h"

#include <google/protobuf/descriptor.h>

#include <limits>

using namespace mlir::split;
using google::protobuf::FieldDescriptor;
using google::protobuf::Reflection;

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
