//===- CallEmitter.cpp - Reading of operands, and the call ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEmitter.h"

#include "BufferOverlaps.h"
#include "HostAbi.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using arith::CmpIPredicate;

int64_t mlir::split::getHostLayout(func::FuncOp function, unsigned index) {
  if (llvm::all_of(function.getArgument(index).getUsers(),
                   llvm::IsaPred<memref::DimOp>))
    return SPLIT_MLIR_LAYOUT_UNUSED;
  return function.getArgAttr(index, kRowMajorAttrName)
             ? SPLIT_MLIR_LAYOUT_ROW_MAJOR
             : SPLIT_MLIR_LAYOUT_PACKED;
}

static Value convert(ImplicitLocOpBuilder &builder, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, type, value).getResult(0);
}

/// Extends an integer to the width of its C type.
static Value extend(ImplicitLocOpBuilder &builder, Type type, Value lowered) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return lowered;
  unsigned width = 8 * *getElementBytes(integer);
  if (width == integer.getWidth())
    return lowered;
  Type wide = builder.getIntegerType(width);
  if (integer.isUnsigned() || integer.getWidth() == 1)
    return LLVM::ZExtOp::create(builder, wide, lowered);
  return LLVM::SExtOp::create(builder, wide, lowered);
}

void mlir::split::emitResult(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                             const LLVMTypeConverter &converter, unsigned index,
                             Value result, Value pointer) {
  Type type = result.getType();
  Value lowered = convert(builder, converter.convertType(type), result);
  if (!isa<UnrankedMemRefType>(type)) {
    LLVM::StoreOp::create(builder, extend(builder, type, lowered), pointer);
    return;
  }
  // The conversion to LLVM leaves the descriptor on the stack.
  Location loc = builder.getLoc();
  UnrankedMemRefDescriptor unranked(lowered);
  Value answer = calls.call(builder, loc, RuntimeFunction::StoreUnranked,
                            {unranked.rank(builder, loc),
                             unranked.memRefDescPtr(builder, loc), pointer});
  Value zero = arith::ConstantIntOp::create(builder, 0, 32);
  Value ok = arith::CmpIOp::create(builder, CmpIPredicate::ne, answer, zero);
  createMemoryCheck(builder, loc, ok,
                    "cannot allocate the descriptor of result " + Twine(index));
}

namespace {
class CallEmitter {
public:
  CallEmitter(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
              const LLVMTypeConverter &converter, bool hasChecks, Value packed)
      : builder(builder), math(builder, builder.getLoc()), calls(calls),
        converter(converter), hasChecks(hasChecks), packed(packed) {}

  /// Emits all checks before it packs an argument, so that a call that fails a
  /// check copies nothing.
  void emit(func::FuncOp callee, const HostTypes &signature,
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
    emitOverlapChecks(builder, calls, signature, ranges);
    // The missing operands are the buffers, in order.
    const Buffer *next = buffers.begin();
    for (Value &operand : operands)
      if (!operand)
        operand = makeContiguous(*next++);
    auto call = func::CallOp::create(builder, callee, operands);
    auto result = call.result_begin();
    for (auto [index, target] : llvm::enumerate(targets))
      if (!signature.isOutParam(index))
        emitResult(builder, calls, converter, index, *result++, target);
    Value success =
        arith::ConstantIntOp::create(builder, SPLIT_MLIR_SUCCESS, 32);
    func::ReturnOp::create(builder, success);
  }

private:
  /// A buffer whose descriptor has been checked.
  struct Buffer {
    std::string name;
    BaseMemRefType type;
    Value passed;
    /// Points to the first element; if the rank is unknown, to the descriptor.
    Value pointer;
    /// If the rank is static: the sizes, and the strides in row-major order.
    SmallVector<Value> sizes, strides;
    /// The rank, if it is dynamic.
    Value rank;
    /// Whether elements are in row-major order; null if they certainly are.
    Value isContiguous;
  };

  //===--------------------------------------------------------------------===//
  // Arithmetic
  //===--------------------------------------------------------------------===//

  Value toIndex(Value value) {
    return arith::IndexCastOp::create(builder, builder.getIndexType(), value);
  }

  Value toInteger(Value value) {
    return arith::IndexCastOp::create(builder, builder.getI64Type(), value);
  }

  Value toInteger(int64_t value) {
    return arith::ConstantIntOp::create(builder, value, 64);
  }

  Value convert(Type type, Value value) {
    return ::convert(builder, type, value);
  }

  Value isNotNull(Value pointer) {
    Value null = LLVM::ZeroOp::create(builder, pointer.getType());
    return LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, pointer,
                                null);
  }

  /// Returns the distance of two elements in bytes, an i64.
  Value getElementBytes(Type elementType) {
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value null = LLVM::ZeroOp::create(builder, pointer);
    Value next = LLVM::GEPOp::create(builder, pointer,
                                     converter.convertType(elementType), null,
                                     ArrayRef<LLVM::GEPArg>{1});
    return LLVM::PtrToIntOp::create(builder, builder.getI64Type(), next);
  }

  Value callLibrary(RuntimeFunction function, ValueRange operands) {
    return calls.call(builder, builder.getLoc(), function, operands);
  }

  void check(Value condition, const Twine &format, ValueRange values = {}) {
    createCheck(builder, builder.getLoc(), condition, format, values,
                SPLIT_MLIR_INVALID_ARGUMENT);
  }

  //===--------------------------------------------------------------------===//
  // Descriptors
  //===--------------------------------------------------------------------===//

  /// Checks R7.
  void checkPointer(const Twine &name, Value passed) {
    if (hasChecks)
      check(isNotNull(passed), name + " is a null pointer");
  }

  Value load(const Twine &name, Type type, Value passed) {
    checkPointer(name, passed);
    return LLVM::LoadOp::create(builder, converter.convertType(type), passed);
  }

  /// Reads an argument. Returns a scalar; adds a buffer to `buffers`, and
  /// returns null.
  Value readInput(func::FuncOp callee, unsigned index, Type type,
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
    int64_t layout = getHostLayout(callee, index);
    Buffer buffer = examineRanked(name, ranked, passed, layout);
    if (layout != SPLIT_MLIR_LAYOUT_UNUSED)
      addRange(index, /*isResult=*/false, buffer);
    buffers.push_back(buffer);
    return {};
  }

  void readOutParam(unsigned index, MemRefType type, Value passed) {
    Buffer buffer = examineRanked(("result " + Twine(index)).str(), type,
                                  passed, SPLIT_MLIR_LAYOUT_ROW_MAJOR);
    addRange(index, /*isResult=*/true, buffer);
    buffers.push_back(buffer);
  }

  /// Returns the descriptor unchanged; readInput has checked its sizes.
  Value readGiven(Type type, Value passed) {
    return convert(type, LLVM::LoadOp::create(
                             builder, converter.convertType(type), passed));
  }

  /// Checks that the sizes are those of the type, and that the data is not null
  /// (R7).
  Buffer examineRanked(const Twine &name, MemRefType type, Value passed,
                       int64_t layout) {
    Location loc = builder.getLoc();
    MemRefDescriptor given(load(name, type, passed));
    Buffer buffer;
    buffer.name = name.str();
    buffer.type = type;
    buffer.passed = passed;
    for (unsigned i = 0, e = type.getRank(); i < e; ++i)
      buffer.sizes.push_back(readSize(name, type, i, given));
    Value aligned = given.alignedPtr(builder, loc);
    if (hasChecks)
      checkData(name, type, buffer.sizes, aligned);
    Type element = converter.convertType(type.getElementType());
    buffer.pointer = LLVM::GEPOp::create(builder, aligned.getType(), element,
                                         aligned, given.offset(builder, loc));
    buffer.strides = getRowMajorStrides(buffer.sizes);
    if (hasChecks && layout != SPLIT_MLIR_LAYOUT_UNUSED)
      buffer.isContiguous =
          checkStrides(name, type, given, buffer.sizes, buffer.strides, layout);
    return buffer;
  }

  /// Returns a descriptor with offset 0 and row-major strides, as the identity
  /// layout of the buffer's type asks for. Packs the elements if necessary.
  Value makeContiguous(const Buffer &buffer) {
    Location loc = builder.getLoc();
    Value elementBytes = getElementBytes(buffer.type.getElementType());
    auto ranked = dyn_cast<MemRefType>(buffer.type);
    Value pointer = buffer.pointer;
    if (buffer.isContiguous)
      pointer = choosePacked(buffer.isContiguous, pointer, [&] {
        Value copy = ranked
                         ? callLibrary(RuntimeFunction::Pack,
                                       {toInteger(ranked.getRank()),
                                        buffer.passed, elementBytes, packed})
                         : callLibrary(RuntimeFunction::PackUnranked,
                                       {buffer.passed, elementBytes, packed});
        createMemoryCheck(builder, builder.getLoc(), isNotNull(copy),
                          "cannot copy " + buffer.name + " to row-major order");
        return copy;
      });
    if (!ranked)
      return convert(buffer.type, UnrankedMemRefDescriptor::pack(
                                      builder, loc, converter,
                                      cast<UnrankedMemRefType>(buffer.type),
                                      {buffer.rank, pointer}));
    SmallVector<Value> fields{pointer, pointer, toInteger(int64_t(0))};
    for (Value number : llvm::concat<const Value>(buffer.sizes, buffer.strides))
      fields.push_back(toInteger(number));
    return convert(buffer.type, MemRefDescriptor::pack(builder, loc, converter,
                                                       ranked, fields));
  }

  Value readSize(const Twine &name, MemRefType type, unsigned dim,
                 MemRefDescriptor &given) {
    bool isDynamic = type.isDynamicDim(dim);
    Value expected = math.get(isDynamic ? 0 : type.getDimSize(dim));
    if (!isDynamic && !hasChecks)
      return expected;
    Value size = toIndex(given.size(builder, builder.getLoc(), dim));
    if (hasChecks)
      check(math.compare(isDynamic ? CmpIPredicate::sge : CmpIPredicate::eq,
                         size, expected),
            name + " has size {} along dimension " + Twine(dim) +
                ", expected " + (isDynamic ? "at least " : "") +
                Twine(isDynamic ? 0 : type.getDimSize(dim)),
            size);
    return isDynamic ? size : expected;
  }

  SmallVector<Value> getRowMajorStrides(ArrayRef<Value> sizes) {
    SmallVector<Value> strides(sizes.size());
    Value stride = math.get(1);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      strides[dim] = stride;
      if (dim > 0)
        stride = math.mul(stride, sizes[dim]);
    }
    return strides;
  }

  /// Checks that the data is not null unless there are no elements (R7).
  void checkData(const Twine &name, MemRefType type, ArrayRef<Value> sizes,
                 Value pointer) {
    if (isStaticallyEmpty(type))
      return;
    Value isFine = isNotNull(pointer);
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (type.isDynamicDim(dim))
        isFine = math.either(isFine, math.isEqual(size, 0));
    check(isFine, name + " has elements, but its data is a null pointer");
  }

  /// Returns whether elements are in row-major order; null if they always are,
  /// or if `layout` requires it and a check has been emitted. Ignores the
  /// strides of dimensions of size 1, and all strides of tensors without
  /// elements.
  Value checkStrides(const Twine &name, MemRefType type,
                     MemRefDescriptor &given, ArrayRef<Value> sizes,
                     ArrayRef<Value> strides, int64_t layout) {
    if (isStaticallyEmpty(type))
      return {};
    Value isEmpty, isContiguous;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (type.isDynamicDim(dim))
        isEmpty = math.either(isEmpty, math.isEqual(size, 0));
    for (size_t dim = sizes.size(); dim-- > 0;) {
      if (type.getDimSize(dim) == 1)
        continue;
      Value stride = toIndex(given.stride(builder, builder.getLoc(), dim));
      Value isRight = math.isEqual(stride, strides[dim]);
      if (type.isDynamicDim(dim))
        isRight = math.either(isRight, math.isEqual(sizes[dim], 1));
      if (isEmpty)
        isRight = math.either(isRight, isEmpty);
      if (layout == SPLIT_MLIR_LAYOUT_ROW_MAJOR)
        check(isRight,
              name + " has stride {} along dimension " + Twine(dim) +
                  ", expected {}: its elements are not in row-major order",
              {stride, strides[dim]});
      else
        isContiguous = math.both(isContiguous, isRight);
    }
    return isContiguous;
  }

  /// Returns `contiguous` if `isContiguous`, else the result of `pack`.
  Value choosePacked(Value isContiguous, Value contiguous,
                     llvm::function_ref<Value()> pack) {
    Block *before = builder.getInsertionBlock();
    Region *body = before->getParent();
    Block *packing = builder.createBlock(body, body->end());
    Block *after = builder.createBlock(body, body->end(), contiguous.getType(),
                                       builder.getLoc());
    builder.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(builder, isContiguous, after, contiguous, packing,
                             ValueRange());
    builder.setInsertionPointToEnd(packing);
    Value copy = pack();
    cf::BranchOp::create(builder, after, copy);
    builder.setInsertionPointToEnd(after);
    return after->getArgument(0);
  }

  //===--------------------------------------------------------------------===//
  // Unknown rank
  //===--------------------------------------------------------------------===//

  Buffer examineUnranked(unsigned index, UnrankedMemRefType type,
                         Value passed) {
    Location loc = builder.getLoc();
    Buffer buffer;
    buffer.name = ("argument " + Twine(index)).str();
    buffer.type = type;
    buffer.passed = passed;
    UnrankedMemRefDescriptor given(load(buffer.name, type, passed));
    buffer.rank = given.rank(builder, loc);
    buffer.pointer = given.memRefDescPtr(builder, loc);
    if (!hasChecks)
      return buffer;
    Value finding = callLibrary(RuntimeFunction::InspectUnranked, passed);
    checkUnranked(buffer.name, given, finding);
    buffer.isContiguous =
        math.isEqual(finding, toInteger(int64_t(SPLIT_MLIR_IS_CONTIGUOUS)));
    if (hasOutParams)
      addUnrankedRange(index, buffer);
    return buffer;
  }

  /// Checks R7 for an argument of dynamic rank.
  void checkUnranked(const Twine &name, UnrankedMemRefDescriptor given,
                     Value finding) {
    Value rank = toIndex(given.rank(builder, builder.getLoc()));
    auto refuse = [&](int64_t wrong, StringRef text, ValueRange values = {}) {
      check(math.compare(CmpIPredicate::ne, finding, toInteger(wrong)),
            name + text, values);
    };
    refuse(SPLIT_MLIR_RANK_IS_NEGATIVE, " has rank {}, expected at least 0",
           rank);
    refuse(SPLIT_MLIR_DESCRIPTOR_IS_NULL, " has a null pointer as descriptor");
    refuse(SPLIT_MLIR_SIZE_IS_NEGATIVE,
           " of rank {} has a negative size, expected at least 0", rank);
    refuse(SPLIT_MLIR_DATA_IS_NULL,
           " has elements, but its data is a null pointer");
  }

  //===--------------------------------------------------------------------===//
  // Ranges
  //===--------------------------------------------------------------------===//

  void addRange(unsigned index, bool isResult, const Buffer &buffer) {
    auto type = cast<MemRefType>(buffer.type);
    if (!hasChecks || !hasOutParams || isStaticallyEmpty(type))
      return;
    Value bytes = getElementBytes(type.getElementType());
    for (Value size : buffer.sizes)
      bytes = math.mul(bytes, toInteger(size));
    Value address =
        LLVM::PtrToIntOp::create(builder, builder.getI64Type(), buffer.pointer);
    ranges.push_back({index, isResult, address, bytes, buffer.isContiguous,
                      !type.hasStaticShape()});
  }

  void addUnrankedRange(unsigned index, const Buffer &buffer) {
    Value bytes = callLibrary(RuntimeFunction::CountBytes,
                              {buffer.rank, buffer.pointer,
                               getElementBytes(buffer.type.getElementType())});
    // `aligned` follows `allocated`.
    Value field = LLVM::GEPOp::create(builder, buffer.pointer.getType(),
                                      builder.getI64Type(), buffer.pointer,
                                      ArrayRef<LLVM::GEPArg>{1});
    Value address = LLVM::LoadOp::create(builder, builder.getI64Type(), field);
    ranges.push_back({index, /*isResult=*/false, address, bytes,
                      buffer.isContiguous, /*mayBeEmpty=*/true});
  }

  ImplicitLocOpBuilder &builder;
  IndexMath math;
  LibraryCalls &calls;
  const LLVMTypeConverter &converter;
  bool hasChecks;
  Value packed;
  /// Whether the callee writes to buffers of the caller. These must not overlap
  /// other buffers.
  bool hasOutParams = false;
  /// The buffers among the callee's operands, in order.
  SmallVector<Buffer> buffers;
  SmallVector<BufferRange> ranges;
};
} // namespace

void mlir::split::emitHostCall(ImplicitLocOpBuilder &builder,
                               LibraryCalls &calls,
                               const LLVMTypeConverter &converter,
                               bool hasChecks, func::FuncOp callee,
                               const HostTypes &signature, ValueRange passed,
                               Value packed) {
  CallEmitter(builder, calls, converter, hasChecks, packed)
      .emit(callee, signature, passed);
}
