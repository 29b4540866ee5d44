//===- EmitHostFunctions.cpp - functions that a host program calls --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEmitter.h"
#include "HostTypes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/HostAbi/Runtime.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITEMITHOSTFUNCTIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// A function with more arguments and results than this reads and checks them
/// in unoptimised code. For a thousand descriptors, register allocation takes
/// longer than the rest of the compilation and saves less than 1 % of a call.
static constexpr size_t kManyPassed = 64;

/// `loc` without the description for debuggers that belongs to one function.
static Location withoutMetadata(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused || !fused.getMetadata())
    return loc;
  return FusedLoc::get(fused.getContext(), fused.getLocations());
}

namespace {
//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct SplitEmitHostFunctionsPass
    : split::impl::SplitEmitHostFunctionsPassBase<SplitEmitHostFunctionsPass> {
  using SplitEmitHostFunctionsPassBase::SplitEmitHostFunctionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    LibraryCalls calls(module);
    for (const LibraryFunction &function :
         {getBeginCall(context), getEndCall(context), getPack(context),
          getFreePacked(context), getInspectUnranked(context),
          getPackUnranked(context), getCountBytes(context),
          getFindOverlap(context), getStoreUnranked(context), getAlloc(context),
          getAlignedAlloc(context), getFree(context), getMemrefCopy(context)})
      if (failed(calls.verify(function)))
        return signalPassFailure();

    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        functions.push_back(function);
    LLVMTypeConverter converter(context);
    for (func::FuncOp function : functions) {
      FailureOr<HostTypes> signature = getHostTypes(function);
      if (failed(signature) ||
          failed(verifyHostTypes(function, *signature, converter, views)) ||
          failed(emit(function, *signature, calls, converter)))
        return signalPassFailure();
      ++numFunctions;
    }
    if (!functions.empty() && failed(calls.requireAbi()))
      return signalPassFailure();
  }

private:
  LogicalResult emit(func::FuncOp function, const HostTypes &signature,
                     LibraryCalls &calls, const LLVMTypeConverter &converter) {
    std::string name = function.getSymName().str();
    if (failed(hide(function, calls.getSymbols())))
      return failure();

    SmallVector<Type> passed;
    for (Type type : signature.inputs)
      passed.push_back(getPassedType(type, converter));
    passed.append(signature.results.size(),
                  LLVM::LLVMPointerType::get(function.getContext()));
    ImplicitLocOpBuilder builder(withoutMetadata(function.getLoc()), function);
    func::FuncOp host =
        createFunction(builder, calls.getSymbols(), name,
                       builder.getFunctionType(passed, builder.getI32Type()));
    // The C ABI of some processors has the result fill a register.
    host.setResultAttr(0, LLVM::LLVMDialect::getSExtAttrName(),
                       builder.getUnitAttr());
    // The list of packed arguments.
    passed.push_back(LLVM::LLVMPointerType::get(function.getContext()));
    func::FuncOp call =
        createFunction(builder, calls.getSymbols(), name + ".call",
                       builder.getFunctionType(passed, builder.getI32Type()));
    setInternal(call);
    call->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    if (host.getNumArguments() > kManyPassed)
      call->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", "optnone"}));

    builder.setInsertionPointToStart(&call.front());
    CallEmitter(builder, calls, converter, runtimeChecks,
                call.getArguments().back())
        .emit(function, signature, call.getArguments().drop_back());
    builder.setInsertionPointToStart(&host.front());
    emitHost(builder, calls, host, call, mayAllocate(function, signature),
             mayPack(signature));
    return success();
  }

  /// Leaves the name and the public to another function.
  LogicalResult hide(func::FuncOp function, SymbolTable &symbols) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      for (StringRef mark : {kResultAttrName, kGivenAttrName})
        function.removeArgAttr(i, mark);
    // There is a C interface, and it is another one.
    function->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
    std::string name = (function.getSymName() + ".impl").str();
    while (symbols.lookup(name))
      name += '_';
    if (failed(symbols.rename(function, name)))
      return function.emitOpError("has uses that are unknown, so it cannot be "
                                  "renamed");
    setInternal(function);
    return success();
  }

  static func::FuncOp createFunction(ImplicitLocOpBuilder &builder,
                                     SymbolTable &symbols, StringRef name,
                                     FunctionType type) {
    auto function = func::FuncOp::create(builder, name, type);
    symbols.insert(function);
    function.addEntryBlock();
    return function;
  }

  /// Whether a call may leave something allocated when it fails.
  static bool mayAllocate(func::FuncOp function, const HostTypes &signature) {
    llvm::SmallPtrSet<Operation *, 4> visited;
    return llvm::any_of(signature.results, llvm::IsaPred<UnrankedMemRefType>) ||
           mayAllocate(function, visited);
  }

  static bool mayAllocate(func::FuncOp function,
                          llvm::SmallPtrSetImpl<Operation *> &visited) {
    if (!visited.insert(function).second)
      return false;
    auto isSafe = [&](Operation *op) {
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call)
        return !hasEffect<MemoryEffects::Allocate>(op);
      auto callee = dyn_cast_if_present<func::FuncOp>(call.resolveCallable());
      return callee && !callee.isExternal() && !mayAllocate(callee, visited);
    };
    return function
        .walk([&](Operation *op) {
          return isSafe(op) ? WalkResult::advance() : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  /// Whether an argument may have to be packed.
  bool mayPack(const HostTypes &signature) const {
    return runtimeChecks &&
           llvm::any_of(signature.inputs, llvm::IsaPred<BaseMemRefType>);
  }

  /// The call, between marks if a failed one may leave something allocated, and
  /// the end of packed arguments.
  static void emitHost(ImplicitLocOpBuilder &b, LibraryCalls &calls,
                       func::FuncOp host, func::FuncOp call, bool mayAllocate,
                       bool mayPack) {
    Location loc = b.getLoc();
    MLIRContext *context = b.getContext();
    Type pointer = LLVM::LLVMPointerType::get(context);
    Value one = calls.createConstant(b, loc, 1);
    Value null = LLVM::ZeroOp::create(b, pointer);
    Value packed = null, frame;
    if (mayPack) {
      packed = LLVM::AllocaOp::create(b, pointer, pointer, one);
      LLVM::StoreOp::create(b, null, packed);
    }
    if (mayAllocate) {
      auto words = LLVM::LLVMArrayType::get(pointer, sizeof(SplitMlirCall) /
                                                         sizeof(void *));
      frame = LLVM::AllocaOp::create(b, pointer, words, one);
      calls.call(b, loc, getBeginCall(context), frame);
    }
    SmallVector<Value> operands(host.getArguments());
    operands.push_back(packed);
    Value status = func::CallOp::create(b, call, operands).getResult(0);
    if (mayAllocate) {
      Value wide = arith::ExtSIOp::create(b, b.getI64Type(), status);
      calls.call(b, loc, getEndCall(context), {frame, wide});
    }
    if (mayPack)
      emitFreePacked(b, calls, packed);
    func::ReturnOp::create(b, status);
  }

  /// The list is empty but for hosts that pass strided arguments.
  static void emitFreePacked(ImplicitLocOpBuilder &b, LibraryCalls &calls,
                             Value packed) {
    Value list = LLVM::LoadOp::create(b, packed.getType(), packed);
    Value null = LLVM::ZeroOp::create(b, packed.getType());
    Value isEmpty =
        LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, list, null);
    Block *before = b.getInsertionBlock();
    Region *body = before->getParent();
    Block *freeing = b.createBlock(body, body->end());
    calls.call(b, b.getLoc(), getFreePacked(b.getContext()), list);
    Block *after = b.createBlock(body, body->end());
    b.setInsertionPointToEnd(freeing);
    cf::BranchOp::create(b, after);
    b.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(b, isEmpty, after, freeing);
    b.setInsertionPointToEnd(after);
  }
};
} // namespace
