//===- Peers.h - Measurements of other libraries ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_PEERS_H
#define SPLIT_MLIR_BENCHMARK_PEERS_H

#include "Program.h"
#include "Workload.h"
#include <cstdio>

namespace mlir::split::native {

/// A process that runs peers.py: NumPy, the reference for all results, and the
/// peers that are used from Python. It is idle between requests.
class PythonWorker {
public:
  /// Starts `script`. Data passes through files in a temporary folder.
  static llvm::Expected<PythonWorker> start(StringRef python, StringRef script,
                                            bool hugePages, bool hasPeers);
  PythonWorker(PythonWorker &&other);
  ~PythonWorker();

  /// Sends the workload and its input, and returns the names of peers that can
  /// do it.
  llvm::Expected<SmallVector<std::string>> begin(const Workload &workload,
                                                 ArrayRef<char> input);
  /// Compares the results of the workload with NumPy's.
  llvm::Error verify(ArrayRef<ArrayRef<char>> results);
  /// Returns seconds per call of `peer`, measured over `calls` calls.
  llvm::Expected<double> time(StringRef peer, int64_t calls);
  /// Writes an ONNX model of the workload and returns its path.
  llvm::Expected<std::string> writeModel();
  /// Sets the number of threads that peers may use.
  llvm::Error setThreads(unsigned threads);
  pid_t getProcess() const { return process; }

private:
  PythonWorker() = default;
  /// Sends a line and reads the answer: `ok ...` or an error.
  llvm::Expected<std::string> ask(const llvm::Twine &request);

  std::string folder;
  FILE *requests = nullptr;
  FILE *answers = nullptr;
  pid_t process = 0;
};

/// ONNX Runtime through its C API.
class OnnxRuntime {
public:
  /// Loads the library.
  static llvm::Expected<OnnxRuntime> load(StringRef library);

  /// Loads a model with one input for `threads` threads.
  llvm::Error openModel(StringRef path, unsigned threads);
  /// Sets the input and the results of calls.
  llvm::Error bind(const Workload &workload, TensorView input,
                   ArrayRef<TensorView> results);
  /// Calls the model, with the results of `bind` or with memory that it
  /// allocates and frees. Returns success.
  bool run(bool allocates);

private:
  using AnyFunction = void (*)();
  OnnxRuntime() = default;

  /// Returns a function of the API's table, cast to its type.
  template <typename Function>
  Function get(unsigned index) const {
    return reinterpret_cast<Function>(functions[index]);
  }
  llvm::Error check(void *status) const;
  llvm::Expected<void *> createValue(const TensorView &tensor, int elementType);

  const AnyFunction *functions = nullptr;
  void *environment = nullptr;
  void *session = nullptr;
  void *input = nullptr;
  SmallVector<void *> outputs;
  /// The results of a call.
  SmallVector<void *> passed;
  SmallVector<std::string> names;
  SmallVector<const char *> namePointers;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_PEERS_H
