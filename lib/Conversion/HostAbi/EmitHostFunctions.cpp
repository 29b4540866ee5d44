//===- EmitHostFunctions.cpp - functions that a host program calls --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../SplitAssert/LibraryCalls.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Conversion/HostAbi/HostAbi.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITEMITHOSTFUNCTIONSPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// Of so many arguments and results the checks are all that is much about a
/// function's entry. To allocate registers for a thousand descriptors takes
/// LLVM longer than the rest of the function, and gains less than 1 % of a
/// call.
static constexpr size_t kManyPassed = 64;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static bool isBuffer(Type type) { return isa<BaseMemRefType>(type); }

/// Scalars that all compilers pass in one register; others go by pointer.
static bool isPassedByValue(Type lowered) {
  return lowered.isIntOrFloat() && lowered.getIntOrFloatBitWidth() <= 64;
}

/// How `type` is passed to a host function; null if it cannot be.
static Type getPassedType(Type type, const LLVMTypeConverter &converter) {
  Type lowered = converter.convertType(type);
  if (!lowered)
    return {};
  auto pointer = LLVM::LLVMPointerType::get(type.getContext());
  if (auto buffer = dyn_cast<BaseMemRefType>(type)) {
    auto ranked = dyn_cast<MemRefType>(type);
    bool isPlain = !ranked || ranked.getLayout().isIdentity();
    return isPlain && !buffer.getMemorySpace() ? pointer : Type();
  }
  if (!type.isIntOrIndexOrFloat() && !isa<ComplexType>(type))
    return {};
  return isPassedByValue(lowered) ? type : pointer;
}

namespace {
/// A function of the program as its host sees it.
struct HostSignature {
  SmallVector<Type> inputs;
  SmallVector<Type> results;
  /// The results that the caller has buffers for; the function takes these
  /// after the inputs, in this order.
  SmallVector<unsigned> outParams;

  bool isOutParam(unsigned result) const {
    return llvm::is_contained(outParams, result);
  }
};
} // namespace

static FailureOr<HostSignature> getSignature(func::FuncOp function) {
  HostSignature signature;
  unsigned numMarked = 0, numArguments = function.getNumArguments();
  unsigned numResults = function.getNumResults();
  for (unsigned i = 0; i < numArguments; ++i)
    numMarked += function.getArgAttr(i, kResultAttrName) != nullptr;
  signature.results.resize(numResults + numMarked);
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    Attribute mark = function.getArgAttr(index, kResultAttrName);
    if (!mark && signature.outParams.empty()) {
      signature.inputs.push_back(type);
      continue;
    }
    auto result = dyn_cast_or_null<IntegerAttr>(mark);
    if (!result || result.getValue().uge(signature.results.size()) ||
        signature.results[result.getInt()] || !isBuffer(type))
      return function.emitOpError("argument ")
             << index << ": expected '" << kResultAttrName
             << "' on the last arguments, memrefs, with each the number of a "
                "result";
    signature.results[result.getInt()] = type;
    signature.outParams.push_back(result.getInt());
  }
  const auto *next = function.getResultTypes().begin();
  for (Type &type : signature.results)
    if (!type)
      type = *next++;
  return signature;
}

/// What split-results-to-views makes of a result.
static bool isDescriptor(Type type) { return isa<LLVM::LLVMStructType>(type); }

static LogicalResult verifySignature(func::FuncOp function,
                                     const HostSignature &signature,
                                     const LLVMTypeConverter &converter,
                                     bool views) {
  auto verify = [&](StringRef what, unsigned index,
                    Type type) -> LogicalResult {
    if (getPassedType(type, converter) ||
        (views && what == "result" && isDescriptor(type)))
      return success();
    return function.emitOpError()
           << what << " " << index << " of type " << type
           << " cannot be passed by a host program; expected a "
              "row-major memref or a number";
  };
  for (auto [index, type] : llvm::enumerate(signature.inputs))
    if (failed(verify("argument", index, type)))
      return failure();
  for (auto [index, type] : llvm::enumerate(signature.results)) {
    if (failed(verify("result", index, type)))
      return failure();
    auto ranked = dyn_cast<MemRefType>(type);
    if (ranked && ranked.hasStaticShape() && !views &&
        !signature.isOutParam(index))
      return function.emitOpError("result ")
             << index << " of type " << type
             << " belongs into a buffer of the caller; expected "
                "split-results-to-out-params to have run";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// From what the host passes to what the function takes, and back
//===----------------------------------------------------------------------===//

namespace {
/// Makes the body of a function that takes what a host passes.
class CallEmitter {
public:
  CallEmitter(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
              const LLVMTypeConverter &converter, bool hasChecks)
      : b(builder), calls(calls), converter(converter), hasChecks(hasChecks) {}

  /// `passed` holds the arguments and then a pointer per result.
  void emit(func::FuncOp callee, const HostSignature &signature,
            ValueRange passed) {
    unsigned numInputs = signature.inputs.size();
    SmallVector<Value> operands;
    for (auto [index, type] : llvm::enumerate(signature.inputs))
      operands.push_back(
          read(("argument " + Twine(index)).str(), type, passed[index]));
    for (unsigned index : signature.outParams)
      operands.push_back(read(("result " + Twine(index)).str(),
                              signature.results[index],
                              passed[numInputs + index]));
    auto call = func::CallOp::create(b, callee, operands);
    auto next = call.result_begin();
    for (unsigned i = 0, e = signature.results.size(); i < e; ++i)
      if (!signature.isOutParam(i))
        write(i, *next++, passed[numInputs + i]);
    Value zero = arith::ConstantIntOp::create(b, 0, 32);
    func::ReturnOp::create(b, zero);
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(b, predicate, left, right);
  }
  Value either(Value left, Value right) {
    return arith::OrIOp::create(b, left, right);
  }
  Value toIndex(Value value) {
    return arith::IndexCastOp::create(b, b.getIndexType(), value);
  }
  Value toInteger(Value value) {
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  }
  /// To or from the form that the LLVM dialect gives a type.
  Value cast(Type type, Value value) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
  }
  void check(Value condition, const Twine &format, ValueRange values) {
    AssertOp::create(b, condition, b.getStringAttr(format), values);
  }

  Value read(StringRef what, Type type, Value passed) {
    if (passed.getType() == type)
      return passed;
    Value loaded = LLVM::LoadOp::create(b, converter.convertType(type), passed);
    if (auto ranked = dyn_cast<MemRefType>(type))
      loaded = readRanked(what, ranked, MemRefDescriptor(loaded));
    else if (isBuffer(type) && hasChecks)
      checkUnranked(what, UnrankedMemRefDescriptor(loaded));
    return cast(type, loaded);
  }

  /// R7: the sizes are those of the type, and strides are row-major. Gives the
  /// descriptor the one form in which offset and strides are what the code for
  /// `type` takes for granted.
  Value readRanked(StringRef what, MemRefType type, MemRefDescriptor given) {
    Location loc = b.getLoc();
    SmallVector<Value> sizes;
    for (unsigned i = 0, e = type.getRank(); i < e; ++i)
      sizes.push_back(readSize(what, type, i, given));
    auto form = MemRefDescriptor::poison(b, loc, converter.convertType(type));
    form.setAllocatedPtr(b, loc, given.allocatedPtr(b, loc));
    Type element = converter.convertType(type.getElementType());
    Value aligned = given.alignedPtr(b, loc);
    Value offset = given.offset(b, loc);
    form.setAlignedPtr(
        b, loc,
        LLVM::GEPOp::create(b, aligned.getType(), element, aligned, offset));
    form.setConstantOffset(b, loc, 0);
    SmallVector<Value> strides = getRowMajorStrides(sizes);
    if (hasChecks)
      checkStrides(what, type, given, sizes, strides);
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      form.setSize(b, loc, dim, toInteger(size));
      form.setStride(b, loc, dim, toInteger(strides[dim]));
    }
    return form;
  }

  Value readSize(StringRef what, MemRefType type, unsigned dim,
                 MemRefDescriptor &given) {
    bool isDynamic = type.isDynamicDim(dim);
    Value expected = constant(isDynamic ? 0 : type.getDimSize(dim));
    if (!isDynamic && !hasChecks)
      return expected;
    Value size = toIndex(given.size(b, b.getLoc(), dim));
    if (hasChecks)
      check(compare(isDynamic ? arith::CmpIPredicate::sge
                              : arith::CmpIPredicate::eq,
                    size, expected),
            what + " has size {} along dimension " + Twine(dim) +
                ", expected " + (isDynamic ? "at least " : "") +
                Twine(isDynamic ? 0 : type.getDimSize(dim)),
            size);
    return isDynamic ? size : expected;
  }

  SmallVector<Value> getRowMajorStrides(ArrayRef<Value> sizes) {
    SmallVector<Value> strides(sizes.size());
    Value stride = constant(1);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      strides[dim] = stride;
      if (dim > 0)
        stride = arith::MulIOp::create(b, stride, sizes[dim]);
    }
    return strides;
  }

  /// Where there is at most one element along a dimension, or none at all, its
  /// stride is never used.
  void checkStrides(StringRef what, MemRefType type, MemRefDescriptor &given,
                    ArrayRef<Value> sizes, ArrayRef<Value> strides) {
    if (llvm::is_contained(type.getShape(), 0))
      return;
    Value zero = constant(0), one = constant(1);
    Value isEmpty = arith::ConstantIntOp::create(b, 0, 1);
    for (Value size : sizes)
      isEmpty = either(isEmpty, compare(arith::CmpIPredicate::eq, size, zero));
    for (size_t dim = sizes.size(); dim-- > 0;) {
      if (type.getDimSize(dim) == 1)
        continue;
      Value stride = toIndex(given.stride(b, b.getLoc(), dim));
      Value isRight = compare(arith::CmpIPredicate::eq, stride, strides[dim]);
      Value isSingle = compare(arith::CmpIPredicate::eq, sizes[dim], one);
      check(either(either(isRight, isSingle), isEmpty),
            what + " has stride {} along dimension " + Twine(dim) +
                ", expected {}: its elements are not in row-major order",
            {stride, strides[dim]});
    }
  }

  /// R7 where the rank is known only at run time.
  void checkUnranked(StringRef what, UnrankedMemRefDescriptor given) {
    Location loc = b.getLoc();
    Value rank = given.rank(b, loc);
    Value descriptor = given.memRefDescPtr(b, loc);
    Value answer =
        calls.call(b, loc, getIsContiguous(b.getContext()), {rank, descriptor});
    Value zero = arith::ConstantIntOp::create(b, 0, 32);
    Value isRight = compare(arith::CmpIPredicate::ne, answer, zero);
    check(isRight,
          what + " of rank {}: expected elements in row-major order from "
                 "offset 0",
          toIndex(rank));
  }

  /// Stores a result where the host has asked for it.
  void write(unsigned index, Value result, Value pointer) {
    Value lowered = cast(converter.convertType(result.getType()), result);
    if (!isa<UnrankedMemRefType>(result.getType())) {
      LLVM::StoreOp::create(b, lowered, pointer);
      return;
    }
    // The conversion to LLVM leaves the descriptor on the stack.
    Location loc = b.getLoc();
    UnrankedMemRefDescriptor unranked(lowered);
    Value rank = unranked.rank(b, loc);
    Value descriptor = unranked.memRefDescPtr(b, loc);
    Value answer = calls.call(b, loc, getStoreUnranked(b.getContext()),
                              {rank, descriptor, pointer});
    Value zero = arith::ConstantIntOp::create(b, 0, 32);
    check(compare(arith::CmpIPredicate::ne, answer, zero),
          "out of memory: cannot allocate the descriptor of result " +
              Twine(index),
          {});
  }

  ImplicitLocOpBuilder &b;
  LibraryCalls &calls;
  const LLVMTypeConverter &converter;
  bool hasChecks;
};

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
         {getBeginCall(context), getEndCall(context), getIsContiguous(context),
          getStoreUnranked(context)})
      if (failed(calls.verify(function)))
        return signalPassFailure();

    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        functions.push_back(function);
    LLVMTypeConverter converter(context);
    for (func::FuncOp function : functions) {
      FailureOr<HostSignature> signature = getSignature(function);
      if (failed(signature) ||
          failed(verifySignature(function, *signature, converter, views)) ||
          failed(emit(function, *signature, calls, converter)))
        return signalPassFailure();
      ++numFunctions;
    }
  }

private:
  LogicalResult emit(func::FuncOp function, const HostSignature &signature,
                     LibraryCalls &calls, const LLVMTypeConverter &converter) {
    std::string name = function.getSymName().str();
    if (failed(hide(function, calls.getSymbols())))
      return failure();

    SmallVector<Type> passed;
    for (Type type : signature.inputs)
      passed.push_back(getPassedType(type, converter));
    passed.append(signature.results.size(),
                  LLVM::LLVMPointerType::get(function.getContext()));
    ImplicitLocOpBuilder builder(function.getLoc(), function);
    FunctionType type = builder.getFunctionType(passed, builder.getI32Type());
    func::FuncOp call =
        createFunction(builder, calls.getSymbols(), name + ".call", type);
    func::FuncOp host = createFunction(builder, calls.getSymbols(), name, type);
    makeInternal(call);
    call->setAttr(kReturnsStatusAttrName, builder.getUnitAttr());
    if (passed.size() > kManyPassed)
      call->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", "optnone"}));

    builder.setInsertionPointToStart(&call.front());
    CallEmitter(builder, calls, converter, runtimeChecks)
        .emit(function, signature, call.getArguments());
    builder.setInsertionPointToStart(&host.front());
    if (mayAllocate(function, signature))
      emitBrackets(builder, calls, host, call);
    else
      emitCall(builder, host, call);
    return success();
  }

  /// Leaves the name and the public to another function.
  LogicalResult hide(func::FuncOp function, SymbolTable &symbols) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      function.removeArgAttr(i, kResultAttrName);
    // There is a C interface, and it is another one.
    function->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
    std::string name = (function.getSymName() + ".impl").str();
    while (symbols.lookup(name))
      name += '_';
    if (failed(symbols.rename(function, name)))
      return function.emitOpError("has uses that are unknown, so it cannot be "
                                  "renamed");
    makeInternal(function);
    return success();
  }

  static void makeInternal(func::FuncOp function) {
    function.setPrivate();
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
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
  static bool mayAllocate(func::FuncOp function,
                          const HostSignature &signature) {
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

  static void emitCall(ImplicitLocOpBuilder &builder, func::FuncOp host,
                       func::FuncOp call) {
    Value status =
        func::CallOp::create(builder, call, host.getArguments()).getResult(0);
    func::ReturnOp::create(builder, status);
  }

  /// A call between marks, so that a failed one leaves nothing allocated.
  static void emitBrackets(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                           func::FuncOp host, func::FuncOp call) {
    Location loc = builder.getLoc();
    MLIRContext *context = builder.getContext();
    Value mark = calls.call(builder, loc, getBeginCall(context), {});
    Value status =
        func::CallOp::create(builder, call, host.getArguments()).getResult(0);
    calls.call(builder, loc, getEndCall(context), {mark, status});
    func::ReturnOp::create(builder, status);
  }
};
} // namespace
