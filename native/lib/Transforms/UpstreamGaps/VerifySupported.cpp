//===- VerifySupported.cpp - Check for unsupported ops --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamGaps.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITVERIFYPASS
#define GEN_PASS_DEF_SPLITVERIFYSUPPORTEDPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Whether `split-to-llvm` lowers ops of this dialect, though not all of them.
static bool isSupportedDialect(StringRef name) {
  // Without a destructor: a thread may compile while the process exits.
  static constexpr StringLiteral kSupported[] = {
      "affine", "arith", "bufferization", "builtin",   "cf",        "complex",
      "func",   "index", "linalg",        "llvm",      "math",      "memref",
      "quant",  "scf",   "shape",         "split",     "split_mpi", "tensor",
      "tosa",   "ub",    "vector",        "ml_program"};
  return llvm::is_contained(kSupported, name);
}

/// The ops of these dialects that `split-to-llvm` has no lowering for. The test
/// supported-ops.test has a program for each op.
static constexpr StringLiteral kUnsupported[] = {
    "affine.dma_start",
    "affine.dma_wait",
    "affine.prefetch",
    "arith.scaling_extf",
    "arith.scaling_truncf",
    "bufferization.dealloc_tensor",
    "complex.powi",
    "llvm.inline_asm",
    "memref.atomic_yield",
    "memref.dealloc",
    "memref.dma_start",
    "memref.dma_wait",
    "memref.generic_atomic_rmw",
    "memref.realloc",
    "ml_program.func",
    "ml_program.global_load_const",
    "ml_program.global_load_graph",
    "ml_program.global_store",
    "ml_program.global_store_graph",
    "ml_program.output",
    "ml_program.return",
    "ml_program.subgraph",
    "ml_program.token",
    "shape.concat",
    "shape.cstr_broadcastable",
    "shape.cstr_eq",
    "shape.cstr_require",
    "shape.debug_print",
    "shape.div",
    "shape.from_extent_tensor",
    "shape.from_extents",
    "shape.func",
    "shape.function_library",
    "shape.max",
    "shape.meet",
    "shape.min",
    "shape.return",
    "shape.split_at",
    "shape.value_as_shape",
    "shape.value_of",
    "shape.with_shape",
    "tensor.gather",
    "tensor.scatter",
    "tosa.add_shape",
    "tosa.cast_from_block_scaled",
    "tosa.cast_to_block_scaled",
    "tosa.concat_shape",
    "tosa.custom",
    "tosa.div_ceil_shape",
    "tosa.div_floor_shape",
    "tosa.exp2_shape",
    "tosa.log2_ceil_shape",
    "tosa.log2_floor_shape",
    "tosa.matmul_t_block_scaled",
    "tosa.max_shape",
    "tosa.min_shape",
    "tosa.mod_shape",
    "tosa.mul_shape",
    "tosa.slice_shape",
    "tosa.sub_shape",
    "tosa.variable",
    "tosa.variable_read",
    "tosa.variable_write",
    "vector.multi_reduction",
    "vector.scalable.extract",
    "vector.scalable.insert",
    "vector.scan"};

static bool hasTensors(FunctionType type) {
  return llvm::any_of(type.getInputs(), llvm::IsaPred<TensorType>) ||
         llvm::any_of(type.getResults(), llvm::IsaPred<TensorType>);
}

/// Returns whether all uses of `function` call it.
static bool isOnlyCalled(func::ConstantOp function) {
  return llvm::all_of(function->getUses(), [](OpOperand &use) {
    return isa<func::CallIndirectOp>(use.getOwner()) &&
           use.getOperandNumber() == 0;
  });
}

/// Whether an operand or a result of `op` consists of floats below 16 bits.
static bool hasSmallFloats(Operation *op) {
  auto isSmall = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 16;
  };
  return llvm::any_of(op->getOperandTypes(), isSmall) ||
         llvm::any_of(op->getResultTypes(), isSmall);
}

static constexpr const char *kSixteenBits = "floats of at least 16 bits";
static constexpr const char *kKnownRank = "tensors of known rank";

/// Whether the lowering of `op` computes with its elements, rather than move
/// them.
static bool computes(Operation *op) {
  if (isa<tosa::TosaDialect>(op->getDialect()))
    return !isa<tosa::ConcatOp, tosa::ConstOp, tosa::GatherOp, tosa::IdentityOp,
                tosa::IfOp, tosa::MaximumOp, tosa::MinimumOp, tosa::PadOp,
                tosa::ReshapeOp, tosa::ReverseOp, tosa::ScatterOp,
                tosa::SelectOp, tosa::SliceOp, tosa::TileOp, tosa::TransposeOp,
                tosa::WhileOp, tosa::YieldOp>(op);
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         !isa<arith::BitcastOp, arith::ConstantOp, arith::SelectOp>(op);
}

/// Whether `op` computes with each element of a tensor of unknown rank.
static bool isUnrankedElementwise(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         isa<UnrankedTensorType>(op->getOperand(0).getType());
}

/// Whether `shape`, a shape of TOSA, has a constant size below 0.
static bool hasNegative(Value shape) {
  DenseIntElementsAttr sizes;
  return matchPattern(shape, m_Constant(&sizes)) &&
         llvm::any_of(sizes.getValues<APInt>(),
                      [](const APInt &size) { return size.isNegative(); });
}

/// Whether the result of `slice` has a dynamic size that is 0.
static bool hidesZero(tosa::SliceOp slice) {
  auto type = dyn_cast<RankedTensorType>(slice.getType());
  DenseIntElementsAttr sizes;
  if (!type || !matchPattern(slice.getSize(), m_Constant(&sizes)) ||
      sizes.size() != type.getRank())
    return false;
  return llvm::any_of(llvm::zip(sizes.getValues<int64_t>(), type.getShape()),
                      [](const auto &pair) {
                        return std::get<0>(pair) == 0 &&
                               ShapedType::isDynamic(std::get<1>(pair));
                      });
}

/// Returns what the lowering expects if the result of `op`, a shape, states its
/// size, although this does not follow from the type of each operand.
static StringRef statesMoreSizes(Operation *op,
                                 function_ref<bool(Type)> isKnown) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.hasStaticShape() &&
                 !llvm::all_of(op->getOperandTypes(), isKnown)
             ? "a result of dynamic size"
             : "";
}

/// Returns what the lowering expects if it supports only other forms of `op`,
/// or an empty string.
static StringRef findLimit(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<vector::TransferReadOp, vector::TransferWriteOp>([](auto transfer) {
        return transfer.getVectorType().getRank() > 1 ? "a vector of rank 1"
                                                      : "";
      })
      .Case([](vector::PrintOp print) {
        Value source = print.getSource();
        return source && isa<VectorType>(source.getType()) ? "a number" : "";
      })
      .Case([](func::ConstantOp function) {
        return hasTensors(cast<FunctionType>(function.getType())) &&
                       !isOnlyCalled(function)
                   ? "a function without tensors, or a call as the only use"
                   : "";
      })
      .Case([](ml_program::GlobalOp global) {
        auto elements = dyn_cast_or_null<ElementsAttr>(
            global.getValue().value_or(Attribute()));
        return elements && elements.getShapedType() == global.getType()
                   ? ""
                   : "all elements of a tensor of static shape";
      })
      .Case([](func::CallIndirectOp call) {
        Value callee = call.getCallee();
        return hasTensors(cast<FunctionType>(callee.getType())) &&
                       !callee.getDefiningOp<func::ConstantOp>()
                   ? "a callee that a 'func.constant' names"
                   : "";
      })
      .Case<shape::BroadcastOp, shape::ToExtentTensorOp>([](auto shape) {
        return statesMoreSizes(shape, [](Type type) {
          auto extents = dyn_cast<RankedTensorType>(type);
          return extents && extents.hasStaticShape();
        });
      })
      .Case([](shape::ShapeOfOp shape) {
        return statesMoreSizes(shape, llvm::IsaPred<RankedTensorType>);
      })
      .Case([](shape::ReduceOp reduce) {
        return llvm::any_of(reduce->getResultTypes(), llvm::IsaPred<TensorType>)
                   ? "numbers as results"
                   : "";
      })
      .Case([](tosa::RescaleOp rescale) {
        // Upstream's lowering computes in 64 bits, and yields 32.
        auto input = getElementTypeOrSelf(rescale.getInput());
        auto output = getElementTypeOrSelf(rescale.getOutput());
        unsigned maxBits = rescale.getScale32() ? 32 : 48;
        return input.isInteger() && input.getIntOrFloatBitWidth() > maxBits
                   ? "an input of at most 32 bits, or 48 with 'scale32 = false'"
               : output.isInteger() && output.getIntOrFloatBitWidth() > 32
                   ? "an output of at most 32 bits"
                   : "";
      })
      .Case([](linalg::SoftmaxOp softmax) {
        bool isSame =
            softmax.getInput().getType() == softmax.getOutput().getType();
        return hasSmallFloats(softmax) ? kSixteenBits
               : isSame                ? ""
                                       : "an output of the type of the input";
      })
      .Case<linalg::WinogradFilterTransformOp, linalg::WinogradInputTransformOp,
            linalg::WinogradOutputTransformOp>([](auto transform) {
        // Upstream's decomposition has no loops over dynamic sizes.
        return llvm::all_of(transform->getOperandTypes(),
                            [](Type type) {
                              return cast<ShapedType>(type).hasStaticShape();
                            })
                   ? ""
                   : "tensors of static shape";
      })
      .Case([](tosa::SliceOp slice) {
        return hasNegative(slice.getStart()) ? "starts of at least 0"
               : hidesZero(slice)            ? "a result type with the size 0"
                                             : "";
      })
      .Case([](tosa::TileOp tile) {
        return hasNegative(tile.getMultiples()) ? "multiples of at least 0"
                                                : "";
      })
      .Case([](tosa::NegateOp negate) {
        Type element = getElementTypeOrSelf(negate.getType());
        return element.isInteger() && element.getIntOrFloatBitWidth() > 64
                   ? "integers of at most 64 bits"
                   : "";
      })
      .Case<complex::Expm1Op, complex::Log1pOp>([](auto function) {
        auto type = cast<ComplexType>(
            getElementTypeOrSelf(function.getResult().getType()));
        return type.getElementType().getIntOrFloatBitWidth() > 64
                   ? "parts of at most 64 bits"
                   : "";
      })
      .Case([](arith::AddUIExtendedOp add) {
        return getElementTypeOrSelf(add.getSum().getType()).isIndex()
                   ? "integers other than index"
                   : "";
      })
      .Case<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
            math::ErfOp, math::ErfcOp>([](auto function) {
        // The others become calls of libm's functions of `long double`.
        unsigned bits =
            getElementTypeOrSelf(function.getType()).getIntOrFloatBitWidth();
        return isUnrankedElementwise(function) ? kKnownRank
               : hasSmallFloats(function)      ? kSixteenBits
               : bits > 64                     ? "floats of at most 64 bits"
                                               : "";
      })
      .Default([](Operation *other) {
        return isUnrankedElementwise(other)               ? kKnownRank
               : computes(other) && hasSmallFloats(other) ? kSixteenBits
                                                          : "";
      });
}

/// Whether a value can be of `type`. Elements of tensors are verified when
/// quantized types are lowered.
static bool isSupported(Type type, const LLVMTypeConverter &converter) {
  // LLVM takes minutes for wider integers, or crashes.
  constexpr unsigned kMaxBits = 4096;
  if (type.walk([](IntegerType integer) {
            return WalkResult(success(integer.getWidth() <= kMaxBits));
          })
          .wasInterrupted())
    return false;
  if (isa<TensorType, shape::ShapeType, shape::SizeType, shape::WitnessType,
          shape::ValueShapeType, tosa::shapeType, quant::QuantizedType>(type))
    return true;
  // The converter crashes on complex numbers of other types.
  bool isValid = !type.walk([&](Type part) {
                        auto complex = dyn_cast<ComplexType>(part);
                        auto vector = dyn_cast<VectorType>(part);
                        return WalkResult(success(
                            (!complex ||
                             converter.convertType(complex.getElementType())) &&
                            (!vector || !vector.isScalable())));
                      })
                      .wasInterrupted();
  return isValid && converter.convertType(type);
}

namespace {
struct SplitVerifyPass
    : split::native::impl::SplitVerifyPassBase<SplitVerifyPass> {
  void runOnOperation() override {
    if (failed(verify(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct SplitVerifySupportedPass
    : split::native::impl::SplitVerifySupportedPassBase<
          SplitVerifySupportedPass> {
  using SplitVerifySupportedPassBase::SplitVerifySupportedPassBase;

  void runOnOperation() override {
    verifiedOps.clear();
    verifiedTypes.clear();
    LLVMTypeConverter converter(&getContext());
    // The converter also reports errors, at unknown locations.
    ScopedDiagnosticHandler ignore(&getContext(), [](Diagnostic &diagnostic) {
      return success(isa<UnknownLoc>(diagnostic.getLocation()));
    });
    auto verify = [&](Operation *op) -> WalkResult {
      // Modules in modules may be scripts of the transform dialect.
      if (isa<ModuleOp>(op) && op != getOperation())
        return verifyNested(op);
      return verifyOp(op, converter);
    };
    if (getOperation()->walk<WalkOrder::PreOrder>(verify).wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  WalkResult verifyNested(Operation *module) {
    if (otherDialects ||
        !split::native::contains(module, llvm::IsaPred<func::FuncOp>))
      return WalkResult::skip();
    return module->emitOpError("has no lowering in the pipeline split-to-llvm");
  }

  LogicalResult verifyOp(Operation *op, const LLVMTypeConverter &converter) {
    OperationName name = op->getName();
    bool isOther = !isSupportedDialect(name.getDialectNamespace());
    if (isOther && otherDialects)
      return success();
    if (isOther || (verifiedOps.insert(name).second &&
                    llvm::is_contained(kUnsupported, name.getStringRef())))
      return op->emitOpError("has no lowering in the pipeline split-to-llvm");
    Operation *named = split::native::getNamedParent(op);
    if (StringRef limit = findLimit(op); !limit.empty())
      return (named ? named : op)
                 ->emitOpError(
                     "has no lowering in the pipeline split-to-llvm; expected ")
             << limit;
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      if (failed(verifyTypes(op, function.getArgumentTypes(), "argument",
                             converter)) ||
          failed(
              verifyTypes(op, function.getResultTypes(), "result", converter)))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(verifyTypes(op, block.getArgumentTypes(), "block argument",
                               converter)))
          return failure();
    return verifyTypes(op, op->getResultTypes(), "result", converter);
  }

  LogicalResult verifyTypes(Operation *op, TypeRange types, StringRef what,
                            const LLVMTypeConverter &converter) {
    for (auto [index, type] : llvm::enumerate(types))
      if (verifiedTypes.insert(type).second && !isSupported(type, converter))
        return op->emitOpError()
               << what << " " << index << " of type " << type
               << " has no lowering in the pipeline split-to-llvm";
    return success();
  }

  // The first op or type without a lowering ends the pass.
  DenseSet<OperationName> verifiedOps;
  DenseSet<Type> verifiedTypes;
};
} // namespace
