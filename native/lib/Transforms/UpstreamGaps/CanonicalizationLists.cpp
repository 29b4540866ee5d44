//===- CanonicalizationLists.cpp - Chosen folds and patterns --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists hold the folds and patterns that succeeded at least once when the
// pipelines compiled the programs in benchmark/workloads and examples, the
// models of libonnx-testdata and the programs of the tests, with each set of
// options. For this, a pass that applied all patterns, with a fold pattern and
// a RewriterBase::Listener, counted their successes. Those that change values
// are not in the list; the README names them.
//
//===----------------------------------------------------------------------===//

#include "Canonicalize.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns `name` without namespaces and template arguments.
static StringRef getShortName(StringRef name) {
  name.consume_front("(anonymous namespace)::"); // Clang
  name.consume_front("{anonymous}::");           // GCC
  name = name.take_until([](char c) { return c == '<'; });
  size_t space = name.rfind("::");
  return space == StringRef::npos ? name : name.drop_front(space + 2);
}

bool mlir::split::native::isNamed(const Pattern &pattern,
                                  const ListedPattern &listed) {
  std::optional<OperationName> root = pattern.getRootKind();
  return listed.root == (root ? root->getStringRef() : "") &&
         listed.name == getShortName(pattern.getDebugName());
}

static constexpr StringLiteral kFolds[] = {
    "affine.apply",
    "arith.addf",
    "arith.addi",
    "arith.andi",
    "arith.cmpi",
    "arith.divf",
    "arith.divui",
    "arith.extsi",
    "arith.extui",
    "arith.index_cast",
    "arith.maxsi",
    "arith.minsi",
    "arith.minui",
    "arith.mulf",
    "arith.muli",
    "arith.negf",
    "arith.ori",
    "arith.remui",
    "arith.select",
    "arith.shli",
    "arith.shrui",
    "arith.sitofp",
    "arith.subf",
    "arith.subi",
    "arith.uitofp",
    "arith.xori",
    "bufferization.clone",
    "linalg.copy",
    "linalg.generic",
    "linalg.index",
    "llvm.add",
    "llvm.extractvalue",
    "llvm.getelementptr",
    "llvm.icmp",
    "llvm.mul",
    "llvm.zext",
    "math.sqrt",
    "memref.cast",
    "memref.collapse_shape",
    "memref.copy",
    "memref.dim",
    "memref.load",
    "scf.if",
    "shape.index_to_size",
    "shape.size_to_index",
    "tensor.cast",
    "tensor.dim",
    "tensor.extract",
};

static constexpr ListedPattern kPatterns[] = {
    {"", "EraseDeadLinalgOp"},
    {"", "FoldTensorCastProducerOp"},
    {"", "InferStaticShapeOfOperands"},
    {"affine.apply", "SimplifyAffineOp"},
    {"arith.addi", "AddIAddConstant"},
    {"arith.addi", "AddIMulNegativeOneLhs"},
    {"arith.addi", "AddISubConstantRHS"},
    {"arith.index_cast", "IndexCastOfExtSI"},
    {"arith.select", "SelectI1ToNot"},
    {"arith.select", "SelectNotCond"},
    {"arith.select", "SelectToExtUI"},
    {"arith.subi", "SubILHSSubConstantLHS"},
    {"arith.subi", "SubILHSSubConstantRHS"},
    {"arith.subi", "SubIRHSSubConstantLHS"},
    {"arith.subi", "SubIRHSSubConstantRHS"},
    {"arith.xori", "XOrINotCmpI"},
    {"bufferization.dealloc", "DeallocRemoveDuplicateDeallocMemrefs"},
    {"bufferization.dealloc", "DeallocRemoveDuplicateRetainedMemrefs"},
    {"bufferization.dealloc", "EraseAlwaysFalseDealloc"},
    {"bufferization.dealloc", "EraseEmptyDealloc"},
    {"bufferization.dealloc", "RemoveAllocDeallocPairWhenNoOtherUsers"},
    {"bufferization.dealloc", "SkipExtractMetadataOfAlloc"},
    {"cf.cond_br", "SimplifyCondBranchIdenticalSuccessors"},
    {"linalg.generic", "EraseIdentityLinalgOp"},
    {"linalg.transpose", "FoldTransposeWithTranspose"},
    {"memref.alloc", "SimplifyAllocConst"},
    {"memref.alloc", "SimplifyDeadAlloc"},
    {"memref.copy", "FoldEmptyCopy"},
    {"memref.copy", "FoldSelfCopy"},
    {"memref.dim", "DimOfCastOp"},
    {"memref.dim", "DimOfMemRefReshape"},
    {"memref.subview", "OpWithOffsetSizesAndStridesConstantArgumentFolder"},
    {"memref.subview", "TrivialSubViewOpFolder"},
    {"scf.for", "MakeRegionBranchOpSuccessorInputsDead"},
    {"scf.for", "RemoveDeadRegionBranchOpSuccessorInputs"},
    {"scf.for", "RemoveDuplicateSuccessorInputUses"},
    {"scf.for", "SimplifyTrivialLoops"},
    {"scf.if", "CombineIfs"},
    {"scf.if", "ConditionPropagation"},
    {"scf.if", "ConvertTrivialIfToSelect"},
    {"scf.if", "MakeRegionBranchOpSuccessorInputsDead"},
    {"scf.if", "RemoveDeadRegionBranchOpSuccessorInputs"},
    {"scf.if", "RemoveDuplicateSuccessorInputUses"},
    {"scf.if", "RemoveEmptyElseBranch"},
    {"scf.if", "RemoveStaticCondition"},
    {"scf.while", "MakeRegionBranchOpSuccessorInputsDead"},
    {"scf.while", "RemoveDeadRegionBranchOpSuccessorInputs"},
    {"scf.while", "RemoveDuplicateSuccessorInputUses"},
    {"scf.while", "WhileConditionTruth"},
    {"shape.size_to_index", "IndexToSizeToIndexCanonicalization"},
    {"tensor.cast", "ChainedTensorCast"},
    {"tensor.cast", "FoldEmptyTensorWithCastOp"},
    {"tensor.cast", "FoldTensorCastConsumerOp"},
    {"tensor.cast", "TensorCastExtractSlice"},
    {"tensor.collapse_shape", "ComposeReassociativeReshapeOps"},
    {"tensor.dim", "DimOfDestStyleOp"},
    {"tensor.dim", "DimOfReshapeOp"},
    {"tensor.dim", "FoldEmptyTensorWithDimOp"},
    {"tensor.expand_shape", "ComposeReassociativeReshapeOps"},
    {"tensor.expand_shape", "FoldReshapeWithFromElements"},
    {"tensor.extract", "ExtractFromTensorCast"},
    {"tensor.extract_slice",
     "OpWithOffsetSizesAndStridesConstantArgumentFolder"},
    {"tensor.insert_slice", "InsertSliceOpConstantArgumentFolder"},
    {"tosa.conv2d", "FoldPadToTensorOp"},
};

ArrayRef<StringLiteral> mlir::split::native::getListedFolds() { return kFolds; }

ArrayRef<ListedPattern> mlir::split::native::getListedPatterns() {
  return kPatterns;
}
