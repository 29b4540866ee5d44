//===- NativeCall.cpp - Calling compiled functions ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeCall.h"

#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

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

/// How many arguments of the lowered function stand for one of type `type`.
static size_t getNumLoweredArguments(Type type) {
  if (auto ranked = dyn_cast<RankedTensorType>(type))
    return getDescriptorWords(ranked.getRank());
  return isa<UnrankedTensorType>(type) ? 2 : 1;
}

static bool isLoweredForm(llvm::Function &callee, FunctionType type) {
  size_t numArguments = 0;
  for (Type input : type.getInputs())
    numArguments += getNumLoweredArguments(input);
  if (callee.arg_size() != numArguments)
    return false;
  llvm::Type *result = callee.getReturnType();
  if (type.getNumResults() == 0)
    return result->isVoidTy();
  if (type.getNumResults() == 1)
    return !result->isVoidTy();
  return result->isStructTy() &&
         result->getStructNumElements() == type.getNumResults();
}

llvm::Expected<llvm::Function *>
mlir::split::createEntryPoint(llvm::Function &callee, FunctionType type) {
  if (!isLoweredForm(callee, type))
    return llvm::createStringError("'" + callee.getName() +
                                   "' was lowered to an unexpected signature");
  llvm::LLVMContext &context = callee.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *entryType = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                            {pointer, pointer}, false);
  auto *entry =
      llvm::Function::Create(entryType, llvm::GlobalValue::ExternalLinkage,
                             "split_mlir_entry", callee.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  auto loadSlot = [&](llvm::Value *slots, size_t index) {
    return builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, slots, index));
  };

  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : callee.args())
    arguments.push_back(builder.CreateLoad(
        argument.getType(), loadSlot(entry->getArg(0), argument.getArgNo())));
  llvm::CallInst *call = builder.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  unsigned numResults = type.getNumResults();
  for (unsigned i = 0; i < numResults; ++i) {
    llvm::Value *result =
        numResults == 1 ? call : builder.CreateExtractValue(call, i);
    builder.CreateStore(result, loadSlot(entry->getArg(1), i));
  }
  builder.CreateRetVoid();
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

void NativeCall::addArgument(Type argumentType, HostTensor &input) {
  char *data = input.getBytes().data();
  borrowed.insert(data);
  auto tensorType = dyn_cast<TensorType>(argumentType);
  if (!tensorType) {
    arguments.push_back(data);
    return;
  }

  ArrayRef<int64_t> shape = input.getShape();
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
  for (int64_t &word : descriptor)
    arguments.push_back(&word);
}

llvm::Expected<NativeCall>
NativeCall::create(FunctionType type, MutableArrayRef<HostTensor> inputs) {
  NativeCall call(type);
  for (auto [argumentType, input] : llvm::zip_equal(type.getInputs(), inputs))
    call.addArgument(argumentType, input);
  for (Type resultType : type.getResults()) {
    if (auto ranked = dyn_cast<RankedTensorType>(resultType)) {
      call.results.push_back(
          call.addWords(getDescriptorWords(ranked.getRank())).data());
    } else if (isa<UnrankedTensorType>(resultType)) {
      call.results.push_back(call.addWords(2).data());
    } else {
      llvm::Expected<HostTensor> scalar = HostTensor::create({}, resultType);
      if (!scalar)
        return scalar.takeError();
      call.results.push_back(scalar->getBytes().data());
      call.scalars.push_back(std::move(*scalar));
    }
  }
  return call;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

llvm::Expected<HostTensor> NativeCall::copyMemRef(ArrayRef<int64_t> descriptor,
                                                  int64_t rank,
                                                  Type elementType) {
  // A result may turn out to be an input, or a constant, whose allocation is
  // this word by upstream's convention. Neither is ours to free.
  constexpr int64_t constantMark = 0xdeadbeef;
  auto *block = reinterpret_cast<void *>(descriptor[allocatedWord]);
  if (!borrowed.contains(block) && descriptor[allocatedWord] != constantMark)
    allocated.insert(block);

  llvm::Expected<HostTensor> tensor =
      HostTensor::create(descriptor.slice(sizesWord, rank), elementType);
  if (!tensor)
    return tensor;
  auto *data =
      reinterpret_cast<const char *>(descriptor[alignedWord]) +
      descriptor[offsetWord] * tensor->getLayout().getBytesPerElement();
  llvm::copy(ArrayRef(data, tensor->getBytes().size()),
             tensor->getBytes().begin());
  return tensor;
}

llvm::Expected<HostTensor> NativeCall::takeResult(unsigned number) {
  Type resultType = type.getResult(number);
  auto tensorType = dyn_cast<TensorType>(resultType);
  if (!tensorType) {
    HostTensor scalar = std::move(scalars.front());
    scalars.pop_front();
    return scalar;
  }
  auto *descriptor = static_cast<int64_t *>(results[number]);
  int64_t rank;
  if (tensorType.hasRank()) {
    rank = tensorType.getRank();
  } else {
    // The descriptor of an unranked result is on the heap too.
    rank = descriptor[0];
    descriptor = reinterpret_cast<int64_t *>(descriptor[1]);
    allocated.insert(descriptor);
  }
  return copyMemRef(ArrayRef(descriptor, getDescriptorWords(rank)), rank,
                    tensorType.getElementType());
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
  for (void *block : allocated)
    std::free(block);
  allocated.clear();
  if (errors)
    return errors;
  return tensors;
}
