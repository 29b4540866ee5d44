//===- Reduction.cpp - Types and operations of reductions -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "SmallFloat.h"
#include "Status.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

#include <cmath>
#include <type_traits>

using namespace mlir::split;
using namespace mlir::split::mpi;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Sets MPI's datatype for an element. Sums, products and bits of integers are
/// those of unsigned integers, which wrap around.
static bool findType(int64_t element, int64_t kind, MPI_Datatype &type) {
  bool isSigned = element >= SPLIT_MPI_I8 && element <= SPLIT_MPI_I64;
  if (isSigned && kind != SPLIT_MPI_MAX && kind != SPLIT_MPI_MIN)
    element += SPLIT_MPI_U8 - SPLIT_MPI_I8;
  switch (element) {
  case SPLIT_MPI_I8:
    type = MPI_INT8_T;
    return true;
  case SPLIT_MPI_I16:
    type = MPI_INT16_T;
    return true;
  case SPLIT_MPI_I32:
    type = MPI_INT32_T;
    return true;
  case SPLIT_MPI_I64:
    type = MPI_INT64_T;
    return true;
  case SPLIT_MPI_I1:
  case SPLIT_MPI_U8:
    type = MPI_UINT8_T;
    return true;
  case SPLIT_MPI_U16:
  case SPLIT_MPI_F16:
  case SPLIT_MPI_BF16:
    type = MPI_UINT16_T;
    return true;
  case SPLIT_MPI_U32:
    type = MPI_UINT32_T;
    return true;
  case SPLIT_MPI_U64:
    type = MPI_UINT64_T;
    return true;
  case SPLIT_MPI_F32:
    type = MPI_FLOAT;
    return true;
  case SPLIT_MPI_F64:
    type = MPI_DOUBLE;
    return true;
  case SPLIT_MPI_COMPLEX_F32:
    type = MPI_C_FLOAT_COMPLEX;
    return true;
  case SPLIT_MPI_COMPLEX_F64:
    type = MPI_C_DOUBLE_COMPLEX;
    return true;
  default:
    return false;
  }
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
  bool isNumber = isFloat(element) || isComplex(element);
  switch (kind) {
  case SPLIT_MPI_SUM:
    return MPI_SUM;
  case SPLIT_MPI_AVERAGE:
    return isNumber ? MPI_SUM : MPI_OP_NULL;
  case SPLIT_MPI_PRODUCT:
    return MPI_PROD;
  case SPLIT_MPI_MAX:
    return isNumber ? MPI_OP_NULL : MPI_MAX;
  case SPLIT_MPI_MIN:
    return isNumber ? MPI_OP_NULL : MPI_MIN;
  case SPLIT_MPI_BITWISE_AND:
    return isNumber ? MPI_OP_NULL : MPI_BAND;
  case SPLIT_MPI_BITWISE_OR:
    return isNumber ? MPI_OP_NULL : MPI_BOR;
  case SPLIT_MPI_BITWISE_XOR:
    return isNumber ? MPI_OP_NULL : MPI_BXOR;
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

int32_t mlir::split::mpi::findReduction(int64_t element, int64_t kind,
                                        Reduction &reduction) {
  if (!findType(element, kind, reduction.type))
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
