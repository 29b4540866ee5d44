//===- OperandTable.cpp - Calls that pass a table of operands -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitHostFunctions.h"

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// The words of a descriptor before the sizes.
static constexpr int64_t kAlignedWord = 1, kSizesWord = 3;

Value mlir::split::native::createOperandTable(ImplicitLocOpBuilder &builder,
                                              ValueRange arguments) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  Value count = LLVM::ConstantOp::create(builder, i64, arguments.size());
  Value one = LLVM::ConstantOp::create(builder, i64, 1);
  Value table = LLVM::AllocaOp::create(builder, pointer, pointer, count);
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    Value stored = argument;
    if (argument.getType() != pointer) {
      LLVMTypeConverter converter(builder.getContext());
      Type type = converter.convertType(argument.getType());
      stored = LLVM::AllocaOp::create(builder, pointer, type, one);
      LLVM::StoreOp::create(builder, convertValue(builder, type, argument),
                            stored);
    }
    Value entry = LLVM::GEPOp::create(builder, pointer, pointer, table,
                                      LLVM::GEPArg(int32_t(index)));
    LLVM::StoreOp::create(builder, stored, entry);
  }
  return table;
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

namespace {
/// Builds the array that split_mlir_prepare_operands expects as `types`.
class OperandTypes {
public:
  OperandTypes(const HostTypes &signature, bool hasChecks) {
    words = {hasChecks, int64_t(signature.inputs.size()),
             int64_t(signature.results.size()), 0};
    words.resize(words.size() + signature.inputs.size() +
                 signature.results.size());
  }

  void add(ArrayRef<int64_t> description, int64_t numPrepared) {
    int64_t &position =
        positions[std::vector<int64_t>(description.begin(), description.end())];
    if (position == 0) {
      position = words.size();
      llvm::append_range(words, description);
    }
    words[4 + numOperands++] = position;
    first.push_back(words[3]);
    words[3] += numPrepared;
  }

  void addBuffer(BaseMemRefType type, int64_t layout) {
    int64_t bytes = *getElementBytes(type.getElementType());
    auto ranked = dyn_cast<MemRefType>(type);
    if (!ranked)
      return add({SPLIT_MLIR_OPERAND_UNRANKED, bytes}, /*numPrepared=*/2);
    SmallVector<int64_t> description{SPLIT_MLIR_OPERAND_RANKED, bytes, layout,
                                     ranked.getRank()};
    for (int64_t size : ranked.getShape())
      description.push_back(ShapedType::isDynamic(size) ? -1 : size);
    add(description,
        ranked.hasStaticShape() ? 1 : kSizesWord + 2 * ranked.getRank());
  }

  void addOther(int64_t kind) { add({kind}, /*numPrepared=*/0); }

  ArrayRef<int64_t> getWords() const { return words; }
  bool hasChecks() const { return words[0]; }
  /// The number of prepared words before those of each operand.
  int64_t getFirstWord(size_t operand) const { return first[operand]; }

private:
  SmallVector<int64_t> words;
  SmallVector<int64_t> first;
  std::map<std::vector<int64_t>, int64_t> positions;
  size_t numOperands = 0;
};
} // namespace

static OperandTypes describeOperands(func::FuncOp callee,
                                     const HostTypes &signature,
                                     bool hasChecks) {
  OperandTypes types(signature, hasChecks);
  for (auto [index, type] : llvm::enumerate(signature.inputs)) {
    if (auto memref = dyn_cast<BaseMemRefType>(type))
      types.addBuffer(memref, getHostLayout(callee, index));
    else
      types.addOther(isPassedByValue(type) ? SPLIT_MLIR_OPERAND_VALUE
                                           : SPLIT_MLIR_OPERAND_POINTER);
  }
  BitVector isOutParam(signature.results.size());
  for (unsigned index : signature.outParams)
    isOutParam.set(index);
  for (auto [index, type] : llvm::enumerate(signature.results)) {
    if (isOutParam.test(index))
      types.addBuffer(cast<MemRefType>(type), SPLIT_MLIR_LAYOUT_ROW_MAJOR);
    else
      types.addOther(SPLIT_MLIR_OPERAND_POINTER);
  }
  return types;
}

static LLVM::GlobalOp createWords(OpBuilder &builder, RuntimeCalls &calls,
                                  Operation *before, StringRef name,
                                  ArrayRef<int64_t> words) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(before);
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), words.size());
  auto global = LLVM::GlobalOp::create(
      builder, before->getLoc(), type, /*isConstant=*/true,
      LLVM::Linkage::Internal, name, builder.getI64TensorAttr(words));
  calls.getSymbols().insert(global);
  return global;
}

//===----------------------------------------------------------------------===//
// The callee
//===----------------------------------------------------------------------===//

namespace {
/// Reads the operands of a function from two tables, and stores its results.
class TableReader {
public:
  TableReader(Location loc, RuntimeCalls &calls,
              const LLVMTypeConverter &converter, func::FuncOp callee,
              const HostTypes &signature, const OperandTypes &types)
      : calls(calls), converter(converter), callee(callee),
        signature(signature), types(types), builder(loc, callee.getContext()),
        pointer(LLVM::LLVMPointerType::get(callee.getContext())) {}

  /// Calls the function at the end of `block`.
  void call(Block *block, Value passedTable, Value preparedTable) {
    builder.setInsertionPointToEnd(block);
    passed = passedTable;
    prepared = preparedTable;
    unsigned numInputs = signature.inputs.size();
    SmallVector<Value> operands;
    for (auto [i, type] : llvm::enumerate(signature.inputs)) {
      operands.push_back(readWhole(type, i));
      if (auto memref = dyn_cast<MemRefType>(type))
        assumeSizes(memref, operands.back());
    }
    for (unsigned input : signature.given)
      operands.push_back(
          readPassed(callee.getArgumentTypes()[operands.size()], input));
    for (unsigned result : signature.outParams)
      operands.push_back(
          readWhole(signature.results[result], numInputs + result));
    auto call = func::CallOp::create(builder, callee, operands);
    storeResults(call.getResults());
  }

  /// Replaces the arguments and results of the function by the tables.
  void replaceOperands() {
    // Upstream has no dominator trees of single blocks.
    if (!callee.getBody().hasOneBlock())
      loops.emplace(DominanceInfo().getDomTree(&callee.getBody()));
    unsigned numArguments = callee.getNumArguments();
    Block &entry = callee.front();
    SmallVector<Type> tables{pointer, pointer};
    passed = entry.addArgument(pointer, callee.getLoc());
    prepared = entry.addArgument(pointer, callee.getLoc());
    unsigned numInputs = signature.inputs.size();
    for (unsigned i = 0; i < numInputs; ++i)
      replace(entry.getArgument(i), i);
    for (auto [i, input] : llvm::enumerate(signature.given))
      replace(entry.getArgument(numInputs + i), input, /*asGiven=*/true);
    unsigned first = numInputs + signature.given.size();
    for (auto [i, result] : llvm::enumerate(signature.outParams))
      replace(entry.getArgument(first + i), numInputs + result);
    for (auto op : callee.getBody().getOps<func::ReturnOp>()) {
      builder.setLoc(op.getLoc());
      builder.setInsertionPoint(op);
      storeResults(op.getOperands());
      op.getOperandsMutable().clear();
    }
    entry.eraseArguments(0, numArguments);
    callee.setType(builder.getFunctionType(tables, {}));
    callee.removeArgAttrsAttr();
    callee.removeResAttrsAttr();
  }

private:
  Value at(Value table, int64_t word) {
    return LLVM::GEPOp::create(builder, pointer, builder.getI64Type(), table,
                               LLVM::GEPArg(int32_t(word)));
  }

  /// Loads from a table, which does not change during a call.
  Value load(Type type, Value table, int64_t word) {
    auto op = LLVM::LoadOp::create(builder, type, at(table, word));
    op.setInvariant(true);
    return op;
  }

  Value loadIndex(int64_t word) {
    Value number = load(builder.getI64Type(), prepared, word);
    return arith::IndexCastOp::create(builder, builder.getIndexType(), number);
  }

  /// Sets the insertion point for loads of the words that `user` needs: just
  /// before `user`, so that not all operands occupy registers at the same time,
  /// before the op around it, or before the loops if `user` is in one.
  void setInsertionPoint(Operation *user) {
    builder.setLoc(user->getLoc());
    Operation *op = callee.getBody().findAncestorOpInRegion(*user);
    bool isInLoop = loops && loops->getLoopFor(op->getBlock());
    builder.setInsertionPoint(isInLoop ? callee.front().getTerminator() : op);
  }

  /// Replaces pointers that are read from `descriptor`, that of a memref, by
  /// loads of `word`, which holds the same address. Otherwise, each of the
  /// following passes would spend time on descriptors of thousands of operands.
  void replacePointers(UnrealizedConversionCastOp descriptor, int64_t word) {
    for (Operation *user : llvm::make_early_inc_range(descriptor->getUsers())) {
      auto read = dyn_cast<LLVM::ExtractValueOp>(user);
      if (!read || read.getType() != pointer ||
          read.getPosition() != ArrayRef<int64_t>(kAlignedWord))
        continue;
      setInsertionPoint(read);
      read->getResult(0).replaceAllUsesWith(load(pointer, prepared, word));
      read->erase();
    }
  }

  void replace(BlockArgument argument, unsigned operand, bool asGiven = false) {
    for (OpOperand &use : llvm::make_early_inc_range(argument.getUses())) {
      setInsertionPoint(use.getOwner());
      Operation *user = use.getOwner();
      int64_t word = types.getFirstWord(operand);
      auto memref = dyn_cast<MemRefType>(argument.getType());
      bool isStatic = memref && memref.hasStaticShape();
      auto getPointer = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user);
      auto getSize = dyn_cast<memref::DimOp>(user);
      std::optional<int64_t> dim =
          getSize ? getSize.getConstantIndex() : std::nullopt;
      if (auto cast = dyn_cast<UnrealizedConversionCastOp>(user);
          cast && memref && !asGiven) {
        replacePointers(cast, word + (isStatic ? 0 : kAlignedWord));
        if (cast->use_empty()) {
          cast->erase();
          continue;
        }
        setInsertionPoint(user);
      }
      Value read;
      if (memref && !asGiven && getPointer)
        read = loadIndex(word + (isStatic ? 0 : kAlignedWord));
      else if (memref && !asGiven && !isStatic && dim && *dim >= 0 &&
               *dim < memref.getRank())
        read = loadIndex(word + kSizesWord + *dim);
      if (read) {
        user->getResult(0).replaceAllUsesWith(read);
        user->erase();
        continue;
      }
      use.set(asGiven ? readPassed(argument.getType(), operand)
                      : readWhole(argument.getType(), operand));
    }
  }

  void assumeSizes(MemRefType type, Value operand) {
    MemRefDescriptor descriptor(
        convertValue(builder, converter.convertType(type), operand));
    for (int64_t dim = 0, e = type.getRank(); dim < e; ++dim)
      if (types.hasChecks() && type.isDynamicDim(dim))
        assumeSize(builder, descriptor.size(builder, builder.getLoc(), dim));
  }

  Value readPassed(Type type, unsigned operand) {
    Value place = load(pointer, passed, operand);
    auto value =
        LLVM::LoadOp::create(builder, converter.convertType(type), place);
    value.setInvariant(true);
    return convertValue(builder, type, value);
  }

  Value readWhole(Type type, unsigned operand) {
    if (!isa<BaseMemRefType>(type))
      return readPassed(type, operand);
    int64_t word = types.getFirstWord(operand);
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !memref.hasStaticShape())
      return convertValue(builder, type,
                          load(converter.convertType(type), prepared, word));
    return convertValue(builder, type,
                        MemRefDescriptor::fromStaticShape(
                            builder, builder.getLoc(), converter, memref,
                            load(pointer, prepared, word)));
  }

  void storeResults(ValueRange results) {
    BitVector isOutParam(signature.results.size());
    for (unsigned index : signature.outParams)
      isOutParam.set(index);
    auto result = results.begin();
    for (unsigned i = 0, e = signature.results.size(); i < e; ++i) {
      if (isOutParam.test(i))
        continue;
      Value place = load(pointer, passed, signature.inputs.size() + i);
      emitResult(builder, calls, converter, i, *result++, place);
    }
  }

  RuntimeCalls &calls;
  const LLVMTypeConverter &converter;
  func::FuncOp callee;
  const HostTypes &signature;
  const OperandTypes &types;
  ImplicitLocOpBuilder builder;
  Type pointer;
  std::optional<CFGLoopInfo> loops;
  Value passed, prepared;
};
} // namespace

void mlir::split::native::emitTableCall(
    ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
    const LLVMTypeConverter &converter, bool hasChecks, func::FuncOp callee,
    bool takesTables, const HostTypes &signature, Value passed, Value packed) {
  OperandTypes types = describeOperands(callee, signature, hasChecks);
  Location loc = builder.getLoc();
  Block *block = builder.getInsertionBlock();
  LLVM::GlobalOp words = createWords(builder, calls, block->getParentOp(),
                                     "split_mlir_operands", types.getWords());
  Type pointer = passed.getType();
  Value prepared = LLVM::AllocaOp::create(
      builder, pointer, pointer, calls.createConstant(builder, loc, 1));
  Value status = calls.call(
      builder, loc, RuntimeFunction::PrepareOperands,
      {LLVM::AddressOfOp::create(builder, words), passed,
       calls.getString(builder, loc, describeLocation(loc)), packed, prepared});
  Value zero = arith::ConstantIntOp::create(builder, SPLIT_MLIR_SUCCESS, 32);
  Value isFine =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status, zero);
  Region *body = block->getParent();
  Block *failing = builder.createBlock(body, body->end());
  func::ReturnOp::create(builder, status);
  Block *calling = builder.createBlock(body, body->end());
  builder.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(builder, isFine, calling, failing);
  builder.setInsertionPointToEnd(calling);
  Value table = LLVM::LoadOp::create(builder, pointer, prepared);
  TableReader reader(loc, calls, converter, callee, signature, types);
  if (takesTables) {
    reader.replaceOperands();
    func::CallOp::create(builder, callee, ValueRange{passed, table});
  } else {
    reader.call(calling, passed, table);
    builder.setInsertionPointToEnd(calling);
  }
  func::ReturnOp::create(builder, zero);
}
