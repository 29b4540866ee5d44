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
using namespace mlir::split::native;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

static constexpr StringLiteral kSeparators = ",;[](){} \t\r\n";

/// No supported type needs more digits, and parsing takes quadratic time.
static constexpr size_t kMaxDigits = 4096;

/// Limits the memory for values whose text does not grow with the tensor.
static constexpr size_t kMaxGeneratedBytes = size_t(16) << 30;

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
                                   "element type, as in 2x3xf32, or @FILE");
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

/// Creates the part that `select` returns of a tensor, whose numbers have the
/// bits that `getBits` returns for their positions in the tensor. The part has
/// limited size.
static llvm::Expected<HostTensor>
generate(ArrayRef<int64_t> shape, Type elementType, SelectBox select,
         llvm::function_ref<APInt(int64_t)> getBits) {
  ElementLayout layout = *ElementLayout::get(elementType);
  llvm::Expected<TensorBox> box = selectBox(shape, elementType, select);
  if (!box)
    return box.takeError();
  size_t left = kMaxGeneratedBytes / layout.getBytesPerElement();
  bool isEmpty = llvm::is_contained(box->sizes, 0);
  for (int64_t size : box->sizes) {
    if (!isEmpty && static_cast<size_t>(size) > left)
      return llvm::createStringError("the shape is too large, expected at most "
                                     "16 GiB");
    left /= std::max<int64_t>(size, 1);
  }
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(box->sizes, elementType);
  if (!tensor)
    return tensor;
  int64_t numbers = layout.numbersPerElement;
  forEachRun(shape, *box, [&](int64_t whole, int64_t part, int64_t count) {
    for (int64_t i = 0; i < count * numbers; ++i)
      tensor->setBits(part * numbers + i, getBits(whole * numbers + i));
  });
  return tensor;
}

/// Returns the bits of an integer that fits the type of numbers.
static APInt toBits(const APSInt &value, const ElementLayout &layout) {
  auto floatType = dyn_cast<FloatType>(layout.number);
  if (!floatType)
    return value.extOrTrunc(layout.bitsPerNumber);
  APFloat number(floatType.getFloatSemantics());
  number.convertFromAPInt(value, value.isSigned(),
                          APFloat::rmNearestTiesToEven);
  return number.bitcastToAPInt();
}

/// Returns the bits of number `index` of a tensor of `iota`.
static APInt getIotaBits(int64_t index, const ElementLayout &layout) {
  auto [element, part] =
      std::div(index, static_cast<int64_t>(layout.numbersPerElement));
  if (part != 0)
    return APInt(layout.bitsPerNumber, 0);
  return toBits(APSInt::getUnsigned(element), layout);
}

/// Returns number `index` of Steele, Lea and Flood's SplitMix64.
static uint64_t getRandom(uint64_t seed, uint64_t index) {
  uint64_t bits = seed + (index + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// Returns the bits of the number that `random` stands for.
static APInt getRandomBits(uint64_t random, const ElementLayout &layout) {
  auto floatType = dyn_cast<FloatType>(layout.number);
  if (!floatType) {
    unsigned bits = std::min(layout.bitsPerNumber, 8u);
    APInt value = APInt(64, random >> (64 - bits)).trunc(bits);
    return isSignedNumber(layout.number)
               ? value.sextOrTrunc(layout.bitsPerNumber)
               : value.zextOrTrunc(layout.bitsPerNumber);
  }
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  double number = std::ldexp(static_cast<double>(random >> 11), -53);
  if (APFloat::semanticsHasSignedRepr(semantics))
    number = 2 * number - 1;
  APFloat value(number);
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt();
}

/// Returns the words of `text`, in which separators have no other meaning.
static SmallVector<StringRef> splitWords(StringRef text) {
  SmallVector<StringRef> words;
  while (!(text = text.ltrim(kSeparators)).empty()) {
    words.push_back(text.take_until(
        [](char c) { return StringRef(kSeparators).contains(c); }));
    text = text.drop_front(words.back().size());
  }
  return words;
}

/// Parses the numbers of each element, or those of one that all are equal to.
static llvm::Expected<HostTensor>
parseNumbers(StringRef text, StringRef typeText, ArrayRef<int64_t> shape,
             Type elementType, SelectBox select) {
  ElementLayout layout = *ElementLayout::get(elementType);
  SmallVector<APInt> numbers;
  for (StringRef word : splitWords(text)) {
    llvm::Expected<APInt> bits = parseNumber(word, layout);
    if (!bits)
      return bits.takeError();
    numbers.push_back(*bits);
  }
  int64_t wanted = layout.numbersPerElement;
  for (int64_t size : shape)
    if (llvm::MulOverflow(wanted, size, wanted))
      return llvm::createStringError("the shape is too large");
  size_t given = numbers.size(), expected = wanted;
  bool isSplat = given == layout.numbersPerElement && given < expected;
  if (given != expected && !isSplat)
    return llvm::createStringError(
        "wrong number of values for %s: expected %zu, got %zu",
        typeText.str().c_str(), expected, given);
  return generate(shape, elementType, select,
                  [&](int64_t index) { return numbers[index % given]; });
}

llvm::Expected<HostTensor>
mlir::split::native::parseTensorText(StringRef text, MLIRContext *context,
                                     uint64_t seed, SelectBox select) {
  auto [typeText, valueText] = text.split('=');
  typeText = typeText.trim();
  valueText = valueText.trim();
  SmallVector<int64_t> shape;
  Type elementType;
  if (llvm::Error error =
          parseShapedType(typeText, context, shape, elementType))
    return error;
  ElementLayout layout = *ElementLayout::get(elementType);
  bool isIota = valueText == "iota", isRandom = valueText == "random";
  if (isIota || isRandom || !text.contains('='))
    return generate(shape, elementType, select, [&](int64_t index) {
      return isRandom ? getRandomBits(getRandom(seed, index), layout)
                      : getIotaBits(isIota ? index : 0, layout);
    });
  return parseNumbers(valueText, typeText, shape, elementType, select);
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

void mlir::split::native::printElement(const HostTensor &tensor,
                                       int64_t element, llvm::raw_ostream &os) {
  if (tensor.getLayout().numbersPerElement == 1)
    return printNumber(tensor, element, os);
  os << '(';
  printNumber(tensor, 2 * element, os);
  os << ',';
  printNumber(tensor, 2 * element + 1, os);
  os << ')';
}

/// Prints the elements from `element` on along the dimensions of `shape`, and
/// advances `element`. Prints dots in place of elements from `end` on.
static void printElements(const HostTensor &tensor, ArrayRef<int64_t> shape,
                          int64_t &element, int64_t end,
                          llvm::raw_ostream &os) {
  bool isRow = shape.size() == 1;
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (isRow && i != 0)
      os << ',';
    if (element == end) {
      os << "...";
      return;
    }
    if (isRow) {
      printElement(tensor, element++, os);
      continue;
    }
    os << '[';
    printElements(tensor, shape.drop_front(), element, end, os);
    os << ']';
  }
}

void mlir::split::native::printTensorText(const HostTensor &tensor,
                                          llvm::raw_ostream &os,
                                          int64_t maxElements) {
  os << describeType(tensor.getType()) << '=';
  if (tensor.getShape().empty())
    return printElement(tensor, 0, os);
  // Rows have brackets, even a single one, and so have empty tensors.
  bool needsBrackets =
      tensor.getShape().size() == 1 || tensor.getNumElements() == 0;
  int64_t element = 0;
  if (needsBrackets)
    os << '[';
  if (tensor.getNumElements() != 0)
    printElements(tensor, tensor.getShape(), element, maxElements, os);
  if (needsBrackets)
    os << ']';
}
