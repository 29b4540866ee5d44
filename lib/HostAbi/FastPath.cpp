//===- FastPath.cpp - Fast path of calls by the host ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastPath.h"

#include "Signature/HostSignature.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <map>

using namespace mlir;
using namespace mlir::split;
using arith::CmpIPredicate;

/// The largest number of buffers of a function with a fast path. The number of
/// comparisons grows with its square.
static constexpr size_t kMaxBuffers = 6;

/// The words of a descriptor before its offset: two pointers.
static constexpr size_t kNumPointers = 2;

/// Returns the size of a buffer in bytes, or nullopt if its type does not
/// determine the size, or if the size is 0 or greater than 2^62.
static std::optional<int64_t> getBytes(Type type) {
  constexpr int64_t kMaxBytes = int64_t(1) << 62;
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || !buffer.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> bytes = getElementBytes(buffer.getElementType());
  for (int64_t size : buffer.getShape())
    if (!bytes || llvm::MulOverflow(*bytes, size, *bytes))
      return std::nullopt;
  return bytes && *bytes > 0 && *bytes <= kMaxBytes ? bytes : std::nullopt;
}

bool mlir::split::canHaveFastPath(const HostTypes &signature) {
  size_t numInputs = llvm::count_if(signature.inputs, getBytes);
  bool areInputsSimple = llvm::all_of(signature.inputs, [](Type type) {
    return getBytes(type) ||
           (!isa<BaseMemRefType>(type) && isPassedByValue(type));
  });
  return areInputsSimple && signature.given.empty() &&
         !signature.results.empty() &&
         signature.outParams.size() == signature.results.size() &&
         llvm::all_of(signature.results, getBytes) &&
         numInputs + signature.results.size() <= kMaxBuffers;
}

namespace {
class FastPath {
public:
  FastPath(ImplicitLocOpBuilder &builder, const LLVMTypeConverter &converter)
      : builder(builder), converter(converter) {}

  void emit(func::FuncOp callee, const HostTypes &signature, ValueRange passed,
            func::FuncOp slow) {
    createSlowPath(slow, passed);
    SmallVector<Type> types(signature.inputs);
    for (unsigned index : signature.outParams)
      types.push_back(signature.results[index]);
    // `passed` holds a pointer per result in the order of the results.
    SmallVector<Value> operands(passed.take_front(signature.inputs.size()));
    for (unsigned index : signature.outParams)
      operands.push_back(passed[signature.inputs.size() + index]);

    auto forEachBuffer = [&](llvm::function_ref<void(MemRefType, size_t)> run) {
      for (auto [index, type] : llvm::enumerate(types))
        if (auto buffer = dyn_cast<MemRefType>(type))
          run(buffer, index);
    };
    // The loads between the null checks keep LLVM from merging all checks into
    // a longer sequence of instructions without branches.
    SmallVector<Value> data(operands);
    forEachBuffer([&](MemRefType, size_t index) {
      require(isNotNull(operands[index]));
      data[index] = LLVM::LoadOp::create(builder, operands[index].getType(),
                                         getWord(operands[index], 1));
      require(isNotNull(data[index]));
    });
    forEachBuffer([&](MemRefType type, size_t index) {
      compareWords(type, operands[index]);
    });
    requireNoDifferences();
    forEachBuffer([&](MemRefType type, size_t index) {
      bool isResult = index >= signature.inputs.size();
      operands[index] = describe(type, data[index], isResult);
    });
    func::CallOp::create(builder, callee, operands);
    Value success =
        arith::ConstantIntOp::create(builder, SPLIT_MLIR_SUCCESS, 32);
    func::ReturnOp::create(builder, success);
  }

private:
  /// The memory of a buffer.
  struct Range {
    /// The address, an i64.
    Value address;
    int64_t bytes;
  };

  void createSlowPath(func::FuncOp slow, ValueRange passed) {
    OpBuilder::InsertionGuard guard(builder);
    Region *body = builder.getInsertionBlock()->getParent();
    slowPath = builder.createBlock(body, body->end());
    // This is not a tail call: with a tail call, the vector registers would be
    // cleared before each branch to this block.
    auto call = func::CallOp::create(builder, slow, passed);
    func::ReturnOp::create(builder, call.getResults());
  }

  /// Takes the slow path unless `condition` holds.
  void require(Value condition) {
    Block *before = builder.getInsertionBlock();
    Block *next = builder.createBlock(slowPath);
    builder.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(builder, condition, next, ValueRange(), slowPath,
                             ValueRange(), ArrayRef<int32_t>{2000, 1});
    builder.setInsertionPointToEnd(next);
  }

  Value isNotNull(Value pointer) {
    Value null = LLVM::ZeroOp::create(builder, pointer.getType());
    return LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, pointer,
                                null);
  }

  Value toInteger(int64_t value) {
    return arith::ConstantIntOp::create(builder, value, 64);
  }

  /// Returns the address of a word of a descriptor.
  Value getWord(Value passed, size_t index) {
    return LLVM::GEPOp::create(builder, passed.getType(), builder.getI64Type(),
                               passed, LLVM::GEPArg(int32_t(index)));
  }

  /// Compares the offset, sizes and strides of a descriptor with those of
  /// row-major order. Uses vectors of up to four words. If the number of words
  /// is not a multiple of the vector length, the last two vectors overlap, so
  /// no scalar instructions are needed for the rest.
  void compareWords(MemRefType type, Value passed) {
    SmallVector<int64_t> words{0};
    llvm::append_range(words, type.getShape());
    llvm::append_range(words, computeSuffixProduct(type.getShape()));
    size_t width = std::min<size_t>(llvm::bit_floor(words.size()), 4);
    auto vectorType = VectorType::get(width, builder.getI64Type());
    for (size_t i = 0; i < words.size(); i += width) {
      size_t first = std::min(i, words.size() - width);
      Value given = LLVM::LoadOp::create(builder, vectorType,
                                         getWord(passed, kNumPointers + first),
                                         /*alignment=*/8);
      Value expected = arith::ConstantOp::create(
          builder, DenseElementsAttr::get(vectorType,
                                          ArrayRef(words).slice(first, width)));
      Value difference = arith::XOrIOp::create(builder, given, expected);
      Value &all = differences[width];
      all = all ? arith::OrIOp::create(builder, all, difference).getResult()
                : difference;
    }
  }

  void requireNoDifferences() {
    for (auto [width, difference] : differences) {
      Value any = LLVM::vector_reduce_or::create(builder, builder.getI64Type(),
                                                 difference);
      require(
          arith::CmpIOp::create(builder, CmpIPredicate::eq, any, toInteger(0)));
    }
  }

  /// Returns the buffer as a value of type `type`. If `isResult`, first
  /// requires that it overlaps none of the buffers described so far.
  Value describe(MemRefType type, Value data, bool isResult) {
    Range range{LLVM::PtrToIntOp::create(builder, builder.getI64Type(), data),
                *getBytes(type)};
    if (isResult)
      requireApart(range);
    ranges.push_back(range);
    Value descriptor = MemRefDescriptor::fromStaticShape(
        builder, builder.getLoc(), converter, type, data);
    return UnrealizedConversionCastOp::create(builder, type, descriptor)
        .getResult(0);
  }

  /// Let `distance` be the result's address minus another buffer's address. The
  /// buffers are apart if distance <= -resultBytes or distance >= otherBytes:
  /// in unsigned arithmetic, if distance + resultBytes - 1 >= resultBytes +
  /// otherBytes - 1.
  void requireApart(const Range &result) {
    Value last = arith::AddIOp::create(builder, result.address,
                                       toInteger(result.bytes - 1));
    for (const Range &other : ranges) {
      Value position = arith::SubIOp::create(builder, last, other.address);
      require(arith::CmpIOp::create(builder, CmpIPredicate::uge, position,
                                    toInteger(result.bytes + other.bytes - 1)));
    }
  }

  ImplicitLocOpBuilder &builder;
  const LLVMTypeConverter &converter;
  Block *slowPath = nullptr;
  /// For each width of vectors, the bits in which descriptors differ from what
  /// is expected.
  std::map<size_t, Value> differences;
  SmallVector<Range> ranges;
};
} // namespace

void mlir::split::emitFastPath(ImplicitLocOpBuilder &builder,
                               const LLVMTypeConverter &converter,
                               func::FuncOp callee, const HostTypes &signature,
                               ValueRange passed, func::FuncOp slow) {
  FastPath(builder, converter).emit(callee, signature, passed, slow);
}
