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

#include "Fuzzing.h"
#include "split-mlir/Frontend/OpenVINO/Importer.h"
#include "llvm/Support/Compiler.h"
#include <pugixml.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Changes documents element by element, so that they remain valid XML and
/// exercise the code after the parser. The same seed causes the same changes.
class XmlMutator : RandomChoices {
public:
  explicit XmlMutator(unsigned seed) : RandomChoices(seed) {}

  /// Changes a few elements and attributes of `document`.
  void mutate(pugi::xml_document &document);

  /// Adds an element of `other` to `document`.
  void crossOver(pugi::xml_document &document, const pugi::xml_document &other);

private:
  /// Collects the elements of `document`, and the values of its attributes and
  /// texts.
  void collect(const pugi::xml_node &document);
  void mutateElement(pugi::xml_node element);
  void mutateAttribute(pugi::xml_node element);
  void mutateChild(pugi::xml_node element);
  std::string makeValue();

  std::vector<pugi::xml_node> elements;
  std::vector<std::string> values;
};
} // namespace

static constexpr const char *kTypes[] = {
    "Add",     "Concat",    "Const",        "Convert", "ConvertLike",
    "Divide",  "Erf",       "Exp",          "Gather",  "Gelu",
    "MatMul",  "Multiply",  "Negative",     "ReLU",    "Parameter",
    "Reshape", "Result",    "ShapeOf",      "Sigmoid", "SoftMax",
    "Split",   "Sqrt",      "Squeeze",      "Swish",   "Subtract",
    "Tanh",    "Transpose", "VariadicSplit"};

static constexpr const char *kOthers[] = {
    "",     "?",      "...",    "1..8",   "2,?",   "f32",    "f16",
    "i64",  "i32",    "u8",     "u64",    "u4",    "u1",     "boolean",
    "FP32", "string", "opset1", "opset8", "numpy", "none",   "true",
    "tanh", "false",  "abc",    "-2..",   "bf16",  "f8e5m2", "I64"};

void XmlMutator::collect(const pugi::xml_node &document) {
  std::vector<pugi::xml_node> nodes = {document};
  for (size_t i = 0; i < nodes.size(); ++i) {
    pugi::xml_node node = nodes[i];
    nodes.insert(nodes.end(), node.begin(), node.end());
    if (node.type() != pugi::node_element)
      continue;
    elements.push_back(node);
    for (pugi::xml_attribute attribute : node.attributes())
      values.emplace_back(attribute.value());
  }
}

std::string XmlMutator::makeValue() {
  switch (getBelow(4)) {
  case 0:
    return flip() ? std::to_string(makeInteger())
                  : std::to_string(uint64_t(makeInteger()));
  case 1:
    return pick(kOthers);
  case 2:
    return pick(kTypes);
  default:
    return values.empty() ? "0" : pick(values);
  }
}

void XmlMutator::mutateAttribute(pugi::xml_node element) {
  std::vector<pugi::xml_attribute> attributes(element.attributes_begin(),
                                              element.attributes_end());
  if (attributes.empty())
    return;
  pugi::xml_attribute attribute = pick(attributes);
  if (getBelow(8) == 0)
    element.remove_attribute(attribute);
  else
    attribute.set_value(makeValue().c_str());
}

void XmlMutator::mutateChild(pugi::xml_node element) {
  std::vector<pugi::xml_node> children(element.begin(), element.end());
  if (children.empty())
    return;
  pugi::xml_node child = pick(children);
  switch (getBelow(4)) {
  case 0:
    element.remove_child(child);
    return;
  case 1:
    element.append_copy(child);
    return;
  case 2:
    element.insert_move_before(child, children.front());
    return;
  default:
    pugi::xml_node target = pick(elements);
    target.append_copy(child);
  }
}

void XmlMutator::mutateElement(pugi::xml_node element) {
  switch (getBelow(4)) {
  case 0:
    return mutateChild(element);
  case 1:
    element.text().set(makeValue().c_str());
    return;
  default:
    return mutateAttribute(element);
  }
}

void XmlMutator::mutate(pugi::xml_document &document) {
  for (size_t count = 1 + getBelow(4); count != 0; --count) {
    // Changes remove elements and add others.
    elements.clear();
    values.clear();
    collect(document);
    if (elements.empty())
      return;
    mutateElement(pick(elements));
  }
}

void XmlMutator::crossOver(pugi::xml_document &document,
                           const pugi::xml_document &other) {
  collect(document);
  size_t numOwn = elements.size();
  collect(other);
  if (numOwn == 0 || numOwn == elements.size())
    return;
  pugi::xml_node part = elements[numOwn + getBelow(elements.size() - numOwn)];
  // Insert it beside an element of the same name.
  for (size_t i = 0; i < numOwn; ++i)
    if (std::string(elements[i].name()) == part.name() && getBelow(2) == 0) {
      elements[i].parent().insert_copy_after(part, elements[i]);
      return;
    }
}

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
