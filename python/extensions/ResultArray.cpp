//===- ResultArray.cpp - Arrays of results --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultArray.h"

#include <cstdlib>
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static PyTypeObject *memoryType;

static int getBuffer(PyObject *self, Py_buffer *buffer, int flags) {
  Memory &memory = Holder<Memory>::get(self);
  View *view = memory.view.get();
  buffer->obj = nullptr;
  if (!view || (flags & PyBUF_FULL_RO) != PyBUF_FULL_RO ||
      ((flags & PyBUF_WRITABLE) && !memory.isWritable)) {
    PyErr_SetString(PyExc_BufferError,
                    "the memory of a result is for a memoryview");
    return -1;
  }
  const Elements &elements = view->elements;
  auto *lengths = reinterpret_cast<Py_ssize_t *>(view->lengths.data());
  *buffer = {elements.data,
             Object::borrow(self).release(),
             view->size,
             elements.bytes,
             !memory.isWritable,
             static_cast<int>(elements.rank),
             view->format.data(),
             lengths,
             lengths + elements.rank,
             nullptr,
             nullptr};
  return 0;
}

void mlir::split::native::createMemoryType() {
  memoryType = Holder<Memory>::createType(
      "split_mlir._runtime._Memory", Py_TPFLAGS_DISALLOW_INSTANTIATION,
      {{Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)}});
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

PyObject *mlir::split::native::numpyArray;
PyObject *mlir::split::native::numpyGeneric;
/// The highest rank of arrays, or of views of memory.
static size_t maxRank = 64;

namespace {
/// Functions of NumPy that create arrays in a tenth of the time that Python
/// takes for it. Their types, and their places in NumPy's table of functions,
/// are the same in NumPy 1 and 2. They are null in other versions.
struct ArrayFunctions {
  PyObject *(*create)(PyObject *type, PyObject *dtype, int rank,
                      const int64_t *sizes, const int64_t *strides, void *data,
                      int flags, PyObject *object);
  int (*setBase)(PyObject *array, PyObject *base);
};
} // namespace

static ArrayFunctions arrayFunctions;
constexpr int kWriteableFlag = 0x400;

/// Looks up NumPy's functions in the module `name`, if it exists.
static bool importFunctions(const char *name) {
  PyObject *module = PyImport_ImportModule(name);
  PyObject *capsule =
      module ? PyObject_GetAttrString(module, "_ARRAY_API") : nullptr;
  Py_XDECREF(module);
  void *table = capsule ? PyCapsule_GetPointer(capsule, nullptr) : nullptr;
  Py_XDECREF(capsule);
  PyErr_Clear();
  if (!table)
    return false;
  auto *functions = static_cast<void **>(table);
  unsigned version = reinterpret_cast<unsigned (*)()>(functions[0])();
  if (version >> 24 != 1 && version >> 24 != 2)
    return true;
  arrayFunctions.create =
      reinterpret_cast<decltype(arrayFunctions.create)>(functions[94]);
  arrayFunctions.setBase =
      reinterpret_cast<decltype(arrayFunctions.setBase)>(functions[282]);
  return true;
}

void mlir::split::native::importNumpy() {
  PyObject *module = PyImport_ImportModule("numpy");
  if (!module) {
    if (!PyErr_ExceptionMatches(PyExc_ImportError))
      throw PythonError();
    PyErr_Clear();
    return;
  }
  Object numpy = Object::steal(module);
  numpyArray = getAttribute(module, "ndarray").release();
  numpyGeneric = getAttribute(module, "generic").release();
  std::string version = getString(getAttribute(module, "__version__").get());
  if (version.substr(0, 2) == "1.")
    maxRank = 32;
  if (!std::getenv("SPLIT_MLIR_SLOW_NUMPY"))
    importFunctions("numpy._core.multiarray") ||
        importFunctions("numpy.core.multiarray");
}

/// Returns a NumPy array, by its functions.
static Object createFast(const Parameter &result, const Elements &elements,
                         Memory memory) {
  int64_t size = 0;
  bool isEmpty = elements.countBytes(size) && size == 0;
  Object array = Object::steal(arrayFunctions.create(
      numpyArray, Object(result.dtype).release(),
      static_cast<int>(elements.rank), elements.sizes,
      isEmpty ? nullptr : elements.strides, isEmpty ? nullptr : elements.data,
      memory.isWritable && !isEmpty ? kWriteableFlag : 0, nullptr));
  if (isEmpty)
    return array;
  Object base = memory.allocated
                    ? Holder<Memory>::create(memoryType, std::move(memory))
                    : memory.keeper;
  check(arrayFunctions.setBase(array.get(), base.release()));
  return array;
}

static Object createView(const Parameter &result, const Elements &elements,
                         Memory memory) {
  size_t rank = elements.rank;
  auto view = std::make_unique<View>();
  view->elements = elements;
  view->lengths.assign(elements.sizes, elements.sizes + rank);
  view->lengths.insert(view->lengths.end(), elements.strides,
                       elements.strides + rank);
  view->format = result.format;
  elements.countBytes(view->size);
  static char none;
  if (view->size == 0)
    view->elements.data = &none;
  memory.view = std::move(view);
  Object holder = Holder<Memory>::create(memoryType, std::move(memory));
  return Object::steal(PyMemoryView_FromObject(holder.get()));
}

Object mlir::split::native::createArray(const Parameter &result,
                                        const Elements &elements,
                                        Memory memory) {
  if (elements.rank > maxRank)
    throwValueError(
        "result '" + result.name + "' has rank " +
        std::to_string(elements.rank) + ", " +
        (numpyArray ? "NumPy has arrays" : "Python has memoryviews") +
        " of at most rank " + std::to_string(maxRank));
  if (arrayFunctions.setBase)
    return createFast(result, elements, std::move(memory));
  Object view = createView(result, elements, std::move(memory));
  return numpyArray ? callModule("split_mlir._types", "to_array", view.get(),
                                 result.dtype.get())
                    : view;
}

Object mlir::split::native::createScalar(const Parameter &result, char *data) {
  Object bytes = Object::steal(PyBytes_FromStringAndSize(data, result.bytes));
  if (!numpyArray)
    return callModule("split_mlir._types", "decode",
                      toText(result.format).get(), bytes.get());
  Memory memory;
  memory.keeper = bytes;
  Elements elements{PyBytes_AsString(bytes.get()), result.bytes, 0, nullptr,
                    nullptr};
  Object array = createArray(result, elements, std::move(memory));
  Object indices = Object::steal(PyTuple_New(0));
  return Object::steal(PyObject_GetItem(array.get(), indices.get()));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename T>
static void extend(char *data, size_t count, int bits, bool isSigned) {
  T mask = (T(1) << bits) - 1, sign = T(1) << (bits - 1);
  for (size_t i = 0; i < count; ++i) {
    T number;
    std::memcpy(&number, data + i * sizeof(T), sizeof(T));
    number &= mask;
    if (isSigned)
      number = (number ^ sign) - sign;
    std::memcpy(data + i * sizeof(T), &number, sizeof(T));
  }
}

void mlir::split::native::extendIntegers(const Parameter &result, char *data,
                                         size_t count) {
  if (result.integerBits == 0)
    return;
  switch (result.bytes) {
  case 1:
    return extend<uint8_t>(data, count, result.integerBits, result.isSigned);
  case 2:
    return extend<uint16_t>(data, count, result.integerBits, result.isSigned);
  case 4:
    return extend<uint32_t>(data, count, result.integerBits, result.isSigned);
  case 8:
    return extend<uint64_t>(data, count, result.integerBits, result.isSigned);
  default:
    return;
  }
}
