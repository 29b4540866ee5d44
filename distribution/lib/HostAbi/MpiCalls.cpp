//===- MpiCalls.cpp - Calls of libSplitMpi --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiCalls.h"

#include "split-mlir/MpiRuntime/MpiRuntime.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

LibraryFunction mlir::split::mpi::getMpiFunction(MpiFunction function,
                                                 MLIRContext *context) {
  switch (function) {
#define MPI_FUNCTION(name, symbol)                                             \
  case MpiFunction::name:                                                      \
    return native::getCFunction<decltype(symbol)>(#symbol, context);
#include "MpiFunctions.def"
  }
  llvm_unreachable("all functions are handled");
}

LogicalResult mlir::split::mpi::verifyMpiFunctions(LibraryCalls &calls,
                                                   MLIRContext *context) {
  constexpr MpiFunction functions[] = {
#define MPI_FUNCTION(name, symbol) MpiFunction::name,
#include "MpiFunctions.def"
  };
  return failure(llvm::any_of(functions, [&](MpiFunction function) {
    return failed(calls.verify(getMpiFunction(function, context)));
  }));
}

Value mlir::split::mpi::callMpi(LibraryCalls &calls, OpBuilder &builder,
                                Location loc, MpiFunction function,
                                ValueRange operands) {
  return calls.call(builder, loc,
                    getMpiFunction(function, builder.getContext()), operands);
}
