//===- Measurement.cpp - Times of compiled splits -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measurement.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using Clock = std::chrono::steady_clock;

llvm::Expected<Buffers> Buffers::create(int64_t bytes) {
  constexpr size_t kAlignment = 4096;
  Buffers buffers;
  for (Memory *memory : {&buffers.input, &buffers.output}) {
    memory->reset(static_cast<char *>(
        std::aligned_alloc(kAlignment, llvm::alignTo(bytes / 2, kAlignment))));
    if (!*memory)
      return llvm::createStringError("no memory for " + Twine(bytes / 2) +
                                     " bytes");
    std::memset(memory->get(), 1, bytes / 2);
  }
  return buffers;
}

/// Returns a module with the split as @main.
static std::string writeSplit(const Workload &workload) {
  std::string input =
      llvm::formatv("tensor<{0}x{1}xf32>", workload.rows, workload.columns);
  std::string piece = llvm::formatv("tensor<{0}x{1}xf32>", workload.rows,
                                    workload.columns / workload.pieces);
  std::string pieces = piece, values = "%0#0";
  for (int64_t i = 1; i < workload.pieces; ++i) {
    pieces += ", " + piece;
    values += ", %0#" + std::to_string(i);
  }
  std::string end = llvm::formatv("return {0} : {1}", values, pieces);
  if (workload.adds)
    end = llvm::formatv("%1 = arith.addf %0#0, %0#1 : {0}\n  return %1 : {0}",
                        piece);
  return llvm::formatv(
      "func.func @main(%x: {0}) -> ({1}) {{\n"
      "  %0:{2} = split.split %x axis(1) into {2} : {0} -> {3}\n  {4}\n}\n",
      input, workload.adds ? piece : pieces, workload.pieces, pieces, end);
}

FailureOr<CompiledSplit> CompiledSplit::compile(MLIRContext *context,
                                                const Workload &workload,
                                                const TargetEntries &entries,
                                                unsigned threads,
                                                const Buffers &buffers) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(writeSplit(workload), context);
  if (!module)
    return failure();
  addTargetEntries(*module, entries);
  NativeOptions options;
  // Checks would only increase the time to compile.
  options.runtimeChecks = false;
  options.threads = threads;
  // Candidates differ in the values that the code reads in each call.
  options.machineConstants = false;
  FailureOr<NativeModule> native =
      NativeModule::compile(*module, "main", options);
  if (failed(native))
    return failure();
  CompiledSplit split(std::move(*native));
  auto addDescriptor = [&](char *data, int64_t columns) {
    split.descriptors.push_back(
        {nullptr, data, 0, {workload.rows, columns}, {columns, 1}});
  };
  addDescriptor(buffers.getInput(), workload.columns);
  int64_t columns = workload.columns / workload.pieces;
  for (int64_t i = 0; i < workload.getNumResults(); ++i)
    addDescriptor(buffers.getOutput() + i * 4 * workload.rows * columns,
                  columns);
  return split;
}

double CompiledSplit::call() {
  SmallVector<void *> slots;
  for (SplitMlirMemRef2 &descriptor : descriptors)
    slots.push_back(&descriptor);
  auto begin = Clock::now();
  if (native.invoke(slots) != SPLIT_MLIR_SUCCESS)
    llvm::report_fatal_error(split_mlir_last_error());
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double Candidate::call(size_t workload) const {
  constexpr double kWarmUpSeconds = 0.01;
  // What compiled code reads. Only this tool changes it.
  const_cast<SplitMlirMachine &>(*split_mlir_machine()) = machine;
  // The preceding calls determine what is cached. They must not be calls of
  // another candidate, whose stores may leave more or less in the caches.
  for (double warm = 0; warm < kWarmUpSeconds;)
    warm += splits[workload]->call();
  return splits[workload]->call();
}
