//===- Call.cpp - One call of a compiled function -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Errors.h"
#include "ResultArray.h"

using namespace mlir::split;
using namespace mlir::split::native;
using Ownership = Parameter::Ownership;

/// All sizes of vectors fit into it.
static constexpr size_t kBufferAlignment = 64;

Call::Call(const Function &function, const py::tuple &args)
    : function(function), buffers(function.results.size()) {
  size_t count = function.arguments.size();
  if (args.size() != count)
    throwError("ArgumentError",
               "'" + function.name + "' takes " + std::to_string(count) +
                   (count == 1 ? " argument, " : " arguments, ") +
                   std::to_string(args.size()) +
                   (args.size() == 1 ? " was" : " were") + " given");
  arguments.reserve(count);
  slots.reserve(count + function.results.size());
  for (size_t i = 0; i < count; ++i) {
    arguments.push_back(prepareArgument(function.arguments[i], args[i], arena));
    slots.push_back(arguments.back().slot);
  }
  for (size_t i = 0; i < function.results.size(); ++i)
    prepareResult(i);
}

Call::~Call() {
  if (hasResults)
    discardResults();
  for (size_t i = numTaken; i < buffers.size(); ++i)
    function.code->free(buffers[i]);
}

void Call::prepareResult(size_t index) {
  const Parameter &result = function.results[index];
  if (result.ownership == Ownership::Value) {
    slots.push_back(arena.allocateWords((result.bytes + 7) / 8));
    return;
  }
  if (!result.shape) {
    slots.push_back(arena.allocateWords(2));
    return;
  }
  size_t rank = result.shape->size();
  int64_t *words = arena.allocateWords(kSizesWord + 2 * rank);
  slots.push_back(words);
  if (result.ownership != Ownership::Caller)
    return;
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    words[kSizesWord + i] = (*result.shape)[i];
    words[kSizesWord + rank + i] = stride;
    stride *= (*result.shape)[i];
  }
  buffers[index] = function.code->allocate(
      std::max<size_t>(stride * result.bytes, 1), kBufferAlignment);
  if (!buffers[index])
    throwError("OutOfMemoryError",
               "no memory for result '" + result.name + "' of " +
                   std::to_string(stride * result.bytes) + " bytes");
  words[kAllocatedWord] = words[kAlignedWord] =
      reinterpret_cast<int64_t>(buffers[index]);
}

int32_t Call::run() {
  int32_t status = function.caller.call(slots.data());
  hasResults = status == SPLIT_MLIR_SUCCESS;
  return status;
}

void Call::discardResults() {
  hasResults = false;
  for (size_t i = numTaken; i < function.results.size(); ++i) {
    const Parameter &result = function.results[i];
    if (result.ownership == Ownership::Value ||
        result.ownership == Ownership::Caller)
      continue;
    void *slot = getResultSlot(i);
    if (result.shape)
      function.code->free(reinterpret_cast<void *>(
          static_cast<int64_t *>(slot)[kAllocatedWord]));
    else
      function.code->freeUnranked(static_cast<SplitMlirUnrankedMemRef *>(slot));
  }
}

py::object Call::wrapView(const Parameter &result, size_t rank,
                          const int64_t *words) const {
  auto data = reinterpret_cast<uintptr_t>(getData(words, result.bytes));
  for (const Argument &argument : arguments)
    if (argument.begin <= data && data < argument.end)
      return createArray(result, rank, words, argument.keeper,
                         !argument.isReadOnly);
  // Without elements, or of memory that is unknown.
  py::list keepers;
  for (const Argument &argument : arguments)
    keepers.append(argument.keeper);
  return createArray(result, rank, words, keepers, /*isWritable=*/false);
}

py::object Call::takeResult(size_t index) {
  const Parameter &result = function.results[index];
  auto *words = static_cast<int64_t *>(getResultSlot(index));
  if (result.ownership == Ownership::Value) {
    int64_t scalar[kSizesWord] = {0, reinterpret_cast<int64_t>(words), 0};
    extendIntegers(result, reinterpret_cast<char *>(words), 1);
    py::object array =
        createArray(result, 0, scalar, py::none(), /*isWritable=*/false);
    ++numTaken;
    return array[py::tuple()];
  }
  size_t rank = result.shape ? result.shape->size() : words[0];
  if (!result.shape)
    words = reinterpret_cast<int64_t *>(words[1]);
  auto *allocated = reinterpret_cast<void *>(words[kAllocatedWord]);
  py::object owner;
  if (allocated)
    owner = createOwner(function.code, allocated);
  ++numTaken;
  // The call has allocated the descriptor of a result of unknown rank, too.
  std::unique_ptr<void, decltype(function.code->free)> descriptor(
      result.shape ? nullptr : words, function.code->free);
  if (!allocated)
    return wrapView(result, rank, words);
  extendIntegers(result, getData(words, result.bytes),
                 countElements(words + kSizesWord, rank));
  return createArray(result, rank, words, std::move(owner),
                     /*isWritable=*/true);
}

py::object Call::takeResults() {
  size_t count = function.results.size();
  if (count == 0)
    return py::none();
  if (count == 1)
    return takeResult(0);
  py::tuple results(count);
  for (size_t i = 0; i < count; ++i)
    results[i] = takeResult(i);
  return results;
}

void Call::fail(int32_t status) const {
  const char *name = "Error";
  if (status == SPLIT_MLIR_INVALID_ARGUMENT)
    name = "ArgumentError";
  else if (status == SPLIT_MLIR_CHECK_FAILED)
    name = "CheckError";
  else if (status == SPLIT_MLIR_OUT_OF_MEMORY)
    name = "OutOfMemoryError";
  throwError(name, function.code->getLastError());
}
