//===- Elements.h - Elements that are reduced, one by one -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of elements in exact numbers, and how the types store them.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TEST_MPIRUNTIME_INPUTS_ELEMENTS_H
#define SPLIT_MLIR_TEST_MPIRUNTIME_INPUTS_ELEMENTS_H

#include "Reference.h"
#include <complex>

/// A type of elements: SPLIT_MPI_I1 and so on.
int64_t getBytes(int64_t type);
bool isInteger(int64_t type);
/// True if libSplitMpi reduces elements of this type in this way.
bool hasReduction(int64_t type, int64_t kind);

/// An element: an integer of a type's width, or a number.
struct Element {
  uint64_t integer = 0;
  std::complex<double> number = 0;
};

/// Chooses elements whose reductions are exact in any order.
Element chooseElement(Random &random, int64_t type, int64_t kind);
/// Reduces by SPLIT_MPI_SUM and so on; an average is not divided yet.
Element reduce(Element a, Element b, int64_t type, int64_t kind);
void store(const Element &element, int64_t type, unsigned char *bytes);
/// True if the bytes store the element; any NaN is one.
bool isStored(const Element &element, int64_t type, const unsigned char *bytes);

/// The value of a small float with these bits, and the bits of the one nearest
/// to a number, ties to even.
double decode(uint16_t bits, bool isBFloat);
uint16_t encode(double number, bool isBFloat);

#endif // SPLIT_MLIR_TEST_MPIRUNTIME_INPUTS_ELEMENTS_H
