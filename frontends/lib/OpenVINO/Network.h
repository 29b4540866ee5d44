//===- Network.h - Layers and edges of OpenVINO models ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_NETWORK_H
#define SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_NETWORK_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "split-mlir/Frontend/OpenVINO/Importer.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <limits>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <unordered_map>
#include <vector>

namespace mlir::split::frontends::openvino {

inline constexpr int64_t kMinInt = std::numeric_limits<int64_t>::min();
inline constexpr int64_t kMaxInt = std::numeric_limits<int64_t>::max();

/// Parses a decimal number of 64 bits with optional blanks around it. Returns
/// none for any other text.
std::optional<int64_t> parseInt(StringRef text);

/// An XML element. It emits errors at the part of the model to which it
/// belongs. An element that is not in the file has no attributes and no
/// children.
class XmlElement {
public:
  XmlElement(pugi::xml_node node, StringRef name, Location loc)
      : node(node), name(name), loc(loc) {}

  StringRef getName() const { return name; }
  Location getLoc() const { return loc; }
  InFlightDiagnostic emitError() const { return mlir::emitError(loc); }
  /// Returns the offset of the element in the file, in bytes.
  size_t getOffset() const { return node.offset_debug(); }

  /// Checks that no attribute is given twice, which the parser accepts, and
  /// that all are in `allowed`, names separated by blanks.
  LogicalResult
  checkAttributes(std::optional<StringRef> allowed = std::nullopt) const;
  /// Returns the value of an attribute that may be absent.
  std::optional<StringRef> findAttribute(StringRef name) const;
  /// Returns the names and values of all attributes.
  std::vector<std::pair<StringRef, StringRef>> getAttributes() const;
  /// Reads an attribute, which has to be there.
  LogicalResult readAttribute(StringRef name, StringRef &value) const;
  /// Reads an attribute that is a number from `min` to `max`.
  LogicalResult readInt(StringRef name, int64_t &value, int64_t min = kMinInt,
                        int64_t max = kMaxInt) const;
  /// Reads an attribute that is a list of integers, separated by commas. `list`
  /// stays as it is if there is no such attribute.
  LogicalResult readInts(StringRef name, SmallVector<int64_t> &list) const;
  /// Reads a finite number. `value` stays as it is if there is no such
  /// attribute.
  LogicalResult readFloat(StringRef name, double &value) const;
  /// Reads a list of finite numbers, separated by commas. `list` stays as it is
  /// if there is no such attribute.
  LogicalResult readFloats(StringRef name, SmallVector<double> &list) const;
  /// Reads an attribute that must be one of `choices`, in any case of letters,
  /// and sets `index` to its position; the attribute may be absent.
  LogicalResult readChoice(StringRef name, ArrayRef<StringRef> choices,
                           int64_t &index) const;
  /// Reads the text, an integer of at least `min`.
  LogicalResult readIntText(int64_t &value, int64_t min) const;

  /// Checks that all child elements are in `allowed`, names separated by
  /// blanks, and that none is given twice.
  LogicalResult checkChildren(StringRef allowed) const;
  /// Returns the child elements of a name.
  std::vector<XmlElement> getChildren(StringRef name) const;
  /// Returns the first child element of a name.
  XmlElement getChild(StringRef name) const;
  /// Returns the element as XML, on one line.
  std::string print() const;
  /// Returns the same element with errors at `loc`.
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

/// The largest size of a file. The parser may need about 20 bytes of memory for
/// each byte of a malicious file.
inline constexpr size_t kMaxXmlBytes = size_t(64) << 20;

/// Returns the MLIR type of an element type, named as attributes do (`f32`,
/// `boolean`) or as ports do (`FP32`, `BOOL`); null if there is none.
Type getElementType(StringRef name, MLIRContext *context);

/// Returns `!openvino.name` for an element type without an MLIR type, with `_`
/// for what is no letter or digit.
Type getOpaqueElementType(StringRef name, const XmlElement &element);

/// Maps ids to positions.
using IdMap = std::unordered_map<int64_t, size_t>;

/// A port of a layer with the type that the file declares.
struct Port {
  int64_t id = 0;
  /// Null if the file declares none.
  Type elementType;
  /// None if the file lists no dimensions: the port is a scalar, or its rank is
  /// unknown.
  std::optional<SmallVector<int64_t>> shape;
};

/// An output of a layer, both counted from 0.
struct PortRef {
  size_t layer;
  size_t port;
};

struct Network;

struct Layer {
  Layer(XmlElement element) : element(element) {}

  /// Emits errors at the layer.
  XmlElement element;
  StringRef type;
  /// Perhaps empty.
  StringRef name;
  /// The operation set in the layer's version. 0 for an unknown version, if
  /// unknown layers are kept.
  int64_t opset = 0;
  SmallVector<Port, 0> inputs, outputs;
  /// The positions of ports by id.
  IdMap inputPositions, outputPositions;
  /// For each input, the output that an edge connects to it.
  SmallVector<std::optional<PortRef>, 0> sources;
  /// The networks that If (then, else), Loop or TensorIterator runs.
  SmallVector<std::shared_ptr<const Network>, 0> bodies;
};

/// A graph without cycles in which every edge connects existing ports and every
/// input has an edge.
struct Network {
  /// Perhaps empty.
  StringRef name;
  /// In file order.
  std::vector<Layer> layers;
  IdMap positions;
  /// A topological order of the layers: first Parameters, then the others, in
  /// file order where possible.
  std::vector<size_t> order;
};

/// Reads IR of version 10 or 11. `root` is the document element of `file`,
/// which the network refers to.
FailureOr<Network> readNetwork(const XmlElement &root,
                               llvm::MemoryBufferRef file,
                               const OpenVinoImportOptions &options);

/// Checks that the operation set of a layer is known.
LogicalResult checkOpset(const Layer &layer);

/// Returns the type that a port declares. If the file declares no element type,
/// uses `elementType`.
TensorType getClaim(const Port &port, Type elementType);

} // namespace mlir::split::frontends::openvino

#endif // SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_NETWORK_H
