//===- HostNamesTest.cpp - Names of compiled functions --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

TEST(HostNames, IdentifiersStay) {
  for (StringRef name : {"f", "qkv", "torch_jit_export", "F1", "a__b", "t",
                         "main_", "News", "expf_", "model", "model_main"})
    EXPECT_EQ(makeHostName(name), name);
}

TEST(HostNames, CharactersBecomeUnderscores) {
  EXPECT_EQ(makeHostName("torch-jit-export"), "torch_jit_export");
  EXPECT_EQ(makeHostName("a b\"c\\d@e$f\n"), "a_b_c_d_e_f_");
  EXPECT_EQ(makeHostName(StringRef("a\0b", 3)), "a_b");
  // Two, three and four bytes of UTF-8 are one character each.
  EXPECT_EQ(makeHostName("m\u00fcde\u20ac\U0001f600"), "m_de__");
  // What is no UTF-8 is an identifier in the end as well.
  EXPECT_EQ(makeHostName("a\xff\x80z"), "a_z");
  EXPECT_EQ(makeHostName("\x80"), "model_");
}

TEST(HostNames, PrefixWhereNoIdentifierBegins) {
  EXPECT_EQ(makeHostName(""), "model_");
  EXPECT_EQ(makeHostName("2x"), "model_2x");
  EXPECT_EQ(makeHostName("_f"), "model__f");
  EXPECT_EQ(makeHostName("-f"), "model__f");
  EXPECT_EQ(makeHostName("\u00fc"), "model__");
}

TEST(HostNames, PrefixForReservedNames) {
  for (const char *name :
       {"main",     "alignas", "xor_eq",  "typeof_unqual", "co_yield",
        "restrict", "nullptr", "concept", "float",         "x_t",
        "_t",       "int32_t", "linux",   "unix",          "NULL",
        "errno",    "assert",  "stdin",   "stdout",        "stderr",
        "std",      "I",       "omp_run", "kmpc_run",      "INT_MAX",
        "SIZE_C"})
    EXPECT_EQ(makeHostName(name), std::string("model_") + name);
  EXPECT_EQ(makeHostName("INT_MEAN"), "INT_MEAN");
}

TEST(HostNames, PrefixForFunctionsOfLibraries) {
  // LLVM's own table, the C library's and libm's symbols, and our runtime.
  for (const char *name :
       {"malloc", "expf", "memcpy", "abort", "getaddrinfo", "pthread_create",
        "roundevenf", "lgamma_r", "y0", "memrefCopy", "split_mlir_free",
        "split_mlir_later", "split_mpi_begin", "SplitMlirMachine",
        "_mlir_memref_to_llvm_free"})
    EXPECT_EQ(makeHostName(name), std::string("model_") + name);
  // The name is looked up when it is an identifier.
  EXPECT_EQ(makeHostName("pthread-create"), "model_pthread_create");
  // What this process has beyond these is no reason.
  EXPECT_EQ(makeHostName("LLVMContextCreate"), "LLVMContextCreate");
}

TEST(HostNames, RuleChangesNothingTheSecondTime) {
  for (StringRef name : {"", "main", "2x", "size_t", "_x", "a-b", "expf"})
    EXPECT_EQ(makeHostName(makeHostName(name)), makeHostName(name));
}

TEST(HostNames, IdentifiersOfParameters) {
  EXPECT_EQ(makeIdentifier("images", "x_"), "images");
  EXPECT_EQ(makeIdentifier("exp", "x_"), "exp");
  EXPECT_EQ(makeIdentifier("0", "x_"), "x_0");
  EXPECT_EQ(makeIdentifier("class", "x_"), "x_class");
  EXPECT_EQ(makeIdentifier("SplitMlirMemRef1", "x_"), "x_SplitMlirMemRef1");
}

TEST(HostNames, ChosenNames) {
  auto chosen = parseChosenNames({"a=b=f", "=g"});
  ASSERT_TRUE(bool(chosen));
  ASSERT_EQ(chosen->size(), 2u);
  EXPECT_EQ((*chosen)[0].function, "a=b");
  EXPECT_EQ((*chosen)[0].name, "f");
  EXPECT_EQ((*chosen)[1].function, "");
  EXPECT_EQ((*chosen)[1].name, "g");
  auto only = parseChosenNames({"f"});
  ASSERT_TRUE(bool(only));
  EXPECT_EQ((*only)[0].function, std::nullopt);
}

namespace {
class HostFunctionNames : public ::testing::Test {
protected:
  HostFunctionNames() { context.loadDialect<func::FuncDialect>(); }

  /// Names the functions of a module, and returns the error, or else the names
  /// of all functions.
  std::string rename(StringRef text, ArrayRef<std::string> chosen = {}) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    SmallVector<ChosenName> names = llvm::cantFail(parseChosenNames(chosen));
    if (llvm::Error error = nameHostFunctions(*module, names, /*byRule=*/true))
      return llvm::toString(std::move(error));
    std::string list;
    for (auto function : module->getOps<func::FuncOp>())
      list += function.getSymName().str() + " ";
    return list;
  }

  MLIRContext context;
};
} // namespace

TEST_F(HostFunctionNames, OthersMakeRoom) {
  EXPECT_EQ(rename("func.func @\"a-b\"() { return }"
                   "func.func private @a_b() { return }"
                   "func.func private @split_mlir_program.a_b() { return }"),
            "a_b split_mlir_program.a_b_ split_mlir_program.a_b ");
  // The name of the function is that of its own signature.
  EXPECT_EQ(rename("func.func @f_signature() { return }", {"f"}), "f ");
}
