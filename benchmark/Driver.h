//===- Driver.h - Measures workloads ----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_DRIVER_H
#define SPLIT_MLIR_BENCHMARK_DRIVER_H

#include "Contest.h"
#include "Copies.h"
#include "Peers.h"
#include "Program.h"
#include "Workload.h"

namespace mlir::split::native {

struct DriverOptions {
  NativeOptions native;
  /// The machine profile to compile for; the contender for all processors does
  /// without.
  TargetEntries profile;
  unsigned rounds = 15;
  unsigned threads = 1;
  /// The divisor of the sizes of the sweep.
  unsigned shrink = 1;
  bool hugePages = false;
  bool peers = true;
  /// Whether portable code is timed, too.
  bool portable = false;
  std::string python;
  std::string onnxRuntime;
};

/// The measurements of one workload.
struct Record {
  std::string name;
  size_t numResults;
  /// Whether others disturbed the measurement, see runContest.
  bool isDisturbed;
  std::vector<Contender> contenders;
};

/// Measures workloads and stores the results.
class Driver {
public:
  static llvm::Expected<Driver> create(const DriverOptions &options,
                                       MLIRContext *context);

  /// Compiles the workload, compares its results with NumPy's, and times it.
  llvm::Error measure(const Workload &workload);
  /// Measures splits into runs of all lengths, or those that `only` names, and
  /// prints those below `bar`, a part of the best copy's speed.
  llvm::Error sweep(StringRef only, double bar);

  void writeJson(raw_ostream &os) const;

  DriverOptions options;
  MLIRContext *context;

private:
  Driver(const DriverOptions &options, MLIRContext *context,
         PythonWorker worker);

  PythonWorker worker;
  /// The thread that copies the other half with two threads. It must start
  /// before OpenMP restricts this thread to one processor.
  std::unique_ptr<SecondThread> second;
  std::optional<OnnxRuntime> onnxRuntime;
  std::vector<Record> records;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_DRIVER_H
