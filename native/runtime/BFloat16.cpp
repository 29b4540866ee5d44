//===- BFloat16.cpp - Truncations to bf16 ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BFloat16.h"

#include <cstdint>
#include <cstring>

template <typename To, typename From>
static To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "as many bits");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Rounds the float with these bits to the nearest bf16, ties to even.
static float truncate(uint32_t bits) {
  constexpr uint32_t infinity = 0x7f800000;
  if ((bits & ~0x80000000u) > infinity) // NaN becomes a quiet NaN
    return bitCast<float>((bits >> 16) | 0x40);
  return bitCast<float>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

// Weak, because another run-time library may define these functions.
__attribute__((weak)) float __truncsfbf2(float value) {
  return truncate(bitCast<uint32_t>(value));
}

__attribute__((weak)) float __truncdfbf2(double value) {
  auto nearest = static_cast<float>(value);
  auto bits = bitCast<uint32_t>(nearest);
  // Round to odd first: the float then preserves on which side of a tie between
  // two bf16 numbers the double is.
  double rounded = nearest;
  if (rounded != value && value == value) {
    bool isAway =
        (value < 0 ? -rounded : rounded) > (value < 0 ? -value : value);
    bits = (bits - (isAway ? 1 : 0)) | 1;
  }
  return truncate(bits);
}
