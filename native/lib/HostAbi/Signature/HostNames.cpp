//===- HostNames.cpp - Names of compiled functions ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Identifiers with another meaning in C or C++, besides those that begin with
/// an underscore or end in `_t`.
static constexpr StringLiteral kReservedWords =
    // Keywords and named operators of C++20 and of C up to its 2023 edition.
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch "
    "char class co_await co_return co_yield compl concept const const_cast "
    "consteval constexpr constinit continue decltype default delete do double "
    "dynamic_cast else enum explicit export extern false float for friend goto "
    "if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast "
    "requires restrict return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try "
    "typedef typeid typename typeof typeof_unqual union unsigned using virtual "
    "void volatile while xor xor_eq "
    // Predefined macros, and macros and objects of the standard headers.
    "BUFSIZ CHAR_BIT EOF EXIT_FAILURE EXIT_SUCCESS FILE HUGE_VAL I INFINITY "
    "NAN NDEBUG NULL RAND_MAX assert complex environ errno "
    "fpclassify i386 imaginary isfinite isgreater isgreaterequal isinf isless "
    "islessequal islessgreater isnan isnormal isunordered kill_dependency "
    "linux math_errhandling noreturn offsetof setjmp signbit stderr stdin "
    "stdout unix unreachable va_arg va_copy va_end va_start "
    // The entry point of a program, and the namespace of the C++ library.
    "main std";

/// Returns whether `name` is like `INT64_MAX`, a macro of stdint.h, wchar.h or
/// limits.h.
static bool isLimit(StringRef name) {
  static constexpr StringLiteral kTypes[] = {
      "INT",        "UINT",  "SIZE",  "PTRDIFF", "WCHAR", "WINT",
      "SIG_ATOMIC", "SCHAR", "UCHAR", "CHAR",    "SHRT",  "USHRT",
      "LONG",       "ULONG", "LLONG", "ULLONG"};
  static constexpr StringLiteral kEndings[] = {"_MAX", "_MIN", "_WIDTH", "_C"};
  return llvm::any_of(kTypes,
                      [&](StringRef type) { return name.starts_with(type); }) &&
         llvm::any_of(kEndings,
                      [&](StringRef ending) { return name.ends_with(ending); });
}

static bool isReserved(StringRef name) {
  static const llvm::StringSet<> kWords = [] {
    SmallVector<StringRef> list;
    kReservedWords.split(list, ' ');
    llvm::StringSet<> set;
    set.insert_range(list);
    return set;
  }();
  return name.ends_with("_t") || name.starts_with("SplitMlir") ||
         name.starts_with_insensitive("split_mlir_") ||
         name.starts_with_insensitive("split_mpi_") ||
         name.starts_with("omp_") || name.starts_with("kmp") || isLimit(name) ||
         kWords.contains(name);
}

std::string mlir::split::native::makeIdentifier(StringRef name,
                                                StringRef prefix) {
  std::string identifier;
  for (char c : name) {
    bool continuesCharacter = (c & 0xC0) == 0x80; // in UTF-8
    if (!continuesCharacter)
      identifier += llvm::isAlnum(c) ? c : '_';
  }
  if (StringRef(identifier).starts_with(prefix))
    return identifier;
  if (identifier.empty() || !llvm::isAlpha(identifier.front()) ||
      isReserved(identifier))
    identifier.insert(0, prefix);
  return identifier;
}

/// Returns whether a library that compiled code or its host calls has a
/// function of this name.
static bool isLibraryName(const std::string &name) {
  // The rule for names depends neither on the host nor on the target.
  static const llvm::TargetLibraryInfoImpl kLibrary(
      llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  if (name == "memrefCopy" || kLibrary.getLibFunc(name, function))
    return true;
  // Search only libraries that are loaded; others belong to the user.
  static void *const kHandles[] = {
      dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD),
      dlopen("libm.so.6", RTLD_LAZY | RTLD_NOLOAD)};
  return llvm::any_of(kHandles, [&](void *handle) {
    return handle && dlsym(handle, name.c_str());
  });
}

std::string mlir::split::native::makeHostName(StringRef name) {
  std::string identifier = makeIdentifier(name, "model_");
  if (isLibraryName(identifier))
    identifier.insert(0, "model_");
  return identifier;
}

static std::string quote(StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '\'';
  llvm::printEscapedString(name, os);
  os << '\'';
  return text;
}

llvm::Expected<SmallVector<ChosenName>>
mlir::split::native::parseChosenNames(ArrayRef<std::string> values) {
  SmallVector<ChosenName> chosen;
  for (StringRef value : values) {
    // Names in a model may have an equals sign, identifiers have none.
    size_t end = value.rfind('=');
    ChosenName choice;
    if (end != StringRef::npos)
      choice.function = value.take_front(end).str();
    choice.name = value.drop_front(end + 1).str();
    if (!choice.function && values.size() > 1)
      return llvm::createStringError("--name=" + value +
                                     ": expected --name=FUNCTION=NAME where "
                                     "several functions get names");
    if (std::string name = makeHostName(choice.name); name != choice.name)
      return llvm::createStringError(
          "--name: " + quote(choice.name) +
          " cannot name a compiled function; the rule for names makes " +
          quote(name) + " of it");
    for (const ChosenName &other : chosen)
      if (other.function == choice.function)
        return llvm::createStringError(
            "--name: function " + quote(*choice.function) + " gets both " +
            quote(other.name) + " and " + quote(choice.name));
    chosen.push_back(std::move(choice));
  }
  return chosen;
}

namespace {
/// A public function and its names.
struct HostFunction {
  func::FuncOp op;
  std::string modelName;
  std::string name;
};
} // namespace

static llvm::Error choose(MutableArrayRef<HostFunction> functions,
                          const ChosenName &choice) {
  std::string list;
  for (const HostFunction &function : functions)
    list += (list.empty() ? "" : ", ") + quote(function.modelName);
  if (!choice.function) {
    if (functions.size() != 1)
      return llvm::createStringError(
          "--name=" + choice.name +
          " needs a model with one public function, this one has " +
          (list.empty() ? "none" : list));
    functions.front().name = choice.name;
    return llvm::Error::success();
  }
  auto *found = llvm::find_if(functions, [&](const HostFunction &function) {
    return function.modelName == *choice.function;
  });
  if (found == functions.end())
    return llvm::createStringError(
        "--name: the model has no public function " + quote(*choice.function) +
        ", expected one of " + (list.empty() ? "none" : list));
  found->name = choice.name;
  return llvm::Error::success();
}

/// The symbols that compiled code defines, each with the function it is for.
using NeededSymbols = llvm::StringMap<const HostFunction *>;

static constexpr StringLiteral kAdvice =
    "; choose other names with --name=FUNCTION=NAME";

static llvm::Expected<NeededSymbols>
getNeededSymbols(ArrayRef<HostFunction> functions, bool withSignatures) {
  NeededSymbols needed;
  for (const HostFunction &function : functions) {
    auto [entry, isNew] = needed.try_emplace(function.name, &function);
    if (!isNew)
      return llvm::createStringError(
          "functions " + quote(entry->second->modelName) + " and " +
          quote(function.modelName) + " of the model would both be called " +
          quote(function.name) + kAdvice);
  }
  if (!withSignatures)
    return needed;
  for (const HostFunction &function : functions) {
    std::string companion = function.name + kSignatureSuffix.str();
    auto [entry, isNew] = needed.try_emplace(companion, &function);
    if (!isNew)
      return llvm::createStringError(
          "function " + quote(entry->second->modelName) +
          " of the model would be called " + quote(companion) +
          ", as is the function that describes " + quote(function.modelName) +
          kAdvice);
  }
  return needed;
}

static llvm::Error rename(SymbolTable &symbols, Operation *op,
                          StringRef newName) {
  std::string name = SymbolTable::getSymbolName(op).str();
  if (succeeded(symbols.rename(op, newName)))
    return llvm::Error::success();
  return llvm::createStringError(
      "function " + quote(name) + " cannot be called " + quote(newName) +
      " by --name or the rule for names: not all of its uses are known");
}

/// Renames the symbols of `module` that have a name of `needed`, except
/// functions that keep it.
static llvm::Error clearNames(ModuleOp module, SymbolTable &symbols,
                              const NeededSymbols &needed) {
  for (auto symbol :
       llvm::make_early_inc_range(module.getOps<SymbolOpInterface>())) {
    auto entry = needed.find(symbol.getName());
    if (entry == needed.end() || (entry->second->op == symbol.getOperation() &&
                                  entry->second->name == symbol.getName()))
      continue;
    if (symbol.isDeclaration())
      return llvm::createStringError(
          quote(symbol.getName()) + ", which compiled code defines for " +
          "function " + quote(entry->second->modelName) +
          ", is also an external symbol of the module" + kAdvice);
    std::string free = ("split_mlir_program." + symbol.getName()).str();
    while (symbols.lookup(free))
      free += '_';
    if (llvm::Error error = rename(symbols, symbol, free))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error mlir::split::native::nameHostFunctions(ModuleOp module,
                                                   ArrayRef<ChosenName> chosen,
                                                   bool byRule) {
  SmallVector<HostFunction> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    std::string name = function.getSymName().str();
    functions.push_back({function, name, byRule ? makeHostName(name) : name});
  }
  for (const ChosenName &choice : chosen)
    if (llvm::Error error = choose(functions, choice))
      return error;
  llvm::Expected<NeededSymbols> needed = getNeededSymbols(functions, byRule);
  if (!needed)
    return needed.takeError();

  SymbolTable symbols(module);
  if (llvm::Error error = clearNames(module, symbols, *needed))
    return error;
  for (HostFunction &function : functions) {
    if (function.name == function.modelName)
      continue;
    if (llvm::Error error = rename(symbols, function.op, function.name))
      return error;
    if (byRule)
      function.op->setAttr(
          kModelNameAttrName,
          StringAttr::get(module.getContext(), function.modelName));
  }
  return llvm::Error::success();
}
