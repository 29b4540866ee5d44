//===- SplitOps.td - The ops of the split dialect ----------*- tablegen -*-===//
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

// The base class of both split ops.
class Split_PiecesOp<string mnemonic, list<Trait> traits = []>
    : Split_Op<mnemonic, !listconcat(traits, [
        ConditionallySpeculatable,
        NoMemoryEffect,
        InferTypeOpAdaptorWithIsCompatible,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes", "reifyDimOfResult"]>,
        DeclareOpInterfaceMethods<SplitOpInterface,
                                  ["getLengthsOperand", "getMixedLengths",
                                   "getSpec"]>
      ])> {
  let results = (outs Variadic<AnyTensor>:$results);
  let hasFolder = 1;
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// C9: an op that may fail at run time is not speculatable.
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];

  // SplitOps.cpp implements these functions once for the interface.
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
  let summary = "Split a tensor into equal pieces along an axis";
  let description = [{
    Splits `data` into `num_splits` pieces of the same length along the axis.
    Piece i starts at `i * d / num_splits` (S3) and has length
    `d / num_splits` (S2). The axis is an attribute, or an operand if it is a
    run-time value.

    `data` is a tensor of any element type and any shape, ranked or unranked
    (C1). Dimensions of size zero, including the axis, are legal. Results are
    values; they may share memory with `data` after bufferization (C7, C8).

    The verifier checks, as far as attributes and types decide it (C6):

    - `data` has an axis to split along (C2);
    - the axis is a scalar, a 0-D or a 1-element tensor of index or an integer
      of 8 to 64 bits, where signless integers are signed (C3);
    - the axis is in `[-D, D-1]`; a negative axis counts from the end (C4);
    - `num_splits` is at least 1 and the number of results (S1), and divides `d`
      (S2);
    - results have `data`'s element type, encoding and shape except along the
      axis, and `data` is not quantized along the axis (C5).

    Rules that remain open are checked at run time (R1, R2, R6). The op has no
    effects, but it is speculatable only if it cannot fail (C9).

    Type inference gives each result `data`'s type with `d / num_splits` along
    the axis, or `?` if that size is not static. The stated result type may be
    less precise. It may also be more precise, which is checked at run time
    (R6).

    If the op cannot fail, one piece folds to `data`, and constants of up to
    1024 elements, or with equal elements, fold to constants.

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
    Arg<AnyTensor, "the tensor to split">:$data,
    Arg<Optional<Split_Axis>, "the axis, if it is a run-time value">:$axis,
    OptionalAttr<I64Attr>:$static_axis,
    I64Attr:$num_splits);

  let assemblyFormat = [{
    $data `axis` `(` ($axis^ `:` type($axis)) : (`` $static_axis)? `)`
    `into` $num_splits attr-dict `:` type($data)
    `->` custom<PieceTypes>(type($results))
  }];

  let builders = [
    // `axis` is an I64Attr or a value.
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$data,
                   "::mlir::OpFoldResult":$axis, "int64_t":$numSplits)>,
    // These infer the result types. A split that breaks a rule is a fatal
    // error; `verifySplit` reports it beforehand.
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::OpFoldResult":$axis,
                   "int64_t":$numSplits)>,
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "int64_t":$numSplits), [{
      build($_builder, $_state, data,
            ::mlir::OpFoldResult($_builder.getI64IntegerAttr(axis)), numSplits);
    }]>
  ];
}

//===----------------------------------------------------------------------===//
// split.variadic_split
//===----------------------------------------------------------------------===//

def Split_VariadicSplitOp
    : Split_PiecesOp<"variadic_split", [AttrSizedOperandSegments]> {
  let summary = "Split a tensor into pieces of given lengths along an axis";
  let description = [{
    Splits `data` into consecutive pieces along the axis, one per length. Piece
    i starts at the sum of the lengths before it (V5). One length may be -1:
    that piece takes the rest, which may be empty (V2, V3). The axis is an
    attribute, or an operand if it is a run-time value.

    Lengths are a list of constants and `index` values, as the sizes of
    `tensor.extract_slice` are, or one tensor of run-time values. In a list,
    only a constant may be the -1 (V7). In a tensor, any element may be -1 (V6).

    `data` is a tensor of any element type and any shape, ranked or unranked
    (C1). Zero-size dimensions and zero lengths are legal. Results are values;
    they may share memory with `data` after bufferization (C7, C8).

    The verifier checks, as far as attributes and types decide it (C6):

    - `data`, the axis and the results, as `split.split` does (C2 to C5);
    - there are as many lengths as results, in a list or in a statically shaped
      1-D tensor of index or an integer of 8 to 64 bits (V1);
    - `static_lengths` has `ShapedType::kDynamic` once for each `index` value of
      the list, in the same order, and is absent if lengths are a tensor (V7);
    - each constant length is at least 0, except that one may be -1 (V2);
    - without -1, the lengths sum to `d`; with -1, the others sum to at most `d`
      (V3).

    Rules that remain open, such as those for run-time lengths (V6, V7), are
    checked at run time (R1, R3, R4, R6). The op has no effects, but it is
    speculatable only if it cannot fail (C9).

    Type inference gives each result `data`'s type with the piece's length along
    the axis. Constant lengths give static sizes even if `d` or other lengths
    are not static (V4).

    If the op cannot fail, one piece folds to `data`, and constants of up to
    1024 elements, or with equal elements, fold to constants.

    Examples:

    ```mlir
    // Static: 2 rows and the remaining 4.
    %a, %b = split.variadic_split %x axis(0) lengths [2, -1]
        : tensor<6x12xf32> -> tensor<2x12xf32>, tensor<4x12xf32>

    // Dynamic: axis, lengths and rank are run-time values.
    %c, %d = split.variadic_split %y axis(%i : index)
        lengths(%l : tensor<2xi64>)
        : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>

    // Mixed: %n rows, 4 rows and the rest.
    %g, %h, %k = split.variadic_split %z axis(0) lengths [%n, 4, -1]
        : tensor<?x12xf32> -> tensor<?x12xf32>, tensor<4x12xf32>,
          tensor<?x12xf32>

    // Edge: a piece of length zero.
    %e, %f = split.variadic_split %x axis(1) lengths [0, 12]
        : tensor<6x12xf32> -> tensor<6x0xf32>, tensor<6x12xf32>
    ```
  }];

  // C1: any element type and any shape.
  let arguments = (ins
    Arg<AnyTensor, "the tensor to split">:$data,
    Arg<Optional<Split_Axis>, "the axis, if it is a run-time value">:$axis,
    Arg<Variadic<Split_Length>, "the lengths that are run-time values: one "
        "tensor, or the `index` values of the list">:$lengths,
    OptionalAttr<I64Attr>:$static_axis,
    OptionalAttr<DenseI64ArrayAttr>:$static_lengths);

  let assemblyFormat = [{
    $data `axis` `(` ($axis^ `:` type($axis)) : (`` $static_axis)? `)`
    `lengths` `` custom<Lengths>($lengths, type($lengths), $static_lengths)
    attr-dict `:` type($data) `->` custom<PieceTypes>(type($results))
  }];

  let builders = [
    // `axis` is an I64Attr or a value, `lengths` a DenseI64ArrayAttr or a
    // tensor.
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$data,
                   "::mlir::OpFoldResult":$axis,
                   "::mlir::OpFoldResult":$lengths)>,
    // `lengths` are integer attributes and index values (V7).
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$data,
                   "::mlir::OpFoldResult":$axis,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$lengths)>,
    // These infer the result types. A split that breaks a rule is a fatal
    // error; `verifyVariadicSplit` reports it beforehand.
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::OpFoldResult":$axis,
                   "::mlir::OpFoldResult":$lengths)>,
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::OpFoldResult":$axis,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$lengths)>,
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$lengths), [{
      build($_builder, $_state, data,
            ::mlir::OpFoldResult($_builder.getI64IntegerAttr(axis)), lengths);
    }]>,
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::OpFoldResult":$axis,
                   "::llvm::ArrayRef<int64_t>":$lengths), [{
      build($_builder, $_state, data, axis,
            ::mlir::OpFoldResult($_builder.getDenseI64ArrayAttr(lengths)));
    }]>,
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "::mlir::OpFoldResult":$lengths), [{
      build($_builder, $_state, data,
            ::mlir::OpFoldResult($_builder.getI64IntegerAttr(axis)), lengths);
    }]>,
    OpBuilder<(ins "::mlir::Value":$data, "int64_t":$axis,
                   "::llvm::ArrayRef<int64_t>":$lengths), [{
      build($_builder, $_state, data,
            ::mlir::OpFoldResult($_builder.getI64IntegerAttr(axis)), lengths);
    }]>
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
  let summary = "Copy the pieces of a tensor to destinations";
  let description = [{
    Copies consecutive pieces of `data` along the axis to the destinations
    `outs`, in order. The size of destination i along the axis is the length of
    piece i, which starts where piece i-1 ends. One op copies all pieces of a
    split that need storage of their own, so it reads `data` only once.

    Either all operands are tensors, and the results are the destinations with
    the pieces in them; or all operands are memrefs, with any strides, and there
    are no results. On tensors, the op bufferizes in place: destinations are
    written, not read. `data` and the destinations must not overlap in memory.

    The verifier checks that `data` has an axis to split along (C2); that the
    axis is in `[-D, D-1]`, where a negative axis counts from the end (C4); that
    there is at least one destination; that destinations have `data`'s rank,
    element type and encoding; and that `data` is not quantized along the axis
    (C5). Memory spaces may differ.

    The verifier does not check sizes, not even static ones: canonicalization
    folds casts into operands, and must not turn a program that fails at run
    time into an invalid one. A run-time check (R7) compares the sizes of the
    destinations with those of `data`: they sum to its size along the axis, and
    are equal elsewhere.

    Examples:

    ```mlir
    // Tensors: the results are the destinations.
    %r:3 = split.copy ins(%x : tensor<?x8xf32>)
        outs(%o0, %o1, %o2 : tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>)
        axis(1) -> tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>

    // Memrefs: any strides.
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
    Arg<Storage, "the tensor or memref to split">:$data,
    Arg<Variadic<Storage>, "the destinations">:$outs,
    I64Attr:$axis);
  let results = (outs Variadic<AnyRankedTensor>:$results);

  let assemblyFormat = [{
    `ins` `(` $data `:` type($data) `)` `outs` `(` $outs `:` type($outs) `)`
    `axis` `(` $axis `)` attr-dict
    (`->` custom<PieceTypes>(type($results))^)?
  }];

  let extraClassDeclaration = [{
    /// Returns the axis counted from the front.
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
    : Split_Op<"assert", [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>
      ]> {
  let summary = "Check a condition and report values if it is false";
  let description = [{
    Does nothing if `condition` is true. Otherwise the program fails in a way
    that the lowering defines, and nothing after the op runs (R5).

    `format` is the message. Each placeholder `{}` stands for the next of
    `values` as a signed decimal number, and each `{u}` for the next one as an
    unsigned number. There are as many placeholders as values. The reported
    message includes the op's location.

    Unlike `cf.assert`, whose message is constant, this op carries values.

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
