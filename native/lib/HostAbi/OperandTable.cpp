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

Value HostBuilder::createOperandTable(ValueRange arguments) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  Value count = LLVM::ConstantOp::create(builder, i64, arguments.size());
  Value one = LLVM::ConstantOp::create(builder, i64, 1);
  Value table = LLVM::AllocaOp::create(builder, pointer, pointer, count);
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    Value stored = argument;
    if (argument.getType() != pointer) {
      Type type = converter.convertType(argument.getType());
      stored = LLVM::AllocaOp::create(builder, pointer, type, one);
      LLVM::StoreOp::create(builder, convert(type, argument), stored);
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
  OperandTypes(func::FuncOp callee, const HostTypes &signature,
               bool hasChecks) {
    size_t numInputs = signature.inputs.size();
    size_t numResults = signature.results.size();
    words = {hasChecks, int64_t(numInputs), int64_t(numResults), 0};
    words.resize(words.size() + numInputs + numResults);
    for (auto [index, type] : llvm::enumerate(signature.inputs)) {
      if (auto memref = dyn_cast<BaseMemRefType>(type))
        addBuffer(memref, getHostLayout(callee, index));
      else
        addOther(isPassedByValue(type) ? SPLIT_MLIR_OPERAND_VALUE
                                       : SPLIT_MLIR_OPERAND_POINTER);
    }
    for (auto [index, type] : llvm::enumerate(signature.results)) {
      if (signature.isOutParam[index])
        addBuffer(cast<MemRefType>(type), SPLIT_MLIR_LAYOUT_ROW_MAJOR);
      else
        addOther(SPLIT_MLIR_OPERAND_POINTER);
    }
  }

  ArrayRef<int64_t> getWords() const { return words; }
  bool hasChecks() const { return words[0]; }
  /// The number of prepared words before those of each operand.
  int64_t getFirstWord(size_t operand) const { return first[operand]; }

private:
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

  SmallVector<int64_t> words;
  SmallVector<int64_t> first;
  std::map<std::vector<int64_t>, int64_t> positions;
  size_t numOperands = 0;
};
} // namespace

static LLVM::GlobalOp createWords(OpBuilder &builder, RuntimeCalls &calls,
                                  Operation *before, ArrayRef<int64_t> words) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(before);
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), words.size());
  auto global = LLVM::GlobalOp::create(
      builder, before->getLoc(), type, /*isConstant=*/true,
      LLVM::Linkage::Internal, "split_mlir_operands",
      builder.getI64TensorAttr(words));
  calls.getSymbols().insert(global);
  return global;
}

//===----------------------------------------------------------------------===//
// The callee
//===----------------------------------------------------------------------===//

namespace {
/// Reads the operands of a function from two tables, and stores its results.
class TableReader : HostBuilder {
public:
  TableReader(const HostBuilder &host, const OperandTypes &types)
      : HostBuilder(host), types(types),
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
    MemRefDescriptor descriptor(convert(converter.convertType(type), operand));
    for (int64_t dim = 0, e = type.getRank(); dim < e; ++dim)
      if (types.hasChecks() && type.isDynamicDim(dim))
        assumeSize(descriptor.size(builder, builder.getLoc(), dim));
  }

  Value readPassed(Type type, unsigned operand) {
    Value place = load(pointer, passed, operand);
    auto value =
        LLVM::LoadOp::create(builder, converter.convertType(type), place);
    value.setInvariant(true);
    return convert(type, value);
  }

  Value readWhole(Type type, unsigned operand) {
    if (!isa<BaseMemRefType>(type))
      return readPassed(type, operand);
    int64_t word = types.getFirstWord(operand);
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !memref.hasStaticShape())
      return convert(type, load(converter.convertType(type), prepared, word));
    return convert(type, MemRefDescriptor::fromStaticShape(
                             builder, builder.getLoc(), converter, memref,
                             load(pointer, prepared, word)));
  }

  void storeResults(ValueRange results) {
    auto result = results.begin();
    for (unsigned i = 0, e = signature.results.size(); i < e; ++i) {
      if (signature.isOutParam[i])
        continue;
      Value place = load(pointer, passed, signature.inputs.size() + i);
      emitResult(i, *result++, place);
    }
  }

  const OperandTypes &types;
  Type pointer;
  std::optional<CFGLoopInfo> loops;
  Value passed, prepared;
};
} // namespace

void mlir::split::native::emitTableCall(HostBuilder host, bool hasChecks,
                                        bool takesTables, Value passed,
                                        Value packed) {
  OperandTypes types(host.callee, host.signature, hasChecks);
  ImplicitLocOpBuilder &builder = host.builder;
  Block *block = builder.getInsertionBlock();
  LLVM::GlobalOp words =
      createWords(builder, host.calls, block->getParentOp(), types.getWords());
  Type pointer = passed.getType();
  Value prepared = host.allocate(pointer);
  Value status = host.callRuntime(
      RuntimeFunction::PrepareOperands,
      {LLVM::AddressOfOp::create(builder, words), passed,
       host.calls.getString(builder, builder.getLoc(),
                            describeLocation(builder.getLoc())),
       packed, prepared});
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
  TableReader reader(host, types);
  if (takesTables) {
    reader.replaceOperands();
    func::CallOp::create(builder, host.callee, ValueRange{passed, table});
  } else {
    reader.call(calling, passed, table);
    builder.setInsertionPointToEnd(calling);
  }
  func::ReturnOp::create(builder, zero);
}
