//===- Call.cpp - One call of a compiled function -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"
#include "ResultArray.h"
#include <algorithm>

using namespace mlir::split;
using namespace mlir::split::native;
using Ownership = Parameter::Ownership;

/// All sizes of vectors fit into it.
static constexpr size_t kBufferAlignment = 64;

const Code &Call::getCode() const {
  return Holder<Code>::get(function.code.get());
}

Call::Call(const Function &function, PyObject *args, PyObject *out)
    : function(function), buffers(function.results.size()) {
  size_t count = function.arguments.size(), given = PyTuple_Size(args);
  if (given != count)
    throwError("ArgumentError",
               function.title + " takes " + std::to_string(count) +
                   (count == 1 ? " argument, " : " arguments, ") +
                   std::to_string(given) + (given == 1 ? " was" : " were") +
                   " given");
  arguments.reserve(count);
  slots.reserve(count + function.results.size());
  for (size_t i = 0; i < count; ++i) {
    arguments.push_back(prepareArgument(function.arguments[i],
                                        PyTuple_GetItem(args, i), arena));
    slots.push_back(arguments.back().slot);
  }
  if (out && out != Py_None)
    prepareOuts(out);
  for (size_t i = 0; i < function.results.size(); ++i)
    prepareResult(i);
}

Call::~Call() {
  if (hasResults)
    discardResults();
  for (size_t i = numTaken; i < buffers.size(); ++i)
    if (buffers[i])
      getCode().free(buffers[i]);
}

//===----------------------------------------------------------------------===//
// Arrays of the caller
//===----------------------------------------------------------------------===//

/// Throws if other code would see the memory of `given` change.
void Call::checkOverlaps(const Parameter &out, const Argument &given) const {
  auto overlaps = [&](const Argument &other) {
    return given.begin < other.end && other.begin < given.end;
  };
  for (size_t i = 0; i < arguments.size(); ++i)
    if (overlaps(arguments[i]))
      failArgument(out, "overlaps " + function.arguments[i].title);
  for (size_t i = 0; i < outs.size(); ++i)
    if (overlaps(outs[i].first))
      failArgument(out, "overlaps " + function.results[i].getOut().title);
}

void Call::prepareOut(size_t index, PyObject *object) {
  if (object == Py_None) {
    outs.emplace_back();
    return;
  }
  const Parameter &result = function.results[index];
  Parameter out = result.getOut();
  if (!result.isTensor)
    throwError("ArgumentTypeError", out.title + " is of type " +
                                        getTypeName(object) +
                                        ", expected None for a scalar");
  Argument given = prepareArgument(out, object, arena);
  checkOverlaps(out, given);
  outs.emplace_back(std::move(given), Object::borrow(object));
}

void Call::prepareOuts(PyObject *out) {
  size_t count = function.results.size();
  if (count == 1 && !PyTuple_Check(out))
    return prepareOut(0, out);
  if (!PyTuple_Check(out))
    throwError("ArgumentTypeError",
               "out is of type " + getTypeName(out) +
                   ", expected a tuple with an array or None for each result");
  size_t given = PyTuple_Size(out);
  if (given != count)
    throwError("ArgumentError", function.title + " has " +
                                    std::to_string(count) +
                                    (count == 1 ? " result" : " results") +
                                    ", out has " + std::to_string(given));
  for (size_t i = 0; i < count; ++i)
    prepareOut(i, PyTuple_GetItem(out, i));
}

Object Call::fillOut(size_t index, const Elements &elements) const {
  const auto &[argument, object] = outs[index];
  const Parameter &result = function.results[index];
  auto *words = static_cast<const int64_t *>(argument.slot);
  size_t rank = elements.rank;
  if (!result.shape) {
    rank = words[0];
    words = reinterpret_cast<const int64_t *>(words[1]);
  }
  const int64_t *sizes = words + kSizesWord;
  if (rank != elements.rank || !std::equal(sizes, sizes + rank, elements.sizes))
    failArgument(result.getOut(),
                 "has shape " + describeShape(sizes, rank) +
                     ", but the result has shape " +
                     describeShape(elements.sizes, elements.rank));
  auto *data = reinterpret_cast<char *>(argument.begin);
  auto size = static_cast<int64_t>(argument.end - argument.begin);
  if (data != elements.data)
    elements.copyTo(data, size);
  extendIntegers(result, data, size / result.bytes);
  return object;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

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
  if (result.ownership == Ownership::Caller && index < outs.size() &&
      outs[index].second) {
    slots.push_back(outs[index].first.slot);
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
  buffers[index] = getCode().allocate(
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
      getCode().free(reinterpret_cast<void *>(
          static_cast<int64_t *>(slot)[kAllocatedWord]));
    else
      getCode().freeUnranked(static_cast<SplitMlirUnrankedMemRef *>(slot));
  }
}

Object Call::wrapView(const Parameter &result, const Elements &elements) const {
  Memory memory;
  auto data = reinterpret_cast<uintptr_t>(elements.data);
  for (const Argument &argument : arguments)
    if (argument.begin <= data && data < argument.end) {
      memory.keeper = argument.keeper;
      memory.isWritable = !argument.isReadOnly;
      return createArray(result, elements, std::move(memory));
    }
  // Without elements, or of memory that is unknown.
  memory.keeper = Object::steal(PyTuple_New(arguments.size()));
  for (size_t i = 0; i < arguments.size(); ++i)
    check(PyTuple_SetItem(memory.keeper.get(), i,
                          Object(arguments[i].keeper).release()));
  return createArray(result, elements, std::move(memory));
}

Object Call::takeScalar(size_t index) {
  const Parameter &result = function.results[index];
  auto *data = static_cast<char *>(getResultSlot(index));
  ++numTaken;
  extendIntegers(result, data, 1);
  return createScalar(result, data);
}

/// Returns the elements that `words` describe. Their strides are in `arena`.
static Elements getElements(const Parameter &result, size_t rank,
                            const int64_t *words, Arena &arena) {
  const int64_t *sizes = words + kSizesWord;
  int64_t *strides = arena.allocateWords(rank);
  for (size_t i = 0; i < rank; ++i)
    strides[i] = sizes[rank + i] * result.bytes;
  auto *aligned = reinterpret_cast<char *>(words[kAlignedWord]);
  char *data = aligned ? aligned + words[kOffsetWord] * result.bytes : nullptr;
  return {data, result.bytes, rank, sizes, strides};
}

Object Call::takeResult(size_t index) {
  const Parameter &result = function.results[index];
  if (result.ownership == Ownership::Value)
    return takeScalar(index);
  auto *words = static_cast<int64_t *>(getResultSlot(index));
  size_t rank = result.shape ? result.shape->size() : words[0];
  if (!result.shape)
    words = reinterpret_cast<int64_t *>(words[1]);
  Elements elements = getElements(result, rank, words, arena);
  bool hasOut = index < outs.size() && outs[index].second;
  if (hasOut && result.ownership == Ownership::Caller) {
    ++numTaken;
    return fillOut(index, elements);
  }
  Memory memory;
  memory.keeper = function.code;
  memory.allocated = {reinterpret_cast<void *>(words[kAllocatedWord]),
                      getCode().free};
  memory.isWritable = true;
  ++numTaken;
  // The call has allocated the descriptor of a result of unknown rank, too.
  std::unique_ptr<void, decltype(getCode().free)> descriptor(
      result.shape ? nullptr : words, getCode().free);
  if (hasOut)
    return fillOut(index, elements);
  if (!memory.allocated)
    return wrapView(result, elements);
  int64_t size = 0;
  elements.countBytes(size);
  extendIntegers(result, elements.data, size / result.bytes);
  return createArray(result, elements, std::move(memory));
}

Object Call::takeResults() {
  size_t count = function.results.size();
  if (count == 0)
    return Object::borrow(Py_None);
  if (count == 1)
    return takeResult(0);
  Object results = Object::steal(PyTuple_New(count));
  for (size_t i = 0; i < count; ++i)
    check(PyTuple_SetItem(results.get(), i, takeResult(i).release()));
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
  throwError(name, getCode().getLastError());
}
