//===- Peers.h - What others take for the same ------------------*- C++ -*-===//
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

namespace mlir {
namespace split {

/// A process that runs peers.py: NumPy, the reference of all results, and the
/// peers that are used from Python. It works while it is asked, not else.
class PythonWorker {
public:
  /// Starts `script`. Data passes through files in a folder that is removed.
  static llvm::Expected<PythonWorker> start(StringRef python, StringRef script,
                                            bool hugePages, bool hasPeers);
  PythonWorker(PythonWorker &&other);
  ~PythonWorker();

  /// Tells of the workload and of its input; the names of peers that can do it.
  llvm::Expected<SmallVector<std::string>> begin(const Workload &workload,
                                                 ArrayRef<char> input);
  /// Compares results of the workload, one after the other, with NumPy's.
  llvm::Error verify(ArrayRef<ArrayRef<char>> results);
  /// Seconds per call of `peer`, over `calls` calls.
  llvm::Expected<double> time(StringRef peer, int64_t calls);
  /// Writes an ONNX model of the workload; the path.
  llvm::Expected<std::string> writeModel();
  /// Peers may use as many threads.
  llvm::Error setThreads(unsigned threads);

private:
  PythonWorker() = default;
  /// Sends a line, and reads the answer: `ok ...`, or an error.
  llvm::Expected<std::string> ask(const llvm::Twine &request);

  std::string folder;
  FILE *requests = nullptr;
  FILE *answers = nullptr;
  int process = 0;
};

/// ONNX Runtime, by its C API.
class OnnxRuntime {
public:
  /// Loads the library.
  static llvm::Expected<OnnxRuntime> load(StringRef library);

  /// Loads a model of one input, which is to use `threads` threads.
  llvm::Error openModel(StringRef path, unsigned threads);
  /// What the model is called with.
  llvm::Error bind(const Workload &workload, TensorView input,
                   ArrayRef<TensorView> results);
  /// Calls the model, with the results of `bind` or with memory of its own for
  /// them, which is released; whether that went well.
  bool run(bool allocates);

private:
  using AnyFunction = void (*)();
  OnnxRuntime() = default;

  /// A function of the API's table, cast to what the caller knows it to be.
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
  /// Of a call's results.
  SmallVector<void *> passed;
  SmallVector<std::string> names;
  SmallVector<const char *> namePointers;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_BENCHMARK_PEERS_H
