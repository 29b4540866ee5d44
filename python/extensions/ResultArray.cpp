//===- ResultArray.cpp - Arrays of results --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultArray.h"

#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static PyTypeObject *memoryType;

Memory::Memory(Memory &&other) noexcept
    : keeper(std::move(other.keeper)),
      allocated(std::exchange(other.allocated, nullptr)), begin(other.begin),
      size(other.size), isWritable(other.isWritable), elements(other.elements),
      lengths(std::move(other.lengths)), format(std::move(other.format)) {}

Memory::~Memory() {
  if (allocated)
    Holder<Code>::get(keeper.get()).free(allocated);
}

/// Fills in a view of the elements, as memoryview wants it.
static void fillElements(PyObject *self, Memory &memory, Py_buffer *view) {
  size_t rank = memory.elements.rank;
  auto *lengths = reinterpret_cast<Py_ssize_t *>(memory.lengths.data());
  view->obj = Object::borrow(self).release();
  view->buf = memory.elements.data;
  view->len = memory.size;
  view->itemsize = memory.elements.bytes;
  view->readonly = !memory.isWritable;
  view->ndim = static_cast<int>(rank);
  view->format = memory.format.data();
  view->shape = lengths;
  view->strides = lengths + rank;
  view->suboffsets = nullptr;
  view->internal = nullptr;
}

static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  Memory &memory = Holder<Memory>::get(self);
  // NumPy wants all bytes, and creates an array in them.
  if (memory.format.empty())
    return PyBuffer_FillInfo(view, self, memory.begin, memory.size,
                             !memory.isWritable, flags);
  view->obj = nullptr;
  if ((flags & PyBUF_FULL_RO) != PyBUF_FULL_RO ||
      ((flags & PyBUF_WRITABLE) && !memory.isWritable)) {
    PyErr_SetString(PyExc_BufferError,
                    "the memory of a result is for a memoryview");
    return -1;
  }
  fillElements(self, memory, view);
  return 0;
}

void mlir::split::native::createMemoryType() {
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(Holder<Memory>::destroy)},
      {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)},
      {0, nullptr}};
  static PyType_Spec spec = {
      "split_mlir._runtime._Memory", sizeof(Holder<Memory>), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  memoryType = createType(spec);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

PyObject *mlir::split::native::numpyArray;
PyObject *mlir::split::native::numpyGeneric;
/// The highest rank of arrays, or of views of memory.
static size_t maxRank = 64;

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
}

static Object createTuple(const int64_t *values, size_t count) {
  Object tuple = Object::steal(PyTuple_New(count));
  for (size_t i = 0; i < count; ++i)
    check(PyTuple_SetItem(tuple.get(), i, toInteger(values[i]).release()));
  return tuple;
}

/// Returns a tuple of `items`.
template <typename... Items>
static Object createArguments(Items... items) {
  Object tuple = Object::steal(PyTuple_New(sizeof...(items)));
  Py_ssize_t index = 0;
  (check(PyTuple_SetItem(tuple.get(), index++, items.release())), ...);
  return tuple;
}

/// Returns a NumPy array in `memory`.
static Object createNumpyArray(const Parameter &result,
                               const Elements &elements, Object memory) {
  Memory &bytes = Holder<Memory>::get(memory.get());
  Object shape = createTuple(elements.sizes, elements.rank);
  Object args =
      bytes.size == 0 ? createArguments(std::move(shape), result.dtype)
      : elements.isRowMajor()
          ? createArguments(std::move(shape), result.dtype, std::move(memory))
          : createArguments(std::move(shape), result.dtype, std::move(memory),
                            toInteger(elements.data - bytes.begin),
                            createTuple(elements.strides, elements.rank));
  return Object::steal(PyObject_Call(numpyArray, args.get(), nullptr));
}

/// Returns a memoryview of `memory`.
static Object createView(const Parameter &result, const Elements &elements,
                         Object memory) {
  Memory &bytes = Holder<Memory>::get(memory.get());
  size_t rank = elements.rank;
  bytes.elements = elements;
  bytes.lengths.assign(elements.sizes, elements.sizes + rank);
  bytes.lengths.insert(bytes.lengths.end(), elements.strides,
                       elements.strides + rank);
  bytes.format = result.format;
  elements.countBytes(bytes.size);
  static char none;
  if (bytes.size == 0)
    bytes.elements.data = &none;
  return Object::steal(PyMemoryView_FromObject(memory.get()));
}

Object mlir::split::native::createArray(const Parameter &result,
                                        const Elements &elements,
                                        Memory memory) {
  if (elements.rank > maxRank)
    throwValueError("result '" + result.name + "' has rank " +
                    std::to_string(elements.rank) + ", " +
                    (numpyArray ? "NumPy has arrays" : "Python has memoryviews") +
                    " of at most rank " + std::to_string(maxRank));
  uintptr_t begin = 0, end = 0;
  elements.findExtent(begin, end);
  memory.begin = reinterpret_cast<char *>(begin);
  memory.size = static_cast<int64_t>(end - begin);
  Object holder = Holder<Memory>::create(memoryType, std::move(memory));
  return numpyArray ? createNumpyArray(result, elements, std::move(holder))
                    : createView(result, elements, std::move(holder));
}

Object mlir::split::native::createScalar(const Parameter &result,
                                         const void *data) {
  Object bytes = Object::steal(PyBytes_FromStringAndSize(
      static_cast<const char *>(data), result.bytes));
  if (!numpyArray)
    return callModule("split_mlir._types", "decode",
                      toText(result.format).get(), bytes.get());
  Object none = createTuple(nullptr, 0);
  Object args = createArguments(none, result.dtype, std::move(bytes));
  Object array = Object::steal(PyObject_Call(numpyArray, args.get(), nullptr));
  return Object::steal(PyObject_GetItem(array.get(), none.get()));
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
