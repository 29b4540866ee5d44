//===- TensorCompare.cpp - Comparison with expected results ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using llvm::APFloat;

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static bool isClose(const HostTensor &got, const HostTensor &expected,
                    int64_t element, const Tolerance &tolerance) {
  unsigned parts = got.getLayout().numbersPerElement;
  double modulus = 0;
  for (unsigned part = 0; part < parts; ++part)
    modulus = std::hypot(modulus,
                         toDouble(expected.getFloat(element * parts + part)));
  // With an infinite modulus, the other part could differ by any number.
  if (!std::isfinite(modulus))
    modulus = 0;
  double allowed = tolerance.absolute + tolerance.relative * modulus;
  for (unsigned part = 0; part < parts; ++part) {
    APFloat a = got.getFloat(element * parts + part);
    APFloat b = expected.getFloat(element * parts + part);
    if ((a.isNaN() && b.isNaN()) || a == b)
      continue;
    if (!a.isFinite() || !b.isFinite() ||
        !(std::fabs(toDouble(a) - toDouble(b)) <= allowed))
      return false;
  }
  return true;
}

static bool isSame(const HostTensor &got, const HostTensor &expected,
                   int64_t element, const Tolerance &tolerance) {
  if (isa<FloatType>(got.getLayout().number))
    return isClose(got, expected, element, tolerance);
  unsigned parts = got.getLayout().numbersPerElement;
  for (unsigned part = 0; part < parts; ++part)
    if (got.getBits(element * parts + part) !=
        expected.getBits(element * parts + part))
      return false;
  return true;
}

llvm::Error mlir::split::native::compareTensors(const HostTensor &got,
                                                const HostTensor &expected,
                                                const Tolerance &tolerance) {
  if (got.getShape() != expected.getShape() ||
      !haveSameValues(got.getElementType(), expected.getElementType()))
    return llvm::createStringError("is " + describeType(got.getType()) +
                                   ", expected " +
                                   describeType(expected.getType()));
  if (got.getBytes() == expected.getBytes())
    return llvm::Error::success();

  int64_t first = 0, count = 0;
  for (int64_t i = got.getNumElements(); i-- > 0;) {
    if (isSame(got, expected, i, tolerance))
      continue;
    first = i;
    ++count;
  }
  if (count == 0)
    return llvm::Error::success();
  std::string message;
  llvm::raw_string_ostream os(message);
  os << "element [";
  llvm::interleave(delinearize(first, computeStrides(got.getShape())), os, ",");
  os << "] is ";
  printElement(got, first, os);
  os << ", expected ";
  printElement(expected, first, os);
  os << " (" << count << " of " << got.getNumElements() << " differ)";
  return llvm::createStringError(message);
}
