//===- SplitAssertToLLVM.cpp - split.assert to write and abort ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/SplitAssert/SplitAssert.h"

#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Conversion/SplitAssert/LibraryCalls.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split {
#define GEN_PASS_DEF_CONVERTSPLITASSERTTOLLVMPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

// In the text of a message, these characters stand for values.
static constexpr char kSigned = '\1', kUnsigned = '\2';

/// The function that writes a message and aborts. It copies the text to memory
/// on the stack, with the digits of values, at most 20 characters each, in
/// place of `kSigned` and `kUnsigned`. Its last block lacks the calls of the C
/// library.
static constexpr StringLiteral kFailFunction = R"mlir(
llvm.func internal @split_mlir_fail(%text: !llvm.ptr, %length: i64,
    %values: !llvm.ptr, %count: i64)
    attributes {passthrough = ["cold", "noinline", "noreturn"]} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %ten = llvm.mlir.constant(10 : i64) : i64
  %most = llvm.mlir.constant(20 : i64) : i64
  %signed = llvm.mlir.constant(1 : i8) : i8
  %unsigned = llvm.mlir.constant(2 : i8) : i8
  %minus = llvm.mlir.constant(45 : i8) : i8
  %char0 = llvm.mlir.constant(48 : i8) : i8
  %digits = llvm.mul %count, %most : i64
  %size = llvm.add %length, %digits : i64
  %buffer = llvm.alloca %size x i8 : (i64) -> !llvm.ptr
  llvm.br ^next(%zero, %zero, %zero : i64, i64, i64)
^next(%read: i64, %used: i64, %value: i64):
  %more = llvm.icmp "slt" %read, %length : i64
  llvm.cond_br %more, ^char, ^done(%used : i64)
^char:
  %from = llvm.getelementptr inbounds %text[%read] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %c = llvm.load %from : !llvm.ptr -> i8
  %read1 = llvm.add %read, %one : i64
  %to = llvm.getelementptr inbounds %buffer[%used] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %used1 = llvm.add %used, %one : i64
  %isSigned = llvm.icmp "eq" %c, %signed : i8
  %isUnsigned = llvm.icmp "eq" %c, %unsigned : i8
  %isValue = llvm.or %isSigned, %isUnsigned : i1
  llvm.cond_br %isValue, ^value, ^text
^text:
  llvm.store %c, %to : i8, !llvm.ptr
  llvm.br ^next(%read1, %used1, %value : i64, i64, i64)
^value:
  %place = llvm.getelementptr inbounds %values[%value] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %number = llvm.load %place : !llvm.ptr -> i64
  %value1 = llvm.add %value, %one : i64
  %isBelow = llvm.icmp "slt" %number, %zero : i64
  %isNegative = llvm.and %isSigned, %isBelow : i1
  llvm.cond_br %isNegative, ^sign, ^magnitude(%number, %used : i64, i64)
^sign:
  llvm.store %minus, %to : i8, !llvm.ptr
  %negated = llvm.sub %zero, %number : i64
  llvm.br ^magnitude(%negated, %used1 : i64, i64)
^magnitude(%digitsOf: i64, %start: i64):
  llvm.br ^measure(%digitsOf, %start : i64, i64)
^measure(%long: i64, %before: i64):
  %end = llvm.add %before, %one : i64
  %shorter = llvm.udiv %long, %ten : i64
  %isLonger = llvm.icmp "ne" %shorter, %zero : i64
  llvm.cond_br %isLonger, ^measure(%shorter, %end : i64, i64),
                          ^digit(%digitsOf, %end : i64, i64)
^digit(%rest: i64, %after: i64):
  %position = llvm.sub %after, %one : i64
  %digit = llvm.urem %rest, %ten : i64
  %narrow = llvm.trunc %digit : i64 to i8
  %char = llvm.add %narrow, %char0 : i8
  %digitTo = llvm.getelementptr inbounds %buffer[%position] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %char, %digitTo : i8, !llvm.ptr
  %rest1 = llvm.udiv %rest, %ten : i64
  %hasRest = llvm.icmp "ne" %rest1, %zero : i64
  llvm.cond_br %hasRest, ^digit(%rest1, %position : i64, i64),
                         ^next(%read1, %end, %value1 : i64, i64, i64)
^done(%written: i64):
  llvm.unreachable
})mlir";

/// The name and the attributes of the function that `kFailFunction` becomes.
static constexpr StringLiteral kFailFunctionName = "split_mlir_fail";
static constexpr StringLiteral kFailAttributes[] = {"cold", "noinline",
                                                    "noreturn"};

/// Returns the text of a message for `kFailFunction`.
static std::string getFailureText(AssertOp op) {
  auto clean = [](std::string text) {
    for (char &c : text)
      if (c == kSigned || c == kUnsigned)
        c = '?';
    return text;
  };
  std::string text = clean(describeLocation(op.getLoc())) + ": error: ";
  text += replacePlaceholders(clean(op.getFormat().str()),
                              StringRef(&kSigned, 1), StringRef(&kUnsigned, 1));
  text.push_back('\n');
  return text;
}

/// Whether functions of the module around `op` cannot be called there, as in a
/// gpu.module. Upstream lowers cf.assert for such code.
static bool isInDeviceCode(AssertOp op) {
  return !isa_and_present<ModuleOp>(SymbolTable::getNearestSymbolTable(op));
}

namespace {
/// Replaces asserts of one module.
class AssertLowering {
public:
  AssertLowering(ModuleOp module, RewriterBase &rewriter, LibraryCalls calls)
      : module(module), calls(std::move(calls)), rewriter(rewriter) {
    Type i64 = rewriter.getI64Type();
    Type pointer = LLVM::LLVMPointerType::get(module.getContext());
    write = {"write",
             {rewriter.getI32Type(), pointer, i64},
             i64,
             /*isVariadic=*/false};
    abort = {"abort", {}, {}, /*isVariadic=*/false};
    if (auto own =
            module->getAttrOfType<FlatSymbolRefAttr>(kAbortFunctionAttrName))
      abort.name = own.getValue();
  }

  /// Checks that no symbol of the program conflicts with the library functions
  /// that the code for failures calls.
  LogicalResult verifySymbols() {
    bool hasOwnAbort = module->hasAttr(kAbortFunctionAttrName);
    return failure(failed(calls.verify(write)) ||
                   (!hasOwnAbort && failed(calls.verify(abort))));
  }

  /// Splits the op's block and branches to the rest of it, or to a new block
  /// that fails. `condition` and `values` are those of `op`, possibly
  /// converted.
  void lower(AssertOp op, Value condition, ValueRange values) {
    Location loc = op.getLoc();
    Block *block = op->getBlock();
    Block *rest = rewriter.splitBlock(block, std::next(op->getIterator()));
    Block *failed = rewriter.createBlock(rest);
    rewriter.setInsertionPoint(op);
    cf::CondBranchOp::create(rewriter, loc, condition, rest, failed);

    rewriter.setInsertionPointToStart(failed);
    fail(op, values);
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.eraseOp(op);
  }

private:
  /// Creates a call of the function that fails.
  void fail(AssertOp op, ValueRange shown) {
    Location loc = op.getLoc();
    if (!failFunction)
      failFunction = findFailFunction();
    if (!failFunction)
      createFailFunction();
    std::string message = getFailureText(op);
    Value values = calls.storeValues(rewriter, loc, shown);
    Value text = calls.getString(rewriter, loc, message);
    Value length = calls.createConstant(rewriter, loc, message.size());
    Value count = calls.createConstant(rewriter, loc, shown.size());
    LLVM::CallOp::create(rewriter, loc, failFunction,
                         ValueRange{text, length, values, count});
  }

  /// Returns the function that an earlier lowering has created; null if there
  /// is none.
  LLVM::LLVMFuncOp findFailFunction() {
    ArrayAttr attributes = rewriter.getStrArrayAttr(SmallVector<StringRef>(
        std::begin(kFailAttributes), std::end(kFailAttributes)));
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (function.getSymName().starts_with(kFailFunctionName) &&
          function.getLinkage() == LLVM::Linkage::Internal &&
          function.getPassthroughAttr() == attributes)
        return function;
    return {};
  }

  void createFailFunction() {
    OpBuilder::InsertionGuard guard(rewriter);
    Location loc = module.getLoc();
    OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(
        kFailFunction, ParserConfig(module.getContext()));
    assert(parsed && "expected valid text");
    LLVM::LLVMFuncOp text = *parsed->getOps<LLVM::LLVMFuncOp>().begin();
    text->walk([&](Operation *op) { op->setLoc(loc); });
    rewriter.setInsertionPointToStart(module.getBody());
    failFunction = LLVM::LLVMFuncOp::create(
        rewriter, loc, calls.getFreeName(kFailFunctionName),
        text.getFunctionType(), LLVM::Linkage::Internal);
    failFunction.setPassthroughAttr(text.getPassthroughAttr());
    calls.add(failFunction);
    Region &body = failFunction.getBody();
    rewriter.cloneRegionBefore(text.getBody(), body, body.end());

    Block &done = body.back();
    rewriter.setInsertionPointToStart(&done);
    Value buffer = *failFunction.getOps<LLVM::AllocaOp>().begin();
    Value standardError =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32IntegerAttr(2));
    calls.call(rewriter, loc, write,
               {standardError, buffer, done.getArgument(0)});
    calls.call(rewriter, loc, abort, {});
  }

  ModuleOp module;
  LibraryCalls calls;
  RewriterBase &rewriter;
  LibraryFunction write, abort;
  /// Null until something calls it.
  LLVM::LLVMFuncOp failFunction;
};

/// split.assert %ok, "size is {}"(%n)
///
/// becomes
///
///   cf.cond_br %ok, ^rest, ^failed
/// ^failed:
///   llvm.call @split_mlir_fail(...)
///   llvm.unreachable
/// ^rest:
///
/// Unlike the pass, this does not share the memory and the texts of several
/// asserts, because patterns are stateless. It emits an error if it fails: the
/// driver says only that the op is illegal.
struct LowerAssert : OpConversionPattern<AssertOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isInDeviceCode(op)) {
      rewriter.replaceOpWithNewOp<cf::AssertOp>(op, adaptor.getCondition(),
                                                getConstantMessage(op));
      return success();
    }
    if (failed(verifyUnstructured(op)))
      return rewriter.notifyMatchFailure(op, "expected a function around it");
    auto module = op->getParentOfType<ModuleOp>();
    AssertLowering lowering(module, rewriter, LibraryCalls::forPattern(module));
    if (failed(lowering.verifySymbols()))
      return rewriter.notifyMatchFailure(op, "a symbol is taken");
    lowering.lower(op, adaptor.getCondition(), adaptor.getValues());
    return success();
  }
};

struct SplitToLLVMInterface : ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void loadDependentDialects(MLIRContext *context) const override {
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const override {
    // Otherwise, the conversion would succeed and leave what it cannot lower,
    // or what no pass before has lowered.
    target.addIllegalDialect<SplitDialect>();
    populateSplitAssertToLLVMPatterns(converter, patterns);
  }
};

struct ConvertSplitAssertToLLVMPass
    : split::impl::ConvertSplitAssertToLLVMPassBase<
          ConvertSplitAssertToLLVMPass> {
  void runOnOperation() override {
    // Functions and messages go into the innermost module around an assert.
    llvm::MapVector<ModuleOp, SmallVector<AssertOp>> asserts;
    getOperation()->walk([&](AssertOp op) {
      ++numAsserts;
      if (!isInDeviceCode(op)) {
        asserts[op->getParentOfType<ModuleOp>()].push_back(op);
        return;
      }
      OpBuilder builder(op);
      cf::AssertOp::create(builder, op.getLoc(), op.getCondition(),
                           getConstantMessage(op));
      op.erase();
    });
    for (auto &[module, ops] : asserts)
      if (failed(lowerAsserts(module, ops)))
        return signalPassFailure();
  }

private:
  LogicalResult lowerAsserts(ModuleOp module, ArrayRef<AssertOp> asserts) {
    for (AssertOp op : asserts)
      if (failed(verifyUnstructured(op)))
        return failure();
    IRRewriter rewriter(&getContext());
    AssertLowering lowering(module, rewriter, LibraryCalls(module));
    if (failed(lowering.verifySymbols()))
      return failure();
    for (AssertOp op : asserts)
      lowering.lower(op, op.getCondition(), op.getValues());
    return success();
  }
};
} // namespace

void mlir::split::populateSplitAssertToLLVMPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerAssert>(converter, patterns.getContext());
}

void mlir::split::registerConvertSplitAssertToLLVMInterface(
    DialectRegistry &registry) {
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registry.addExtension(+[](MLIRContext *, SplitDialect *dialect) {
    dialect->addInterfaces<SplitToLLVMInterface>();
  });
}
