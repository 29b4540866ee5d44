//===- split-call-fuzzer.cpp - Hostile calls of compiled functions --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: calls compiled functions with descriptors that may be
// wrong, and compares status, results and memory with the reference. Calls
// whose memory does not exist are left out. See fuzz/docs/Fuzzing.md for how to
// run it.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "GuardedMemory.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <deque>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Memory that calls allocate
//===----------------------------------------------------------------------===//

namespace {
/// The allocator of the runtime library: every allocation has a guarded block.
/// Writes beside an allocation, or after it was freed, are findings, as is
/// memory that is freed twice.
class HostAllocator {
public:
  HostAllocator();

  /// Begins a call. The allocation with index `firstRefused`, counted from 0,
  /// fails, as do all that have more bytes than a block.
  void beginCall(size_t firstRefused, bool placesAtEnd);

  size_t getRefusedCount() const { return numRefused; }
  /// Returns the number of allocations that are not freed.
  size_t getLiveCount() const { return numLive; }
  /// Returns whether the bytes from `first` to before `end` are allocated.
  bool contains(uint64_t first, uint64_t end) const;

private:
  struct Allocation {
    GuardedBlock block;
    size_t bytes = 0;
    bool isLive = false;
  };

  void *allocate(size_t size, size_t alignment);
  void free(void *memory);

  static constexpr size_t kMaxLive = 96;
  std::deque<Allocation> allocations;
  size_t numAllocations = 0, numRefused = 0, numLive = 0;
  size_t firstRefused = 0;
  bool placesAtEnd = true;
};
} // namespace

/// The bytes of memory that is allocated and of memory that was freed.
static constexpr uint8_t kFresh = 0xA7, kFreed = 0xDD;

HostAllocator::HostAllocator() : allocations(kMaxLive) {
  for (Allocation &allocation : allocations)
    allocation.block.fill(kFreed);
  SplitMlirAllocator functions{
      this,
      [](void *context, size_t size, size_t alignment) {
        return static_cast<HostAllocator *>(context)->allocate(size, alignment);
      },
      [](void *context, void *memory) {
        static_cast<HostAllocator *>(context)->free(memory);
      }};
  split_mlir_set_allocator(&functions);
}

void HostAllocator::beginCall(size_t firstRefused, bool placesAtEnd) {
  this->firstRefused = firstRefused;
  this->placesAtEnd = placesAtEnd;
  numAllocations = numRefused = 0;
}

void *HostAllocator::allocate(size_t size, size_t alignment) {
  if (size == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    reportFinding("the allocator is called with a wrong size or alignment");
  if (numAllocations++ == firstRefused || size > GuardedBlock::kBytes) {
    ++numRefused;
    return nullptr;
  }
  for (Allocation &allocation : allocations) {
    if (allocation.isLive)
      continue;
    if (!allocation.block.isFilled(kFreed))
      reportFinding("memory is written after it was freed");
    allocation.isLive = true;
    allocation.bytes = size;
    ++numLive;
    return allocation.block.place(size, alignment, placesAtEnd, kFresh);
  }
  reportFinding("the fuzzer has too few blocks");
}

void HostAllocator::free(void *memory) {
  for (Allocation &allocation : allocations) {
    if (!allocation.isLive || allocation.block.getPlaced() != memory)
      continue;
    if (!allocation.block.isFilledAround(kFresh))
      reportFinding("memory is written beside an allocation");
    allocation.block.fill(kFreed);
    allocation.isLive = false;
    --numLive;
    return;
  }
  reportFinding("memory is freed that is not allocated");
}

bool HostAllocator::contains(uint64_t first, uint64_t end) const {
  return llvm::any_of(allocations, [&](const Allocation &allocation) {
    auto begin = reinterpret_cast<uint64_t>(allocation.block.getPlaced());
    return allocation.isLive && first >= begin && first <= end &&
           end <= begin + allocation.bytes;
  });
}

//===----------------------------------------------------------------------===//
// Hostile calls of compiled functions
//===----------------------------------------------------------------------===//

namespace {
/// The programs, and the memory of their calls.
struct Host {
  Host() : programs(compilePrograms()) {}

  std::vector<Program> programs;
  CallMemory memory;
  HostAllocator allocator;
};
} // namespace

//===----------------------------------------------------------------------===//
// What libFuzzer sees of compiled code
//===----------------------------------------------------------------------===//

/// Compiled code has no counters of edges. Instead, each message, shape and
/// status that a program reaches sets one of these counters.
__attribute__((
    section("__libfuzzer_extra_counters"))) static uint8_t counters[1 << 14];

template <typename... Values>
static void countFeature(const Values &...values) {
  uint64_t hash = 1469598103934665603U;
  auto add = [&](uint64_t value) {
    hash = (hash ^ value) * 1099511628211U;
    hash ^= hash >> 29;
  };
  (add(uint64_t(values)), ...);
  counters[hash % std::size(counters)] = 1;
}

/// Returns the size up to 9, and a number for the binary logarithm of others.
static unsigned getSizeClass(int64_t size) {
  return size >= 0 && size < 10 ? size : 10 + llvm::Log2_64(size);
}

/// Returns how many bytes of two buffers overlap, or are between them, up to
/// 16; 17 if that is not known.
static int64_t getOverlapClass(const Operand &a, const Operand &b) {
  constexpr int64_t kUnknown = 17, kMost = 16;
  auto getKnownExtent = [](const Operand &operand) -> std::optional<Extent> {
    if (!operand.isBuffer() || !operand.hasElements())
      return std::nullopt;
    return operand.getExtent();
  };
  std::optional<Extent> first = getKnownExtent(a), second = getKnownExtent(b);
  if (!first || !second)
    return kUnknown;
  auto bytes = int64_t(std::min(first->end, second->end) -
                       std::max(first->first, second->first));
  return std::clamp(bytes, -kMost, kMost);
}

/// Returns a number for a message without the numbers in it.
static uint64_t getKind(StringRef message) {
  uint64_t kind = 5381;
  for (char c : message)
    if (!llvm::isDigit(c) && c != '-')
      kind = kind * 33 + c;
  return kind;
}

static void countFeatures(const Call &call, unsigned program, int32_t status) {
  countFeature(program, status,
               status == SPLIT_MLIR_SUCCESS ? 0
                                            : getKind(split_mlir_last_error()));
  for (auto [number, operand] : llvm::enumerate(call.getInputs())) {
    for (auto [dim, size] : llvm::enumerate(operand.sizes))
      countFeature(program, number, status, operand.sizes.size(), dim,
                   getSizeClass(size));
    countFeature(program, number, status, operand.isRowMajor(),
                 operand.hasElements(), operand.offset != 0);
  }
  for (const Operand &result : call.getResults())
    for (const Operand &other : call.operands)
      if (&other != &result && !result.isFilledIn)
        countFeature(program, status, other.isResult,
                     getOverlapClass(result, other));
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Returns whether the elements have the same bits; the others of an integer
/// are unspecified.
static bool haveSameBits(Type type, const std::vector<char> &actual,
                         const std::vector<char> &expected) {
  auto integer = dyn_cast<IntegerType>(cast<TensorType>(type).getElementType());
  uint64_t mask = UINT64_MAX;
  if (integer && integer.getWidth() < 64)
    mask = (uint64_t(1) << integer.getWidth()) - 1;
  size_t bytes = countBytes(type);
  if (mask == UINT64_MAX || actual.size() != expected.size())
    return actual == expected;
  for (size_t i = 0; i < actual.size(); i += bytes) {
    uint64_t given = 0, wanted = 0;
    memcpy(&given, &actual[i], bytes);
    memcpy(&wanted, &expected[i], bytes);
    if ((given ^ wanted) & mask)
      return false;
  }
  return true;
}

/// Reads the descriptor that a call has filled in.
static void readDescriptor(Operand &result, const HostAllocator &allocator,
                           void *&allocated) {
  auto *words = reinterpret_cast<uint64_t *>(result.descriptor->getPlaced());
  if (result.isUnranked()) {
    SplitMlirUnrankedMemRef unranked;
    memcpy(&unranked, result.unranked->getPlaced(), sizeof(unranked));
    result.rank = unranked.rank;
    words = static_cast<uint64_t *>(unranked.descriptor);
    auto address = reinterpret_cast<uint64_t>(words);
    if (result.rank < 0 || result.rank > 8 ||
        !allocator.contains(address, address + (3 + 2 * result.rank) * 8))
      reportFinding("a result has no descriptor");
  }
  allocated = reinterpret_cast<void *>(words[0]);
  result.aligned = words[1];
  result.offset = int64_t(words[2]);
  result.sizes.assign(words + 3, words + 3 + result.rank);
  result.strides.assign(words + 3 + result.rank, words + 3 + 2 * result.rank);
}

static void checkPiece(Host &host, const Operand &result, const void *allocated,
                       const ExpectedPiece &expected) {
  if (ArrayRef(result.sizes) != ArrayRef(expected.sizes))
    reportFinding("a result has wrong sizes");
  bool isView = result.isFilledIn && !allocated;
  if (isView && result.isUnranked())
    reportFinding("a result of unknown rank is a view");
  if (!isView && !result.isRowMajor())
    reportFinding("a result is not in row-major order");
  if (!result.hasElements() || !expected.elements)
    return;
  std::optional<Extent> extent = result.getExtent();
  if (!extent || !(isView || !result.isFilledIn
                       ? host.memory.contains(*extent)
                       : host.allocator.contains(extent->first, extent->end)))
    reportFinding("a result is outside of its memory");
  if (!haveSameBits(result.type, *result.gather(), *expected.elements))
    reportFinding("a result has wrong elements");
}

static void checkResults(Host &host, Call &call,
                         ArrayRef<ExpectedPiece> pieces) {
  size_t numInputs = call.getInputs().size();
  for (auto [number, piece] : llvm::enumerate(pieces)) {
    Operand &result = call.operands[numInputs + number];
    void *allocated = nullptr;
    if (result.isFilledIn)
      readDescriptor(result, host.allocator, allocated);
    if (!call.program.source.views && result.isFilledIn && !allocated)
      reportFinding("a result has no memory");
    checkPiece(host, result, allocated, piece);
  }
}

static void freeResults(Call &call) {
  for (const Operand &result : call.getResults()) {
    if (!result.isFilledIn)
      continue;
    if (result.isUnranked()) {
      split_mlir_free_unranked(reinterpret_cast<SplitMlirUnrankedMemRef *>(
          result.unranked->getPlaced()));
      continue;
    }
    void *allocated;
    memcpy(&allocated, result.descriptor->getPlaced(), sizeof(allocated));
    split_mlir_free(allocated);
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Lets the call write results and the descriptors that it fills in.
static void permitWrites(CallMemory &memory, const Call &call) {
  auto permit = [&](const GuardedBlock &block, uint64_t bytes) {
    auto first = reinterpret_cast<uint64_t>(block.getPlaced());
    memory.permitWrites({first, first + bytes});
  };
  for (const Operand &result : call.getResults()) {
    if (result.isFilledIn && result.isUnranked())
      permit(*result.unranked, sizeof(SplitMlirUnrankedMemRef));
    else if (result.isFilledIn)
      permit(*result.descriptor, (3 + 2 * result.rank) * 8);
    else if (result.hasElements())
      memory.permitWrites(*result.getExtent());
  }
}

static void requireStatus(int32_t actual, int32_t expected, bool mayLackMemory,
                          bool lacksMemory) {
  if (actual == SPLIT_MLIR_OUT_OF_MEMORY && mayLackMemory)
    return;
  // What the host passes is checked first, unless a check itself needs memory.
  if (lacksMemory && expected != SPLIT_MLIR_INVALID_ARGUMENT)
    reportFinding("a call succeeds or fails without its memory");
  if (actual == expected)
    return;
  fprintf(stderr, "status %d, expected %d\n", actual, expected);
  reportFinding("a call returns a wrong status");
}

static void requireMessage() {
  StringRef message = split_mlir_last_error();
  if (!message.contains(": error: ") || message.ends_with(": error: "))
    reportFinding("a call fails without a message");
}

static void testCall(Host &host, Call &call, unsigned program) {
  bool isWrong = violatesOperandRules(call);
  if (!isWrong && (!isInMemory(call, host.memory) || needsTooMuchTime(call)))
    return;
  std::optional<std::vector<ExpectedPiece>> pieces;
  if (!isWrong)
    pieces = computePieces(call);
  int32_t expected = isWrong  ? SPLIT_MLIR_INVALID_ARGUMENT
                     : pieces ? SPLIT_MLIR_SUCCESS
                              : SPLIT_MLIR_CHECK_FAILED;
  MutableArrayRef<void *> slots = call.writeSlots();
  host.memory.remember();
  split_mlir_record_message("no message");
  int32_t status = call.program.native.invoke(slots);
  countFeatures(call, program, status);
  bool lacksMemory = host.allocator.getRefusedCount() > 0;
  requireStatus(status, expected, lacksMemory || needsTooMuchMemory(call),
                lacksMemory);
  // Nothing may be written if the host passes something wrong.
  if (!isWrong)
    permitWrites(host.memory, call);
  if (!host.memory.isAsRemembered())
    reportFinding("a call writes to memory that is not its own");
  if (status == SPLIT_MLIR_SUCCESS) {
    checkResults(host, call, *pieces);
    freeResults(call);
  } else {
    requireMessage();
  }
  if (host.allocator.getLiveCount() != 0)
    reportFinding("a call leaks memory");
}

static Host &getHost() {
  static Host host;
  return host;
}

/// Compiles the programs, which takes longer than an input may.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT int
LLVMFuzzerInitialize(int *, char ***) {
  getHost();
  return 0;
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Host &host = getHost();
  ByteReader reader(data, size);
  unsigned program = reader.getBelow(host.programs.size());
  unsigned memory = reader.getByte();
  // One call in eight, mostly, runs out of memory.
  host.allocator.beginCall(memory % 8 == 7 ? memory / 16 : SIZE_MAX,
                           /*placesAtEnd=*/memory % 2 == 0);
  Call call(host.programs[program], reader, host.memory);
  testCall(host, call, program);
  return 0;
}
