//===- HostNames.h - Names of compiled functions ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTNAMES_H
#define SPLIT_MLIR_HOSTABI_HOSTNAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlir::split::native {

/// The name of an attribute of functions that nameHostFunctions has renamed.
/// Its value is the name of the function in the model.
inline constexpr llvm::StringLiteral kModelNameAttrName = "split.model_name";

/// The suffix of names of functions that return signatures: `f_signature`
/// returns the signature of `f`.
inline constexpr llvm::StringLiteral kSignatureSuffix = "_signature";

/// Turns `name` into an identifier of C and C++. Every character except ASCII
/// letters, digits and `_` becomes `_`. If the result is empty, begins with a
/// digit or an underscore, ends in `_t`, or is a keyword of C or C++, a
/// predefined or standard macro or object, `main`, or a name that Runtime.h may
/// declare, it gets `prefix`, unless it begins with `prefix` already.
std::string makeIdentifier(StringRef name, StringRef prefix);

/// Returns the name in compiled code of the function `name` of a model:
/// makeIdentifier(name, "model_"). Names of functions of the C library, the
/// math library and the runtime library also get the prefix `model_`. The
/// function is idempotent.
std::string makeHostName(StringRef name);

/// A name that a user chooses for a function.
struct ChosenName {
  /// The function's name in the model; not set for the only public function.
  std::optional<std::string> function;
  std::string name;
};

/// Parses the values of `--name`, each NAME or FUNCTION=NAME. Fails if
/// makeHostName changes a NAME, a function gets two names, or a NAME without a
/// FUNCTION is not the only value.
llvm::Expected<SmallVector<ChosenName>>
parseChosenNames(ArrayRef<std::string> values);

/// Renames the public functions with a body in `module` to the names in
/// `chosen`. If `byRule`, renames the others to the results of makeHostName,
/// and sets kModelNameAttrName of all that it renames. Other symbols with a
/// body that have one of these names get another name. Fails if a name is that
/// of two functions, of a function and the signature of another one, or of an
/// external symbol.
llvm::Error nameHostFunctions(ModuleOp module, ArrayRef<ChosenName> chosen,
                              bool byRule);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_HOSTNAMES_H
