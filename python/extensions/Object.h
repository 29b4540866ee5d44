//===- Object.h - References to Python's objects ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limited C API of Python 3.11, so that one extension is for all later
// versions, too.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_OBJECT_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_OBJECT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <cstdint>
#include <cxxabi.h>
#include <new>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlir::split::native {

static_assert(sizeof(Py_ssize_t) == sizeof(int64_t), "a 64-bit host is needed");

/// Thrown after Python has set its exception.
struct PythonError {};

/// Calls `function`, which may run code of Python or of other threads. If the
/// interpreter ends meanwhile, Python unwinds this thread by an exception. It
/// must not leave this function: a destructor cannot throw it, and destructors
/// that run during unwinding would use objects without the interpreter's lock.
/// Instead, the thread waits for the end of the process.
template <typename Function>
auto callPython(Function function) {
  try {
    return function();
  } catch (abi::__forced_unwind &) {
    for (;;)
      pause();
  }
}

/// A reference that keeps an object alive, or null.
class Object {
public:
  Object() = default;
  Object(const Object &other) : object(other.object) { Py_XINCREF(object); }
  Object(Object &&other) noexcept
      : object(std::exchange(other.object, nullptr)) {}
  Object &operator=(Object other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~Object() {
    callPython([this] { Py_XDECREF(object); });
  }

  /// Takes the reference that a function of Python has returned. Throws
  /// PythonError if it has returned null.
  static Object steal(PyObject *object) {
    if (!object)
      throw PythonError();
    return Object(object);
  }
  static Object borrow(PyObject *object) {
    Py_XINCREF(object);
    return Object(object);
  }

  PyObject *get() const { return object; }
  PyObject *release() { return std::exchange(object, nullptr); }
  explicit operator bool() const { return object; }

private:
  explicit Object(PyObject *object) : object(object) {}

  PyObject *object = nullptr;
};

/// Throws PythonError if a function of Python has returned an error.
inline void check(int result) {
  if (result < 0)
    throw PythonError();
}

[[noreturn]] inline void throwValueError(const std::string &message) {
  PyErr_SetString(PyExc_ValueError, message.c_str());
  throw PythonError();
}

inline Object getAttribute(PyObject *object, const char *name) {
  return Object::steal(
      callPython([=] { return PyObject_GetAttrString(object, name); }));
}

/// Calls `function` with arguments that are PyObject pointers.
template <typename... Args>
Object call(PyObject *function, Args... args) {
  return Object::steal(callPython([=] {
    return PyObject_CallFunctionObjArgs(function, args..., nullptr);
  }));
}

inline Object toInteger(int64_t value) {
  return Object::steal(PyLong_FromLongLong(value));
}

/// Bytes that are not UTF-8 become replacement characters.
inline Object toText(const std::string &bytes) {
  return Object::steal(
      PyUnicode_DecodeUTF8(bytes.data(), bytes.size(), "replace"));
}

inline std::string getString(PyObject *text) {
  Py_ssize_t size;
  const char *data = PyUnicode_AsUTF8AndSize(text, &size);
  if (!data)
    throw PythonError();
  return std::string(data, size);
}

/// Returns what str() returns.
inline std::string describeObject(PyObject *object) {
  return getString(
      Object::steal(callPython([=] { return PyObject_Str(object); })).get());
}

inline std::string getTypeName(PyObject *object) {
  return getString(
      getAttribute(reinterpret_cast<PyObject *>(Py_TYPE(object)), "__name__")
          .get());
}

inline Object importModule(const char *name) {
  return Object::steal(callPython([=] { return PyImport_ImportModule(name); }));
}

/// Calls a function of a module of split_mlir.
template <typename... Args>
Object callModule(const char *module, const char *function, Args... args) {
  Object loaded = importModule(module);
  return call(getAttribute(loaded.get(), function).get(), args...);
}

/// Throws the exception `name` of split_mlir. `text` is `MESSAGE`, or
/// `LOCATION: error: MESSAGE`.
[[noreturn]] inline void throwError(const char *name, const std::string &text) {
  Object module = importModule("split_mlir._errors");
  Object type = getAttribute(module.get(), name);
  Object error =
      call(getAttribute(type.get(), "_parse").get(), toText(text).get());
  PyErr_SetObject(type.get(), error.get());
  throw PythonError();
}

/// An object of Python that holds a value of C++.
template <typename T>
struct Holder {
  PyObject_HEAD T value;

  /// Creates an object of `type`, which is from `createType`.
  template <typename... Args>
  static Object create(PyTypeObject *type, Args &&...args) {
    T value(std::forward<Args>(args)...);
    Object object = Object::steal(PyType_GenericAlloc(type, 0));
    new (&get(object.get())) T(std::move(value));
    return object;
  }
  static T &get(PyObject *self) {
    return reinterpret_cast<Holder *>(self)->value;
  }

  /// Creates a type of such objects.
  static PyTypeObject *createType(const char *name, unsigned flags,
                                  std::vector<PyType_Slot> slots) {
    slots.push_back({Py_tp_dealloc, reinterpret_cast<void *>(destroy)});
    slots.push_back({0, nullptr});
    PyType_Spec spec = {name, sizeof(Holder), 0, Py_TPFLAGS_DEFAULT | flags,
                        slots.data()};
    return reinterpret_cast<PyTypeObject *>(
        Object::steal(PyType_FromSpec(&spec)).release());
  }

private:
  static void destroy(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    get(self).~T();
    PyObject_Free(self);
    Py_DECREF(type);
  }
};

/// Returns what `function` returns, or null after PythonError or bad_alloc.
template <typename Function>
PyObject *guard(Function function) {
  try {
    return function().release();
  } catch (const PythonError &) {
    return nullptr;
  } catch (const std::bad_alloc &) {
    return PyErr_NoMemory();
  }
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_OBJECT_H
