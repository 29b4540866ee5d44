//===- WorkloadRun.h - One workload's memory and contenders -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_WORKLOADRUN_H
#define SPLIT_MLIR_BENCHMARK_WORKLOADRUN_H

#include "Contest.h"
#include "Copies.h"
#include "Driver.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split::native {

/// The memory and the contenders of one workload. It cannot be moved, because
/// contenders refer to it.
class WorkloadRun {
public:
  WorkloadRun(const Workload &workload, const DriverOptions &options,
              SecondThread *second, MLIRContext *context);

  /// The contenders. All except copies are verified when they are added.
  void addBaseline();
  llvm::Error addOurs(PythonWorker &worker);
  llvm::Error addPythonPeers(PythonWorker &worker);
  llvm::Error addOnnxRuntime(OnnxRuntime &runtime, PythonWorker &worker);

  /// Measures all contenders; those of Python run in `worker`. See runContest.
  llvm::Expected<bool> run(pid_t worker);

  ArrayRef<char> getInput() const { return input.bytes(); }
  std::vector<Contender> contenders;

private:
  llvm::Expected<Program *> compile(StringRef function, NativeOptions native);
  llvm::Expected<Program *> compile(StringRef function) {
    return compile(function, options.native);
  }
  void copyWhole(const WholeCopy &copy);
  TensorView viewInput() const;
  SmallVector<TensorView> viewResults() const;
  void addParameters(Program &program) const;
  llvm::Error verifyResults(PythonWorker &worker);
  llvm::Error addWriting(PythonWorker &worker, Program *program, StringRef name,
                         StringRef kind);
  llvm::Error addInto(PythonWorker &worker, const NativeOptions &native,
                      StringRef name, StringRef kind);
  llvm::Error addAllocating(PythonWorker &worker);
  llvm::Error addLoop(PythonWorker &worker);
  llvm::Error addPresplit(PythonWorker &worker);
  llvm::Error addViews(PythonWorker &worker);
  void add(StringRef name, StringRef kind, bool allocates,
           std::function<llvm::Expected<double>(int64_t)> time);
  /// Returns how many calls take about as long as copying a few megabytes.
  int64_t getCalls() const;

  const Workload &workload;
  const DriverOptions &options;
  MLIRContext *context;
  /// The input and the results of calls.
  size_t bytes;
  Buffer input;
  /// A target for copies of the whole input.
  Buffer whole;
  std::vector<Buffer> results;
  /// The further arguments of the workload.
  std::vector<Buffer> parameters;
  /// The pieces as inputs.
  std::vector<Buffer> pieces;
  std::vector<std::unique_ptr<Program>> programs;
  /// The first program for each processor, number of threads and function.
  llvm::StringMap<size_t> compiled;
  /// Null with one thread.
  SecondThread *second;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_WORKLOADRUN_H
