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
/// Emits the functions by which a host calls `callee`.
class HostFunctionEmitter : HostBuilder {
public:
  /// `weights` is the description of the weights to map first, or null.
  HostFunctionEmitter(const HostBuilder &base, bool hasChecks,
                      LLVM::GlobalOp weights)
      : HostBuilder(base), hasChecks(hasChecks), weights(weights),
        pointer(LLVM::LLVMPointerType::get(callee.getContext())) {}

  LogicalResult emit() {
    std::string name = callee.getSymName().str();
    SmallVector<HostAbiDialectInterface::Wrapper> wrappers;
    if (failed(addWrappers(wrappers)))
      return failure();
    bool isLarge =
        signature.inputs.size() + signature.results.size() > kManyPassed;
    bool takesTables =
        isLarge && callee.symbolKnownUseEmpty(callee->getParentOp());
    if (failed(hide()))
      return failure();
    if (!takesTables)
      removeMarks();

    SmallVector<Type> passed;
    for (Type type : signature.inputs)
      passed.push_back(getPassedType(type, converter));
    passed.append(signature.results.size(), pointer);
    host = createFunction(name, passed);
    // The C ABI of some processors extends results to the width of a register.
    host.setResultAttr(0, LLVM::LLVMDialect::getSExtAttrName(),
                       builder.getUnitAttr());
    for (const HostAbiDialectInterface::Wrapper &wrapper : wrappers)
      wrap(wrapper);
    if (isLarge)
      emitWithTable(takesTables);
    else
      emitWithFastPath();
    return success();
  }

private:
  /// Emits the body of `host`, which passes its arguments in a table.
  void emitWithTable(bool takesTables) {
    bool allocates = mayAllocate();
    func::FuncOp table = createPrivate(".table", pointer);
    host->setAttr(
        "passthrough",
        builder.getArrayAttr({builder.getStringAttr("noinline"),
                              builder.getStringAttr("optnone"),
                              builder.getStrArrayAttr({kTableFunctionAttrName,
                                                       table.getSymName()})}));
    func::FuncOp call = createTableCall(takesTables);
    if (!takesTables)
      call->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", "optnone"}));
    builder.setInsertionPointToStart(&table.front());
    emitCall(allocates,
             [&] { return callWithTable(call, table.getArgument(0)); });
    builder.setInsertionPointToStart(&host.front());
    Value operands = createOperandTable(host.getArguments());
    auto result = func::CallOp::create(builder, table, operands);
    func::ReturnOp::create(builder, result.getResults());
  }

  /// Makes `host` try the fast path. The slow path passes arguments in a table.
  void emitWithFastPath() {
    builder.setInsertionPointAfter(host);
    // Unlike the function that the host calls, this may have versions for
    // several processors.
    func::FuncOp fast = createPrivate(".fast", host.getArgumentTypes());
    // With equal attributes of the results, the call of `fast` becomes a jump.
    fast.setResAttrsAttr(host.getResAttrsAttr());
    fast->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    func::FuncOp slow;
    if (hasChecks) {
      slow = createPrivate(".slow", host.getArgumentTypes());
      func::FuncOp call = createTableCall(/*takesTables=*/false);
      for (func::FuncOp cold : {slow, call})
        cold->setAttr("passthrough", builder.getStrArrayAttr({"cold"}));
      builder.setInsertionPointToStart(&slow.front());
      Value table = createOperandTable(slow.getArguments());
      func::ReturnOp::create(builder, callWithTable(call, table));
    }
    builder.setInsertionPointToStart(&fast.front());
    emitFastPath(*this, fast.getArguments(), slow);
    builder.setInsertionPointToStart(&host.front());
    emitCall(mayAllocate(), [&] {
      auto result = func::CallOp::create(builder, fast, host.getArguments());
      result.setResAttrsAttr(host.getResAttrsAttr());
      return result.getResult(0);
    });
  }

  /// Creates the function that takes a table of what the host passes, and the
  /// list of packed arguments.
  func::FuncOp createTableCall(bool takesTables) {
    func::FuncOp call = createPrivate(".call", {pointer, pointer});
    call->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&call.front());
    emitTableCall(*this, hasChecks, takesTables, call.getArgument(0),
                  call.getArgument(1));
    return call;
  }

  /// Adds what dialects wrap calls of the function in.
  LogicalResult
  addWrappers(SmallVectorImpl<HostAbiDialectInterface::Wrapper> &wrappers) {
    HostAbiInterfaces interfaces(callee.getContext());
    for (const HostAbiDialectInterface &interface : interfaces) {
      auto wrapper = interface.getWrapper(callee, calls);
      if (failed(wrapper))
        return failure();
      if (*wrapper)
        wrappers.push_back(std::move(*wrapper));
    }
    return success();
  }

  /// Makes `host` a wrapper, and replaces it by the function, still without a
  /// body, that does the rest.
  void wrap(const HostAbiDialectInterface::Wrapper &wrapper) {
    builder.setInsertionPointAfter(host);
    func::FuncOp local = createPrivate(".local", host.getArgumentTypes());
    local.setResAttrsAttr(host.getResAttrsAttr());
    builder.setInsertionPointToStart(&host.front());
    wrapper(builder, calls, host, local);
    builder.setInsertionPointAfter(local);
    host = local;
  }

  /// Makes the function private and renames it, so that another function can
  /// take its name.
  LogicalResult hide() {
    // This would add another C interface.
    callee->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
    SymbolTable &symbols = calls.getSymbols();
    std::string name = (callee.getSymName() + ".impl").str();
    while (symbols.lookup(name))
      name += '_';
    if (failed(symbols.rename(callee, name)))
      return callee.emitOpError("has uses that are unknown, so it cannot be "
                                "renamed");
    setInternal(callee);
    return success();
  }

  void removeMarks() {
    for (unsigned i = 0, e = callee.getNumArguments(); i < e; ++i)
      for (StringRef mark : {kResultAttrName, kGivenAttrName})
        callee.removeArgAttr(i, mark);
  }

  /// Creates a function that returns a status.
  func::FuncOp createFunction(StringRef name, TypeRange arguments) {
    auto function = func::FuncOp::create(
        builder, name,
        builder.getFunctionType(arguments, builder.getI32Type()));
    calls.getSymbols().insert(function);
    function.addEntryBlock();
    return function;
  }

  func::FuncOp createPrivate(const char *suffix, TypeRange arguments) {
    func::FuncOp function =
        createFunction((host.getSymName() + suffix).str(), arguments);
    setInternal(function);
    return function;
  }

  /// Returns whether a call that fails may leave memory allocated.
  bool mayAllocate() {
    llvm::SmallPtrSet<Operation *, 4> visited;
    return llvm::any_of(signature.results, llvm::IsaPred<UnrankedMemRefType>) ||
           mayAllocate(callee, visited);
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

  /// Maps the weights unless they are, and returns the status if that fails.
  void emitWeights() {
    Region *body = builder.getBlock()->getParent();
    Block *entry = builder.getBlock();
    Value record = LLVM::AddressOfOp::create(builder, weights);
    Value base = LLVM::LoadOp::create(builder, pointer, record);
    Value null = LLVM::ZeroOp::create(builder, pointer);
    Value isMapped =
        LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, base, null);

    Block *map = builder.createBlock(body, body->end());
    Value status = callRuntime(RuntimeFunction::MapWeights, record);
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
  void emitCall(bool allocates, llvm::function_ref<Value()> call) {
    if (weights)
      emitWeights();
    Value frame;
    if (allocates) {
      frame = allocate(LLVM::LLVMArrayType::get(pointer, sizeof(SplitMlirCall) /
                                                             sizeof(void *)));
      callRuntime(RuntimeFunction::BeginCall, frame);
    }
    Value status = call();
    if (allocates) {
      Value wide =
          arith::ExtSIOp::create(builder, builder.getI64Type(), status);
      callRuntime(RuntimeFunction::EndCall, {frame, wide});
    }
    func::ReturnOp::create(builder, status);
  }

  /// Calls `call` with `table` and a list of packed arguments, which is freed
  /// afterwards. Returns the status.
  Value callWithTable(func::FuncOp call, Value table) {
    Value packed = allocate(pointer);
    LLVM::StoreOp::create(builder, LLVM::ZeroOp::create(builder, pointer),
                          packed);
    Value status =
        func::CallOp::create(builder, call, ValueRange{table, packed})
            .getResult(0);
    callRuntime(RuntimeFunction::FreePacked,
                LLVM::LoadOp::create(builder, pointer, packed).getResult());
    return status;
  }

  bool hasChecks;
  LLVM::GlobalOp weights;
  Type pointer;
  /// The function that the host calls, or the innermost in its wrappers.
  func::FuncOp host;
};

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
    LLVM::GlobalOp global;
    if (weights && failed(declareWeights(calls, global)))
      return signalPassFailure();
    LLVMTypeConverter converter(context);
    for (func::FuncOp function : functions) {
      FailureOr<HostTypes> signature = getHostTypes(function);
      if (failed(signature) ||
          failed(verifyHostTypes(function, *signature, converter, views)))
        return signalPassFailure();
      ImplicitLocOpBuilder builder(withoutMetadata(function.getLoc()),
                                   function);
      HostBuilder host{builder, calls, converter, function, *signature};
      if (failed(HostFunctionEmitter(host, runtimeChecks, global).emit()))
        return signalPassFailure();
      ++numFunctions;
    }
    if (!functions.empty() && failed(calls.requireAbi()))
      return signalPassFailure();
  }

private:
  /// Declares the description of the weights, which the code generator defines.
  LogicalResult declareWeights(RuntimeCalls &calls, LLVM::GlobalOp &global) {
    if (failed(calls.verifyFree(kWeightsName)))
      return failure();
    ModuleOp module = getOperation();
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    global = LLVM::GlobalOp::create(
        builder, module.getLoc(), getWeightsType(module.getContext()),
        /*isConstant=*/false, LLVM::Linkage::External, kWeightsName,
        Attribute());
    calls.getSymbols().insert(global);
    return success();
  }
};
} // namespace
