//===- Operands.cpp - Checks of tables of operands ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler also creates a fast path for functions with few operands
// (native/lib/HostAbi/FastPath.cpp), which may accept nothing that is refused
// here.
//
//===----------------------------------------------------------------------===//

#include "Allocator.h"
#include "Descriptor.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <cstddef>
#include <cstdio>
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// The beginning of the description of an operand, see
/// split_mlir_prepare_operands.
struct OperandType {
  int64_t kind;
  int64_t elementBytes;
  int64_t layout;
  int64_t rank;

  const int64_t *getSizes() const {
    return reinterpret_cast<const int64_t *>(this + 1);
  }
  bool isStatic() const {
    for (int64_t i = 0; i < rank; ++i)
      if (getSizes()[i] < 0)
        return false;
    return true;
  }
  /// Returns the address of the first element. A host may pass any offset: it
  /// only has to be right if all other checks succeed.
  uint64_t getFirst(const Descriptor &given) const {
    return reinterpret_cast<uint64_t>(given.aligned) +
           static_cast<uint64_t>(given.offset) *
               static_cast<uint64_t>(elementBytes);
  }
};

/// `argument 7` or `result 7`.
struct Name {
  char text[32];
};

class OperandReader {
public:
  OperandReader(const int64_t *types, void *const *passed, const char *location,
                void **packed)
      : types(types), passed(passed), location(location), packed(packed),
        hasChecks(types[0]), numInputs(types[1]), numResults(types[2]) {}

  int32_t run(int64_t **prepared) {
    auto count = static_cast<size_t>(numInputs + numResults);
    auto *words = static_cast<int64_t *>(split_mlir_allocate_packed(
        static_cast<size_t>(types[3]) * sizeof(int64_t), packed));
    size_t rangeBytes = count * 2 * sizeof(int64_t);
    size_t bytes = rangeBytes + count * sizeof(bool);
    int64_t few[64];
    bool areFew = bytes <= sizeof(few);
    ranges = areFew ? few
                    : static_cast<int64_t *>(
                          splitMlirAllocate(bytes, alignof(max_align_t)));
    *prepared = words;
    if (!words || !ranges) {
      reportFull("out of memory: cannot read the operands that are passed");
      if (!areFew)
        splitMlirDeallocate(ranges);
      return status;
    }
    memset(ranges, 0, bytes);
    isStrided = reinterpret_cast<bool *>(ranges) + rangeBytes;
    if (!hasChecks || (checkAll(words) && mustPack))
      for (size_t i = 0; i < count; ++i)
        if (!prepare(static_cast<int64_t>(i), words))
          break;
    if (!areFew)
      splitMlirDeallocate(ranges);
    return status;
  }

private:
  const OperandType &getType(int64_t operand) const {
    return *reinterpret_cast<const OperandType *>(types + types[4 + operand]);
  }

  Name getName(int64_t operand) const {
    bool isInput = operand < numInputs;
    Name name;
    snprintf(name.text, sizeof(name.text),
             isInput ? "argument %lld" : "result %lld",
             static_cast<long long>(isInput ? operand : operand - numInputs));
    return name;
  }

  bool fail(int32_t failure, int64_t operand, const char *format,
            const int64_t *values = nullptr, int64_t numValues = 0) {
    Name name = getName(operand);
    char text[160];
    snprintf(text, sizeof(text), format, name.text);
    split_mlir_record_failure(location, text, values, numValues);
    status = failure;
    return false;
  }

  bool refuse(int64_t operand, const char *format,
              const int64_t *values = nullptr, int64_t numValues = 0) {
    return fail(SPLIT_MLIR_INVALID_ARGUMENT, operand, format, values,
                numValues);
  }

  bool reportFull(const char *message) {
    split_mlir_record_failure(location, message, nullptr, 0);
    status = SPLIT_MLIR_OUT_OF_MEMORY;
    return false;
  }

  bool check(int64_t operand) {
    const OperandType &type = getType(operand);
    if (type.kind == SPLIT_MLIR_OPERAND_VALUE)
      return true;
    if (!passed[operand])
      return refuse(operand, "%s is a null pointer");
    if (type.kind == SPLIT_MLIR_OPERAND_RANKED)
      return checkRanked(operand, type,
                         *static_cast<const Descriptor *>(passed[operand]));
    return type.kind != SPLIT_MLIR_OPERAND_UNRANKED || checkUnranked(operand);
  }

  bool checkRanked(int64_t operand, const OperandType &type,
                   const Descriptor &given) {
    const int64_t *sizes = given.getSizes();
    bool isEmpty = false;
    auto bytes = static_cast<uint64_t>(type.elementBytes);
    for (int64_t dim = 0; dim < type.rank; ++dim) {
      int64_t expected = type.getSizes()[dim];
      int64_t values[] = {sizes[dim], dim, expected};
      if (expected < 0 && sizes[dim] < 0)
        return refuse(operand,
                      "%s has size {} along dimension {}, expected at least 0",
                      values, 2);
      if (expected >= 0 && sizes[dim] != expected)
        return refuse(operand, "%s has size {} along dimension {}, expected {}",
                      values, 3);
      isEmpty |= sizes[dim] == 0;
      bytes *= static_cast<uint64_t>(sizes[dim]);
    }
    if (isEmpty)
      return true;
    if (!given.aligned)
      return refuse(operand, "%s has elements, but its data is a null pointer");
    if (type.layout == SPLIT_MLIR_LAYOUT_UNUSED)
      return true;
    bool isContiguous = true;
    if (!checkStrides(operand, type, given, isContiguous))
      return false;
    isStrided[operand] = !isContiguous;
    // The function reads a copy of an argument that is packed, so such an
    // argument may overlap results.
    addRange(operand, type.getFirst(given), isContiguous ? bytes : 0);
    hasResultRange |= operand >= numInputs;
    if (isContiguous) {
      lastType = &type;
      last = &given;
      lastBytes = bytes;
    }
    return true;
  }

  bool checkStrides(int64_t operand, const OperandType &type,
                    const Descriptor &given, bool &isContiguous) {
    const int64_t *sizes = given.getSizes(), *strides = sizes + type.rank;
    uint64_t expected = 1;
    for (int64_t dim = type.rank; dim-- > 0;) {
      if (sizes[dim] != 1 && static_cast<uint64_t>(strides[dim]) != expected) {
        isContiguous = false;
        int64_t values[] = {strides[dim], dim, static_cast<int64_t>(expected)};
        if (type.layout == SPLIT_MLIR_LAYOUT_ROW_MAJOR)
          return refuse(operand,
                        "%s has stride {} along dimension {}, expected {}: its "
                        "elements are not in row-major order",
                        values, 3);
      }
      expected *= static_cast<uint64_t>(sizes[dim]);
    }
    return true;
  }

  bool checkUnranked(int64_t operand) {
    auto *given = static_cast<const SplitMlirUnrankedMemRef *>(passed[operand]);
    int64_t finding = split_mlir_inspect_unranked(given);
    switch (finding) {
    case SPLIT_MLIR_RANK_IS_NEGATIVE:
      return refuse(operand, "%s has rank {}, expected at least 0",
                    &given->rank, 1);
    case SPLIT_MLIR_DESCRIPTOR_IS_NULL:
      return refuse(operand, "%s has a null pointer as descriptor");
    case SPLIT_MLIR_SIZE_IS_NEGATIVE:
      return refuse(operand,
                    "%s of rank {} has a negative size, expected at least 0",
                    &given->rank, 1);
    case SPLIT_MLIR_DATA_IS_NULL:
      return refuse(operand, "%s has elements, but its data is a null pointer");
    default:
      break;
    }
    isStrided[operand] = finding != SPLIT_MLIR_IS_CONTIGUOUS;
    if (isStrided[operand])
      return true;
    auto *memref = static_cast<const Descriptor *>(given->descriptor);
    addRange(operand, reinterpret_cast<uint64_t>(memref->aligned),
             static_cast<uint64_t>(split_mlir_count_bytes(
                 given->rank, memref, getType(operand).elementBytes)));
    return true;
  }

  /// Names the first result that overlaps a buffer before it.
  bool reportOverlap() {
    auto overlap = [&](int64_t one, int64_t other) {
      auto first = static_cast<uint64_t>(ranges[2 * one]);
      auto second = static_cast<uint64_t>(ranges[2 * other]);
      auto bytes = static_cast<uint64_t>(ranges[2 * one + 1]);
      auto otherBytes = static_cast<uint64_t>(ranges[2 * other + 1]);
      return bytes != 0 && otherBytes != 0 &&
             (first - second < otherBytes || second - first < bytes);
    };
    int64_t result = numInputs, other = 0;
    while (!overlap(result, other))
      if (++other == result) {
        ++result;
        other = 0;
      }
    const char *format = "%s overlaps %s, expected separate memory";
    char text[80];
    snprintf(text, sizeof(text), format, "%s", getName(other).text);
    return refuse(result, text);
  }

  bool checkOverlaps() {
    if (!hasResultRange)
      return true;
    int64_t found =
        split_mlir_find_overlap(ranges, numInputs + numResults, numInputs);
    if (found >= 0)
      return reportOverlap();
    if (found != -2)
      return true;
    return reportFull(
        "out of memory: cannot compare the buffers that are passed");
  }

  /// Returns whether an operand is a memref of the same type, sizes and strides
  /// as the last one, so that it passes the same checks.
  bool isLikeLast(int64_t operand) const {
    auto *given = static_cast<const Descriptor *>(passed[operand]);
    if (&getType(operand) != lastType || !given || !given->aligned)
      return false;
    const int64_t *words = given->getSizes(), *lastWords = last->getSizes();
    for (int64_t i = 0; i < 2 * lastType->rank; ++i)
      if (words[i] != lastWords[i])
        return false;
    return true;
  }

  /// Checks everything before the first copy, so that a call that fails a check
  /// copies nothing. Checks buffers before the pointers to other results.
  ///
  /// While it checks, it also prepares the operands before the first one that
  /// needs packing, so that their descriptors are read only once.
  bool checkAll(int64_t *words) {
    int64_t count = numInputs + numResults;
    auto isOther = [&](int64_t operand) {
      return operand >= numInputs &&
             getType(operand).kind != SPLIT_MLIR_OPERAND_RANKED;
    };
    // The last call may have displaced the descriptors from the fast caches.
    constexpr int64_t kPrefetchedOperands = 16;
    for (int64_t i = 0; i < count; ++i) {
      if (i + kPrefetchedOperands < count)
        __builtin_prefetch(passed[i + kPrefetchedOperands]);
      if (isLikeLast(i)) {
        auto *given = static_cast<const Descriptor *>(passed[i]);
        addRange(i, lastType->getFirst(*given), lastBytes);
        hasResultRange |= i >= numInputs;
      } else if (isOther(i)) {
        continue;
      } else if (!check(i)) {
        return false;
      }
      mustPack |= isStrided[i];
      if (!mustPack)
        prepare(i, words);
    }
    for (int64_t i = numInputs; i < count; ++i)
      if (isOther(i) && !check(i))
        return false;
    return checkOverlaps();
  }

  void addRange(int64_t operand, uint64_t address, uint64_t bytes) {
    ranges[2 * operand] = static_cast<int64_t>(address);
    ranges[2 * operand + 1] = static_cast<int64_t>(bytes);
  }

  /// Writes the words of an operand, and advances `words`.
  bool prepare(int64_t operand, int64_t *&words) {
    const OperandType &type = getType(operand);
    bool isPacked = isStrided[operand];
    auto reportNoCopy = [&] {
      return fail(SPLIT_MLIR_OUT_OF_MEMORY, operand,
                  "out of memory: cannot copy %s to row-major order");
    };
    if (type.kind == SPLIT_MLIR_OPERAND_RANKED) {
      auto *given = static_cast<const Descriptor *>(passed[operand]);
      auto *data = reinterpret_cast<char *>(type.getFirst(*given));
      if (isPacked && !(data = static_cast<char *>(split_mlir_pack(
                            type.rank, given, type.elementBytes, packed))))
        return reportNoCopy();
      words += prepareRanked(type, *given, data, words);
    } else if (type.kind == SPLIT_MLIR_OPERAND_UNRANKED) {
      auto *given =
          static_cast<const SplitMlirUnrankedMemRef *>(passed[operand]);
      void *descriptor = given->descriptor;
      if (isPacked && !(descriptor = split_mlir_pack_unranked(
                            given, type.elementBytes, packed)))
        return reportNoCopy();
      words[0] = given->rank;
      words[1] = reinterpret_cast<int64_t>(descriptor);
      words += 2;
    }
    return true;
  }

  /// Writes the words of a memref, and returns their number.
  int64_t prepareRanked(const OperandType &type, const Descriptor &given,
                        char *data, int64_t *words) {
    words[0] = reinterpret_cast<int64_t>(data);
    if (type.isStatic())
      return 1;
    words[1] = words[0];
    words[2] = 0;
    uint64_t stride = 1;
    for (int64_t dim = type.rank; dim-- > 0;) {
      int64_t size = type.getSizes()[dim];
      words[3 + dim] = size < 0 ? given.getSizes()[dim] : size;
      words[3 + type.rank + dim] = static_cast<int64_t>(stride);
      stride *= static_cast<uint64_t>(words[3 + dim]);
    }
    return 3 + 2 * type.rank;
  }

  const int64_t *types;
  void *const *passed;
  const char *location;
  void **packed;
  bool hasChecks;
  int64_t numInputs, numResults;
  int32_t status = SPLIT_MLIR_SUCCESS;
  /// An address and a number of bytes for each operand.
  int64_t *ranges = nullptr;
  /// Whether each operand must be packed.
  bool *isStrided = nullptr;
  bool hasResultRange = false;
  /// Whether any operand must be packed.
  bool mustPack = false;
  /// The last ranked operand found to be in row-major order: its type, its
  /// descriptor and its number of bytes, at least 1.
  const OperandType *lastType = nullptr;
  const Descriptor *last = nullptr;
  uint64_t lastBytes = 0;
};
} // namespace

extern "C" int32_t split_mlir_prepare_operands(const int64_t *types,
                                               void *const *passed,
                                               const char *location,
                                               void **packed,
                                               int64_t **prepared) {
  return OperandReader(types, passed, location, packed).run(prepared);
}
