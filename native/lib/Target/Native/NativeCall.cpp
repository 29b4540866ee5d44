//===- NativeCall.cpp - Calling compiled functions ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCall.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

// Descriptors are blocks of equal words: two pointers, offset, sizes, strides.
static_assert(sizeof(void *) == sizeof(int64_t), "a 64-bit host is needed");
static constexpr size_t kAllocatedWord = 0, kAlignedWord = 1, kOffsetWord = 2,
                        kSizesWord = 3;

static size_t getDescriptorWords(int64_t rank) { return kSizesWord + 2 * rank; }

/// Returns the function to which `callee` passes a table of its arguments, or
/// null if it does not use a table.
static llvm::Function *getTableFunction(const llvm::Function &callee) {
  llvm::Attribute name = callee.getFnAttribute(kTableFunctionAttrName);
  return name.isValid()
             ? callee.getParent()->getFunction(name.getValueAsString())
             : nullptr;
}

llvm::Expected<llvm::Function *>
mlir::split::native::createEntryPoint(llvm::Function &callee,
                                      FunctionType type) {
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
  // `callee` would only build the table that the caller already has.
  if (llvm::Function *table = getTableFunction(callee)) {
    builder.CreateRet(builder.CreateCall(table, {entry->getArg(0)}));
    return entry;
  }
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
  // The entry point has no debug information, so it cannot contain code that
  // has some.
  if (callee.getSubprogram())
    call->setIsNoInline();
  builder.CreateRet(call);
  return entry;
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
  descriptor[kAllocatedWord] = descriptor[kAlignedWord] =
      reinterpret_cast<int64_t>(data);
  llvm::copy(shape, descriptor.begin() + kSizesWord);
  llvm::copy(computeStrides(shape), descriptor.begin() + kSizesWord + rank);
  if (!tensorType.hasRank()) {
    MutableArrayRef<int64_t> unranked = addWords(2);
    unranked[0] = rank;
    unranked[1] = reinterpret_cast<int64_t>(descriptor.data());
    descriptor = unranked;
  }
  slots.push_back(descriptor.data());
}

bool NativeCall::isCallersMemory(Type type) const {
  Ownership ownership = getOwnership(type, views);
  return ownership == Ownership::Value || ownership == Ownership::Caller;
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
  // The first access to a page takes longer than copying one. Callers usually
  // reuse buffers, so measured times should not include it.
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

/// Copies the elements to a HostTensor, whose memory is aligned.
static llvm::Expected<HostTensor> copyMemRef(ArrayRef<int64_t> descriptor,
                                             int64_t rank, Type elementType) {
  llvm::Expected<HostTensor> tensor =
      HostTensor::create(descriptor.slice(kSizesWord, rank), elementType);
  if (!tensor)
    return tensor;
  // A view may have any strides.
  SmallVector<int64_t> target(descriptor);
  target[kAlignedWord] = reinterpret_cast<int64_t>(tensor->getBytes().data());
  target[kOffsetWord] = 0;
  llvm::copy(computeStrides(descriptor.slice(kSizesWord, rank)),
             target.begin() + kSizesWord + rank);
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
        reinterpret_cast<void *>(static_cast<int64_t *>(slot)[kAllocatedWord]));
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
