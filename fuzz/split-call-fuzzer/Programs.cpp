//===- Programs.cpp - The programs that the fuzzer calls ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/InitAll.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;

using Types = std::vector<std::string>;

/// Returns a function of one split op, whose data is %x. `op` is its name, then
/// its operands after the data; `others` are the other arguments.
static ProgramSource getSplit(const std::string &data, StringRef op,
                              const Types &pieces, StringRef others = "",
                              bool views = false) {
  auto [name, operands] = op.split(' ');
  std::string results = llvm::join(pieces, ", "), values;
  for (size_t i = 0; i < pieces.size(); ++i)
    values += (i ? ", %p#" : "%p#") + std::to_string(i);
  std::string text;
  llvm::raw_string_ostream(text)
      << "func.func @main(%x: " << data << others << ") -> (" << results
      << ") {\n  %p:" << pieces.size() << " = split." << name << " %x "
      << operands << " : " << data << " -> " << results << "\n  return "
      << values << " : " << results << "\n}\n";
  return {text, views};
}

/// Two splits, of different data.
static constexpr const char *kTwoSplits = R"(
func.func @main(%x: tensor<?x3xf32>, %y: tensor<8xf64>, %l: tensor<2xi32>) -> (tensor<?x3xf32>, tensor<2x3xf32>, tensor<?xf64>, tensor<5xf64>) {
  %p:2 = split.split %x axis(0) into 2 : tensor<?x3xf32> -> tensor<?x3xf32>, tensor<2x3xf32>
  %q:2 = split.variadic_split %y axis(0) lengths(%l : tensor<2xi32>) : tensor<8xf64> -> tensor<?xf64>, tensor<5xf64>
  return %p#0, %p#1, %q#0, %q#1 : tensor<?x3xf32>, tensor<2x3xf32>, tensor<?xf64>, tensor<5xf64>
})";

/// A split of data that is made 1-D.
static constexpr const char *kFlattened = R"(
func.func @main(%x: tensor<?x2xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %f = tensor.collapse_shape %x [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  %p:2 = split.split %f axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
})";

/// Returns all programs. New ones are added at the end, so that inputs that
/// earlier runs have found stay as they are.
static std::vector<ProgramSource> getProgramSources() {
  constexpr bool kViews = true;
  return {
      getSplit("tensor<4x6xf32>", "split axis(1) into 3",
               Types(3, "tensor<4x2xf32>")),
      getSplit("tensor<?x?xf64>", "split axis(0) into 2",
               Types(2, "tensor<?x?xf64>")),
      getSplit("tensor<2x?xbf16>", "split axis(-1) into 3",
               Types(3, "tensor<2x2xbf16>")),
      getSplit("tensor<?x4xcomplex<f32>>", "split axis(1) into 4",
               Types(4, "tensor<?x1xcomplex<f32>>")),
      getSplit("tensor<*xi4>", "split axis(0) into 2",
               Types(2, "tensor<*xi4>")),
      getSplit("tensor<?x?xf32>", "split axis(1) into 2",
               Types(2, "tensor<?x?xf32>"), "", kViews),
      getSplit("tensor<*xf32>", "split axis(-1) into 3",
               Types(3, "tensor<*xf32>"), "", kViews),
      // An axis that an argument holds.
      getSplit("tensor<?x?x?xi4>", "split axis(%a : index) into 2",
               Types(2, "tensor<?x?x?xi4>"), ", %a: index"),
      getSplit("tensor<*xi1>", "split axis(%a : i32) into 2",
               Types(2, "tensor<*xi1>"), ", %a: i32"),
      getSplit("tensor<?x?xf16>", "split axis(%a : tensor<1xi64>) into 3",
               Types(3, "tensor<?x?xf16>"), ", %a: tensor<1xi64>"),
      // Lengths that an argument holds.
      getSplit("tensor<?xf32>",
               "variadic_split axis(0) lengths(%l : tensor<3xi64>)",
               Types(3, "tensor<?xf32>"), ", %l: tensor<3xi64>"),
      getSplit("tensor<?x?xi24>",
               "variadic_split axis(1) lengths(%l : tensor<2xui8>)",
               Types(2, "tensor<?x?xi24>"), ", %l: tensor<2xui8>"),
      getSplit("tensor<4xf32>",
               "variadic_split axis(0) lengths(%l : tensor<2xi64>)",
               {"tensor<3xf32>", "tensor<1xf32>"}, ", %l: tensor<2xi64>"),
      getSplit("tensor<?x?xi1>",
               "variadic_split axis(0) lengths(%l : tensor<2xi32>)",
               Types(2, "tensor<?x?xi1>"), ", %l: tensor<2xi32>", kViews),
      getSplit("tensor<*xf32>",
               "variadic_split axis(-2) lengths(%l : tensor<2xi8>)",
               Types(2, "tensor<*xf32>"), ", %l: tensor<2xi8>"),
      // Both.
      getSplit("tensor<*xf64>",
               "variadic_split axis(%a : i64) lengths(%l : tensor<3xi64>)",
               Types(3, "tensor<*xf64>"), ", %a: i64, %l: tensor<3xi64>"),
      getSplit("tensor<?x?xi64>",
               "variadic_split axis(%a : tensor<i8>) "
               "lengths(%l : tensor<2xindex>)",
               Types(2, "tensor<?x?xi64>"),
               ", %a: tensor<i8>, %l: tensor<2xindex>"),
      // Lengths in the program.
      getSplit("tensor<?x5xi1>", "variadic_split axis(1) lengths [1, -1, 2]",
               {"tensor<?x1xi1>", "tensor<?x2xi1>", "tensor<?x2xi1>"}),
      getSplit("tensor<?x?x2xf64>", "variadic_split axis(1) lengths [3, -1]",
               {"tensor<?x3x2xf64>", "tensor<?x?x2xf64>"}, "", kViews),
      getSplit("tensor<7x3xi8>", "variadic_split axis(0) lengths [0, 4, 3]",
               {"tensor<0x3xi8>", "tensor<4x3xi8>", "tensor<3x3xi8>"}),
      getSplit("tensor<?x?xi16>",
               "variadic_split axis(1) lengths [%m, 2, %n, -1]",
               {"tensor<?x?xi16>", "tensor<?x2xi16>", "tensor<?x?xi16>",
                "tensor<?x?xi16>"},
               ", %m: index, %n: index"),
      {kTwoSplits},
      {kFlattened},
      {kFlattened, kViews},
      // So many results that operands are passed in a table.
      getSplit("tensor<2x66xf32>", "split axis(1) into 66",
               Types(66, "tensor<2x1xf32>")),
  };
}

static unsigned getArgument(Value value) {
  return cast<BlockArgument>(value).getArgNumber();
}

static Number getNumber(OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return {0, getArgument(value)};
  return {*getConstantIntValue(number), std::nullopt};
}

static SplitStep readStep(SplitOpInterface op) {
  SplitStep step;
  Value data = op.getData();
  if (auto collapse = data.getDefiningOp<tensor::CollapseShapeOp>()) {
    step.isFlattened = true;
    data = collapse.getSrc();
  }
  step.data = getArgument(data);
  step.axis = getNumber(op.getMixedAxis());
  step.numPieces = op->getNumResults();
  if (Value lengths = op.getLengthsOperand())
    step.lengthsArgument = getArgument(lengths);
  else
    step.lengths = llvm::map_to_vector(op.getMixedLengths(), getNumber);
  return step;
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
    module->walk(
        [&](SplitOpInterface op) { source.steps.push_back(readStep(op)); });
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
