//===- Program.h - Compiled workloads and their memory ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_PROGRAM_H
#define SPLIT_MLIR_BENCHMARK_PROGRAM_H

#include "split-mlir/Machine/MachineProfile.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include <deque>

namespace mlir::split::native {

/// Memory from malloc, aligned to 64 bytes. Every page has been accessed,
/// because the first access takes longer than copying the page.
class Buffer {
public:
  Buffer() = default;
  /// With `hugePages`, asks the system for huge pages.
  Buffer(size_t size, bool hugePages);

  char *data() const { return memory.get(); }
  size_t size() const { return numBytes; }
  ArrayRef<char> bytes() const { return {data(), size()}; }

private:
  struct Deleter {
    void operator()(char *memory) const { std::free(memory); }
  };
  std::unique_ptr<char, Deleter> memory;
  size_t numBytes = 0;
};

/// A tensor in memory that it does not own.
struct TensorView {
  SmallVector<int64_t> shape;
  unsigned bytesPerElement;
  char *data;

  size_t getNumBytes() const;
};

/// A compiled function and its arguments, whose pointers are prepared once.
class Program {
public:
  /// Compiles `function` of the module `text` for this machine as the fields
  /// `profile` describe it, see MachineProfile. Its last arguments become
  /// constants.
  static llvm::Expected<Program> compile(StringRef text, StringRef function,
                                         const NativeOptions &options,
                                         const TargetEntries &profile,
                                         ArrayRef<ArrayRef<char>> constants,
                                         MLIRContext *context);

  /// Returns the same function without arguments.
  Program share() const { return Program(native); }

  const NativeModule &getNative() const { return *native; }

  /// Adds the data of the next parameter.
  void addTensor(const TensorView &tensor);
  /// Adds a descriptor of rank `rank` that the function fills in.
  void addResult(int64_t rank);

  /// Returns the data of parameter `number`.
  char *getData(unsigned number) const;
  /// Returns the element with all indices 0.
  char *getFirstElement(unsigned number, unsigned elementBytes) const {
    return getData(number) + descriptors[number][2] * elementBytes;
  }
  void setData(unsigned number, char *data);
  /// Returns the address to free of a result that the function filled in.
  void *getAllocation(unsigned number) const;

  /// Calls the function and returns its status.
  int32_t call() { return native->invoke(slots); }

private:
  explicit Program(std::shared_ptr<const NativeModule> native)
      : native(std::move(native)) {}

  std::shared_ptr<const NativeModule> native;
  std::deque<SmallVector<int64_t>> descriptors;
  SmallVector<void *> slots;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_PROGRAM_H
