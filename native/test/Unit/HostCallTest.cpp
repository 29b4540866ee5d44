//===- HostCallTest.cpp - Compiled functions and their host ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <malloc.h>
#include <thread>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

using HostCall = CompiledFunction;

static constexpr StringLiteral cutByLengths = R"(
func.func @main(%x: tensor<4xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
})";

// Cuts the data in half until a size is odd: each round has a buffer of its
// own.
static constexpr StringLiteral cutInALoop = R"(
func.func @main(%x: tensor<?xf32>, %times: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rest = scf.for %i = %c0 to %times step %c1 iter_args(%left = %x) -> tensor<?xf32> {
    %halves:2 = split.split %left axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %d = tensor.dim %halves#1, %c0 : tensor<?xf32>
    %empty = tensor.empty(%d) : tensor<?xf32>
    %new = linalg.abs ins(%halves#1 : tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %new : tensor<?xf32>
  }
  return %rest : tensor<?xf32>
})";

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST_F(HostCall, R5FailureReturnsAndTheNextCallSucceeds) {
  NativeModule native = compile(cutByLengths);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run(native, {"4xf32=iota", "2xi64=6,-2"}),
              "m.mlir:3:10: error: lengths [6, -2] hold a negative length "
              "other than -1");
    EXPECT_EQ(run(native, {"4xf32=iota", "2xi64=1,-1"}),
              "1xf32=[0] 3xf32=[1,2,3]");
  }
}

TEST_F(HostCall, FailureIsOfItsOwnClass) {
  NativeModule native = compile(cutByLengths);
  std::vector<HostTensor> inputs = parse({"4xf32=iota", "2xi64=5,0"});
  auto results = native.run(inputs);
  ASSERT_FALSE(results);
  llvm::Error error = results.takeError();
  EXPECT_TRUE(error.isA<CheckFailure>());
  EXPECT_EQ(llvm::toString(std::move(error)), split_mlir_last_error());
}

TEST_F(HostCall, MessagesArePerThread) {
  NativeModule native = compile(cutByLengths);
  auto work = [&](int64_t first) {
    EXPECT_STREQ(split_mlir_last_error(), "");
    std::string message = "m.mlir:3:10: error: lengths [" +
                          std::to_string(first) +
                          ", -2] hold a negative length other than -1";
    float data[4] = {};
    int64_t lengths[] = {first, -2};
    SplitMlirMemRef1 x{nullptr, data, 0, {4}, {1}};
    SplitMlirMemRef1 l{nullptr, lengths, 0, {2}, {1}};
    SplitMlirMemRef1 results[2];
    void *slots[] = {&x, &l, &results[0], &results[1]};
    for (int i = 0; i < 1000; ++i) {
      EXPECT_EQ(native.invoke(slots), SPLIT_MLIR_CHECK_FAILED);
      EXPECT_EQ(split_mlir_last_error(), message);
    }
  };
  std::thread one(work, 6), other(work, 1234567);
  one.join();
  other.join();
}

/// Bytes that malloc has given away; sanitizers replace it and look for leaks
/// themselves.
static size_t getBytesInUse() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Calls a function of 12 floats and an index, which fails for 3, many times.
static void expectNoLeak(const NativeModule &native) {
  float data[12] = {};
  int64_t times = 3;
  SplitMlirMemRef1 x{nullptr, data, 0, {12}, {1}}, result{};
  void *slots[] = {&x, &times, &result};
  EXPECT_EQ(native.invoke(slots), SPLIT_MLIR_CHECK_FAILED);
  size_t before = getBytesInUse();
  for (int i = 0; i < 1000; ++i)
    native.invoke(slots);
  // malloc's caches vary; a block that is lost per call takes 32 bytes.
  EXPECT_LT(getBytesInUse(), before + size_t(16) * 1000);
  EXPECT_EQ(result.allocated, nullptr);
}

TEST_F(HostCall, FailureAfterAllocationsLeaksNothing) {
  NativeModule native = compile(cutInALoop);
  EXPECT_EQ(run(native, {"12xf32=iota", "index=2"}), "3xf32=[9,10,11]");
  EXPECT_EQ(run(native, {"12xf32=iota", "index=3"}),
            "m.mlir:6:17: error: dimension 0 of size 3 is not divisible by "
            "num_splits 2");
  expectNoLeak(native);
}

TEST_F(HostCall, FailureInRecursionReturnsThroughAllCalls) {
  NativeModule native = compile(R"(
func.func private @halve(%x: tensor<?xf32>, %times: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %times, %c0 : index
  %r = scf.if %done -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    %halves:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %left = arith.subi %times, %c1 : index
    %s = func.call @halve(%halves#0, %left) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %times: index) -> tensor<?xf32> {
  %r = func.call @halve(%x, %times) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %r : tensor<?xf32>
})");
  auto call = [&](StringRef times) {
    return run(native, {"12xf32=iota", ("index=" + times).str()});
  };
  EXPECT_EQ(call("2"), "3xf32=[0,1,2]");
  EXPECT_EQ(call("3"), "m.mlir:9:17: error: dimension 0 of size 3 is not "
                       "divisible by num_splits 2");
  expectNoLeak(native);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {
class HostDescriptors : public CompiledFunction {
protected:
  HostDescriptors()
      : native(compile(R"(
func.func @main(%x: tensor<2x?xf32>) -> tensor<2x1xf32> {
  %0:2 = split.variadic_split %x axis(1) lengths [1, -1] : tensor<2x?xf32> -> tensor<2x1xf32>, tensor<2x?xf32>
  return %0#0 : tensor<2x1xf32>
})")) {}

  /// The message, or nothing. A failed call leaves `output` alone.
  std::string call() {
    void *slots[] = {&x, &r};
    return call(slots);
  }
  std::string call(MutableArrayRef<void *> slots) {
    std::vector<float> before(std::begin(output), std::end(output));
    status = native.invoke(slots);
    if (status == SPLIT_MLIR_SUCCESS)
      return "";
    EXPECT_TRUE(std::equal(before.begin(), before.end(), output));
    return StringRef(split_mlir_last_error()).split(": error: ").second.str();
  }

  int32_t status = SPLIT_MLIR_SUCCESS;
  NativeModule native;
  float input[7] = {9, 1, 2, 3, 4, 5, 6};
  float output[3] = {-1, -1, -1};
  SplitMlirMemRef2 x{nullptr, input, 1, {2, 3}, {3, 1}};
  SplitMlirMemRef2 r{nullptr, output, 0, {2, 1}, {1, 1}};
};
} // namespace

TEST_F(HostDescriptors, AnyOffset) {
  r.offset = 1;
  EXPECT_EQ(call(), "");
  EXPECT_EQ(output[0], -1);
  EXPECT_EQ(output[1], 1);
  EXPECT_EQ(output[2], 4);
}

TEST_F(HostDescriptors, R7SizesOfArguments) {
  x.sizes[0] = 3;
  EXPECT_EQ(call(), "argument 0 has size 3 along dimension 0, expected 2");
  x.sizes[0] = 2;
  x.sizes[1] = -1;
  EXPECT_EQ(call(),
            "argument 0 has size -1 along dimension 1, expected at least 0");
}

TEST_F(HostDescriptors, R7SizesOfResults) {
  r.sizes[1] = 2;
  EXPECT_EQ(call(), "result 0 has size 2 along dimension 1, expected 1");
  r.sizes[1] = 1;
  r.sizes[0] = 1;
  EXPECT_EQ(call(), "result 0 has size 1 along dimension 0, expected 2");
}

TEST_F(HostDescriptors, R7StridesOfResults) {
  r.strides[0] = 2;
  EXPECT_EQ(call(), "result 0 has stride 2 along dimension 0, expected 1: its "
                    "elements are not in row-major order");
  // No element depends on this one.
  r.strides[0] = 1;
  r.strides[1] = 7;
  EXPECT_EQ(call(), "");
  EXPECT_EQ(output[1], 4);
}

TEST_F(HostDescriptors, AnyStridesOfArguments) {
  auto expectOutput = [&](float first, float second) {
    EXPECT_EQ(call(), "");
    EXPECT_EQ(output[0], first);
    EXPECT_EQ(output[1], second);
  };
  x.strides[0] = 4;
  x.sizes[1] = 2;
  expectOutput(1, 5);
  // Columns: the transpose of 2 rows of 3.
  x.strides[0] = 1;
  x.strides[1] = 2;
  x.sizes[1] = 3;
  expectOutput(1, 2);
  // The last row first, from the last element to the first.
  x.offset = 6;
  x.strides[0] = -3;
  x.strides[1] = -1;
  expectOutput(6, 3);
  // One row, and one element, again and again.
  x.strides[0] = 0;
  expectOutput(6, 6);
  x.offset = 0;
  x.strides[1] = 0;
  expectOutput(9, 9);
  // No element depends on this one.
  x = {nullptr, input, 1, {2, 1}, {1, 7}};
  expectOutput(1, 2);
}

TEST_F(HostDescriptors, NoMemoryToPack) {
  // So many elements that only a stride of 0 can describe them.
  x.sizes[1] = INT64_MAX / 8;
  x.strides[0] = x.strides[1] = 0;
  EXPECT_EQ(call(), "out of memory: cannot copy argument 0 to row-major order");
  EXPECT_EQ(status, SPLIT_MLIR_OUT_OF_MEMORY);
}

TEST_F(HostDescriptors, R7Null) {
  x.aligned = nullptr;
  EXPECT_EQ(call(), "argument 0 has elements, but its data is a null pointer");
  EXPECT_EQ(status, SPLIT_MLIR_INVALID_ARGUMENT);
  x.aligned = input;
  r.aligned = nullptr;
  EXPECT_EQ(call(), "result 0 has elements, but its data is a null pointer");
  r.aligned = output;
  void *noArgument[] = {nullptr, &r};
  EXPECT_EQ(call(noArgument), "argument 0 is a null pointer");
  void *noResult[] = {&x, nullptr};
  EXPECT_EQ(call(noResult), "result 0 is a null pointer");
  EXPECT_EQ(status, SPLIT_MLIR_INVALID_ARGUMENT);
}

TEST_F(HostDescriptors, NothingIsPackedThatIsRefused) {
  // There would be no memory for a copy of the argument.
  x.sizes[1] = INT64_MAX / 8;
  x.strides[0] = x.strides[1] = 0;
  r.aligned = nullptr;
  EXPECT_EQ(call(), "result 0 has elements, but its data is a null pointer");
  EXPECT_EQ(status, SPLIT_MLIR_INVALID_ARGUMENT);
}

TEST_F(HostDescriptors, R7Overlaps) {
  static constexpr StringLiteral message =
      "result 0 overlaps argument 0, expected separate memory";
  r.aligned = input;
  for (int64_t offset : {0, 1, 2, 6}) {
    r.offset = offset;
    EXPECT_EQ(call(), message);
    EXPECT_EQ(status, SPLIT_MLIR_INVALID_ARGUMENT);
  }
  // Before and after the 6 elements of the argument.
  float memory[10] = {9, 9, 1, 2, 3, 4, 5, 6, 9, 9};
  x.aligned = r.aligned = memory;
  x.offset = 2;
  r.offset = 8;
  EXPECT_EQ(call(), "");
  EXPECT_EQ(memory[9], 4);
  r.offset = 7;
  EXPECT_EQ(call(), message);
  r.offset = 0;
  EXPECT_EQ(call(), "");
  EXPECT_EQ(memory[1], 4);
  r.offset = 1;
  EXPECT_EQ(call(), message);
  // What is packed is read before anything is written.
  x.strides[0] = 0;
  EXPECT_EQ(call(), "");
  EXPECT_EQ(memory[2], 1);
}

TEST_F(HostDescriptors, R7StridesOfNothing) {
  x.sizes[1] = 0;
  x.strides[0] = 5;
  x.strides[1] = 5;
  // What is cut off is then more than there is: the strides did not fail.
  EXPECT_EQ(call(), "lengths [1, -1] but for -1 sum to 1, expected at most 0, "
                    "the size of dimension 1");
}

TEST_F(HostCall, R7UncheckedWithoutChecks) {
  NativeOptions options;
  options.runtimeChecks = false;
  NativeModule native = compile(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<1xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  return %0#1 : tensor<1xf32>
})",
                                options);
  float input[] = {1, 2}, output = 0;
  // Sizes and strides are what the types say.
  SplitMlirMemRef1 x{nullptr, input, 0, {7}, {7}};
  SplitMlirMemRef1 r{nullptr, &output, 0, {7}, {7}};
  void *slots[] = {&x, &r};
  EXPECT_EQ(native.invoke(slots), 0);
  EXPECT_EQ(output, 2);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

TEST_F(HostCall, ResultsBelongToTheCaller) {
  NativeModule native = compile(R"(
func.func @main(%x: tensor<?xf32>, %u: tensor<*xf32>, %c: complex<f32>)
    -> (tensor<?xf32>, tensor<*xf32>, tensor<?xf32>, complex<f32>) {
  return %x, %u, %x, %c : tensor<?xf32>, tensor<*xf32>, tensor<?xf32>, complex<f32>
})");
  float input[] = {1, 2, 3}, complex[] = {4, 5}, result[] = {0, 0};
  SplitMlirMemRef1 x{nullptr, input, 1, {2}, {1}};
  SplitMlirMemRef2 y{nullptr, input, 0, {3, 1}, {1, 1}};
  SplitMlirUnrankedMemRef u{2, &y}, s{};
  SplitMlirMemRef1 r{}, t{};
  void *slots[] = {&x, &u, complex, &r, &s, &t, result};
  ASSERT_EQ(native.invoke(slots), SPLIT_MLIR_SUCCESS);

  auto read = [](const SplitMlirMemRef1 &memref, int64_t i) {
    return static_cast<float *>(memref.aligned)[memref.offset + i];
  };
  EXPECT_EQ(r.sizes[0], 2);
  EXPECT_EQ(read(r, 0), 2);
  EXPECT_EQ(read(r, 1), 3);
  EXPECT_EQ(read(t, 1), 3);
  EXPECT_NE(r.allocated, t.allocated);
  EXPECT_EQ(s.rank, 2);
  auto *descriptor = static_cast<SplitMlirMemRef2 *>(s.descriptor);
  EXPECT_EQ(descriptor->sizes[0], 3);
  EXPECT_EQ(descriptor->sizes[1], 1);
  EXPECT_EQ(static_cast<float *>(descriptor->aligned)[2], 3);
  EXPECT_NE(descriptor->aligned, input);
  EXPECT_EQ(result[0], 4);
  EXPECT_EQ(result[1], 5);
  split_mlir_free(r.allocated);
  split_mlir_free_unranked(&s);
  EXPECT_EQ(s.descriptor, nullptr);
  free(t.allocated);
}

/// Returns a function with 70 buffers of one float for its last results. Its
/// arguments are a ranked and an unranked tensor, a complex number and a value;
/// the first results are a copy of each but the complex number.
static std::string getFunctionOfManyOperands() {
  std::string types, values;
  for (int i = 0; i < 70; ++i) {
    types += ", tensor<1xf32>";
    values += ", %p#" + std::to_string(i);
  }
  std::string results = "tensor<?x2xf32>, tensor<*xf32>, i8" + types;
  return "func.func @main(%x: tensor<?x2xf32>, %u: tensor<*xf32>, "
         "%c: complex<f64>, %i: i8, %y: tensor<70xf32>) -> (" +
         results + ") {\n  %p:70 = split.split %y axis(0) into 70 : " +
         "tensor<70xf32> -> " + types.substr(2) + "\n  return %x, %u, %i" +
         values + " : " + results + "\n}";
}

namespace {
/// What a host passes to this function.
struct ManyOperands {
  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, source[70] = {}, output[70] = {};
  double number[2] = {};
  int8_t value = 7, copiedValue = 0;
  SplitMlirMemRef2 x{nullptr, data, 0, {2, 2}, {2, 1}}, copiedX{};
  SplitMlirMemRef1 inner{nullptr, data, 0, {4}, {2}};
  SplitMlirUnrankedMemRef u{1, &inner}, copiedU{};
  SplitMlirMemRef1 y{nullptr, source, 0, {70}, {1}}, results[70];
  std::vector<void *> slots{&x, &u,       number,   &value,
                            &y, &copiedX, &copiedU, &copiedValue};

  ManyOperands() {
    for (int i = 0; i < 70; ++i) {
      source[i] = float(100 + i);
      results[i] = {nullptr, output + i, 0, {1}, {1}};
      slots.push_back(&results[i]);
    }
  }
};
} // namespace

TEST_F(HostCall, PassesManyOperands) {
  NativeModule native = compile(getFunctionOfManyOperands());
  ManyOperands host;
  // Columns; every second number.
  host.x.strides[0] = 1;
  host.x.strides[1] = 2;
  ASSERT_EQ(native.invoke(host.slots), SPLIT_MLIR_SUCCESS);
  EXPECT_EQ(host.output[69], 169);
  EXPECT_EQ(host.copiedValue, 7);
  EXPECT_EQ(host.copiedX.sizes[0], 2);
  EXPECT_EQ(host.copiedX.strides[0], 2);
  EXPECT_EQ(static_cast<float *>(host.copiedX.aligned)[1], 2);
  auto *inner = static_cast<SplitMlirMemRef1 *>(host.copiedU.descriptor);
  ASSERT_EQ(host.copiedU.rank, 1);
  EXPECT_EQ(inner->sizes[0], 4);
  EXPECT_EQ(static_cast<float *>(inner->aligned)[inner->offset + 3], 6);
  split_mlir_free(host.copiedX.allocated);
  split_mlir_free_unranked(&host.copiedU);
}

TEST_F(HostCall, R7ManyOperands) {
  NativeModule native = compile(getFunctionOfManyOperands());
  auto fail = [&](llvm::function_ref<void(ManyOperands &)> spoil) {
    ManyOperands host;
    spoil(host);
    EXPECT_EQ(native.invoke(host.slots), SPLIT_MLIR_INVALID_ARGUMENT);
    return StringRef(split_mlir_last_error())
        .drop_front(StringRef("m.mlir:1:1: error: ").size())
        .str();
  };
  using Host = ManyOperands;
  EXPECT_EQ(fail([](Host &host) { host.slots[2] = nullptr; }),
            "argument 2 is a null pointer");
  EXPECT_EQ(fail([](Host &host) { host.slots[7] = nullptr; }),
            "result 2 is a null pointer");
  EXPECT_EQ(fail([](Host &host) { host.x.sizes[0] = -3; }),
            "argument 0 has size -3 along dimension 0, expected at least 0");
  EXPECT_EQ(fail([](Host &host) { host.x.sizes[1] = 3; }),
            "argument 0 has size 3 along dimension 1, expected 2");
  EXPECT_EQ(fail([](Host &host) { host.y.aligned = nullptr; }),
            "argument 4 has elements, but its data is a null pointer");
  EXPECT_EQ(fail([](Host &host) { host.u.rank = -1; }),
            "argument 1 has rank -1, expected at least 0");
  EXPECT_EQ(fail([](Host &host) { host.u.descriptor = nullptr; }),
            "argument 1 has a null pointer as descriptor");
  EXPECT_EQ(fail([](Host &host) { host.inner.sizes[0] = -1; }),
            "argument 1 of rank 1 has a negative size, expected at least 0");
  EXPECT_EQ(fail([](Host &host) { host.results[69].aligned = host.source; }),
            "result 72 overlaps argument 4, expected separate memory");
  EXPECT_EQ(fail([](Host &host) {
              // No address is computed from a wrong offset in a way that
              // overflows.
              host.y.offset = int64_t(1) << 62;
              host.results[69].aligned = nullptr;
            }),
            "result 72 has elements, but its data is a null pointer");
  EXPECT_EQ(fail([](Host &host) {
              // The first of two failures is reported.
              host.results[1].sizes[0] = 2;
              host.slots[5] = nullptr;
            }),
            "result 4 has size 2 along dimension 0, expected 1");
}

TEST_F(HostCall, R7OverlapsOfManyBuffers) {
  NativeModule native = compile(R"(
func.func @main(%x: tensor<8xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<?xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %0:8 = split.split %x axis(0) into 8 : tensor<8xf32> -> tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
  %c = tensor.cast %0#2 : tensor<1xf32> to tensor<?xf32>
  return %0#0, %0#1, %c, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<1xf32>, tensor<1xf32>, tensor<?xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
})");
  float input[] = {0, 1, 2, 3, 4, 5, 6, 7}, output[8] = {};
  SplitMlirMemRef1 x{nullptr, input, 0, {8}, {1}}, results[8];
  SmallVector<void *> slots{&x};
  for (int i = 0; i < 8; ++i) {
    results[i] = {nullptr, output + i, 0, {1}, {1}};
    slots.push_back(&results[i]);
  }
  ASSERT_EQ(native.invoke(slots), SPLIT_MLIR_SUCCESS);
  EXPECT_EQ(output[7], 7);
  EXPECT_EQ(*static_cast<float *>(results[2].aligned), 2);
  split_mlir_free(results[2].allocated);
  auto fail = [&](float *overlapped) {
    results[5].aligned = overlapped;
    EXPECT_EQ(native.invoke(slots), SPLIT_MLIR_INVALID_ARGUMENT);
    return std::string(split_mlir_last_error());
  };
  EXPECT_EQ(fail(input + 3), "m.mlir:2:1: error: result 5 overlaps argument "
                             "0, expected separate memory");
  EXPECT_EQ(fail(output + 4), "m.mlir:2:1: error: result 5 overlaps result 4, "
                              "expected separate memory");
}

TEST_F(HostCall, R7UnknownRank) {
  NativeModule native = compile(R"(
func.func @main(%u: tensor<*xf32>) -> (tensor<*xf32>, tensor<2xf32>) {
  %c = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  %0 = tensor.extract_slice %c[0, 0] [1, 2] [1, 1] : tensor<?x?xf32> to tensor<2xf32>
  return %u, %0 : tensor<*xf32>, tensor<2xf32>
})");
  float input[] = {1, 2, 3, 4, 5, 6}, output[2] = {};
  SplitMlirMemRef2 x{nullptr, input, 0, {3, 2}, {2, 1}};
  SplitMlirUnrankedMemRef u{2, &x}, s{};
  SplitMlirMemRef1 r{nullptr, output, 0, {2}, {1}};
  void *slots[] = {&u, &s, &r};
  auto expect = [&](std::vector<float> elements) {
    ASSERT_EQ(native.invoke(slots), SPLIT_MLIR_SUCCESS);
    auto *copy = static_cast<SplitMlirMemRef2 *>(s.descriptor);
    auto *data = static_cast<float *>(copy->aligned) + copy->offset;
    EXPECT_EQ(std::vector<float>(data, data + elements.size()), elements);
    EXPECT_EQ(copy->strides[0], copy->sizes[1]);
    EXPECT_EQ(output[1], elements[1]);
    split_mlir_free_unranked(&s);
  };
  expect({1, 2, 3, 4, 5, 6});
  x.strides[0] = 1;
  x.strides[1] = 3;
  expect({1, 4, 2, 5, 3, 6});
  x = {nullptr, input, 5, {2, 2}, {-4, -1}};
  expect({6, 5, 2, 1});

  auto expectError = [&](StringRef message) {
    EXPECT_EQ(native.invoke(slots), SPLIT_MLIR_INVALID_ARGUMENT);
    EXPECT_EQ(StringRef(split_mlir_last_error()).split(": error: ").second,
              message);
  };
  r.aligned = input + 4;
  x = {nullptr, input, 0, {3, 2}, {2, 1}};
  expectError("result 1 overlaps argument 0, expected separate memory");
  r.aligned = output;
  x.sizes[1] = -2;
  expectError("argument 0 of rank 2 has a negative size, expected at least 0");
  x.sizes[1] = 2;
  x.aligned = nullptr;
  expectError("argument 0 has elements, but its data is a null pointer");
  u.descriptor = nullptr;
  expectError("argument 0 has a null pointer as descriptor");
  u.rank = -1;
  expectError("argument 0 has rank -1, expected at least 0");
}

TEST_F(HostCall, ArgumentsOfViewsAreNotPacked) {
  NativeOptions options;
  options.views = true;
  NativeModule native = compile(R"(
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
})",
                                options);
  // More elements than memory has: one, again and again.
  float input = 7;
  int64_t rows = INT64_C(1) << 40;
  SplitMlirMemRef2 x{nullptr, &input, 0, {rows, 4}, {0, 0}}, r{}, s{};
  void *slots[] = {&x, &r, &s};
  ASSERT_EQ(native.invoke(slots), SPLIT_MLIR_SUCCESS);
  EXPECT_EQ(s.sizes[0], rows);
  EXPECT_EQ(s.sizes[1], 2);
  EXPECT_EQ(s.aligned, &input);
}

TEST_F(HostCall, StridedArgumentsOfViews) {
  NativeOptions options;
  options.views = true;
  NativeModule native = compile(R"(
func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<2x4xf32> -> tensor<2x2xf32>, tensor<2x2xf32>
  %1 = tensor.extract_slice %x[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  return %0#1, %1 : tensor<2x2xf32>, tensor<4xf32>
})",
                                options);
  // The transpose, from the end.
  float input[] = {1, 2, 3, 4, 5, 6, 7, 8};
  SplitMlirMemRef2 x{nullptr, input, 7, {2, 4}, {-1, -2}}, half{};
  SplitMlirMemRef1 row{};
  void *slots[] = {&x, &half, &row};
  ASSERT_EQ(native.invoke(slots), SPLIT_MLIR_SUCCESS);
  // Nothing is copied.
  EXPECT_EQ(half.allocated, nullptr);
  EXPECT_EQ(half.aligned, input);
  EXPECT_EQ(half.offset, 3);
  EXPECT_EQ(half.strides[0], -1);
  EXPECT_EQ(half.strides[1], -2);
  EXPECT_EQ(row.allocated, nullptr);
  EXPECT_EQ(row.offset, 6);
  EXPECT_EQ(row.strides[0], -2);
}
