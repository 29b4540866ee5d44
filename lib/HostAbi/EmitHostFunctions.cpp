//===- EmitHostFunctions.cpp - Functions that a host program calls --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEmitter.h"
#include "FastPath.h"
#include "HostAbi.h"
#include "HostTypes.h"
#include "MpiAgreement.h"
#include "OperandTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/HostAbi/Runtime.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITEMITHOSTFUNCTIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

/// Functions with more arguments and results than this get them in a table. If
/// the program itself calls such a function, the function cannot use a table;
/// instead, LLVM does not optimize the code that checks its descriptors. For a
/// thousand descriptors, register allocation would take longer than the rest of
/// the compilation and save less than 1 % of the time of a call.
static constexpr size_t kManyPassed = 64;

/// Returns `loc` without the debug information of one function.
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
    if (failed(calls.verifyRuntimeFunctions()))
      return signalPassFailure();

    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic())
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
    FailureOr<std::optional<MpiArguments>> mpi = getMpiArguments(function);
    if (failed(mpi) || (*mpi && failed(calls.verifyMpiFunctions())))
      return failure();
    bool usesTable =
        signature.inputs.size() + signature.results.size() > kManyPassed &&
        canUseOperandTable(function, signature, getOperation());
    if (failed(hide(function, calls.getSymbols())))
      return failure();
    if (!usesTable)
      removeMarks(function);

    SmallVector<Type> passed;
    for (Type type : signature.inputs)
      passed.push_back(getPassedType(type, converter));
    passed.append(signature.results.size(),
                  LLVM::LLVMPointerType::get(function.getContext()));
    ImplicitLocOpBuilder builder(withoutMetadata(function.getLoc()), function);
    FunctionType hostType =
        builder.getFunctionType(passed, builder.getI32Type());
    func::FuncOp host =
        createFunction(builder, calls.getSymbols(), name, hostType);
    // The C ABI of some processors extends results to the width of a register.
    host.setResultAttr(0, LLVM::LLVMDialect::getSExtAttrName(),
                       builder.getUnitAttr());
    if (*mpi)
      host = addAgreement(builder, calls, host, **mpi);
    if (usesTable) {
      emitWithTable(builder, host, function, signature, calls, converter);
      return success();
    }
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
    emitHostCall(builder, calls, converter, runtimeChecks, function, signature,
                 call.getArguments().drop_back(), call.getArguments().back());
    bool allocates = mayAllocate(function, signature);
    if (runtimeChecks && !allocates && canHaveFastPath(signature) &&
        host.getNumArguments() <= kManyPassed) {
      host = addFastPath(builder, calls, converter, host, function, signature);
      call->setAttr("passthrough", host->getAttr("passthrough"));
    }
    builder.setInsertionPointToStart(&host.front());
    emitHost(builder, calls, host, call, allocates, mayPack(signature));
    return success();
  }

  /// Emits the body of `host`, which passes its arguments in a table.
  void emitWithTable(ImplicitLocOpBuilder &builder, func::FuncOp host,
                     func::FuncOp function, const HostTypes &signature,
                     LibraryCalls &calls, const LLVMTypeConverter &converter) {
    Type i32 = builder.getI32Type();
    Type pointer = LLVM::LLVMPointerType::get(function.getContext());
    std::string name = host.getSymName().str();
    func::FuncOp table =
        createFunction(builder, calls.getSymbols(), name + ".table",
                       builder.getFunctionType(pointer, i32));
    func::FuncOp call =
        createFunction(builder, calls.getSymbols(), name + ".call",
                       builder.getFunctionType({pointer, pointer}, i32));
    setInternal(table);
    setInternal(call);
    call->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    host->setAttr(
        "passthrough",
        builder.getArrayAttr({builder.getStringAttr("noinline"),
                              builder.getStringAttr("optnone"),
                              builder.getStrArrayAttr({kTableFunctionAttrName,
                                                       table.getSymName()})}));
    bool allocates = mayAllocate(function, signature);
    builder.setInsertionPointToStart(&call.front());
    emitTableCall(builder, calls, converter, runtimeChecks, function, signature,
                  call.getArgument(0), call.getArgument(1));
    builder.setInsertionPointToStart(&table.front());
    emitHost(builder, calls, table, call, allocates, /*mayPack=*/true);
    builder.setInsertionPointToStart(&host.front());
    Value operands = createOperandTable(builder, host.getArguments());
    auto result = func::CallOp::create(builder, table, operands);
    func::ReturnOp::create(builder, result.getResults());
  }

  /// Makes `host` try the fast path to `callee`. Returns the slow path: a
  /// function, still without a body, that is called if the fast path cannot be
  /// taken.
  static func::FuncOp addFastPath(ImplicitLocOpBuilder &builder,
                                  LibraryCalls &calls,
                                  const LLVMTypeConverter &converter,
                                  func::FuncOp host, func::FuncOp callee,
                                  const HostTypes &signature) {
    builder.setInsertionPointAfter(host);
    auto create = [&](const char *suffix) {
      func::FuncOp function = createFunction(builder, calls.getSymbols(),
                                             (host.getSymName() + suffix).str(),
                                             host.getFunctionType());
      setInternal(function);
      return function;
    };
    // Unlike the function that the host calls, this may have versions for
    // several processors.
    func::FuncOp fast = create(".fast"), slow = create(".slow");
    // With equal attributes of the results, the call of `fast` becomes a jump.
    fast.setResAttrsAttr(host.getResAttrsAttr());
    fast->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    slow->setAttr("passthrough", builder.getStrArrayAttr({"cold"}));

    builder.setInsertionPointToStart(&fast.front());
    emitFastPath(builder, converter, callee, signature, fast.getArguments(),
                 slow);
    builder.setInsertionPointToStart(&host.front());
    auto result = func::CallOp::create(builder, fast, host.getArguments());
    result.setResAttrsAttr(host.getResAttrsAttr());
    func::ReturnOp::create(builder, result.getResults());
    return slow;
  }

  /// Makes `host` a call of all ranks, which agree on its status. Returns the
  /// function, still without a body, that does the rest.
  static func::FuncOp addAgreement(ImplicitLocOpBuilder &builder,
                                   LibraryCalls &calls, func::FuncOp host,
                                   const MpiArguments &mpi) {
    builder.setInsertionPointAfter(host);
    func::FuncOp local = createFunction(builder, calls.getSymbols(),
                                        (host.getSymName() + ".local").str(),
                                        host.getFunctionType());
    setInternal(local);
    local.setResAttrsAttr(host.getResAttrsAttr());
    builder.setInsertionPointToStart(&host.front());
    emitAgreement(builder, calls, host, local, mpi);
    builder.setInsertionPointAfter(local);
    return local;
  }

  /// Makes `function` private and renames it, so that another function can take
  /// its name.
  LogicalResult hide(func::FuncOp function, SymbolTable &symbols) {
    // This would add another C interface.
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

  static void removeMarks(func::FuncOp function) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      for (StringRef mark : {kResultAttrName, kGivenAttrName})
        function.removeArgAttr(i, mark);
  }

  static func::FuncOp createFunction(ImplicitLocOpBuilder &builder,
                                     SymbolTable &symbols, StringRef name,
                                     FunctionType type) {
    auto function = func::FuncOp::create(builder, name, type);
    symbols.insert(function);
    function.addEntryBlock();
    return function;
  }

  /// Returns whether a call that fails may leave memory allocated.
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

  /// Returns whether a call may pack arguments.
  bool mayPack(const HostTypes &signature) const {
    return runtimeChecks &&
           llvm::any_of(signature.inputs, llvm::IsaPred<BaseMemRefType>);
  }

  /// Emits the body of the public function: the call of `call`, the begin and
  /// the end of the call for the runtime library if `mayAllocate`, and the
  /// release of packed arguments if `mayPack`.
  static void emitHost(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                       func::FuncOp host, func::FuncOp call, bool mayAllocate,
                       bool mayPack) {
    Location loc = builder.getLoc();
    MLIRContext *context = builder.getContext();
    Type pointer = LLVM::LLVMPointerType::get(context);
    Value one = calls.createConstant(builder, loc, 1);
    Value null = LLVM::ZeroOp::create(builder, pointer);
    Value packed = null, frame;
    if (mayPack) {
      packed = LLVM::AllocaOp::create(builder, pointer, pointer, one);
      LLVM::StoreOp::create(builder, null, packed);
    }
    if (mayAllocate) {
      auto words = LLVM::LLVMArrayType::get(pointer, sizeof(SplitMlirCall) /
                                                         sizeof(void *));
      frame = LLVM::AllocaOp::create(builder, pointer, words, one);
      calls.call(builder, loc, RuntimeFunction::BeginCall, frame);
    }
    SmallVector<Value> operands(host.getArguments());
    operands.push_back(packed);
    Value status = func::CallOp::create(builder, call, operands).getResult(0);
    if (mayAllocate) {
      Value wide =
          arith::ExtSIOp::create(builder, builder.getI64Type(), status);
      calls.call(builder, loc, RuntimeFunction::EndCall, {frame, wide});
    }
    if (mayPack)
      emitFreePacked(builder, calls, packed);
    func::ReturnOp::create(builder, status);
  }

  /// Frees the packed arguments unless there are none.
  static void emitFreePacked(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                             Value packed) {
    Value list = LLVM::LoadOp::create(builder, packed.getType(), packed);
    Value null = LLVM::ZeroOp::create(builder, packed.getType());
    Value isEmpty =
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, list, null);
    Block *before = builder.getInsertionBlock();
    Region *body = before->getParent();
    Block *freeing = builder.createBlock(body, body->end());
    calls.call(builder, builder.getLoc(), RuntimeFunction::FreePacked, list);
    Block *after = builder.createBlock(body, body->end());
    builder.setInsertionPointToEnd(freeing);
    cf::BranchOp::create(builder, after);
    builder.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(builder, isEmpty, after, freeing);
    builder.setInsertionPointToEnd(after);
  }
};
} // namespace
