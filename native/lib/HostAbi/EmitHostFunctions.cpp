//===- EmitHostFunctions.cpp - Functions that a host program calls --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitHostFunctions.h"
#include "HostTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/HostAbiInterface.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/HostAbi/Runtime.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITEMITHOSTFUNCTIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Functions with more arguments and results than this have no fast path, and
/// take their operands from tables. If the program itself calls such a
/// function, it cannot take tables; instead, LLVM does not optimize the code
/// that passes its descriptors. For a thousand descriptors, register allocation
/// would take longer than the rest of the compilation and save less than 1 % of
/// the time of a call.
static constexpr size_t kManyPassed = 64;

/// Returns `loc` without the debug information of one function.
static Location withoutMetadata(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused || !fused.getMetadata())
    return loc;
  return FusedLoc::get(fused.getContext(), fused.getLocations());
}

namespace {
struct SplitEmitHostFunctionsPass
    : split::native::impl::SplitEmitHostFunctionsPassBase<
          SplitEmitHostFunctionsPass> {
  using SplitEmitHostFunctionsPassBase::SplitEmitHostFunctionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    RuntimeCalls calls(module);
    if (failed(calls.verifyRuntimeFunctions()))
      return signalPassFailure();

    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic())
        functions.push_back(function);
    if (weights && failed(declareWeights(module, calls)))
      return signalPassFailure();
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
                     RuntimeCalls &calls, const LLVMTypeConverter &converter) {
    std::string name = function.getSymName().str();
    SmallVector<HostAbiDialectInterface::Wrapper> wrappers;
    if (failed(addWrappers(function, calls, wrappers)))
      return failure();
    bool isLarge =
        signature.inputs.size() + signature.results.size() > kManyPassed;
    bool takesTables = isLarge && function.symbolKnownUseEmpty(getOperation());
    if (failed(hide(function, calls.getSymbols())))
      return failure();
    if (!takesTables)
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
    for (const HostAbiDialectInterface::Wrapper &wrapper : wrappers)
      host = wrap(builder, calls, host, wrapper);
    if (isLarge)
      emitWithTable(builder, host, function, takesTables, signature, calls,
                    converter);
    else
      emitWithFastPath(builder, host, function, signature, calls, converter);
    return success();
  }

  /// Emits the body of `host`, which passes its arguments in a table.
  void emitWithTable(ImplicitLocOpBuilder &builder, func::FuncOp host,
                     func::FuncOp function, bool takesTables,
                     const HostTypes &signature, RuntimeCalls &calls,
                     const LLVMTypeConverter &converter) {
    bool allocates = mayAllocate(function, signature);
    auto pointer = LLVM::LLVMPointerType::get(function.getContext());
    func::FuncOp table = createPrivate(builder, calls, host, ".table", pointer);
    host->setAttr(
        "passthrough",
        builder.getArrayAttr({builder.getStringAttr("noinline"),
                              builder.getStringAttr("optnone"),
                              builder.getStrArrayAttr({kTableFunctionAttrName,
                                                       table.getSymName()})}));
    func::FuncOp call = createTableCall(builder, host, function, takesTables,
                                        signature, calls, converter);
    if (!takesTables)
      call->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", "optnone"}));
    builder.setInsertionPointToStart(&table.front());
    emitCall(builder, calls, allocates, [&] {
      return callWithTable(builder, calls, call, table.getArgument(0));
    });
    builder.setInsertionPointToStart(&host.front());
    Value operands = createOperandTable(builder, host.getArguments());
    auto result = func::CallOp::create(builder, table, operands);
    func::ReturnOp::create(builder, result.getResults());
  }

  /// Makes `host` try the fast path. The slow path passes arguments in a table.
  void emitWithFastPath(ImplicitLocOpBuilder &builder, func::FuncOp host,
                        func::FuncOp function, const HostTypes &signature,
                        RuntimeCalls &calls,
                        const LLVMTypeConverter &converter) {
    builder.setInsertionPointAfter(host);
    // Unlike the function that the host calls, this may have versions for
    // several processors.
    func::FuncOp fast =
        createPrivate(builder, calls, host, ".fast", host.getArgumentTypes());
    // With equal attributes of the results, the call of `fast` becomes a jump.
    fast.setResAttrsAttr(host.getResAttrsAttr());
    fast->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    func::FuncOp slow;
    if (runtimeChecks) {
      slow =
          createPrivate(builder, calls, host, ".slow", host.getArgumentTypes());
      func::FuncOp call =
          createTableCall(builder, host, function, /*takesTables=*/false,
                          signature, calls, converter);
      for (func::FuncOp cold : {slow, call})
        cold->setAttr("passthrough", builder.getStrArrayAttr({"cold"}));
      builder.setInsertionPointToStart(&slow.front());
      Value table = createOperandTable(builder, slow.getArguments());
      Value status = callWithTable(builder, calls, call, table);
      func::ReturnOp::create(builder, status);
    }
    builder.setInsertionPointToStart(&fast.front());
    emitFastPath(builder, calls, converter, function, signature,
                 fast.getArguments(), slow);
    builder.setInsertionPointToStart(&host.front());
    emitCall(builder, calls, mayAllocate(function, signature), [&] {
      auto result = func::CallOp::create(builder, fast, host.getArguments());
      result.setResAttrsAttr(host.getResAttrsAttr());
      return result.getResult(0);
    });
  }

  /// Creates the function that takes a table of what the host passes, and the
  /// list of packed arguments.
  func::FuncOp createTableCall(ImplicitLocOpBuilder &builder, func::FuncOp host,
                               func::FuncOp function, bool takesTables,
                               const HostTypes &signature, RuntimeCalls &calls,
                               const LLVMTypeConverter &converter) {
    auto pointer = LLVM::LLVMPointerType::get(function.getContext());
    func::FuncOp call =
        createPrivate(builder, calls, host, ".call", {pointer, pointer});
    call->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&call.front());
    emitTableCall(builder, calls, converter, runtimeChecks, function,
                  takesTables, signature, call.getArgument(0),
                  call.getArgument(1));
    return call;
  }

  /// Adds what dialects wrap calls of `function` in.
  static LogicalResult
  addWrappers(func::FuncOp function, RuntimeCalls &calls,
              SmallVectorImpl<HostAbiDialectInterface::Wrapper> &wrappers) {
    HostAbiInterfaces interfaces(function.getContext());
    for (const HostAbiDialectInterface &interface : interfaces) {
      auto wrapper = interface.getWrapper(function, calls);
      if (failed(wrapper))
        return failure();
      if (*wrapper)
        wrappers.push_back(std::move(*wrapper));
    }
    return success();
  }

  /// Makes `host` a wrapper. Returns the function, still without a body, that
  /// does the rest.
  static func::FuncOp wrap(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                           func::FuncOp host,
                           const HostAbiDialectInterface::Wrapper &wrapper) {
    builder.setInsertionPointAfter(host);
    func::FuncOp local = createFunction(builder, calls.getSymbols(),
                                        (host.getSymName() + ".local").str(),
                                        host.getFunctionType());
    setInternal(local);
    local.setResAttrsAttr(host.getResAttrsAttr());
    builder.setInsertionPointToStart(&host.front());
    wrapper(builder, calls, host, local);
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

  /// Creates a private function that returns a status.
  static func::FuncOp createPrivate(ImplicitLocOpBuilder &builder,
                                    RuntimeCalls &calls, func::FuncOp host,
                                    const char *suffix, TypeRange arguments) {
    func::FuncOp function = createFunction(
        builder, calls.getSymbols(), (host.getSymName() + suffix).str(),
        builder.getFunctionType(arguments, builder.getI32Type()));
    setInternal(function);
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

  /// Declares the description of the weights, which the code generator defines.
  LogicalResult declareWeights(ModuleOp module, RuntimeCalls &calls) {
    if (failed(calls.verifyFree(kWeightsName)))
      return failure();
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    weightsGlobal = LLVM::GlobalOp::create(
        builder, module.getLoc(), getWeightsType(module.getContext()),
        /*isConstant=*/false, LLVM::Linkage::External, kWeightsName,
        Attribute());
    calls.getSymbols().insert(weightsGlobal);
    return success();
  }

  /// Maps the weights unless they are, and returns the status if that fails.
  void emitWeights(ImplicitLocOpBuilder &builder, RuntimeCalls &calls) {
    Location loc = builder.getLoc();
    Region *body = builder.getBlock()->getParent();
    Block *entry = builder.getBlock();
    Value record = LLVM::AddressOfOp::create(builder, weightsGlobal);
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value base = LLVM::LoadOp::create(builder, pointer, record);
    Value null = LLVM::ZeroOp::create(builder, pointer);
    Value isMapped =
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, base, null);

    Block *map = builder.createBlock(body, body->end());
    Value status =
        calls.call(builder, loc, RuntimeFunction::MapWeights, record);
    Value zero =
        arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
    Value succeeds =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status, zero);
    Block *failure = builder.createBlock(body, body->end());
    func::ReturnOp::create(builder, status);
    Block *then = builder.createBlock(body, body->end());
    builder.setInsertionPointToEnd(map);
    cf::CondBranchOp::create(builder, succeeds, then, failure);
    builder.setInsertionPointToEnd(entry);
    cf::CondBranchOp::create(builder, isMapped, then, map);
    builder.setInsertionPointToStart(then);
  }

  /// Emits `call`, the begin and the end of the call for the runtime library if
  /// `allocates`, and a return of the status.
  void emitCall(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                bool allocates, llvm::function_ref<Value()> call) {
    Location loc = builder.getLoc();
    if (weights)
      emitWeights(builder, calls);
    Value frame;
    if (allocates) {
      Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
      auto words = LLVM::LLVMArrayType::get(pointer, sizeof(SplitMlirCall) /
                                                         sizeof(void *));
      frame = LLVM::AllocaOp::create(builder, pointer, words,
                                     calls.createConstant(builder, loc, 1));
      calls.call(builder, loc, RuntimeFunction::BeginCall, frame);
    }
    Value status = call();
    if (allocates) {
      Value wide =
          arith::ExtSIOp::create(builder, builder.getI64Type(), status);
      calls.call(builder, loc, RuntimeFunction::EndCall, {frame, wide});
    }
    func::ReturnOp::create(builder, status);
  }

  /// Calls `call` with `table` and a list of packed arguments, which is freed
  /// afterwards. Returns the status.
  static Value callWithTable(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                             func::FuncOp call, Value table) {
    Location loc = builder.getLoc();
    Type pointer = table.getType();
    Value packed = LLVM::AllocaOp::create(
        builder, pointer, pointer, calls.createConstant(builder, loc, 1));
    LLVM::StoreOp::create(builder, LLVM::ZeroOp::create(builder, pointer),
                          packed);
    Value status =
        func::CallOp::create(builder, call, ValueRange{table, packed})
            .getResult(0);
    calls.call(builder, loc, RuntimeFunction::FreePacked,
               LLVM::LoadOp::create(builder, pointer, packed).getResult());
    return status;
  }

  LLVM::GlobalOp weightsGlobal;
};
} // namespace
