//===- Function.cpp - Calls of compiled functions -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace mlir::split;
using namespace mlir::split::native;
using Clock = std::chrono::steady_clock;

namespace {
/// Lets other threads of Python run.
class UnlockedScope {
public:
  UnlockedScope() : state(PyEval_SaveThread()) {}
  ~UnlockedScope() {
    callPython([this] { PyEval_RestoreThread(state); });
  }
  UnlockedScope(const UnlockedScope &) = delete;

private:
  PyThreadState *state;
};
} // namespace

static std::vector<Parameter> readParameters(PyObject *tuple) {
  std::vector<Parameter> parameters;
  for (Py_ssize_t i = 0, e = PyTuple_Size(tuple); i < e; ++i)
    parameters.emplace_back(PyTuple_GetItem(tuple, i));
  return parameters;
}

static std::vector<Passing> getPassings(const std::vector<Parameter> &arguments,
                                        size_t numResults) {
  std::vector<Passing> passings;
  passings.reserve(arguments.size() + numResults);
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
    throwValueError("result '" + result.name + "' has no shape");
  for (int64_t size : *result.shape)
    if (size < 0 ||
        __builtin_mul_overflow(bytes, std::max<int64_t>(size, 1), &bytes))
      throwError("LoadError", "result '" + result.name + "' has shape " +
                                  result.describeShape() +
                                  ", which is too large");
}

Function::Function(Object code, const std::string &symbol, std::string title,
                   PyObject *arguments, PyObject *results)
    : code(std::move(code)), title(std::move(title)),
      arguments(readParameters(arguments)), results(readParameters(results)),
      caller(Holder<Code>::get(this->code.get()).lookUp(symbol),
             getPassings(this->arguments, this->results.size())) {
  for (const Parameter &result : this->results) {
    bool isValue = result.ownership == Parameter::Ownership::Value;
    if (isValue == result.isTensor)
      throwValueError("the ownership of '" + result.name + "' is wrong");
    checkSizes(result);
  }
}

Object Function::call(PyObject *args, PyObject *out) const {
  Call call(*this, args, out);
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

double Function::time(PyObject *args, double seconds) const {
  if (!std::isfinite(seconds))
    throwValueError("seconds is " + std::to_string(seconds) +
                    ", expected a finite number");
  Call call(*this, args, /*out=*/nullptr);
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
    check(callPython(PyErr_CheckSignals));
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

//===----------------------------------------------------------------------===//
// The type
//===----------------------------------------------------------------------===//

static PyObject *createFunction(PyTypeObject *type, PyObject *args,
                                PyObject *) {
  return guard([&] {
    PyObject *code, *arguments, *results;
    const char *symbol, *title;
    if (!PyArg_ParseTuple(args, "O!ssO!O!:Function", codeType, &code, &symbol,
                          &title, &PyTuple_Type, &arguments, &PyTuple_Type,
                          &results))
      throw PythonError();
    return Holder<Function>::create(type, Object::borrow(code), symbol, title,
                                    arguments, results);
  });
}

static PyObject *callFunction(PyObject *self, PyObject *args,
                              PyObject *kwargs) {
  return guard([&] {
    PyObject *out = kwargs ? PyDict_GetItemString(kwargs, "out") : nullptr;
    return Holder<Function>::get(self).call(args, out);
  });
}

static PyObject *timeFunction(PyObject *self, PyObject *args) {
  return guard([&] {
    PyObject *callArgs;
    double seconds;
    if (!PyArg_ParseTuple(args, "O!d:time", &PyTuple_Type, &callArgs, &seconds))
      throw PythonError();
    return Object::steal(PyFloat_FromDouble(
        Holder<Function>::get(self).time(callArgs, seconds)));
  });
}

PyTypeObject *mlir::split::native::createFunctionType() {
  static PyMethodDef methods[] = {
      {"time", timeFunction, METH_VARARGS, "Returns the seconds of a call."},
      {nullptr, nullptr, 0, nullptr}};
  return Holder<Function>::createType(
      "split_mlir._runtime.Function", /*flags=*/0,
      {{Py_tp_new, reinterpret_cast<void *>(createFunction)},
       {Py_tp_call, reinterpret_cast<void *>(callFunction)},
       {Py_tp_methods, methods}});
}
