//===- FastPath.cpp - Fast path of calls by the host ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitHostFunctions.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

/// The largest number of pairs of buffers that are compared inline. One
/// comparison takes less than a nanosecond; a call of the runtime library takes
/// about as long as 16 of them.
static constexpr size_t kMaxInlinePairs = 16;

namespace {
class FastPath : HostBuilder {
public:
  FastPath(const HostBuilder &host, ValueRange passed)
      : HostBuilder(host), passed(passed) {}

  void emit(func::FuncOp slow) {
    if (slow)
      createSlowPath(slow);
    readPassed();
    for (Buffer &buffer : buffers)
      if (isa<MemRefType>(buffer.type))
        readWords(buffer);
    if (slowPath)
      requireNoDifferences();
    SmallVector<Value> operands;
    auto *next = buffers.begin();
    for (auto [index, type] : llvm::enumerate(signature.inputs))
      operands.push_back(isa<BaseMemRefType>(type) ? describe(*next++)
                                                   : readScalar(type, index));
    for (unsigned index : signature.given)
      operands.push_back(
          load(callee.getArgumentTypes()[operands.size()], passed[index]));
    numInputRanges = ranges.size();
    size_t numResults = signature.outParams.size();
    bool isInline =
        numResults * numInputRanges + numResults * (numResults - 1) / 2 <=
        kMaxInlinePairs;
    for (; next != buffers.end(); ++next) {
      operands.push_back(describe(*next));
      if (isInline)
        requireApart(next->isRead);
    }
    if (!isInline)
      requireNoOverlap();
    storeResults(func::CallOp::create(builder, callee, operands));
    Value success =
        arith::ConstantIntOp::create(builder, SPLIT_MLIR_SUCCESS, 32);
    func::ReturnOp::create(builder, success);
  }

private:
  struct Buffer {
    BaseMemRefType type;
    Value passed;
    /// Whether the function accesses elements.
    bool isRead = true;
    /// If the rank is static: the data, and sizes and strides, as i64.
    Value data = nullptr;
    SmallVector<Value> sizes = {}, strides = {};
    /// If the shape is dynamic: the number of elements.
    Value numElements = nullptr;
  };

  /// The bits in which words differ from what is expected, and those that must
  /// not differ.
  struct Difference {
    Value bits;
    SmallVector<int64_t> mask;
  };

  /// The memory of a buffer, as i64.
  struct Range {
    Value address, bytes;
  };

  //===--------------------------------------------------------------------===//
  // Arithmetic
  //===--------------------------------------------------------------------===//

  Value toInteger(int64_t value) {
    return arith::ConstantIntOp::create(builder, value, 64);
  }

  Value toIndex(Value value) {
    return arith::IndexCastOp::create(builder, builder.getIndexType(), value);
  }

  Value load(Type type, Value pointer) {
    return convert(type, LLVM::LoadOp::create(
                             builder, converter.convertType(type), pointer));
  }

  /// Returns the address of a word of a descriptor.
  Value getWord(Value descriptor, size_t index) {
    return LLVM::GEPOp::create(builder, descriptor.getType(),
                               builder.getI64Type(), descriptor,
                               LLVM::GEPArg(int32_t(index)));
  }

  Value loadWord(Value descriptor, size_t index) {
    return LLVM::LoadOp::create(builder, builder.getI64Type(),
                                getWord(descriptor, index));
  }

  //===--------------------------------------------------------------------===//
  // Checks
  //===--------------------------------------------------------------------===//

  void createSlowPath(func::FuncOp slow) {
    OpBuilder::InsertionGuard guard(builder);
    Region *body = builder.getInsertionBlock()->getParent();
    slowPath = builder.createBlock(body, body->end());
    // This is not a tail call: with a tail call, the vector registers would be
    // cleared before each branch to this block.
    auto call = func::CallOp::create(builder, slow, passed);
    func::ReturnOp::create(builder, call.getResults());
  }

  /// Branches to `otherwise`, by default the slow path, unless `condition`
  /// holds.
  void require(Value condition, Block *otherwise = nullptr) {
    Block *target = otherwise ? otherwise : slowPath;
    Block *before = builder.getInsertionBlock();
    Block *next = builder.createBlock(target);
    builder.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(builder, condition, next, ValueRange(), target,
                             ValueRange(), ArrayRef<int32_t>{2000, 1});
    builder.setInsertionPointToEnd(next);
  }

  void require(CmpIPredicate predicate, Value value, int64_t other,
               Block *otherwise = nullptr) {
    require(arith::CmpIOp::create(builder, predicate, value, toInteger(other)),
            otherwise);
  }

  void requireNotNull(Value pointer) {
    if (!slowPath)
      return;
    Value null = LLVM::ZeroOp::create(builder, pointer.getType());
    require(
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, pointer, null));
  }

  /// Reads the data of all buffers. The loads between the null checks keep LLVM
  /// from merging all checks into a longer sequence of instructions without
  /// branches.
  void readPassed() {
    size_t numInputs = signature.inputs.size();
    for (auto [index, type] : llvm::enumerate(signature.inputs)) {
      if (auto buffer = dyn_cast<BaseMemRefType>(type))
        readBuffer({buffer, passed[index],
                    getHostLayout(callee, index) != SPLIT_MLIR_LAYOUT_UNUSED});
      else if (!isPassedByValue(type))
        requireNotNull(passed[index]);
    }
    for (unsigned index : signature.outParams)
      readBuffer({cast<BaseMemRefType>(signature.results[index]),
                  passed[numInputs + index]});
    for (size_t index = 0; index < signature.results.size(); ++index)
      if (!signature.isOutParam[index])
        requireNotNull(passed[numInputs + index]);
  }

  void readBuffer(Buffer buffer) {
    requireNotNull(buffer.passed);
    if (isa<MemRefType>(buffer.type)) {
      buffer.data = LLVM::LoadOp::create(builder, buffer.passed.getType(),
                                         getWord(buffer.passed, kAlignedWord));
      if (isStaticallyEmpty(buffer.type))
        buffer.isRead = false;
      else
        requireNotNull(buffer.data);
    } else if (slowPath) {
      require(CmpIPredicate::eq,
              callRuntime(RuntimeFunction::InspectUnranked, buffer.passed),
              SPLIT_MLIR_IS_CONTIGUOUS);
    }
    buffers.push_back(std::move(buffer));
  }

  void readWords(Buffer &buffer) {
    auto type = cast<MemRefType>(buffer.type);
    if (!type.hasStaticShape())
      return readDynamicWords(type, buffer);
    if (!slowPath)
      return;
    ArrayRef<int64_t> sizes = type.getShape();
    SmallVector<int64_t> words(sizes), masks(sizes.size(), -1);
    if (!buffer.isRead)
      return compareWords(buffer.passed, kSizesWord, words, masks);
    words.insert(words.begin(), 0);
    masks.insert(masks.begin(), 0);
    llvm::append_range(words, computeSuffixProduct(sizes));
    for (int64_t size : sizes)
      masks.push_back(size == 1 ? 0 : -1);
    compareWords(buffer.passed, kOffsetWord, words, masks);
  }

  Value getVector(ArrayRef<int64_t> numbers) {
    auto type = VectorType::get(numbers.size(), builder.getI64Type());
    return arith::ConstantOp::create(builder,
                                     DenseElementsAttr::get(type, numbers));
  }

  /// Compares words of a descriptor, from `first` on, with constants. Uses
  /// vectors of up to four words. If the number of words is not a multiple of
  /// the vector length, the last two vectors overlap, so no scalar instructions
  /// are needed for the rest. `masks` is 0 for words that need not be equal.
  void compareWords(Value descriptor, size_t first, ArrayRef<int64_t> words,
                    ArrayRef<int64_t> masks) {
    if (words.empty())
      return;
    size_t width = std::min<size_t>(llvm::bit_floor(words.size()), 4);
    for (size_t i = 0; i < words.size(); i += width) {
      size_t begin = std::min(i, words.size() - width);
      Value expected = getVector(words.slice(begin, width));
      Value given = LLVM::LoadOp::create(builder, expected.getType(),
                                         getWord(descriptor, first + begin),
                                         /*alignment=*/8);
      differences[width].push_back(
          {arith::XOrIOp::create(builder, given, expected),
           SmallVector<int64_t>(masks.slice(begin, width))});
    }
  }

  /// Reads sizes, and computes the strides of row-major order. Products may
  /// wrap around: if the strides are right, they do not.
  void readDynamicWords(MemRefType type, Buffer &buffer) {
    int64_t rank = type.getRank();
    buffer.sizes.resize(rank);
    buffer.strides.resize(rank);
    Value stride = toInteger(1);
    for (int64_t dim = rank; dim-- > 0;) {
      buffer.sizes[dim] = readSize(type, dim, buffer.passed);
      buffer.strides[dim] = stride;
      if (slowPath && buffer.isRead && type.getDimSize(dim) != 1)
        compareStride(buffer, dim);
      stride = arith::MulIOp::create(builder, stride, buffer.sizes[dim]);
    }
    buffer.numElements = stride;
  }

  Value readSize(MemRefType type, int64_t dim, Value descriptor) {
    Value size = loadWord(descriptor, kSizesWord + dim);
    if (!type.isDynamicDim(dim)) {
      Value expected = toInteger(type.getDimSize(dim));
      addDifference(size, expected);
      return expected;
    }
    least =
        least ? arith::MinSIOp::create(builder, least, size).getResult() : size;
    return size;
  }

  void compareStride(const Buffer &buffer, int64_t dim) {
    auto type = cast<MemRefType>(buffer.type);
    Value stride = loadWord(buffer.passed, kSizesWord + type.getRank() + dim);
    Value expected = buffer.strides[dim];
    if (type.isDynamicDim(dim)) {
      Value isOne = arith::CmpIOp::create(builder, CmpIPredicate::eq,
                                          buffer.sizes[dim], toInteger(1));
      stride = arith::SelectOp::create(builder, isOne, expected, stride);
    }
    addDifference(stride, expected);
  }

  void addDifference(Value given, Value expected) {
    if (!slowPath)
      return;
    Value bits = arith::XOrIOp::create(builder, given, expected);
    difference =
        difference ? arith::OrIOp::create(builder, difference, bits).getResult()
                   : bits;
  }

  /// Tensors of dynamic shape without elements take the slow path, too.
  void requireNoDifferences() {
    if (least)
      require(CmpIPredicate::sgt, least, 0);
    if (difference)
      require(CmpIPredicate::eq, difference, 0);
    if (differences.empty())
      return;
    // Rare descriptors differ only in offsets and in strides that do not
    // matter.
    Block *before = builder.getInsertionBlock();
    Block *differing = builder.createBlock(slowPath);
    Block *equal = builder.createBlock(slowPath);
    builder.setInsertionPointToEnd(before);
    requireEqual(/*isMasked=*/false, differing);
    branchWithData(equal, /*hasOffset=*/false);
    builder.setInsertionPointToEnd(differing);
    requireEqual(/*isMasked=*/true, slowPath);
    branchWithData(equal, /*hasOffset=*/true);
    builder.setInsertionPointToEnd(equal);
    for (Buffer &buffer : buffers)
      if (hasKnownWords(buffer))
        buffer.data =
            equal->addArgument(buffer.data.getType(), builder.getLoc());
  }

  void requireEqual(bool isMasked, Block *otherwise) {
    for (auto &[width, vectors] : differences) {
      Value all;
      for (auto &[bits, mask] : vectors) {
        Value wrong = bits;
        if (isMasked)
          wrong = arith::AndIOp::create(builder, bits, getVector(mask));
        all =
            all ? arith::OrIOp::create(builder, all, wrong).getResult() : wrong;
      }
      Value any =
          LLVM::vector_reduce_or::create(builder, builder.getI64Type(), all);
      require(CmpIPredicate::eq, any, 0, otherwise);
    }
  }

  /// Whether the function accesses elements, and all sizes are constants.
  static bool hasKnownWords(const Buffer &buffer) {
    auto type = dyn_cast<MemRefType>(buffer.type);
    return buffer.isRead && type && type.hasStaticShape();
  }

  /// Passes the first elements of buffers of static shape to `target`.
  void branchWithData(Block *target, bool hasOffset) {
    SmallVector<Value> pointers;
    for (const Buffer &buffer : buffers)
      if (hasKnownWords(buffer))
        pointers.push_back(hasOffset ? addOffset(buffer) : buffer.data);
    cf::BranchOp::create(builder, target, pointers);
  }

  Value addOffset(const Buffer &buffer) {
    Type element = converter.convertType(buffer.type.getElementType());
    return LLVM::GEPOp::create(builder, buffer.data.getType(), element,
                               buffer.data,
                               loadWord(buffer.passed, kOffsetWord));
  }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  Value readScalar(Type type, size_t index) {
    return isPassedByValue(type) ? passed[index] : load(type, passed[index]);
  }

  /// Returns the buffer as a value of its type.
  Value describe(Buffer &buffer) {
    Location loc = builder.getLoc();
    auto type = dyn_cast<MemRefType>(buffer.type);
    if (!type)
      return describeUnranked(buffer);
    bool isFirst = !buffer.isRead || (slowPath && hasKnownWords(buffer));
    Value pointer = isFirst ? buffer.data : addOffset(buffer);
    if (buffer.isRead)
      addRange(pointer, getBytes(type, buffer.numElements));
    if (type.hasStaticShape())
      return convert(type, MemRefDescriptor::fromStaticShape(
                               builder, loc, converter, type, pointer));
    for (auto [dim, size] : llvm::enumerate(buffer.sizes))
      if (slowPath && type.isDynamicDim(dim))
        assumeSize(size);
    SmallVector<Value> fields{pointer, pointer, toInteger(0)};
    llvm::append_range(fields, buffer.sizes);
    llvm::append_range(fields, buffer.strides);
    return convert(
        type, MemRefDescriptor::pack(builder, loc, converter, type, fields));
  }

  /// Offsets of such buffers are 0.
  Value describeUnranked(const Buffer &buffer) {
    Location loc = builder.getLoc();
    Value given = LLVM::LoadOp::create(
        builder, converter.convertType(buffer.type), buffer.passed);
    if (hasOutParams()) {
      UnrankedMemRefDescriptor unranked(given);
      Value descriptor = unranked.memRefDescPtr(builder, loc);
      Value bytes = callRuntime(
          RuntimeFunction::CountBytes,
          {unranked.rank(builder, loc), descriptor,
           toInteger(*getElementBytes(buffer.type.getElementType()))});
      ranges.push_back({loadWord(descriptor, kAlignedWord), bytes});
    }
    return convert(buffer.type, given);
  }

  Value getBytes(MemRefType type, Value numElements) {
    uint64_t bytes = *getElementBytes(type.getElementType());
    if (!type.hasStaticShape())
      return arith::MulIOp::create(builder, numElements, toInteger(bytes));
    for (int64_t size : type.getShape())
      bytes *= size;
    return toInteger(bytes);
  }

  void storeResults(func::CallOp call) {
    auto result = call.result_begin();
    for (size_t index = 0; index < signature.results.size(); ++index)
      if (!signature.isOutParam[index])
        emitResult(index, *result++, passed[signature.inputs.size() + index]);
  }

  //===--------------------------------------------------------------------===//
  // Overlaps
  //===--------------------------------------------------------------------===//

  /// Whether the callee writes to buffers of the caller. These must not overlap
  /// other buffers.
  bool hasOutParams() const { return slowPath && !signature.outParams.empty(); }

  void addRange(Value pointer, Value bytes) {
    if (hasOutParams())
      ranges.push_back(
          {LLVM::PtrToIntOp::create(builder, builder.getI64Type(), pointer),
           bytes});
  }

  /// Requires that the last range, that of a result, overlaps no other one. Let
  /// `distance` be the result's address minus another buffer's address. The
  /// buffers are apart if distance <= -resultBytes or distance >= otherBytes:
  /// in unsigned arithmetic, if distance + resultBytes - 1 >= resultBytes +
  /// otherBytes - 1. An argument of unknown rank may have no bytes; then this
  /// may require too much.
  void requireApart(bool hasRange) {
    if (ranges.empty() || !hasRange)
      return;
    const Range &result = ranges.back();
    Value size = arith::SubIOp::create(builder, result.bytes, toInteger(1));
    Value last = arith::AddIOp::create(builder, result.address, size);
    for (const Range &other : ArrayRef(ranges).drop_back()) {
      Value position = arith::SubIOp::create(builder, last, other.address);
      Value limit = arith::AddIOp::create(builder, size, other.bytes);
      require(
          arith::CmpIOp::create(builder, CmpIPredicate::uge, position, limit));
    }
  }

  void requireNoOverlap() {
    if (ranges.empty())
      return;
    Location loc = builder.getLoc();
    SmallVector<Value> words;
    for (const Range &range : ranges)
      llvm::append_values(words, toIndex(range.address), toIndex(range.bytes));
    Value table = calls.storeValues(builder, loc, words);
    Value found = callRuntime(
        RuntimeFunction::FindOverlap,
        {table, toInteger(ranges.size()), toInteger(numInputRanges)});
    require(CmpIPredicate::eq, found, -1);
  }

  ValueRange passed;
  /// Null if nothing is checked.
  Block *slowPath = nullptr;
  /// The buffers among the callee's operands, in order.
  SmallVector<Buffer> buffers;
  /// For each width of vectors, words of descriptors of static shape.
  std::map<size_t, SmallVector<Difference>> differences;
  /// The bits in which other words differ from what is expected.
  Value difference;
  /// The least size of all dynamic dimensions.
  Value least;
  /// The memory of arguments, then that of results.
  SmallVector<Range> ranges;
  size_t numInputRanges = 0;
};
} // namespace

void mlir::split::native::emitFastPath(const HostBuilder &host,
                                       ValueRange passed, func::FuncOp slow) {
  FastPath(host, passed).emit(slow);
}
