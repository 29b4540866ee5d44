//===- ModelMutator.h - Random changes of models ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_ONNX_FUZZER_MODELMUTATOR_H
#define SPLIT_MLIR_TOOLS_SPLIT_ONNX_FUZZER_MODELMUTATOR_H

#include <google/protobuf/message.h>

#include <random>
#include <string>
#include <vector>

/// libFuzzer's function that mutates bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace mlir::split {

/// Changes protobuf messages field by field, so that they remain valid messages
/// of their type and exercise the code after the parser. The same seed causes
/// the same changes.
class ModelMutator {
public:
  explicit ModelMutator(unsigned seed) : random(seed) {}

  /// Changes a few fields, anywhere in `root`.
  void mutate(google::protobuf::Message &root);

  /// Replaces a message in `root` by one of the same type in `other`.
  void crossOver(google::protobuf::Message &root,
                 google::protobuf::Message &other);

private:
  using Message = google::protobuf::Message;
  using Field = google::protobuf::FieldDescriptor;

  size_t getBelow(size_t end) { return random() % end; }
  template <typename Range>
  auto &pick(Range &range) {
    return range[getBelow(std::size(range))];
  }

  /// Adds `message` and those in it to `messages`, and its strings to `names`.
  void collect(Message &message);
  void mutateField(Message &message, const Field &field);
  void mutateRepeated(Message &message, const Field &field);
  /// Sets a field, or adds to a repeated one.
  void put(Message &message, const Field &field);
  void putMessage(Message &message, const Field &field);
  int64_t makeInteger();
  double makeFloat();
  std::string makeString(const Field &field);

  std::minstd_rand random;
  std::vector<Message *> messages;
  std::vector<std::string> names;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_ONNX_FUZZER_MODELMUTATOR_H
