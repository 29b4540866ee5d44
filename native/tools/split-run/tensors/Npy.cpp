//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

// Elements are copied between file and memory without conversion.
static_assert(llvm::endianness::native == llvm::endianness::little,
              "a big-endian host needs byte swaps here");

static constexpr StringLiteral kNpyMagic = "\x93NUMPY";

/// The limit of NumPy.
static constexpr size_t kMaxRank = 64;

namespace {
struct NpyHeader {
  StringRef typeCode;
  bool isFortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Reads the Python dictionary that describes the array.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  /// Returns false when the text is not a dictionary with the three keys.
  bool parse(NpyHeader &header) {
    bool hasType = false, hasOrder = false, hasShape = false;
    if (!consume('{'))
      return false;
    while (!consume('}')) {
      StringRef key;
      if (!parseString(key) || !consume(':'))
        return false;
      if (key == "descr")
        hasType = parseString(header.typeCode);
      else if (key == "fortran_order")
        hasOrder = parseBool(header.isFortranOrder);
      else if (key == "shape")
        hasShape = parseShape(header.shape);
      else
        return false;
      if (!consume(',') && !rest.ltrim().starts_with("}"))
        return false;
    }
    return hasType && hasOrder && hasShape && rest.trim().empty();
  }

private:
  bool consume(char c) {
    rest = rest.ltrim();
    return rest.consume_front(StringRef(&c, 1));
  }

  bool parseString(StringRef &text) {
    rest = rest.ltrim();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
      return false;
    size_t end = rest.find(rest.front(), 1);
    if (end == StringRef::npos)
      return false;
    text = rest.slice(1, end);
    rest = rest.drop_front(end + 1);
    return true;
  }

  bool parseBool(bool &value) {
    rest = rest.ltrim();
    value = rest.consume_front("True");
    return value || rest.consume_front("False");
  }

  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    shape.clear();
    if (!consume('('))
      return false;
    while (!consume(')')) {
      int64_t size;
      rest = rest.ltrim();
      if (shape.size() == kMaxRank || rest.consumeInteger(10, size) || size < 0)
        return false;
      rest.consume_front("L"); // as Python 2 wrote it
      shape.push_back(size);
      if (!consume(',') && !rest.ltrim().starts_with(")"))
        return false;
    }
    return true;
  }

  StringRef rest;
};
} // namespace

/// Returns the type of a code without byte order, such as `f4`; null if it is
/// not supported.
static Type getTypeOfCode(StringRef code, MLIRContext *context) {
  Builder builder(context);
  unsigned bytes;
  if (code.size() < 2 || code.drop_front().getAsInteger(10, bytes))
    return {};
  bool isIntSize = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  switch (code.front()) {
  case 'b':
    return bytes == 1 ? builder.getI1Type() : Type();
  case 'i':
    return isIntSize ? builder.getIntegerType(8 * bytes) : Type();
  case 'u':
    return isIntSize ? builder.getIntegerType(8 * bytes, /*isSigned=*/false)
                     : Type();
  case 'f':
    return bytes == 2   ? builder.getF16Type()
           : bytes == 4 ? builder.getF32Type()
           : bytes == 8 ? builder.getF64Type()
                        : Type();
  case 'c':
    return bytes == 8    ? ComplexType::get(builder.getF32Type())
           : bytes == 16 ? ComplexType::get(builder.getF64Type())
                         : Type();
  default:
    return {};
  }
}

/// Returns the code of a type with its byte order; empty if NumPy has none.
static std::string getCodeOfType(Type type) {
  static constexpr StringLiteral kCodes[] = {"b1", "i1", "i2", "i4", "i8",
                                             "u1", "u2", "u4", "u8", "f2",
                                             "f4", "f8", "c8", "c16"};
  for (StringRef code : kCodes)
    if (haveSameValues(type, getTypeOfCode(code, type.getContext())))
      return ((code.ends_with("1") ? "|" : "<") + code).str();
  return "";
}

/// Splits the file into its header and its data.
static llvm::Error splitFile(StringRef file, StringRef &header,
                             StringRef &data) {
  if (!file.consume_front(kNpyMagic))
    return llvm::createStringError("not a .npy file");
  if (file.size() < 2)
    return llvm::createStringError("the .npy header is cut off");
  unsigned version = static_cast<uint8_t>(file.front());
  if (version < 1 || version > 3)
    return llvm::createStringError("unknown .npy format %u", version);
  file = file.drop_front(2);
  size_t sizeBytes = version == 1 ? 2 : 4;
  if (file.size() < sizeBytes)
    return llvm::createStringError("the .npy header is cut off");
  size_t headerSize = version == 1
                          ? llvm::support::endian::read16le(file.data())
                          : llvm::support::endian::read32le(file.data());
  file = file.drop_front(sizeBytes);
  if (file.size() < headerSize)
    return llvm::createStringError("the .npy header is cut off");
  header = file.take_front(headerSize);
  data = file.drop_front(headerSize);
  return llvm::Error::success();
}

/// Copies the part `box` of an array of elements of `bytes` bytes from Fortran
/// order to C order.
static void copyFromFortranOrder(StringRef source, ArrayRef<int64_t> shape,
                                 const TensorBox &box, size_t bytes,
                                 MutableArrayRef<char> target) {
  SmallVector<int64_t> position(shape.size(), 0);
  SmallVector<size_t> strides(shape.size(), bytes);
  for (size_t i = 1; i < shape.size(); ++i)
    strides[i] = strides[i - 1] * shape[i - 1];
  size_t offset = 0;
  for (auto [first, stride] : llvm::zip_equal(box.offsets, strides))
    offset += first * stride;
  for (size_t done = 0; done < target.size(); done += bytes) {
    std::memcpy(target.data() + done, source.data() + offset, bytes);
    for (size_t dim = shape.size(); dim-- > 0;) {
      offset += strides[dim];
      if (++position[dim] < box.sizes[dim])
        break;
      offset -= strides[dim] * box.sizes[dim];
      position[dim] = 0;
    }
  }
}

/// Copies the part `box` of an array in C order.
static void copyFromCOrder(StringRef source, ArrayRef<int64_t> shape,
                           const TensorBox &box, size_t bytes,
                           MutableArrayRef<char> target) {
  forEachRun(shape, box, [&](int64_t whole, int64_t part, int64_t count) {
    std::memcpy(target.data() + part * bytes, source.data() + whole * bytes,
                count * bytes);
  });
}

llvm::Expected<HostTensor>
mlir::split::native::parseNpy(llvm::MemoryBufferRef file, MLIRContext *context,
                              SelectBox select) {
  StringRef headerText, data;
  if (llvm::Error error = splitFile(file.getBuffer(), headerText, data))
    return error;
  NpyHeader header;
  if (!HeaderParser(headerText).parse(header))
    return llvm::createStringError("malformed .npy header");

  StringRef code = header.typeCode;
  if (code.consume_front(">"))
    return llvm::createStringError("the .npy file is big-endian ('>" + code +
                                   "'), only little-endian is read");
  Type elementType;
  if (code.consume_front("<") || code.consume_front("|"))
    elementType = getTypeOfCode(code, context);
  if (!elementType)
    return llvm::createStringError("unsupported .npy element type '" +
                                   header.typeCode.take_front(40) + "'");

  size_t bytes = ElementLayout::get(elementType)->getBytesPerElement();
  size_t claimed = bytes;
  for (int64_t size : header.shape) {
    bool overflow;
    claimed = llvm::SaturatingMultiply<size_t>(claimed, size, &overflow);
    if (overflow)
      return llvm::createStringError("the .npy header claims a shape that is "
                                     "too large");
  }
  if (claimed != data.size())
    return llvm::createStringError(
        "the .npy header claims %zu bytes of data, the file has %zu", claimed,
        data.size());

  llvm::Expected<TensorBox> box = selectBox(header.shape, elementType, select);
  if (!box)
    return box.takeError();
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(box->sizes, elementType);
  if (!tensor)
    return tensor;
  auto copy = header.isFortranOrder ? copyFromFortranOrder : copyFromCOrder;
  copy(data, header.shape, *box, bytes, tensor->getBytes());
  // NumPy reads any byte except 0 as true; compiled code expects 0 or 1.
  if (elementType.isInteger(1))
    for (char &value : tensor->getBytes())
      value = value != 0;
  return tensor;
}

llvm::Expected<std::string> mlir::split::native::getNpyHeader(ShapedType type) {
  std::string code = getCodeOfType(type.getElementType());
  if (code.empty())
    return llvm::createStringError("NumPy has no type for the elements of " +
                                   describeType(type));
  std::string header =
      "{'descr': '" + code + "', 'fortran_order': False, " + "'shape': (";
  for (int64_t size : type.getShape())
    header += std::to_string(size) + ",";
  header += "), }";
  // Magic, version, size and header end at a multiple of 64 with a newline.
  constexpr size_t prefix = kNpyMagic.size() + 4;
  header.resize(llvm::alignTo(prefix + header.size() + 1, 64) - prefix - 1,
                ' ');
  header += '\n';
  if (header.size() > UINT16_MAX)
    return llvm::createStringError("the shape is too long for a .npy header");

  char size[2];
  llvm::support::endian::write16le(size, header.size());
  return kNpyMagic.str() + '\x01' + '\0' + std::string(size, 2) + header;
}

llvm::Error mlir::split::native::writeNpy(const HostTensor &tensor,
                                          llvm::raw_ostream &os) {
  llvm::Expected<std::string> header = getNpyHeader(tensor.getType());
  if (!header)
    return header.takeError();
  os << *header
     << StringRef(tensor.getBytes().data(), tensor.getBytes().size());
  return llvm::Error::success();
}
