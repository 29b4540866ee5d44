//===- Reduction.cpp - Types and operations of reductions -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionCall.h"
#include "Status.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <cmath>
#include <cstring>
#include <type_traits>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

//===----------------------------------------------------------------------===//
// Elements of f16 and bf16
//
// Conversions of their bits to float, and back: to nearest, ties to even. NaN
// becomes a quiet NaN.
//
//===----------------------------------------------------------------------===//

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

static float convertFromBF16(uint16_t bits) {
  return getFloat(static_cast<uint32_t>(bits) << 16);
}

static uint16_t convertToBF16(float value) {
  uint32_t bits = getBits(value);
  if (value != value)
    return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

static float convertFromF16(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00) // infinity and NaN
    return getFloat(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
  // Scaling by 2^112, the difference of the exponents, is exact, also for
  // subnormal numbers.
  float scaled = getFloat(magnitude << 13) * 0x1p112f;
  return getFloat(sign | getBits(scaled));
}

static uint16_t convertToF16(float value) {
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

/// How an element is stored, and the type it is computed in.
namespace {
template <typename T>
struct Plain {
  using Stored = T;
  using Computed = T;
  static T load(T value) { return value; }
  static T store(T value) { return value; }
};
struct F16 {
  using Stored = uint16_t;
  using Computed = float;
  static float load(uint16_t bits) { return convertFromF16(bits); }
  static uint16_t store(float value) { return convertToF16(value); }
};
struct BF16 {
  using Stored = uint16_t;
  using Computed = float;
  static float load(uint16_t bits) { return convertFromBF16(bits); }
  static uint16_t store(float value) { return convertToBF16(value); }
};

struct Sum {
  template <typename T>
  static T apply(T a, T b) {
    return a + b;
  }
};
struct Product {
  template <typename T>
  static T apply(T a, T b) {
    return a * b;
  }
};
/// For floats, arith.maximumf: NaN if an operand is NaN, and -0 < +0.
struct Maximum {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return a < b ? b : a;
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    if (a == b)
      return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
};
struct Minimum {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return a < b ? a : b;
    return -Maximum::apply(-a, -b);
  }
};
} // namespace

/// An MPI_User_function.
template <typename Element, typename Operation>
static void combine(void *in, void *inOut, int *count, MPI_Datatype *) {
  using Stored = typename Element::Stored;
  const auto *a = static_cast<const Stored *>(in);
  auto *b = static_cast<Stored *>(inOut);
  for (int i = 0; i < *count; ++i)
    b[i] = Element::store(
        Operation::apply(Element::load(a[i]), Element::load(b[i])));
}

template <typename Element>
static MPI_User_function *getFunction(int64_t kind) {
  switch (kind) {
  case SPLIT_MPI_SUM:
  case SPLIT_MPI_AVERAGE:
    return combine<Element, Sum>;
  case SPLIT_MPI_PRODUCT:
    return combine<Element, Product>;
  case SPLIT_MPI_MAX:
    return combine<Element, Maximum>;
  case SPLIT_MPI_MIN:
    return combine<Element, Minimum>;
  default:
    return nullptr;
  }
}

template <typename Element>
static void divideElements(int64_t count, char *elements, int64_t ranks) {
  using Computed = typename Element::Computed;
  auto *values = reinterpret_cast<typename Element::Stored *>(elements);
  for (int64_t i = 0; i < count; ++i)
    values[i] =
        Element::store(Element::load(values[i]) / static_cast<Computed>(ranks));
}

void Reduction::divide(int64_t count, char *elements, int64_t ranks) const {
  if (kind != SPLIT_MPI_AVERAGE)
    return;
  switch (element) {
  case SPLIT_MPI_F16:
    return divideElements<F16>(count, elements, ranks);
  case SPLIT_MPI_BF16:
    return divideElements<BF16>(count, elements, ranks);
  case SPLIT_MPI_F32:
    return divideElements<Plain<float>>(count, elements, ranks);
  case SPLIT_MPI_F64:
    return divideElements<Plain<double>>(count, elements, ranks);
  case SPLIT_MPI_COMPLEX_F32:
    return divideElements<Plain<float>>(2 * count, elements, ranks);
  case SPLIT_MPI_COMPLEX_F64:
    return divideElements<Plain<double>>(2 * count, elements, ranks);
  default:
    return;
  }
}

/// Returns MPI's datatype for an element, or MPI_DATATYPE_NULL if there is no
/// such element. Sums, products and bits of integers are those of unsigned
/// integers, which wrap around.
static MPI_Datatype findType(int64_t element, int64_t kind) {
  // In the order of SPLIT_MPI_I1 and so on.
  const MPI_Datatype types[] = {
      MPI_UINT8_T,  MPI_INT8_T,          MPI_INT16_T,         MPI_INT32_T,
      MPI_INT64_T,  MPI_UINT8_T,         MPI_UINT16_T,        MPI_UINT32_T,
      MPI_UINT64_T, MPI_UINT16_T,        MPI_UINT16_T,        MPI_FLOAT,
      MPI_DOUBLE,   MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX};
  if (element < SPLIT_MPI_I1 || element > SPLIT_MPI_COMPLEX_F64)
    return MPI_DATATYPE_NULL;
  bool isSigned = element >= SPLIT_MPI_I8 && element <= SPLIT_MPI_I64;
  if (isSigned && kind != SPLIT_MPI_MAX && kind != SPLIT_MPI_MIN)
    element += SPLIT_MPI_U8 - SPLIT_MPI_I8;
  return types[element];
}

static bool isFloat(int64_t element) {
  return element >= SPLIT_MPI_F16 && element <= SPLIT_MPI_F64;
}

static bool isComplex(int64_t element) {
  return element >= SPLIT_MPI_COMPLEX_F32;
}

/// Returns the reduction of bytes that reduces their lowest bits as i1.
static int64_t getBitwise(int64_t kind) {
  switch (kind) {
  case SPLIT_MPI_SUM:
    return SPLIT_MPI_BITWISE_XOR;
  case SPLIT_MPI_MAX:
    return SPLIT_MPI_BITWISE_OR;
  case SPLIT_MPI_MIN:
  case SPLIT_MPI_PRODUCT:
    return SPLIT_MPI_BITWISE_AND;
  default:
    return kind;
  }
}

/// Returns MPI's own operation, or MPI_OP_NULL if it has none for these
/// elements.
static MPI_Op findOp(int64_t element, int64_t kind) {
  if (element == SPLIT_MPI_I1)
    kind = getBitwise(kind);
  if (kind == SPLIT_MPI_SUM)
    return MPI_SUM;
  if (kind == SPLIT_MPI_PRODUCT)
    return MPI_PROD;
  if (isFloat(element) || isComplex(element))
    return kind == SPLIT_MPI_AVERAGE ? MPI_SUM : MPI_OP_NULL;
  switch (kind) {
  case SPLIT_MPI_MAX:
    return MPI_MAX;
  case SPLIT_MPI_MIN:
    return MPI_MIN;
  case SPLIT_MPI_BITWISE_AND:
    return MPI_BAND;
  case SPLIT_MPI_BITWISE_OR:
    return MPI_BOR;
  case SPLIT_MPI_BITWISE_XOR:
    return MPI_BXOR;
  default:
    return MPI_OP_NULL;
  }
}

/// Returns our own function for elements that MPI does not reduce as needed:
/// small floats, for which it has no types; maxima of floats, with NaN; maxima
/// of unsigned integers, which MPICH 4.0 compares as signed ones; and sums of
/// small integers, which Open MPI 4.1 saturates on x86-64.
static MPI_User_function *findFunction(int64_t element, int64_t kind) {
  bool isExtreme = kind == SPLIT_MPI_MAX || kind == SPLIT_MPI_MIN;
  bool isSum = kind == SPLIT_MPI_SUM;
  switch (element) {
  case SPLIT_MPI_F16:
    return getFunction<F16>(kind);
  case SPLIT_MPI_BF16:
    return getFunction<BF16>(kind);
  case SPLIT_MPI_F32:
    return isExtreme ? getFunction<Plain<float>>(kind) : nullptr;
  case SPLIT_MPI_F64:
    return isExtreme ? getFunction<Plain<double>>(kind) : nullptr;
  case SPLIT_MPI_I8:
    return isSum ? getFunction<Plain<uint8_t>>(kind) : nullptr;
  case SPLIT_MPI_I16:
    return isSum ? getFunction<Plain<uint16_t>>(kind) : nullptr;
  case SPLIT_MPI_U8:
    return isSum || isExtreme ? getFunction<Plain<uint8_t>>(kind) : nullptr;
  case SPLIT_MPI_U16:
    return isSum || isExtreme ? getFunction<Plain<uint16_t>>(kind) : nullptr;
  case SPLIT_MPI_U32:
    return isExtreme ? getFunction<Plain<uint32_t>>(kind) : nullptr;
  case SPLIT_MPI_U64:
    return isExtreme ? getFunction<Plain<uint64_t>>(kind) : nullptr;
  default:
    return nullptr;
  }
}

Reduction::~Reduction() {
  if (isOwned)
    MPI_Op_free(&op);
}

int32_t mlir::split::mpi::runtime::findReduction(int64_t element, int64_t kind,
                                                 Reduction &reduction) {
  reduction.type = findType(element, kind);
  if (reduction.type == MPI_DATATYPE_NULL)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the element type is %lld, expected %d to %d", element,
                SPLIT_MPI_I1, SPLIT_MPI_COMPLEX_F64);
  int size = 0;
  MPI_Type_size(reduction.type, &size);
  reduction.bytes = size;
  reduction.element = element;
  reduction.kind = kind;
  if (MPI_User_function *function = findFunction(element, kind)) {
    int error = MPI_Op_create(function, /*commute=*/1, &reduction.op);
    reduction.isOwned = error == MPI_SUCCESS;
    return checkMpi(error, "MPI_Op_create");
  }
  reduction.op = findOp(element, kind);
  if (reduction.op == MPI_OP_NULL)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "there is no reduction %lld of element type %lld", kind,
                element);
  return SPLIT_MPI_SUCCESS;
}
