//===- Fuzzing.h - Helpers of the fuzzers -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_FUZZING_H
#define SPLIT_MLIR_TOOLS_COMMON_FUZZING_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <random>

/// libFuzzer's function that mutates bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace mlir::split {

/// Random choices of a mutator. The same seed causes the same choices.
class RandomChoices {
protected:
  explicit RandomChoices(unsigned seed) : random(seed) {}

  /// Returns a number below `end`, which is not 0.
  size_t getBelow(size_t end) { return random() % end; }
  bool flip() { return getBelow(2) == 0; }

  /// Returns an element of `range`, which is not empty.
  template <typename Range>
  decltype(auto) pick(Range &&range) {
    return range[getBelow(std::size(range))];
  }

  /// Returns a number that is small, or at or near the limits of a type.
  int64_t makeInteger() {
    static constexpr int64_t kLimits[] = {
        std::numeric_limits<int64_t>::max(),
        std::numeric_limits<int64_t>::min(),
        std::numeric_limits<int64_t>::max() - 1,
        std::numeric_limits<int64_t>::min() + 1,
        std::numeric_limits<int32_t>::max(),
        std::numeric_limits<int32_t>::min(),
        std::numeric_limits<uint32_t>::max(),
        65535};
    switch (getBelow(4)) {
    case 0:
      return pick(kLimits);
    case 1:
      return int64_t((uint64_t(1) << getBelow(64)) + getBelow(3) - 1);
    default:
      return int64_t(getBelow(20)) - 4;
    }
  }

private:
  std::minstd_rand random;
};

/// Tells libFuzzer to forget inputs that take long. They are executed once,
/// and not changed further: a tenth of all inputs took most of the time.
class ExecutionTimer {
public:
  explicit ExecutionTimer(unsigned milliseconds)
      : end(std::clock() + milliseconds * (CLOCKS_PER_SEC / 1000)) {}

  /// Returns the result of LLVMFuzzerTestOneInput.
  int getResult() const { return std::clock() < end ? 0 : -1; }

private:
  std::clock_t end;
};

/// Copies `text` to `data`. Returns its size, or 0 if there is no room.
inline size_t copyIfFits(StringRef text, uint8_t *data, size_t maxSize) {
  if (text.size() > maxSize)
    return 0;
  llvm::copy(text, data);
  return text.size();
}

/// Ends the process with the text of `module` if it cannot be parsed, does not
/// verify, or prints differently after that.
inline void requireRoundTrip(ModuleOp module) {
  std::string text, again;
  llvm::raw_string_ostream(text) << module;
  ParserConfig config(module.getContext());
  if (auto parsed = parseSourceString<ModuleOp>(text, config))
    llvm::raw_string_ostream(again) << *parsed;
  if (text == again)
    return;
  llvm::errs() << "does not parse to what was printed:\n" << text;
  std::abort();
}

/// Calls `import`, which imports a model, until it succeeds: without and with
/// operators that it keeps. In the latter case, the result must parse again.
/// Returns the result of LLVMFuzzerTestOneInput.
inline int testImport(
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext &, bool keepUnknown)>
        import) {
  // A context keeps its attributes and types until it is gone.
  constexpr unsigned kRunsPerContext = 1000;
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % kRunsPerContext == 0)
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(context.get(),
                                  [](Diagnostic &) { return success(); });
  ExecutionTimer timer(/*milliseconds=*/3);
  if (import(*context, /*keepUnknown=*/false))
    return timer.getResult();
  if (auto module = import(*context, /*keepUnknown=*/true))
    requireRoundTrip(*module);
  return timer.getResult();
}

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_COMMON_FUZZING_H
