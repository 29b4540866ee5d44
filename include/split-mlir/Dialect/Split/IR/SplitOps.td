//===- SplitOps.td - the ops of the split dialect ---------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITOPS_TD
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "split-mlir/Dialect/Split/IR/SplitBase.td"
include "split-mlir/Dialect/Split/IR/SplitInterfaces.td"

class Split_Op<string mnemonic, list<Trait> traits = []>
    : Op<Split_Dialect, mnemonic, traits>;

// What both ways to cut a tensor have in common.
class Split_PiecesOp<string mnemonic, list<Trait> traits = []>
    : Split_Op<mnemonic, !listconcat(traits, [
        ConditionallySpeculatable,
        NoMemoryEffect,
        InferTypeOpAdaptorWithIsCompatible,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes", "reifyDimOfResult"]>,
        DeclareOpInterfaceMethods<SplitOpInterface,
                                  ["getLengthsOperand", "getSpec"]>
      ])> {
  let results = (outs Variadic<AnyTensor>:$results);
  let hasFolder = 1;
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// C9: an op that may fail at run time is not speculatable.
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];

  // Both ops answer by the functions in SplitOps.cpp that know the interface.
  let extraClassDefinition = [{
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return getPiecesSpeculatability(*this);
    }

    ::llvm::LogicalResult $cppClass::fold(
        FoldAdaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &pieces) {
      return foldPieces(*this, adaptor.getData(), pieces);
    }

    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return areCompatible(inferred, actual);
    }

    void $cppClass::getAsmResultNames(
        ::mlir::OpAsmSetValueNameFn setNameFn) {
      nameResults(*this, setNameFn);
    }

    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return reifyShapes(builder, *this, shapes);
    }

    ::llvm::FailureOr<::mlir::OpFoldResult> $cppClass::reifyDimOfResult(
        ::mlir::OpBuilder &builder, int result, int dim) {
      return reifyDimOf(builder, *this, result, dim);
    }
  }];
}

//===----------------------------------------------------------------------===//
// split.split
//===----------------------------------------------------------------------===//

def Split_SplitOp : Split_PiecesOp<"split"> {
  let summary = "cuts a tensor into equal pieces along an axis";
  let description = [{
    Cuts `data` into `num_splits` pieces of the same length along the axis.
    Piece i starts at `i * d / num_splits` (S3) and has length
    `d / num_splits` (S2). The axis is an attribute, or an operand when it is
    known only at run time.

    `data` is a tensor of any element type and any shape, also of unknown
    rank (C1). Zero-size dimensions are legal, the axis included; results are
    values, which may share memory with `data` after bufferization (C7, C8).

    Verified, as far as attributes and types decide (C6): `data` has an axis to
    split along (C2); the axis is a scalar, a 0-D or a 1-element tensor of index
    or an integer of 8 to 64 bits, of which signless ones count as signed
    (C3); it lies in `[-D, D-1]`, negative values counting from the end (C4);
    `num_splits` is at least 1 and the number of results (S1); it divides `d`
    (S2); results have `data`'s element type and encoding, and its shape but for
    the axis, and no per-axis quantization runs along the axis (C5). What only
    may be wrong is checked at run time (R1, R2, R6), so the op has no effects
    but is speculatable only where it cannot fail (C9).

    Inferred: `data`'s type with `d / num_splits` along the axis, or `?` where
    that is not known. A result type may be less precise, or more, which is
    then checked at run time (R6).

    Folded, where nothing can fail: one piece to `data`, and constants of up to
    1024 elements, or of any number of equal ones, to constants.

    Examples:

    ```mlir
    // Static: three pieces of 768.
    %q, %k, %v = split.split %x axis(-1) into 3
        : tensor<2048x2304xf32>
       -> tensor<2048x768xf32>, tensor<2048x768xf32>, tensor<2048x768xf32>

    // Dynamic: an axis from an operand, sizes known at run time.
    %p:2 = split.split %y axis(%ax : tensor<i32>) into 2
        : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>

    // Edge: the pieces of an empty dimension are empty.
    %e:2 = split.split %z axis(0) into 2
        : tensor<0x4xf32> -> tensor<0x4xf32>, tensor<0x4xf32>
    ```
  }];

  // C1: any element type and any shape.
  let arguments = (ins
    Arg<AnyTensor, "the tensor to cut">:$data,
    Arg<Optional<Split_Axis>, "the axis, when known at run time">:$axis,
    OptionalAttr<I64Attr>:$static_axis,
    I64Attr:$num_splits);

  let assemblyFormat = [{
    $data `axis` `(` ($axis^ `:` type($axis)) : (`` $static_axis)? `)`
    `into` $num_splits attr-dict `:` type($data) `->` type($results)
  }];

  let builders = [
    // Result types are inferred; a split that breaks a rule is a fatal error,
    // which `verifySplit` tells beforehand.
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "int64_t":$numSplits)>,
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::Value":$axis,
                   "int64_t":$numSplits)>
  ];
}

//===----------------------------------------------------------------------===//
// split.variadic_split
//===----------------------------------------------------------------------===//

def Split_VariadicSplitOp
    : Split_PiecesOp<"variadic_split", [AttrSizedOperandSegments]> {
  let summary = "cuts a tensor into pieces of given lengths along an axis";
  let description = [{
    Cuts `data` into consecutive pieces along the axis, one per length. Piece i
    starts at the sum of the lengths before it (V5). One length may be -1: that
    piece takes what the others leave, perhaps nothing (V2, V3). Axis and
    lengths are attributes, or operands when they are known only at run time.

    `data` is a tensor of any element type and any shape, also of unknown
    rank (C1). Zero-size dimensions and zero lengths are legal; results are
    values, which may share memory with `data` after bufferization (C7, C8).

    Verified, as far as attributes and types decide (C6): what `split.split`
    says of `data`, the axis and the results (C2 to C5); lengths are as many as
    results, as an attribute or a statically shaped 1-D tensor of index or an
    integer of 8 to 64 bits (V1); each is at least 0, but for one that may be
    -1 (V2); without -1 they sum to `d`, with it the others sum to at most `d`
    (V3). What only may be wrong, run-time lengths among it (V6), is checked at
    run time (R1, R3, R4, R6), so the op has no effects but is speculatable only
    where it cannot fail (C9).

    Inferred: `data`'s type with the piece's length along the axis. Lengths known
    from the attribute give static sizes even where `d` is not known (V4).

    Folded, where nothing can fail: one piece to `data`, and constants of up to
    1024 elements, or of any number of equal ones, to constants.

    Examples:

    ```mlir
    // Static: 2 rows, and the 4 that are left.
    %a, %b = split.variadic_split %x axis(0) lengths [2, -1]
        : tensor<6x12xf32> -> tensor<2x12xf32>, tensor<4x12xf32>

    // Dynamic: axis, lengths and rank are known at run time.
    %c, %d = split.variadic_split %y axis(%i : index) lengths(%l : tensor<2xi64>)
        : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>

    // Edge: a piece of length zero.
    %e, %f = split.variadic_split %x axis(1) lengths [0, 12]
        : tensor<6x12xf32> -> tensor<6x0xf32>, tensor<6x12xf32>
    ```
  }];

  // C1: any element type and any shape.
  let arguments = (ins
    Arg<AnyTensor, "the tensor to cut">:$data,
    Arg<Optional<Split_Axis>, "the axis, when known at run time">:$axis,
    Arg<Optional<Split_Lengths>, "the lengths, when known at run time">
        :$lengths,
    OptionalAttr<I64Attr>:$static_axis,
    OptionalAttr<DenseI64ArrayAttr>:$static_lengths);

  let assemblyFormat = [{
    $data `axis` `(` ($axis^ `:` type($axis)) : (`` $static_axis)? `)`
    `lengths` (`(` $lengths^ `:` type($lengths) `)`) : ($static_lengths)?
    attr-dict `:` type($data) `->` type($results)
  }];

  let builders = [
    // Result types are inferred; a split that breaks a rule is a fatal error,
    // which `verifyVariadicSplit` tells beforehand.
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "::llvm::ArrayRef<int64_t>":$lengths)>,
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "::mlir::Value":$lengths)>,
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::Value":$axis,
                   "::llvm::ArrayRef<int64_t>":$lengths)>,
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::Value":$axis,
                   "::mlir::Value":$lengths)>
  ];
}

//===----------------------------------------------------------------------===//
// split.copy
//===----------------------------------------------------------------------===//

def Split_CopyOp
    : Split_Op<"copy", [
        ConditionallySpeculatable,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>,
        DestinationStyleOpInterface
      ]> {
  let summary = "writes the pieces of a tensor to destinations";
  let description = [{
    Copies consecutive pieces of `data` along the axis to the destinations
    `outs`, in order: destination i takes as many elements along the axis as it
    has, starting where destination i-1 ended. This one op moves all the bytes
    of a split whose results need storage of their own, so it reads `data` once.

    All operands are tensors, and results are the destinations with the pieces
    in them; or all are memrefs, with any strides, and there are no results. The
    tensor form bufferizes in place: destinations are written, not read. `data`
    and destinations do not overlap in memory, nor do any two destinations.

    Verified: `data` has an axis to split along (C2); the axis lies in `[-D,
    D-1]`, negative values counting from the end (C4); there is at least one
    destination; destinations have `data`'s rank, element type and encoding, and
    no per-axis quantization runs along the axis (C5). Memory spaces may differ.

    Sizes are not verified, not even static ones: destinations have the sizes
    that are written, so it is checked at run time that they sum to `data`'s
    along the axis, and equal it elsewhere (R7). Canonicalization folds casts
    into operands, and must not make a program that fails an invalid one.

    Examples:

    ```mlir
    // Tensors: results are the destinations.
    %r:3 = split.copy ins(%x : tensor<?x8xf32>)
        outs(%o0, %o1, %o2 : tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>)
        axis(1) -> tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>

    // Memrefs: strides are free.
    split.copy ins(%m : memref<?x8xf32>)
        outs(%m0, %m1 : memref<?x3xf32>, memref<?x5xf32, strided<[?, ?]>>)
        axis(1)

    // Edge: an empty destination.
    split.copy ins(%m : memref<?x8xf32>)
        outs(%m2, %m3 : memref<?x0xf32>, memref<?x8xf32>) axis(-1)
    ```
  }];

  defvar Storage = AnyTypeOf<[AnyRankedTensor, AnyMemRef]>;
  let arguments = (ins
    Arg<Storage, "what is cut">:$data,
    Arg<Variadic<Storage>, "where the pieces go">:$outs,
    I64Attr:$axis);
  let results = (outs Variadic<AnyRankedTensor>:$results);

  let assemblyFormat = [{
    `ins` `(` $data `:` type($data) `)` `outs` `(` $outs `:` type($outs) `)`
    `axis` `(` $axis `)` attr-dict (`->` type($results)^)?
  }];

  let builders = [
    // Results have the types of those of `outs` that are tensors.
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::ValueRange":$outs,
                   "int64_t":$axis)>
  ];

  let extraClassDeclaration = [{
    /// The axis counted from the front.
    int64_t getNormalizedAxis();

    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutsMutable();
    }

    /// C9: an op that may fail at run time is not speculatable.
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];

  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// split.assert
//===----------------------------------------------------------------------===//

def Split_AssertOp
    : Split_Op<"assert", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "checks a condition and reports the values that break it";
  let description = [{
    Does nothing when `condition` is true. Otherwise the program fails: how is
    decided by the lowering, and nothing after the op runs (R5).

    `format` is the message; each `{}` in it stands for the next of `values` as
    a signed, each `{u}` as an unsigned decimal number. There are as many
    placeholders as values. The op's location is reported too.

    Unlike `cf.assert`, whose message is a constant, this op carries values.

    Example:

    ```mlir
    split.assert %ok, "axis {} is out of range [-{}, {})"(%axis, %rank, %rank)
    ```
  }];

  let arguments = (ins
    I1:$condition,
    StrAttr:$format,
    Variadic<Index>:$values);

  let assemblyFormat = [{
    $condition `,` $format (`(` $values^ `)`)? attr-dict
  }];

  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITOPS_TD
