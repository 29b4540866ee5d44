//===- ModelMutator.h - Random changes of models ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_ONNX_FUZZER_MODELMUTATOR_H
#define SPLIT_MLIR_TOOLS_SPLIT_ONNX_FUZZER_MODELMUTATOR_H

#include "Fuzzing.h"

#include <google/protobuf/message.h>

#include <string>
#include <vector>

namespace mlir::split {

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

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_ONNX_FUZZER_MODELMUTATOR_H
