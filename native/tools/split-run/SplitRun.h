//===- SplitRun.h - Parts of split-run --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_SPLITRUN_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_SPLITRUN_H

#include "Ranks.h"
#include "split-mlir/HostAbi/TensorBox.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "tensors/Tensors.h"

namespace mlir::split::native {

/// The options of split-run.
struct CommandLine : ModelOptions {
  CommandLine() : ModelOptions("Basic options", /*defaultCpu=*/"native") {}

  cl::opt<std::string> function{
      "function", cl::value_desc("NAME"),
      cl::desc("The function to run (default: the only public function or, if "
               "there are several, main)"),
      cl::cat(category)};
  cl::list<std::string> inputs{
      "input", cl::value_desc("VALUE"),
      cl::desc("An argument, in order or as NAME=VALUE: "
               "2x3xf32=1,2,3,4,5,6, 2x3xf32=iota, "
               "2x3xf32=random, 2x3xf32=1 for equal elements, 2x3xf32 for "
               "zeros, @FILE.npy or @FILE.pb"),
      cl::cat(category)};
  cl::list<std::string> outputs{
      "output", cl::value_desc("@FILE.npy"),
      cl::desc(
          "A file to write a result to, in order (default: print results)"),
      cl::cat(category)};
  cl::list<std::string> expected{
      "expected_output", cl::value_desc("VALUE"),
      cl::desc(
          "The expected value of a result, in order, as for --input (default: "
          "compare nothing)"),
      cl::cat(category)};
  cl::alias expectedAlias{"expected-output", cl::aliasopt(expected),
                          cl::NotHidden,
                          cl::desc("Alias of --expected_output")};
  cl::opt<uint64_t> seed{
      "seed", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("Seed of random inputs; that of input i is N + i (default: 0)")};
  cl::opt<bool> printAll{
      "print-all", cl::cat(category),
      cl::desc("Print all elements of results, not only the first 1024")};
  cl::opt<std::string> testData{
      "test-data", cl::value_desc("DIR"),
      cl::desc(
          "A folder with input_*.pb and the expected output_*.pb, in place "
          "of --input and --expected_output"),
      cl::cat(category)};
  cl::opt<unsigned> time{
      "time", cl::value_desc("N"),
      cl::desc("Time N runs after one warm-up (default: no timed run)"),
      cl::cat(category)};
  cl::opt<std::string> profile{
      "profile", cl::ValueOptional, cl::value_desc("FILE.json"),
      cl::desc("Print the time and the bytes of each op in the runs of "
               "--time (default: one run), or write them as a trace"),
      cl::cat(category)};
  cl::opt<std::string> draw{
      "draw", cl::ValueOptional, cl::value_desc("FILE.svg"),
      cl::desc("Draw how splits cut tensors and, for several ranks, which "
               "rank has which part, as text or to a file"),
      cl::cat(category)};
  cl::opt<double> rtol{
      "rtol", cl::init(Tolerance().relative),
      cl::desc("Relative tolerance of comparisons of floats (default: 1e-5)"),
      cl::cat(category)};
  cl::opt<double> atol{
      "atol", cl::init(Tolerance().absolute),
      cl::desc("Absolute tolerance of comparisons of floats (default: 1e-8)"),
      cl::cat(category)};
  std::unique_ptr<RunRankOptions> ranks =
      getRankExtension().createRunOptions(category);

  /// Returns an error that parsing does not find, or an empty string.
  std::string findMistake() const;

  /// Returns the paths of the files for results.
  std::vector<std::string> listOutputs() const;

  bool isDrawn() const { return draw.getNumOccurrences() != 0; }
  bool isProfiled() const { return profile.getNumOccurrences() != 0; }

private:
  std::string findOutputMistake() const;
  /// Returns the paths of the files to read.
  std::vector<std::string> listInputs() const;
};

/// Returns the part to read of value `index`, whose type is `whole`.
using SelectPart = llvm::function_ref<llvm::Expected<TensorBox>(
    unsigned index, RankedTensorType whole)>;

/// Reads the values that `specs` describe. Each is text for parseTensorText,
/// or `@FILE.npy` or `@FILE.pb` (an ONNX TensorProto). Errors begin with `what`
/// and the index of the value. The seed of value i is `seed` + i. With
/// `select`, reads only the parts that it returns.
llvm::Expected<SmallVector<HostTensor>>
loadValues(ArrayRef<std::string> specs, StringRef what, uint64_t seed,
           MLIRContext *context, SelectPart select = {});

/// Returns the specs `@DIR/PREFIX_0.pb`, `@DIR/PREFIX_1.pb`, ... up to the
/// first file that does not exist.
SmallVector<std::string> listTestData(StringRef directory, StringRef prefix);

/// Writes `tensor` to the .npy file at `path`.
llvm::Error saveNpy(const HostTensor &tensor, StringRef path);

/// Returns copies of `tensors`, because a call may overwrite its inputs.
llvm::Expected<SmallVector<HostTensor>>
copyTensors(ArrayRef<HostTensor> tensors);

/// Calls the function once, and sets `elapsed`, if not null, to the duration of
/// the call. Collective; prints an error on failure.
FailureOr<SmallVector<HostTensor>>
callFunction(const NativeModule &native, MutableArrayRef<HostTensor> inputs,
             const Ranks &ranks, std::chrono::nanoseconds *elapsed = nullptr);

/// Times `count` calls, each on a copy of `inputs`, and prints the durations
/// and, for several ranks, what they have sent in a call. Delivers the profile
/// of the first rank, if any, to `file`, or prints it if that is empty.
/// Collective.
ExitStatus timeCalls(const NativeModule &native, ArrayRef<HostTensor> inputs,
                     unsigned count, Ranks &ranks, StringRef file);

/// Writes the results to files, and compares or prints them. Each rank passes
/// its parts, and the first rank passes `expected`. Collective.
ExitStatus deliver(MutableArrayRef<HostTensor> results,
                   ArrayRef<HostTensor> expected, const CommandLine &options,
                   const Ranks &ranks);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_SPLITRUN_H
