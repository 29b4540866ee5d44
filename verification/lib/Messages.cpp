//===- Messages.cpp - Messages of failed checks ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

namespace {
/// Compares a message with a text and expected numbers.
class MessageReader {
public:
  MessageReader(Terms &terms, StringRef format, ArrayRef<Symbol> values)
      : terms(terms), rest(format), values(values),
        areEqual(terms.getBool(true)) {}

  /// Returns whether the message has these parts: texts, numbers and lists.
  template <typename... Parts>
  bool hasParts(const Parts &...parts) {
    return (read(parts) && ...) && rest.empty() && values.empty();
  }

  Value getAreEqual() const { return areEqual; }

private:
  bool read(StringRef text) { return rest.consume_front(text); }

  /// Reads a placeholder, which stands for a value, or a constant.
  bool read(Value expected) {
    int64_t constant;
    if (!rest.starts_with("{"))
      return !rest.consumeInteger(10, constant) &&
             compare(terms.get(constant), expected);
    bool isUnsigned = rest.starts_with("{u}");
    if (values.empty() || !rest.consume_front(isUnsigned ? "{u}" : "{}"))
      return false;
    const Symbol &value = values.consume_front();
    if (!value.term)
      return false;
    areEqual = terms.both(areEqual, terms.negate(value.poison));
    return compare(isUnsigned ? terms.toUnsigned(value.term, 64) : value.term,
                   expected);
  }

  /// Reads `[NUMBER, NUMBER]`. The last ones of many are not shown.
  bool read(ArrayRef<Value> expected) {
    constexpr size_t kMaxShown = 32;
    StringRef separator = "[";
    for (Value number : expected.take_front(kMaxShown)) {
      if (!read(separator) || !read(number))
        return false;
      separator = ", ";
    }
    return read(expected.size() > kMaxShown ? ", ...]" : "]");
  }

  bool compare(Value got, Value expected) {
    areEqual = terms.both(areEqual, terms.isEqual(got, expected));
    return true;
  }

  Terms &terms;
  StringRef rest;
  ArrayRef<Symbol> values;
  Value areEqual;
};

/// Compares a message with all messages about one split. It has the form of at
/// most one of them.
class MessageRules {
public:
  MessageRules(Terms &terms, StringRef format, ArrayRef<Symbol> values,
               const SplitRules &rules)
      : terms(terms), format(format), values(values), rules(rules) {}

  Value read() {
    readAxis();
    if (rules.givenLengths.empty()) {
      readDivision();
    } else {
      readLengths();
      readSum();
    }
    readClaim();
    return isTrue;
  }

private:
  /// If the message has these parts, it is true if its numbers are the expected
  /// ones and `isBroken` holds.
  template <typename... Parts>
  void match(Value isBroken, const Parts &...parts) {
    MessageReader reader(terms, format, values);
    if (reader.hasParts(parts...))
      isTrue = terms.both(reader.getAreEqual(), isBroken);
  }

  void readAxis();
  void readDivision();
  void readLengths();
  void readSum();
  void readClaim();
  Value isRest(unsigned index) {
    return rules.areIndexValues[index]
               ? terms.getBool(false)
               : terms.isEqual(rules.givenLengths[index], -1);
  }

  Terms &terms;
  StringRef format;
  ArrayRef<Symbol> values;
  const SplitRules &rules;
  /// Null as long as no known message has the parts of this one.
  Value isTrue;
};
} // namespace

/// R1. The axis is as given, and counted from the front where it is a
/// dimension.
void MessageRules::readAxis() {
  Value given = rules.givenAxis, rank = terms.get(rules.rank);
  Value isInRange =
      terms.both(terms.isLessOrEqual(terms.sub(terms.get(0), rank), given),
                 terms.isLess(given, rank));
  match(terms.isEqual(rank, 0),
        "data has rank 0, so there is no axis to split along");
  Value isOutside =
      terms.both(terms.negate(isInRange), terms.getBool(rules.rank > 0));
  match(isOutside, "axis ", given, " is out of range for data of rank ", rank);
  match(isInRange, "axis ", given, " is dimension ", rules.axis,
        " of data, which its type quantizes by");
}

/// R2, of equal pieces.
void MessageRules::readDivision() {
  Value count = terms.get(rules.pieces.size());
  Value rest = terms.remainder(rules.axisSize, count);
  match(terms.negate(terms.isEqual(rest, 0)), "dimension ", rules.axis,
        " of size ", rules.axisSize, " is not divisible by num_splits ", count);
}

/// R3. The lengths are as given.
void MessageRules::readLengths() {
  Value isBelow = terms.getBool(false), isNegative = isBelow, isAbove = isBelow;
  Value hasRest = isBelow, hasTwo = isBelow;
  for (auto [index, length] : llvm::enumerate(rules.givenLengths)) {
    isBelow = terms.either(isBelow, terms.isLess(length, terms.get(-1)));
    if (rules.areIndexValues[index])
      isNegative = terms.either(isNegative, terms.isNegative(length));
    isAbove = terms.either(
        isAbove, terms.isLessOrEqual(terms.getPowerOfTwo(63), length));
    hasTwo = terms.either(hasTwo, terms.both(hasRest, isRest(index)));
    hasRest = terms.either(hasRest, isRest(index));
  }
  ArrayRef<Value> lengths = rules.givenLengths;
  match(isBelow, "lengths ", lengths, " hold a negative length other than -1");
  // A number below -1 is reported first.
  match(terms.both(hasTwo, terms.negate(isBelow)), "lengths ", lengths,
        " hold -1 more than once");
  match(isNegative, "lengths ", lengths, " hold a negative index value");
  Value largest = terms.sub(terms.getPowerOfTwo(63), terms.get(1));
  match(isAbove, "lengths ", lengths, " hold one above ", largest,
        ", the largest size");
}

/// R4. The sum is exact, without the -1.
void MessageRules::readSum() {
  Value sum = terms.get(0), hasRest = terms.getBool(false);
  for (auto [index, length] : llvm::enumerate(rules.givenLengths)) {
    hasRest = terms.either(hasRest, isRest(index));
    sum = terms.add(sum, terms.select(isRest(index), terms.get(0), length));
  }
  Value size = rules.axisSize, isMore = terms.isLess(size, sum);
  ArrayRef<Value> lengths = rules.givenLengths;
  StringRef end = ", the size of dimension ";
  match(isMore, "lengths ", lengths, " sum to more than ", size, end,
        rules.axis);
  match(terms.both(hasRest, isMore), "lengths ", lengths, " but for -1 sum to ",
        sum, ", expected at most ", size, end, rules.axis);
  Value isOther =
      terms.both(terms.negate(hasRest), terms.negate(terms.isEqual(sum, size)));
  match(isOther, "lengths ", lengths, " sum to ", sum, ", expected ", size, end,
        rules.axis);
}

/// R6: data has another rank, or a piece another size, than the type of a
/// result states.
void MessageRules::readClaim() {
  if (rules.statedRank)
    match(terms.getBool(rules.rank != *rules.statedRank),
          "result type has rank ", terms.get(*rules.statedRank),
          ", but data has rank ", terms.get(rules.rank));
  for (auto [index, piece] : llvm::enumerate(rules.pieces))
    for (auto [dim, size] : llvm::enumerate(piece.sizes)) {
      int64_t stated = rules.statedSizes[index][dim];
      if (ShapedType::isDynamic(stated))
        continue;
      std::string begin = "result " + std::to_string(index) + " has size ";
      std::string end = " along dimension " + std::to_string(dim) +
                        ", but its type states " + std::to_string(stated);
      match(terms.negate(terms.isEqual(size.term, stated)), StringRef(begin),
            size.term, StringRef(end));
    }
}

Value mlir::split::verification::isTrueMessage(Terms &terms, StringRef format,
                                               ArrayRef<Symbol> values,
                                               const SplitRules &rules) {
  return MessageRules(terms, format, values, rules).read();
}
