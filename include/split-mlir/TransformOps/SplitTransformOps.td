//===- SplitTransformOps.td - transform ops on splits -----*- tablegen -*-===//
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

class Split_ApplyPatternsOp<string mnemonic>
    : Op<Transform_Dialect, "apply_patterns.split." # mnemonic, [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>
      ]> {
  let assemblyFormat = "attr-dict";
}

// Not ApplyCanonicalizationPatternsOp, which is upstream's and in the same
// namespace.
def Split_ApplySplitCanonicalizationPatternsOp
    : Split_ApplyPatternsOp<"canonicalization"> {
  let summary = "the patterns that canonicalize splits";
  let description = [{
    Collects the patterns that look at one split: at what defines its operands
    and at what uses its results. `transform.apply_patterns.canonicalization`
    has them too, with those of all other dialects.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.canonicalization
    } : !transform.any_op
    ```
  }];
}

def Split_ApplyPieceUsePatternsOp : Split_ApplyPatternsOp<"piece_uses"> {
  let summary = "the patterns that look through splits";
  let description = [{
    Collects the patterns that make `tensor.dim` and `tensor.extract_slice` of
    a piece ones of the data, which may leave the split without uses. They are
    some of those of `transform.apply_patterns.split.canonicalization`.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.piece_uses
    } : !transform.any_op
    ```
  }];
}

def Split_ApplyPieceReplacementPatternsOp
    : Split_ApplyPatternsOp<"piece_replacements"> {
  let summary = "the patterns that replace splits by simpler ops";
  let description = [{
    Collects the patterns that replace a split by ops that are simpler. They are
    some of those of `transform.apply_patterns.split.canonicalization`.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.piece_replacements
    } : !transform.any_op
    ```
  }];
}

def Split_ApplyConcatOfSplitsPatternsOp
    : Split_ApplyPatternsOp<"concat_of_splits"> {
  let summary = "the patterns that undo splits by concatenation";
  let description = [{
    Collects the patterns that take the data for the `tensor.concat` of all of
    its pieces.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.concat_of_splits
    } : !transform.any_op
    ```
  }];
}

def Split_ApplySplitOfConcatPatternsOp
    : Split_ApplyPatternsOp<"split_of_concat"> {
  let summary = "the patterns that undo concatenations by splits";
  let description = [{
    Collects the patterns that take the inputs of a `tensor.concat` for the
    pieces that it is split into.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.split_of_concat
    } : !transform.any_op
    ```
  }];
}

def Split_ApplyNestedSplitPatternsOp : Split_ApplyPatternsOp<"nested_splits"> {
  let summary = "the patterns that merge splits of pieces";
  let description = [{
    Collects the patterns that split once what is split, and a piece of it split
    again.

    Example:

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.split.nested_splits
    } : !transform.any_op
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Conversion patterns
//===----------------------------------------------------------------------===//

def Split_ApplySplitToLinalgPatternsOp : Op<Transform_Dialect,
    "apply_conversion_patterns.split.split_to_linalg", [
      DeclareOpInterfaceMethods<ConversionPatternDescriptorOpInterface,
                                ["getTypeConverter"]>
    ]> {
  let summary = "the patterns of convert-split-to-linalg";
  let description = [{
    Collects patterns that convert `split.split` and `split.variadic_split` to
    slices of tensors, as the pass `convert-split-to-linalg` does.

    `materialize` says which pieces get storage of their own, by a `split.copy`:
    `none`, `results` (those that are returned or passed to a call) or `all`.

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
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Split_ApplyCopyToLinalgPatternsOp : Op<Transform_Dialect,
    "apply_conversion_patterns.split.copy_to_linalg", [
      DeclareOpInterfaceMethods<ConversionPatternDescriptorOpInterface,
                                ["getTypeConverter"]>
    ]> {
  let summary = "the pattern of convert-split-copy-to-linalg";
  let description = [{
    Collects the pattern that converts `split.copy` to a `linalg.copy` for each
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

  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// TilePiecesOp
//===----------------------------------------------------------------------===//

def Split_TilePiecesOp : Op<Transform_Dialect, "split.tile_pieces", [
      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
      DeclareOpInterfaceMethods<TransformOpInterface>,
      ReportTrackingListenerFailuresOpTrait
    ]> {
  let summary = "copies each piece of a split in loops of its own";
  let description = [{
    Pieces of unequal length have no loops in common that run along the axis, so
    `transform.structured.tile_using_for` takes all of that dimension at once.
    This op gives each piece a loop nest of its own, with one `scf.for` for each
    of `tile_sizes` that is not 0, in the order of dimensions, around a
    `split.copy` of a tile of that piece. Tile sizes that are not given are 0,
    and a dimension of tile size 0 is not tiled.

    Targets are `split.split` and `split.variadic_split`, whose pieces are
    written to tensors of their own, and `split.copy`, on tensors or memrefs. No
    loops are made for pieces that nothing uses or that are certainly empty.

    #### Return modes

    On success, `tiled` is associated with the copies in the loops, in the order
    of targets and their pieces, and each of `loops` with the loops round them
    in the same order. The handle of the target is consumed.

    Fails silenceably if a target is no such op, if its rank is not known or it
    certainly fails by its types, or if there are more tile sizes than
    dimensions. The targets before it have been tiled then.

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
