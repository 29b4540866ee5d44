//===- Argument.cpp - Python objects as arguments -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Argument.h"

#include "ResultArray.h"
#include <algorithm>
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

[[noreturn]] static void failType(const Parameter &parameter,
                                  const std::string &given) {
  throwError("ArgumentTypeError", parameter.title + " has dtype " + given +
                                      ", expected " + parameter.describeType());
}

void mlir::split::native::failArgument(const Parameter &parameter,
                                       const std::string &problem) {
  throwError("ArgumentError", parameter.title + " " + problem);
}

void mlir::split::native::checkShape(const Parameter &parameter,
                                     const int64_t *sizes, size_t rank) {
  if (!parameter.shape)
    return;
  bool fits = parameter.shape->size() == rank;
  for (size_t i = 0; fits && i < rank; ++i)
    fits = parameter.isDynamic(i) || (*parameter.shape)[i] == sizes[i];
  if (!fits)
    failArgument(parameter, "has shape " + describeShape(sizes, rank) +
                                ", expected " + parameter.describeShape());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static constexpr const char *kOutsideMessage =
    "has strides that leave the address space";

/// Replaces `elements` by a copy in row-major order, with the strides
/// `strides`. Returns its owner.
static Object pack(const Parameter &parameter, Elements &elements,
                   int64_t *strides) {
  int64_t size;
  if (!elements.countBytes(size))
    failArgument(parameter, "has more elements than memory");
  // Its elements are aligned to 16 bytes.
  Object copy = Object::steal(PyBytes_FromStringAndSize(nullptr, size));
  char *data = PyBytes_AsString(copy.get());
  elements.copyTo(data, size);
  elements.data = data;
  elements.strides = strides;
  int64_t stride = elements.bytes;
  for (size_t i = elements.rank; i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<int64_t>(elements.sizes[i], 1);
  }
  return copy;
}

/// Returns whether the elements are at multiples of their alignment, and the
/// strides multiples of their size.
static bool isAligned(const Parameter &parameter, const Elements &elements) {
  if (reinterpret_cast<uintptr_t>(elements.data) % parameter.alignment != 0)
    return false;
  for (size_t i = 0; i < elements.rank; ++i)
    if (elements.sizes[i] > 1 && elements.strides[i] % parameter.bytes != 0)
      return false;
  return true;
}

static void *createDescriptor(const Parameter &parameter,
                              const Elements &elements, Arena &arena) {
  size_t rank = elements.rank;
  int64_t *words = arena.allocateWords(kSizesWord + 2 * rank);
  words[kAlignedWord] =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(elements.data));
  for (size_t i = 0; i < rank; ++i) {
    words[kSizesWord + i] = elements.sizes[i];
    words[kSizesWord + rank + i] = elements.strides[i] / parameter.bytes;
  }
  if (parameter.shape)
    return words;
  int64_t *unranked = arena.allocateWords(2);
  unranked[0] = rank;
  unranked[1] = static_cast<int64_t>(reinterpret_cast<uintptr_t>(words));
  return unranked;
}

/// Passes `elements`, or a copy.
static Argument createArgument(const Parameter &parameter, Elements elements,
                               Object keeper, bool isReadOnly, Arena &arena) {
  uintptr_t begin, end;
  if (!elements.findExtent(begin, end))
    failArgument(parameter, kOutsideMessage);
  bool isCopied = !isAligned(parameter, elements);
  if (parameter.isWritable && (isReadOnly || isCopied))
    failArgument(parameter,
                 "is read-only or not aligned, but the function writes to it");
  if (parameter.isRowMajor && !elements.isRowMajor()) {
    if (parameter.isWritable)
      failArgument(parameter, parameter.isOut
                                  ? "is not in row-major order"
                                  : "is not in row-major order, but the "
                                    "function writes to it and was compiled "
                                    "without run-time checks");
    isCopied = true;
  }
  if (isCopied) {
    keeper = pack(parameter, elements, arena.allocateWords(elements.rank));
    isReadOnly = true;
    elements.findExtent(begin, end);
  }
  void *slot = parameter.isTensor ? createDescriptor(parameter, elements, arena)
                                  : elements.data;
  return {slot, std::move(keeper), isReadOnly, begin, end};
}

//===----------------------------------------------------------------------===//
// The buffer protocol
//===----------------------------------------------------------------------===//

namespace {
/// What an object exports. The object keeps its memory alive afterwards.
class Buffer {
public:
  Buffer(PyObject *object, int flags) {
    check(PyObject_GetBuffer(object, &view, flags));
  }
  ~Buffer() { PyBuffer_Release(&view); }
  Buffer(const Buffer &) = delete;

  Py_buffer view;
};
} // namespace

/// Throws ArgumentTypeError if elements of the type `format`, of the buffer
/// protocol, are not those of `parameter`.
static void checkFormat(const Parameter &parameter, const char *format,
                        int64_t bytes) {
  if (!format)
    format = "B";
  if (bytes == parameter.bytes && parameter.format == format)
    return;
  Object name = callModule("split_mlir._types", "name_format",
                           toText(format).get(), toInteger(bytes).get());
  std::string text = getString(name.get());
  if (text != parameter.typeName || bytes != parameter.bytes)
    failType(parameter, text);
}

/// Reads the layout of a buffer, whose elements have the right type.
static Argument fromBuffer(const Parameter &parameter, const Py_buffer &view,
                           Object keeper, Arena &arena) {
  size_t rank = view.ndim;
  auto *sizes = reinterpret_cast<const int64_t *>(view.shape);
  checkShape(parameter, sizes, rank);
  Elements elements{static_cast<char *>(view.buf), parameter.bytes, rank, sizes,
                    reinterpret_cast<const int64_t *>(view.strides)};
  return createArgument(parameter, elements, std::move(keeper), view.readonly,
                        arena);
}

/// Passes an object with the buffer protocol, other than a NumPy array.
static Argument fromExporter(const Parameter &parameter, PyObject *object,
                             Arena &arena) {
  Object keeper = Object::steal(PyMemoryView_FromObject(object));
  Buffer buffer(keeper.get(), PyBUF_RECORDS_RO);
  checkFormat(parameter, buffer.view.format, buffer.view.itemsize);
  return fromBuffer(parameter, buffer.view, keeper, arena);
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

/// Returns whether the types of elements are the same to NumPy.
static bool isSameType(const Parameter &parameter, PyObject *dtype) {
  if (dtype == parameter.dtype.get())
    return true;
  int isEqual = PyObject_RichCompareBool(dtype, parameter.dtype.get(), Py_EQ);
  check(isEqual);
  return isEqual || (!parameter.otherDtype.empty() &&
                     describeObject(getAttribute(dtype, "name").get()) ==
                         parameter.otherDtype);
}

static Argument fromArray(const Parameter &parameter, Object array,
                          Arena &arena) {
  static PyObject *const dtypeName = PyUnicode_InternFromString("dtype");
  // A subclass may have other attributes with the names of NumPy's.
  if (Py_TYPE(array.get()) != reinterpret_cast<PyTypeObject *>(numpyArray))
    array =
        call(getAttribute(numpyArray, "view").get(), array.get(), numpyArray);
  Object dtype = Object::steal(PyObject_GetAttr(array.get(), dtypeName));
  if (!isSameType(parameter, dtype.get()))
    failType(parameter, describeObject(dtype.get()));
  Buffer buffer(array.get(), PyBUF_STRIDES);
  if (buffer.view.itemsize != parameter.bytes)
    failType(parameter, describeObject(dtype.get()));
  return fromBuffer(parameter, buffer.view, std::move(array), arena);
}

static Argument fromNumpyScalar(const Parameter &parameter, PyObject *object,
                                Arena &arena) {
  Object array = callModule("numpy", "asarray", object);
  return fromArray(parameter, std::move(array), arena);
}

//===----------------------------------------------------------------------===//
// DLPack
//===----------------------------------------------------------------------===//

namespace {
// The ABI of https://github.com/dmlc/dlpack before version 1, which Python
// objects exchange in capsules that are named `dltensor`.
enum : int32_t { kDLCPU = 1, kDLCUDAHost = 3 };

struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};

struct DLTensor {
  void *data;
  int32_t deviceType, deviceId;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  /// In elements; null for row-major order.
  int64_t *strides;
  uint64_t byteOffset;
};

struct DLManagedTensor {
  DLTensor tensor;
  void *context;
  void (*deleter)(DLManagedTensor *self);
};
} // namespace

/// Returns the type of device of an object; -1 if it does not say one.
static int64_t findDeviceType(PyObject *object) {
  Object device = call(getAttribute(object, "__dlpack_device__").get());
  if (!PyTuple_Check(device.get()) || PyTuple_Size(device.get()) != 2)
    return -1;
  PyObject *type = PyTuple_GetItem(device.get(), 0);
  PyObject *number = PyNumber_Index(type);
  int64_t value = number ? PyLong_AsLongLong(number) : -1;
  Py_XDECREF(number);
  PyErr_Clear();
  return value > INT32_MAX ? -1 : value;
}

static void checkDevice(const Parameter &parameter, PyObject *object) {
  int64_t type = findDeviceType(object);
  if (type < 0)
    throwError("ArgumentTypeError",
               parameter.title +
                   " has a method __dlpack_device__ that does not return the "
                   "type and the number of a device");
  if (type != kDLCPU && type != kDLCUDAHost)
    failArgument(parameter, "is on a device of type " + std::to_string(type) +
                                " of DLPack, expected the CPU");
}

static constexpr const char *kTensorName = "split_mlir.dltensor";

static void deleteTensor(PyObject *capsule) {
  auto *tensor = static_cast<DLManagedTensor *>(
      PyCapsule_GetPointer(capsule, kTensorName));
  // The function may call Python, which must not see an exception of ours.
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (tensor->deleter)
    tensor->deleter(tensor);
  PyErr_Restore(type, value, traceback);
}

/// Takes the tensor out of a capsule. Returns a capsule that owns it.
static Object takeTensor(const Parameter &parameter, PyObject *object) {
  Object capsule = call(getAttribute(object, "__dlpack__").get());
  if (!PyCapsule_IsValid(capsule.get(), "dltensor"))
    throwError("ArgumentTypeError",
               parameter.title +
                   " has a method __dlpack__ that returns no new tensor");
  void *managed = PyCapsule_GetPointer(capsule.get(), "dltensor");
  Object owner =
      Object::steal(PyCapsule_New(managed, kTensorName, deleteTensor));
  check(PyCapsule_SetName(capsule.get(), "used_dltensor") ? -1 : 0);
  return owner;
}

/// Returns text like `float32`, as torch and NumPy name types.
static std::string describe(DLDataType type) {
  static const char *const kNames[] = {"int",    "uint",    "float", "handle",
                                       "bfloat", "complex", "bool"};
  std::string name =
      type.code < 7 ? kNames[type.code] : "type " + std::to_string(type.code);
  name += std::to_string(type.bits);
  return type.lanes == 1 ? name : name + "x" + std::to_string(type.lanes);
}

/// Throws unless the tensor's type, rank and sizes are those of `parameter`.
static void checkTensor(const Parameter &parameter, const DLTensor &tensor) {
  if (tensor.ndim < 0 || (tensor.ndim > 0 && !tensor.shape))
    failArgument(parameter, "has a DLPack tensor without a shape");
  constexpr int32_t kMaxRank = 64;
  if (tensor.ndim > kMaxRank)
    failArgument(parameter, "has a DLPack tensor of rank " +
                                std::to_string(tensor.ndim) +
                                ", expected at most 64");
  if (tensor.dtype.code != parameter.dlpack.code ||
      tensor.dtype.bits != parameter.dlpack.bits || tensor.dtype.lanes != 1)
    failType(parameter, describe(tensor.dtype));
  bool isEmpty = false;
  for (int32_t i = 0; i < tensor.ndim; ++i) {
    if (tensor.shape[i] < 0)
      failArgument(parameter, "has a DLPack tensor of negative size");
    isEmpty |= tensor.shape[i] == 0;
  }
  checkShape(parameter, tensor.shape, tensor.ndim);
  if (!tensor.data && !isEmpty)
    failArgument(parameter, "has a DLPack tensor without data");
}

/// Returns strides in bytes, those of row-major order if the tensor has none.
static int64_t *computeStrides(const Parameter &parameter,
                               const DLTensor &tensor, Arena &arena) {
  int64_t *strides = arena.allocateWords(tensor.ndim);
  int64_t stride = parameter.bytes;
  for (int32_t i = tensor.ndim; i-- > 0;) {
    strides[i] = stride;
    if (tensor.strides) {
      if (__builtin_mul_overflow(tensor.strides[i], parameter.bytes,
                                 &strides[i]) &&
          tensor.shape[i] > 1)
        failArgument(parameter, kOutsideMessage);
    } else if (__builtin_mul_overflow(
                   stride, std::max<int64_t>(tensor.shape[i], 1), &stride)) {
      failArgument(parameter, "has more elements than memory");
    }
  }
  return strides;
}

static Argument fromDLPack(const Parameter &parameter, PyObject *object,
                           Arena &arena) {
  checkDevice(parameter, object);
  Object owner = takeTensor(parameter, object);
  const DLTensor &tensor = static_cast<DLManagedTensor *>(
                               PyCapsule_GetPointer(owner.get(), kTensorName))
                               ->tensor;
  checkTensor(parameter, tensor);
  auto *data = tensor.data
                   ? static_cast<char *>(tensor.data) + tensor.byteOffset
                   : nullptr;
  if (reinterpret_cast<uintptr_t>(data) % parameter.alignment != 0)
    failArgument(parameter, "has a DLPack tensor that is not aligned");
  Elements elements{data, parameter.bytes, size_t(tensor.ndim), tensor.shape,
                    computeStrides(parameter, tensor, arena)};
  Argument argument = createArgument(parameter, elements, owner,
                                     /*isReadOnly=*/false, arena);
  // Before version 1, DLPack does not tell whether others expect that the
  // elements stay as they are.
  argument.isReadOnly = true;
  return argument;
}

//===----------------------------------------------------------------------===//
// All objects
//===----------------------------------------------------------------------===//

static bool isNumber(PyObject *object) {
  return PyLong_Check(object) || PyFloat_Check(object) ||
         PyComplex_Check(object);
}

/// Returns the bits of an integer. Throws ArgumentError if the parameter has
/// fewer.
static uint64_t getBits(const Parameter &parameter, PyObject *value) {
  int bits = parameter.integerBits ? parameter.integerBits
                                   : static_cast<int>(8 * parameter.bytes);
  uint64_t high = UINT64_MAX >> (64 - bits + parameter.isSigned);
  int64_t low = parameter.isSigned ? -static_cast<int64_t>(high) - 1 : 0;
  int overflow;
  int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow);
  auto result = static_cast<uint64_t>(number);
  bool fits = overflow == 0 && number >= low && (number < 0 || result <= high);
  if (overflow > 0 && high > INT64_MAX) {
    result = PyLong_AsUnsignedLongLong(value);
    fits = !PyErr_Occurred();
    PyErr_Clear();
  }
  if (!fits)
    failArgument(parameter,
                 "is " + describeObject(value) + ", expected a number from " +
                     std::to_string(low) + " to " + std::to_string(high));
  return result;
}

/// Stores a float or a complex number. Returns false for types that C++ lacks.
static bool storeFloat(const Parameter &parameter, PyObject *value,
                       char *data) {
  bool isComplex = parameter.kind == 'c';
  int64_t size = isComplex ? parameter.bytes / 2 : parameter.bytes;
  if (size != sizeof(float) && size != sizeof(double))
    return false;
  double parts[] = {PyComplex_RealAsDouble(value),
                    PyComplex_ImagAsDouble(value)};
  if (PyErr_Occurred())
    throw PythonError();
  for (int i = 0; i <= isComplex; ++i) {
    auto part = static_cast<float>(parts[i]);
    std::memcpy(data + i * size,
                size == sizeof(part) ? static_cast<void *>(&part) : &parts[i],
                size);
  }
  return true;
}

static Argument fromNumber(const Parameter &parameter, PyObject *value,
                           Arena &arena) {
  char kind = parameter.kind;
  bool isInteger = kind == 'i' || kind == 'u' || kind == 'b';
  bool fits = isInteger     ? PyLong_Check(value)
              : kind == 'f' ? !PyComplex_Check(value)
                            : kind == 'c';
  if (!fits || !parameter.otherDtype.empty())
    throwError("ArgumentTypeError", parameter.title +
                                        " is a number of Python's type " +
                                        getTypeName(value) + ", expected " +
                                        parameter.describeType());
  // A result may be a view of the memory.
  Object keeper =
      Object::steal(PyBytes_FromStringAndSize(nullptr, parameter.bytes));
  if (isInteger) {
    uint64_t bits = getBits(parameter, value);
    std::memcpy(PyBytes_AsString(keeper.get()), &bits, parameter.bytes);
  } else if (!storeFloat(parameter, value, PyBytes_AsString(keeper.get()))) {
    keeper = callModule("split_mlir._types", "encode",
                        toText(parameter.format).get(),
                        toInteger(parameter.bytes).get(), value);
  }
  Elements elements{PyBytes_AsString(keeper.get()), parameter.bytes, 0, nullptr,
                    nullptr};
  return createArgument(parameter, elements, keeper, /*isReadOnly=*/false,
                        arena);
}

static bool isInstance(PyObject *object, PyObject *type) {
  return type &&
         PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject *>(type));
}

static bool hasDLPack(PyObject *object) {
  // On a type, the attributes are functions that need a tensor.
  return !PyType_Check(object) &&
         PyObject_HasAttrString(object, "__dlpack__") &&
         PyObject_HasAttrString(object, "__dlpack_device__");
}

Argument mlir::split::native::prepareArgument(const Parameter &parameter,
                                              PyObject *object, Arena &arena) {
  if (isInstance(object, numpyArray))
    return fromArray(parameter, Object::borrow(object), arena);
  if (isInstance(object, numpyGeneric))
    return fromNumpyScalar(parameter, object, arena);
  if (isNumber(object) && !parameter.isOut &&
      (!parameter.isTensor || (parameter.shape && parameter.shape->empty())))
    return fromNumber(parameter, object, arena);
  if (hasDLPack(object))
    return fromDLPack(parameter, object, arena);
  if (PyObject_CheckBuffer(object))
    return fromExporter(parameter, object, arena);
  throwError("ArgumentTypeError",
             parameter.title + " is of type " + getTypeName(object) +
                 ", expected " +
                 (parameter.isTensor ? "an array" : "a number") + " of dtype " +
                 parameter.describeType());
}
