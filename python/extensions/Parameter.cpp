//===- Parameter.cpp - Arguments and results of functions -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameter.h"

using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// The values of an entry. Functions throw KeyError or TypeError.
class Entry {
public:
  explicit Entry(PyObject *entry) : entry(entry) {}

  Object get(const char *key) const {
    return Object::steal(
        PyObject_GetItem(entry, toText(key).get()));
  }
  std::string getString(const char *key) const {
    return mlir::split::native::getString(get(key).get());
  }
  int64_t getInteger(const char *key) const {
    return mlir::split::native::getInteger(get(key).get());
  }
  bool has(const char *key) const {
    int result = PySequence_Contains(entry, toText(key).get());
    check(result);
    return result;
  }
  bool isTrue(const char *key) const {
    int result = has(key) ? PyObject_IsTrue(get(key).get()) : 0;
    check(result);
    return result;
  }

private:
  PyObject *entry;
};
} // namespace

static Parameter::Ownership getOwnership(const Entry &entry) {
  if (!entry.has("ownership"))
    return Parameter::Ownership::Value;
  std::string name = entry.getString("ownership");
  if (name == "value")
    return Parameter::Ownership::Value;
  if (name == "caller")
    return Parameter::Ownership::Caller;
  if (name == "callee")
    return Parameter::Ownership::Callee;
  if (name == "view_or_callee")
    return Parameter::Ownership::ViewOrCallee;
  throwValueError("unknown ownership '" + name + "'");
}

static std::optional<std::vector<int64_t>> getShape(const Entry &entry) {
  Object sizes = entry.get("shape");
  if (sizes.get() == Py_None)
    return std::nullopt;
  std::vector<int64_t> shape;
  Py_ssize_t rank = PySequence_Size(sizes.get());
  check(rank < 0 ? -1 : 0);
  for (Py_ssize_t i = 0; i < rank; ++i) {
    Object size = Object::steal(PySequence_GetItem(sizes.get(), i));
    shape.push_back(size.get() == Py_None ? -1 : getInteger(size.get()));
  }
  return shape;
}

Parameter::Parameter(PyObject *object) {
  Entry entry(object);
  name = entry.getString("name");
  title = "argument '" + name + "'";
  isTensor = entry.getString("kind") == "tensor";
  elementType = entry.getString("element_type");
  bytes = entry.getInteger("element_bytes");
  alignment = entry.getInteger("alignment");
  dtype = entry.get("dtype");
  typeName = entry.getString("type_name");
  kind = entry.getString("type_kind")[0];
  format = entry.getString("format");
  otherDtype = entry.getString("other_dtype");
  dlpack = {static_cast<uint8_t>(entry.getInteger("dlpack_code")),
            static_cast<uint8_t>(entry.getInteger("dlpack_bits"))};
  integerBits = static_cast<int>(entry.getInteger("integer_bits"));
  isSigned = entry.isTrue("is_signed");
  isWritable = entry.isTrue("writable");
  isRowMajor = entry.isTrue("row_major");
  ownership = getOwnership(entry);
  int64_t expected = entry.getInteger("type_bytes");
  if (bytes <= 0 || alignment <= 0 || expected != bytes)
    throwValueError("'" + name + "' has elements of " + std::to_string(bytes) +
                    " bytes, expected " + std::to_string(expected) + " for " +
                    elementType);
  shape = getShape(entry);
}

Parameter Parameter::getOut() const {
  Parameter out = *this;
  out.title = "out for result '" + name + "'";
  out.isOut = out.isWritable = out.isRowMajor = true;
  return out;
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

std::string Parameter::describeType() const {
  bool isStorage = !otherDtype.empty() || kind == 'V' ||
                   elementType[0] == '!' || integerBits > 1;
  return isStorage ? typeName + " (bits of " + elementType + ")" : typeName;
}
