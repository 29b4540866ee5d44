//===- Passes.td - passes on split ops ---------------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_TRANSFORMS_PASSES_TD
#define SPLIT_MLIR_DIALECT_SPLIT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitGenerateRuntimeChecksPass : Pass<"split-generate-runtime-checks"> {
  let summary = "checks at run time what verifiers could not decide";
  let description = [{
    Inserts before each split op a `split.assert` for every rule that attributes
    and types leave open, and none for what is certain:

    - R1: `data` has a rank of at least 1, and the axis is in range and not a
      dimension that `data`'s type quantizes by;
    - R2: `split`: the number of pieces divides the size along the axis;
    - R3: each run-time length is a size, or -1 for at most one of them;
    - R4: the lengths sum to the size along the axis, or with -1 among them to
      no more than it; sums that overflow 64 bits do not pass;
    - R6: data and pieces have every rank and size that a result type states
      beyond what inference derives;
    - R7: the destinations of a `split.copy` have the sizes that are written.

    It belongs first in a pipeline: refinement, folds and lowerings take the rules
    for granted, so without the checks a program that breaks one is undefined.
    Upstream's `generate-runtime-verification` makes the same checks by
    `cf.assert`, whose messages cannot carry values.

    ```mlir
    %0:2 = split.split %x axis(0) into 2
        : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    ```

    becomes

    ```mlir
    %dim = tensor.dim %x, %c0 : tensor<?xf32>
    %rest = arith.remui %dim, %c2 : index
    %ok = arith.cmpi eq, %rest, %c0 : index
    split.assert %ok, "dimension 0 of size {} is not divisible by num_splits 2"(%dim)
    %0:2 = split.split %x axis(0) into 2
        : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numChecks", "checks", "Number of run-time checks generated">
  ];
}

def SplitInferShapesPass : Pass<"split-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "refines tensor types around split ops";
  let description = [{
    Replaces unknown ranks and sizes in types by what is known of them, across
    split ops, `tensor.cast` and the signatures of private functions.

    Forward, the results of a split take what inference derives, and users of a
    cast the type of its source. With run-time lengths, one piece whose size no
    type states is what the others leave of a known size (V3, V6). Backward, what a split takes for granted is
    known of its data: constant lengths or sizes of pieces tell the size along
    the axis (V4), and the ranks and sizes of results those of data (C5, R6).
    That holds where the split has run, so it is for uses that the split
    dominates, and only if one of them or a result gains by it.

    ```mlir
    %p:2 = split.variadic_split %x axis(0) lengths [3, 4]
        : tensor<?x?xf32> -> tensor<3x?xf32>, tensor<4x8xf32>
    %q = split.split %x axis(1) into 1 : tensor<?x?xf32> -> tensor<?x?xf32>
    "use"(%q) : (tensor<?x?xf32>) -> ()
    ```

    becomes

    ```mlir
    %y = tensor.cast %x : tensor<?x?xf32> to tensor<7x8xf32>
    %p:2 = split.variadic_split %y axis(0) lengths [3, 4]
        : tensor<7x8xf32> -> tensor<3x8xf32>, tensor<4x8xf32>
    %q = split.split %y axis(1) into 1 : tensor<7x8xf32> -> tensor<7x8xf32>
    %c = tensor.cast %q : tensor<7x8xf32> to tensor<?x?xf32>
    "use"(%c) : (tensor<?x?xf32>) -> ()
    ```

    Split ops, `tensor.cast`, `tensor.dim` and `tensor.rank` take the refined
    types; other users keep the old one by a cast. An argument of a private
    function with a body, of which all uses are calls, takes the type that all
    calls agree on, and a result what all returns do; other signatures stay.
    Where refined types would break a rule, the op and its types stay too: the
    program fails at run time.

    `split-generate-runtime-checks` comes first, as in every pipeline: what
    refinement takes for granted is no longer a claim afterwards, so no check
    would be generated for it.

    A plain `canonicalize` after it miscompiles loops that change the size of a
    tensor that they carry: upstream's `ForOpTensorCastFolder` takes such a tensor
    for one of the size that it starts with where it starts from a cast, which
    this pass inserts. Leave that pattern out by `disable-patterns`, as
    `split-to-llvm` does.
  }];
  let dependentDialects = [
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numValues", "refined-values",
              "Number of values whose types were refined">,
    Statistic<"numCasts", "casts", "Number of casts inserted">,
    Statistic<"numSignatures", "signatures",
              "Number of functions whose signatures were refined">
  ];
}

def SplitDropEncodingsPass : Pass<"split-drop-encodings"> {
  let summary = "drops encodings of tensors";
  let description = [{
    An encoding is opaque to splitting: pieces have `data`'s (C5), and passes on
    tensors keep it. Buffers have none, so it ends before bufferization (C8), here:
    every tensor type loses it, in signatures and attributes too. Upstream's
    lowerings of elementwise and quantization ops would lose some and keep
    others.

    Encodings of the `sparse_tensor` dialect stay: they say that storage is not
    dense. `verify-element-types` refuses them.

    ```mlir
    func.func @f(%x: tensor<4xf32, "weights">) -> tensor<2xf32, "weights">
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<2xf32>
    ```
  }];
  let statistics = [
    Statistic<"numTypes", "types",
              "Number of tensor types whose encoding was dropped">
  ];
}

def SplitIsolateBoundariesPass
    : Pass<"split-isolate-boundaries"> {
  let summary = "keeps value semantics at the boundaries of functions and loops";
  let description = [{
    Bufferization of function boundaries lets a function write into the buffers
    it is given, and lets two of its results be one buffer, which a caller that
    frees each result would free twice, and upstream's analysis of a caller does
    not know of. Before bufferization, this pass

    - marks tensor arguments of public functions as not writable, unless they
      carry a `bufferization.writable` already;
    - copies a result of a public function unless it certainly gets a
      buffer that no other result has: one that an op allocates for it, that
      is, or a constant or argument, which deallocation clones anyway;
    - copies a result of a private function if it may share a buffer with an
      earlier one, unless that is the buffer of an argument;
    - copies a tensor of unknown rank that a loop starts from, unless nobody else
      has its buffer: bufferization writes to it in place or not at all;
    - copies what a loop carries to its next iteration if it may share a buffer
      with another value that is carried, or with one from before the loop:
      upstream's analysis takes what a loop carries for a buffer of its own;
    - gives each of many ops that take pieces of an argument a tensor of its own,
      of the same buffer, which nobody writes to: upstream's analysis looks at
      all reads of a tensor for each of them.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      return %y, %y : tensor<4xf32>, tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false})
        -> (tensor<4xf32>, tensor<4xf32>) {
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      %0 = tensor.empty() : tensor<4xf32>
      %1 = linalg.copy ins(%y : tensor<4xf32>) outs(%0 : tensor<4xf32>)
      return %y, %1 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of values copied">
  ];
}

def SplitLowerQuantizedTypesPass : Pass<"split-lower-quantized-types"> {
  let summary = "makes quantized values what they are stored as";
  let description = [{
    Scalars and tensors of quantized types (per tensor, axis or block, and
    `!quant.any`) become their storage, signless integers: in signatures, calls,
    branches, loops, and in ops that only move values (C1). Ops of `func`, `cf`,
    `scf`, `tensor` and `split` do, and of `linalg` copies, fills, transpositions,
    packing and generic ops whose bodies do. A `quant.scast` between a quantized
    type and its storage goes away. Encodings stay.

    What a value stands for is not in its type any more, so an op that computes
    on quantized values is an error. Lower `quant.qcast` and `quant.dcast` by
    upstream's `lower-quant-ops` first. `!quant.calibrated` says nothing of
    storage; values of it are left alone.

    ```mlir
    func.func @f(%x: tensor<4x!quant.uniform<u8:f32, 0.5>>) -> tensor<2xi8> {
      %0:2 = split.split %x axis(0) into 2
          : tensor<4x!quant.uniform<u8:f32, 0.5>>
         -> tensor<2x!quant.uniform<u8:f32, 0.5>>,
            tensor<2x!quant.uniform<u8:f32, 0.5>>
      %1 = quant.scast %0#1 : tensor<2x!quant.uniform<u8:f32, 0.5>> to tensor<2xi8>
      return %1 : tensor<2xi8>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4xi8>) -> tensor<2xi8> {
      %0:2 = split.split %x axis(0) into 2
          : tensor<4xi8> -> tensor<2xi8>, tensor<2xi8>
      return %0#1 : tensor<2xi8>
    }
    ```
  }];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops with quantized values converted">
  ];
}

def SplitPackUnrankedBuffersPass : Pass<"split-pack-unranked-buffers"> {
  let summary = "copies strided memrefs before they are cast to unknown rank";
  let description = [{
    A memref of unknown rank has strides that no type states, and upstream's
    `memref.reshape`, which gives it a rank again, takes its elements for
    contiguous. So does the caller of a function that returns one. This pass, to
    be run after bufferization and before deallocation, makes sure of it: what
    may have other strides is copied.

    ```mlir
    %0 = memref.cast %m : memref<4x2xf32, strided<[4, 1]>> to memref<*xf32>
    ```

    becomes

    ```mlir
    %alloc = memref.alloc() : memref<4x2xf32>
    memref.copy %m, %alloc
        : memref<4x2xf32, strided<[4, 1]>> to memref<4x2xf32>
    %0 = memref.cast %alloc : memref<4x2xf32> to memref<*xf32>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of copies inserted">
  ];
}

#endif // SPLIT_MLIR_DIALECT_SPLIT_TRANSFORMS_PASSES_TD
