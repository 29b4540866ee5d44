//===- ElementTypePasses.td - Passes on element types ------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_ELEMENTTYPEPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_ELEMENTTYPEPASSES_TD

include "mlir/Pass/PassBase.td"

def SplitDropEncodingsPass : Pass<"split-drop-encodings"> {
  let summary = "Drop the encodings of tensors";
  let description = [{
    Splits do not interpret encodings: pieces have the encoding of `data` (C5),
    and passes on tensors keep it. Memrefs have no encodings, so this pass
    removes them from all tensor types before bufferization (C8), also in
    signatures and attributes. Upstream's lowerings of elementwise and
    quantization ops would keep some of them and lose others.

    Encodings of the `sparse_tensor` dialect stay, because they describe storage
    that is not dense. `split-verify-element-types` rejects them.

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

def SplitLowerQuantizedTypesPass : Pass<"split-lower-quantized-types"> {
  let summary = "Convert quantized types to their storage types";
  let description = [{
    Scalars and tensors of quantized types (per tensor, axis or block, and
    `!quant.any`) become signless integers: in signatures, calls, branches,
    loops, and in ops that only move values (C1). These are the ops of `func`,
    `cf`, `scf`, `tensor` and `split`, and of `linalg` copies, fills,
    transpositions, packing and generic ops whose bodies only move values. A
    `quant.scast` between a quantized type and its storage type is removed.
    Encodings do not change.

    A storage type does not determine which numbers its values represent, so an
    op that computes on quantized values is an error. Run upstream's
    `lower-quant-ops` first, which lowers `quant.qcast` and `quant.dcast`.
    `!quant.calibrated` has no storage type and is not changed.

    ```mlir
    func.func @f(%x: tensor<4x!quant.uniform<u8:f32, 0.5>>) -> tensor<2xi8> {
      %0:2 = split.split %x axis(0) into 2
          : tensor<4x!quant.uniform<u8:f32, 0.5>>
         -> tensor<2x!quant.uniform<u8:f32, 0.5>>,
            tensor<2x!quant.uniform<u8:f32, 0.5>>
      %1 = quant.scast %0#1
          : tensor<2x!quant.uniform<u8:f32, 0.5>> to tensor<2xi8>
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

def SplitVerifyElementTypesPass : Pass<"split-verify-element-types"> {
  let summary = "Reject tensors that cannot be bufferized";
  let description = [{
    Run this pass before bufferization, which fails on some tensors with other
    messages, creates invalid memrefs from others, and treats sparse tensors as
    dense. The pass reports the first op that has one of the following types as
    an operand, a result, or an argument or result of its signature:

    - a tensor whose element type is not valid in memrefs or not supported by
      LLVM (C1): tf32, quantized types, integers of no bits, scalable vectors,
      and types of most other dialects, registered or not; or a complex scalar
      of such a type;
    - a tensor with an encoding of the `sparse_tensor` dialect (C8).

    ```mlir
    // error: 'func.func' op argument 0 of type 'tensor<4xtf32>' has no form in
    // memory
    func.func private @f(tensor<4xtf32>)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SPLIT_MLIR_TRANSFORMS_ELEMENTTYPEPASSES_TD
