//===- Argument.cpp - Python objects as arguments -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Argument.h"

#include "DLPack.h"
#include "Errors.h"
#include "ResultArray.h"
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;
using py::detail::array_proxy;
using py::detail::npy_api;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Returns text like `argument 'x'`.
static std::string describe(const Parameter &parameter) {
  return "argument '" + parameter.name + "'";
}

static std::string getText(py::handle object) {
  return py::str(object).cast<std::string>();
}

/// Returns text like `float32`, or `uint16 (bits of bf16)`.
static std::string describeType(const Parameter &parameter) {
  std::string text = getText(parameter.dtype);
  char kind = parameter.elementType[0];
  bool isStorage = !parameter.otherDtype.empty() || text[0] == '|' ||
                   kind == '!' || parameter.integerBits > 1;
  return isStorage ? text + " (bits of " + parameter.elementType + ")" : text;
}

[[noreturn]] static void failType(const Parameter &parameter,
                                  const std::string &given) {
  throwError("ArgumentTypeError", describe(parameter) + " has dtype " + given +
                                      ", expected " + describeType(parameter));
}

[[noreturn]] static void fail(const Parameter &parameter,
                              const std::string &problem) {
  throwError("ArgumentError", describe(parameter) + " " + problem);
}

static void checkShape(const Parameter &parameter, const int64_t *sizes,
                       size_t rank) {
  if (!parameter.shape)
    return;
  bool fits = parameter.shape->size() == rank;
  for (size_t i = 0; fits && i < rank; ++i)
    fits = parameter.isDynamic(i) || (*parameter.shape)[i] == sizes[i];
  if (!fits)
    fail(parameter, "has shape " + describeShape(sizes, rank) + ", expected " +
                        parameter.describeShape());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// Elements in memory; strides are in elements.
struct Elements {
  char *data;
  size_t rank;
  const int64_t *sizes, *strides;
};
} // namespace

/// Sets `begin` and `end`. Returns false if an address has more than 63 bits.
static bool findExtent(const Elements &elements, int64_t bytes,
                       uintptr_t &begin, uintptr_t &end) {
  int64_t low = 0, high = 0;
  for (size_t i = 0; i < elements.rank; ++i) {
    int64_t distance;
    if (elements.sizes[i] == 0) {
      begin = end = reinterpret_cast<uintptr_t>(elements.data);
      return true;
    }
    if (__builtin_mul_overflow(elements.sizes[i] - 1, elements.strides[i],
                               &distance) ||
        __builtin_mul_overflow(distance, bytes, &distance) ||
        __builtin_add_overflow(distance < 0 ? low : high, distance,
                               distance < 0 ? &low : &high))
      return false;
  }
  auto address =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(elements.data));
  int64_t first, last;
  if (__builtin_add_overflow(address, low, &first) ||
      __builtin_add_overflow(address, high, &last) ||
      __builtin_add_overflow(last, bytes, &last) || first < 0)
    return false;
  begin = first;
  end = last;
  return true;
}

static bool isRowMajor(const Elements &elements) {
  const int64_t *sizes = elements.sizes;
  if (std::find(sizes, sizes + elements.rank, 0) != sizes + elements.rank)
    return true;
  int64_t stride = 1;
  for (size_t i = elements.rank; i-- > 0;) {
    if (sizes[i] != 1 && elements.strides[i] != stride)
      return false;
    stride *= sizes[i];
  }
  return true;
}

static py::object callNumpy(const char *function, const py::tuple &args,
                            const py::dict &kwargs = {}) {
  return py::module_::import("numpy").attr(function)(*args, **kwargs);
}

/// Returns a copy of `array` in row-major order.
static py::object packArray(py::object array) {
  return callNumpy("array", py::make_tuple(std::move(array)),
                   py::dict(py::arg("order") = "C"));
}

/// Replaces the elements of `argument`, a tensor that `words` describe, by a
/// copy in row-major order.
static void packArgument(const Parameter &parameter, size_t rank,
                         int64_t *words, Argument &argument) {
  if (parameter.isWritable)
    fail(parameter, "is not in row-major order, but the function writes to it "
                    "and was compiled without run-time checks");
  py::object copy = packArray(createArray(
      parameter, rank, words, argument.keeper, /*isWritable=*/false));
  auto *proxy = array_proxy(copy.ptr());
  argument.begin = reinterpret_cast<uintptr_t>(proxy->data);
  argument.end = argument.begin + py::array(copy).nbytes();
  words[kAlignedWord] = static_cast<int64_t>(argument.begin);
  for (size_t i = 0; i < rank; ++i)
    words[kSizesWord + rank + i] = proxy->strides[i] / parameter.bytes;
  argument.keeper = std::move(copy);
  argument.isReadOnly = true;
}

/// Fills in a descriptor, for a tensor, or passes the address of a scalar.
static Argument createArgument(const Parameter &parameter,
                               const Elements &elements, py::object keeper,
                               bool isReadOnly, Arena &arena) {
  Argument argument{elements.data, std::move(keeper), isReadOnly, 0, 0};
  if (!findExtent(elements, parameter.bytes, argument.begin, argument.end))
    fail(parameter, "has strides that leave the address space");
  if (parameter.isWritable && isReadOnly)
    fail(parameter, "is read-only or not aligned, but the function writes to "
                    "it");
  if (!parameter.isTensor)
    return argument;
  size_t rank = elements.rank;
  int64_t *words = arena.allocateWords(kSizesWord + 2 * rank);
  words[kAlignedWord] =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(elements.data));
  std::copy_n(elements.sizes, rank, words + kSizesWord);
  std::copy_n(elements.strides, rank, words + kSizesWord + rank);
  argument.slot = words;
  if (parameter.isRowMajor && !isRowMajor(elements))
    packArgument(parameter, rank, words, argument);
  if (parameter.shape)
    return argument;
  int64_t *unranked = arena.allocateWords(2);
  unranked[0] = rank;
  unranked[1] = static_cast<int64_t>(reinterpret_cast<uintptr_t>(words));
  argument.slot = unranked;
  return argument;
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

/// Returns whether the elements are at multiples of their alignment, and the
/// strides multiples of their size.
static bool isAligned(const Parameter &parameter, const char *data,
                      const int64_t *sizes, const ssize_t *strides,
                      size_t rank) {
  if (reinterpret_cast<uintptr_t>(data) % parameter.alignment != 0)
    return false;
  for (size_t i = 0; i < rank; ++i)
    if (sizes[i] > 1 && strides[i] % parameter.bytes != 0)
      return false;
  return true;
}

static Argument fromArray(const Parameter &parameter, py::object array,
                          Arena &arena) {
  auto *proxy = array_proxy(array.ptr());
  if (proxy->descr != parameter.dtype.ptr() &&
      !npy_api::get().PyArray_EquivTypes_(proxy->descr,
                                          parameter.dtype.ptr())) {
    py::handle given(proxy->descr);
    if (parameter.otherDtype.empty() ||
        getText(given.attr("name")) != parameter.otherDtype)
      failType(parameter, getText(given));
    // A subclass may have a method with this name that returns anything.
    array = py::module_::import("numpy").attr("ndarray").attr("view")(
        array, parameter.dtype);
    proxy = array_proxy(array.ptr());
  }
  size_t rank = proxy->nd;
  static_assert(sizeof(ssize_t) == sizeof(int64_t), "a 64-bit host is needed");
  auto *sizes = reinterpret_cast<const int64_t *>(proxy->dimensions);
  checkShape(parameter, sizes, rank);
  bool isReadOnly = !(proxy->flags & npy_api::NPY_ARRAY_WRITEABLE_);
  if (!isAligned(parameter, proxy->data, sizes, proxy->strides, rank)) {
    array = packArray(std::move(array));
    proxy = array_proxy(array.ptr());
    sizes = reinterpret_cast<const int64_t *>(proxy->dimensions);
    isReadOnly = true;
  }
  int64_t *strides = arena.allocateWords(rank);
  for (size_t i = 0; i < rank; ++i)
    strides[i] = proxy->strides[i] / parameter.bytes;
  Elements elements{proxy->data, rank, sizes, strides};
  return createArgument(parameter, elements, std::move(array), isReadOnly,
                        arena);
}

//===----------------------------------------------------------------------===//
// DLPack
//===----------------------------------------------------------------------===//

static int32_t getDeviceType(const Parameter &parameter, py::handle object) {
  py::object device = object.attr("__dlpack_device__")();
  py::detail::make_caster<int32_t> type;
  if (!py::isinstance<py::tuple>(device) || py::len(device) != 2 ||
      !type.load(device[py::int_(0)], /*convert=*/true))
    throwError("ArgumentTypeError",
               describe(parameter) +
                   " has a method __dlpack_device__ that does not return the "
                   "type and the number of a device");
  return type;
}

/// Takes the tensor out of a capsule. Returns a capsule that owns it.
static py::capsule takeTensor(const Parameter &parameter, py::handle object) {
  py::object capsule = object.attr("__dlpack__")();
  if (!PyCapsule_IsValid(capsule.ptr(), "dltensor"))
    throwError("ArgumentTypeError",
               describe(parameter) +
                   " has a method __dlpack__ that returns no new tensor");
  void *managed = PyCapsule_GetPointer(capsule.ptr(), "dltensor");
  py::capsule owner(managed, "split_mlir.dltensor", [](PyObject *self) {
    auto *tensor = static_cast<DLManagedTensor *>(
        PyCapsule_GetPointer(self, "split_mlir.dltensor"));
    if (tensor->deleter)
      tensor->deleter(tensor);
  });
  if (PyCapsule_SetName(capsule.ptr(), "used_dltensor") != 0)
    throw py::error_already_set();
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

/// Returns strides of row-major order.
static int64_t *computeStrides(const Parameter &parameter,
                               const DLTensor &tensor, Arena &arena) {
  int64_t *strides = arena.allocateWords(tensor.ndim);
  int64_t stride = 1;
  for (int32_t i = tensor.ndim; i-- > 0;) {
    strides[i] = stride;
    if (__builtin_mul_overflow(stride, std::max<int64_t>(tensor.shape[i], 1),
                               &stride))
      fail(parameter, "has more elements than memory");
  }
  return strides;
}

static Argument fromDLPack(const Parameter &parameter, py::handle object,
                           Arena &arena) {
  int32_t deviceType = getDeviceType(parameter, object);
  if (deviceType != kDLCPU && deviceType != kDLCUDAHost)
    fail(parameter, "is on a device of type " + std::to_string(deviceType) +
                        " of DLPack, expected the CPU");
  py::capsule owner = takeTensor(parameter, object);
  const auto &tensor = owner.get_pointer<DLManagedTensor>()->tensor;
  if (tensor.ndim < 0 || (tensor.ndim > 0 && !tensor.shape))
    fail(parameter, "has a DLPack tensor without a shape");
  constexpr int32_t kMaxRank = 64;
  if (tensor.ndim > kMaxRank)
    fail(parameter, "has a DLPack tensor of rank " +
                        std::to_string(tensor.ndim) + ", expected at most 64");
  if (tensor.dtype.code != parameter.dlpack.code ||
      tensor.dtype.bits != parameter.dlpack.bits || tensor.dtype.lanes != 1)
    failType(parameter, describe(tensor.dtype));
  bool isEmpty = false;
  for (int32_t i = 0; i < tensor.ndim; ++i) {
    if (tensor.shape[i] < 0)
      fail(parameter, "has a DLPack tensor of negative size");
    isEmpty |= tensor.shape[i] == 0;
  }
  checkShape(parameter, tensor.shape, tensor.ndim);
  if (!tensor.data && !isEmpty)
    fail(parameter, "has a DLPack tensor without data");
  auto *data = tensor.data
                   ? static_cast<char *>(tensor.data) + tensor.byteOffset
                   : nullptr;
  if (reinterpret_cast<uintptr_t>(data) % parameter.alignment != 0)
    fail(parameter, "has a DLPack tensor that is not aligned");
  const int64_t *strides = tensor.strides
                               ? tensor.strides
                               : computeStrides(parameter, tensor, arena);
  Elements elements{data, size_t(tensor.ndim), tensor.shape, strides};
  Argument argument = createArgument(parameter, elements, owner,
                                     /*isReadOnly=*/false, arena);
  // Before version 1, DLPack does not tell whether others expect that the
  // elements stay as they are.
  argument.isReadOnly = true;
  return argument;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool isNumber(py::handle object) {
  return PyLong_Check(object.ptr()) || PyFloat_Check(object.ptr()) ||
         PyComplex_Check(object.ptr());
}

/// Checks that an integer fits into the bits of the parameter.
static void checkRange(const Parameter &parameter, py::handle value) {
  int bits = parameter.integerBits ? parameter.integerBits
                                   : static_cast<int>(8 * parameter.bytes);
  py::int_ one(1), zero(0);
  py::object half = one << py::int_(bits - 1);
  py::object low = parameter.isSigned ? py::object(-half) : py::object(zero);
  py::object high = parameter.isSigned ? half : half + half;
  if (value < low || value >= high)
    fail(parameter, "is " + getText(value) + ", expected a number from " +
                        getText(low) + " to " + getText(high - one));
}

static Argument fromNumber(const Parameter &parameter, py::handle value,
                           Arena &arena) {
  char kind = parameter.dtype.kind();
  bool isInteger = kind == 'i' || kind == 'u' || kind == 'b';
  bool isReal = !PyComplex_Check(value.ptr());
  bool fits = isInteger     ? PyLong_Check(value.ptr())
              : kind == 'f' ? isReal
                            : kind == 'c';
  if (!fits || !parameter.otherDtype.empty())
    throwError("ArgumentTypeError",
               describe(parameter) + " is a number of Python's type " +
                   getText(py::type::of(value).attr("__name__")) +
                   ", expected " + describeType(parameter));
  if (isInteger)
    checkRange(parameter, value);
  py::object array = callNumpy("array", py::make_tuple(value, parameter.dtype));
  return fromArray(parameter, std::move(array), arena);
}

//===----------------------------------------------------------------------===//
// All objects
//===----------------------------------------------------------------------===//

/// The base class of NumPy's scalars.
static PyObject *numpyGeneric;

void mlir::split::native::importNumpy() {
  npy_api::get();
  numpyGeneric =
      py::object(py::module_::import("numpy").attr("generic")).release().ptr();
}

static bool isNumpyScalar(py::handle object) {
  return PyObject_TypeCheck(object.ptr(),
                            reinterpret_cast<PyTypeObject *>(numpyGeneric));
}

Argument mlir::split::native::prepareArgument(const Parameter &parameter,
                                              py::handle object, Arena &arena) {
  if (py::isinstance<py::array>(object))
    return fromArray(parameter, py::reinterpret_borrow<py::object>(object),
                     arena);
  if (isNumpyScalar(object))
    return fromArray(parameter, callNumpy("asarray", py::make_tuple(object)),
                     arena);
  if (isNumber(object) &&
      (!parameter.isTensor || (parameter.shape && parameter.shape->empty())))
    return fromNumber(parameter, object, arena);
  // On a type, the attributes are functions that need a tensor.
  if (!PyType_Check(object.ptr()) && py::hasattr(object, "__dlpack__") &&
      py::hasattr(object, "__dlpack_device__"))
    return fromDLPack(parameter, object, arena);
  if (PyObject_CheckBuffer(object.ptr())) {
    auto view = py::reinterpret_steal<py::object>(
        PyMemoryView_FromObject(object.ptr()));
    if (!view)
      throw py::error_already_set();
    return fromArray(parameter, callNumpy("asarray", py::make_tuple(view)),
                     arena);
  }
  throwError("ArgumentTypeError",
             describe(parameter) + " is of type " +
                 getText(py::type::of(object).attr("__name__")) +
                 ", expected " +
                 (parameter.isTensor ? "an array" : "a number") + " of dtype " +
                 describeType(parameter));
}
