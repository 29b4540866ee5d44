// Prints parts of tensors, by two models.
#include "split-mlir/HostAbi/Model.h"
#include "halves.h"
#include "two.h"
#include <cstdio>

int main() {
  split_mlir::Function half(::second_half, ::second_half_signature());
  split_mlir::Function two(::model_two, ::model_two_signature());
  std::vector<float> numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  auto [end] = half(split_mlir::borrow(numbers, {12}));
  std::printf("half: %g to %g\n", end.elements<float>()[0],
              end.elements<float>()[end.getShape()[0] - 1]);
  auto [q, k, v] = two(split_mlir::borrow(numbers, {2, 6}));
  std::printf("v: %g from %s\n", static_cast<float *>(v.getData())[0],
              v.isView() ? "a view" : "a copy");
  auto result = half.tryCall(split_mlir::borrow(numbers.data(), 3, {3}));
  std::printf("%s\n", result ? "no error" : result.error().what());
}
