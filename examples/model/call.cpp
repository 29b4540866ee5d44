// Calls two compiled models, and prints parts of their results.
#include "halves.h"
#include "qkv.h"
#include "split-mlir/HostAbi/Model.h"
#include <cstdio>

int main() {
  split_mlir::Function half(::second_half, ::second_half_signature());
  split_mlir::Function qkv(::qkv, ::qkv_signature());
  std::vector<float> numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

  auto [end] = half(split_mlir::borrow(numbers, {12}));
  for (float number : end.elements<float>())
    std::printf("%g ", number);
  // This model returns views, whose elements have strides.
  auto [q, k, v] = qkv(split_mlir::borrow(numbers, {2, 6}));
  auto *first = static_cast<float *>(v.getData());
  std::printf("\n%g %g\n", first[0], first[v.getStrides()[0]]);

  auto result = half.tryCall(split_mlir::borrow(numbers.data(), 3, {3}));
  if (!result)
    std::printf("status %d: %s\n", result.error().status,
                result.error().what());
}
