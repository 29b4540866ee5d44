//===- SplitAssertToLLVM.cpp - split.assert to calls of the runtime -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAssert.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Support/Locations.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_CONVERTSPLITASSERTTOLLVMPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// The runtime's function; see split-mlir/Runtime.
static constexpr StringLiteral kCheckFailed = "split_mlir_check_failed";

namespace {
/// Replaces the asserts of one module.
class AssertLowering {
public:
  AssertLowering(ModuleOp module, CheckFailure failure)
      : module(module), failure(failure), symbols(module),
        rewriter(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())),
        i64(rewriter.getI64Type()) {}

  /// Checks that no symbol of the program stands in the way of the functions
  /// that failing calls.
  LogicalResult verifySymbols() {
    if (failure == CheckFailure::Report)
      return verifySymbol(kCheckFailed, {pointer, pointer, pointer, i64}, {});
    if (failed(
            verifySymbol("write", {rewriter.getI32Type(), pointer, i64}, i64)))
      return mlir::failure();
    return verifySymbol("abort", {}, {});
  }

  /// The op's block ends in a branch: to the rest of it, or to a new block that
  /// fails.
  void lower(AssertOp op) {
    Location loc = op.getLoc();
    Block *block = op->getBlock();
    Block *rest = rewriter.splitBlock(block, std::next(op->getIterator()));
    Block *failed = rewriter.createBlock(rest);
    rewriter.setInsertionPoint(op);
    cf::CondBranchOp::create(rewriter, loc, op.getCondition(), rest, failed);

    rewriter.setInsertionPointToStart(failed);
    if (failure == CheckFailure::Abort)
      abort(op);
    else
      report(op);
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.eraseOp(op);
  }

private:
  /// A null `result` is void.
  LogicalResult verifySymbol(StringRef name, TypeRange arguments, Type result) {
    Operation *symbol = symbols.lookup(name);
    if (!symbol)
      return success();
    if (auto function = dyn_cast<FunctionOpInterface>(symbol)) {
      TypeRange results = function.getResultTypes();
      bool sameResult =
          result ? results == TypeRange(result)
                 : results.empty() || isa<LLVM::LLVMVoidType>(results.front());
      if (function.isExternal() && sameResult &&
          TypeRange(function.getArgumentTypes()) == arguments)
        return success();
    }
    return symbol->emitError()
           << "'" << name
           << "' is also the name of the library function that a failed check "
              "calls; expected another name";
  }

  /// write(2, message, length); abort()
  void abort(AssertOp op) {
    Location loc = op.getLoc();
    std::string message = getConstantMessage(op) + "\n";
    Value standardError =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32IntegerAttr(2));
    callFunction(loc, "write", i64,
                 {standardError, getString(loc, message),
                  createConstant(loc, message.size())});
    callFunction(loc, "abort", LLVM::LLVMVoidType::get(rewriter.getContext()),
                 {});
  }

  void report(AssertOp op) {
    Location loc = op.getLoc();
    Value values = storeValues(loc, op.getValues());
    callFunction(
        loc, kCheckFailed, LLVM::LLVMVoidType::get(rewriter.getContext()),
        {getString(loc, describeLocation(loc)), getString(loc, op.getFormat()),
         values, createConstant(loc, op.getValues().size())});
  }

  Value createConstant(Location loc, int64_t value) {
    return LLVM::ConstantOp::create(rewriter, loc, i64,
                                    rewriter.getI64IntegerAttr(value));
  }

  /// Calls a function of the C or the runtime library, which the program may
  /// have declared itself.
  void callFunction(Location loc, StringRef name, Type result,
                    ValueRange operands) {
    auto type = LLVM::LLVMFunctionType::get(
        result, llvm::to_vector(operands.getTypes()));
    if (auto known = symbols.lookup<func::FuncOp>(name)) {
      func::CallOp::create(rewriter, loc, known, operands);
      return;
    }
    auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
    if (!function) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      function =
          LLVM::LLVMFuncOp::create(rewriter, module.getLoc(), name, type);
      symbols.insert(function);
    }
    LLVM::CallOp::create(rewriter, loc, function, operands);
  }

  /// The address of a null-terminated constant; equal strings share one.
  Value getString(Location loc, StringRef text) {
    LLVM::GlobalOp &global = strings[text];
    if (!global) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      std::string bytes = text.str();
      bytes.push_back('\0');
      auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes.size());
      global = LLVM::GlobalOp::create(
          rewriter, module.getLoc(), type, /*isConstant=*/true,
          LLVM::Linkage::Internal, "split_mlir_message",
          rewriter.getStringAttr(bytes));
      symbols.insert(global);
    }
    return LLVM::AddressOfOp::create(rewriter, loc, global);
  }

  /// An array of the values on the stack; they are signed 64-bit, as index is.
  Value storeValues(Location loc, ValueRange values) {
    if (values.empty())
      return LLVM::ZeroOp::create(rewriter, loc, pointer);
    Value array = LLVM::AllocaOp::create(rewriter, loc, pointer, i64,
                                         createConstant(loc, values.size()));
    for (auto [index, value] : llvm::enumerate(values)) {
      Value number = arith::IndexCastOp::create(rewriter, loc, i64, value);
      Value address = LLVM::GEPOp::create(rewriter, loc, pointer, i64, array,
                                          LLVM::GEPArg(int32_t(index)));
      LLVM::StoreOp::create(rewriter, loc, number, address);
    }
    return array;
  }

  ModuleOp module;
  CheckFailure failure;
  SymbolTable symbols;
  IRRewriter rewriter;
  Type pointer, i64;
  llvm::StringMap<LLVM::GlobalOp> strings;
};

struct ConvertSplitAssertToLLVMPass
    : split::impl::ConvertSplitAssertToLLVMPassBase<
          ConvertSplitAssertToLLVMPass> {
  using ConvertSplitAssertToLLVMPassBase::ConvertSplitAssertToLLVMPassBase;

  void runOnOperation() override {
    // Functions and messages belong to the module that an assert stands in.
    llvm::MapVector<ModuleOp, SmallVector<AssertOp>> asserts;
    getOperation()->walk([&](AssertOp op) {
      asserts[op->getParentOfType<ModuleOp>()].push_back(op);
    });
    for (auto &[module, ops] : asserts)
      if (failed(lowerAsserts(module, ops)))
        return signalPassFailure();
  }

private:
  LogicalResult lowerAsserts(ModuleOp module, ArrayRef<AssertOp> asserts) {
    for (AssertOp op : asserts)
      if (!isa<FunctionOpInterface>(op->getParentOp()))
        return op.emitOpError("stands in a region of '")
               << op->getParentOp()->getName()
               << "', expected structured control flow to be lowered first";
    AssertLowering lowering(module, failure);
    if (failed(lowering.verifySymbols()))
      return mlir::failure();
    for (AssertOp op : asserts)
      lowering.lower(op);
    return success();
  }
};
} // namespace
