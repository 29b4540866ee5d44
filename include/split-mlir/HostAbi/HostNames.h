//===- HostNames.h - What compiled functions are called ---------*- C++ -*-===//
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

namespace mlir {
namespace split {

/// The attribute of a function that keeps its name in the model where
/// nameHostFunctions has given it another one.
inline constexpr llvm::StringLiteral kModelNameAttrName = "split.model_name";

/// What is put behind the name of a compiled function to name the one that
/// returns its signature.
inline constexpr llvm::StringLiteral kSignatureSuffix = "_signature";

/// Turns `name` into an identifier of C and C++: every character other than
/// ASCII letters, digits and `_` becomes `_`. `prefix` is then added if the
/// outcome is empty, begins with a digit or an underscore, ends in `_t`, or is
/// a keyword of C or C++, a predefined or standard macro or object, `main`, or
/// a name that Runtime.h may declare, unless the outcome begins with `prefix`
/// already.
std::string makeIdentifier(StringRef name, StringRef prefix);

/// Returns the name in compiled code of the function that the model calls
/// `name`: makeIdentifier(name, "model_"), with `model_` also added to names of
/// functions of the C library, the math library and our runtime library.
/// Applied to its own result, the rule changes nothing.
std::string makeHostName(StringRef name);

/// A name that a user chooses for a function.
struct ChosenName {
  /// The function's name in the model; none for the only public function.
  std::optional<std::string> function;
  std::string name;
};

/// Reads the values of `--name`, each NAME or FUNCTION=NAME. Fails when
/// makeHostName changes a NAME, a function gets two names, or a NAME without a
/// FUNCTION is not the only value.
llvm::Expected<SmallVector<ChosenName>>
parseChosenNames(ArrayRef<std::string> values);

/// Gives the public functions with a body in `module` the names in `chosen` and
/// the others, if `byRule`, those that makeHostName makes; kModelNameAttrName
/// then keeps the name that such a function had. Other symbols with a body give
/// way. Fails when two functions would get the same name, a function that of
/// another one's signature, or a function that of an external symbol.
llvm::Error nameHostFunctions(ModuleOp module, ArrayRef<ChosenName> chosen,
                              bool byRule);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_HOSTNAMES_H
