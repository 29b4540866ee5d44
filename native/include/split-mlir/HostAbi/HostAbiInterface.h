//===- HostAbiInterface.h - Extensions of the host ABI ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTABIINTERFACE_H
#define SPLIT_MLIR_HOSTABI_HOSTABIINTERFACE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "llvm/Support/JSON.h"
#include <functional>

namespace mlir::split::native {

/// What is added to the description of a function, an argument or a result.
struct HostNotes {
  /// Keys and values of its object in JSON.
  std::vector<std::pair<std::string, llvm::json::Value>> keys;
  /// For a function: whole comment lines in the C header. For an argument or a
  /// result: text appended to its line, such as `; part of 7x4`.
  std::string comment;
  /// The name of an argument that has none in the model; empty for the default.
  std::string defaultName;
};

struct HostFunctionNotes {
  HostNotes function;
  /// One for each argument and each result.
  std::vector<HostNotes> arguments, results;
};

/// The status of a call that fails, an i32, and its message: the address of a
/// null-terminated string.
struct HostFailure {
  Value status, message;
};

/// A dialect implements this interface if its attributes change how a host
/// program calls a function.
class HostAbiDialectInterface
    : public DialectInterface::Base<HostAbiDialectInterface> {
public:
  HostAbiDialectInterface(Dialect *dialect) : Base(dialect) {}

  /// Builds the body of `host`, the function that a host calls. It calls
  /// `inner`, which has the same type and does the rest.
  using Wrapper =
      std::function<void(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                         func::FuncOp host, func::FuncOp inner)>;

  /// Returns the wrapper of `function`; null if it needs none. Emits an error
  /// if attributes of the dialect on `function` are incomplete, or if the
  /// program defines symbols that the wrapper needs. Of several dialects, the
  /// first by namespace wraps what the others return.
  virtual FailureOr<Wrapper> getWrapper(func::FuncOp function,
                                        RuntimeCalls &calls) const {
    return Wrapper();
  }

  /// Creates the failure to report for `op`, which has a discardable attribute
  /// of this dialect; nullopt to use its own message and status.
  virtual std::optional<HostFailure>
  createFailure(OpBuilder &builder, RuntimeCalls &calls, AssertOp op) const {
    return std::nullopt;
  }

  /// Adds to the description of `function`. `notes` already has one entry for
  /// each argument and each result, to whose text other dialects may have
  /// added. Emits an error if attributes of the dialect are invalid.
  virtual LogicalResult describe(func::FuncOp function,
                                 HostFunctionNotes &notes) const {
    return success();
  }
};

using HostAbiInterfaces = DialectInterfaceCollection<HostAbiDialectInterface>;

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_HOSTABIINTERFACE_H
