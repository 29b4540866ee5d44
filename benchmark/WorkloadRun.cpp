//===- WorkloadRun.cpp - One workload's memory and contenders -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkloadRun.h"

#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <malloc.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Fills memory with random bits or, for arithmetic, numbers from -8 to 8.
static void fillInput(const Workload &workload, const Buffer &input) {
  uint64_t state = 1;
  auto next = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  };
  if (workload.computes.empty()) {
    for (size_t i = 0; i + 4 <= input.size(); i += 4) {
      auto bits = static_cast<uint32_t>(next() * 2 + i);
      std::memcpy(input.data() + i, &bits, 4);
    }
    return;
  }
  auto *floats = reinterpret_cast<float *>(input.data());
  for (size_t i = 0; i < input.size() / sizeof(float); ++i)
    floats[i] = static_cast<float>(next() % 65536) / 4096.0f - 8.0f;
}

/// Fills parameter number `number` with numbers from -`limit` to `limit`, as
/// peers.py does.
static void fillParameter(unsigned number, float limit,
                          const Buffer &parameter) {
  auto *floats = reinterpret_cast<float *>(parameter.data());
  for (size_t i = 0; i < parameter.size() / sizeof(float); ++i)
    floats[i] =
        (static_cast<float>((i * 7 + number * 13) % 61) / 32.0f - 1.0f) * limit;
}

WorkloadRun::WorkloadRun(const Workload &workload, const DriverOptions &options,
                         SecondThread *second, MLIRContext *context)
    : workload(workload), options(options), context(context),
      bytes(workload.getInputBytes() + workload.getResultBytes()),
      input(workload.getInputBytes(), options.hugePages),
      whole(workload.getInputBytes(), options.hugePages), second(second) {
  fillInput(workload, input);
  size_t element = workload.getBytesPerElement();
  for (auto [number, type] : llvm::enumerate(workload.parameters)) {
    parameters.emplace_back(type.getNumElements() * element, options.hugePages);
    // Small, so that sums are.
    bool isWeight = workload.hasConstants() && type.getRank() > 1;
    fillParameter(number, isWeight ? 1.0f / 32.0f : 1.0f, parameters.back());
  }
  for (ArrayRef<int64_t> shape : workload.getResultShapes())
    results.emplace_back(ShapedType::getNumElements(shape) * element,
                         options.hugePages);
}

TensorView WorkloadRun::viewInput() const {
  return {SmallVector<int64_t>(workload.input.getShape()),
          workload.getBytesPerElement(), input.data()};
}

SmallVector<TensorView> WorkloadRun::viewResults() const {
  SmallVector<TensorView> views;
  for (auto [shape, buffer] :
       llvm::zip_equal(workload.getResultShapes(), results))
    views.push_back({shape, workload.getBytesPerElement(), buffer.data()});
  return views;
}

void WorkloadRun::addParameters(Program &program) const {
  if (workload.hasConstants())
    return;
  for (auto [type, buffer] : llvm::zip_equal(workload.parameters, parameters))
    program.addTensor({SmallVector<int64_t>(type.getShape()),
                       workload.getBytesPerElement(), buffer.data()});
}

llvm::Error WorkloadRun::verifyResults(PythonWorker &worker) {
  SmallVector<ArrayRef<char>> blocks;
  for (Buffer &buffer : results)
    blocks.push_back(buffer.bytes());
  if (llvm::Error error = worker.verify(blocks))
    return error;
  for (Buffer &buffer : results)
    std::memset(buffer.data(), 0xa5, buffer.size());
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Contenders
//===----------------------------------------------------------------------===//

void WorkloadRun::add(StringRef name, StringRef kind, bool allocates,
                      std::function<llvm::Expected<double>(int64_t)> time) {
  contenders.push_back(
      {name.str(), kind.str(), allocates, bytes, std::move(time), {}});
}

int64_t WorkloadRun::getCalls() const {
  if (workload.wantsViews)
    return 100000;
  if (workload.hasConstants())
    return 4;
  constexpr int64_t enough = 32 << 20;
  return std::clamp<int64_t>(enough / static_cast<int64_t>(bytes), 1, 10000);
}

/// Adds copies by one thread, or by two threads that copy a half each.
void WorkloadRun::copyWhole(const WholeCopy &copy) {
  if (!second) {
    copy.run(whole.data(), input.data(), input.size());
    return;
  }
  size_t half = input.size() / 2 & ~size_t(63);
  second->run([&] { copy.run(whole.data(), input.data(), half); },
              [&] {
                copy.run(whole.data() + half, input.data() + half,
                         input.size() - half);
              });
}

void WorkloadRun::addBaseline() {
  if (workload.wantsViews || workload.hasConstants())
    return;
  for (const WholeCopy &copy : getWholeCopies()) {
    add(copy.name, "baseline", false, [this, copy](int64_t calls) {
      return timeCalls(calls, [&] {
        copyWhole(copy);
        return true;
      });
    });
    contenders.back().bytes = 2 * input.size();
  }
}

llvm::Expected<Program *> WorkloadRun::compile(StringRef function,
                                               NativeOptions native) {
  auto [entry, isNew] = compiled.try_emplace(
      llvm::formatv("{0} x{1} {2}", native.cpu, native.threads, function).str(),
      programs.size());
  if (!isNew) {
    programs.push_back(
        std::make_unique<Program>(programs[entry->second]->share()));
    return programs.back().get();
  }
  native.views = workload.wantsViews;
  bool isPortable = native.cpu == "portable";
  SmallVector<ArrayRef<char>> constants;
  if (workload.hasConstants())
    for (const Buffer &parameter : parameters)
      constants.push_back(parameter.bytes());
  auto program = Program::compile(
      workload.text, function, native,
      isPortable ? TargetEntries() : options.profile, constants, context);
  if (!program)
    return program.takeError();
  programs.push_back(std::make_unique<Program>(std::move(*program)));
  return programs.back().get();
}

static llvm::Error failCall() {
  return llvm::createStringError(split_mlir_last_error());
}

/// Adds a contender for `program`, whose inputs are set. It writes to
/// destinations of the caller.
llvm::Error WorkloadRun::addWriting(PythonWorker &worker, Program *program,
                                    StringRef name, StringRef kind) {
  addParameters(*program);
  for (const TensorView &result : viewResults())
    program->addTensor(result);
  if (program->call() != 0)
    return failCall();
  if (llvm::Error error = verifyResults(worker))
    return error;
  add(name, kind, false, [program](int64_t calls) {
    return timeCalls(calls, [&] { return program->call() == 0; });
  });
  return llvm::Error::success();
}

/// Adds a contender that writes to destinations of the caller.
llvm::Error WorkloadRun::addInto(PythonWorker &worker,
                                 const NativeOptions &native, StringRef name,
                                 StringRef kind) {
  bool hasInto = workload.hasFunction("into");
  auto program = compile(hasInto ? "into" : "split", native);
  if (!program)
    return program.takeError();
  (*program)->addTensor(viewInput());
  return addWriting(worker, *program, name, kind);
}

/// Adds a contender that allocates and frees results in each call: the caller
/// allocates them if sizes are known, else the callee. For results of a
/// mebibyte or more, adds another one whose only call is the first after the
/// allocator has given its pages back to the system.
llvm::Error WorkloadRun::addAllocating(PythonWorker &worker) {
  auto compiled = compile("split");
  if (!compiled)
    return compiled.takeError();
  Program *program = *compiled;
  program->addTensor(viewInput());
  addParameters(*program);
  size_t firstResult = workload.hasConstants() ? 1 : 1 + parameters.size();
  auto types = program->getNative().getFunctionType().getResults();
  bool isCallees = !cast<RankedTensorType>(types.front()).hasStaticShape();
  for (const TensorView &result : viewResults())
    if (isCallees)
      program->addResult(result.shape.size());
    else
      program->addTensor(result);

  auto callOnce = [this, program, isCallees, firstResult](bool keeps) {
    if (!isCallees)
      for (auto [i, buffer] : llvm::enumerate(results))
        program->setData(
            i + firstResult,
            static_cast<char *>(split_mlir_allocate(buffer.size(), 64)));
    bool isGood = program->call() == 0;
    for (auto [i, buffer] : llvm::enumerate(results)) {
      if (keeps && isGood)
        std::memcpy(buffer.data(), program->getData(i + firstResult),
                    buffer.size());
      split_mlir_free(program->getAllocation(i + firstResult));
    }
    return isGood;
  };
  if (!callOnce(/*keeps=*/true))
    return failCall();
  if (llvm::Error error = verifyResults(worker))
    return error;
  auto call = [callOnce] { return callOnce(/*keeps=*/false); };
  add("split-mlir", "ours", true,
      [call](int64_t calls) { return timeCalls(calls, call); });
  constexpr size_t leastFirstCallBytes = 1 << 20;
  if (workload.getResultBytes() >= leastFirstCallBytes)
    add("split-mlir, first call", "first-call", true, [call](int64_t) {
      split_mlir_release_memory();
      // The C library keeps pages, too.
      ::malloc_trim(/*pad=*/0);
      return timeCalls(1, call);
    });
  return llvm::Error::success();
}

/// Adds a bare loop of vectors if it does the same split.
llvm::Error WorkloadRun::addLoop(PythonWorker &worker) {
  auto outer = workload.input.getShape().take_front(workload.axis);
  if (!workload.computes.empty() || results.size() != kSmallPieces ||
      llvm::any_of(outer, [](int64_t dim) { return dim != 1; }) ||
      llvm::any_of(results, [](const Buffer &buffer) {
        return buffer.size() != kSmallPieceBytes;
      }))
    return llvm::Error::success();
  std::array<char *, kSmallPieces> pieces;
  for (auto [piece, buffer] : llvm::zip_equal(pieces, results))
    piece = buffer.data();
  auto call = [this, pieces] {
    splitSmall(input.data(), pieces.data());
    return true;
  };
  call();
  if (llvm::Error error = verifyResults(worker))
    return error;
  add("vectors", "loop", false,
      [call](int64_t calls) { return timeCalls(calls, call); });
  return llvm::Error::success();
}

/// Adds a contender whose inputs were split beforehand.
llvm::Error WorkloadRun::addPresplit(PythonWorker &worker) {
  if (!workload.hasFunction("presplit"))
    return llvm::Error::success();
  auto program = compile("presplit");
  if (!program)
    return program.takeError();
  size_t element = workload.getBytesPerElement();
  size_t row = workload.input.getShape().back() * element;
  size_t offset = 0;
  for (unsigned i = 0; i < workload.lengths.size(); ++i) {
    SmallVector<int64_t> shape = workload.getPieceShape(i);
    size_t part = shape.back() * element;
    Buffer &piece = pieces.emplace_back(
        ShapedType::getNumElements(shape) * element, options.hugePages);
    for (size_t from = offset, to = 0; to < piece.size();
         from += row, to += part)
      std::memcpy(piece.data() + to, input.data() + from, part);
    offset += part;
    (*program)->addTensor({shape, unsigned(element), piece.data()});
  }
  return addWriting(worker, *program, "presplit", "presplit");
}

/// Adds a contender that returns views of the input, and verifies their
/// elements.
llvm::Error WorkloadRun::addViews(PythonWorker &worker) {
  auto program = compile("split");
  if (!program)
    return program.takeError();
  (*program)->addTensor(viewInput());
  for (const TensorView &result : viewResults())
    (*program)->addResult(result.shape.size());
  if ((*program)->call() != 0)
    return failCall();
  size_t row = workload.input.getShape().back() * workload.getBytesPerElement();
  for (auto [i, buffer] : llvm::enumerate(results)) {
    const char *data =
        (*program)->getFirstElement(i + 1, workload.getBytesPerElement());
    size_t rows = workload.input.getDimSize(0);
    if (data < input.data() || data >= input.data() + row)
      return llvm::createStringError("result is no view of the input");
    size_t part = buffer.size() / rows;
    for (size_t j = 0; j < rows; ++j)
      std::memcpy(buffer.data() + j * part, data + j * row, part);
  }
  if (llvm::Error error = verifyResults(worker))
    return error;
  add("split-mlir", "ours", false, [program = *program](int64_t calls) {
    return timeCalls(calls, [&] { return program->call() == 0; });
  });
  return llvm::Error::success();
}

llvm::Error WorkloadRun::addOurs(PythonWorker &worker) {
  if (workload.wantsViews)
    return addViews(worker);
  if (llvm::Error error = addInto(worker, options.native, "split-mlir", "ours"))
    return error;
  NativeOptions others = options.native;
  others.threads = 1;
  if (options.threads > 1)
    if (llvm::Error error = addInto(worker, others, "one thread", "one-thread"))
      return error;
  others = options.native;
  others.cpu = "portable";
  if (options.portable)
    if (llvm::Error error = addInto(worker, others, "portable", "portable"))
      return error;
  if (llvm::Error error = addAllocating(worker))
    return error;
  if (llvm::Error error = addLoop(worker))
    return error;
  return addPresplit(worker);
}

llvm::Error WorkloadRun::addPythonPeers(PythonWorker &worker) {
  auto peers = worker.begin(workload, input.bytes());
  if (!peers)
    return peers.takeError();
  // Peers return views, too, but Python takes a part of their time.
  if (workload.wantsViews)
    return llvm::Error::success();
  for (const std::string &peer : *peers) {
    StringRef name = peer;
    bool allocates = name.consume_back("_alloc");
    add(name, "peer", allocates,
        [&worker, peer](int64_t calls) { return worker.time(peer, calls); });
  }
  return llvm::Error::success();
}

llvm::Error WorkloadRun::addOnnxRuntime(OnnxRuntime &runtime,
                                        PythonWorker &worker) {
  auto model = worker.writeModel();
  if (!model)
    return model.takeError();
  if (llvm::Error error = runtime.openModel(*model, options.threads))
    return error;
  if (llvm::Error error = runtime.bind(workload, viewInput(), viewResults()))
    return error;
  if (!runtime.run(/*allocates=*/false))
    return llvm::createStringError("ONNX Runtime fails");
  if (llvm::Error error = verifyResults(worker))
    return error;
  for (bool allocates : {false, true})
    add("onnxruntime", "peer", allocates, [&runtime, allocates](int64_t calls) {
      return timeCalls(calls, [&] { return runtime.run(allocates); });
    });
  return llvm::Error::success();
}

llvm::Expected<bool> WorkloadRun::run(pid_t worker) {
  ContestOptions contest{options.rounds, getCalls()};
  contest.hasThreads = options.threads > 1;
  contest.helpers = {worker};
  return runContest(contenders, contest);
}
