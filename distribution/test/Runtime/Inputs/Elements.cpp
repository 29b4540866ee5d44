//===- Elements.cpp - Elements that are reduced, one by one ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <cmath>
#include <cstring>
#include <limits>

int64_t getBytes(int64_t type) {
  return List{1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16}[type];
}

bool isInteger(int64_t type) { return type <= SPLIT_MPI_U64; }

static bool isComplex(int64_t type) { return type >= SPLIT_MPI_COMPLEX_F32; }

static bool isExtreme(int64_t kind) {
  return kind == SPLIT_MPI_MAX || kind == SPLIT_MPI_MIN;
}

bool hasReduction(int64_t type, int64_t kind) {
  if (kind >= SPLIT_MPI_BITWISE_AND)
    return isInteger(type);
  if (kind == SPLIT_MPI_AVERAGE)
    return !isInteger(type);
  return !isComplex(type) || !isExtreme(kind);
}

//===----------------------------------------------------------------------===//
// Small floats
//===----------------------------------------------------------------------===//

double decode(uint16_t bits, bool isBFloat) {
  int width = isBFloat ? 7 : 10;
  int bias = isBFloat ? 127 : 15;
  int exponents = isBFloat ? 255 : 31;
  int exponent = (bits & 0x7fff) >> width;
  int fraction = bits & ((1 << width) - 1);
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == exponents)
    return fraction ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(fraction, 1 - bias - width);
  return sign * std::ldexp(fraction + (1 << width), exponent - bias - width);
}

uint16_t encode(double number, bool isBFloat) {
  auto sign = static_cast<uint16_t>(std::signbit(number) ? 0x8000 : 0);
  if (std::isnan(number))
    return 0x7fff;
  number = std::fabs(number);
  auto infinity = static_cast<uint16_t>(isBFloat ? 0x7f80 : 0x7c00);
  // The largest one that is not above the number.
  uint16_t low = 0;
  for (int bit = 14; bit >= 0; --bit) {
    auto next = static_cast<uint16_t>(low | 1 << bit);
    if (next <= infinity && decode(next, isBFloat) <= number)
      low = next;
  }
  if (low == infinity)
    return sign | low;
  // The next one above the largest finite one would be, not infinity.
  double step = decode(low, isBFloat) - decode(low - 1, isBFloat);
  double above = low + 1 == infinity
                     ? decode(low, isBFloat) + step
                     : decode(static_cast<uint16_t>(low + 1), isBFloat);
  double below = number - decode(low, isBFloat);
  bool isUp = below > above - number || (below == above - number && (low & 1));
  return static_cast<uint16_t>(sign | (low + isUp));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static double chooseNumber(Random &random, int64_t kind) {
  if (kind == SPLIT_MPI_PRODUCT)
    return std::vector<double>{1, -1, 2, 0.5, -0.5}[random.get(0, 4)];
  if (!isExtreme(kind) || random.get(0, 3) != 0)
    return static_cast<double>(random.get(-4, 4));
  return std::vector<double>{-0.0, 0.0, INFINITY, -INFINITY,
                             NAN}[random.get(0, random.get(3, 4))];
}

Element chooseElement(Random &random, int64_t type, int64_t kind) {
  if (isInteger(type))
    return {random.engine(), 0};
  double imaginary = isComplex(type) ? double(random.get(-2, 2)) : 0;
  return {0, {chooseNumber(random, kind), imaginary}};
}

static double getMaximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  if (a == 0 && b == 0)
    return std::signbit(a) && std::signbit(b) ? -0.0 : 0.0;
  return a < b ? b : a;
}

/// The integer as a number that can be compared.
static __int128 getValue(uint64_t integer, int64_t type) {
  int64_t bits = type == SPLIT_MPI_I1 ? 1 : 8 * getBytes(type);
  __int128 modulus = static_cast<__int128>(1) << bits;
  __int128 value = integer % modulus;
  bool isSigned = type >= SPLIT_MPI_I8 && type <= SPLIT_MPI_I64;
  return isSigned && value >= modulus / 2 ? value - modulus : value;
}

static uint64_t reduceIntegers(uint64_t a, uint64_t b, int64_t type,
                               int64_t kind) {
  bool isLess = getValue(a, type) < getValue(b, type);
  switch (kind) {
  case SPLIT_MPI_SUM:
    return a + b;
  case SPLIT_MPI_PRODUCT:
    return a * b;
  case SPLIT_MPI_MAX:
    return isLess ? b : a;
  case SPLIT_MPI_MIN:
    return isLess ? a : b;
  case SPLIT_MPI_BITWISE_AND:
    return a & b;
  case SPLIT_MPI_BITWISE_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

Element reduce(Element a, Element b, int64_t type, int64_t kind) {
  if (isInteger(type))
    return {reduceIntegers(a.integer, b.integer, type, kind), 0};
  switch (kind) {
  case SPLIT_MPI_PRODUCT:
    return {0, a.number * b.number};
  case SPLIT_MPI_MAX:
    return {0, getMaximum(a.number.real(), b.number.real())};
  case SPLIT_MPI_MIN:
    return {0, -getMaximum(-a.number.real(), -b.number.real())};
  default:
    return {0, a.number + b.number};
  }
}

void store(const Element &element, int64_t type, unsigned char *bytes) {
  double parts[] = {element.number.real(), element.number.imag()};
  float floats[] = {float(parts[0]), float(parts[1])};
  uint64_t integer = element.integer;
  if (type == SPLIT_MPI_F16 || type == SPLIT_MPI_BF16)
    integer = encode(parts[0], type == SPLIT_MPI_BF16);
  if (type == SPLIT_MPI_F32 || type == SPLIT_MPI_COMPLEX_F32)
    memcpy(bytes, floats, getBytes(type));
  else if (type == SPLIT_MPI_F64 || type == SPLIT_MPI_COMPLEX_F64)
    memcpy(bytes, parts, getBytes(type));
  else
    memcpy(bytes, &integer, getBytes(type)); // little endian
}

static bool isNaN(int64_t type, const unsigned char *bytes) {
  uint16_t small;
  float single;
  double whole;
  memcpy(&small, bytes, 2);
  if (type == SPLIT_MPI_F16 || type == SPLIT_MPI_BF16)
    return std::isnan(decode(small, type == SPLIT_MPI_BF16));
  if (getBytes(type) == 4) {
    memcpy(&single, bytes, 4);
    return std::isnan(single);
  }
  memcpy(&whole, bytes, 8);
  return std::isnan(whole);
}

/// Compares by value: the sign of a zero depends on the order of products.
static bool isComplexStored(std::complex<double> number, int64_t type,
                            const unsigned char *bytes) {
  std::complex<float> single;
  std::complex<double> whole;
  memcpy(&single, bytes, sizeof(single));
  if (type == SPLIT_MPI_COMPLEX_F32)
    return single == std::complex<float>(number);
  memcpy(&whole, bytes, sizeof(whole));
  return whole == number;
}

bool isStored(const Element &element, int64_t type,
              const unsigned char *bytes) {
  unsigned char expected[16] = {};
  store(element, type, expected);
  if (type == SPLIT_MPI_I1)
    return ((*expected ^ *bytes) & 1) == 0;
  if (isComplex(type))
    return isComplexStored(element.number, type, bytes);
  if (!isInteger(type) && std::isnan(element.number.real()))
    return isNaN(type, bytes);
  return memcmp(expected, bytes, getBytes(type)) == 0;
}
