//===- CallEmitter.cpp - From what a host passes to a call ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEmitter.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using arith::CmpIPredicate;

/// The largest number of pairs of buffers that are compared inline. One
/// comparison takes less than a nanosecond; a call of the runtime library takes
/// about as long as all of them.
static constexpr size_t kMaxInlinePairs = 16;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value CallEmitter::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value CallEmitter::compare(CmpIPredicate predicate, Value left, Value right) {
  return arith::CmpIOp::create(b, predicate, left, right);
}

Value CallEmitter::either(Value left, Value right) {
  return arith::OrIOp::create(b, left, right);
}

Value CallEmitter::both(Value left, Value right) {
  return arith::AndIOp::create(b, left, right);
}

Value CallEmitter::isZero(Value value) {
  return compare(CmpIPredicate::eq, value, constant(0));
}

Value CallEmitter::toIndex(Value value) {
  return arith::IndexCastOp::create(b, b.getIndexType(), value);
}

Value CallEmitter::toInteger(Value value) {
  return arith::IndexCastOp::create(b, b.getI64Type(), value);
}

Value CallEmitter::toInteger(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}

Value CallEmitter::convert(Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
}

Value CallEmitter::isNotNull(Value pointer) {
  Value null = LLVM::ZeroOp::create(b, pointer.getType());
  return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, pointer, null);
}

/// From one element to the next, as i64.
Value CallEmitter::getElementBytes(Type elementType) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value null = LLVM::ZeroOp::create(b, pointer);
  Value next =
      LLVM::GEPOp::create(b, pointer, converter.convertType(elementType), null,
                          ArrayRef<LLVM::GEPArg>{1});
  return LLVM::PtrToIntOp::create(b, b.getI64Type(), next);
}

Value CallEmitter::callLibrary(const LibraryFunction &function,
                               ValueRange operands) {
  return calls.call(b, b.getLoc(), function, operands);
}

void CallEmitter::check(Value condition, const Twine &format,
                        ValueRange values) {
  auto op = AssertOp::create(b, condition, b.getStringAttr(format), values);
  op->setAttr(kStatusAttrName,
              b.getI32IntegerAttr(SPLIT_MLIR_INVALID_ARGUMENT));
}

void CallEmitter::checkMemory(Value condition, const Twine &format) {
  auto op = AssertOp::create(
      b, condition, b.getStringAttr("out of memory: " + format), ValueRange());
  op->setAttr(kStatusAttrName, b.getI32IntegerAttr(SPLIT_MLIR_OUT_OF_MEMORY));
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// R7.
void CallEmitter::checkPointer(const Twine &name, Value passed) {
  if (hasChecks)
    check(isNotNull(passed), name + " is a null pointer", {});
}

/// What the pointer `passed` leads to.
Value CallEmitter::load(const Twine &name, Type type, Value passed) {
  checkPointer(name, passed);
  return LLVM::LoadOp::create(b, converter.convertType(type), passed);
}

/// Whether `argument` is read, beyond its sizes.
static bool isRead(BlockArgument argument) {
  return !llvm::all_of(argument.getUsers(), llvm::IsaPred<memref::DimOp>);
}

/// Checks a number, and what is passed for a buffer; returns the number.
Value CallEmitter::readInput(func::FuncOp callee, unsigned index, Type type,
                             Value passed) {
  if (passed.getType() == type)
    return passed;
  std::string name = ("argument " + Twine(index)).str();
  if (auto unranked = dyn_cast<UnrankedMemRefType>(type)) {
    buffers.push_back(examineUnranked(index, unranked, passed));
    return {};
  }
  auto ranked = dyn_cast<MemRefType>(type);
  if (!ranked)
    return convert(type, load(name, type, passed));
  Layout layout = Layout::Packed;
  if (!isRead(callee.getArgument(index)))
    layout = Layout::Unused;
  else if (callee.getArgAttr(index, kRowMajorAttrName))
    layout = Layout::RowMajor;
  Buffer buffer = examineRanked(name, ranked, passed, layout);
  if (layout != Layout::Unused)
    addRange(index, /*isResult=*/false, buffer);
  buffers.push_back(buffer);
  return {};
}

void CallEmitter::readOutParam(unsigned index, MemRefType type, Value passed) {
  Buffer buffer = examineRanked(("result " + Twine(index)).str(), type, passed,
                                Layout::RowMajor);
  addRange(index, /*isResult=*/true, buffer);
  buffers.push_back(buffer);
}

/// The descriptor as it is; readInput has checked its sizes.
Value CallEmitter::readGiven(Type type, Value passed) {
  return convert(type,
                 LLVM::LoadOp::create(b, converter.convertType(type), passed));
}

/// Checks that the sizes are those of the type, and that there is data (R7).
CallEmitter::Buffer CallEmitter::examineRanked(const Twine &name,
                                               MemRefType type, Value passed,
                                               Layout layout) {
  Location loc = b.getLoc();
  MemRefDescriptor given(load(name, type, passed));
  Buffer buffer;
  buffer.name = name.str();
  buffer.type = type;
  buffer.passed = passed;
  for (unsigned i = 0, e = type.getRank(); i < e; ++i)
    buffer.sizes.push_back(readSize(name, type, i, given));
  Value aligned = given.alignedPtr(b, loc);
  if (hasChecks)
    checkData(name, type, buffer.sizes, aligned);
  Type element = converter.convertType(type.getElementType());
  buffer.pointer = LLVM::GEPOp::create(b, aligned.getType(), element, aligned,
                                       given.offset(b, loc));
  buffer.strides = getRowMajorStrides(buffer.sizes);
  if (hasChecks && layout != Layout::Unused)
    buffer.isContiguous =
        checkStrides(name, type, given, buffer.sizes, buffer.strides, layout);
  return buffer;
}

/// Returns what the code for the buffer's type assumes: a descriptor with
/// offset 0 and row-major strides. Packs the elements if they are elsewhere.
Value CallEmitter::makeContiguous(const Buffer &buffer) {
  Location loc = b.getLoc();
  Value elementBytes = getElementBytes(buffer.type.getElementType());
  auto ranked = dyn_cast<MemRefType>(buffer.type);
  Value pointer = buffer.pointer;
  if (buffer.isContiguous)
    pointer = choosePacked(buffer.isContiguous, pointer, [&] {
      Value copy = ranked ? callLibrary(getPack(b.getContext()),
                                        {toInteger(ranked.getRank()),
                                         buffer.passed, elementBytes, packed})
                          : callLibrary(getPackUnranked(b.getContext()),
                                        {buffer.passed, elementBytes, packed});
      checkMemory(isNotNull(copy),
                  "cannot copy " + buffer.name + " to row-major order");
      return copy;
    });
  Type descriptorType = converter.convertType(buffer.type);
  if (!ranked) {
    auto made = UnrankedMemRefDescriptor::poison(b, loc, descriptorType);
    made.setRank(b, loc, buffer.rank);
    made.setMemRefDescPtr(b, loc, pointer);
    return convert(buffer.type, made);
  }
  auto made = MemRefDescriptor::poison(b, loc, descriptorType);
  made.setAllocatedPtr(b, loc, pointer);
  made.setAlignedPtr(b, loc, pointer);
  made.setConstantOffset(b, loc, 0);
  for (auto [dim, size] : llvm::enumerate(buffer.sizes)) {
    made.setSize(b, loc, dim, toInteger(size));
    made.setStride(b, loc, dim, toInteger(buffer.strides[dim]));
  }
  return convert(buffer.type, made);
}

Value CallEmitter::readSize(const Twine &name, MemRefType type, unsigned dim,
                            MemRefDescriptor &given) {
  bool isDynamic = type.isDynamicDim(dim);
  Value expected = constant(isDynamic ? 0 : type.getDimSize(dim));
  if (!isDynamic && !hasChecks)
    return expected;
  Value size = toIndex(given.size(b, b.getLoc(), dim));
  if (hasChecks)
    check(compare(isDynamic ? CmpIPredicate::sge : CmpIPredicate::eq, size,
                  expected),
          name + " has size {} along dimension " + Twine(dim) + ", expected " +
              (isDynamic ? "at least " : "") +
              Twine(isDynamic ? 0 : type.getDimSize(dim)),
          size);
  return isDynamic ? size : expected;
}

SmallVector<Value> CallEmitter::getRowMajorStrides(ArrayRef<Value> sizes) {
  SmallVector<Value> strides(sizes.size());
  Value stride = constant(1);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = stride;
    if (dim > 0)
      stride = arith::MulIOp::create(b, stride, sizes[dim]);
  }
  return strides;
}

/// R7: there is data, but where there are no elements.
void CallEmitter::checkData(const Twine &name, MemRefType type,
                            ArrayRef<Value> sizes, Value pointer) {
  if (llvm::is_contained(type.getShape(), 0))
    return;
  Value isFine = isNotNull(pointer);
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      isFine = either(isFine, isZero(size));
  check(isFine, name + " has elements, but its data is a null pointer", {});
}

/// Whether elements are in row-major order. Null if they always are, or if
/// `layout` requires it and a check has been emitted. Ignores the strides of
/// dimensions of size 1, and all strides of tensors without elements.
Value CallEmitter::checkStrides(const Twine &name, MemRefType type,
                                MemRefDescriptor &given, ArrayRef<Value> sizes,
                                ArrayRef<Value> strides, Layout layout) {
  if (llvm::is_contained(type.getShape(), 0))
    return {};
  Value isEmpty, isContiguous;
  auto include = [&](Value &all, Value next, bool isAnd) {
    all = !all ? next : isAnd ? both(all, next) : either(all, next);
  };
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      include(isEmpty, isZero(size), /*isAnd=*/false);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (type.getDimSize(dim) == 1)
      continue;
    Value stride = toIndex(given.stride(b, b.getLoc(), dim));
    Value isRight = compare(CmpIPredicate::eq, stride, strides[dim]);
    if (type.isDynamicDim(dim))
      isRight =
          either(isRight, compare(CmpIPredicate::eq, sizes[dim], constant(1)));
    if (isEmpty)
      isRight = either(isRight, isEmpty);
    if (layout == Layout::RowMajor)
      check(isRight,
            name + " has stride {} along dimension " + Twine(dim) +
                ", expected {}: its elements are not in row-major order",
            {stride, strides[dim]});
    else
      include(isContiguous, isRight, /*isAnd=*/true);
  }
  return isContiguous;
}

/// `contiguous`, or what `pack` returns where it is not.
Value CallEmitter::choosePacked(Value isContiguous, Value contiguous,
                                llvm::function_ref<Value()> pack) {
  Block *before = b.getInsertionBlock();
  Region *body = before->getParent();
  Block *packing = b.createBlock(body, body->end());
  Block *after =
      b.createBlock(body, body->end(), contiguous.getType(), b.getLoc());
  b.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(b, isContiguous, after, contiguous, packing,
                           ValueRange());
  b.setInsertionPointToEnd(packing);
  Value copy = pack();
  cf::BranchOp::create(b, after, copy);
  b.setInsertionPointToEnd(after);
  return after->getArgument(0);
}

//===----------------------------------------------------------------------===//
// Unknown rank
//===----------------------------------------------------------------------===//

CallEmitter::Buffer CallEmitter::examineUnranked(unsigned index,
                                                 UnrankedMemRefType type,
                                                 Value passed) {
  Location loc = b.getLoc();
  Buffer buffer;
  buffer.name = ("argument " + Twine(index)).str();
  buffer.type = type;
  buffer.passed = passed;
  UnrankedMemRefDescriptor given(load(buffer.name, type, passed));
  buffer.rank = given.rank(b, loc);
  buffer.pointer = given.memRefDescPtr(b, loc);
  if (!hasChecks)
    return buffer;
  Value finding = callLibrary(getInspectUnranked(b.getContext()), passed);
  checkUnranked(buffer.name, given, finding);
  buffer.isContiguous = compare(CmpIPredicate::eq, finding,
                                toInteger(int64_t(SPLIT_MLIR_IS_CONTIGUOUS)));
  if (hasOutParams)
    addUnrankedRange(index, buffer);
  return buffer;
}

/// R7 where the rank is known only at run time.
void CallEmitter::checkUnranked(const Twine &name,
                                UnrankedMemRefDescriptor given, Value finding) {
  Value rank = toIndex(given.rank(b, b.getLoc()));
  auto refuse = [&](int64_t wrong, StringRef text, ValueRange values) {
    check(compare(CmpIPredicate::ne, finding, toInteger(wrong)), name + text,
          values);
  };
  refuse(SPLIT_MLIR_RANK_IS_NEGATIVE, " has rank {}, expected at least 0",
         rank);
  refuse(SPLIT_MLIR_DESCRIPTOR_IS_NULL, " has a null pointer as descriptor",
         {});
  refuse(SPLIT_MLIR_SIZE_IS_NEGATIVE,
         " of rank {} has a negative size, expected at least 0", rank);
  refuse(SPLIT_MLIR_DATA_IS_NULL,
         " has elements, but its data is a null pointer", {});
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

void CallEmitter::addRange(unsigned index, bool isResult,
                           const Buffer &buffer) {
  auto type = cast<MemRefType>(buffer.type);
  if (!hasChecks || !hasOutParams || llvm::is_contained(type.getShape(), 0))
    return;
  Value bytes = getElementBytes(type.getElementType());
  for (Value size : buffer.sizes)
    bytes = arith::MulIOp::create(b, bytes, toInteger(size));
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), buffer.pointer);
  ranges.push_back({index, isResult, address, bytes, buffer.isContiguous,
                    !type.hasStaticShape()});
}

void CallEmitter::addUnrankedRange(unsigned index, const Buffer &buffer) {
  Value bytes = callLibrary(getCountBytes(b.getContext()),
                            {buffer.rank, buffer.pointer,
                             getElementBytes(buffer.type.getElementType())});
  // `aligned` follows `allocated`.
  Value field = LLVM::GEPOp::create(b, buffer.pointer.getType(), b.getI64Type(),
                                    buffer.pointer, ArrayRef<LLVM::GEPArg>{1});
  Value address = LLVM::LoadOp::create(b, b.getI64Type(), field);
  ranges.push_back({index, /*isResult=*/false, address, bytes,
                    buffer.isContiguous, /*mayBeEmpty=*/true});
}

void CallEmitter::checkOverlaps(const HostTypes &signature) {
  size_t numResults =
      llvm::count_if(ranges, [](const Range &range) { return range.isResult; });
  size_t numInputs = ranges.size() - numResults;
  if (numResults == 0)
    return;
  size_t numPairs = numResults * numInputs + numResults * (numResults - 1) / 2;
  if (numPairs > kMaxInlinePairs)
    return checkManyOverlaps(signature);
  for (auto [number, result] : llvm::enumerate(ranges))
    if (result.isResult)
      for (const Range &other : ArrayRef(ranges).take_front(number))
        checkPair(result, other);
}

/// The buffers overlap if the distance from the other one to the result's is
/// above -(the result's bytes) and below the other's bytes: as unsigned
/// numbers, if distance + result's bytes - 1 < result's bytes + other's bytes
/// - 1.
void CallEmitter::checkPair(const Range &result, const Range &other) {
  Value distance = arith::SubIOp::create(b, result.address, other.address);
  Value least = arith::SubIOp::create(b, result.bytes, toInteger(1));
  Value position = arith::AddIOp::create(b, distance, least);
  Value limit = arith::AddIOp::create(b, other.bytes, least);
  Value isApart = compare(CmpIPredicate::uge, position, limit);
  if (other.mayBeEmpty)
    isApart =
        either(isApart, compare(CmpIPredicate::eq, other.bytes, toInteger(0)));
  std::string message = ("result " + Twine(result.index) + " overlaps " +
                         (other.isResult ? "result " : "argument ") +
                         Twine(other.index) + ", expected separate memory")
                            .str();
  if (!other.isInPlace) {
    check(isApart, message, {});
    return;
  }
  // What is packed is read before anything is written. Contiguous callers do
  // not ask for it.
  Block *before = b.getInsertionBlock();
  Region *body = before->getParent();
  Block *close = b.createBlock(body, body->end());
  Value one = arith::ConstantIntOp::create(b, 1, 1);
  Value isPacked = arith::XOrIOp::create(b, other.isInPlace, one);
  check(isPacked, message, {});
  Block *after = b.createBlock(body, body->end());
  b.setInsertionPointToEnd(close);
  cf::BranchOp::create(b, after);
  b.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(b, isApart, after, close);
  b.setInsertionPointToEnd(after);
}

/// Each argument and each result has a place in the table, with 0 bytes where
/// it has no buffer, so that the library returns the result's number.
void CallEmitter::checkManyOverlaps(const HostTypes &signature) {
  size_t numInputs = signature.inputs.size();
  Value zero = constant(0);
  SmallVector<Value> table(2 * (numInputs + signature.results.size()), zero);
  for (const Range &range : ranges) {
    size_t entry = range.index + (range.isResult ? numInputs : 0);
    Value bytes = range.bytes;
    if (range.isInPlace)
      bytes = arith::SelectOp::create(b, range.isInPlace, bytes,
                                      toInteger(int64_t(0)));
    table[2 * entry] = toIndex(range.address);
    table[2 * entry + 1] = toIndex(bytes);
  }
  Value pointer = calls.storeValues(b, b.getLoc(), table);
  Value found =
      callLibrary(getFindOverlap(b.getContext()),
                  {pointer, toInteger(table.size() / 2), toInteger(numInputs)});
  checkMemory(compare(CmpIPredicate::ne, found, toInteger(-2)),
              "cannot compare the buffers that are passed");
  check(compare(CmpIPredicate::slt, found, toInteger(0)),
        "result {} overlaps another buffer that is passed, expected separate "
        "memory",
        toIndex(found));
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// Checks everything before it packs anything: what is refused is not copied.
void CallEmitter::emit(func::FuncOp callee, const HostTypes &signature,
                       ValueRange passed) {
  unsigned numInputs = signature.inputs.size();
  ValueRange targets = passed.drop_front(numInputs);
  hasOutParams = !signature.outParams.empty();
  SmallVector<Value> operands;
  for (auto [index, type] : llvm::enumerate(signature.inputs))
    operands.push_back(readInput(callee, index, type, passed[index]));
  for (unsigned index : signature.given)
    operands.push_back(
        readGiven(callee.getArgumentTypes()[operands.size()], passed[index]));
  for (unsigned index : signature.outParams) {
    readOutParam(index, cast<MemRefType>(signature.results[index]),
                 targets[index]);
    operands.push_back({});
  }
  for (auto [index, target] : llvm::enumerate(targets))
    if (!signature.isOutParam(index))
      checkPointer(("result " + Twine(index)).str(), target);
  checkOverlaps(signature);
  // Buffers, in order, are the operands that are missing.
  const Buffer *next = buffers.begin();
  for (Value &operand : operands)
    if (!operand)
      operand = makeContiguous(*next++);
  auto call = func::CallOp::create(b, callee, operands);
  auto result = call.result_begin();
  for (auto [index, target] : llvm::enumerate(targets))
    if (!signature.isOutParam(index))
      write(index, *result++, target);
  Value success = arith::ConstantIntOp::create(b, SPLIT_MLIR_SUCCESS, 32);
  func::ReturnOp::create(b, success);
}

/// Gives an integer the width of the C type that holds it.
Value CallEmitter::extend(Type type, Value lowered) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return lowered;
  unsigned width = llvm::PowerOf2Ceil(std::max(8u, integer.getWidth()));
  if (width == integer.getWidth())
    return lowered;
  Type wide = b.getIntegerType(width);
  if (integer.isUnsigned() || integer.getWidth() == 1)
    return LLVM::ZExtOp::create(b, wide, lowered);
  return LLVM::SExtOp::create(b, wide, lowered);
}

/// Stores a result where the host has asked for it.
void CallEmitter::write(unsigned index, Value result, Value pointer) {
  Value lowered = convert(converter.convertType(result.getType()), result);
  if (!isa<UnrankedMemRefType>(result.getType())) {
    LLVM::StoreOp::create(b, extend(result.getType(), lowered), pointer);
    return;
  }
  // The conversion to LLVM leaves the descriptor on the stack.
  Location loc = b.getLoc();
  UnrankedMemRefDescriptor unranked(lowered);
  Value answer = callLibrary(
      getStoreUnranked(b.getContext()),
      {unranked.rank(b, loc), unranked.memRefDescPtr(b, loc), pointer});
  Value zero = arith::ConstantIntOp::create(b, 0, 32);
  checkMemory(compare(CmpIPredicate::ne, answer, zero),
              "cannot allocate the descriptor of result " + Twine(index));
}
