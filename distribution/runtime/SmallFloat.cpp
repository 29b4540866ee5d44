//===- SmallFloat.cpp - Elements of f16 and bf16 --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallFloat.h"

#include <cstring>

static float getFloat(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static uint32_t getBits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

float mlir::split::mpi::convertFromBF16(uint16_t bits) {
  return getFloat(static_cast<uint32_t>(bits) << 16);
}

uint16_t mlir::split::mpi::convertToBF16(float value) {
  uint32_t bits = getBits(value);
  if (value != value)
    return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float mlir::split::mpi::convertFromF16(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00) // infinity and NaN
    return getFloat(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
  // Scaling by 2^112, the difference of the exponents, is exact, also for
  // subnormal numbers.
  float scaled = getFloat(magnitude << 13) * 0x1p112f;
  return getFloat(sign | getBits(scaled));
}

uint16_t mlir::split::mpi::convertToF16(float value) {
  uint32_t bits = getBits(value);
  auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return static_cast<uint16_t>(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  if (magnitude >= 0x477ff000) // 65520: rounds to infinity
    return sign | 0x7c00;
  if (magnitude < 0x38800000) { // 2^-14: subnormal, a multiple of 2^-24
    // The addition rounds to such a multiple.
    float rounded = getFloat(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (getBits(rounded) - getBits(0.5f)));
  }
  uint32_t odd = magnitude >> 13 & 1;
  uint32_t rounded = (magnitude + 0xfff + odd) >> 13;
  return static_cast<uint16_t>(sign | (rounded - (112 << 10)));
}
