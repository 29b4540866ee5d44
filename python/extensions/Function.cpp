//===- Function.cpp - Calls of compiled functions -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"

#include "Call.h"
#include "Errors.h"
#include "UnlockedScope.h"
#include <algorithm>
#include <chrono>
#include <cmath>

using namespace mlir::split;
using namespace mlir::split::native;
using Clock = std::chrono::steady_clock;

static std::vector<Parameter> readParameters(const py::handle &entries) {
  std::vector<Parameter> parameters;
  parameters.reserve(py::len(entries));
  for (py::handle entry : entries)
    parameters.emplace_back(py::reinterpret_borrow<py::dict>(entry));
  return parameters;
}

static std::vector<Passing> getPassings(const std::vector<Parameter> &arguments,
                                        size_t numResults) {
  std::vector<Passing> passings;
  for (const Parameter &argument : arguments)
    passings.push_back(
        getPassing(argument.isTensor, argument.elementType, argument.bytes));
  passings.insert(passings.end(), numResults, Passing::Pointer);
  return passings;
}

/// Throws if the bytes of a result of static shape are not a number of 63 bits.
static void checkSizes(const Parameter &result) {
  int64_t bytes = result.bytes;
  if (result.ownership != Parameter::Ownership::Caller)
    return;
  if (!result.shape)
    throw py::value_error("result '" + result.name + "' has no shape");
  for (int64_t size : *result.shape)
    if (size < 0 ||
        __builtin_mul_overflow(bytes, std::max<int64_t>(size, 1), &bytes))
      throwError("LoadError", "result '" + result.name + "' has shape " +
                                  result.describeShape() +
                                  ", which is too large");
}

Function::Function(std::shared_ptr<Code> code, const py::dict &entry)
    : code(std::move(code)), name(entry["name"].cast<std::string>()),
      arguments(readParameters(entry["arguments"])),
      results(readParameters(entry["results"])),
      caller(this->code->lookUp(name), getPassings(arguments, results.size())) {
  for (const Parameter &result : results) {
    bool isValue = result.ownership == Parameter::Ownership::Value;
    if (isValue == result.isTensor)
      throw py::value_error("the ownership of '" + result.name + "' is wrong");
    checkSizes(result);
  }
}

py::object Function::call(const py::args &args) const {
  Call call(*this, args);
  int32_t status;
  {
    UnlockedScope unlocked;
    status = call.run();
  }
  if (status != SPLIT_MLIR_SUCCESS)
    call.fail(status);
  return call.takeResults();
}

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Calls `call` `count` times. Sets `elapsed` to the seconds of one call.
static int32_t runRepeatedly(Call &call, int64_t count, double &elapsed) {
  Clock::time_point start = Clock::now();
  for (int64_t i = 0; i < count; ++i) {
    if (int32_t status = call.run())
      return status;
    call.discardResults();
  }
  elapsed = getSecondsSince(start) / count;
  return SPLIT_MLIR_SUCCESS;
}

/// Calls `call` for about `seconds`, at least twice, and appends the seconds of
/// calls to `samples`. Returns the status of the last call.
static int32_t sampleCalls(Call &call, double seconds,
                           std::vector<double> &samples) {
  // The clock is read after at least 20 us.
  double first = 0;
  int32_t status = runRepeatedly(call, 1, first);
  auto batch = static_cast<int64_t>(20e-6 / std::max(first, 1e-9)) + 1;
  for (Clock::time_point start = Clock::now(); status == SPLIT_MLIR_SUCCESS;) {
    status = runRepeatedly(call, batch, samples.emplace_back());
    if (getSecondsSince(start) >= seconds)
      break;
  }
  return status;
}

double Function::time(const py::tuple &args, double seconds) const {
  if (!std::isfinite(seconds))
    throw py::value_error("seconds is " + std::to_string(seconds) +
                          ", expected a finite number");
  Call call(*this, args);
  std::vector<double> samples;
  // Signals, such as that of Ctrl+C, are handled after each part of the time.
  constexpr double kPart = 0.1;
  Clock::time_point start = Clock::now();
  while (samples.empty() || getSecondsSince(start) < seconds) {
    int32_t status;
    {
      UnlockedScope unlocked;
      status = sampleCalls(call, std::min(seconds, kPart), samples);
    }
    if (status != SPLIT_MLIR_SUCCESS)
      call.fail(status);
    if (PyErr_CheckSignals() != 0)
      throw py::error_already_set();
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}
