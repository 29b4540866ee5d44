//===- Parameter.cpp - Arguments and results of functions -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameter.h"

using namespace mlir::split;
using namespace mlir::split::native;

static Parameter::Ownership getOwnership(const py::dict &entry) {
  if (!entry.contains("ownership"))
    return Parameter::Ownership::Value;
  auto name = entry["ownership"].cast<std::string>();
  if (name == "value")
    return Parameter::Ownership::Value;
  if (name == "caller")
    return Parameter::Ownership::Caller;
  if (name == "callee")
    return Parameter::Ownership::Callee;
  if (name == "view_or_callee")
    return Parameter::Ownership::ViewOrCallee;
  throw py::value_error("unknown ownership '" + name + "'");
}

Parameter::Parameter(const py::dict &entry)
    : name(entry["name"].cast<std::string>()),
      isTensor(entry["kind"].cast<std::string>() == "tensor"),
      elementType(entry["element_type"].cast<std::string>()),
      bytes(entry["element_bytes"].cast<int64_t>()),
      alignment(entry["alignment"].cast<int64_t>()),
      dtype(entry["dtype"].cast<py::dtype>()),
      otherDtype(entry["other_dtype"].cast<std::string>()),
      integerBits(entry["integer_bits"].cast<int>()),
      isSigned(entry["is_signed"].cast<bool>()),
      isWritable(entry.contains("writable") && entry["writable"].cast<bool>()),
      isRowMajor(entry["row_major"].cast<bool>()),
      ownership(getOwnership(entry)) {
  auto type = entry["dlpack"].cast<std::pair<int, int>>();
  dlpack = {uint8_t(type.first), uint8_t(type.second)};
  if (bytes <= 0 || alignment <= 0 || dtype.itemsize() != bytes)
    throw py::value_error("'" + name + "' has elements of " +
                          std::to_string(bytes) + " bytes, expected " +
                          std::to_string(dtype.itemsize()) + " for " +
                          elementType);
  if (entry["shape"].is_none())
    return;
  shape.emplace();
  for (py::handle size : entry["shape"])
    shape->push_back(size.is_none() ? -1 : size.cast<int64_t>());
}

std::string mlir::split::native::describeShape(const int64_t *sizes,
                                               size_t rank) {
  std::string text = "(";
  for (size_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + (sizes[i] < 0 ? "?" : std::to_string(sizes[i]));
  return text + (rank == 1 ? ",)" : ")");
}

std::string Parameter::describeShape() const {
  return mlir::split::native::describeShape(shape->data(), shape->size());
}
