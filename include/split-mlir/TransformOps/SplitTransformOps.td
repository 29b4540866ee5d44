//===- SplitTransformOps.td - Transform ops on splits ------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMOPS_SPLITTRANSFORMOPS_TD
#define SPLIT_MLIR_TRANSFORMOPS_SPLITTRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

// An op that adds the patterns of split::populate`cppName`Patterns, which do
// `what`.
class Split_ApplyPatternsOp<string suffix, string cppName, string what>
    : Op<Transform_Dialect, "apply_patterns.split." # suffix, [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>
      ]> {
  let summary = "Add the patterns that " # what;
  let description = [{
    Adds the patterns that }] # what # [{.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.}] # suffix # [{
    } : !transform.any_op
    ```
  }];
  let assemblyFormat = "attr-dict";
  let extraClassDefinition = [{
    void $cppClass::populatePatterns(::mlir::RewritePatternSet &patterns) {
      ::mlir::split::populate}] # cppName # [{Patterns(patterns);
    }
  }];
}

// Not ApplyCanonicalizationPatternsOp, which is upstream's and in the same
// namespace. transform.apply_patterns.canonicalization adds these too.
def Split_ApplySplitCanonicalizationPatternsOp
    : Split_ApplyPatternsOp<"canonicalization", "SplitCanonicalization",
        "canonicalize a split, its operands and the uses of its pieces">;

def Split_ApplyPieceUsePatternsOp
    : Split_ApplyPatternsOp<"piece_uses", "PieceUse",
        "fold dimensions and slices of pieces into ops on the data">;

def Split_ApplyPieceReplacementPatternsOp
    : Split_ApplyPatternsOp<"piece_replacements", "PieceReplacement",
        "replace splits by simpler ops">;

def Split_ApplyConcatOfSplitsPatternsOp
    : Split_ApplyPatternsOp<"concat_of_splits", "ConcatOfSplits",
        "replace the concatenation of all pieces by the data">;

def Split_ApplySplitOfConcatPatternsOp
    : Split_ApplyPatternsOp<"split_of_concat", "SplitOfConcat",
        "replace the pieces of a concatenation by its inputs">;

def Split_ApplyNestedSplitPatternsOp
    : Split_ApplyPatternsOp<"nested_splits", "NestedSplit",
        "merge a split with the splits of its pieces">;

//===----------------------------------------------------------------------===//
// Conversion patterns
//===----------------------------------------------------------------------===//

class Split_ApplyConversionPatternsOp<string suffix>
    : Op<Transform_Dialect, "apply_conversion_patterns.split." # suffix, [
        DeclareOpInterfaceMethods<ConversionPatternDescriptorOpInterface,
                                  ["getTypeConverter"]>
      ]> {
  let assemblyFormat = "attr-dict";
  let extraClassDefinition = [{
    std::unique_ptr<::mlir::TypeConverter> $cppClass::getTypeConverter() {
      return getIdentityConverter();
    }
  }];
}

def Split_ApplySplitToLinalgPatternsOp
    : Split_ApplyConversionPatternsOp<"split_to_linalg"> {
  let summary = "Add the patterns of convert-split-to-linalg";
  let description = [{
    Adds the patterns that convert `split.split` and `split.variadic_split` to
    slices of tensors, as the pass `convert-split-to-linalg` does.

    `materialize` selects the pieces that a `split.copy` copies to storage of
    their own: `none`, `results` (pieces that are returned, passed to a call or
    cast to an unranked type), `destinations` (also those that are materialized
    in a destination) or `all`. Pieces of unranked data are always copied.

    Example:

    ```mlir
    transform.apply_conversion_patterns to %func {
      transform.apply_conversion_patterns.split.split_to_linalg
          {materialize = "results"}
    } {illegal_ops = ["split.split", "split.variadic_split"],
       legal_dialects = ["affine", "arith", "scf", "tensor"],
       legal_ops = ["split.copy"], partial_conversion} : !transform.any_op
    ```
  }];

  let arguments = (ins DefaultValuedAttr<StrAttr, "\"none\"">:$materialize);
  let hasVerifier = 1;
}

def Split_ApplyCopyToLinalgPatternsOp
    : Split_ApplyConversionPatternsOp<"copy_to_linalg"> {
  let summary = "Add the pattern of convert-split-copy-to-linalg";
  let description = [{
    Adds the pattern that converts `split.copy` to a `linalg.copy` for each
    destination, as the pass `convert-split-copy-to-linalg` does.

    Example:

    ```mlir
    transform.apply_conversion_patterns to %func {
      transform.apply_conversion_patterns.split.copy_to_linalg
    } {illegal_ops = ["split.copy"],
       legal_dialects = ["affine", "arith", "linalg", "memref", "tensor"],
       partial_conversion} : !transform.any_op
    ```
  }];
}

//===----------------------------------------------------------------------===//
// TilePiecesOp
//===----------------------------------------------------------------------===//

def Split_TilePiecesOp : Op<Transform_Dialect, "split.tile_pieces", [
      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
      DeclareOpInterfaceMethods<TransformOpInterface>,
      ReportTrackingListenerFailuresOpTrait
    ]> {
  let summary = "Copy each piece of a split in its own loops";
  let description = [{
    Pieces of different lengths cannot share a loop along the axis, so
    `transform.structured.tile_using_for` does not tile that dimension. This op
    gives each piece its own loop nest around a `split.copy` of a tile of that
    piece. The nest has one `scf.for` for each of `tile_sizes` that is not 0, in
    the order of dimensions. Missing tile sizes are 0.

    Targets are `split.split` and `split.variadic_split`, whose pieces are
    copied to new tensors, and `split.copy` on tensors or memrefs. Pieces that
    have no uses or are statically empty get no loops.

    #### Return modes

    On success, `tiled` refers to the copies in the loops, in the order of
    targets and pieces, and each of `loops` to the loops around them in the same
    order. The op consumes the handle of the target.

    The op fails silenceably if a target is none of these ops, is unranked,
    certainly fails according to its types, or has fewer dimensions than there
    are tile sizes. Earlier targets have been tiled by then.

    Example:

    ```mlir
    %copies, %rows, %columns = transform.split.tile_pieces %split
        tile_sizes [4, 8] : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```

    tiles

    ```mlir
    %a, %b = split.variadic_split %x axis(1) lengths [24, 40]
        : tensor<16x64xf32> -> tensor<16x24xf32>, tensor<16x40xf32>
    ```

    by two loops of 4 and 3 iterations for `%a`, and two of 4 and 5 for `%b`.
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    DenseI64ArrayAttr:$tile_sizes);
  let results = (outs
    TransformHandleTypeInterface:$tiled,
    Variadic<TransformHandleTypeInterface>:$loops);

  let assemblyFormat = [{
    $target `tile_sizes` $tile_sizes attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // SPLIT_MLIR_TRANSFORMOPS_SPLITTRANSFORMOPS_TD
