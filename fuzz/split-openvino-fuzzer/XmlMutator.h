//===- XmlMutator.h - Random changes of XML ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_OPENVINO_FUZZER_XMLMUTATOR_H
#define SPLIT_MLIR_TOOLS_SPLIT_OPENVINO_FUZZER_XMLMUTATOR_H

#include "Fuzzing.h"

#include <pugixml.hpp>

#include <string>
#include <vector>

namespace mlir::split {

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

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_OPENVINO_FUZZER_XMLMUTATOR_H
