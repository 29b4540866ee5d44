//===- Xml.cpp - Strict reading of XML ------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <sstream>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

std::optional<int64_t>
mlir::split::frontends::openvino::parseInt(StringRef text) {
  int64_t value;
  if (text.trim(" \t\r\n").getAsInteger(/*Radix=*/10, value))
    return std::nullopt;
  return value;
}

static bool isOneOf(StringRef name, StringRef names) {
  return llvm::is_contained(llvm::split(names, ' '), name);
}

LogicalResult
XmlElement::checkAttributes(std::optional<StringRef> allowed) const {
  llvm::StringSet<> seen;
  for (pugi::xml_attribute attribute : node.attributes()) {
    StringRef name = attribute.name();
    if (!seen.insert(name).second)
      return emitError() << "attribute '" << name << "' of '" << getName()
                         << "' is given more than once";
    if (allowed && !isOneOf(name, *allowed))
      return emitError() << "attribute '" << name << "' is not supported";
  }
  return success();
}

std::optional<StringRef> XmlElement::findAttribute(StringRef name) const {
  for (pugi::xml_attribute attribute : node.attributes())
    if (attribute.name() == name)
      return attribute.value();
  return std::nullopt;
}

LogicalResult XmlElement::readAttribute(StringRef name,
                                        StringRef &value) const {
  std::optional<StringRef> found = findAttribute(name);
  if (!found)
    return emitError() << "attribute '" << name << "' of '" << getName()
                       << "' is missing";
  value = *found;
  return success();
}

LogicalResult XmlElement::readInt(StringRef name, int64_t &value, int64_t min,
                                  int64_t max) const {
  StringRef text;
  if (failed(readAttribute(name, text)))
    return failure();
  std::optional<int64_t> number = parseInt(text);
  if (!number || *number < min || *number > max)
    return emitError() << "attribute '" << name << "' of '" << getName()
                       << "' is '" << text << "', expected an integer from "
                       << min << " to " << max;
  value = *number;
  return success();
}

/// Parses a finite number with optional blanks around it.
static std::optional<double> parseFloat(StringRef text) {
  double number = 0;
  if (text.trim().getAsDouble(number) || !std::isfinite(number))
    return std::nullopt;
  return number;
}

/// Reads a list of `what`, separated by commas, if there is such an attribute.
template <typename NumberT>
static LogicalResult
readList(const XmlElement &element, StringRef name, StringRef what,
         llvm::function_ref<std::optional<NumberT>(StringRef)> parse,
         SmallVector<NumberT> &list) {
  std::optional<StringRef> text = element.findAttribute(name);
  if (!text)
    return success();
  list.clear();
  SmallVector<StringRef> words;
  if (!text->trim().empty())
    text->split(words, ',');
  for (StringRef word : words) {
    std::optional<NumberT> number = parse(word);
    if (!number)
      return element.emitError()
             << "attribute '" << name << "' of '" << element.getName()
             << "' is '" << *text << "', expected " << what
             << " separated by commas";
    list.push_back(*number);
  }
  return success();
}

LogicalResult XmlElement::readInts(StringRef name,
                                   SmallVector<int64_t> &list) const {
  return readList<int64_t>(*this, name, "integers", parseInt, list);
}

LogicalResult XmlElement::readFloats(StringRef name,
                                     SmallVector<double> &list) const {
  return readList<double>(*this, name, "numbers", parseFloat, list);
}

LogicalResult XmlElement::readFloat(StringRef name, double &value) const {
  std::optional<StringRef> text = findAttribute(name);
  if (!text)
    return success();
  if (std::optional<double> number = parseFloat(*text)) {
    value = *number;
    return success();
  }
  return emitError() << "attribute '" << name << "' of '" << getName()
                     << "' is '" << *text << "', expected a number";
}

LogicalResult XmlElement::readChoice(StringRef name,
                                     ArrayRef<StringRef> choices,
                                     int64_t &index) const {
  std::optional<StringRef> text = findAttribute(name);
  if (!text)
    return success();
  const StringRef *choice = llvm::find_if(
      choices, [&](StringRef word) { return word.equals_insensitive(*text); });
  index = std::distance(choices.begin(), choice);
  if (choice != choices.end())
    return success();
  return emitError() << "attribute '" << name << "' of '" << getName()
                     << "' is '" << *text << "', expected one of "
                     << llvm::join(choices, ", ");
}

LogicalResult XmlElement::readIntText(int64_t &value, int64_t min) const {
  // A comment inside a number leaves two pieces of text.
  bool isWhole = node.first_child() == node.last_child();
  std::optional<int64_t> number = parseInt(node.child_value());
  if (!isWhole || !number || *number < min)
    return emitError() << "'" << getName() << "' is '" << node.child_value()
                       << "', expected an integer of at least " << min;
  value = *number;
  return success();
}

LogicalResult XmlElement::checkChildren(StringRef allowed) const {
  llvm::StringSet<> seen;
  for (pugi::xml_node child : node.children()) {
    if (child.type() != pugi::node_element)
      continue;
    if (!isOneOf(child.name(), allowed))
      return emitError() << "element '" << child.name() << "' in '" << getName()
                         << "' is not supported";
    if (!seen.insert(child.name()).second)
      return emitError() << "element '" << child.name() << "' in '" << getName()
                         << "' is given more than once";
  }
  return success();
}

std::vector<std::pair<StringRef, StringRef>> XmlElement::getAttributes() const {
  std::vector<std::pair<StringRef, StringRef>> attributes;
  for (pugi::xml_attribute attribute : node.attributes())
    attributes.emplace_back(attribute.name(), attribute.value());
  return attributes;
}

std::string XmlElement::print() const {
  std::ostringstream stream;
  node.print(stream, "", pugi::format_raw);
  return stream.str();
}

std::vector<XmlElement> XmlElement::getChildren(StringRef name) const {
  std::vector<XmlElement> children;
  for (pugi::xml_node child : node.children())
    if (child.type() == pugi::node_element && child.name() == name)
      children.emplace_back(child, name, loc);
  return children;
}

XmlElement XmlElement::getChild(StringRef name) const {
  std::vector<XmlElement> children = getChildren(name);
  return children.empty() ? XmlElement(pugi::xml_node(), name, loc)
                          : children.front();
}

FailureOr<XmlElement> mlir::split::frontends::openvino::parseXml(
    llvm::MemoryBufferRef file, Location loc, pugi::xml_document &document) {
  if (file.getBufferSize() == 0)
    return emitError(loc) << "the file is empty";
  if (file.getBufferSize() > kMaxXmlBytes)
    return emitError(loc) << "the file is larger than " << kMaxXmlBytes
                          << " bytes, the most that is read";
  // In UTF-16 and UTF-32 every second byte and more is NUL.
  if (file.getBuffer().contains('\0'))
    return emitError(loc) << "not XML in UTF-8: the file has a NUL byte";
  pugi::xml_parse_result parsed =
      document.load_buffer(file.getBufferStart(), file.getBufferSize(),
                           pugi::parse_default | pugi::parse_doctype);
  if (!parsed)
    return emitError(loc)
           << "not XML: line "
           << file.getBuffer().take_front(parsed.offset).count('\n') + 1 << ": "
           << parsed.description();

  pugi::xml_node root;
  for (pugi::xml_node node : document.children()) {
    // The parser would not expand its entities.
    if (node.type() == pugi::node_doctype)
      return emitError(loc) << "a document type declaration is not supported";
    if (node.type() == pugi::node_element && root)
      return emitError(loc) << "has more than one document element";
    if (node.type() == pugi::node_element)
      root = node;
  }
  return XmlElement(root, root.name(), loc);
}
