//===- TensorText.cpp - Tensors as text -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/TensorText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::split;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

static constexpr StringLiteral kSeparators = ",;[](){} \t\r\n";

/// No supported type needs more digits, and parsing takes quadratic time.
static constexpr size_t kMaxDigits = 4096;

/// Limits the memory for `iota`, whose text does not grow with the tensor.
static constexpr size_t kMaxIotaBytes = size_t(16) << 30;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static llvm::Error makeError(StringRef token, StringRef what, Type type) {
  std::string message;
  llvm::raw_string_ostream(message) << "'" << token << what << type;
  return llvm::createStringError(message);
}

static llvm::Error makeOutOfRange(StringRef token, Type type) {
  return makeError(token, "' is out of range for ", type);
}

static llvm::Error makeNotANumber(StringRef token, Type type) {
  return makeError(token.take_front(40), "' is not a number of type ", type);
}

static llvm::Expected<APInt> parseInteger(StringRef token, Type type,
                                          unsigned width) {
  if (type.isSignlessInteger(1)) {
    if (token == "0" || token == "false")
      return APInt(1, 0);
    if (token == "1" || token == "true")
      return APInt(1, 1);
    return makeNotANumber(token, type);
  }
  StringRef digits = token;
  bool isNegative = digits.consume_front("-");
  if (!isNegative)
    digits.consume_front("+");
  if (digits.empty() || !llvm::all_of(digits, llvm::isDigit))
    return makeNotANumber(token, type);

  digits = digits.ltrim('0');
  if (digits.size() > kMaxDigits)
    return makeOutOfRange(token.take_front(40), type);
  APSInt value((isNegative ? "-0" : "0") + digits.str());
  bool isUnsigned = !isSignedNumber(type);
  if (APSInt::compareValues(value, APSInt::getMinValue(width, isUnsigned)) <
          0 ||
      APSInt::compareValues(value, APSInt::getMaxValue(width, isUnsigned)) > 0)
    return makeOutOfRange(token, type);
  return value.extOrTrunc(width);
}

/// Returns whether `text` is digits with at most one point, and an optional
/// exponent.
static bool isDecimalFloat(StringRef text) {
  auto [mantissa, exponent] = text.split(text.contains('e') ? 'e' : 'E');
  bool hasExponent = mantissa.size() != text.size();
  if (hasExponent) {
    if (!exponent.consume_front("-"))
      exponent.consume_front("+");
    if (exponent.empty() || !llvm::all_of(exponent, llvm::isDigit))
      return false;
  }
  auto [whole, fraction] = mantissa.split('.');
  return whole.size() + fraction.size() > 0 &&
         llvm::all_of(whole, llvm::isDigit) &&
         llvm::all_of(fraction, llvm::isDigit);
}

/// Returns whether APFloat replaces a number by the largest of its type without
/// an error, as it does for types without NaN.
static bool saturates(double magnitude, const llvm::fltSemantics &semantics) {
  return !APFloat::semanticsHasNaN(semantics) &&
         magnitude > APFloat::getLargest(semantics).convertToDouble();
}

static llvm::Expected<APInt> parseFloat(StringRef token, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  StringRef text = token;
  bool isNegative = text.consume_front("-");
  if (!isNegative)
    text.consume_front("+");
  if (isNegative && !APFloat::semanticsHasSignedRepr(semantics))
    return makeOutOfRange(token, type);
  if (text.equals_insensitive("inf") || text.equals_insensitive("infinity")) {
    if (!APFloat::semanticsHasInf(semantics))
      return makeOutOfRange(token, type);
    return APFloat::getInf(semantics, isNegative).bitcastToAPInt();
  }
  if (text.equals_insensitive("nan")) {
    if (!APFloat::semanticsHasNaN(semantics))
      return makeOutOfRange(token, type);
    return APFloat::getNaN(semantics, isNegative).bitcastToAPInt();
  }
  if (!isDecimalFloat(text) || text.size() > kMaxDigits)
    return makeNotANumber(token, type);
  bool isZero = text.take_until([](char c) { return c == 'e' || c == 'E'; })
                    .find_first_not_of("0.") == StringRef::npos;
  if (isZero && !APFloat::semanticsHasZero(semantics))
    return makeOutOfRange(token, type);

  APFloat value(semantics), wide(APFloat::IEEEdouble());
  llvm::Expected<APFloat::opStatus> status =
      value.convertFromString(text, APFloat::rmNearestTiesToEven);
  llvm::Expected<APFloat::opStatus> wideStatus =
      wide.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (!status || !wideStatus) {
    llvm::consumeError(
        llvm::joinErrors(status.takeError(), wideStatus.takeError()));
    return makeNotANumber(token, type);
  }
  if ((*status & APFloat::opOverflow) ||
      saturates(wide.convertToDouble(), semantics))
    return makeOutOfRange(token, type);
  if (isNegative)
    value.changeSign();
  return value.bitcastToAPInt();
}

static llvm::Expected<APInt> parseNumber(StringRef token,
                                         const ElementLayout &layout) {
  if (auto floatType = dyn_cast<FloatType>(layout.number))
    return parseFloat(token, floatType);
  return parseInteger(token, layout.number, layout.bitsPerNumber);
}

static llvm::Error parseShapedType(StringRef text, MLIRContext *context,
                                   SmallVectorImpl<int64_t> &shape,
                                   Type &elementType) {
  auto error = [&] {
    return llvm::createStringError("'" + text + "' is not a static shape and " +
                                   "element type, as in 2x3xf32");
  };
  StringRef rest = text;
  while (!rest.empty() && llvm::isDigit(rest.front())) {
    int64_t size;
    if (rest.consumeInteger(10, size) || !rest.consume_front("x"))
      return error();
    shape.push_back(size);
  }
  if (!rest.empty() && llvm::isAlpha(rest.front())) {
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
    elementType = parseType(rest, context);
  }
  if (!elementType || !ElementLayout::get(elementType))
    return error();
  return llvm::Error::success();
}

static llvm::Expected<HostTensor> makeIota(ArrayRef<int64_t> shape,
                                           Type elementType) {
  ElementLayout layout = *ElementLayout::get(elementType);
  size_t left = kMaxIotaBytes / layout.getBytesPerElement();
  for (int64_t size : shape) {
    if (size > 0 && static_cast<size_t>(size) > left)
      return llvm::createStringError("the shape is too large for iota");
    left /= std::max<int64_t>(size, 1);
  }
  llvm::Expected<HostTensor> tensor = HostTensor::create(shape, elementType);
  if (!tensor)
    return tensor;
  auto floatType = dyn_cast<FloatType>(layout.number);
  APInt zero(layout.bitsPerNumber, 0);
  for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i) {
    int64_t index = i * layout.numbersPerElement;
    if (layout.numbersPerElement == 2)
      tensor->setBits(index + 1, zero);
    if (!floatType) {
      tensor->setBits(index, APInt(64, i).zextOrTrunc(layout.bitsPerNumber));
      continue;
    }
    APFloat value(floatType.getFloatSemantics());
    value.convertFromAPInt(APInt(64, i), /*IsSigned=*/false,
                           APFloat::rmNearestTiesToEven);
    tensor->setBits(index, value.bitcastToAPInt());
  }
  return tensor;
}

llvm::Expected<HostTensor> mlir::split::parseTensorText(StringRef text,
                                                        MLIRContext *context) {
  auto [typeText, valueText] = text.split('=');
  if (typeText.size() == text.size())
    return llvm::createStringError(
        "expected SHAPExTYPE=NUMBERS, as in 2x3xf32=1,2,3,4,5,6, or @FILE");
  SmallVector<int64_t> shape;
  Type elementType;
  if (llvm::Error error =
          parseShapedType(typeText.trim(), context, shape, elementType))
    return error;
  if (valueText.trim() == "iota")
    return makeIota(shape, elementType);

  SmallVector<StringRef> tokens;
  while (true) {
    valueText = valueText.ltrim(kSeparators);
    if (valueText.empty())
      break;
    tokens.push_back(valueText.take_until(
        [](char c) { return StringRef(kSeparators).contains(c); }));
    valueText = valueText.drop_front(tokens.back().size());
  }

  // Allocate only memory for numbers that the text contains.
  ElementLayout layout = *ElementLayout::get(elementType);
  int64_t wanted = layout.numbersPerElement;
  for (int64_t size : shape)
    if (llvm::MulOverflow(wanted, size, wanted))
      return llvm::createStringError("the shape is too large");
  if (static_cast<size_t>(wanted) != tokens.size())
    return llvm::createStringError(
        "wrong number of values for %s: expected %zu, got %zu",
        typeText.trim().str().c_str(), static_cast<size_t>(wanted),
        tokens.size());

  llvm::Expected<HostTensor> tensor = HostTensor::create(shape, elementType);
  if (!tensor)
    return tensor;
  for (auto [index, token] : llvm::enumerate(tokens)) {
    llvm::Expected<APInt> bits = parseNumber(token, layout);
    if (!bits)
      return bits.takeError();
    tensor->setBits(index, *bits);
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Prints a finite number that double represents exactly: small integers with
/// all digits, others with the fewest digits that parse to `value`.
static void printShortest(const APFloat &value, llvm::raw_ostream &os) {
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  double number = wide.convertToDouble();
  if (number == std::trunc(number) && std::fabs(number) < 1e9) {
    os << llvm::format("%.0f", number);
    return;
  }
  // A decimal of this many digits survives the conversion to a normal number
  // and back, so 0.1 prints as 0.1, and fewer digits need not be tried.
  unsigned precision = APFloat::semanticsPrecision(value.getSemantics());
  unsigned digits = 1;
  if (!value.isDenormal())
    digits = std::max(digits, (precision - 1) * 30103 / 100000);
  unsigned enough = precision * 30103 / 100000 + 2;
  SmallString<32> text;
  for (; digits <= enough; ++digits) {
    text.clear();
    llvm::raw_svector_ostream(text) << llvm::format("%.*g", digits, number);
    APFloat readBack(value.getSemantics());
    llvm::Expected<APFloat::opStatus> status =
        readBack.convertFromString(text, APFloat::rmNearestTiesToEven);
    double shown = 0;
    text.str().getAsDouble(shown);
    if (!status)
      llvm::consumeError(status.takeError());
    else if (readBack.bitwiseIsEqual(value) &&
             !saturates(std::fabs(shown), value.getSemantics()))
      break;
  }
  os << text;
}

static void printFloat(const APFloat &value, llvm::raw_ostream &os) {
  if (value.isNaN()) {
    os << "nan";
  } else if (value.isInfinity()) {
    os << (value.isNegative() ? "-inf" : "inf");
  } else if (APFloat::semanticsPrecision(value.getSemantics()) <=
             APFloat::semanticsPrecision(APFloat::IEEEdouble())) {
    printShortest(value, os);
  } else {
    SmallString<64> text;
    value.toString(text);
    os << text;
  }
}

static void printNumber(const HostTensor &tensor, int64_t index,
                        llvm::raw_ostream &os) {
  Type number = tensor.getLayout().number;
  if (isa<FloatType>(number))
    return printFloat(tensor.getFloat(index), os);
  // i1 prints 0 and 1, not 0 and -1.
  tensor.getBits(index).print(os, /*isSigned=*/isSignedNumber(number) &&
                                      !number.isSignlessInteger(1));
}

void mlir::split::printElement(const HostTensor &tensor, int64_t element,
                               llvm::raw_ostream &os) {
  if (tensor.getLayout().numbersPerElement == 1)
    return printNumber(tensor, element, os);
  os << '(';
  printNumber(tensor, 2 * element, os);
  os << ',';
  printNumber(tensor, 2 * element + 1, os);
  os << ')';
}

void mlir::split::printTensorText(const HostTensor &tensor,
                                  llvm::raw_ostream &os) {
  os << describeType(tensor.getType()) << '=';
  bool isScalar = tensor.getShape().empty();
  if (!isScalar)
    os << '[';
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    if (i != 0)
      os << ',';
    printElement(tensor, i, os);
  }
  if (!isScalar)
    os << ']';
}
