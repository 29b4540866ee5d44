//===- TensorBox.cpp - Parts of tensors -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/TensorBox.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// No element type of files or of text for random numbers is larger.
static constexpr int64_t kMaxElementBytes = 32;

TensorBox TensorBox::getWhole(ArrayRef<int64_t> shape) {
  return {SmallVector<int64_t>(shape.size(), 0), SmallVector<int64_t>(shape)};
}

llvm::Expected<TensorBox>
mlir::split::native::selectBox(ArrayRef<int64_t> shape, Type elementType,
                               SelectBox select) {
  if (!select)
    return TensorBox::getWhole(shape);
  int64_t bytes = kMaxElementBytes;
  for (int64_t size : shape)
    if (llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes))
      return llvm::createStringError("the shape is too large");
  return select(RankedTensorType::get(shape, elementType));
}

void mlir::split::native::forEachRun(
    ArrayRef<int64_t> shape, const TensorBox &box,
    llvm::function_ref<void(int64_t, int64_t, int64_t)> visit) {
  if (llvm::is_contained(box.sizes, 0))
    return;
  // The dimensions from `inner` on belong to a run.
  size_t inner = shape.size();
  int64_t count = 1;
  while (inner != 0) {
    --inner;
    count *= box.sizes[inner];
    if (box.sizes[inner] != shape[inner])
      break;
  }
  SmallVector<int64_t> strides = computeStrides(shape);
  int64_t whole = linearize(box.offsets, strides);

  SmallVector<int64_t> position(inner, 0);
  for (int64_t part = 0;; part += count) {
    visit(whole, part, count);
    size_t dim = inner;
    while (dim-- > 0) {
      whole += strides[dim];
      if (++position[dim] < box.sizes[dim])
        break;
      whole -= strides[dim] * box.sizes[dim];
      position[dim] = 0;
    }
    if (dim == size_t(-1))
      return;
  }
}

llvm::Expected<HostTensor>
mlir::split::native::copyBox(const HostTensor &tensor, const TensorBox &box) {
  llvm::Expected<HostTensor> part =
      HostTensor::create(box.sizes, tensor.getElementType());
  if (!part)
    return part;
  size_t bytes = tensor.getLayout().getBytesPerElement();
  forEachRun(
      tensor.getShape(), box, [&](int64_t whole, int64_t index, int64_t count) {
        std::memcpy(part->getBytes().data() + index * bytes,
                    tensor.getBytes().data() + whole * bytes, count * bytes);
      });
  return part;
}
