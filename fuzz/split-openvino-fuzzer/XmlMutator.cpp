//===- XmlMutator.cpp - Random changes of XML -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XmlMutator.h"

using namespace mlir::split;

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
