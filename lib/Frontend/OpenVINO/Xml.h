//===- Xml.h - strict reading of XML ----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_XML_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_XML_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <pugixml.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace mlir::split::openvino {

inline constexpr int64_t kMinInt = std::numeric_limits<int64_t>::min();
inline constexpr int64_t kMaxInt = std::numeric_limits<int64_t>::max();

/// Reads a whole decimal number, blanks around it aside; none for anything
/// else and for one that 64 bits do not hold.
std::optional<int64_t> parseInt(StringRef text);

/// An element, with errors at the part of the model that it belongs to. An
/// element that is not in the file has no attributes and no children.
class XmlElement {
public:
  XmlElement(pugi::xml_node node, StringRef name, Location loc)
      : node(node), name(name), loc(loc) {}

  StringRef getName() const { return name; }
  Location getLoc() const { return loc; }
  InFlightDiagnostic emitError() const { return mlir::emitError(loc); }
  /// Where it begins in the file, in bytes.
  size_t getOffset() const { return node.offset_debug(); }

  /// Checks that no attribute is given twice, which the parser lets pass, and
  /// that there are none beyond `allowed`, names separated by blanks.
  LogicalResult
  checkAttributes(std::optional<StringRef> allowed = std::nullopt) const;
  /// The value of an attribute that may be absent.
  std::optional<StringRef> findAttribute(StringRef name) const;
  /// The value of an attribute; an error if it is absent.
  FailureOr<StringRef> getAttribute(StringRef name) const;
  /// The same for a number from `min` to `max`.
  FailureOr<int64_t> getInt(StringRef name, int64_t min, int64_t max) const;

  /// The text, an integer of at least `min`.
  FailureOr<int64_t> getIntText(int64_t min) const;

  /// Checks that there are no child elements beyond `allowed`, names separated
  /// by blanks, and none twice.
  LogicalResult checkChildren(StringRef allowed) const;
  /// The child elements of a name.
  std::vector<XmlElement> getChildren(StringRef name) const;
  /// The first child element of a name.
  XmlElement getChild(StringRef name) const;
  /// The same element with errors at `loc`.
  XmlElement at(Location loc) const { return {node, name, loc}; }

private:
  pugi::xml_node node;
  StringRef name;
  Location loc;
};

/// Parses a file in UTF-8 without a document type declaration, at most
/// `kMaxXmlBytes` large. Returns the document element, which lives as long as
/// `document`; errors are at `loc`.
FailureOr<XmlElement> parseXml(llvm::MemoryBufferRef file, Location loc,
                               pugi::xml_document &document);

/// The parser needs some 20 bytes of memory for each byte of a hostile file.
inline constexpr size_t kMaxXmlBytes = size_t(64) << 20;

/// Finds lines by offsets, fast where these ascend.
class LineCounter {
public:
  explicit LineCounter(StringRef text) : text(text) {}

  /// The line that the byte at `offset` is on, from 1.
  int64_t getLine(size_t offset);

private:
  StringRef text;
  /// What the last call has found.
  size_t lastOffset = 0;
  int64_t lastLine = 1;
};

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_XML_H
