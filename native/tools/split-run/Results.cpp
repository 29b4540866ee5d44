//===- Results.cpp - Output and comparison of results ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitRun.h"

#include "split-mlir/Target/Native/TensorText.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// The number of elements of a result that are printed without `--print-all`.
/// IREE's tools print as many.
static constexpr int64_t kMaxPrinted = 1024;

static ExitStatus save(StringRef path, unsigned index, const HostTensor &result,
                       const Ranks &ranks) {
  if (std::optional<ExitStatus> status = ranks.saveParts(index, result, path))
    return *status;
  ExitStatus status = Success;
  if (ranks.isFirst())
    if (llvm::Error error = saveNpy(result, path))
      status = fail(std::move(error));
  return ranks.agree(status);
}

static void print(unsigned index, const HostTensor &result,
                  const CommandLine &options) {
  llvm::outs() << "result[" << index << "]: ";
  printTensorText(result, llvm::outs(),
                  options.printAll ? result.getNumElements() : kMaxPrinted);
  llvm::outs() << '\n';
}

static ExitStatus compare(unsigned index, const HostTensor &result,
                          const HostTensor &expected,
                          const CommandLine &options) {
  Tolerance tolerance{options.rtol, options.atol};
  llvm::Error error = compareTensors(result, expected, tolerance);
  if (!error)
    return Success;
  return fail("result " + Twine(index) + ": " +
              llvm::toString(std::move(error)));
}

/// Compares or prints whole results.
static ExitStatus show(ArrayRef<HostTensor> results,
                       ArrayRef<HostTensor> expected,
                       const CommandLine &options) {
  ExitStatus status = Success;
  for (auto [index, result] : llvm::enumerate(results)) {
    if (expected.empty())
      print(index, result, options);
    else if (compare(index, result, expected[index], options) != Success)
      status = WrongInput;
  }
  if (!expected.empty() && status == Success)
    llvm::outs() << expected.size()
                 << (expected.size() == 1 ? " result matches\n"
                                          : " results match\n");
  return status;
}

ExitStatus mlir::split::native::deliver(MutableArrayRef<HostTensor> results,
                                        ArrayRef<HostTensor> expected,
                                        const CommandLine &options,
                                        const Ranks &ranks) {
  for (auto [index, path] : llvm::enumerate(options.listOutputs()))
    if (save(path, index, results[index], ranks) != Success)
      return WrongInput;
  bool isCompared = !options.expected.empty() || !options.testData.empty();
  if (!isCompared && !options.outputs.empty())
    return Success;
  for (auto [index, result] : llvm::enumerate(results))
    if (ranks.gather(index, result) != Success)
      return WrongInput;
  return ranks.agree(ranks.isFirst() ? show(results, expected, options)
                                     : Success);
}
