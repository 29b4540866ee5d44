//===- Driver.cpp - Measures workloads ------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "WorkloadRun.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

Driver::Driver(const DriverOptions &options, MLIRContext *context,
               PythonWorker worker)
    : options(options), context(context), worker(std::move(worker)) {}

llvm::Expected<Driver> Driver::create(const DriverOptions &options,
                                      MLIRContext *context) {
  auto worker =
      PythonWorker::start(options.python, SPLIT_BENCH_FOLDER "/peers.py",
                          options.hugePages, options.peers);
  if (!worker)
    return worker.takeError();
  Driver driver(options, context, std::move(*worker));
  driver.options.native.threads = options.threads;
  if (options.threads > 1)
    driver.second = std::make_unique<SecondThread>();
  if (llvm::Error error = driver.worker.setThreads(options.threads))
    return error;
  if (options.peers && !options.onnxRuntime.empty()) {
    auto runtime = OnnxRuntime::load(options.onnxRuntime);
    if (!runtime)
      return runtime.takeError();
    driver.onnxRuntime = std::move(*runtime);
  }
  return driver;
}

/// `W2: 10.1 GB/s, 0.45 of the best copy (NT), 0.8x torch`.
static void printSummary(const Record &record) {
  const Contender *ours = findBest(record.contenders, "ours");
  const Contender *baseline = findBest(record.contenders, "baseline");
  const Contender *peer = findBest(record.contenders, "peer");
  auto getRate = [](const Contender &contender) {
    return static_cast<double>(contender.bytes) / contender.getMedian() * 1e-9;
  };
  llvm::outs() << llvm::format("%-4s", record.name.c_str());
  if (ours->getMedian() < 1e-6)
    llvm::outs() << llvm::format(" %6.1f ns  ", ours->getMedian() * 1e9);
  else if (!baseline)
    llvm::outs() << llvm::format(" %6.2f ms  ", ours->getMedian() * 1e3);
  else
    llvm::outs() << llvm::format(" %6.1f GB/s", getRate(*ours));
  if (baseline) {
    double bytes = double(ours->bytes) / double(baseline->bytes);
    llvm::outs() << llvm::format(", %.2f of the best copy (",
                                 bytes * getMedianRatio(*baseline, *ours))
                 << baseline->name << ")";
  }
  if (peer)
    llvm::outs() << llvm::format(", %.2fx ", getMedianRatio(*peer, *ours))
                 << peer->name;
  if (const Contender *presplit = findBest(record.contenders, "presplit"))
    llvm::outs() << llvm::format(", %.2fx the time of split inputs",
                                 getMedianRatio(*ours, *presplit));
  if (const Contender *portable = findBest(record.contenders, "portable"))
    llvm::outs() << llvm::format(", portable at %.2f of this speed",
                                 getMedianRatio(*ours, *portable));
  if (record.isDisturbed)
    llvm::outs() << ", disturbed";
  llvm::outs() << "\n";
  llvm::outs().flush();
}

llvm::Error Driver::measure(const Workload &workload) {
  WorkloadRun run(workload, options, second.get(), context);
  run.addBaseline();
  // Ask for peers first, because this tells the worker the expected results.
  if (llvm::Error error = run.addPythonPeers(worker))
    return error;
  if (llvm::Error error = run.addOurs(worker))
    return error;
  if (onnxRuntime && !workload.wantsViews)
    if (llvm::Error error = run.addOnnxRuntime(*onnxRuntime, worker))
      llvm::errs() << workload.name << ": measured without ONNX Runtime: "
                   << llvm::toString(std::move(error)) << "\n";
  llvm::Expected<bool> isDisturbed = run.run(worker.getProcess());
  if (!isDisturbed)
    return isDisturbed.takeError();
  std::string name = workload.name;
  if (options.threads > 1)
    name += " x" + std::to_string(options.threads);
  records.push_back({name, workload.getResultShapes().size(), *isDisturbed,
                     std::move(run.contenders)});
  printSummary(records.back());
  return llvm::Error::success();
}

void Driver::writeJson(raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.array([&] {
    for (const Record &record : records)
      for (const Contender &contender : record.contenders)
        json.object([&] {
          json.attribute("workload", record.name);
          json.attribute("name", contender.name);
          json.attribute("kind", contender.kind);
          json.attribute("allocates", contender.allocates);
          json.attribute("threads", options.threads);
          json.attribute("bytes", contender.bytes);
          json.attribute("results", record.numResults);
          json.attribute("disturbed", record.isDisturbed);
          json.attributeArray("seconds", [&] {
            for (double seconds : contender.seconds)
              json.value(seconds);
          });
        });
  });
}
