//===- Model.h - Calls of compiled functions from C++ -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls functions that split-compile compiled, and first compares types and
// shapes with the signature (native/docs/HostAbi.md). Needs C++17.
//
//   #include "qkv.h" // from split-compile
//   split_mlir::Function qkv(::qkv, ::qkv_signature());
//   auto [q, k, v] = qkv(split_mlir::borrow(numbers, {3, 6}));
//   for (float number : q.elements<float>()) ...
//
// Sizes, strides and counts are in elements. Any number of threads may call a
// Function at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_MODEL_H
#define SPLIT_MLIR_HOSTABI_MODEL_H

#include "split-mlir/HostAbi/Runtime.h"
#include <algorithm>
#include <array>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace split_mlir {

/// Why a call failed. what() is the message of the compiled code, which begins
/// with a location in the model, or a message of this header.
struct Error : std::runtime_error {
  Error(int32_t status, const std::string &message)
      : std::runtime_error(message), status(status) {}
  /// A status of Runtime.h, such as SPLIT_MLIR_INVALID_ARGUMENT.
  int32_t status;
};

/// A value, or the error that occurred instead.
template <typename T>
struct Expected : std::variant<T, Error> {
  using std::variant<T, Error>::variant;
  explicit operator bool() const { return this->index() == 0; }
  const Error &error() const { return std::get<Error>(*this); }
  T &operator*() { return std::get<T>(*this); }
};

template <typename T>
struct Span {
  T *first;
  size_t count;
  T *begin() const { return first; }
  T *end() const { return first + count; }
  size_t size() const { return count; }
  T &operator[](size_t index) const { return first[index]; }
};

/// What MLIR calls a C++ type of elements, with `s` for signed integers.
/// Specialize it for other types, such as one for bf16.
template <typename T>
struct ElementType {
  static_assert(std::is_arithmetic_v<T>, "specialize split_mlir::ElementType");
  static std::string getName() {
    std::string kind = std::is_signed_v<T> ? "si" : "ui";
    if (std::is_floating_point_v<T>)
      kind = "f";
    return std::is_same_v<T, bool> ? "i1"
                                   : kind + std::to_string(8 * sizeof(T));
  }
};
template <typename T>
struct ElementType<std::complex<T>> {
  static std::string getName() {
    return "complex<" + ElementType<T>::getName() + ">";
  }
};

/// Whether elements of the type `name` are passed as `expected`, a type of a
/// signature: si8 and ui8 also as i8, and si64 also as index.
inline bool isElementType(const std::string &name,
                          const std::string &expected) {
  return name == expected || (name == "si64" && expected == "index") ||
         (name.find('i') == 1 && name.substr(1) == expected);
}

/// An argument or a result: the keys of the signature.
struct Parameter {
  std::string name, elementType, ownership;
  size_t elementBytes;
  bool isTensor, isRanked, isWritable;
  /// -1 stands for a dynamic size.
  std::vector<int64_t> shape;
  bool isInCallersBuffer() const {
    return ownership == "caller" || ownership == "value";
  }
};

/// A tensor of any strides. Results own their memory, together with their
/// copies. Others refer to memory of the caller, which must stay valid.
class Tensor {
public:
  Tensor() = default;
  /// Refers to `count` elements at `data`. Without strides, they are in
  /// row-major order. `type` is an element type in the words of signatures.
  /// With negative strides, `data` is the first element of the tensor.
  Tensor(void *data, std::string type, size_t count,
         const std::vector<int64_t> &shape, std::vector<int64_t> strides = {})
      : type(std::move(type)), count(count), hasStrides(!strides.empty()) {
    strides.resize(shape.size(), 1);
    for (size_t i = shape.size(); !hasStrides && i-- > 1;)
      strides[i - 1] = strides[i] * shape[i];
    words[1] = reinterpret_cast<intptr_t>(data);
    words.insert(words.end(), shape.begin(), shape.end());
    words.insert(words.end(), strides.begin(), strides.end());
  }

  const std::string &getElementType() const { return type; }
  size_t getRank() const { return words.size() / 2 - 1; }
  std::vector<int64_t> getShape() const {
    return {words.begin() + 3, words.begin() + 3 + getRank()};
  }
  std::vector<int64_t> getStrides() const {
    return {words.end() - getRank(), words.end()};
  }
  /// The address of the first element.
  void *getData() const { return reinterpret_cast<void *>(words[1]); }
  /// Whether a result is a part of an argument.
  bool isView() const { return !memory; }

  /// Whether a call must not write to the memory.
  bool isConst = false;

  /// Returns the elements of type T in row-major order. Throws an Error if they
  /// have another type or order.
  template <typename T>
  Span<T> elements() const {
    std::string name = ElementType<T>::getName();
    if (!isElementType(name, type))
      throw Error(SPLIT_MLIR_INVALID_ARGUMENT,
                  "elements have the type " + type + ", not " + name);
    if (count > 1 &&
        Tensor(nullptr, "", count, getShape()).getStrides() != getStrides())
      throw Error(SPLIT_MLIR_INVALID_ARGUMENT,
                  "elements are not in row-major order");
    return {static_cast<T *>(getData()), count};
  }

private:
  template <typename... P>
  friend class Function;

  static size_t getCount(const std::vector<int64_t> &shape) {
    size_t product = 1;
    for (int64_t size : shape)
      product *= size;
    return product;
  }
  static std::string print(const std::vector<int64_t> &shape) {
    std::string text;
    for (int64_t size : shape)
      text += ", " + (size == -1 ? "?" : std::to_string(size));
    return "[" + text.substr(text.empty() ? 0 : 2) + "]";
  }

  /// Returns what does not fit, or an empty string.
  std::string findMistake(const Parameter &expected, bool isWritten) const {
    if (!isElementType(type, expected.elementType))
      return "has elements of type " + type + ", expected " +
             expected.elementType;
    if (isWritten && isConst)
      return "is constant, but the call may write to it";
    std::vector<int64_t> shape = getShape(), strides = getStrides();
    size_t needed = getCount(shape) == 0 ? 0 : 1;
    bool fits = !expected.isRanked || shape.size() == expected.shape.size();
    for (size_t i = 0; fits && i < shape.size(); ++i) {
      fits = !expected.isRanked || expected.shape[i] == -1 ||
             expected.shape[i] == shape[i];
      if (needed != 0)
        needed += (shape[i] - 1) * std::max<int64_t>(strides[i], 0);
    }
    if (!fits)
      return "has shape " + print(shape) + ", expected " +
             print(expected.shape);
    if (hasStrides ? count < needed : count != needed)
      return "has " + std::to_string(count) + " elements, expected " +
             std::to_string(needed) + " for shape " + print(shape);
    return "";
  }

  /// Returns a result before the call.
  static Tensor prepare(const Parameter &parameter) {
    Tensor tensor(nullptr, parameter.elementType, 0, parameter.shape);
    if (parameter.isInCallersBuffer()) {
      size_t bytes = getCount(parameter.shape) * parameter.elementBytes;
      tensor.memory.reset(split_mlir_allocate(bytes + 1, 64), split_mlir_free);
      tensor.words[1] = reinterpret_cast<intptr_t>(tensor.memory.get());
    }
    return tensor;
  }
  /// Becomes the owner of what the call filled in.
  void finish(const Parameter &parameter, SplitMlirUnrankedMemRef unranked) {
    if (!parameter.isRanked) {
      auto *from = static_cast<int64_t *>(unranked.descriptor);
      words.assign(from, from + 3 + 2 * unranked.rank);
      memory.reset(unranked.descriptor, [unranked](void *) mutable {
        split_mlir_free_unranked(&unranked);
      });
    } else if (words[0] != 0) {
      memory.reset(reinterpret_cast<void *>(words[0]), split_mlir_free);
    }
    count = getCount(getShape());
    words[1] += words[2] * int64_t(parameter.elementBytes);
    words[2] = 0;
  }

  std::string type;
  size_t count = 0;
  bool hasStrides = false;
  /// A descriptor of Runtime.h: two pointers, an offset, sizes and strides.
  std::vector<int64_t> words = std::vector<int64_t>(3);
  std::shared_ptr<void> memory;
};

/// Refers to `count` elements at `data`.
template <typename T>
Tensor borrow(T *data, size_t count, const std::vector<int64_t> &shape,
              std::vector<int64_t> strides = {}) {
  using Element = std::remove_const_t<T>;
  Tensor tensor(const_cast<Element *>(data), ElementType<Element>::getName(),
                count, shape, std::move(strides));
  tensor.isConst = std::is_const_v<T>;
  return tensor;
}
/// Refers to the elements of a std::vector, a std::array or the like.
template <typename Container>
Tensor borrow(Container &elements, const std::vector<int64_t> &shape) {
  return borrow(std::data(elements), std::size(elements), shape);
}

/// A compiled function.
template <typename... P>
class Function {
public:
  /// `signature` is what NAME_signature of `function` returns.
  Function(int32_t (*function)(P...), const char *signature)
      : function(function) {
    Json described = Json(signature)["functions"][""];
    for (const char *key : {"arguments", "results"}) {
      numArguments = parameters.size();
      for (const auto &[none, entry] : described[key].members) {
        parameters.push_back(
            {entry["name"].text,
             entry["element_type"].text,
             entry["ownership"].text,
             size_t(std::atoi(entry["element_bytes"].text.c_str())),
             entry["kind"].text == "tensor",
             entry["shape"].text != "null",
             entry["writable"].text == "true",
             {}});
        for (const auto &[none, size] : entry["shape"].members)
          parameters.back().shape.push_back(
              size.text == "null" ? -1 : std::atoll(size.text.c_str()));
      }
    }
  }

  /// The arguments, then the results.
  const std::vector<Parameter> &getParameters() const { return parameters; }

  /// Calls the function with `given`: the arguments, then buffers for the first
  /// results, if these have static shapes. A tensor is given as a Tensor, a
  /// scalar as in C, but one that C passes by pointer as a Tensor of shape {}.
  /// Returns the other results, scalars as tensors of shape {}.
  template <typename... Given>
  Expected<std::array<Tensor, sizeof...(P) - sizeof...(Given)>>
  tryCall(const Given &...given) const {
    constexpr size_t numGiven = sizeof...(Given);
    std::array<const Tensor *, sizeof...(P)> tensors{find(given)...};
    std::string mistake = findMistake(tensors.data(), numGiven);
    if (!mistake.empty())
      return Error(SPLIT_MLIR_INVALID_ARGUMENT, mistake);
    std::array<Tensor, sizeof...(P) - numGiven> results;
    for (size_t i = numGiven; i < sizeof...(P); ++i) {
      results[i - numGiven] = Tensor::prepare(parameters[i]);
      tensors[i] = &results[i - numGiven];
      if (parameters[i].isInCallersBuffer() && !tensors[i]->memory)
        return Error(SPLIT_MLIR_OUT_OF_MEMORY, "no memory for a result");
    }
    std::array<SplitMlirUnrankedMemRef, sizeof...(P)> unranked{};
    std::array<void *, sizeof...(P)> pointers{};
    for (size_t i = 0; i < sizeof...(P); ++i) {
      if (!tensors[i])
        continue;
      void *words = const_cast<int64_t *>(tensors[i]->words.data());
      unranked[i] = {int64_t(tensors[i]->getRank()), words};
      pointers[i] = !parameters[i].isTensor  ? tensors[i]->getData()
                    : parameters[i].isRanked ? words
                                             : &unranked[i];
    }
    int32_t status =
        call(pointers, std::tie(given...), std::index_sequence_for<P...>());
    if (status != SPLIT_MLIR_SUCCESS)
      return Error(status, split_mlir_last_error());
    for (size_t i = numGiven; i < sizeof...(P); ++i)
      results[i - numGiven].finish(parameters[i], unranked[i]);
    return results;
  }

  /// The same, but throws an Error if the call fails.
  template <typename... Given>
  auto operator()(const Given &...given) const {
    auto results = tryCall(given...);
    if (!results)
      throw results.error();
    return *results;
  }

private:
  /// JSON without blanks. Elements of lists have empty keys.
  struct Json {
    Json() = default;
    explicit Json(const char *&at) {
      char first = *at;
      if (first == '"') {
        while (*++at && *at != '"')
          text += *at == '\\' && at[1] ? *++at : *at;
        at += *at != 0;
      } else if (first == '{' || first == '[') {
        for (++at; *at && *at != '}' && *at != ']'; at += *at == ',') {
          std::string key = first == '{' ? Json(at).text : "";
          at += *at == ':';
          members.emplace_back(std::move(key), Json(at));
        }
        at += *at != 0;
      } else {
        while (!std::strchr(",]}", *at))
          text += *at++;
      }
    }
    /// Returns a member, or an empty object.
    Json operator[](const char *key) const {
      for (const auto &[name, value] : members)
        if (name == key)
          return value;
      return Json();
    }
    std::string text;
    std::vector<std::pair<std::string, Json>> members;
  };

  static const Tensor *find(const Tensor &tensor) { return &tensor; }
  template <typename T>
  static const Tensor *find(const T &) {
    return nullptr;
  }
  std::string findMistake(const Tensor *const *tensors, size_t numGiven) const {
    if (parameters.size() != sizeof...(P))
      return "the signature is of another function";
    if (numGiven < numArguments)
      return std::to_string(numGiven) + " arguments are given, expected " +
             std::to_string(numArguments);
    for (size_t i = 0; i < numGiven; ++i) {
      bool isResult = i >= numArguments;
      std::string what = (isResult ? "result " : "argument ") +
                         std::to_string(isResult ? i - numArguments : i) + " ";
      if (isResult && parameters[i].ownership != "caller")
        return what + "is allocated by the call, expected no buffer for it";
      std::string mistake;
      if (tensors[i])
        mistake = tensors[i]->findMistake(parameters[i],
                                          isResult || parameters[i].isWritable);
      if (!mistake.empty())
        return what + mistake;
    }
    return "";
  }

  template <typename Given, size_t... I>
  int32_t call(const std::array<void *, sizeof...(P)> &pointers, Given given,
               std::index_sequence<I...>) const {
    return function(pass<P, I>(pointers[I], given)...);
  }
  template <typename T, size_t I, typename Given>
  static T pass(void *pointer, const Given &given) {
    constexpr bool isGiven = I < std::tuple_size_v<Given>;
    if constexpr (!std::is_pointer_v<T>) {
      static_assert(isGiven, "an argument is missing");
      return T{std::get<I>(given)};
    } else {
      if constexpr (isGiven)
        static_cast<void>(static_cast<const Tensor &>(std::get<I>(given)));
      return static_cast<T>(pointer);
    }
  }

  int32_t (*function)(P...);
  std::vector<Parameter> parameters;
  size_t numArguments = 0;
};
template <typename... P>
Function(int32_t (*)(P...), const char *) -> Function<P...>;

} // namespace split_mlir

#endif // SPLIT_MLIR_HOSTABI_MODEL_H
