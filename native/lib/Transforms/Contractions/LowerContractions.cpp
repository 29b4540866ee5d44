//===- LowerContractions.cpp - Sums of products to library calls ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../runtime/Contraction.h"
#include "../Elementwise/ElementwiseOps.h"
#include "ContractionLoops.h"
#include "PackedConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "split-mlir/Transforms/Passes.h"
#include <map>
#include <vector>

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITLOWERCONTRACTIONSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Packed constant operands
//===----------------------------------------------------------------------===//

namespace {
/// Packs constants of a module at compile time. Equal uses share the result.
class ConstantPacker {
public:
  /// If `defers`, constants are not packed but described.
  ConstantPacker(SymbolTable &symbols, bool defers)
      : symbols(symbols), defers(defers) {}

  /// Returns the left or right input of a contraction, packed in the order in
  /// which split_mlir_contract reads it; null if the input is not a constant
  /// that can be packed, or differs between batches. `sizes` are those of the
  /// loops.
  Value pack(OpBuilder &builder, Location loc,
             const ContractionLoops &contraction, bool isLhs,
             ArrayRef<OpFoldResult> sizes);

  /// Erases the constants of `module` that were packed and have no other use,
  /// and sets its attribute kDeferredPackingAttrName.
  void finish(ModuleOp module);

private:
  memref::GlobalOp create(memref::GlobalOp global, bool isLhs,
                          std::vector<int64_t> description, int64_t numLines,
                          int64_t depth);

  SymbolTable &symbols;
  bool defers;
  SmallVector<NamedAttribute> deferred;
  /// The packed constants, by the constant and the description.
  std::map<std::pair<Operation *, std::vector<int64_t>>, memref::GlobalOp>
      packed;
};
} // namespace

/// Returns the element type of split_mlir_contract for inputs of type f16,
/// bf16, f32 or f64.
static int64_t getContractionElementType(Type type) {
  if (type.isF16())
    return SPLIT_MLIR_ELEMENT_F16;
  if (type.isBF16())
    return SPLIT_MLIR_ELEMENT_BF16;
  return type.isF64() ? SPLIT_MLIR_ELEMENT_F64 : SPLIT_MLIR_ELEMENT_F32;
}

/// Returns the elements of a constant; nothing if they are all the same, or
/// would take more memory when they are packed.
static ArrayRef<char> getElements(memref::GlobalOp global) {
  if (!global || !global.getConstant() || !global.getInitialValue() ||
      global.getType().getElementTypeBitWidth() < 32)
    return {};
  return split::native::getElements(
      cast<ElementsAttr>(*global.getInitialValue()));
}

/// Returns the distance in elements between the iterations of a loop.
static int64_t getStride(const ContractionOperand &operand, unsigned loop,
                         ArrayRef<int64_t> strides) {
  // The stride of a loop of one iteration may wrap around.
  uint64_t stride = 0;
  for (auto [step, unit] : llvm::zip_equal(operand.steps[loop], strides))
    stride += static_cast<uint64_t>(step) * static_cast<uint64_t>(unit);
  return static_cast<int64_t>(stride);
}

/// Returns the product of the sizes of `loops`, or nothing if one of them is
/// dynamic or 0.
static std::optional<int64_t> getExtent(ArrayRef<unsigned> loops,
                                        ArrayRef<OpFoldResult> sizes) {
  int64_t extent = 1;
  for (unsigned loop : loops) {
    std::optional<int64_t> size = getConstantIntValue(sizes[loop]);
    if (!size || *size < 1 || llvm::MulOverflow(extent, *size, extent))
      return std::nullopt;
  }
  return extent;
}

/// Returns the description for packContractionOperand.
static std::vector<int64_t> describe(const ContractionOperand &operand,
                                     bool isLhs, ArrayRef<unsigned> lines,
                                     ArrayRef<unsigned> depths,
                                     ArrayRef<OpFoldResult> sizes) {
  auto [strides, offset] = operand.getType().getStridesAndOffset();
  std::vector<int64_t> words(static_cast<size_t>(ContractionWord::FirstLoop));
  auto set = [&](ContractionWord word, int64_t value) {
    words[static_cast<size_t>(word)] = value;
  };
  set(ContractionWord::ElementType,
      getContractionElementType(operand.getType().getElementType()));
  set(isLhs ? ContractionWord::NumRowLoops : ContractionWord::NumColumnLoops,
      lines.size());
  set(ContractionWord::NumDepthLoops, depths.size());
  for (ArrayRef<unsigned> loops : {lines, depths}) {
    for (unsigned loop : loops) {
      int64_t stride = getStride(operand, loop, strides);
      llvm::append_range(
          words, std::array<int64_t, 4>{*getConstantIntValue(sizes[loop]),
                                        stride, stride, 0});
    }
  }
  return words;
}

memref::GlobalOp ConstantPacker::create(memref::GlobalOp global, bool isLhs,
                                        std::vector<int64_t> description,
                                        int64_t numLines, int64_t depth) {
  Type element = global.getType().getElementType();
  int64_t bytes = getPackedOperandBytes(getContractionElementType(element),
                                        isLhs, numLines, depth);
  int64_t size = bytes / (element.getIntOrFloatBitWidth() / 8);
  PackedConstant constant{cast<ElementsAttr>(*global.getInitialValue()),
                          std::move(description), isLhs, bytes};
  Attribute value;
  if (!defers)
    constant.pack([&](ArrayRef<char> elements) {
      value = DenseElementsAttr::getFromRawBuffer(
          RankedTensorType::get({size}, element), elements);
    });
  OpBuilder builder(global);
  // A private declaration would have private linkage in LLVM, which needs a
  // value.
  auto created = memref::GlobalOp::create(
      builder, global.getLoc(), (global.getSymName() + "_packed").str(),
      defers ? StringAttr() : builder.getStringAttr("private"),
      MemRefType::get({size}, element), value, /*constant=*/true,
      builder.getI64IntegerAttr(64));
  symbols.insert(created);
  if (defers)
    deferred.emplace_back(created.getSymNameAttr(), constant.describe());
  return created;
}

Value ConstantPacker::pack(OpBuilder &builder, Location loc,
                           const ContractionLoops &contraction, bool isLhs,
                           ArrayRef<OpFoldResult> sizes) {
  const ContractionOperand &operand = isLhs ? contraction.lhs : contraction.rhs;
  auto use = operand.memref.getDefiningOp<memref::GetGlobalOp>();
  auto global = use ? symbols.lookup<memref::GlobalOp>(use.getName()) : nullptr;
  bool differs =
      llvm::any_of(contraction.getLoops(LoopKind::Batch),
                   [&](unsigned loop) { return operand.dependsOn(loop); });
  if (getElements(global).empty() || differs)
    return {};
  ArrayRef<unsigned> lines =
      contraction.getLoops(isLhs ? LoopKind::Row : LoopKind::Column);
  ArrayRef<unsigned> depths = contraction.getLoops(LoopKind::Depth);
  std::optional<int64_t> numLines = getExtent(lines, sizes);
  std::optional<int64_t> depth = getExtent(depths, sizes);
  int64_t numElements;
  // Windows that overlap would take more memory.
  if (!numLines || !depth ||
      llvm::MulOverflow(*numLines, *depth, numElements) ||
      numElements != global.getType().getNumElements())
    return {};
  std::vector<int64_t> description =
      describe(operand, isLhs, lines, depths, sizes);
  memref::GlobalOp &created = packed[{global, description}];
  if (!created)
    created = create(global, isLhs, description, *numLines, *depth);
  return memref::GetGlobalOp::create(builder, loc, created.getType(),
                                     created.getSymName());
}

void ConstantPacker::finish(ModuleOp module) {
  llvm::SmallDenseSet<Operation *> sources;
  for (auto &[key, created] : packed)
    sources.insert(key.first);
  SmallVector<memref::GetGlobalOp> uses;
  module.walk([&](memref::GetGlobalOp use) { uses.push_back(use); });
  for (memref::GetGlobalOp use : uses) {
    // Strides that turned out to be constants.
    for (Operation *user : llvm::make_early_inc_range(use->getUsers()))
      if (isOpTriviallyDead(user))
        user->erase();
    if (use.use_empty())
      use.erase();
    else
      sources.erase(symbols.lookup(use.getName()));
  }
  for (Operation *source : sources)
    if (cast<memref::GlobalOp>(source).isPrivate())
      symbols.erase(source);
  if (!deferred.empty())
    module->setAttr(kDeferredPackingAttrName,
                    DictionaryAttr::get(module.getContext(), deferred));
}

//===----------------------------------------------------------------------===//
// Sums of products to library calls
//===----------------------------------------------------------------------===//

/// The number of products from which a call is faster than loops.
static constexpr int64_t kLeastProducts = 128;

/// Whether `op` certainly computes fewer than kLeastProducts products.
static bool isTiny(linalg::LinalgOp op) {
  int64_t products = 1;
  for (int64_t size : op.getStaticLoopRanges())
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(products, size, products))
      return false;
  return products < kLeastProducts;
}

/// Returns the op that fills the result of `op` with zeros before it, if
/// nothing accesses memory in between.
static linalg::FillOp findZeros(linalg::LinalgOp op) {
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(before);
    if (fill && fill.getOutputs().front() == op.getDpsInits().front())
      return matchPattern(fill.getInputs().front(), m_PosZeroFloat())
                 ? fill
                 : linalg::FillOp();
    if (!isMemoryEffectFree(before) && !isa<memref::AllocOp>(before))
      return {};
  }
  return {};
}

namespace {
/// Builds the call for one op.
class ContractionCall {
public:
  ContractionCall(linalg::LinalgOp op, const ContractionLoops &contraction,
                  RuntimeCalls &calls)
      : op(op), contraction(contraction), calls(calls), builder(op),
        loc(op.getLoc()), math(builder, loc) {
    for (Range range : op.createLoopRanges(builder, loc))
      sizes.push_back(range.size);
  }

  /// Builds the call with at least `scratch`, which becomes larger if needed.
  void build(ConstantPacker &constants, memref::AllocOp scratch);

private:
  /// Returns the address of the first element of a memref.
  Value getAddress(Value memref);
  Value getStride(const ContractionOperand &operand, unsigned loop,
                  ArrayRef<OpFoldResult> strides);
  void addLoops(SmallVectorImpl<Value> &words);
  /// Returns the number of rows, or a greater number if it is dynamic.
  int64_t getMaxRows();

  linalg::LinalgOp op;
  const ContractionLoops &contraction;
  RuntimeCalls &calls;
  OpBuilder builder;
  Location loc;
  IndexMath math;
  SmallVector<OpFoldResult> sizes;
};

struct SplitLowerContractionsPass
    : split::native::impl::SplitLowerContractionsPassBase<
          SplitLowerContractionsPass> {
  using SplitLowerContractionsPassBase::SplitLowerContractionsPassBase;

  void runOnOperation() override;
};
} // namespace

Value ContractionCall::getAddress(Value memref) {
  int64_t bits = cast<MemRefType>(memref.getType()).getElementTypeBitWidth();
  return RuntimeCalls::getAddress(builder, loc, memref, bits / 8);
}

Value ContractionCall::getStride(const ContractionOperand &operand,
                                 unsigned loop,
                                 ArrayRef<OpFoldResult> strides) {
  Value stride = math.get(0);
  for (auto [step, unit] : llvm::zip_equal(operand.steps[loop], strides))
    if (step != 0)
      stride = math.add(stride, math.mul(unit, builder.getIndexAttr(step)));
  return stride;
}

void ContractionCall::addLoops(SmallVectorImpl<Value> &words) {
  SmallVector<SmallVector<OpFoldResult>> strides;
  for (const ContractionOperand *operand : contraction.getOperands())
    strides.push_back(
        memref::ExtractStridedMetadataOp::create(builder, loc, operand->memref)
            .getConstifiedMixedStrides());
  for (ArrayRef<unsigned> loops : contraction.loops)
    words.push_back(math.get(loops.size()));
  for (ArrayRef<unsigned> loops : contraction.loops) {
    for (unsigned loop : loops) {
      words.push_back(math.get(sizes[loop]));
      for (auto [operand, units] :
           llvm::zip_equal(contraction.getOperands(), strides))
        words.push_back(getStride(*operand, loop, units));
    }
  }
}

int64_t ContractionCall::getMaxRows() {
  int64_t product = 1;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : contraction.getLoops(LoopKind::Row))
    if (ShapedType::isDynamic(ranges[loop]) ||
        llvm::MulOverflow(product, ranges[loop], product))
      return std::numeric_limits<int64_t>::max();
  return product;
}

/// Makes `scratch` at least as large as `bytes`.
static void enlarge(memref::AllocOp scratch, int64_t bytes) {
  MemRefType type = scratch.getType();
  if (type.getDimSize(0) < bytes)
    scratch.getResult().setType(
        cast<MemRefType>(type.clone(ArrayRef<int64_t>(bytes))));
}

void ContractionCall::build(ConstantPacker &constants,
                            memref::AllocOp scratch) {
  int64_t flags = 0;
  if (linalg::FillOp zeros = findZeros(op)) {
    flags |= SPLIT_MLIR_CONTRACTION_OVERWRITES;
    zeros.erase();
  }
  auto getInput = [&](const ContractionOperand &operand, bool isLhs) {
    Value packed = constants.pack(builder, loc, contraction, isLhs, sizes);
    if (!packed)
      return getAddress(operand.memref);
    flags |= isLhs ? SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED
                   : SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED;
    return getAddress(packed);
  };
  Value lhs = getInput(contraction.lhs, /*isLhs=*/true);
  Value rhs = getInput(contraction.rhs, /*isLhs=*/false);
  MemRefType type = contraction.lhs.getType();
  SmallVector<Value> words = {
      math.get(getContractionElementType(type.getElementType())),
      math.get(flags),
      lhs,
      rhs,
      getAddress(contraction.out.memref),
      getAddress(scratch)};
  enlarge(scratch, getContractionScratchBytes(getMaxRows(), flags));
  addLoops(words);
  Value description = calls.storeValues(builder, loc, words);
  calls.call(builder, loc, RuntimeFunction::Contract, description);
  op.erase();
}

/// Allocates scratch memory for all contractions of `function`.
static memref::AllocOp createScratch(func::FuncOp function) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  auto type = MemRefType::get({0}, builder.getI8Type());
  auto scratch = memref::AllocOp::create(builder, loc, type,
                                         builder.getI64IntegerAttr(64));
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    memref::DeallocOp::create(builder, loc, scratch);
  });
  return scratch;
}

/// Whether threads may execute `op` at the same time, although its function has
/// scratch memory for one call.
static bool isInParallelLoop(Operation *op) {
  return op->getParentOfType<scf::ParallelOp>() ||
         op->getParentOfType<scf::ForallOp>();
}

void SplitLowerContractionsPass::runOnOperation() {
  RuntimeCalls calls(getOperation());
  SmallVector<std::pair<linalg::LinalgOp, ContractionLoops>, 0> contractions;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    function.walk([&](linalg::LinalgOp op) {
      // `split-vectorize-elementwise` converts reductions of rows, such as the
      // product of a matrix and a vector.
      if (isTiny(op) || isRowReduction(op) || isInParallelLoop(op))
        return;
      if (auto loops = ContractionLoops::match(op))
        contractions.emplace_back(op, std::move(*loops));
    });
  }
  if (contractions.empty())
    return;
  if (failed(calls.verify(RuntimeFunction::Contract)))
    return signalPassFailure();
  ConstantPacker constants(calls.getSymbols(), deferPacking);
  DenseMap<func::FuncOp, memref::AllocOp> scratches;
  for (auto &[op, loops] : contractions) {
    memref::AllocOp &scratch = scratches[op->getParentOfType<func::FuncOp>()];
    if (!scratch)
      scratch = createScratch(op->getParentOfType<func::FuncOp>());
    ContractionCall(op, loops, calls).build(constants, scratch);
    ++numCalls;
  }
  constants.finish(getOperation());
}
