//===- FunctionCaller.cpp - Calls of functions known at run time ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCaller.h"

#include <cstring>
#include <ffi.h>
#include <iterator>

using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the passing of an integer of `bytes` bytes.
static Passing getIntegerPassing(bool isSigned, int64_t bytes) {
  switch (bytes) {
  case 1:
    return isSigned ? Passing::Int8 : Passing::UInt8;
  case 2:
    return isSigned ? Passing::Int16 : Passing::UInt16;
  case 4:
    return isSigned ? Passing::Int32 : Passing::UInt32;
  default:
    return isSigned ? Passing::Int64 : Passing::UInt64;
  }
}

Passing mlir::split::native::getPassing(bool isTensor,
                                        std::string_view elementType,
                                        int64_t elementBytes) {
  bool isComplex = elementType.substr(0, 7) == "complex";
  if (isTensor || isComplex || elementBytes > 8)
    return Passing::Pointer;
  if (elementType == "f16" || elementType == "bf16")
    return Passing::Half;
  if (elementType == "f32")
    return Passing::Float;
  if (elementType == "f64")
    return Passing::Double;
  // 8-bit floats are passed as unsigned integers, i1 is zero-extended, and
  // `!quant.uniform<u8:...` has an unsigned storage type.
  bool isUnsigned = elementType.substr(0, 1) == "u" || elementType == "i1" ||
                    elementType.substr(0, 1) == "f" ||
                    elementType.find("<u") != std::string_view::npos;
  return getIntegerPassing(!isUnsigned, elementBytes);
}

/// libffi's description of the function.
struct FunctionCaller::Interface {
  Interface(void *function, std::vector<Passing> parameters)
      : function(function), parameters(std::move(parameters)) {}

  void *function;
  std::vector<Passing> parameters;
  std::vector<ffi_type *> types;
  ffi_cif description;
};

/// The types of parameters, in the order of Passing.
static ffi_type *const kForeignTypes[] = {
    &ffi_type_pointer, &ffi_type_sint8,  &ffi_type_uint8,  &ffi_type_sint16,
    &ffi_type_uint16,  &ffi_type_sint32, &ffi_type_uint32, &ffi_type_sint64,
    &ffi_type_uint64,  &ffi_type_float,  &ffi_type_float,  &ffi_type_double};
static_assert(std::size(kForeignTypes) == size_t(Passing::Double) + 1);

FunctionCaller::FunctionCaller(void *function, std::vector<Passing> parameters)
    : interface(new Interface(function, std::move(parameters))) {
  for (Passing passing : interface->parameters)
    interface->types.push_back(kForeignTypes[size_t(passing)]);
  // With these types, this cannot fail.
  ffi_prep_cif(&interface->description, FFI_DEFAULT_ABI,
               interface->types.size(), &ffi_type_sint32,
               interface->types.data());
}

FunctionCaller::~FunctionCaller() = default;
FunctionCaller::FunctionCaller(FunctionCaller &&other) noexcept = default;

size_t FunctionCaller::getNumParameters() const {
  return interface->parameters.size();
}

int32_t FunctionCaller::call(void *const *slots) const {
  constexpr size_t kFew = 16;
  size_t count = interface->parameters.size();
  void *few[kFew];
  uint32_t fewHalves[kFew];
  std::vector<void *> many(count > kFew ? count : 0);
  std::vector<uint32_t> manyHalves(many.size());
  void **values = many.empty() ? few : many.data();
  uint32_t *halves = many.empty() ? fewHalves : manyHalves.data();
  for (size_t i = 0; i < count; ++i) {
    if (interface->parameters[i] == Passing::Pointer) {
      values[i] = const_cast<void **>(&slots[i]);
    } else if (interface->parameters[i] == Passing::Half) {
      halves[i] = 0;
      std::memcpy(&halves[i], slots[i], 2);
      values[i] = &halves[i];
    } else {
      values[i] = slots[i];
    }
  }
  ffi_arg status = 0;
  ffi_call(&interface->description, FFI_FN(interface->function), &status,
           values);
  return static_cast<int32_t>(status);
}
