//===- NativeCall.cpp - Calling compiled functions ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCall.h"

#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;

// Descriptors are blocks of equal words: two pointers, offset, sizes, strides.
static_assert(sizeof(void *) == sizeof(int64_t), "a 64-bit host is needed");
static constexpr size_t allocatedWord = 0, alignedWord = 1, offsetWord = 2,
                        sizesWord = 3;

static size_t getDescriptorWords(int64_t rank) { return sizesWord + 2 * rank; }

//===----------------------------------------------------------------------===//
// The entry point
//===----------------------------------------------------------------------===//

llvm::Expected<llvm::Function *>
mlir::split::createEntryPoint(llvm::Function &callee, FunctionType type) {
  if (callee.arg_size() != type.getNumInputs() + type.getNumResults() ||
      !callee.getReturnType()->isIntegerTy(32))
    return llvm::createStringError("'" + callee.getName() +
                                   "' was lowered to an unexpected signature");
  llvm::LLVMContext &context = callee.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *entryType =
      llvm::FunctionType::get(callee.getReturnType(), {pointer}, false);
  auto *entry =
      llvm::Function::Create(entryType, llvm::GlobalValue::ExternalLinkage,
                             "split_mlir_entry", callee.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : callee.args()) {
    llvm::Value *slot = builder.CreateConstGEP1_64(pointer, entry->getArg(0),
                                                   argument.getArgNo());
    llvm::Value *passed = builder.CreateLoad(pointer, slot);
    if (!argument.getType()->isPointerTy())
      passed = builder.CreateLoad(argument.getType(), passed);
    arguments.push_back(passed);
  }
  llvm::CallInst *call = builder.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  builder.CreateRet(call);
  return entry;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// What to call an input's type in a message: a scalar's, or a tensor type.
static Type getDisplayType(const HostTensor &input) {
  if (input.getShape().empty())
    return input.getElementType();
  return input.getType();
}

/// `tensor<4xf32>`, or what a quantized type is stored as after it.
static std::string describeArgument(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  Type element = getElementTypeOrSelf(type);
  if (Type stored = getHostElementType(element); stored && stored != element)
    os << " (stored as " << stored << ")";
  return text;
}

static bool fitsArgument(Type type, const HostTensor &input) {
  auto tensorType = dyn_cast<TensorType>(type);
  if (!haveSameValues(getElementTypeOrSelf(type), input.getElementType()))
    return false;
  if (!tensorType)
    return input.getShape().empty();
  return !tensorType.hasRank() || succeeded(verifyCompatibleShape(
                                      tensorType.getShape(), input.getShape()));
}

llvm::Error mlir::split::adaptInputs(FunctionType type,
                                     MutableArrayRef<HostTensor> inputs) {
  if (inputs.size() != type.getNumInputs())
    return llvm::createStringError(
        "wrong number of inputs: expected %u, got %zu", type.getNumInputs(),
        inputs.size());
  for (auto [index, argument, input] :
       llvm::enumerate(type.getInputs(), inputs)) {
    if (!fitsArgument(argument, input)) {
      std::string message;
      llvm::raw_string_ostream(message)
          << "input " << index << ": expected " << describeArgument(argument)
          << ", got " << getDisplayType(input);
      return llvm::createStringError(message);
    }
    input.reinterpretAs(getElementTypeOrSelf(argument));
  }
  return llvm::Error::success();
}

MutableArrayRef<int64_t> NativeCall::addWords(size_t count) {
  return words.emplace_back(count, 0);
}

void NativeCall::addTensor(Type type, HostTensor &tensor) {
  char *data = tensor.getBytes().data();
  auto tensorType = dyn_cast<TensorType>(type);
  if (!tensorType) {
    slots.push_back(data);
    return;
  }

  ArrayRef<int64_t> shape = tensor.getShape();
  size_t rank = shape.size();
  MutableArrayRef<int64_t> descriptor = addWords(getDescriptorWords(rank));
  descriptor[allocatedWord] = descriptor[alignedWord] =
      reinterpret_cast<int64_t>(data);
  int64_t stride = 1;
  for (size_t dim = rank; dim-- > 0;) {
    descriptor[sizesWord + dim] = shape[dim];
    descriptor[sizesWord + rank + dim] = stride;
    stride *= shape[dim];
  }
  if (!tensorType.hasRank()) {
    MutableArrayRef<int64_t> unranked = addWords(2);
    unranked[0] = rank;
    unranked[1] = reinterpret_cast<int64_t>(descriptor.data());
    descriptor = unranked;
  }
  slots.push_back(descriptor.data());
}

bool NativeCall::isCallersMemory(Type type) const {
  auto tensorType = dyn_cast<TensorType>(type);
  return !tensorType || (tensorType.hasStaticShape() && !views);
}

llvm::Error NativeCall::addResult(Type resultType) {
  if (!isCallersMemory(resultType)) {
    auto ranked = dyn_cast<RankedTensorType>(resultType);
    size_t numWords = ranked ? getDescriptorWords(ranked.getRank()) : 2;
    slots.push_back(addWords(numWords).data());
    return llvm::Error::success();
  }
  auto tensorType = dyn_cast<RankedTensorType>(resultType);
  llvm::Expected<HostTensor> buffer = HostTensor::create(
      tensorType ? tensorType.getShape() : ArrayRef<int64_t>(),
      getElementTypeOrSelf(resultType));
  if (!buffer)
    return buffer.takeError();
  // Memory that has been touched, as a caller's buffer has: the first access to
  // a page takes longer than the copy of one.
  std::memset(buffer->getBytes().data(), 0, buffer->getBytes().size());
  buffers.push_back(std::move(*buffer));
  addTensor(resultType, buffers.back());
  return llvm::Error::success();
}

llvm::Expected<NativeCall>
NativeCall::create(FunctionType type, MutableArrayRef<HostTensor> inputs,
                   bool views) {
  NativeCall call(type, views);
  for (auto [argumentType, input] : llvm::zip_equal(type.getInputs(), inputs))
    call.addTensor(argumentType, input);
  for (Type resultType : type.getResults())
    if (llvm::Error error = call.addResult(resultType))
      return error;
  return call;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Copies the elements to memory of the alignment that HostTensor promises.
static llvm::Expected<HostTensor> copyMemRef(ArrayRef<int64_t> descriptor,
                                             int64_t rank, Type elementType) {
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(descriptor.slice(sizesWord, rank), elementType);
  if (!tensor)
    return tensor;
  // Rows of a view are not side by side.
  SmallVector<int64_t> target(descriptor);
  target[alignedWord] = reinterpret_cast<int64_t>(tensor->getBytes().data());
  target[offsetWord] = 0;
  int64_t stride = 1;
  for (int64_t dim = rank; dim-- > 0;) {
    target[sizesWord + rank + dim] = stride;
    stride *= descriptor[sizesWord + dim];
  }
  SplitMlirUnrankedMemRef from{rank, const_cast<int64_t *>(descriptor.data())};
  SplitMlirUnrankedMemRef to{rank, target.data()};
  memrefCopy(tensor->getLayout().getBytesPerElement(), &from, &to);
  return tensor;
}

llvm::Expected<HostTensor> NativeCall::takeResult(unsigned number) {
  Type resultType = type.getResult(number);
  if (isCallersMemory(resultType)) {
    HostTensor buffer = std::move(buffers.front());
    buffers.pop_front();
    return buffer;
  }
  void *slot = slots[type.getNumInputs() + number];
  Type elementType = getElementTypeOrSelf(resultType);
  auto copy = [&](void *descriptor, int64_t rank) {
    return copyMemRef(
        ArrayRef(static_cast<int64_t *>(descriptor), getDescriptorWords(rank)),
        rank, elementType);
  };
  if (auto ranked = dyn_cast<RankedTensorType>(resultType)) {
    llvm::Expected<HostTensor> tensor = copy(slot, ranked.getRank());
    split_mlir_free(
        reinterpret_cast<void *>(static_cast<int64_t *>(slot)[allocatedWord]));
    return tensor;
  }
  auto *unranked = static_cast<SplitMlirUnrankedMemRef *>(slot);
  llvm::Expected<HostTensor> tensor =
      copy(unranked->descriptor, unranked->rank);
  split_mlir_free_unranked(unranked);
  return tensor;
}

llvm::Expected<SmallVector<HostTensor>> NativeCall::takeResults() {
  SmallVector<HostTensor> tensors;
  llvm::Error errors = llvm::Error::success();
  for (unsigned i = 0, e = type.getNumResults(); i < e; ++i) {
    llvm::Expected<HostTensor> tensor = takeResult(i);
    if (tensor)
      tensors.push_back(std::move(*tensor));
    else
      errors = llvm::joinErrors(std::move(errors), tensor.takeError());
  }
  if (errors)
    return errors;
  return tensors;
}
