//===- Sweep.cpp - Sweep over lengths of runs -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Driver.h"
#include "mlir/IR/Builders.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static constexpr int64_t kSweepBytes = 64 << 20;
/// The number of copies that every case is compared with.
static constexpr size_t kNumCopies = 3;

/// Returns a split of `kSweepBytes` in all. Pieces have `run` elements; if they
/// are uneven, every second piece has 2 * run + 1.
static Workload makeCase(unsigned bytes, int64_t run, unsigned pieces,
                         bool isEven, int64_t total, MLIRContext *context) {
  Workload workload;
  workload.name = llvm::formatv("{0}x{1}x{2}B {3}", pieces, run, bytes,
                                isEven ? "even" : "uneven");
  for (unsigned piece = 0; piece < pieces; ++piece)
    workload.lengths.push_back(isEven || piece % 2 == 0 ? run : 2 * run + 1);
  workload.axis = 1;
  int64_t columns = llvm::sum_of(workload.lengths);
  int64_t rows = std::max<int64_t>(1, total / (columns * bytes));
  workload.input = RankedTensorType::get({rows, columns},
                                         IntegerType::get(context, 8 * bytes));
  workload.text = writeSplit(workload);
  return workload;
}

namespace {
/// Memory that all cases share, because the first access to a page takes long.
struct SweepMemory {
  explicit SweepMemory(bool hugePages)
      : input(kSweepBytes, hugePages), whole(kSweepBytes, hugePages),
        results(kSweepBytes + 64 * 64, hugePages) {
    uint64_t state = 1;
    for (size_t i = 0; i + 4 <= input.size(); i += 4) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      auto bits = static_cast<uint32_t>(state >> 32);
      std::memcpy(input.data() + i, &bits, 4);
    }
  }
  Buffer input, whole, results;
};
} // namespace

/// Returns the memory of the pieces, each aligned to 64 bytes.
static SmallVector<TensorView> viewPieces(const Workload &workload,
                                          const SweepMemory &memory) {
  SmallVector<TensorView> views;
  size_t offset = 0;
  for (unsigned piece = 0; piece < workload.lengths.size(); ++piece) {
    views.push_back({workload.getPieceShape(piece),
                     workload.getBytesPerElement(),
                     memory.results.data() + offset});
    offset += llvm::alignTo(views.back().getNumBytes(), 64);
  }
  return views;
}

/// Compares the pieces with the input, row by row.
static llvm::Error verifyPieces(const Workload &workload,
                                ArrayRef<TensorView> pieces,
                                const char *input) {
  int64_t rows = workload.input.getDimSize(0);
  for (int64_t row = 0; row < rows; ++row)
    for (auto [number, piece] : llvm::enumerate(pieces)) {
      size_t size = piece.shape[1] * piece.bytesPerElement;
      if (std::memcmp(piece.data + row * size, input, size) != 0)
        return llvm::createStringError(
            llvm::formatv("row {0} of result {1} is wrong", row, number));
      input += size;
    }
  return llvm::Error::success();
}

/// Returns contenders that copy the input to another buffer.
static std::vector<Contender>
makeCopies(ArrayRef<WholeCopy> copies, const SweepMemory &memory, size_t size) {
  std::vector<Contender> contenders;
  for (const WholeCopy &copy : copies)
    contenders.push_back({copy.name.str(),
                          "baseline",
                          false,
                          2 * size,
                          [copy, size, &memory](int64_t calls) {
                            return timeCalls(calls, [&] {
                              copy.run(memory.whole.data(), memory.input.data(),
                                       size);
                              return true;
                            });
                          },
                          {}});
  return contenders;
}

/// Returns the fastest copies of the whole input.
static llvm::Expected<std::vector<WholeCopy>>
chooseCopies(const SweepMemory &memory, unsigned rounds, size_t size) {
  std::vector<WholeCopy> copies = getWholeCopies();
  std::vector<Contender> contenders = makeCopies(copies, memory, size);
  llvm::Expected<bool> isDisturbed =
      runContest(contenders, ContestOptions{3 * rounds, /*calls=*/1});
  if (!isDisturbed)
    return isDisturbed.takeError();
  llvm::sort(contenders, [](const Contender &a, const Contender &b) {
    return a.getMedian() < b.getMedian();
  });
  llvm::erase_if(copies, [&](const WholeCopy &copy) {
    return llvm::none_of(
        ArrayRef(contenders).take_front(kNumCopies),
        [&](const Contender &fast) { return fast.name == copy.name; });
  });
  return copies;
}

/// Returns the contenders of a case: `copies` and ours. `program` is compiled
/// and verified.
static llvm::Expected<std::vector<Contender>>
setUpCase(const Workload &workload, ArrayRef<WholeCopy> copies,
          const SweepMemory &memory, const DriverOptions &options,
          MLIRContext *context, std::optional<Program> &program) {
  auto compiled = Program::compile(workload.text, "split", options.native,
                                   options.profile, /*constants=*/{}, context);
  if (!compiled)
    return compiled.takeError();
  program.emplace(std::move(*compiled));
  SmallVector<TensorView> pieces = viewPieces(workload, memory);
  program->addTensor({SmallVector<int64_t>(workload.input.getShape()),
                      workload.getBytesPerElement(), memory.input.data()});
  for (const TensorView &piece : pieces)
    program->addTensor(piece);
  std::memset(memory.results.data(), 0xa5, memory.results.size());
  if (program->call() != 0)
    return llvm::createStringError(split_mlir_last_error());
  if (llvm::Error error = verifyPieces(workload, pieces, memory.input.data()))
    return error;

  size_t size = workload.getInputBytes();
  std::vector<Contender> contenders = makeCopies(copies, memory, size);
  contenders.push_back({"split-mlir",
                        "ours",
                        false,
                        2 * size,
                        [&program](int64_t calls) {
                          return timeCalls(
                              calls, [&] { return program->call() == 0; });
                        },
                        {}});
  return contenders;
}

llvm::Error Driver::sweep(StringRef only, double bar) {
  SweepMemory memory(options.hugePages);
  auto copies =
      chooseCopies(memory, options.rounds, kSweepBytes / options.shrink);
  if (!copies)
    return copies.takeError();
  unsigned numCases = 0, numBelow = 0;
  llvm::Error errors = llvm::Error::success();
  auto run = [&](const Workload &workload) -> llvm::Error {
    std::optional<Program> program;
    auto contenders =
        setUpCase(workload, *copies, memory, options, context, program);
    if (!contenders)
      return contenders.takeError();
    ContestOptions contest{options.rounds, /*calls=*/1};
    contest.enough = bar;
    llvm::Expected<bool> isDisturbed = runContest(*contenders, contest);
    if (!isDisturbed)
      return isDisturbed.takeError();
    double ratio = getMedianRatio(*findBest(*contenders, "baseline"),
                                  *findBest(*contenders, "ours"));
    ++numCases;
    numBelow += ratio < bar;
    llvm::outs() << llvm::format("%-20s %.2f%s\n", workload.name.c_str(), ratio,
                                 ratio < bar ? "  below" : "");
    llvm::outs().flush();
    records.push_back({workload.name, workload.lengths.size(), *isDisturbed,
                       std::move(*contenders)});
    return llvm::Error::success();
  };
  for (unsigned bytes : {1, 2, 4, 8})
    for (int64_t length : {1, 2, 3, 5, 8, 12, 16, 17, 25, 61, 64, 250, 1000})
      for (unsigned pieces = 2; pieces <= 9; ++pieces)
        for (bool isEven : {true, false}) {
          Workload workload = makeCase(bytes, length, pieces, isEven,
                                       kSweepBytes / options.shrink, context);
          if (!StringRef(workload.name).contains(only))
            continue;
          if (llvm::Error error = run(workload))
            errors = llvm::joinErrors(
                std::move(errors),
                llvm::createStringError(workload.name + ": " +
                                        llvm::toString(std::move(error))));
        }
  llvm::outs() << numCases << " cases, " << numBelow << " below "
               << llvm::format("%.2f", bar) << " of the best copy\n";
  return errors;
}
