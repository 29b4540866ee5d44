//===- SplitMpiOps.td - The ops of the split_mpi dialect ---*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIOPS_TD
#define SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIOPS_TD

include "mlir/Dialect/Shard/IR/ShardBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "split-mlir/Dialect/SplitMpi/IR/SplitMpiBase.td"

def SplitMpi_Storage : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef],
                                 "ranked tensor or strided memref">;

class SplitMpi_Op<string mnemonic, list<Trait> traits = []>
    : Op<SplitMpi_Dialect, mnemonic, traits>;

// An op that reads `source` and writes `init`, in destination-passing style.
class SplitMpi_TransferOp<string mnemonic, list<Trait> traits = []>
    : SplitMpi_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>,
        DestinationStyleOpInterface
      ])> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let hasVerifier = 1;

  code commonDeclarations = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitMutable();
    }
  }];

  // SplitMpiOps.cpp implements these functions once for all ops.
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location>,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr,
        ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferTransferTypes(operands, types);
    }

    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      getTransferEffects(getSourceMutable(), getInitMutable(), effects);
    }

    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return reifyTransferShapes(builder, *this, shapes);
    }
  }];
}

//===----------------------------------------------------------------------===//
// split_mpi.redistribute
//===----------------------------------------------------------------------===//

def SplitMpi_RedistributeOp
    : SplitMpi_TransferOp<"redistribute", [AttrSizedOperandSegments]> {
  let summary = "Copy a tensor from one layout on a grid to another";
  let description = [{
    Before the op, the ranks of `grid` hold a tensor of `sizes` in the layout
    `from` with `from_offsets`, and `source` is the part that this rank holds.
    After the op, `init` holds the part of this rank in the layout `to` with
    `to_offsets`. Each rank sends only the elements that other ranks lack.

    `from_offsets` and `to_offsets` list the offsets of all sharded dimensions,
    in order. Without them, all dimensions have the default distribution.

    Ranks whose coordinates differ only along axes that `from` does not use hold
    the same elements. If a rank needs an element that it holds, it copies this
    element. Otherwise, it receives the element from the rank that holds it and
    has the same coordinates along the axes that `from` does not use. Groups of
    ranks along these axes are therefore independent: each group may hold a
    tensor of its own.

    `from_root` and `to_root` have a coordinate for each axis of the grid, or -1
    for any coordinate. Only the ranks with the coordinates `from_root` hold
    `source`. Along axes with a root, the other ranks receive elements from the
    rank at the root; along other axes, the rule above holds. Only the ranks
    with the coordinates `to_root` receive elements; the op does not change the
    `init` of other ranks. Without roots, all ranks hold and receive elements. A
    layout must not use an axis for which it has a root.

    Either both operands are tensors, and the result is `init` with the received
    elements, or both are memrefs with any strides, and there is no result. The
    operands must not overlap in memory. They have the same rank and element
    type.

    The verifier checks that the sizes of the grid are positive; that axes are
    in range and used once; that there are as many sizes as dimensions, as many
    offsets as `from` and `to` need, and as many root coordinates as axes; and
    that constant sizes, offsets and coordinates are in range. It does not
    compare the sizes of operands, which differ from rank to rank.

    Examples:

    ```mlir
    // Gather: rank 0 holds 3 of 7 rows, rank 1 holds 4.
    %0 = split_mpi.redistribute ins(%x : tensor<?x4xf32>)
        outs(%o : tensor<7x4xf32>) communicator(%comm) grid = [2]
        sizes = [7, 4] from = [[0]] to = [[]] -> tensor<7x4xf32>

    // From rows to columns; rank 0 holds 5 rows.
    %1 = split_mpi.redistribute ins(%x : tensor<?x4xf32>)
        outs(%p : tensor<?x2xf32>) communicator(%comm) grid = [2]
        sizes = [%n, 4] from = [[0]] from_offsets = [0, 5, %n] to = [[], [0]]
        -> tensor<?x2xf32>

    // Broadcast from rank 1.
    split_mpi.redistribute ins(%m : memref<4xf32>) outs(%r : memref<4xf32>)
        communicator(%comm) grid = [2] sizes = [4] from = [[]] from_root = [1]
        to = [[]]
    ```
  }];

  let arguments = (ins
    Arg<SplitMpi_Storage, "the part that this rank holds">:$source,
    Arg<SplitMpi_Storage, "the destination">:$init,
    Arg<I32, "the communicator">:$communicator,
    Variadic<Index>:$sizes,
    Variadic<Index>:$from_offsets,
    Variadic<Index>:$from_root,
    Variadic<Index>:$to_offsets,
    Variadic<Index>:$to_root,
    DenseI64ArrayAttr:$grid,
    DenseI64ArrayAttr:$static_sizes,
    Shard_GridAxesArrayAttr:$from,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_from_offsets,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_from_root,
    Shard_GridAxesArrayAttr:$to,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_to_offsets,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_to_root);

  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $init `:` type($init) `)`
    `communicator` `(` $communicator `)` `grid` `=` $grid
    `sizes` `=` custom<DynamicIndexList>($sizes, $static_sizes)
    `from` `=` $from
    (`from_offsets` `=` custom<DynamicIndexList>($from_offsets,
                                                 $static_from_offsets)^)?
    (`from_root` `=` custom<DynamicIndexList>($from_root, $static_from_root)^)?
    `to` `=` $to
    (`to_offsets` `=` custom<DynamicIndexList>($to_offsets,
                                               $static_to_offsets)^)?
    (`to_root` `=` custom<DynamicIndexList>($to_root, $static_to_root)^)?
    attr-dict (`->` type($result)^)?
  }];

  let builders = [
    // The result has the type of `init` if it is a tensor. Empty offsets are
    // the default distribution, empty roots all ranks.
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$init,
                   "::mlir::Value":$communicator,
                   "::llvm::ArrayRef<int64_t>":$grid,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   "const ::mlir::split::mpi::Layout &":$from,
                   "const ::mlir::split::mpi::Layout &":$to)>
  ];

  let extraClassDeclaration = commonDeclarations # [{
    /// Returns the sizes of the whole tensor.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();

    /// Returns the two layouts, with a list of axes for each dimension.
    ::mlir::split::mpi::Layout getFromLayout();
    ::mlir::split::mpi::Layout getToLayout();
  }];
}

//===----------------------------------------------------------------------===//
// split_mpi.all_reduce
//===----------------------------------------------------------------------===//

def SplitMpi_AllReduceOp : SplitMpi_TransferOp<"all_reduce"> {
  let summary = "Reduce tensors of the same shape over grid axes";
  let description = [{
    Ranks whose coordinates differ only along `axes` form a group. Each rank of
    a group passes a tensor of the same shape as `source`. The op reduces these
    tensors element by element, and writes the result to `init` on each rank.
    With `root`, which has a coordinate or -1 for each axis of the grid, as in
    `split_mpi.redistribute`, only the rank of each group with these coordinates
    receives the result; the op does not change the `init` of other ranks.

    All ranks of a group receive the same result. MPI determines the order of
    the reduction. Sums and products of integers wrap around. Signless integers
    are treated as signed, except for i1.

    Either both operands are tensors, and the result is `init` with the reduced
    elements, or both are memrefs with any strides, and there is no result. The
    operands must not overlap in memory. The element type is an integer of 1, 8,
    16, 32 or 64 bits, index, f16, bf16, f32, f64, or a complex type of f32 or
    f64. Bitwise kinds need integers, `max` and `min` need numbers that are not
    complex, and `average` needs floats or complex numbers.

    Example:

    ```mlir
    %0 = split_mpi.all_reduce ins(%x : tensor<4x?xf32>)
        outs(%o : tensor<4x?xf32>) communicator(%comm) grid = [2, 2] axes = [1]
        kind = sum -> tensor<4x?xf32>
    ```
  }];

  let arguments = (ins
    Arg<SplitMpi_Storage, "the operand of this rank">:$source,
    Arg<SplitMpi_Storage, "the destination">:$init,
    Arg<I32, "the communicator">:$communicator,
    Variadic<Index>:$root,
    DenseI64ArrayAttr:$grid,
    Shard_GridAxesAttr:$axes,
    Shard_ReductionKindAttr:$kind,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_root);

  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $init `:` type($init) `)`
    `communicator` `(` $communicator `)` `grid` `=` $grid `axes` `=` $axes
    `kind` `=` `` $kind
    (`root` `=` custom<DynamicIndexList>($root, $static_root)^)?
    attr-dict (`->` type($result)^)?
  }];

  let builders = [
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$init,
                   "::mlir::Value":$communicator,
                   "::llvm::ArrayRef<int64_t>":$grid,
                   "::llvm::ArrayRef<int16_t>":$axes,
                   "::mlir::shard::ReductionKind":$kind,
                   CArg<"::llvm::ArrayRef<::mlir::OpFoldResult>", "{}">:$root)>
  ];

  let extraClassDeclaration = commonDeclarations # [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedRoot();
  }];
}

//===----------------------------------------------------------------------===//
// split_mpi.reduce_scatter
//===----------------------------------------------------------------------===//

def SplitMpi_ReduceScatterOp : SplitMpi_TransferOp<"reduce_scatter"> {
  let summary = "Reduce tensors over grid axes and distribute the result";
  let description = [{
    The op reduces tensors as `split_mpi.all_reduce` does, but `init` gets only
    this rank's shard of the result along `dimension`, in the default
    distribution over `axes`.

    The constraints on operands and element types are those of
    `split_mpi.all_reduce`, except that `init` has the size of the shard along
    `dimension`.

    Example:

    ```mlir
    %0 = split_mpi.reduce_scatter ins(%x : tensor<4x6xf32>)
        outs(%o : tensor<4x3xf32>) communicator(%comm) grid = [2] axes = [0]
        kind = sum dimension = 1 -> tensor<4x3xf32>
    ```
  }];

  let arguments = (ins
    Arg<SplitMpi_Storage, "the operand of this rank">:$source,
    Arg<SplitMpi_Storage, "the destination">:$init,
    Arg<I32, "the communicator">:$communicator,
    DenseI64ArrayAttr:$grid,
    Shard_GridAxesAttr:$axes,
    Shard_ReductionKindAttr:$kind,
    I64Attr:$dimension);

  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $init `:` type($init) `)`
    `communicator` `(` $communicator `)` `grid` `=` $grid `axes` `=` $axes
    `kind` `=` `` $kind `dimension` `=` $dimension
    attr-dict (`->` type($result)^)?
  }];

  let extraClassDeclaration = commonDeclarations;
}

//===----------------------------------------------------------------------===//
// split_mpi.global_size
//===----------------------------------------------------------------------===//

def SplitMpi_GlobalSizeOp
    : SplitMpi_Op<"global_size", [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>
      ]> {
  let summary = "Compute the size of a sharded dimension from its shards";
  let description = [{
    `local` is the size of this rank's shard of a dimension that `axes` shard.
    The result is the sum of these sizes over the ranks whose coordinates differ
    only along `axes`. If the sizes are not those of the default distribution,
    the program fails on all ranks.

    Example:

    ```mlir
    %n = split_mpi.global_size %local communicator(%comm) grid = [2] axes = [0]
        : index
    ```
  }];

  let arguments = (ins
    Arg<Index, "the size of this rank's shard">:$local,
    Arg<I32, "the communicator">:$communicator,
    DenseI64ArrayAttr:$grid,
    Shard_GridAxesAttr:$axes);
  let results = (outs Index:$result);

  let assemblyFormat = [{
    $local `communicator` `(` $communicator `)` `grid` `=` $grid
    `axes` `=` $axes attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// split_mpi.grid_index
//===----------------------------------------------------------------------===//

def SplitMpi_GridIndexOp : SplitMpi_Op<"grid_index", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>, Pure
  ]> {
  let summary = "Get the coordinates of this rank in the grid";
  let description = [{
    The results are the coordinates of this rank along all axes of the grid. The
    ranks are in row-major order: the coordinate along the last axis varies
    fastest. The op does not communicate.

    Example:

    ```mlir
    %i, %j = split_mpi.grid_index communicator(%comm) grid = [2, 2]
        : index, index
    ```
  }];

  let arguments = (ins
    Arg<I32, "the communicator">:$communicator,
    DenseI64ArrayAttr:$grid);
  let results = (outs Variadic<Index>:$coordinates);

  let assemblyFormat = [{
    `communicator` `(` $communicator `)` `grid` `=` $grid attr-dict `:`
    type($coordinates)
  }];
  let hasVerifier = 1;

  let builders = [
    OpBuilder<(ins "::mlir::Value":$communicator,
                   "::llvm::ArrayRef<int64_t>":$grid)>
  ];
}

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPIOPS_TD
