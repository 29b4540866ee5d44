//===- Programs.cpp - The programs that the fuzzer calls ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/InitAll.h"

using namespace mlir;
using namespace mlir::split;

/// Returns `count` times `text`, separated by commas.
static std::string repeat(const std::string &text, unsigned count) {
  std::string list = text;
  for (unsigned i = 1; i < count; ++i)
    list += ", " + text;
  return list;
}

/// Returns a function of one split op, written as `op` and `operands`, whose
/// data is %x, and whose pieces have the types `results`.
static std::string getFunction(const std::string &data,
                               const std::string &otherArguments,
                               const std::string &op,
                               const std::string &operands, unsigned numPieces,
                               const std::string &results) {
  std::string pieces, count = std::to_string(numPieces);
  for (unsigned i = 0; i < numPieces; ++i)
    pieces += (i ? ", %p#" : "%p#") + std::to_string(i);
  return "func.func @main(%x: " + data + otherArguments + ") -> (" + results +
         ") {\n  %p:" + count + " = split." + op + " %x " + operands + " : " +
         data + " -> " + results + "\n  return " + pieces + " : " + results +
         "\n}\n";
}

/// A split into `numPieces` equal pieces of the types `piece`.
static ProgramSource getEven(const std::string &data, const std::string &piece,
                             int64_t axis, unsigned numPieces,
                             bool views = false) {
  SplitStep step;
  step.axis = Number::known(axis);
  step.numPieces = numPieces;
  return {getFunction(data, "", "split",
                      "axis(" + std::to_string(axis) + ") into " +
                          std::to_string(numPieces),
                      numPieces, repeat(piece, numPieces)),
          views,
          {step}};
}

/// The same, along an axis that argument 1 holds.
static ProgramSource getEvenAlongGiven(const std::string &data,
                                       const std::string &axis,
                                       unsigned numPieces) {
  SplitStep step;
  step.axis = Number::given(1);
  step.numPieces = numPieces;
  return {
      getFunction(data, ", %a: " + axis, "split",
                  "axis(%a : " + axis + ") into " + std::to_string(numPieces),
                  numPieces, repeat(data, numPieces)),
      false,
      {step}};
}

/// A split whose lengths argument 1 holds.
static ProgramSource getGivenLengths(const std::string &data, int64_t axis,
                                     const std::string &lengths,
                                     unsigned numPieces,
                                     const std::string &results,
                                     bool views = false) {
  SplitStep step;
  step.axis = Number::known(axis);
  step.numPieces = numPieces;
  step.lengthsArgument = 1;
  return {getFunction(data, ", %l: " + lengths, "variadic_split",
                      "axis(" + std::to_string(axis) +
                          ") lengths(%l : " + lengths + ")",
                      numPieces, results),
          views,
          {step}};
}

/// A split along an axis and with lengths that arguments 1 and 2 hold.
static ProgramSource getAllGiven(const std::string &data,
                                 const std::string &axis,
                                 const std::string &lengths,
                                 unsigned numPieces) {
  SplitStep step;
  step.axis = Number::given(1);
  step.numPieces = numPieces;
  step.lengthsArgument = 2;
  return {getFunction(data, ", %a: " + axis + ", %l: " + lengths,
                      "variadic_split",
                      "axis(%a : " + axis + ") lengths(%l : " + lengths + ")",
                      numPieces, repeat(data, numPieces)),
          false,
          {step}};
}

/// A split whose lengths are written in the program.
static ProgramSource getListed(const std::string &data, int64_t axis,
                               const std::vector<int64_t> &lengths,
                               const std::string &results, bool views = false) {
  SplitStep step;
  step.axis = Number::known(axis);
  step.numPieces = lengths.size();
  std::string list;
  for (int64_t length : lengths) {
    step.lengths.push_back(Number::known(length));
    list += (list.empty() ? "" : ", ") + std::to_string(length);
  }
  return {
      getFunction(data, "", "variadic_split",
                  "axis(" + std::to_string(axis) + ") lengths [" + list + "]",
                  lengths.size(), results),
      views,
      {step}};
}

/// A list of lengths, two of which are arguments.
static ProgramSource getMixedLengths() {
  SplitStep step;
  step.axis = Number::known(1);
  step.numPieces = 4;
  step.lengths = {Number::given(1), Number::known(2), Number::given(2),
                  Number::known(-1)};
  std::string data = "tensor<?x?xi16>";
  return {
      getFunction(data, ", %m: index, %n: index", "variadic_split",
                  "axis(1) lengths [%m, 2, %n, -1]", 4,
                  "tensor<?x?xi16>, tensor<?x2xi16>, tensor<?x?xi16>, " + data),
      false,
      {step}};
}

/// Two splits, of different data.
static ProgramSource getTwoSplits() {
  SplitStep even, listed;
  even.axis = Number::known(0);
  even.numPieces = 2;
  listed.data = 1;
  listed.axis = Number::known(0);
  listed.numPieces = 2;
  listed.lengthsArgument = 2;
  return {R"(
func.func @main(%x: tensor<?x3xf32>, %y: tensor<8xf64>, %l: tensor<2xi32>) -> (tensor<?x3xf32>, tensor<2x3xf32>, tensor<?xf64>, tensor<5xf64>) {
  %p:2 = split.split %x axis(0) into 2 : tensor<?x3xf32> -> tensor<?x3xf32>, tensor<2x3xf32>
  %q:2 = split.variadic_split %y axis(0) lengths(%l : tensor<2xi32>) : tensor<8xf64> -> tensor<?xf64>, tensor<5xf64>
  return %p#0, %p#1, %q#0, %q#1 : tensor<?x3xf32>, tensor<2x3xf32>, tensor<?xf64>, tensor<5xf64>
})",
          false,
          {even, listed}};
}

/// A split of data that is made 1-D.
static ProgramSource getFlattened(bool views) {
  SplitStep step;
  step.axis = Number::known(0);
  step.numPieces = 2;
  step.isFlattened = true;
  return {R"(
func.func @main(%x: tensor<?x2xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %f = tensor.collapse_shape %x [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  %p:2 = split.split %f axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
})",
          views,
          {step}};
}

std::vector<ProgramSource> mlir::split::getProgramSources() {
  std::string unknown = "tensor<*xf32>";
  return {
      getEven("tensor<4x6xf32>", "tensor<4x2xf32>", 1, 3),
      getEven("tensor<?x?xf64>", "tensor<?x?xf64>", 0, 2),
      getEven("tensor<2x?xbf16>", "tensor<2x2xbf16>", -1, 3),
      getEven("tensor<?x4xcomplex<f32>>", "tensor<?x1xcomplex<f32>>", 1, 4),
      getEven("tensor<*xi4>", "tensor<*xi4>", 0, 2),
      getEven("tensor<?x?xf32>", "tensor<?x?xf32>", 1, 2, /*views=*/true),
      getEven("tensor<*xf32>", "tensor<*xf32>", -1, 3, /*views=*/true),
      getEvenAlongGiven("tensor<?x?x?xi4>", "index", 2),
      getEvenAlongGiven("tensor<*xi1>", "i32", 2),
      getEvenAlongGiven("tensor<?x?xf16>", "tensor<1xi64>", 3),
      getGivenLengths("tensor<?xf32>", 0, "tensor<3xi64>", 3,
                      repeat("tensor<?xf32>", 3)),
      getGivenLengths("tensor<?x?xi24>", 1, "tensor<2xui8>", 2,
                      repeat("tensor<?x?xi24>", 2)),
      getGivenLengths("tensor<4xf32>", 0, "tensor<2xi64>", 2,
                      "tensor<3xf32>, tensor<1xf32>"),
      getGivenLengths("tensor<?x?xi1>", 0, "tensor<2xi32>", 2,
                      repeat("tensor<?x?xi1>", 2), /*views=*/true),
      getGivenLengths(unknown, -2, "tensor<2xi8>", 2, repeat(unknown, 2)),
      getAllGiven("tensor<*xf64>", "i64", "tensor<3xi64>", 3),
      getAllGiven("tensor<?x?xi64>", "tensor<i8>", "tensor<2xindex>", 2),
      getListed("tensor<?x5xi1>", 1, {1, -1, 2},
                "tensor<?x1xi1>, tensor<?x2xi1>, tensor<?x2xi1>"),
      getListed("tensor<?x?x2xf64>", 1, {3, -1},
                "tensor<?x3x2xf64>, tensor<?x?x2xf64>", /*views=*/true),
      getListed("tensor<7x3xi8>", 0, {0, 4, 3},
                "tensor<0x3xi8>, tensor<4x3xi8>, tensor<3x3xi8>"),
      getMixedLengths(),
      getTwoSplits(),
      getFlattened(/*views=*/false),
      getFlattened(/*views=*/true),
      // So many results that operands are passed in a table.
      getEven("tensor<2x66xf32>", "tensor<2x1xf32>", 1, 66),
  };
}

std::vector<Program> mlir::split::compilePrograms() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  // Types of the programs stay in use.
  static MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::vector<Program> programs;
  for (ProgramSource &source : getProgramSources()) {
    auto module = parseSourceString<ModuleOp>(source.text, &context, "m.mlir");
    if (!module)
      llvm::report_fatal_error("a program of the fuzzer cannot be read");
    native::NativeOptions options;
    options.views = source.views;
    FailureOr<native::NativeModule> native =
        native::NativeModule::compile(*module, "main", options);
    if (failed(native))
      llvm::report_fatal_error("a program of the fuzzer does not compile");
    programs.push_back({std::move(source), std::move(*native)});
  }
  return programs;
}
